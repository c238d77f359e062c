"""The manifest: every file, and when its sentences were said."""

from __future__ import annotations

from extractor.domain import MemoryType, Milliseconds
from extractor.extraction.manifest import manifest

FILE = b"""---
name: it
description: Servers
metadata:
  type: project
  modified: 1970-01-02T00:00:00.000Z
---

One server stands in Ghent. It runs at night.

Somebody wrote this by hand.
"""


def test_every_sentence_tells_when_it_was_said_and_one_of_unknown_hand_since_when_it_may_stand() -> None:
    said = [
        {"One server stands in Ghent. It runs at night.": Milliseconds(7)},
        {"it runs  at night.": Milliseconds(9)},
    ]
    (entry,) = manifest({"it.md": FILE}, said, {"it.md"})
    assert (entry.file, entry.type, entry.description, entry.is_personal) == (
        "it.md",
        MemoryType.PROJECT,
        "Servers",
        True,
    )
    day = 86_400_000
    assert [(each.text, each.said, each.since) for each in entry.sentences] == [
        ("One server stands in Ghent.", 7, 7),
        ("It runs at night.", 9, 9),
        ("Somebody wrote this by hand.", None, day),
    ]


def test_files_stand_in_the_order_of_their_names_and_one_without_front_matter_is_told_by_its_first_sentence() -> (
    None
):
    found = manifest({"b.md": b"Plain words.\n", "a.md": FILE})
    assert [(each.file, each.description) for each in found] == [
        ("a.md", "Servers"),
        ("b.md", "Plain words."),
    ]
    assert found[1].sentences[0].since is None


def test_a_moment_that_lies_ahead_is_older_than_all_that_is_said() -> None:
    (entry,) = manifest({"it.md": FILE}, [{"It runs at night.": Milliseconds(9)}], now=Milliseconds(8))
    assert [(each.said, each.since) for each in entry.sentences] == [
        (None, 86_400_000),
        (0, 0),
        (None, 86_400_000),
    ]
