"""Readings of a text: what it comes to for whoever decodes, normalises or renders it.

Owns the ways in which letters can be written otherwise than they are read. Promises that the text itself is the
first reading, and that there are few. Pure.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
import unicodedata
from collections.abc import Callable
from urllib.parse import unquote

_ROUNDS = 3
"""Ways that are taken one after the other: an address inside base64 inside an escape."""

_MOST = 32

_LOOKALIKES = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"),
        **dict.fromkeys("∕⁄⧸／", "/"),
        **dict.fromkeys("∖⧵＼﹨", "\\"),
        **dict.fromkeys("˜∼～", "~"),
        **dict.fromkeys("․。．｡·•", "."),
        **dict.fromkeys("’‘ʼ＇", "'"),
        **dict.fromkeys("\u00a0\u2007\u202f\u2009", " "),
    }
)
"""Signs that stand for those of paths, numbers and addresses."""

_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|([0-3][0-7]{2}))")
_BASE64 = re.compile(r"(?<![\w+/=-])[\w+/-]{7,}={0,2}(?![\w+/=-])")
_HEX = re.compile(r"\b(?:[0-9a-fA-F]{2}[ :]?){5,}\b")
_DRAWN = re.compile(r"LATIN (?:CAPITAL|SMALL) LETTER ([A-Z])\b")
_APART = re.compile(r"(?<!\w)\w(?:[ .\-_]\w){3,}(?!\w)")
_MARKUP = re.compile(r"<[^<>]*>|[*_`]+|\\(?=[^\w\s])")


def decodings(text: str) -> list[str]:
    """The text, and what it is when it is decoded, normalised or rendered; each once."""
    found = {text: None}
    newest = [text]
    for _ in range(_ROUNDS):
        newest = [made for each in newest for made in (way(each) for way in _WAYS) if made not in found]
        newest = list(dict.fromkeys(newest))[: _MOST - len(found)]
        found |= dict.fromkeys(newest)
    return list(found)


def _normalised(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text.translate(_LOOKALIKES)).translate(_LOOKALIKES)
    return plain if plain.isascii() else "".join(map(_sign, plain))


def _sign(letter: str) -> str:
    """A digit of any alphabet, or a letter drawn in a box, as the plain one."""
    number = unicodedata.decimal(letter, None)
    if number is not None:
        return str(number)
    drawn = _DRAWN.search(unicodedata.name(letter, "")) if unicodedata.category(letter) == "So" else None
    return drawn[1].lower() if drawn else letter


def _closed(text: str) -> str:
    """Letters that stand apart, closed up."""
    return _APART.sub(lambda match: re.sub(r"[ .\-_]", "", match[0]), text)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_letter, text)


def _letter(match: re.Match[str]) -> str:
    code = int(match[4], 8) if match[4] else int(match[1] or match[2] or match[3], 16)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else match[0]


def _unmarked(text: str) -> str:
    return _MARKUP.sub("", text)


def _decoded(text: str) -> str:
    return _HEX.sub(_from_hex, _BASE64.sub(_from_base64, text))


def _from_base64(match: re.Match[str]) -> str:
    word = match[0].rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return _readable(base64.b64decode(word + "=" * (-len(word) % 4), validate=True), match[0])
    except (binascii.Error, ValueError):
        return match[0]  # a word like any other


def _from_hex(match: re.Match[str]) -> str:
    return _readable(bytes.fromhex(re.sub("[ :]", "", match[0])), match[0])


def _readable(data: bytes, otherwise: str) -> str:
    """What bytes say, where they are plain text; else the letters that stand for them."""
    text = data.decode("utf-8", "replace")
    return text if len(text) > 4 and text.isprintable() and "\ufffd" not in text else otherwise


_WAYS: tuple[Callable[[str], str], ...] = (
    _normalised,
    html.unescape,
    unquote,
    _unescaped,
    _unmarked,
    _closed,
    _decoded,
)
