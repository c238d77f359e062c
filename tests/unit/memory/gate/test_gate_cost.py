"""What the gate costs grows as the messages do, whatever stands in them again and again."""

from __future__ import annotations

from datetime import UTC

import pytest

from extractor.domain import Evidence, Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.memory.gate.evidence import check
from extractor.memory.gate.witnesses import Witnesses
from tests.support.cost import grows_as_it_does


@pytest.mark.parametrize(
    "unit",
    [
        "我A",
        "如果",
        "\"'",
        "、{",
        "(1. \né",
        ". “no ",
        "use x, not y. ",
        '下周五"',
        "how is it? keep it on. ",
    ],
)
def test_a_message_that_repeats_itself_costs_what_its_letters_do(unit: str) -> None:
    def judged(said: str) -> object:
        message = Message(MessageKey("c", "h1", 0), Speaker.HUMAN, Kind.TEXT, said, Milliseconds(0))
        witnesses = Witnesses.build([message], frozenset({"h1"}), UTC)
        return check(said[:300], [Evidence("h1", said[:2000])], witnesses)

    assert grows_as_it_does(judged, unit, 12_000 // len(unit))
