"""A path that a call writes with globs, held to a private place.

Owns how much a glob must say of a place to name it. Promises that one that fits whatever is there (`*`, `**`,
`*.*`) names none. Pure.
"""

from __future__ import annotations

from fnmatch import fnmatchcase

_LONGEST_NAME = 255
"""Bytes a name of a file may have."""


def may_name(path: str, place: str) -> bool:
    """Whether a whole path with globs names something in a place; both in one spelling, the place as `as_place` has it."""
    ways, parts = path.split("/")[1:], place.removeprefix("/").split("/")
    starts = (0,) if place.startswith("/") else range(len(ways) - len(parts) + 1)
    return any(_fits(ways[start : start + len(parts)], parts) for start in starts)


def _fits(ways: list[str], parts: list[str]) -> bool:
    if len(ways) < len(parts) or not _says_something(ways[-1]) or max(map(len, ways)) > _LONGEST_NAME:
        return False
    return all(_meets(way, part) for way, part in zip(ways, parts, strict=True))


def _says_something(way: str) -> bool:
    return any(sign not in "*?." for sign in way)


def _meets(way: str, part: str) -> bool:
    """Whether a part of a path may be that of a place."""
    if way == part or fnmatchcase(way, part):
        return True
    if not any(sign in part for sign in "*?["):
        return fnmatchcase(part, way) and (part[:1] != "." or way[:1] == ".")
    _, _, ending = part.rpartition(".")
    name, _, end = way.rpartition(".")
    return bool(name) and _says_something(end) and fnmatchcase(ending, end)
