"""Passwords that stand on a line of settings to its end, or in a sentence to its next space, whatever signs they hold.

Owns how far such a value reads and what tells it from code. Promises to look no further than a few hundred characters from
a name, and at the letters that run on from there. Never looks for names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_values import is_random, stands_for_nothing, turns

_BEGINS = re.compile(
    r"(?:[^\n]{0,100}[\"'])?(?:[>+|*#/-]|\d{1,6}(?:[:|→-]|(?=[ \t]))|[ \t]){0,40}"
    r"(?:(?:export|set|setx|env|ENV|ARG|declare -x|local|\$env:)[ \t:]{0,4})?"
    r"[\"']?[\w.-]{0,60}\Z"
)
"""What may stand on a line before the name of a setting: marks of a list or a change, or all before a string."""
_MOST_BEFORE = 120
_TO_LINE_END = re.compile(
    r"(?!\[(?:REDACTED:|PRIVATE\]))"
    r"(?P<value>(?!\\[nrt])[^\s\"'`](?:(?!\\[nrt])\S){5,255}?)(?:<br ?/?>[^\n]{0,200}|</[a-z][\w-]{0,30}>){0,6}"
    r"(?:\\{0,3}[\"'][}\]),]{0,8})?[,;]?\\{0,7}[ \t]{0,8}(?:(?<=[ \t])#[^\r\n]{0,200})?(?:\r?\n|\Z)"
)
_MOST_JUDGED = 100
"""Signs of a password that are looked at to tell whether it is one."""
_TO_SPACE = re.compile(
    r"(?!\[(?:REDACTED:|PRIVATE\]))[\"'`*‹<(\[]{0,2}+(?!\[?(?:REDACTED:|PRIVATE\]))"
    rf"(?P<value>\S{{6,{_MOST_JUDGED}}})"
)
_REST = re.compile(r"\S{0,4096}")
"""What stands behind so many signs of a password goes with them: each further pass would find as many more of it."""
_IN_FOURS = re.compile(
    r"\\{0,7}[\"'`]?(?P<value>(?=[a-z -]{0,18}[jqxz])[a-z]{4}([ -])[a-z]{4}(?:\2[a-z]{4}){2})"
    r"(?=[\"'`\\<,;#}]|[ \t]{0,8}(?:[\r\n]|\Z))"
)
"""One letter at least is of those that words of a sentence seldom have, and letters drawn by chance nearly always."""
_CODE = re.compile(r"[A-Za-z_$][\w.$]*(?=[(\[]|\?\.|->|::|[|&?]{2}|[=!]=)")
"""What code begins with where it is no plain name: what is called, looked up in, or weighed."""
_CALL = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+\(")
"""What is called by a dotted name of code, whatever it is given."""
_TEMPLATE = re.compile(
    r"\$\{|\{\{|\$\(|<%|=>|://|%\w+%\Z|<[^<>]*>\Z|\[[^\[\]]*\]\Z|\{[^{}]*\}\Z|&\w+=|(?:.*[^\w])?\(\)"
)
_OF_CODE = re.compile(r"=>|&&|\|\||\?\?|\(\)|::|->|[=!]==?|\);?\Z")
"""Signs that stand together in code."""
_FIELDS = re.compile(r"[\"'](?:,|:)|,[\"']")
"""Between the fields of an object that stands on one line."""
_SIGNS = frozenset("!@#$%^&*?+~|<>;,'\"`([{")
"""What passwords hold and words do not."""
_ENDS = frozenset("()[]{}<>|;,'\"`")
"""What ends a value elsewhere."""
_ODD, _LEAST, _LETTERS, _MIXED = 3, 20, 4.2, 3.0
"""Turns from letters to digits that no name of code has; and of what is no password the fewest characters, and how long
its words may be on average; how long those of a password among signs."""
_DEFINED = re.compile(
    r"define\(\s{0,8}['\"]\w{0,40}(?:KEY|SALT)['\"]\s{0,8},\s{0,40}(?P<quote>['\"])(?P<value>[^\n]{32,100}?)(?P=quote)\s{0,8}\)"
)
"""As settings of PHP give a key, drawn from every letter and sign there is, spaces among them."""
_RUNS_ON = re.compile(r"[A-Za-z0-9_+/=.~%-]{1,16384}")


def to_line_end(text: str, name: int, at: int, kind: str) -> Span | None:
    """The value at a place, where the name before it is the first on its line and nothing stands behind the value."""
    begins = text.rfind("\n", max(0, name - _MOST_BEFORE), name) + 1
    if (begins == 0 and name > _MOST_BEFORE) or not _BEGINS.fullmatch(text, begins, name):
        return None
    value = _TO_LINE_END.match(text, at)
    if value is None or not _holds_an_end(value["value"]) or not _is_odd(value["value"], kind):
        return None
    return Span(*value.span("value"), kind)


def to_space(text: str, at: int) -> Span | None:
    """The password that is said at a place, where a sign stands in it that ends most values."""
    value = _TO_SPACE.match(text, at)
    if value is None:
        return None
    said = value["value"].partition("</")[0].rstrip(".,;:!?)]>\"'`*")
    begins = value.start("value")
    if len(said) < 6 or not (begins > at or _holds_an_end(said)) or not _is_odd(said, "password"):
        return None
    if value.end() - begins < _MOST_JUDGED:
        return Span(begins, begins + len(said), "password")
    rest = _REST.match(text, value.end())
    return Span(begins, rest.end() if rest else value.end(), "password")


def in_fours(text: str, at: int) -> Span | None:
    """The password at a place that a provider of mail made for one program: four times four small letters."""
    value = _IN_FOURS.match(text, at)
    return Span(*value.span("value"), "password") if value else None


def defined(text: str) -> Iterator[Span]:
    """Keys and salts in settings of PHP."""
    for match in _DEFINED.finditer(text):
        if turns(match["value"]) >= _ODD or is_random(match["value"], _LETTERS):
            yield Span(*match.span("value"), "key")


def _holds_an_end(value: str) -> bool:
    """Whether a sign stands in a value that begins none elsewhere, or ends one."""
    return not value[0].isalnum() or not _ENDS.isdisjoint(value)


def _is_odd(value: str, kind: str) -> bool:
    """Whether letters, digits and signs stand in an order that code and words do not have."""
    if stands_for_nothing(value) or _TEMPLATE.match(value) or _CALL.match(value) or _FIELDS.search(value):
        return False
    code = _CODE.match(value)
    if code is not None and turns(code[0]) < _ODD and turns(value) < 2 * _ODD:
        return False
    if kind != "password":
        return len(value) >= _LEAST and turns(value) >= _ODD and is_random(value, _LETTERS)
    found, signs = turns(value), len(_SIGNS & set(value))
    if (found > 0 and found + signs >= _ODD) or (signs > 1 and is_random(value, _MIXED)):
        return True
    return signs > _ODD and not _OF_CODE.search(value) and any(map(str.isalpha, value))


def run_on(text: str, at: int) -> int:
    """Where the letters end that go on behind the longest value that is judged."""
    behind = _RUNS_ON.match(text, at)
    return behind.end() if behind else at
