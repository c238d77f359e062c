"""A correction keeps the number behind it that says what is so instead."""

from __future__ import annotations

import pytest

from extractor.models.offline.corrections import with_what_is_so
from extractor.models.offline.sentences import sentences


@pytest.mark.parametrize(
    "text",
    [
        "Wait no, 90 was the old contract. 30 days",
        "Actually no, it is the other one. 8080.",
        "Scratch that! 2 weeks",
    ],
)
def test_a_number_behind_what_takes_something_back_belongs_to_it(text: str) -> None:
    assert [each.text for each in with_what_is_so(sentences(text))] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "We keep the events. 30 days",
        "Wait no, 90 was the old contract. It is 30 days in the new one",
        "Wait no, was that 90? 30 days",
        "Wait no, 90 was the old contract. 30 days?",
        "The table moved, and the rows came after that; scratch that. 30 days",
    ],
)
def test_other_sentences_stay_as_they_are(text: str) -> None:
    assert list(with_what_is_so(sentences(text))) == sentences(text)
