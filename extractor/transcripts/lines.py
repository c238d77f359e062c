"""What stands on a line: values out of bytes, moments out of stamps, texts inside their cap.

Owns the tolerant reading of one JSON line and the search for what a torn line still holds.
Promises linear time and ValueError as the only exception. Knows no client.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from pydantic_core import from_json, to_json

from extractor.errors import is_text

TEXT_CAP = 64 * 1024
"""Characters kept of a tool's input or output."""

_HEAD_KEPT = 48 * 1024
_TRIES = 16
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def decode(data: bytes) -> object:
    """The JSON value on a line. Bytes that are no text become U+FFFD.

    Raises ValueError where it is no JSON.
    """
    try:
        value: object = from_json(data)
    except ValueError:
        return _decode_patiently(data)
    return value


def _decode_patiently(data: bytes) -> object:
    """Lone surrogates and bytes that are not UTF-8 stop the fast parser; a line is not lost for them."""
    text = data.decode("utf-8", "replace")
    if "\ufffd" not in text and "\\u" not in text:
        raise ValueError("not JSON")
    try:
        plain = json.dumps(json.loads(text), ensure_ascii=False)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    value: object = from_json(plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
    return value


class Piece(NamedTuple):
    """A part of a broken line: `value` is None where nothing could be made of it."""

    start: int
    size: int
    value: object | None


def salvage(data: bytes, begins: re.Pattern[bytes]) -> list[Piece]:
    """The whole objects on a line that is not JSON, and what is left between them, in order.

    The line's newline is no part of any of them.

    Two writes may share a line when the first was torn. `begins` matches the places where an object may
    start; at most 16 of them are tried.
    """
    data = data.removesuffix(b"\n")
    starts = [match.start() for match, _ in zip(begins.finditer(data, 1), range(_TRIES), strict=False)]
    return _pieces(data, starts)


def _pieces(data: bytes, starts: list[int]) -> list[Piece]:
    for number, start in enumerate(starts):
        value = _object(data[start:])
        if value is not None:
            front = _object(data[:start])
            head = _pieces(data[:start], starts[:number]) if front is None else [Piece(0, start, front)]
            return [*head, Piece(start, len(data) - start, value)]
    for start in starts:
        value = _object(data[:start])
        if value is not None:
            return [Piece(0, start, value), Piece(start, len(data) - start, None)]
    return [Piece(0, len(data), None)]


def _object(data: bytes) -> object | None:
    try:
        value = decode(data)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


END_OF_TIME = 7_258_118_400_000
"""The year 2200 in milliseconds: a stamp beyond it is a mistake, and near year 10,000 it breaks calendars."""


def directory(value: object) -> str | None:
    """A directory as a client tells it; None for what cannot be a path."""
    is_path = isinstance(value, str) and value and "\0" not in value and is_text(value)
    return value if is_path and isinstance(value, str) else None


def moment(stamp: object) -> int | None:
    """Milliseconds since 1970 UTC of an ISO 8601 stamp; None where it is none or no time of this era."""
    if not isinstance(stamp, str):
        return None
    try:
        when = datetime.fromisoformat(stamp)
        at = ((when if when.tzinfo else when.replace(tzinfo=UTC)) - _EPOCH) // _MILLISECOND
    except (ValueError, OverflowError):
        return None
    return at if 0 <= at < END_OF_TIME else None


def capped(text: str) -> str:
    """The text, or its head and tail around a note of how many characters were left out."""
    if len(text) <= TEXT_CAP:
        return text
    left_out = len(text) - TEXT_CAP
    return f"{text[:_HEAD_KEPT]}\n[{left_out:,} characters left out]\n{text[_HEAD_KEPT - TEXT_CAP :]}"


def compact(value: object) -> str:
    """A JSON value as compact JSON, inside the cap."""
    return capped(to_json(value).decode())


def flat(content: object) -> str:
    """The text of a content field: a string, or blocks of text with markers for what is not text."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    return "\n".join(block if isinstance(block, str) else _block_text(block) for block in content)


def _block_text(block: object) -> str:
    if not isinstance(block, dict):
        return ""
    text = block.get("text")
    if isinstance(text, str):
        return text
    kind = block.get("type")
    return f"[{kind}]" if isinstance(kind, str) else ""
