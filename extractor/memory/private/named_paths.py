"""What in the text of a tool call may be a path, and from which directories it is taken.

Owns how shells, JSON and code write one. Promises time that grows with the text alone. Pure: nothing is resolved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

_WORDS = re.compile(r"[^\s\"'`<>|;&(){}\[\],:=\\]+")
"""What may be a path in the text of a call: its signs are those of shells, JSON and code."""
_ESCAPED = re.compile(r"\\(?:u(?P<number>[0-9a-fA-F]{4})|(?P<sign>.))", re.DOTALL)
_MARKS = {ord(mark): None for mark in "\"'\\"}
_SIGNS = {"n": "\n", "r": "\n", "t": "\t"}
_GOES = re.compile(
    r"(?:(?<![\w./-])(?:cd|pushd|chdir)[ \t]+(?:-[-LPe]*[ \t]+)?"
    r"|(?<![\w./-])-C[ \t]*|--(?:directory|chdir|cwd|prefix|work-tree)[ \t=][ \t]*"
    r"|[\"'](?:workdir|cwd|dir_path|directory|path)[\"']\s*:\s*(?=[\"']))"
    r"(?=[\"'](?P<quoted>[^\"'\n]+)[\"'])?[\"']?(?P<word>[^\s\"'`<>|;&(){}\[\],\\]+)"
)
"""How a call says that it goes to a directory, or is made in one."""
_HERE = re.compile(r"""(?:\$(?:PWD\b|\{PWD\}|\(pwd\))|`pwd`)(?:\\?["'](?=/))?""")
"""How a shell writes the directory it is in; a quotation mark that ends behind it ends no word."""
_PIECED = re.compile(r"[\w./~*?-](?:[\"'\\]|\[[^\]\[\s\"',]{1,20}\])|\[[^\]\[\s\"',]{1,20}\][\w./~*?-]")
"""A word that a shell puts together, or that has a glob in brackets."""
_ONE_OF = re.compile(r"\[[^\]\[\s\"',]{1,20}\]")
_QUOTATION = re.compile(r"\\{0,8}[\"']|\n")
_BLANKED = re.compile(r"(?:[^\s\"'\\]|\\{1,8} ){1,1000}")
"""A word whose blanks a backslash holds together."""
_LONGEST_NAME = 1000
_OF_REVISION = re.compile(r"(?<=[\w~^@}]):([\w.][^\s:\"'\\]*)")
"""A path as git tells it of a revision: from the root of its repository."""
_MOST_PLACES = 8
"""Directories of one call from which paths are taken."""


def is_word(text: str) -> bool:
    """Whether all of a text is one word of a call: what holds another sign cannot be found among the words."""
    return _WORDS.fullmatch(text) is not None


def words(text: str) -> Iterator[str]:
    """The words of a text that may be paths, in order, each also without what an option or an address puts to it."""
    for match in _WORDS.finditer(text):
        word = match[0]
        yield word
        if "@" in word and (behind := word.rpartition("@")[2]):
            yield behind
        if "%" in word:
            yield unquote(word)
        if word[0] == "-" and len(word) > 2:
            yield word[2:]
        if word[-1] in ".?!" and (bare := word.rstrip(".?!")):
            yield bare


def names_with_blanks(text: str) -> Iterator[str]:
    """What a text holds together though there is a blank in it: between two quotation marks, or by a backslash."""
    for piece in _QUOTATION.split(text):
        if " " in piece and len(piece) < _LONGEST_NAME:
            yield piece
    if "\\ " in text:
        yield from (
            re.sub(r"\\{1,8} ", " ", match[0]) for match in _BLANKED.finditer(text) if "\\ " in match[0]
        )


def of_revisions(text: str) -> Iterator[str]:
    """The paths a text tells of a revision."""
    return (match[1] for match in _OF_REVISION.finditer(text) if "git" in text)


def readings(text: str) -> tuple[str, ...]:
    """The text, and as it is meant: where JSON or a shell writes signs, and where a shell puts a word together."""
    text = _HERE.sub(".", text)
    meant = _ESCAPED.sub(_letter, text) if "\\" in text else text
    pieced = meant
    if _PIECED.search(meant):
        pieced = _ONE_OF.sub("?", meant).translate(_MARKS)
    return tuple(dict.fromkeys((text, meant, pieced)))


def places(text: str) -> list[str]:
    """The directories a text goes to, in order, as it names them."""
    found: dict[str, None] = {}
    for match in _GOES.finditer(text):
        found |= dict.fromkeys(way for way in (match["word"], match["quoted"]) if way)
        if len(found) >= _MOST_PLACES:
            break
    return list(found)[:_MOST_PLACES]


def _letter(match: re.Match[str]) -> str:
    if match["number"]:
        return chr(int(match["number"], 16))
    return _SIGNS.get(match["sign"], match["sign"])
