"""Listing: what the index is told of each memory file."""

from __future__ import annotations

from datetime import UTC

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
