"""Private keys without their armour: the lines between its two, and the fields of one that is written as JSON.

Owns what the bytes of such keys begin with, and what the private fields are called. Promises one look at each letter.
Never looks at public keys: they begin with other bytes and have none of the fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.redaction.secret_formats import Span

_BEGINS = re.compile(
    r"b3BlbnNzaC1rZXktdjE"
    r"|M(?:II[A-Z][A-Za-z0-9+/]{2}IBA(?:AK[BC]|DA[LN]Bgkqhki)|H[cQ]CAQEEI|IGkAgEBBD|IHcAgEBBEI"
    r"|I[GH][A-Za-z0-9+/]AgEAMB[AM]GByqGSM49|[A-Za-z0-9+/]{2}CAQ[AE]wBQYDK2V)"
)
"""The first letters in base64 of what each kind of private key begins with: OpenSSH, RSA, EC and Edwards curves."""
_MARGIN = r"(?:\\{1,4}[nrt]|[\s\"'`+→│|>,:-]|\d{1,6}(?=[\s→│|:-])){1,12}"
"""What stands between two lines, what a viewer or a string of code writes before each among it."""
_BODY = re.compile(
    rf"[A-Za-z0-9+/]{{32,}}={{0,2}}(?:{_MARGIN}[A-Za-z0-9+/]{{40,}}={{0,2}})*"
    rf"(?:{_MARGIN}(?:[A-Za-z0-9+/]{{2,39}}={{1,2}}|(?=[A-Za-z+/]{{0,38}}\d)[A-Za-z0-9+/]{{12,39}}(?![\w.:-])))?"
)
_OBJECT = re.compile(r"\{[^{}]{40,12000}\}?")
_IS_KEY = re.compile(r"[\"'\\]?kty[\"'\\]{0,4}\s?[:=]")
_PRIVATE_FIELD = re.compile(
    r"(?<![\w.])\\{0,7}[\"']?(?:d|p|q|dp|dq|qi|k)\\{0,7}[\"']?\s?:\s{0,8}\\{0,7}[\"'](?P<value>[A-Za-z0-9_-]{20,2000})={0,2}\\{0,7}[\"']"
)
"""RFC 7518: the private exponent, the primes and what is derived of them, or the one key there is."""


def body_at(text: str, start: int) -> Span | None:
    """The private key whose letters begin there, or behind the last letter of an escape that JSON wrote before them."""
    if text[start - 1 : start] == "\\":
        start += 1
    if not _BEGINS.match(text, start):
        return None
    body = _BODY.match(text, start)
    return Span(*body.span(), "private-key") if body else None


def in_key_objects(text: str) -> Iterator[Span]:
    """The private fields of keys that are written as JSON."""
    for each in _OBJECT.finditer(text):
        if _IS_KEY.search(text, *each.span()):
            for field in _PRIVATE_FIELD.finditer(text, *each.span()):
                yield Span(*field.span("value"), "private-key")
