"""Words of which one says the contrary of the other."""

from __future__ import annotations

import pytest

from extractor.memory.opposites import opposite


@pytest.mark.parametrize(
    ("clause", "text", "word"),
    [
        ("Prices exclude VAT.", "Prices include VAT.", "exclude"),
        ("Accept the banner in tests.", "Reject the banner in tests.", "Accept"),
        ("Telemetry is disabled.", "Telemetry is enabled.", "disabled"),
        ("We raised the limit.", "The limit was lowered.", "raised"),
    ],
)
def test_the_opposite_alone_is_told(clause: str, text: str, word: str) -> None:
    assert opposite(text, clause) == word


@pytest.mark.parametrize(
    ("clause", "text"),
    [
        ("Prices exclude VAT.", "Prices exclude VAT."),
        ("Prices exclude VAT.", "Prices do not include VAT."),
        ("Never enable telemetry.", "Telemetry is disabled."),
        ("We enabled caching but disabled gzip.", "Gzip is disabled."),
        ("The internal wiki has the external docs.", "The external docs are in the internal wiki."),
        ("Prices are net.", "Prices include VAT."),
    ],
)
def test_what_says_it_with_a_not_or_says_both_is_no_opposite(clause: str, text: str) -> None:
    assert opposite(text, clause) is None
