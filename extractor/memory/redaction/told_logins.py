"""Logins told in a sentence, a password with its user: "log in with admin / …", "creds: admin / …".

Owns how such a sentence goes. Promises to read a bounded number of characters from a place, and to take no way of
signing in ("with Google / GitHub"). Never looks at names of settings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_values import CODED, is_drawn, is_made_up, is_stand_in, is_unlike_words

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
_NEXT = (
    r"(?P<by> ?[/|] ?|:|,? (?:and|und|et|y|with|mit|avec|con) |, ?|\s)"
    r"(?P<label>(?:the )?(?:pw|pwd|pass(?:word|phrase)?|passwort|kennwort|contraseña):? )?"
)
_VALUE = r"[\"'`*]{0,2}(?!\[(?:REDACTED:|PRIVATE\]))(?P<value>[^\s\"'`]{6,64})"
_SIGNED_IN = re.compile(
    rf"{_WHERE}(?:,? (?:with|as|using|via|mit|als|avec|con|como)|[:,]| is| are|(?<=creds)|(?<=[uU]ser))"
    r" (?:(?:the|my|our|this|these|user(?:name)?|account|test|credentials|creds|benutzer)\b:? ?){0,3}"
    rf"{_USER}{_NEXT}{_VALUE}",
    re.IGNORECASE,
)
"""A user and a password behind a word for signing in."""
_SAID_BEFORE = re.compile(
    rf"(?:use|enter|type|try|take|with|nimm|benutze|utilise|usa) (?:the )?{_USER}"
    rf"(?P<by> ?[/|] ?|: ?| (?:and|und|with) ){_VALUE}[\"'`*]{{0,2}}"
    r" (?:(?:here |there )?(?:to|for|when|if|um|zum|pour|para) |as (?:the |my |your )?)(?:(?:you|i|we|the|dich|sich) ?){0,2}\Z",
    re.IGNORECASE,
)
"""Both before a word for signing in: "use anna:… to log in"."""
_MOST_BEFORE = 200
_MAILED = re.compile(rf"@(?<=\w@)[\w-]{{1,40}}(?:\.[\w-]{{1,20}}){{1,3}}(?P<by> [/|] |:){_VALUE}")
"""A password behind an address of mail and a stroke with spaces, wherever it stands."""
_CALLED = (
    (b"cred", re.compile(rb"cred(?:s?|entials?)(?![a-z])(?<![a-z]cred)")),
    (b"login", re.compile(rb"login(?![a-z])(?<![a-z_]login)(?<![a-z_]-login)")),
)
"""What a user and a password are called together. Each begins with letters that are found fast."""
_TOLD = re.compile(
    r"(?: (?:for|of|on|to) [\w .-]{1,40}?)?(?:\s?[:=]|\s(?:is|are|was|were))\s?[\"'`]?[\w.@+-]{2,60}[\"'`]?"
    r"\s?[:/]\s?[\"'`]?(?!\[(?:REDACTED:|PRIVATE\]))(?P<value>[^\s\"'`/]{4,100})"
)
"""Both behind what they are called, with a colon or a stroke between them."""
_MADE = re.compile(
    r"generated for [^\s@]{1,60}@[^\s@]{1,60}: (?!\[(?:REDACTED:|PRIVATE\]))(?P<value>\S{6,100})"
)
"""A password that a program made for a user, told behind the user's name; any sign may stand in it."""
_TWO_PARTS = ("/", "|")
_PHRASE = re.compile(r"[A-Za-z]{3,}(?:[-_.][A-Za-z]{3,}){2,}|[A-Za-z]{4,}\d{2,}")
"""Words put together, or a word and a number, to a password: behind its name alone."""
_LEAST_WORD = 6
_WAYS_IN = frozenset(
    "google github gitlab apple facebook microsoft azure okta sso saml oauth oidc ldap email mail password passkey phone"
    " sms token user username account discord slack twitter keycloak cognito firebase supabase clerk kerberos".split()
)
"""What one signs in with that is no user."""
_METHOD = re.compile(
    r"(?i)o?auth|saml|web|fido|sha|ldap|kerberos|oidc|http|ip|node|host|server|user|admin|test"
)
"""What a way to sign in, a machine or a user with a number begins with."""
_PRODUCT = re.compile(r"(?:[A-Z][a-z]+)+[A-Z]*\d+")
"""A name of several parts and its version: "GitHub2"."""


def told_logins(text: str, low: bytes) -> Iterator[Span]:
    """Passwords told with their user. `low`: the text as lower-case bytes, one for each character."""
    for held, word in _CALLED:
        for named in word.finditer(low) if held in low else ():
            if match := _TOLD.match(text, named.end()):
                value = match["value"].rstrip(".,;:!?)")
                is_sure = named[0] != b"login" or is_made_up(value)
                if is_sure and is_unlike_words(value) and not is_stand_in(value):
                    begins = match.start("value")
                    yield Span(begins, begins + len(value), "password")
    if b"password is generated for " in low:
        for match in _MADE.finditer(text):
            yield Span(*match.span("value"), "password")
    for held, word in _SIGN_INS:
        if held not in low:
            continue
        for named in word.finditer(low):
            match = _SIGNED_IN.match(text, named.end()) or _SAID_BEFORE.search(
                text, max(0, named.start() - _MOST_BEFORE), named.start()
            )
            if match and (span := _password(match, _is_pair(match))):
                yield span
    if b"@" in low:
        for match in _MAILED.finditer(text):
            is_address = match["by"] == ":" and "@" in match["value"]
            if not is_address and (span := _password(match, match["by"] != ":")):
                yield span


def _is_pair(match: re.Match[str]) -> bool:
    """Whether user and password stand as two of a kind, with a stroke between them or behind an address of mail."""
    return match["by"].strip() in _TWO_PARTS or "@" in match["user"]


def _is_word_and_number(match: re.Match[str]) -> bool:
    """Whether the value is a word and a number as ways of signing in, users and machines are called: no stroke with
    spaces before it, or of the kind of what stands before that.
    """
    value, user = match["value"].rstrip(".,;:!?)*"), match.groupdict().get("user") or ""
    if not CODED.fullmatch(value):
        return False
    is_told = match["by"] == " / " and len(value) > _LEAST_WORD and bool(user) and user.isalpha()
    return not is_told or user.lower() in _WAYS_IN or _METHOD.match(value) is not None


def _password(match: re.Match[str], is_pair: bool) -> Span | None:
    """What stands where the password would: of two of a kind letters and digits, else what nobody writes as a word."""
    value = match["value"].rstrip(".,;:!?)*")
    is_phrase = match.groupdict().get("label") and _PHRASE.fullmatch(value)
    if len(value) < 6 or not (is_phrase or is_unlike_words(value)) or is_stand_in(value):
        return None
    is_odd = is_phrase or is_made_up(value) or is_drawn(value) or match["value"].startswith(value + "!")
    if not is_odd and not (is_pair and not _is_word_and_number(match) and not _PRODUCT.fullmatch(value)):
        return None
    begins = match.start("value")
    return Span(begins, begins + len(match["value"].rstrip(".,;:)*")), "password")
