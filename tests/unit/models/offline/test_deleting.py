"""What was taken back by its name is deleted, one sentence of a file, where nothing else is told in it."""

from __future__ import annotations

import pytest

from extractor.domain import Evidence, MemoryType, Milliseconds
from extractor.models.model import Known, ManifestEntry
from extractor.models.offline.deleting import deletions
from extractor.models.offline.fact import TakenBack
from extractor.models.offline.likeness import tokens

LINT, TABS = "Always run the linter first.", "Use tabs in Go files."
CITED = Evidence("h1", "Forget what I said about the linter.")


def entry(*texts: str, said: int | None = 1) -> ManifestEntry:
    known = tuple(Known(text, None if said is None else Milliseconds(said)) for text in texts)
    return ManifestEntry("rules.md", MemoryType.FEEDBACK, texts[0], known)


def asked(about: str, *entries: ManifestEntry) -> list[object]:
    given = deletions([TakenBack(tokens(about), CITED, Milliseconds(5))], entries)
    return [values["statements"] for _, values in given]


def test_the_one_sentence_that_says_it_goes() -> None:
    assert asked("the linter", entry(LINT, TABS)) == [[LINT]]


@pytest.mark.parametrize(
    "standing",
    [
        entry(TABS),
        entry(LINT, "The linter runs in CI."),
        entry(LINT, said=None),
        entry(LINT, said=9),
        entry("Never skip the review, and always run the linter."),
    ],
)
def test_what_is_not_meant_for_sure_stays(standing: ManifestEntry) -> None:
    assert asked("the linter", standing) == []
