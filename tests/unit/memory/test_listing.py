"""Listing: what the index is told of each memory file."""

from __future__ import annotations

from datetime import UTC, date

import pytest

from extractor.memory.listing import entries

FIRST = "Releases are tagged on Fridays."


def memory(*sentences: str, description: str = FIRST, kind: str = "project") -> bytes:
    head = f'---\nname: x\ndescription: "{description}"\nmetadata:\n  type: {kind}\n---\n\n'
    return (head + "\n\n".join(sentences) + "\n\n**Why:** few people.\n").encode()


def test_sentences_behind_the_first_are_told_with_the_file() -> None:
    (entry,) = entries({"a.md": memory(FIRST, "Tom writes the notes.", "Ana signs them.")}, UTC)
    assert (entry.description, entry.more) == (FIRST, ("Tom writes the notes.", "Ana signs them."))


@pytest.mark.parametrize("description", ["A release: tom  writes the notes, Ana signs them.", FIRST])
def test_what_the_description_tells_is_not_told_twice(description: str) -> None:
    (entry,) = entries({"a.md": memory(FIRST, "Tom writes the notes.", description=description)}, UTC)
    assert entry.more == (() if "tom" in description else ("Tom writes the notes.",))


def test_a_file_of_one_sentence_and_a_text_of_a_persons_have_no_more() -> None:
    own = b"# Notes\n\nTags are made by hand.\n\nOn Fridays.\n"
    assert [entry.more for entry in entries({"a.md": memory(FIRST), "own.md": own}, UTC)] == [(), ()]


@pytest.mark.parametrize(
    ("said", "modified", "deadline"),
    [
        ("The report is due 5 December.", None, None),
        ("The report is due 5 December.", "2026-11-20T10:00:00+00:00", date(2026, 12, 5)),
        ("The report is due 5 December.", "2026-12-20T10:00:00+00:00", date(2026, 12, 5)),
        ("The report is due 5 December 2026.", None, date(2026, 12, 5)),
        ("The freeze ends 5 November (2026-11-05).", "2026-11-20T10:00:00+00:00", date(2026, 11, 5)),
        ("The freeze ends 5 November (2026-11-05).", "2027-04-20T10:00:00+00:00", date(2026, 11, 5)),
        ("The freeze lasts until 20.12. and ends 2027-01-04.", None, date(2027, 1, 4)),
    ],
)
def test_a_deadline_is_read_from_when_the_file_was_modified_and_with_its_year_from_itself(
    said: str, modified: str | None, deadline: date | None
) -> None:
    told = memory(said, description=said).decode()
    if modified:
        told = told.replace("type: project", f"type: project\n  modified: {modified}")
    (entry,) = entries({"a.md": told.encode()}, UTC)
    assert entry.deadline == deadline
