"""The paths that an output names by itself: a search's, a difference's, a heading's.

Owns where in a line such a path stands. Promises time that grows with the text alone. Pure: nothing is resolved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_COLOUR = re.compile(r"\x1b\[[0-9;]{0,40}[mK]")
_LEAD = re.compile(r"^(?P<name>[^\s:][^:\n]{0,1023}?)(?::(?P<number>\d{0,9})|-\d{1,9}-)", re.MULTILINE)
"""A path before a colon, or before the number of a line beside what a search found."""
_FIRST = re.compile(r"^([^\s/]{0,255}/\S{0,1023})(?=[ \t])", re.MULTILINE)
_BARE = re.compile(r"^([^\s=;(){}<>][^\n=;(){}<>]{0,399})$", re.MULTILINE)
_HEADING = re.compile(r"^==> (.{1,1024}) <==$", re.MULTILINE)
_CHANGE = re.compile(
    r"^[|*/\\> ]{0,40}(?:\+\+\+|---|Index:|File:|(?:rename|copy) (?:from|to)|\*\*\* (?:Add|Update|Delete) File:|\*\*\* Move to:) "
    r"(?P<name>[^\t\n]{1,1024})",
    re.MULTILINE,
)
_CHANGED = re.compile(r"^[|*/\\> ]{0,40}diff (?P<names>-.{1,2048})$", re.MULTILINE)
_SIDE = re.compile(r"[abciow]/")
_OCTAL = re.compile(rb"\\([0-3][0-7]{2})")
_HEAD = re.compile(r"\A(?:[A-Z][A-Za-z ]{1,40}:[^\n]{0,200}\n)+")
"""What a client writes before the output of a command: how it ended and how long it took."""
_LONE_NAME = re.compile(r"[^\s=:]+")


@dataclass(frozen=True, slots=True)
class Listed:
    """What an output names."""

    here: tuple[str, ...]
    """Paths from the directory the tool ran in."""
    of_tree: tuple[str, ...]
    """Paths from there or from the root of a repository."""


def listed(text: str) -> Listed:
    """The paths an output names at the beginning of a line, or in a heading of a difference.

    A listing of nothing but names tells nothing that is in the files: it names none.
    """
    text = _COLOUR.sub("", text).replace("\r\n", "\n")
    here = dict.fromkeys(
        (*_before_colons(text), *_FIRST.findall(text), *_HEADING.findall(text), *_headings(text))
    )
    return Listed(tuple(map(_unquoted, here)), tuple(dict.fromkeys(_changed(text))))


def _before_colons(text: str) -> Iterator[str]:
    return (match["name"] for match in _LEAD.finditer(text) if match["number"] or _is_path(match["name"]))


def _headings(text: str) -> Iterator[str]:
    """Lines that are a path, where others are none."""
    lines = [line for line in _HEAD.sub("", text).split("\n") if line.strip()]
    if lines and all(map(_LONE_NAME.fullmatch, lines[1:])) and len(lines) != 2:
        return iter(())
    return (name for name in _BARE.findall(text) if _is_path(name))


def _is_path(name: str) -> bool:
    """Whether a name is written as that of a file: a word of a sentence may be a folder's name too."""
    return "/" in name or ("." in name[:-1] and " " not in name)


def _changed(text: str) -> Iterator[str]:
    for match in _CHANGE.finditer(text):
        yield from _sides(_unquoted(match["name"].removesuffix(" ---").strip()))
    for match in _CHANGED.finditer(text):
        for name in match["names"].split():
            yield from _sides(_unquoted(name))


def _sides(name: str) -> Iterator[str]:
    """A name, and without what git puts before it to tell the old side from the new."""
    yield name
    if _SIDE.match(name):
        yield name[2:]


def _unquoted(name: str) -> str:
    """A name as git means it where it writes its letters by their numbers."""
    name = name.strip('"')
    if "\\" not in name:
        return name
    plain = _OCTAL.sub(lambda match: bytes([int(match[1], 8)]), name.encode("utf-8", "replace"))
    return plain.decode("utf-8", "replace")
