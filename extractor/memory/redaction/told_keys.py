"""Keys that a sentence tells by the name of the service they are for: "the … key is", "here's the key:".

Owns how such a sentence goes, and which keys are none of a service's. Promises to take nothing shorter than 20
characters, and to read a bounded number of characters from a place. Never looks at keys that are called `api key`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_values import looks_secret

_FOR = r"(?: (?:for|of|to|from|f\?r|pour|para|de)(?: [\w./@'?-]{1,30}){1,3}?)?"
_IS = (
    r"(?: (?:is|ist|lautet|es|est)(?: (?:now|jetzt|ahora|maintenant))?:?| ?:| =)"
    r"(?:[ \t]{1,4}|[ \t]{0,4}\r?\n[ \t]{0,8})"
)
_LEAST = 20
"""Characters of such a key."""
_VALUE = r"[*_]{0,3}[\"'`?]?(?P<value>[a-z0-9][a-z0-9_.+/=-]{19,200})"
_TOLD = re.compile(rf" key{_FOR}{_IS}{_VALUE}".encode(), re.ASCII)
"""Searched for in the lower-case bytes of a text. It begins with plain letters, which are found fast."""
_TOLD_ABROAD = re.compile(rf"cl\?(?: d['?]| de l['?]| )api{_FOR}{_IS}{_VALUE}".encode(), re.ASCII)
"""French: its letter with a mark is no plain one."""
_OF_NO_SERVICE = re.compile(
    rb"\bcach(?:e|ed|ing)\b.{0,30}\Z|(?<![a-z0-9])(?:bit|data|hash|local|session|sub)?(?:primary|foreign|public|partition|sort(?:ing)?|row|object|host|commit|hash|idempotency|content|build|lookup"
    rb"|map|dict(?:ionary)?|json|query|index|composite|unique|translation|storage|store|s3|redis|config(?:uration)?|registry"
    rb"|message|lock|dedup\w*|fingerprint|git|ssh|gpg|pgp|event|item|record|entity|node|artifact|routing|range|group|lru|memo"
    rb"|shard|bucket|blob|file|tree|asset|revision|version|checksum|digest|image|layer|state|surrogate|natural|candidate)s?\Z"
)
"""What stands before "key" where it is the name of something that is kept or looked up by it."""


_BETWEEN = r"(?: |, ?|-|\\{0,7}[\"'], ?\\{0,7}[\"']|\s{0,4}(?:\\{1,7}n|\r?\n)\s{0,4})"
_NUMBERED = r"(?:\d{1,2}[.):] ?)?[a-z]{3,8}"
_WORDS = re.compile(
    r"(?:phrase|c)\\{0,7}[\"'`*]{0,3}(?:\s?[:=]|\s(?:is|was):?|\()\s{0,8}\[?\\{0,7}[\"'`*]{0,3}"
    rf"(?P<value>(?:{_NUMBERED}{_BETWEEN}){{11,23}}{_NUMBERED})(?![a-z])",
    re.IGNORECASE,
)
"""A wallet's key as it is told in words: twelve at least, numbered or not, on a line, below each other or in a list."""


def told_words(text: str, at: int) -> Iterator[Span]:
    """The words of a key that is told in words, behind its name at that place."""
    if match := _WORDS.match(text, at):
        yield Span(*match.span("value"), "key")


def told_keys(text: str, low: bytes) -> Iterator[Span]:
    """The keys a text tells so. `low`: the text as lower-case bytes, one for each character."""
    if b" key" in low:
        for match in _TOLD.finditer(low):
            before = low[max(0, match.start() - 40) : match.start()]
            if before[-1:].isalnum() and not _OF_NO_SERVICE.search(before) and _is_key(text, match):
                yield _key(text, match)
    if b"cl?" in low:
        for match in _TOLD_ABROAD.finditer(low):
            if _is_key(text, match):
                yield _key(text, match)


def _key(text: str, match: re.Match[bytes]) -> Span:
    """The key without the mark of its sentence."""
    begins = match.start("value")
    return Span(begins, begins + len(text[begins : match.end("value")].rstrip(".")), "key")


def _is_key(text: str, match: re.Match[bytes]) -> bool:
    value = text[match.start("value") : match.end("value")]
    if value.endswith("..") or len(value.rstrip(".")) < _LEAST:
        return False  # it is told in part, or too short
    return looks_secret(value.rstrip("."), False, "key", is_sure=True)
