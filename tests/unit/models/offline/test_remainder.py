"""A sentence that is corrected in a part tells what else it holds."""

from __future__ import annotations

import pytest

from extractor.models.offline.remainder import says_more_than


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("We use Redis for caching and Postgres 15 for storage.", "We use Postgres 16 now, not 15."),
        ("I live in Berlin and my name is Ada.", "My name is Ava, not Ada."),
        ("The CI is at https://ci.a.example and the wiki at https://w.a.example.", "The CI moved to https://ci.b.example."),
        ("Never commit to main without a review, and never force-push.", "force push"),
    ],
)  # fmt: skip
def test_a_part_of_which_nothing_is_said_is_more(older: str, newer: str) -> None:
    assert says_more_than(older, newer)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The staging server listens on port 8080.", "The staging server listens on port 9090."),
        ("Use tabs in Go files, not spaces.", "Use spaces in Go files."),
        ("Never mock the database, because mocks lie.", "Mocking the database is fine."),
        ("Deploy on Fridays, in the morning.", "Deploy on Mondays."),
    ],
)
def test_a_reason_a_place_and_a_not_belong_to_what_they_stand_behind(older: str, newer: str) -> None:
    assert not says_more_than(older, newer)
