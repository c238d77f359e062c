"""The texts behind OpenCode's slash commands, and what a person put into them.

Owns the form of a template and how a prompt is laid over one. Promises that nothing of a template, and nothing
of what its shell commands brought, counts as a person's. Pure: it reads no file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_HOLES = re.compile(r"(!`[^`]+`|\$ARGUMENTS|\$[0-9]+|\{(?:file|env):[^{}\n]+\})")
_ALL = "$ARGUMENTS"
_LETTER = re.compile(r"[^\W\d_]")
_FEWEST = 12
"""Letters by which a prompt is known into which the client put what nobody foresees: many begin with `Fix`."""

_BEHIND = "\n\n"
"""Stands between a template that asks for no words and the words a person gave it all the same."""


class Template(NamedTuple):
    """What a command puts into the conversation: words, and holes between them."""

    words: tuple[str, ...]
    """One more than there are holes."""
    holes: tuple[str, ...]
    """As they are written in the template: those that begin with `$` a person fills, the client the others."""

    @property
    def size(self) -> int:
        """Characters that stand in every prompt made of it."""
        return sum(map(len, self.words))


class Filled(NamedTuple):
    """A prompt that was made of a template."""

    client: str
    """All of it but what the person put in, whose place is named."""
    person: str
    """What the person put in; may be empty."""


def _is_persons(hole: str) -> bool:
    return hole.startswith("$")


def parsed(text: str) -> Template | None:
    """The template a command's text is; None where too little stands in it to know a prompt by."""
    pieces = _HOLES.split(text.strip())
    words, holes = pieces[::2], pieces[1::2]
    letters = sum(len(_LETTER.findall(word)) for word in words)
    if letters < (1 if all(map(_is_persons, holes)) else _FEWEST):
        return None
    if not any(map(_is_persons, holes)):
        words[-1] += _BEHIND
        words.append("")
        holes.append(_ALL)
    return Template(tuple(words), tuple(holes))


def _known(text: str) -> tuple[Template, ...]:
    found = parsed(text)
    return () if found is None else (found,)


BUILT_IN = (
    *_known(
        "Create or update `AGENTS.md` for this repository.!`…`User-provided focus or constraints (honor these):\n"
        "$ARGUMENTS\n\n## How to investigate!`…`"
    ),
    *_known("Please analyze this codebase and create an AGENTS.md file containing:!`…`improve it!`…`"),
    *_known(
        "!`…`\n\nBase directory for this skill: !`…`\nRelative paths in this skill (e.g., scripts/, references/) "
        "are relative to this base directory."
    ),
    *_known("<!--\n  Built-in skill. Name and description are registered in code at!`…`"),
)
"""The client's own: `/init`, as newer and older versions have it, a skill that is called as a command, its own skill."""


def filled(templates: Iterable[Template], text: str) -> Filled | None:
    """The prompt as one that was made of a template, the one it shares most with; None where it is of none."""
    for template in sorted((*templates, *BUILT_IN), key=lambda each: each.size, reverse=True):
        if (found := _laid_over(template, text)) is not None:
            return found
    return None


def _laid_over(template: Template, text: str) -> Filled | None:
    # The client cuts off the space around a prompt: what was put in at an end may have been nothing.
    whole = _space_before(template) + text.strip() + _space_behind(template)
    earliest = _places(template.words, whole)
    if earliest is None:
        return None
    latest = earliest
    if not all(map(_is_persons, template.holes)):
        # What the client put in may hold the template's words too. A person's is what is theirs in any case.
        back = _places([word[::-1] for word in reversed(template.words)], whole[::-1]) or earliest
        latest = [len(whole) - at - len(word) for at, word in zip(back[::-1], template.words, strict=True)]
    client, given = "", dict[str, str]()
    done = 0
    for number, hole in enumerate(template.holes):
        begin, end = latest[number] + len(template.words[number]), earliest[number + 1]
        if not _is_persons(hole) or begin >= end:
            continue
        given.setdefault(hole, whole[begin:end].strip())
        client += whole[done:begin] + hole
        done = end
    return Filled((client + whole[done:]).strip(), _put_together(given))


def _places(words: Sequence[str], whole: str) -> list[int] | None:
    """The earliest places at which the words of a template can stand, one behind the other, to the end."""
    if not whole.startswith(words[0]):
        return None
    places, at = [0], len(words[0])
    for word in words[1:-1]:
        place = whole.find(word, at)
        if place < 0:
            return None
        places.append(place)
        at = place + len(word)
    last = len(whole) - len(words[-1])
    return [*places, last] if last >= at and whole.endswith(words[-1]) else None


def _put_together(given: dict[str, str]) -> str:
    if _ALL in given:
        return given[_ALL]
    return " ".join(given[hole] for hole in sorted(given, key=lambda hole: (len(hole), hole)))


def _space_before(template: Template) -> str:
    space = ""
    for word in template.words:
        space += word[: len(word) - len(word.lstrip())]
        if word.strip():
            break
    return space


def _space_behind(template: Template) -> str:
    space = ""
    for word in reversed(template.words):
        space = word[len(word.rstrip()) :] + space
        if word.strip():
            break
    return space
