"""JSON as text: every value with the place where it stands.

Owns the reading of JSON, and of JSON with comments and trailing commas, without losing where anything is.
Promises to refuse what no client would read the same way: an error, or a key that stands twice. Never
changes a text.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from extractor import fs
from extractor.errors import ConfigError

_SPACE = " \t\r\n"
_SCALAR = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_LINE_END = re.compile(r"[\r\n]")
_DEEPEST = 200
"""Containers inside each other."""


@dataclass(frozen=True, slots=True)
class Member:
    """A value in a container."""

    key: str | None
    """Its key; None in an array."""
    start: int
    """Where it begins, in characters of the text: at its key, where it has one."""
    node: Node
    comma: int | None
    """Where the comma behind it stands; None where there is none."""


@dataclass(frozen=True, slots=True)
class Node:
    """A value, and where it stands in the text: from `start` up to `end`, in characters."""

    start: int
    end: int
    kind: str
    """`object`, `array` or `scalar`."""
    members: tuple[Member, ...] = ()
    scalar: object = None

    @property
    def value(self) -> object:
        """What it says."""
        if self.kind == "object":
            return {str(member.key): member.node.value for member in self.members}
        return [member.node.value for member in self.members] if self.kind == "array" else self.scalar

    def get(self, key: str) -> Node | None:
        """The value of a key of an object; None where it is none, or has no such key."""
        found = self.member(key)
        return found.node if found else None

    def member(self, key: str) -> Member | None:
        """The member of this key."""
        if self.kind != "object":
            return None
        return next((member for member in self.members if member.key == key), None)


class NotUnderstood(ConfigError):
    """The text is not JSON of this form; the message says where, and names no file."""


def read(text: str, *, comments: bool) -> Node:
    """The root value. With `comments` also comments and trailing commas. Raises NotUnderstood."""
    reader = _Reader(text, comments)
    reader.at = 1 if text.startswith("\ufeff") else 0
    reader.skip()
    root = reader.value(0)
    reader.skip()
    if reader.at < len(text):
        raise reader.wrong("something follows its end")
    return root


def data(text: str, *, comments: bool = True) -> object:
    """What the text says, without places; None where it cannot be understood."""
    try:
        return read(text, comments=comments).value
    except NotUnderstood:
        return None


def load(file: Path) -> dict[str, object]:
    """What a file of others says; nothing where it cannot be read, or holds no object."""
    told = data(text_of(file))
    return told if isinstance(told, dict) else {}


def text_of(file: Path) -> str:
    """The text of a plain file of others; empty where it cannot be read: whoever changes it says what is wrong."""
    try:
        return (fs.read_plain(file) or b"").decode("utf-8")
    except UnicodeDecodeError:
        return ""


def last_before(text: str, node: Node) -> int:
    """Where what stands in a container ends: behind its last value, comma or comment, before white space."""
    at = node.end - 1
    while text[at - 1] in _SPACE:
        at -= 1
    return at


class _Reader:
    def __init__(self, text: str, comments: bool) -> None:
        self.text, self.comments, self.at = text, comments, 0

    def wrong(self, what: str) -> NotUnderstood:
        line = self.text.count("\n", 0, self.at) + 1
        return NotUnderstood(f"line {line}: {what}")

    def here(self) -> str:
        return self.text[self.at : self.at + 1]

    def skip(self) -> None:
        """Pass white space and comments."""
        while True:
            while self.at < len(self.text) and self.text[self.at] in _SPACE:
                self.at += 1
            opening = self.text[self.at : self.at + 2] if self.comments else ""
            if opening == "//":
                end = _LINE_END.search(self.text, self.at)
                self.at = end.start() if end else len(self.text)
            elif opening == "/*":
                closing = self.text.find("*/", self.at + 2)
                if closing < 0:
                    raise self.wrong("a comment does not end")
                self.at = closing + 2
            elif self.text.startswith(("//", "/*"), self.at):
                raise self.wrong("a comment stands there, and its client reads none in this file")
            else:
                return

    def value(self, depth: int) -> Node:
        if depth > _DEEPEST:
            raise self.wrong("it is nested too deeply")
        start, first = self.at, self.here()
        if first in ("{", "["):
            members = self.inside(first, depth)
            return Node(start, self.at, "object" if first == "{" else "array", members)
        if first == '"':
            told = self.string()
            return Node(start, self.at, "scalar", scalar=told)
        found = _SCALAR.match(self.text, self.at)
        if found is None:
            raise self.wrong("a value is missing" if first in ("", ",", "}", "]") else "this is no JSON")
        self.at = found.end()
        try:
            return Node(start, self.at, "scalar", scalar=json.loads(found[0]))
        except ValueError as error:
            raise self.wrong("a number is too long") from error

    def string(self) -> str:
        found = _STRING.match(self.text, self.at)
        if found is None:
            raise self.wrong("a text in quotes is missing or does not end")
        self.at = found.end()
        return str(json.loads(found[0]))

    def inside(self, opening: str, depth: int) -> tuple[Member, ...]:
        """The members of the container that opens here; the reader then stands behind its end."""
        closing = "}" if opening == "{" else "]"
        members: list[Member] = []
        keys: set[str] = set()
        self.at += 1
        while True:
            self.skip()
            if self.here() == closing and (not members or members[-1].comma is None or self.comments):
                self.at += 1
                return tuple(members)
            if members and members[-1].comma is None:
                raise self.wrong(f"a comma or {closing!r} is missing")
            members.append(self.member(opening, keys, depth))

    def member(self, opening: str, keys: set[str], depth: int) -> Member:
        start, key = self.at, None
        if opening == "{":
            key = self.string()
            if key in keys:
                raise self.wrong(f"the key {key!r} stands there twice")
            keys.add(key)
            self.skip()
            if self.here() != ":":
                raise self.wrong("a colon is missing")
            self.at += 1
            self.skip()
        node = self.value(depth + 1)
        self.skip()
        comma = self.at if self.here() == "," else None
        if comma is not None:
            self.at += 1
        return Member(key, start, node, comma)
