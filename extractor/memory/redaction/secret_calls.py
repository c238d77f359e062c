"""Passwords that code gives to a call or a statement by their place: the third argument, the second column.

Owns the calls and where each takes its password. Promises to read a bounded number of characters from a place. Never looks
at arguments that have a name: it says what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_values import is_made_up, is_stand_in, is_unlike_words, looks_secret
from extractor.memory.redaction.secret_words import Name

_ESC = r"\\{0,7}"
_STRING = rf"[brfN@$]?{_ESC}[\"'](?P<value>[^\"'\\\s]{{4,100}}){_ESC}[\"']"
_OTHER = r"\s{0,40}[^,()\n]{1,120},"
_PORT = r"(?:\s{0,40}(?:\d{2,5}|[\w.]{0,40}(?i:port))\s{0,40},)"
_THIRD = re.compile(rf"\({_OTHER}{_PORT}?(?!{_PORT}){_OTHER}\s{{0,40}}{_STRING}")
"""Behind an address or a name, with its port or without, and a user."""
_SECOND = re.compile(rf"\({_OTHER}\s{{0,40}}{_STRING}")
_BOTH = re.compile(
    rf"\(\s{{0,40}}{_ESC}[\"'][^\"'\\\n]{{1,100}}{_ESC}[\"']\s{{0,4}},\s{{0,40}}{_STRING}\s{{0,40}}[,)]"
)
"""Behind a user in quotation marks."""
_FIRST = re.compile(rf"\(\s{{0,40}}{_STRING}")
_SECURE = re.compile(rf"[ \t]+(?:-[Ss]tring[ \t]+)?{_STRING}(?=[^\n|;]{{0,60}}-[Aa]s[Pp]lain)")
_ACCOUNT = re.compile(
    rf"\(\s{{0,40}}{_ESC}[\"']AC[0-9a-f]{{32}}{_ESC}[\"'],\s{{0,40}}{_ESC}[\"'](?P<value>[0-9a-f]{{32}}){_ESC}[\"']"
)
_CALLS: tuple[tuple[bytes, re.Pattern[str]], ...] = (
    (b"connection(", _THIRD),
    (b"connect(", _THIRD),
    (b"pdo(", _THIRD),
    (b"user(", _THIRD),
    (b"crypt.hash(", _FIRST),
    (b"crypt.hashsync(", _FIRST),
    (b"crypt.hashpw(", _FIRST),
    (b"client(", _ACCOUNT),
    (b"jwt.sign(", _SECOND),
    (b"jwt.encode(", _SECOND),
    (b"jwt.verify(", _SECOND),
    (b"jwt.decode(", _SECOND),
    (b"hmac(", _SECOND),
    (b"rypt(", _SECOND),
    (b".new(", _FIRST),
    (b"kieparser(", _FIRST),
)
"""By what such a call ends with, in lower case: where its password stands."""
_RARE = (
    (b"mysqli(", _THIRD),
    (b"ftp(", _THIRD),
    (b"ftp_tls(", _THIRD),
    (b"pw_set(", _BOTH),
    (b".auth(", _BOTH),
    (b"hash::make(", _FIRST),
)
"""The same of calls that are looked for by themselves."""
_OF_ANYTHING = (b"connect(", b".auth(")
"""What is called so need be no login: its last word must be unlike those of code."""
_COLUMNS = re.compile(r"\((?P<before>[\w\s,\"'`\[\].\\]{0,400})\Z")
_VALUES = re.compile(
    r"[\"'`\]\\]{0,4}\s{0,8}(?:,[\w\s,\"'`\[\].\\]{0,300}?)?\)\s{0,40}(?i:values)\s{0,40}(?=\()"
)
"""From a column on up to the rows of a statement that puts them in."""
_FIELD = re.compile(
    r"\s{0,40}(?:N?'(?P<quoted>(?:[^'\\\n]|''|\\[^\n]){0,256})'|\"(?P<double>[^\"\\\n]{0,256})\"|(?:[^,()'\"]|\([^()]{0,200}\)){1,256})"
    r"\s{0,40}(?P<ends>[,)])"
)
_NEXT_ROW = re.compile(r"\s{0,40},\s{0,40}(?=\()")
_MOST_BEFORE, _MOST_ROWS, _MOST_FIELDS = 400, 50, 40


def of_calls(text: str, word: bytes, at: int) -> Iterator[Span]:
    """The password of the call or command whose name, `word` in lower case, ends before this place."""
    pattern = next((found for ends, found in _CALLS if word.endswith(ends)), None)
    match = pattern.match(text, at - 1) if pattern else _SECURE.match(text, at - 1)
    yield from _in_call(match, is_sure=word not in _OF_ANYTHING)


def of_rare_calls(text: str, low: bytes) -> Iterator[Span]:
    """The passwords of calls no other way through a text comes by. `low`: the text as lower-case bytes."""
    for call, pattern in _RARE:
        at = low.find(call)
        while at >= 0:
            yield from _in_call(pattern.match(text, at + len(call) - 1), is_sure=call not in _OF_ANYTHING)
            at = low.find(call, at + len(call))


def _in_call(match: re.Match[str] | None, *, is_sure: bool) -> Iterator[Span]:
    """The password in the arguments of a call. `is_sure`: nothing but a login is called so."""
    if match is None or not (is_sure or is_unlike_words(match["value"]) or is_made_up(match["value"])):
        return
    if looks_secret(match["value"], True, "password") and not is_stand_in(match["value"]):
        yield Span(*match.span("value"), "password")


def in_values(text: str, low: bytes, name: Name) -> Iterator[Span]:
    """The secrets that a statement puts into the column of this name. `low`: the text as lower-case bytes."""
    if low.find(b"values", name.end, name.end + _MOST_BEFORE) < 0:
        return
    rows = _VALUES.match(text, name.end)
    columns = _COLUMNS.search(text, max(0, name.start - _MOST_BEFORE), name.start) if rows else None
    if rows is None or columns is None:
        return
    column, at = columns["before"].count(","), rows.end()
    for _ in range(_MOST_ROWS):
        fields = list(_fields(text, at + 1))
        if not fields or fields[-1]["ends"] != ")":
            return
        if column < len(fields):
            group = "quoted" if fields[column]["quoted"] else "double"
            if fields[column][group] and looks_secret(fields[column][group], True, name.kind):
                yield Span(*fields[column].span(group), name.kind)
        following = _NEXT_ROW.match(text, fields[-1].end())
        if following is None:
            return
        at = following.end()


def _fields(text: str, at: int) -> Iterator[re.Match[str]]:
    for _ in range(_MOST_FIELDS):
        field = _FIELD.match(text, at)
        if field is None:
            return
        yield field
        if field["ends"] == ")":
            return
        at = field.end()
