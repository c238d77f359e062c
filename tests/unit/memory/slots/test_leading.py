"""What a sentence says first."""

from __future__ import annotations

import pytest

from extractor.memory.slots.leading import first_part, leading, without_beginning, without_reason


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Flags are in Unleash, we cancelled the rest.", "Flags are in Unleash"),
        ("Editing migrations is ok, just keep them reversible.", "Editing migrations is ok"),
        ("Mocking is fine again, but only in pages.", None),
        ("Mocking is fine again, just in pages.", None),
        ("Mocking is fine again, if Kim agrees.", None),
        ("Well, use npm.", None),
        ("We use npm.", None),
    ],
)
def test_the_first_part_is_taken_where_nothing_behind_it_limits_it(text: str, first: str | None) -> None:
    assert first_part(text) == first
    assert list(leading(text)) == ([text, first] if first else [text])


def test_reasons_and_who_made_a_change_are_left_out() -> None:
    assert (
        without_reason("Everything is on Hetzner since the migration finished.") == "Everything is on Hetzner"
    )
    assert without_beginning("Maria left, Tobias is the lead now.") == "Tobias is the lead now."
    assert without_beginning("Marketing renamed the project to Heron.") == "renamed the project to Heron."
