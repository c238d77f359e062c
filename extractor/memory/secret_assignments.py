"""Values given to a secret's name: the ways a value is given, and where it begins and ends.

Owns what stands between a name and its value. Promises that code, references and placeholders are no secrets.
Never looks for names.
"""

from __future__ import annotations

import re

from extractor.memory.secret_formats import Span
from extractor.memory.secret_values import CODED, is_unlike_words, looks_secret
from extractor.memory.secret_words import GAP, IS, LETTERS, OF, UNSPACED, Name, pieces

_ISSUED = re.compile(rb"(?:api|access|secret)[ _-]?\Z")
"""What stands before "key" where it is one to a service: a hotkey and a cache key have names."""
_LEAST_SPOKEN = 8
"""Characters of such a value."""
_SUFFIX = r"(?:[_-]?(?:base64|base|b64|value|string|prod|dev|test|live|old|new|v?\d{1,2}))?"
_ESC = r"\\{0,7}"
"""Before a quotation mark inside strings inside strings."""
_SET = rf"(?:{GAP}(?i:for){GAP}[^\n=;]{{1,80}})?{GAP}{{0,8}}={GAP}{{0,8}}(?:(?i:password)\()?"
"""As SQL sets one: for whom, and inside the function that hashes it."""
_GIVEN = re.compile(
    _SUFFIX + rf"(?:{_ESC}[\"'`]|\]){{0,2}}"
    rf"(?P<by>{_SET}(?={_ESC}[\"'])|{GAP}{{0,8}}(?::=|=>|->|[:=：＝]){GAP}{{0,8}}(?:[|>][+-]?\r?\n[ \t]{{1,40}})?"
    rf"|{OF}?{GAP}{IS}:?{GAP}|{OF}{GAP}?[:：]{GAP}{{0,8}}|['’]s[ \t]"
    rf"|{GAP}{{0,2}}(?:就?是|为|為|は|が|은|는|이|가|คือ|เป็น)[:：]?{GAP}{{0,2}}"
    rf"|>|,[ \t]?(?={_ESC}[\"'`])|[ \t]{{1,3}}|(?<==)|(?<=[{UNSPACED}]))"
)
_VALUE = re.compile(
    rf"{_ESC}\"(?P<double>[^\s\"]{{4,256}}?){_ESC}\"|{_ESC}'(?P<single>[^\s']{{4,256}}?){_ESC}'"
    rf"|`(?P<tick>[^\s`]{{4,256}})`"
    rf"|[„“»«「『‚‘]{GAP}?(?P<curly>[^\s„“”»«」』‚‘’]{{4,256}}){GAP}?[“”»«」』‘’]"
    rf"|(?:{_ESC}[\"'`])?(?P<bare>(?:(?![{UNSPACED}])[A-Za-z0-9_+/=.~!@#%^&*?$:{LETTERS}-]){{6,256}})(?P<after>(?=[(\[{{<]))?"
)


def assigned(text: str, low: bytes, name: Name, in_netrc: bool) -> Span | None:
    """The value given to the name that was found, where one is.

    `low`: the text as lower-case bytes. `in_netrc`: it has lines of a netrc file, which rules of their own read.
    """
    given = _GIVEN.match(text, name.end)
    return _assigned(text, low, name, given, in_netrc) if given else None


def _assigned(text: str, low: bytes, name: Name, given: re.Match[str], in_netrc: bool) -> Span | None:
    """The value behind what stands between it and its name, where it is one."""
    by, start, kind, word = given["by"], name.start, name.kind, low[name.start : name.end]
    is_spoken = (
        not by.strip() and word != b"=" and not (_is_option(low, start) or (kind == "password" and in_netrc))
    )
    if is_spoken and (
        not name.is_spoken or (kind == "key" and not _ISSUED.search(low, max(0, start - 8), start))
    ):
        return None
    if word == b"pass" and not (low[start - 1 : start] in (b"_", b"-") or "=" in by or given[0][0] in "\"'"):
        return None
    value = _VALUE.match(text, given.end())
    if value is None or (by == ">" and value["bare"] is None):
        return None
    group = value.lastgroup if value.lastgroup != "after" else "bare"
    said = value[group or "bare"]
    whole = said
    quoted = group != "bare"
    if not quoted:
        if value["after"] is not None and by != ">":
            return None
        if _is_parameter(low, start):
            said = said.partition("&")[0]
        said = said.rstrip(".,:!?*&")
    in_env = by == "=" and text[start].isupper()
    least = _LEAST_SPOKEN if is_spoken or name.is_word else 0
    # Behind a name in letters without spaces the whole may be a sentence.
    for core in pieces(said) if b"?" in word else dict.fromkeys((said, *pieces(said))):
        size = len(whole if core == said else core)
        is_plain = least and (size < least or not is_unlike_words(core))
        if looks_secret(core, quoted, kind, in_env) and not (
            is_plain or (name.is_word and CODED.fullmatch(core))
        ):
            break
    else:
        return None
    begins = value.start(group or "bare")
    return Span(begins, begins + len(said), kind)


_WORD_BYTES = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_-")


def _is_option(low: bytes, at: int) -> bool:
    """Whether the name is the end of a long option: `--api-key`."""
    start = at
    while start > max(0, at - 40) and low[start - 1] in _WORD_BYTES:
        start -= 1
    return low[start : start + 1] == b"-"


def _is_parameter(low: bytes, at: int) -> bool:
    """Whether the name stands in the query of an address."""
    begins = max(low.rfind(b"?", max(0, at - 40), at), low.rfind(b"&", max(0, at - 40), at))
    return (begins >= 0 and low[begins + 1 : at].replace(b"_", b"").replace(b"-", b"").isalnum()) or (
        begins == at - 1 and begins >= 0
    )
