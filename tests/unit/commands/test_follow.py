"""`run`: what is told of a memory file that was changed."""

from __future__ import annotations

import pytest

from extractor.commands.follow import news
from extractor.memory.changeset import FileChange

HEAD = '---\nname: tests\ndescription: "Tests run on SQLite."\n---\n\n'
FIRST, SECOND, OTHER = "Tests run on SQLite.", "Tests run in parallel.", "Tests run on PostgreSQL."
WHY = "**Why:** SQLite hid a bug."


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ((FIRST,), (FIRST, SECOND), SECOND),
        ((FIRST, SECOND), (OTHER, SECOND), OTHER),
        ((FIRST,), (FIRST, SECOND, OTHER), f"{SECOND} {OTHER}"),
        ((FIRST,), (FIRST, WHY), "SQLite hid a bug."),
        ((FIRST, SECOND), (FIRST,), f"no longer: {SECOND}"),
        ((FIRST,), (FIRST,), FIRST),
    ],
    ids=["added", "replaced", "two added", "a reason", "taken out", "front matter alone"],
)
def test_of_a_changed_file_its_news_is_told(
    before: tuple[str, ...], after: tuple[str, ...], told: str
) -> None:
    was, is_ = ((HEAD + "\n\n".join(each) + "\n").encode() for each in (before, after))
    assert news(FileChange("tests.md", was, is_)) == told
