"""The texts behind OpenCode's slash commands, and what a person put into them.

Owns the form of a template and how a prompt is laid over one. Promises that nothing of a template, and nothing
of what its shell commands brought, counts as a person's, and that no template, whoever wrote it, makes other words
of what was typed: where that could be, nothing of the prompt is the person's. Pure: it reads no file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_HOLES = re.compile(r"(!`[^`]+`|\$ARGUMENTS|\$[0-9]+|\{(?:file|env):[^{}\n]+\})")
_ALL = "$ARGUMENTS"
_UNFORESEEN = "!`…`"
_LETTER = re.compile(r"[^\W\d_]")
_FEWEST = 12
"""Letters in a row by which a prompt is known into which the client put what nobody foresees: many begin with `Fix`."""

_LARGE = 16
"""Letters in a row from which on a prompt that has them was made of the template, and not typed."""

_MOST_HOLES = 100
_LIMITS = re.compile(
    r"(?i)\b(?:not|never|no|nor|without|only|unless|except|until|if|when|avoid|stop|nie\w*|nicht|kein\w*|ohne|nur|nunca|jam[aá]is"
    r"|sin|solo|pas|sans|mai|senza|não|sem|niet|geen|не|без|нет)\b|n['’]t\b|[不没别勿未]|\bلا\b"
)
"""What turns the words behind it round, in the same line."""

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

    @property
    def is_sure(self) -> bool:
        """Whether what fills a person's holes is theirs as they meant it, though they may have typed all of it.

        It stands in lines of its own, or behind so much that nobody types it, with nothing that turns it round.
        """
        is_large = any(_letters(word) >= _LARGE for word in self.words)
        last = len(self.holes) - 1
        for number, hole in enumerate(self.holes):
            before = self.words[number].rpartition("\n")[2]
            behind = self.words[number + 1].partition("\n")[0]
            # At either end of the template there is nothing else in the line.
            is_bare = (number == 0 or "\n" in self.words[number]) and (
                number == last or "\n" in self.words[number + 1]
            )
            is_apart = is_bare and not before.strip() and not behind.strip()
            is_turned = _LIMITS.search(before) or _LIMITS.search(behind)
            if _is_persons(hole) and not is_apart and (not is_large or is_turned):
                return False
        return True


class Filled(NamedTuple):
    """A prompt that was made of a template."""

    client: str
    """All of it but what the person put in, whose place is named."""
    person: str
    """What the person put in; may be empty."""


def _is_persons(hole: str) -> bool:
    return hole.startswith("$")


def _letters(text: str) -> int:
    return len(_LETTER.findall(text))


def parsed(text: str) -> Template | None:
    """The template a command's text is; None where too little stands in it to know a prompt by."""
    pieces = _HOLES.split(text.strip())
    words, holes = pieces[::2], pieces[1::2]
    letters = [_letters(word) for word in words]
    if sum(letters) < 1 or (not all(map(_is_persons, holes)) and max(letters) < _FEWEST):
        return None
    if len(holes) > _MOST_HOLES:
        words, holes = [*words[:_MOST_HOLES], ""], [*holes[: _MOST_HOLES - 1], _UNFORESEEN]
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
    """The prompt as one that was made of a template; None where it is of none.

    Of several the one that leaves the person least: what the others bring may stand in the place of theirs.
    """
    read = text.replace("\r\n", "\n")
    fitting = ((each.size, _laid_over(each, read)) for each in (*templates, *BUILT_IN))
    found = [(len(made.person), -size, made) for size, made in fitting if made is not None]
    return min(found)[2] if found else None


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
    done, is_one = 0, template.is_sure
    for number, hole in enumerate(template.holes):
        begin, end = latest[number] + len(template.words[number]), earliest[number + 1]
        if not _is_persons(hole) or begin >= end:
            continue
        is_one = is_one and given.setdefault(hole, whole[begin:end].strip()) == whole[begin:end].strip()
        client += whole[done:begin] + hole
        done = end
    if not is_one:
        return Filled(text.strip(), "")
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
