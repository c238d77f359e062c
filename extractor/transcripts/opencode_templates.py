"""The texts behind OpenCode's slash commands, and whether a prompt was made of one.

Owns the form of a template and how a prompt is laid over one. Promises that where a prompt can have been made of a
template, nothing of it counts as typed: what filled its holes is told from the rest by nothing a repository could not
write, and half a sentence of a person's would be another sentence. Pure: it reads no file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_SHELL, _SETTINGS, _PERSONS = r"!`[^`]+`", r"\{(?:file|env):[^}]+\}", r"\$ARGUMENTS|\$[0-9]+"
_CLIENTS = re.compile(f"{_SHELL}|{_SETTINGS}")
_NUMBERED = re.compile(r"\$[0-9]+")
_HOLES = (re.compile(f"({_SHELL}|{_SETTINGS}|{_PERSONS})"), re.compile(f"({_SHELL}|{_PERSONS})"))
"""With what only settings fill, and without: in a file of its own that stays as it is written."""
_LETTER = re.compile(r"[^\W\d_]")
_FEWEST = 12
"""Letters in a row by which a prompt is known into which the client put what nobody foresees: many begin with `Fix`."""

_MOST_HOLES = 100
_UNSEEN = str.maketrans("", "", "\r\ufeff")
_BLANK = re.compile(r"\s*\n\s*\n\s*")
_PARAGRAPH = "\0"
"""Stands for the blank lines between two paragraphs: behind one the client puts words a command does not ask for."""


class Template(NamedTuple):
    """What a command puts into the conversation: words, and between them holes that hold anything."""

    words: tuple[str, ...]
    """As `plain` gives them; one more than there are holes."""


def plain(text: str) -> str:
    """A text without what the client may have trimmed: white space, but for one mark a paragraph."""
    told = _BLANK.sub(_PARAGRAPH, text.translate(_UNSEEN).strip())
    return "".join(told.split()).strip(_PARAGRAPH)


def parsed(text: str) -> tuple[Template, ...]:
    """The templates a command's text is: as it stands, and with what the client fills first left empty.

    Empty where too little stands in it to know a prompt by.
    """
    without = _NUMBERED.sub("", text)
    forms = (text, without, _CLIENTS.sub("", text), _CLIENTS.sub("", without))
    return tuple(dict.fromkeys(each for form in forms for holes in _HOLES for each in _of(form, holes)))


def _of(text: str, split: re.Pattern[str]) -> tuple[Template, ...]:
    pieces = split.split(text)
    words, holes = [plain(word) for word in pieces[::2]], pieces[1::2]
    letters = [len(_LETTER.findall(word)) for word in words]
    is_foreseen = all(hole.startswith("$") for hole in holes)
    if sum(letters) < 1 or (not is_foreseen and max(letters) < _FEWEST):
        return ()
    if len(holes) > _MOST_HOLES:
        return (Template((*words[:_MOST_HOLES], "")),)
    found = Template(tuple(words))
    if any(hole.startswith("$") for hole in holes):
        return (found,)
    return found, Template((*words[:-1], words[-1] + _PARAGRAPH, ""))


BUILT_IN = (
    *parsed(
        "Create or update `AGENTS.md` for this repository.!`…`User-provided focus or constraints (honor these):\n"
        "$ARGUMENTS\n\n## How to investigate!`…`"
    ),
    *parsed("Please analyze this codebase and create an AGENTS.md file containing:!`…`improve it!`…`"),
    *parsed(
        "!`…`\n\nBase directory for this skill: !`…`\nRelative paths in this skill (e.g., scripts/, references/) "
        "are relative to this base directory."
    ),
    *parsed("<!--\n  Built-in skill. Name and description are registered in code at!`…`"),
)
"""The client's own: `/init`, as newer and older versions have it, a skill that is called as a command, its own skill."""


def is_made_of(templates: Iterable[Template], text: str) -> bool:
    """Whether a prompt can have been made of one of these templates, or of one of the client's own."""
    whole = plain(text)
    return any(_holds(each.words, whole) for each in (*templates, *BUILT_IN))


def _holds(words: Sequence[str], whole: str) -> bool:
    """Whether the words stand in the text one behind the other, the first at its begin and the last at its end."""
    if len(words) == 1:
        return whole == words[0]
    if not whole.startswith(words[0]):
        return False
    at = len(words[0])
    for word in words[1:-1]:
        place = whole.find(word, at)
        if place < 0:
            return False
        at = place + len(word)
    return len(whole) - len(words[-1]) >= at and whole.endswith(words[-1])
