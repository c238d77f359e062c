"""A private place as a person wrote it in the settings.

Owns which ways of writing one are understood, and what is behind one. Promises that a place is taken for what it
says or refused: none is accepted that no path could ever lie in. Never looks whether anything is there: what
resolves a path is handed in.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from glob import escape

_HOME = re.compile(r"\$(HOME(?=/|$)|\{HOME\}(?=/|$))")
_VARIABLE = re.compile(r"(?<!\[)\$[A-Za-z_{(]")
_BRACES = re.compile(r"\{[^}/]*,[^}/]*\}")
_ONE_SIGN = re.compile(r"\[([^]!])\]")
"""How a place writes a sign that would say something else by itself."""
_LIST = "list each place by itself"


def as_place(written: str, home: str) -> str:
    """The place: a name, a path from the root, or one that may stand anywhere.

    `~`, `~user`, `$HOME` and `${HOME}` are read, blanks around it are not. Raises ValueError for what says no place,
    or another one wherever a command is given: it would keep nothing private, without a word.
    """
    place = written.strip().removeprefix("file://")
    if why := _fault(place):
        raise ValueError(f"{written!r} {why}")
    try:
        whole = _from_home(_HOME.sub("~", place, count=1) if _HOME.match(place) else place, home)
    except LookupError as error:
        raise ValueError(f"{written!r} {error.args[0]}") from error
    plain = re.sub("^/+", "/", os.path.normpath(whole))
    if plain == "/":
        raise ValueError(f"{written!r} is all there is: name the folders that are private")
    if plain in (".", "..") or plain.startswith("../"):
        raise ValueError(f"{written!r} depends on the directory you are in: a place begins with / or ~")
    # What ends in a slash is a folder, wherever it stands, as a name is.
    return plain


def behind(place: str, real: Callable[[str], str]) -> str:
    """The place with the links on its way resolved, up to its first part with a glob; itself where there are none.

    `place` as `as_place` gives it. `real` tells what a whole path resolves to.
    """
    if not place.startswith("/"):
        return place
    parts = place.split("/")
    plain = [_ONE_SIGN.sub(r"\1", part) for part in parts]
    count = next((at for at, part in enumerate(parts) if _is_open(part)), len(parts))
    way = "/".join(plain[:count])
    found = real(way) if way else way
    return place if found in (way, "/") else "/".join((escape(found), *parts[count:]))


def _is_open(part: str) -> bool:
    rest = _ONE_SIGN.sub("", part)
    return any(sign in rest for sign in "*?[")


def _fault(place: str) -> str:
    """Why nothing could lie in a place, and what to do; empty where something could."""
    if not place:
        return "names no place: take it out"
    if "\0" in place:
        return "is no path: none holds a NUL"
    if "://" in place:
        return "is an address and no path: a place begins with / or ~"
    if len(place) > 1 and place[0] in "\"'`" and place[-1] == place[0]:
        return "stands in quotation marks: take the inner ones away"
    if _VARIABLE.search(_HOME.sub("", place, count=1) if _HOME.match(place) else place):
        return "holds a variable, and none but $HOME at the beginning is read: write it out, or [$] for the sign itself"
    if _BRACES.search(place):
        return f"holds braces, which are not read: {_LIST}"
    return ""


def _from_home(place: str, home: str) -> str:
    """The place with a home in place of its `~`. Raises LookupError where nobody of that name is known."""
    if not place.startswith("~"):
        return place
    user, slash, rest = place.partition("/")
    own = home if user == "~" else os.path.expanduser(user)
    if own == user:
        raise LookupError(
            f"begins with {user}, and no user is called that: write it out, or [~] for the sign itself"
        )
    return escape(own) + slash + rest
