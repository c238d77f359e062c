"""What is mostly no letters is no memory file; a text with a few odd bytes is one."""

from __future__ import annotations

import random

import pytest

from extractor.memory.no_text import is_no_text

SAID = "Die Prüfung läuft über Köln. Наши цены в целых копейках. 价格以分为单位。"


@pytest.mark.parametrize(
    "data",
    [
        b"", b"Mine.\n", SAID.encode(), b"\xef\xbb\xbf" + SAID.encode(), "Prüfungen über Köln in März.".encode("latin-1"),
        b"Padded by a crash.\n" + b"\0" * 4, b"\x1b[31mRed\x1b[0m\n", "\ufffd\ufffd\ufffd was lost before.".encode(),
        "🙂🙂🙂".encode(),
    ],
)  # fmt: skip
def test_a_text_is_one(data: bytes) -> None:
    assert not is_no_text(data)


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)) * 8, b"\0" * 100, "Never use tabs.".encode("utf-16"), "Цены в целых копейках".encode("cp1251"),
        random.Random(1).randbytes(2_000), b"\x89PNG\r\n\x1a\n" + random.Random(2).randbytes(2_000),
    ],
)  # fmt: skip
def test_a_picture_a_database_and_another_encoding_are_none(data: bytes) -> None:
    assert is_no_text(data)
