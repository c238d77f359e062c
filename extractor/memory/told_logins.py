"""Logins and codes told in a sentence: "log in with admin / …", "the PIN of the card is …", "recovery codes: …".

Owns how such a sentence goes. Promises to read a bounded number of characters from a place, and to take no way of
signing in ("with Google / GitHub") and no number of a line, a version or a port. Never looks at names of settings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.secret_formats import Span
from extractor.memory.secret_values import CODED, is_drawn, is_made_up, is_stand_in, is_unlike_words

_SIGN_INS = (
    (b"log", re.compile(rb"log(?:ged|ging|s)?[ -]?[io]n(?![a-z])|loggen(?<=einloggen)(?![a-z])")),
    (b"sign", re.compile(rb"sign(?:ed|ing|s)?[ -]?in(?![a-z])")),
    (b"credentials", re.compile(rb"credentials(?![a-z])")),
    (b"creds", re.compile(rb"creds(?![a-z])")),
    (b"zugangsdaten", re.compile(rb"zugangsdaten")),
    (b"identifiants", re.compile(rb"identifiants")),
    (b"basic auth", re.compile(rb"basic auth(?:entication)?(?![a-z])")),
    (
        b"user",
        re.compile(
            rb"user(?:name)? ?/ ?pass(?:word)?(?![a-z])|user(?<=(?:test|demo) user)|user(?<=created user)"
            rb"|user(?= \S{2,40},? p(?:ass|w|wd) )"
        ),
    ),
    (b"u/p", re.compile(rb"u/p(?<![a-z0-9./]u/p)(?![a-z0-9/])")),
    (b"melde", re.compile(rb"melden?(?: [dms]ich| euch)?(?![a-z])")),
    (b"connecte", re.compile(rb"connecte[rz]?(?![a-z])")),
)
"""Words for signing in: what a text must hold, and the word."""
_WHERE = r"(?:-[a-z]{2,4})?(?: (?:to|at|on|into|for|here|bei|auf|im|in|sur|en|à)\b[^\n;,]{0,60}?)?"
_USER = r"[\"'`*]{0,2}(?P<user>[\w+-][\w.+-]{1,40}(?:@[\w.-]{1,60})?)[\"'`*]{0,2}"
_NEXT = r"(?P<by> ?[/|] ?|:|,? (?:and|und|et|y|with|mit|avec|con) |, ?|\s)(?:(?:the )?(?:pw|pwd|pass(?:word)?):? )?"
_VALUE = r"[\"'`*]{0,2}(?!\[(?:REDACTED:|PRIVATE\]))(?P<value>[^\s\"'`]{6,64})"
_SIGNED_IN = re.compile(
    rf"{_WHERE}(?:,? (?:with|as|using|via|mit|als|avec|con|como)|[:,]| is| are|(?<=creds)|(?<=[uU]ser))"
    r" (?:(?:the|my|our|this|these|user(?:name)?|account|test|credentials|creds|benutzer)\b:? ?){0,3}"
    rf"{_USER}{_NEXT}{_VALUE}",
    re.IGNORECASE,
)
"""A user and a password behind a word for signing in."""
_MAILED = re.compile(rf"@(?<=\w@)[\w-]{{1,40}}(?:\.[\w-]{{1,20}}){{1,3}}(?P<by> [/|] |:){_VALUE}")
"""A password behind an address of mail and a stroke with spaces, wherever it stands."""
_HASHED = re.compile(
    r"\$(?:1|2[abxy]|5|6|7|y|gy|apr1|argon2(?:id|[id])|scrypt|pbkdf2(?:-sha\d+)?)\$(?=[^\s:\"']{0,60}\d)[./A-Za-z0-9$=,_+-]{20,200}"
)
"""A password as `crypt(3)` keeps it, which can be tried out."""
_TWO_PARTS = ("/", "|")
_PRODUCT = re.compile(r"(?:[A-Z][a-z]+)+[A-Z]*\d+")
"""A name of several parts and its version: "GitHub2"."""

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


def told_sign_ins(text: str, low: bytes) -> Iterator[Span]:
    """Passwords told with a user and a word for signing in. `low`: the text as lower-case bytes, one for each character."""
    for held, word in _SIGN_INS:
        if held not in low:
            continue
        for named in word.finditer(low):
            match = _SIGNED_IN.match(text, named.end())
            if match and (span := _password(match, _is_pair(match))):
                yield span
    if b"$" in low:
        for match in _HASHED.finditer(text):
            yield Span(*match.span(), "password-hash")
    if b"@" in low:
        for match in _MAILED.finditer(text):
            is_address = match["by"] == ":" and "@" in match["value"]
            if not is_address and (span := _password(match, match["by"] != ":")):
                yield span


def told_codes(text: str, low: bytes) -> Iterator[Span]:
    """The digits of doors, cards and telephones, and the codes that let one in without a telephone."""
    for named in _PIN.finditer(low) if b"pin" in low else ():
        if match := _DIGITS.match(text, named.end()):
            yield Span(*match.span("value"), "code")
    for named in _CODE.finditer(low) if b"code" in low else ():
        before = low[max(0, named.start() - _MOST_BEFORE) : named.start()]
        if before.endswith(_OPENS):
            if match := _DIGITS.match(text, named.end()):
                yield Span(*match.span("value"), "code")
        elif before.endswith(_LETS_IN):
            match = _LISTED.match(text, named.end())
            if match and any(map(str.isdigit, match["value"])):
                yield Span(*match.span("value"), "code")


def _is_pair(match: re.Match[str]) -> bool:
    """Whether user and password stand as two of a kind, with a stroke between them or behind an address of mail."""
    return match["by"].strip() in _TWO_PARTS or "@" in match["user"]


def _password(match: re.Match[str], is_pair: bool) -> Span | None:
    """What stands where the password would: of two of a kind letters and digits, else what nobody writes as a word."""
    value = match["value"].rstrip(".,;:!?)*")
    if len(value) < 6 or not is_unlike_words(value) or is_stand_in(value):
        return None
    is_odd = is_made_up(value) or is_drawn(value) or match["value"].startswith(value + "!")
    if not is_odd and not (is_pair and not CODED.fullmatch(value) and not _PRODUCT.fullmatch(value)):
        return None
    begins = match.start("value")
    return Span(begins, begins + len(match["value"].rstrip(".,;:)*")), "password")
