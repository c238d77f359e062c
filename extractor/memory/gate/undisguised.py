"""Texts undisguised: with the letters that are written by their number, between codes of colours, or by signs nobody sees.

Owns which ways of writing those are. Promises that plain text comes back as it was for a few searches, that what can be
seen stays where it stood with what was hidden below it, and time that grows as the text does. Pure.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable

_ESCAPED = re.compile(
    r"\\{1,8}(?:u(?P<four>[0-9a-fA-F]{4})|u\{(?P<some>[0-9a-fA-F]{1,6})\}|x(?P<two>[0-9a-fA-F]{2})"
    r"|(?P<begins>033|e)(?=[\[\]])|(?P<blank>[nrt]))"
)
_BEGINS = "\x1b"
"""The letter a terminal's codes begin with."""
_CODE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]{0,40}[ -/]{0,4}(?P<does>[@-~])"
    r"|\x1b\][^\x07\x1b\n]{0,2000}(?:\x07|\\{1,8}a|\x1b\\{0,8})"
)
"""What a terminal is told between the letters it shows: a colour, a place, a link."""
_JOINS = ("m", "K", None)
"""Codes behind which a word goes on where it stopped."""
_COLOUR = re.compile(r"\[\d{1,3}(?:;\d{1,3}){0,8}m")
"""A colour without the letter it begins with."""
_HALF = re.compile("[\ud800-\udfff]")
"""One of two halves of a letter."""
_BLANK = re.compile("[\u115f\u1160\u2800\u3164\uffa0]")
"""Letters that are drawn as nothing, with a letter's room."""
_UNSEEN = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0000-\U000e01ef]")
"""Letters that are drawn as nothing, without any."""
_TAGS = re.compile("[\U000e0020-\U000e007e]+")
_CHOOSERS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]+")
_TAG, _CHOOSER, _LATER_CHOOSER = 0xE0000, 0xFE00, 0xE0100
_FIRST_CHOOSERS = 16


def undisguised(text: str) -> str:
    """The text as who decodes and renders it reads it; what stands in signs nobody sees follows on lines of its own."""
    if "\\" in text:
        text = _paired(_ESCAPED.sub(_letter, text))
    if "^[" in text:
        text = text.replace("^[[", f"{_BEGINS}[").replace("^[]", f"{_BEGINS}]")
    if _BEGINS in text or "\x9b" in text:
        text = _CODE.sub(lambda code: "" if code["does"] in _JOINS else " ", text)
    if "[" in text:
        text = _COLOUR.sub("", text)
    if "&#" in text:
        text = html.unescape(text)
    return text if text.isascii() else _seen(text)


def _seen(text: str) -> str:
    """The text without signs nobody sees, and below it what they say."""
    if _BLANK.search(text):
        closed = (_BLANK.sub("", line) for line in text.splitlines() if _BLANK.search(line))
        text = "\n".join((_BLANK.sub(" ", text), *closed))
    hidden = (*_told(text, _TAGS, _of_tags), *_told(text, _CHOOSERS, _of_choosers))
    return "\n".join((_UNSEEN.sub("", text), *filter(str.strip, hidden)))


def _letter(match: re.Match[str]) -> str:
    if match["blank"] or match["begins"]:
        return " " if match["blank"] else _BEGINS
    code = int(match["four"] or match["some"] or match["two"], 16)
    return chr(code) if code < 0x110000 else match[0]


def _paired(text: str) -> str:
    """The text with letters whole that were written as two halves."""
    if not _HALF.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _told(text: str, signs: re.Pattern[str], read: Callable[[str], str]) -> tuple[str, ...]:
    """What such signs say, run by run and all together: they may stand in a row, or each behind a letter that is seen."""
    runs = signs.findall(text)
    return (" ".join(map(read, runs)), read("".join(runs))) if runs else ()


def _of_tags(tags: str) -> str:
    return "".join(chr(ord(tag) - _TAG) for tag in tags)


def _of_choosers(choosers: str) -> str:
    """What variation selectors say, each of them a byte."""
    codes = map(ord, choosers)
    told = bytes(
        code - _CHOOSER if code < _LATER_CHOOSER else code - _LATER_CHOOSER + _FIRST_CHOOSERS
        for code in codes
    )
    return "".join(filter(str.isprintable, told.decode("utf-8", "ignore").replace("\n", " ")))
