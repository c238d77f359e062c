"""One value put into a JSON text and taken out again, all other bytes as they were.

Owns where a new value stands, how it is indented, and which commas come and go with it. Promises that what is
put in is nothing but insertions, which taken back in turn give the old text. Never rewrites a value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from extractor.connect.json_text import Member, Node, NotUnderstood, last_before, read

_FIRST_INDENT = re.compile(r"^([ \t]+)\S", re.M)
_LINE_END = re.compile(r"[\r\n]")
_SPACE = " \t\r\n"
_MARK = "\ufeff"
"""An editor's byte order mark."""


class Piece(NamedTuple):
    """Characters put in at a place; places count in the text as it was at that moment."""

    at: int
    text: str


class Fragment(NamedTuple):
    """One value of ours in a JSON text."""

    path: tuple[str, ...]
    """The keys that lead to it. With `in_array` to the array it is an element of."""
    value: object
    in_array: bool = False


class Put(NamedTuple):
    """A fragment put in."""

    text: str
    pieces: tuple[Piece, ...]
    made: int
    """How many containers on its way were made for it, the innermost of them."""


def opening(text: str) -> tuple[Piece, ...]:
    """What is put into a text that says nothing, so that it is an empty object; none where it says something."""
    if text.strip(_SPACE + _MARK):
        return ()
    return (Piece(len(text) - len(text.removeprefix(_MARK)), "{}" if text.removeprefix(_MARK) else "{}\n"),)


def put(text: str, fragment: Fragment, *, comments: bool) -> Put:
    """The text with the fragment in it; no pieces where it stands there already.

    Raises NotUnderstood where the text is not JSON, or something else stands where the fragment would.
    """
    root = read(text, comments=comments)
    if root.kind != "object":
        raise NotUnderstood("it holds no object")
    if holds(root, fragment):
        return Put(text, (), 0)
    node, keys = root, list(fragment.path)
    while keys and (inner := node.get(keys[0])) is not None:
        is_last = len(keys) == 1
        if is_last and not fragment.in_array:
            raise NotUnderstood(f"{_named(fragment.path)} is set to something else")
        wanted = "array" if is_last else "object"
        if inner.kind != wanted:
            raise NotUnderstood(
                f"{_named(fragment.path[: len(fragment.path) - len(keys) + 1])} is no {wanted}"
            )
        node = inner
        keys.pop(0)
    value: object = [fragment.value] if fragment.in_array and keys else fragment.value
    for key in reversed(keys[1:]):
        value = {key: value}
    pieces = _insert(text, node, keys[0] if keys else None, value)
    made = max(0, len(keys) - 1) + (1 if fragment.in_array and keys else 0)
    return Put(with_pieces(text, pieces), pieces, made)


def _named(path: Sequence[str]) -> str:
    return ".".join(path)


def holds(root: Node, fragment: Fragment) -> bool:
    """Whether the fragment stands there."""
    return _find(root, fragment) is not None


def _find(root: Node, fragment: Fragment) -> tuple[list[Node], Member] | None:
    """The containers on the way to the fragment, outermost first, and its place in the last of them."""
    way: list[Node] = [root]
    keys = fragment.path if fragment.in_array else fragment.path[:-1]
    for key in keys:
        inner = way[-1].get(key)
        if inner is None:
            return None
        way.append(inner)
    if not fragment.in_array:
        member = way[-1].member(fragment.path[-1])
        return (way, member) if member and same(member.node.value, fragment.value) else None
    if way[-1].kind != "array":
        return None
    for member in way[-1].members:
        if same(member.node.value, fragment.value):
            return way, member
    return None


def same(one: object, other: object) -> bool:
    """Whether two JSON values say the same; true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def undo(text: str, pieces: Sequence[Piece]) -> str | None:
    """The text before the pieces were put in, the last first; None where one of them does not stand there."""
    for piece in reversed(pieces):
        if text[piece.at : piece.at + len(piece.text)] != piece.text:
            return None
        text = text[: piece.at] + text[piece.at + len(piece.text) :]
    return text


def take_out(text: str, fragment: Fragment, made: int, *, comments: bool) -> str | None:
    """The text without the fragment, and without the containers made for it that are then empty.

    None where the fragment does not stand there. Raises NotUnderstood where the text is not JSON.
    """
    found = _find(read(text, comments=comments), fragment)
    if found is None:
        return None
    way, member = found
    text = _cut(text, way[-1], member)
    keys = list(fragment.path if fragment.in_array else fragment.path[:-1])
    for _ in range(made):
        node = read(text, comments=comments)
        parent = node
        for key in keys:
            parent, inner = node, node.get(key)
            if inner is None:
                return text
            node = inner
        if node.members or text[node.start + 1 : node.end - 1].strip(_SPACE):
            return text
        own = parent.member(keys[-1])
        if own is None:
            return text
        text = _cut(text, parent, own)
        keys.pop()
    return text


def is_empty(text: str, *, comments: bool) -> bool:
    """Whether nothing at all is said: an empty object without a comment, in it or around it."""
    node = read(text, comments=comments)
    said = text[: node.start], text[node.start + 1 : node.end - 1], text[node.end :]
    return node.kind == "object" and not node.members and not "".join(said).strip(_SPACE + _MARK)


def _cut(text: str, parent: Node, member: Member) -> str:
    """The text without a member, the white space before it, and one comma: the one behind it, else the one before."""
    start = member.start
    while text[start - 1] in _SPACE:
        start -= 1
    index = parent.members.index(member)
    before = parent.members[index - 1].comma if index else None
    head, rest = text[:start], text[member.node.end :]
    if member.comma is not None:
        rest = text[member.node.end : member.comma] + text[member.comma + 1 :]
    elif before is not None:
        head = text[:before] + text[before + 1 : start]
    elif head[-1] in "{[" and rest.lstrip(_SPACE)[:1] in ("}", "]"):
        rest = rest.lstrip(_SPACE)
    # What follows must not end up in a comment that ends with its line.
    trivia = text[(before if before is not None else parent.start) + 1 : start]
    is_open = "//" in trivia and not rest.lstrip(" \t").startswith(("\n", "\r"))
    return f"{head}\n{rest}" if is_open else head + rest


def with_pieces(text: str, pieces: Sequence[Piece]) -> str:
    """The text with the pieces put in, in turn."""
    for piece in pieces:
        text = text[: piece.at] + piece.text + text[piece.at :]
    return text


def _insert(text: str, node: Node, key: str | None, value: object) -> tuple[Piece, ...]:
    """What is put in so that a container has one more member, at its end."""
    newline = "\r\n" if "\r\n" in text else "\n"
    unit = _unit(text)
    pieces: list[Piece] = []
    end, last = last_before(text, node), node.members[-1] if node.members else None
    if last is not None and last.comma is None:
        pieces.append(Piece(last.node.end, ","))
        end += 1
    body = text[node.start : node.end]
    is_one_line = not _LINE_END.search(body) and last is not None
    if is_one_line:
        shown = json.dumps(value, ensure_ascii=False)
        lead = " "
    else:
        outer = _indent_of(text, node.start)
        inner = _member_indent(text, node) if last is not None else outer + unit
        shown = json.dumps(value, ensure_ascii=False, indent=unit or None).replace("\n", newline + inner)
        lead = newline + inner
    own = f"{lead}{f'{json.dumps(key, ensure_ascii=False)}: ' if key is not None else ''}{shown}"
    if last is not None and last.comma is not None:
        own += ","  # the container's own way: a comma behind its last member
    elif last is None and "\n" not in text[last_before(text, node) : node.end]:
        own += newline + _indent_of(text, node.start)
    pieces.append(Piece(end, own))
    return tuple(pieces)


def _unit(text: str) -> str:
    """One step of indentation: that of the first line that has any, else two spaces."""
    found = _FIRST_INDENT.search(text)
    return found[1] if found else "  "


def _indent_of(text: str, at: int) -> str:
    """The white space at the beginning of the line a place stands in."""
    start = text.rfind("\n", 0, at) + 1
    line = text[start:at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _member_indent(text: str, node: Node) -> str:
    """The indentation of a container's last member that begins a line; else one step more than its own."""
    for member in reversed(node.members):
        start = text.rfind("\n", 0, member.start) + 1
        lead = text[start : member.start]
        if start > node.start and not lead.strip(" \t"):
            return lead
    return _indent_of(text, node.start) + _unit(text)
