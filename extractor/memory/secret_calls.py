"""Passwords that code gives to a call or a statement by their place: the third argument, the second column.

Owns the calls and where each takes its password. Promises to read a bounded number of characters from a place. Never looks
at arguments that have a name: it says what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.secret_formats import Span
from extractor.memory.secret_values import is_stand_in, looks_secret
from extractor.memory.secret_words import Name

_ESC = r"\\{0,7}"
_STRING = rf"[brfN@$]?{_ESC}[\"'](?P<value>[^\"'\\\s]{{4,100}}){_ESC}[\"']"
_OTHER = r"\s{0,40}[^,()\n]{1,120},"
_THIRD = re.compile(rf"\({_OTHER}{_OTHER}\s{{0,40}}{_STRING}")
"""Behind an address or a name, and a user."""
_SECOND = re.compile(rf"\({_OTHER}\s{{0,40}}{_STRING}")
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
    if match and looks_secret(match["value"], True, "password") and not is_stand_in(match["value"]):
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
