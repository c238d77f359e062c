"""Packed texts: as they were, in order, as often as asked, in few bytes."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.domain import Milliseconds
from extractor.memory.gate import packed
from extractor.memory.gate.packed import PLAIN, PackedTexts

TEXTS = st.lists(st.tuples(st.integers(0, 1 << 41).map(Milliseconds), st.text(max_size=60)), max_size=12)


@given(TEXTS, st.integers(0, 200))
def test_every_text_comes_back_as_it_was_as_often_as_asked(
    texts: list[tuple[Milliseconds, str]], plain: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packed, "PLAIN", plain)
        held = PackedTexts(texts)
    assert list(held) == list(held) == texts
    assert len(held) == len(texts)


def test_half_a_pair_of_characters_comes_back_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "PLAIN", 0)
    text = "\ud83d broken"
    assert [found for _, found in PackedTexts([(Milliseconds(1), text)])] == [text]


def test_a_text_that_came_again_and_again_is_held_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "PLAIN", 0)
    page = Random(5).randbytes(10_000).hex()
    tracemalloc.start()
    held = PackedTexts((Milliseconds(number), page) for number in range(500))
    now, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert list(held) == [(number, page) for number in range(500)]
    assert now < 10 * len(page)


def test_what_a_long_session_brought_takes_a_fraction_of_itself() -> None:
    def pages() -> Iterator[tuple[Milliseconds, str]]:
        for number in range(400):
            yield Milliseconds(number), f"🚀 page {number}\n" + "the heron is fed before noon\n" * 2_000

    size = sum(sys.getsizeof(text) for _, text in pages())
    tracemalloc.start()
    held = PackedTexts(pages())
    now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(held) == 400
    assert size > 20 * PLAIN
    assert peak < size / 4
    assert now < size / 4
