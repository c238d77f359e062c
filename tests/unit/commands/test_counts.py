"""Counts in words."""

from __future__ import annotations

import pytest

from extractor.commands.counts import counted


@pytest.mark.parametrize(
    ("number", "told"), [(0, "0 memories added"), (1, "1 memory added"), (2, "2 memories added")]
)
def test_one_is_told_as_one(number: int, told: str) -> None:
    assert counted(number, "memory added", "memories added") == told
