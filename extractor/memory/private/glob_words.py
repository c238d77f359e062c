"""A path that a call writes with globs, held to a private place.

Owns how much a glob must say of a place to name it. Promises that one that fits nearly whatever is there (`*`, `**`,
`*.*`, `s*`) names none. Pure.
"""

from __future__ import annotations

from fnmatch import fnmatchcase

_LONGEST_NAME = 255
"""Bytes a name of a file may have."""


def may_name(path: str, place: str) -> bool:
    """Whether a whole path with globs names something in a place; both in one spelling, the place as `as_place` has it."""
    ways, parts = path.split("/")[1:], place.removeprefix("/").split("/")
    starts = (0,) if place.startswith("/") else range(len(ways) - len(parts) + 1)
    return any(_fits(ways[start:], parts) for start in starts)


def _fits(ways: list[str], parts: list[str]) -> bool:
    if len(ways) < len(parts) or max(map(len, ways)) > _LONGEST_NAME:
        return False
    if not _says_enough(ways[len(parts) - 1], goes_on=len(ways) > len(parts)):
        return False
    return all(map(_meets, ways, parts))


def _says_enough(way: str, *, goes_on: bool) -> bool:
    """Whether a part with a glob says more than one sign of a name, or how it begins where more is said behind it."""
    said = sum(sign not in "*?." for sign in way) + (way[0] == ".")
    return said > 1 or (said == 1 and goes_on and way[0] not in "*?.")


def _meets(way: str, part: str) -> bool:
    """Whether a part of a path may be that of a place."""
    if way == part or fnmatchcase(way, part):
        return True
    if not any(sign in part for sign in "*?["):
        return fnmatchcase(part, way) and (part[:1] != "." or way[:1] == ".")
    _, _, ending = part.rpartition(".")
    name, _, end = way.rpartition(".")
    return bool(name) and any(sign not in "*?" for sign in end) and fnmatchcase(ending, end)
