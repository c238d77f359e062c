"""Random letters that stand alone, and what only looks like them: hashes, handles, public keys, data, names.

Owns how long such letters are and what tells them from all that programs name by letters drawn by chance. Promises to
look at a bounded number of characters around them. Never looks for them.
"""

from __future__ import annotations

import re
import string

from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_values import is_random
from extractor.memory.redaction.worded_paths import is_named_by_content, is_path_of_words

HEX = re.compile(r"[0-9a-fA-F-]+(?<!-)")
_KNOWN_FOR = re.compile(
    r"(?i)(?:(?<=[\"'])[nxy]"
    r"|sha\d+|md5|h1|integrity|public(?:[ _-]?key)?(?: is)?|peer|ssh-\S+|fingerprint|checksum|digest|hash|nonce|etag"
    r"|cert\w*|ech|base64|signature|toolu|/d|uuid|id|commit|resolved)[\\\"'`]{0,2}[ \t]?[-:=,/_+ ]{0,4}[\\\"'` ]{0,3}\Z"
)
_HANDLE = re.compile(
    r"(?:[a-z]{2,12}_)?(?:toolu|msg|call|req|chatcmpl|resp|srvtoolu|run|thread|asst|file|block)_|(?:dpl|prj)_|chatcmpl-|AAAA"
    r"|M(?:II|Cow|Fkw|FYw|HYw)|sha(?:1|256|384|512)-|Qm[1-9A-HJ-NP-Za-km-z]{44}(?![A-Za-z0-9])"
)
"""What ids, public keys, hashes and names by content begin with."""
_MANGLED = re.compile(r"_{1,3}(?:Z(?:N|T[A-Zvhc]|S[a-z]|G[A-Z]|L|\d)|R[NICMXY])")
"""What a compiler's name for a function begins with, in C++ and in Rust."""
_PART = r"(?:[A-Za-z]{1,20}|[A-Za-z]{0,5}\d{1,4}[A-Za-z]?)"
_NAME = re.compile(rf"{_PART}(?:[-_]{_PART}){{3,}}")
"""Words and short numbers joined by signs: a policy, a dated file."""
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_OF_RUNS = string.ascii_letters + string.digits + "_-"
_MOST_BEFORE = 200
SHORTEST, _LONGEST = 32, 128
"""Characters of random letters that stand alone: what is shorter may be a name, what is longer is data."""

_NEAR = 256
"""Characters before a place in which the beginning of its address is looked for."""


def alone(text: str, start: int, end: int) -> Span | None:
    """Random letters of three classes, not a hash, a handle, a public key or a part of longer data."""
    token = text[start:end]
    if (
        not SHORTEST <= len(token) <= _LONGEST
        or token.lower() == token
        or HEX.fullmatch(token)
        or not is_random(token, 3.4)
        or not _is_mixed(token)
    ):
        return None
    if _HANDLE.match(token.lstrip("/+-_")) or _is_told(text, start) or _is_name(token):
        return None
    if is_path_of_words(token, with_hashes=not _in_address(text, start)):
        return None
    if is_named_by_content(text, start, end):
        return None
    while text.startswith("=", end):
        end += 1
    return None if _is_data(text, start, end) else Span(start, end, "secret")


def _is_told(text: str, start: int) -> bool:
    """Whether what stands before it, or before the letters it is joined to, says that it may be seen."""
    before = text[max(0, start - _MOST_BEFORE) : start]
    begins = start - len(before) + len(before.rstrip(_OF_RUNS))
    return (
        _MANGLED.match(text, begins) is not None
        or _KNOWN_FOR.search(text, max(0, start - 40), start) is not None
        or (begins < start and _KNOWN_FOR.search(text, max(0, begins - 40), begins) is not None)
    )


def _is_name(token: str) -> bool:
    """Whether words that stand in the order of words, and short numbers, are joined in it."""
    return _NAME.fullmatch(token) is not None and all(
        len(_WORD.findall(part)) <= 1 + len(part) // 4 for part in re.split(r"[-_]", token)
    )


def _in_address(text: str, at: int) -> bool:
    """Whether what stands there is part of an address: what looks like a hash may open it."""
    return _ADDRESS.search(text, max(0, at - _NEAR), at) is not None


def _is_mixed(token: str) -> bool:
    return (
        any(map(str.isdigit, token))
        and len({letter for letter in token if letter.islower()}) > 4
        and len({letter for letter in token if letter.isupper()}) > 4
    )


_ADDRESS = re.compile(r"://[^\s\"'<>`]*\Z")
_BETWEEN = r"[\\nr\s\"'+,>|#→│:\d-]{1,24}"
"""What stands between two lines, a margin among it."""
_MORE_BEFORE = re.compile(rf"[A-Za-z0-9+/=]{{40,}}{_BETWEEN}\Z")
_MORE_BEHIND = re.compile(rf"{_BETWEEN}[A-Za-z0-9+/=]{{16,}}")
_ARMOUR_ENDS = re.compile(rf"{_BETWEEN}(?:=[A-Za-z0-9+/]{{4}}{_BETWEEN})?-----END (?!(?:[A-Z0-9]+ )*PRIVATE)")
"""The end of a certificate or a public key. Private ones are taken out before."""


def _is_data(text: str, start: int, end: int) -> bool:
    """A line of many lines of base64, or the last one of a certificate."""
    if _ARMOUR_ENDS.match(text, end):
        return True
    if end - start < 56 or "_" in text[start:end] or "-" in text[start:end]:
        return False
    behind = _MORE_BEHIND.match(text, end)
    return behind is not None or _MORE_BEFORE.search(text, max(0, start - 100), start) is not None
