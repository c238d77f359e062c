"""A fact as the gate lets it pass: also what is left of it where some of it stands already."""

from __future__ import annotations

from datetime import UTC

import pytest

from extractor.domain import Evidence, Kind, MemoryType, Message, MessageKey, Milliseconds, Speaker
from extractor.memory.gate.evidence import check_rule
from extractor.memory.gate.witnesses import Witnesses
from extractor.models.offline import wording
from extractor.models.offline.fact import Fact, Stated
from extractor.models.offline.fitting import fit

KALE = "Always wash the kale."
DISK = (
    "Always write the logs of the workers in the shared kitchen of the north building and in every other room that the"
    " catering team of the second floor may use during the week, except where the disk is full."
)


def fitted(*sentences: str) -> tuple[Fact, Witnesses]:
    """What passes of a message of these sentences, and what it is held to."""
    said = Message(
        MessageKey("c", "message-0001", 0), Speaker.HUMAN, Kind.TEXT, " ".join(sentences), Milliseconds(0)
    )
    witnesses = Witnesses.build([said], frozenset([said.key.short]), UTC)
    stated = tuple(Stated(text, (Evidence(said.key.short, text),)) for text in sentences)
    made = fit(Fact(MemoryType.FEEDBACK, stated, wording.name_of(sentences[0])), witnesses)
    assert made is not None
    return made, witnesses


@pytest.mark.parametrize("sentences", [(KALE, DISK), (KALE, DISK, "Never mock the database in a test.")])
def test_what_is_left_of_a_fact_is_described_as_the_gate_lets_pass(sentences: tuple[str, ...]) -> None:
    fact, witnesses = fitted(*sentences)
    assert [one.text for one in fact.stated] == list(sentences)
    left = fact.holding(fact.stated[1:])
    assert check_rule(wording.description(DISK), left.stated[0].evidence, witnesses) is not None
    assert check_rule(left.described, left.stated[0].evidence, witnesses) is None
    assert left.described.endswith("except where the disk is full.")


def test_the_beginning_of_a_fact_is_not_described_by_what_it_no_longer_holds() -> None:
    fact, _ = fitted(KALE, DISK)
    assert fact.holding(fact.stated[:1]).described == KALE == fact.described
