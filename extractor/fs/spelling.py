"""How a path is spelled: two spellings may name one file.

Owns what macOS takes for the same name, where Linux tells them apart. Promises to compare letters, never files:
nothing is opened.
"""

from __future__ import annotations

import re
import sys
import unicodedata

_LINKED = re.compile("^(?:/system/volumes/data(?=/))?(?:/private(?=/(?:tmp|var|etc)(?:/|$)))?")
"""What every macOS puts before a path of its own accord: where its data lies, and where /tmp, /var and /etc lead."""


def compared(path: str, platform: str = sys.platform) -> str:
    """A path as it is compared with another of the same file.

    Forms of Unicode are never told apart, on macOS neither are letter cases nor the links at its root.
    """
    composed = unicodedata.normalize("NFC", path)
    if platform != "darwin":
        return composed
    return _LINKED.sub("", unicodedata.normalize("NFC", composed.casefold()))
