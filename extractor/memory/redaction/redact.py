"""Secrets: found and replaced by `[REDACTED:kind]`; what a person marked private by `[PRIVATE]`.

Owns what counts as a secret without a name: keys of a known form and private keys. Promises
that redacting twice changes nothing more and that clean text comes back as it was. Never does I/O.
"""

from __future__ import annotations

import base64
import re
import string
from collections.abc import Iterable, Iterator

from extractor.memory.redaction.bared import bared
from extractor.memory.redaction.placeholders import PRIVATE
from extractor.memory.redaction.secret_alone import HEX, SHORTEST, alone
from extractor.memory.redaction.secret_bodies import body_at, in_key_objects
from extractor.memory.redaction.secret_formats import LONG, Span, broken_keys, key_at, keys, password_hashes
from extractor.memory.redaction.secret_names import Hint, named_secrets
from extractor.memory.redaction.secret_rests import again, beside_cuts, beside_placeholders
from extractor.memory.redaction.secret_values import is_random
from extractor.memory.redaction.unescaped import unescaped

_ALNUM = string.ascii_letters + string.digits


def _runs_of(letters: str) -> bytes:
    return bytes(ord("x") if chr(code) in letters else ord(" ") for code in range(256))


_KEY_RUNS, _BASE64_RUNS = _runs_of(_ALNUM + "_-"), _runs_of(_ALNUM + "+/")

_UNLIKE_WORDS = re.compile(r"[0-9]|[A-Z](?:[a-z][A-Z]|[A-Z][A-Za-z])")
_DIGIT = re.compile(r"[0-9]")
_BASE64_SIGNS = frozenset("+/")
_IN_BASE64 = frozenset(_ALNUM + "+/")
_JOINERS = (".", ":", "~")
_BESIDE = 70
"""Characters a key may reach beyond the first of its runs of letters."""
_HEADERS = r"(?:[\s\\nr\"'+→|0-9>-]{0,40}[A-Z][A-Za-z-]{2,30}: [^\r\n\\]{1,100}+){0,4}"
"""What stands above the letters of a key that a passphrase locks."""
_BLOCK = re.compile(
    r"-{4,5} ?BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)? ?-{4,5}"
    r"(?:(?:[^-]|-(?!-)){0,20000}-{0,2}-{4,5} ?END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-{4,5}"
    rf"|{_HEADERS}(?:[\s\\nr\"'+→|0-9>-]{{0,40}}[A-Za-z0-9+/=]{{40,}})+)"
)
_BLOCK_END = re.compile(r"-{4,5} ?END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_IN_BLOCK = frozenset(string.ascii_letters + string.digits + "+/= \t\r\n\\>|\"',→│:#")
_MOST_OF_BLOCK = 8192
_CODED = "LS0tLS1CRUdJ"
"""What base64 makes of the beginning of a key's armour."""
_CODED_BLOCK = re.compile(
    _CODED
    + r"(?P<head>[A-Za-z0-9+/]{40})[A-Za-z0-9+/]{8,}={0,2}(?:(?:\r?\n|(?:\\r)?\\n)[ \t]{0,40}[A-Za-z0-9+/]{40,}={0,2})*"
)
_IN_ARMOUR = re.compile(rb"N (?:[A-Z0-9]+ )*PRIVATE KEY")

_TAG = re.compile(
    r"(?i)(?:[<＜]|\\u003c|&lt;)\s{0,8}([/／]?)\s{0,8}(private|ｐｒｉｖａｔｅ)\s{0,8}(?:[>＞]|\\u003e|&gt;)"
)
_WIDE = ("ｒｉｖａｔｅ", "ＲＩＶＡＴＥ")
"""Letters as wide as those of Chinese, which bytes do not tell."""
_GLUED = re.compile(r"(?:(?P<name>(?:\w+(?:::|\.|->))*\w{1,60}(?:::)?)(?<!\\[nrt])|=)\Z")
"""What may be the name of a type's list, not the end of an escape; or the sign before what a log masks."""
_OF_NAMES = re.compile(r"[A-Z_]|::")
"""What names of code have and plain words have not."""
_MASKED_BEHIND = re.compile(r"[,;})\]\"'\\]|[ \t]{0,4}(?:[\r\n]|\Z|[\w.-]{1,40}[=:])")
"""What stands behind the value of one field in a log."""
_LONGEST_NAME = 100
"""Characters in which the name before a tag is looked for."""
_CODE_BEHIND = re.compile(r"[>(){}\[\];&*]|::|\\u003e|[ \t]\{")
_TYPE_BEHIND = re.compile(r"[,.?:|`\"'\\]|[ \t]{0,4}(?:[\r\n]|\Z|[{=|)]|->|[\w$]{1,60} ?[;(={,])")
"""What stands behind a type in code, and behind one that is called like a type, also at the end of its line."""
_SWITCH = re.compile(r">\s{0,8}(?:true|false)\s{0,8}<", re.IGNORECASE)
"""What stands between the tags where they are an element of a project's file and its value."""
_ESCAPED_SPACE = (("\\r\\n", "\n   "), ("\\n", "\n "), ("\\t", "\t "))
"""What JSON writes for the end of a line or of a column, and as many letters in its place."""
_ESCAPED_TWICE = (
    ("\\" * 4 + "n", "\n    "),
    ("\\" * 4 + "t", "\t    "),
    ("\\\\n", "\n  "),
    ("\\\\t", "\t  "),
)
"""The same in JSON inside JSON, once and once more."""
_MOST_PASSES = 64
"""Passes over one text: what one takes out lays open what the next one finds, seldom more than twice."""


def redact(text: str) -> str:
    """The text with every secret replaced by `[REDACTED:kind]` and every private span by `[PRIVATE]`.

    A second pass over the result changes nothing. uuids, hashes and code come back as they were. It ends, whatever a
    rule takes for a secret: what a placeholder was put in place of has been replaced by the first pass.
    """
    for _ in range(_MOST_PASSES):
        spans = _spans(text)
        if not spans:
            break
        text = _replaced(text, spans)
    return text


def contains_secret(text: str) -> bool:
    """Whether `redact` would replace anything in the text."""
    return bool(_spans(text))


def _replaced(text: str, spans: list[Span]) -> str:
    """The text without the spans; those that overlap become one, of the first one's kind."""
    pieces: list[str] = []
    at = 0
    for start, end, kind in sorted(spans, key=lambda span: (span.start, -span.end)):
        if start >= at:
            pieces += (text[at:start], PRIVATE if kind == PRIVATE else f"[REDACTED:{kind}]")
        at = max(at, end)
    return "".join((*pieces, text[at:]))


def _spans(text: str) -> list[Span]:
    """What stands in the text, and what is seen in it only without colours and letters nobody sees."""
    found, hints = _found(text)
    if Hint.PRIVATE in hints or Hint.PLACEHOLDER in hints:
        found += beside_placeholders(text)
    if Hint.CUT in hints:
        found += beside_cuts(text)
    for seen in bared(text):
        # A tag somebody broke with a letter nobody sees is none.
        for start, end, kind in _found(seen.text, with_private=False)[0]:
            found.append(Span(seen.place(start), seen.place(end - 1) + 1, kind))
    for seen in unescaped(text):
        for start, end, kind in _found(seen.text, with_private=False)[0]:
            found.append(
                Span(seen.place(start), seen.place(end) if end < len(seen.text) else seen.ends, kind)
            )
    return [*found, *again(text, found)] if found else found


def _found(text: str, *, with_private: bool = True) -> tuple[list[Span], set[Hint]]:
    """The secrets of a text, and what else stands in it; what stands in a private span is not looked at."""
    # One character becomes one byte, so that a place in the bytes is a place in the text.
    plain = text.encode("ascii", "replace")
    named = named_secrets(text, plain.lower())
    is_marked = Hint.PRIVATE in named.hints or (not text.isascii() and any(wide in text for wide in _WIDE))
    if with_private and is_marked and (private := _private(text)):
        return private, set()
    found = [*_tokens(text, plain), *named.spans]
    if "\\n" in text or "\\t" in text:
        lined = _lined(text)
        found += named_secrets(lined, lined.encode("ascii", "replace").lower()).spans
    if Hint.OF_ONE_LENGTH in named.hints:
        found += broken_keys(text)
    if Hint.PRIVATE in named.hints:
        found += _key_blocks(text)
    if _CODED in text:
        found += _coded_blocks(text)
    if "kty" in text:
        found += in_key_objects(text)
    if "$" in text:
        found += password_hashes(text)
    return found, named.hints


def _lined(text: str) -> str:
    """The text with lines and columns where JSON writes their ends as escapes. Every other letter keeps its place."""
    if "\\\\n" in text or "\\\\t" in text:
        for escaped, plain in _ESCAPED_TWICE:
            text = text.replace(escaped, plain)
    for escaped, plain in _ESCAPED_SPACE:
        text = text.replace(escaped, plain)
    return text


def _private(text: str) -> list[Span]:
    """What stands between the tags, nested ones too, but for a project's switch (`<Private>True</Private>`).

    Without its end it goes on to the end of the text, but for a type in code (`Vec<Private>`) and what a log masks
    (`user=<private>,`); without its beginning it begins with the text.
    """
    spans: list[Span] = []
    open_at: list[re.Match[str]] = []
    for tag in _TAG.finditer(text):
        if not tag[1]:
            open_at.append(tag)
        elif open_at:
            begins = open_at.pop().start()
            if not _SWITCH.search(text, begins, min(tag.end(), begins + 40)):
                spans.append(Span(begins, tag.end(), PRIVATE))
        else:
            spans = [Span(0, tag.end(), PRIVATE)]
    unclosed = next((tag.start() for tag in open_at if not _hides_nothing(text, tag)), None)
    return spans if unclosed is None else [*spans, Span(unclosed, len(text), PRIVATE)]


def _hides_nothing(text: str, tag: re.Match[str]) -> bool:
    """Whether a tag that nothing ends is a type in code or what a log masks, by what it is glued to and what follows."""
    before = _GLUED.search(text, max(0, tag.start() - _LONGEST_NAME), tag.start())
    behind = text[tag.end() : tag.end() + 1]
    if before is None or behind.isalnum():
        return False
    if before["name"] is None:
        return _MASKED_BEHIND.match(text, tag.end()) is not None
    is_name, is_type = _OF_NAMES.search(before["name"]) is not None, tag[2] == "Private"
    if _CODE_BEHIND.match(text, tag.end()):
        return is_name or is_type
    return is_name and is_type and _TYPE_BEHIND.match(text, tag.end()) is not None


def _runs(runs: bytes, least: int) -> Iterator[tuple[int, int]]:
    """Where at least so many letters stand together, in the text's bytes with an x for each letter."""
    # Searched for as one string: the search steps over `least` characters at a time.
    run = b"x" * least
    at = runs.find(run)
    while at >= 0:
        end = runs.find(b" ", at + least)
        end = len(runs) if end < 0 else end
        yield at, end
        at = runs.find(run, end)


def _tokens(text: str, plain: bytes) -> Iterator[Span]:
    """Keys of a known form, and random letters that stand alone, wherever many letters stand together."""
    done = 0
    known: list[Span] = []
    for start, end in _runs(plain.translate(_KEY_RUNS), LONG):
        is_hash = HEX.fullmatch(text, start, end) and not _is_of_key(text, start, end)
        if end > done and not is_hash and _UNLIKE_WORDS.search(text, start, end):
            before = done
            for span in _keys(text, max(done, start), end):
                done = span.end
                known.append(span)
                yield span
            if done == before and _is_judged_here(text, start, end) and (lone := alone(text, start, end)):
                done = lone.end
                yield lone
    runs = _runs(plain.translate(_BASE64_RUNS), SHORTEST)
    done = 0
    for start, end in _behind_keys(text, runs, known) if known else runs:
        if start < done:
            continue
        if body := body_at(text, start):
            done = body.end
            yield body
        elif _DIGIT.search(text, start, end) and (lone := alone(text, start, end)):
            yield lone


def _is_of_key(text: str, start: int, end: int) -> bool:
    """Whether a hash may be a part of a key: joined to something, or behind letters that are digits too."""
    return (
        text[start - 1 : start] in _JOINERS or text[end : end + 1] == "." or "fc-" in text[start : start + 5]
    )


def _behind_keys(text: str, runs: Iterable[tuple[int, int]], known: list[Span]) -> Iterator[tuple[int, int]]:
    """The runs without the keys that stand in them: the name of a file may follow a key behind a slash."""
    at = done = 0
    for start, end in runs:
        while at < len(known) and known[at].start < end:
            done = known[at].end
            at += 1
        rest = max(start, done)
        if rest < end:
            # What is left of random letters goes with the key before it.
            is_rest = rest == done and end - rest < SHORTEST and is_random(text[rest:end], 3.4)
            yield (start if is_rest else rest), end


def _is_judged_here(text: str, start: int, end: int) -> bool:
    """Whether such a run is no part of base64, whose runs are looked at by themselves.

    Between slashes a hyphen or a low line cuts those runs, so that letters beyond doubt are judged here.
    """
    signs = text[end : end + 1], text[start - 1 : start]
    if signs[0] not in _BASE64_SIGNS and (
        signs[1] not in _BASE64_SIGNS or text[start - 2 : start - 1] not in _IN_BASE64
    ):
        return True
    token = text[start:end]
    return "+" not in signs and not token.isalnum() and is_random(token, 3.0)


def _keys(text: str, start: int, end: int) -> Iterator[Span]:
    """Keys that begin in a run of letters, or shortly before it where a sign of keys joins them to it."""
    floor = start
    if start > 0 and text[start - 1] in _JOINERS:
        start = max(0, start - _BESIDE)
    stop = end + _BESIDE if text[end : end + 1] in _JOINERS else end
    while match := keys().search(text, start, stop):
        key = key_at(text, match.start())
        start = match.start() + 1
        while key is not None and key.end > floor:
            start = key.end
            yield key
            # One that begins where another ends stands in no word, though a letter is before it.
            key = key_at(text, start)


def _key_blocks(text: str) -> Iterator[Span]:
    """Private keys in their armour, also without an end or without a beginning."""
    done = 0
    for match in _BLOCK.finditer(text):
        done = match.end()
        yield Span(match.start(), done, "private-key")
    for match in _BLOCK_END.finditer(text):
        start = match.start()
        least = max(0, start - _MOST_OF_BLOCK)
        while start > least and text[start - 1] in _IN_BLOCK:
            start -= 1
        body = text[start : match.start()]
        if any(len(line) >= 16 for line in re.split(r"[^A-Za-z0-9+/=]+", body)):
            yield Span(start, match.end(), "private-key")


def _coded_blocks(text: str) -> Iterator[Span]:
    """Private keys in their armour, written as base64 once more: a certificate's armour is no secret."""
    for match in _CODED_BLOCK.finditer(text):
        if _IN_ARMOUR.match(base64.b64decode(match["head"])):
            yield Span(*match.span(), "private-key")
