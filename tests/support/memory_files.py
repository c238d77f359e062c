"""Memory files as people, the client and editors leave them, from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

TRAPS = (
    "NO", "yes", "~", "12:30:45", "01234", "1.10", '"quoted"', "'single'", "[b, a]", "{a: b}", "null", "0x1F",
    "2026-05-01T10:20:30Z", '"a # b"', "plain # comment", "🦊 fox", '"use foo: bar"', "|\n  block\n  of: text",
    ">\n  folded\n  text", "&anchor x", "!!str 5", "é à ü", "[\n  one, # first\n  two]", "''", "1e3", "-1",
)  # fmt: skip
WORDS = "lamp copper gate evening barrel ladder door eastern harvest wheel oil café 数据 🦊 naïve mill well".split()
BODY = (
    "", "<!-- a person's remark -->", "- a list item", "> a quotation", "```sh\nrun: this\n```", "# A heading",
    "**Why:** it was so.", "| a | b |\n|---|---|", "    indented code", "trailing spaces  ", "---", "***",
    "Some line with `code: here`", "A link [x](y.md).",
)  # fmt: skip


@dataclass(frozen=True)
class Made:
    """A file, and one sentence that stands in it once."""

    seed: int
    data: bytes
    sentence: str


def made_files(seed: int, count: int) -> Iterator[Made]:
    """So many files, all different."""
    for number in range(count):
        yield _made(seed * 1_000_003 + number)


def _made(seed: int) -> Made:
    chance = random.Random(seed)
    sentence = f"The {chance.choice(WORDS)} number {seed} is always {chance.choice(WORDS)}."
    paragraphs = [chance.choice(BODY) for _ in range(chance.randint(0, 3))]
    paragraphs.insert(chance.randint(0, len(paragraphs)), sentence)
    body = "\n\n".join(paragraphs) + "\n" * chance.randint(0, 3)
    text = (_front(chance) if chance.random() < 0.85 else "") + body
    if chance.random() < 0.3:
        text = text.replace("\n", "\r\n")
    if chance.random() < 0.2:
        text = "\ufeff" + text
    return Made(seed, text.encode(), sentence)


def _front(chance: random.Random) -> str:
    keys = [
        f"name: {chance.choice(TRAPS[:6])}",
        f"description: {chance.choice(TRAPS)}",
        "metadata:\n  node_type: memory\n  type: feedback  # ours\n  modified: 2026-03-02T09:14:05.120Z",
        *(f"own{n}: {chance.choice(TRAPS)}" for n in range(chance.randint(0, 3))),
        *chance.choice(([], ["# a comment"], ["", "# two", "# lines"])),
    ]
    chance.shuffle(keys)
    return "---\n" + "\n".join(keys) + "\n---\n" + "\n" * chance.randint(0, 2)
