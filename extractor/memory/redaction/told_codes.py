"""Codes told in a sentence: "the PIN of the card is …", "the door code is …", "recovery codes: …".

Owns how such a sentence goes. Promises to read a bounded number of characters from a place, and to take no number of a
line, a version or a port. Never looks at names of settings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.redaction.secret_formats import Span

_PIN = re.compile(rb"pin(?<![a-z0-9_.-]pin)(?![a-z])")
_CODE = re.compile(rb"codes?(?![a-z])")
_OPENS = tuple(f"{what} ".encode() for what in ("door", "gate", "lock", "safe", "alarm", "entry", "access"))
"""What stands before "code" where digits open something."""
_LETS_IN = tuple(
    f"{what}{sign}".encode()
    for what in ("recovery", "backup", "rescue", "scratch", "2fa", "mfa", "wiederherstellungs")
    for sign in ("", " ", "-")
)
"""What stands before "codes" where each lets one in once."""
_MOST_BEFORE = 20
"""Characters of the longest of both."""
_DIGITS = re.compile(
    r"(?: (?:for|of|to|on|für|vo[nm]|zum|zur|de[lr]?|du) [\w '’-]{1,40}?)?"
    r"(?: (?:is|ist|lautet|es|est)(?: (?:now|always|still|jetzt|immer))?:?| ?[:=]|(?<=[a-z] code)|(?<=my pin)) ?[\"'`*]{0,2}"
    r"(?P<value>\d{4,8}[#*]?)(?![\w.:/-]\w|\w)"
)
"""Digits behind the name of such a code."""
_A_CODE = (
    r"(?:\d{1,2}[.)] )?[\"'`]?(?:[a-z0-9]{4,6}(?:-[a-z0-9]{4,6}){1,3}|\d{4} \d{4}|\d{8}|(?=[a-z]*\d)[a-z0-9]{8,10})"
    r"[\"'`]?(?![\w-])"
)
_LISTED = re.compile(
    r"[^\n:=]{0,40}(?:[:=]| are| is)[ \t]*(?:\r?\n[ \t]*){0,2}"
    rf"(?P<value>{_A_CODE}(?:(?:,? |[ \t]*\r?\n[ \t>*-]{{0,8}}){_A_CODE}){{0,19}})",
    re.IGNORECASE,
)
"""The codes behind their name, in a row or below each other."""

_OF_DISK = re.compile(r"(?<![\d-])\d{6}(?:-\d{6}){7}(?![\d-])")
"""What opens a disk whose password was lost: eight groups of six digits."""


def told_codes(text: str, low: bytes) -> Iterator[Span]:
    """The digits of doors, cards and telephones, and the codes that let one in without a telephone."""
    for named in _PIN.finditer(low) if b"pin" in low else ():
        if match := _DIGITS.match(text, named.end()):
            yield Span(*match.span("value"), "code")
    if b"recovery" in low or b"bitlocker" in low or b"password:" in low:
        yield from (Span(*match.span(), "code") for match in _OF_DISK.finditer(text))
    for named in _CODE.finditer(low) if b"code" in low else ():
        before = low[max(0, named.start() - _MOST_BEFORE) : named.start()]
        if before.endswith(_OPENS):
            if match := _DIGITS.match(text, named.end()):
                yield Span(*match.span("value"), "code")
        elif before.endswith(_LETS_IN):
            match = _LISTED.match(text, named.end())
            if match and any(map(str.isdigit, match["value"])):
                yield Span(*match.span("value"), "code")
