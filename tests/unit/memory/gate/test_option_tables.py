"""Options in a table: only of a table that says it holds them, and only a name that says all of its row."""

from __future__ import annotations

import pytest

from extractor.memory.gate.option_tables import tabled

TABLE = """When shall it be made?

| Option | Description |
|--------|-------------|
| **A. At commit time (Recommended)** | Once a commit, kept with it. |
| **B. At every step** | Dearer, there at once. |

Which one do you want?"""


def test_a_row_names_its_option_by_its_key() -> None:
    assert tabled(TABLE) == {"a": "At commit time (Recommended)", "b": "At every step"}


@pytest.mark.parametrize(
    ("head", "first", "second"),
    [
        ("| Option | What |", "| A | Redis | fast |", "| B | A table | plain |"),
        ("| # | Approach |", "| 1 | Redis |", "| 2 | A table |"),
        ("| Choice | What |", "| Option 1: Redis | fast |", "| Option 2: A table | plain |"),
    ],
)
def test_the_key_may_have_a_cell_of_its_own(head: str, first: str, second: str) -> None:
    assert list(tabled(f"{head}\n|---|---|\n{first}\n{second}\n").values()) == ["Redis", "A table"]


@pytest.mark.parametrize(
    "message",
    [
        "| # | Query | Time |\n|---|---|---|\n| 1 | Select | 3 s |\n| 2 | Truncate all | 9 s |\n\nHow many retries?",
        "| Option | x |\n|---|---|\n| 1 | Redis |\n| 3 | A table |",
        "| Option | x |\n|---|---|\n| A | Redis |",
        "| Option | x |\n| A | Redis |\n| B | A table |\n| C | none |",
        "| Option | x |\n|---|---|\n| 1.2 | fixed |\n| 1.3 | mended |",
        "```\n" + TABLE + "\n```",
        "<!-- " + TABLE + " -->",
        TABLE + "\n\n| Shard | Rows |\n|---|---|\n| 1 | 20 |\n| 2 | 30 |\n",
    ],
    ids=["of data", "with a gap", "of one", "without a rule", "of versions", "in code", "in a comment", "another after it"],
)  # fmt: skip
def test_another_table_holds_no_options(message: str) -> None:
    assert tabled(message) == {}


@pytest.mark.parametrize(
    "row",
    [
        "| A | Force push to main | never |",
        "| A | Push straight to main | not allowed by ops |",
        "| A | **Deploy on Fridays** (never without approval) | fast |",
        "| A | Deploy on Fridays | only after a review |",
        "| A | Deploy on Fridays | ❌ |",
    ],
)
def test_a_row_that_says_more_than_its_name_has_none(row: str) -> None:
    message = f"| Option | What | Verdict |\n|---|---|---|\n{row}\n| B | Wait | always |\n\nWhich?"
    assert "a" not in tabled(message)


def test_long_rows_take_no_time() -> None:
    for row in (
        "| 1 | " + " " * 50_000 + "(" * 50_000,
        "| 1 |" * 20_000,
        "|" + "*" * 90_000 + "|",
        "|" * 90_000,
    ):
        assert tabled(f"| Option | x |\n|---|---|\n{row}\n{row}\n{row}") == {}
