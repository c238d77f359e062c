"""Front matter as runs write it is read as YAML reads it, without it; all other forms are left to YAML."""

from __future__ import annotations

from random import Random

import pytest

from extractor.domain import MemoryType
from extractor.memory.front_matter import read, read_yaml, split
from extractor.memory.memory_file import NewMemory, render
from extractor.memory.plain_front import plain_values

MOMENT = "2026-03-02T09:14:05.120Z"
CANONICAL = f"""name: tests-use-real-database
description: "Tests: run against a real database # and it's “never” mocked"
metadata:
  node_type: memory
  type: feedback
  modified: {MOMENT}
  originSessionId: 1f0c5d1e-0000-4000-8000-0123456789ab
"""
KEYS = ["name", "description", "metadata", "type", "pinned", "yes", "On", "a-b", "a b", "1", "modified"]
VALUES = [
    *("word", "No", "null", "NaN", "~", "12", "1e3", "0x1f", "12:30:45", "", " ", "a b", "a: b", "'single'", "|", "[a]"),
    *('"quoted text"', '" spaced "', '""', '"a \\" b"', '"tab\there"', '"\\u00e9"', '"é – “so”"', '"# x: y"', '"[a] {b}"'),
    *('"\x85next"', '"\u2028"', '"\ufeff"', '"\x7f"', '"\U0001f600"', '"one" # more', "&anchor", "*alias", "!!str 1"),
    *(MOMENT, "2026-02-30T09:14:05.120Z", "2026-03-02T24:00:00.000Z", "0000-01-01T00:00:00.000Z", "2026-03-02", "-"),
    *("1f0c5d1e-0000-4000-8000-0123456789ab", "12345678-1234-1234-1234-123456789012", "٢٠٢٦-03-02T09:14:05.120Z"),
]  # fmt: skip


def test_what_a_run_writes_is_read_without_yaml() -> None:
    assert plain_values(CANONICAL) is not None
    said = ("Deploys happen on Tuesdays.",)
    made = render(
        NewMemory("deploys", "It's on Tuesdays: 9 o'clock.", MemoryType.PROJECT, said, MOMENT, "s1")
    )
    assert plain_values(split(made.decode()).block) == (
        {"name": "deploys", "description": "It's on Tuesdays: 9 o'clock."},
        {"node_type": "memory", "type": "project", "modified": MOMENT, "originSessionId": "s1"},
    )
    assert read(CANONICAL) == read_yaml(CANONICAL)


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("indent", ["", "  "])
def test_each_value_is_what_yaml_makes_of_it(value: str, indent: str) -> None:
    block = f"{CANONICAL}{indent}more: {value}\n"
    assert read(block) == read_yaml(block)
    first = f"more: {value}\n{CANONICAL}"
    assert read(first) == read_yaml(first)


@pytest.mark.parametrize("seed", range(20))
def test_blocks_of_every_form_are_read_as_yaml_reads_them(seed: int) -> None:
    chance = Random(seed)
    for _ in range(60):
        lines = [
            f"{chance.choice(['', '', '  ', '  ', ' ', '    '])}{chance.choice(KEYS)}:{chance.choice([' ', ' ', ''])}"
            f"{chance.choice(VALUES)}"
            for _ in range(chance.randrange(4))
        ]
        known = CANONICAL.splitlines()
        for line in lines:
            known.insert(chance.randrange(len(known) + 1), line)
        if chance.random() < 0.3:
            del known[chance.randrange(len(known))]
        block = "\n".join(known) + chance.choice(["\n", "\n", "", "\r\n", "\n\n"])
        assert read(block) == read_yaml(block), block


def test_too_many_brackets_and_too_long_a_block_are_told_as_before() -> None:
    for text in ("[" * 300, "x" * 20_000):
        block = CANONICAL.replace("Tests:", text)
        assert read(block) == read_yaml(block)
        assert read(block).problem is not None
