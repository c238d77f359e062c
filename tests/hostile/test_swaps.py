"""Two things that trade places: sentences somebody wrote who knew no rule of the gate, retold rightly and wrongly.

`swaps.json` holds 120 sentences in eleven languages, with three retellings each that say the same, and 181 in which two
things have traded places, nearly all in the words of the sentence.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel, TypeAdapter

from extractor.domain import Milliseconds
from tests.support.gate import is_admitted


class Told(BaseModel):
    lang: str
    said: str
    faithful: list[str]
    swapped: list[str]


TOLD = TypeAdapter(list[Told]).validate_json(Path(__file__).with_name("swaps.json").read_bytes())
SAID = Milliseconds(1_795_000_000_000)


def test_what_trades_places_is_mostly_refused_and_what_says_the_same_mostly_kept(
    capsys: pytest.CaptureFixture[str],
) -> None:
    faithful = [is_admitted(text, told.said, SAID) for told in TOLD for text in told.faithful]
    swapped = [is_admitted(text, told.said, SAID) for told in TOLD for text in told.swapped]
    with capsys.disabled():
        print(f"\nretold rightly: {sum(faithful)} of {len(faithful)} kept")
        print(f"two things swapped: {sum(swapped)} of {len(swapped)} admitted")
    assert len(faithful) == 360
    assert len(swapped) == 181
    assert sum(faithful) >= 290
    assert sum(swapped) <= 85


def test_what_was_said_is_admitted_as_it_was_said() -> None:
    refused = [told.said for told in TOLD if not is_admitted(told.said, told.said)]
    assert len(refused) <= 3, refused
