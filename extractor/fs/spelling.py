"""How a path is spelled: two spellings may name one file.

Owns what macOS takes for the same name, where Linux tells them apart. Promises that no file is opened.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from pathlib import Path

_LINKED = re.compile("^(?:/system/volumes/data(?=/))?(?:/private(?=/(?:tmp|var|etc)(?:/|$)))?")
"""What every macOS puts before a path of its own accord: where its data lies, and where /tmp, /var and /etc lead."""


def compared(path: str, platform: str = sys.platform) -> str:
    """A path as it is compared with another of the same file.

    Forms of Unicode are never told apart, on macOS neither are letter cases nor the links at its root.
    """
    plain = spelled(path, platform)
    return _LINKED.sub("", plain) if platform == "darwin" else plain


def spelled(path: str, platform: str = sys.platform) -> str:
    """A path or a name in one form of Unicode, on macOS in one letter case."""
    plain = unicodedata.normalize("NFC", path)
    return unicodedata.normalize("NFC", plain.casefold()) if platform == "darwin" else plain


def lies_in(path: str, folder: str, platform: str = sys.platform) -> bool:
    """Whether a path is the folder's or that of something below it, however the two are spelled."""
    one, other = compared(path, platform), compared(folder, platform)
    return one == other or one.startswith(other.rstrip("/") + "/")


def composed(path: str) -> str:
    """A path in the form of Unicode clients write it in (NFC), where that leads to the same file; else as it is."""
    plain = unicodedata.normalize("NFC", path)
    try:
        return plain if plain != path and os.path.samefile(plain, path) else path
    except (OSError, ValueError):
        return path


def listed(path: str) -> str:
    """A path, links resolved, with every name as its folder lists it: what a program in it is told by getcwd.

    A name that is not listed stays as it is.
    """
    found = "/"
    for part in Path(os.path.realpath(path)).parts[1:]:
        found = os.path.join(found, part if part.isascii() else _listed(found, part))
    return found


def _listed(folder: str, name: str) -> str:
    try:
        names = os.listdir(folder)
    except OSError:
        return name
    plain = unicodedata.normalize("NFC", name)
    alike = (each for each in names if unicodedata.normalize("NFC", each) == plain)
    return name if name in names else next(alike, name)
