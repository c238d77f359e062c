"""Deleting: the sentences that go because they were taken back by their name.

Owns which sentence is meant. Promises that one which tells of something else, too, stays. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from extractor.domain import Evidence
from extractor.models.model import ManifestEntry
from extractor.models.offline.fact import TakenBack
from extractor.models.offline.likeness import tokens
from extractor.models.offline.remainder import says_more_than


def deletions(
    taken_back: Sequence[TakenBack], manifest: Sequence[ManifestEntry]
) -> list[tuple[str, dict[str, JsonValue]]]:
    """A deletion of the one sentence of each file that says what was taken back later, by words it was named by."""
    gone: dict[str, tuple[str, Evidence]] = {}
    for taken in taken_back:
        for entry in manifest:
            told = [each for each in entry.sentences if taken.about <= tokens(each.text)]
            if len(told) == 1 and says_more_than(told[0].text, " ".join(taken.about)):
                continue  # it tells of something else, too, that nobody took back
            if len(told) == 1 and told[0].said is not None and told[0].said <= taken.at:
                gone.setdefault(entry.file, (told[0].text, taken.evidence))
    return [
        (
            "delete_memory",
            {
                "file": file,
                "statements": [text],
                "evidence": [{"message": cited.message, "quote": cited.quote}],
            },
        )
        for file, (text, cited) in gone.items()
    ]
