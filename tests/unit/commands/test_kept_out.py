"""What a run did not write: a person is told how much, and why where they ask."""

from __future__ import annotations

from extractor.commands.kept_out import kept_out_lines
from extractor.extraction.another_try import SAVED_FIRST

FOR_A_MODEL = "write_memory: ‘Would you like me to go on?’ only repeats what the agent read; leave it out"
PERSONS = f"till.md: {SAVED_FIRST}"


def test_of_what_is_meant_for_a_model_a_person_is_told_the_number() -> None:
    assert list(kept_out_lines([FOR_A_MODEL], verbose=False)) == [
        "1 edit was kept out by the gate: -v tells why"
    ]
    assert list(kept_out_lines([FOR_A_MODEL] * 2, verbose=False)) == [
        "2 edits were kept out by the gate: -v tells why"
    ]
    assert list(kept_out_lines([], verbose=True)) == []


def test_the_detail_is_shown_where_it_was_asked_for() -> None:
    assert list(kept_out_lines([FOR_A_MODEL], verbose=True)) == [
        "1 edit was kept out by the gate",
        f"  refused: {FOR_A_MODEL}",
    ]


def test_a_file_a_person_saved_first_is_named_in_any_case() -> None:
    assert list(kept_out_lines([FOR_A_MODEL, PERSONS], verbose=False)) == [
        PERSONS,
        "1 edit was kept out by the gate: -v tells why",
    ]
