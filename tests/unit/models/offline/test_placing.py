"""Where facts belong: what stands already is not written again, however it is cut into sentences."""

from __future__ import annotations

from pydantic import JsonValue

from extractor.domain import MemoryType
from extractor.models.model import ManifestEntry
from extractor.models.offline.fact import Fact, Stated
from extractor.models.offline.placing import writes

TEXT = "Should both limits be the same? If so, the code has to enforce it. Raised both of them."
FILE = "both-limits-same-enforce.md"
ENTRY = ManifestEntry(FILE, MemoryType.PROJECT, "Should both limits be the same.")
STANDING = f"---\nname: both\ndescription: both limits\nmetadata:\n  type: project\n---\n\n{TEXT}\n"


def fact(text: str) -> Fact:
    return Fact(MemoryType.PROJECT, (Stated(text, ()),), "both-limits-same-enforce", described="both limits")


def stated(asked: list[tuple[str, dict[str, JsonValue]]]) -> list[str]:
    found = [given["statements"] for _, given in asked]
    return [
        str(one["text"]) for each in found if isinstance(each, list) for one in each if isinstance(one, dict)
    ]


def test_a_statement_of_several_sentences_that_stands_is_not_written_again() -> None:
    assert writes([fact(TEXT)], [ENTRY], {FILE: STANDING}) == []


def test_one_that_says_more_is() -> None:
    text = f"{TEXT} The page retries for ten minutes."
    assert stated(writes([fact(text)], [ENTRY], {FILE: STANDING})) == [text]


def test_one_that_only_ends_another_sentence_is() -> None:
    standing = STANDING.replace(TEXT, "Nobody but Ada thinks that Postgres 16 is required.")
    text = "Postgres 16 is required."
    assert stated(writes([fact(text)], [ENTRY], {FILE: standing})) == [text]
