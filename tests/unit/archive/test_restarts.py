"""What waits to be learned from goes on waiting when its transcript is emptied, rotated or replaced."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.domain import Message, Milliseconds, Passed
from extractor.extraction.job import Batch
from extractor.transcripts.source import Boundary, BoundaryKind, Withdrawn
from tests.support.scripted import Desk
from tests.support.talk import agent, human

RULE = "Prices are always integer cents, never floats."


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


def standing(desk: Desk, session: int) -> list[str]:
    return [s.message.key.uuid for s in desk.archive.messages.live(session)]


def material(desk: Desk, session: int) -> list[str]:
    """What the session's next run learns from."""
    batch = desk.extraction.look(session, is_named=True)
    return [m.key.uuid for e in batch.exchanges for m in e.messages] if isinstance(batch, Batch) else []


def learned(desk: Desk, *messages: Message) -> None:
    rows = (row for message in messages for row in desk.archive.messages.rows_of(message.key))
    desk.archive.messages.pass_over(rows, Passed.LEARNED)


def test_words_that_wait_are_learned_from_though_their_file_was_emptied(desk: Desk) -> None:
    session = desk.said("s", human("h1", RULE), agent("a1"))
    desk.said("s", restart=True, ended=False)
    assert desk.archive.sessions.waiting() == [session]
    assert desk.archive.summary("2026-03-02").waiting == 1
    assert material(desk, session) == ["h1", "a1"]


def test_they_stand_before_what_the_new_file_says(desk: Desk) -> None:
    session = desk.said("s", human("h1", RULE), agent("a1"))
    desk.said("s", human("h2", "Go on."), agent("a2"), restart=True)
    assert standing(desk, session) == material(desk, session) == ["h1", "a1", "h2", "a2"]


def test_what_they_answer_stands_with_them_and_nothing_before(desk: Desk) -> None:
    old, before = human("h0"), human("h1")
    session = desk.said("s", old, agent("a0"), before, agent("a1", "Cents or floats?"), human("h2", "Cents."))
    learned(desk, old, before)
    desk.said("s", restart=True, ended=False)
    assert standing(desk, session) == ["h1", "a1", "h2"]


def test_once_understood_they_go_with_the_next_restart(desk: Desk) -> None:
    rule = human("h1", RULE)
    session = desk.said("s", rule, agent("a1"))
    desk.said("s", human("h2"), restart=True)
    learned(desk, rule, human("h2"))
    desk.said("s", human("h3"), restart=True)
    assert standing(desk, session) == ["h3"]


def test_told_again_they_stand_once_and_in_the_order_of_the_file(desk: Desk) -> None:
    told = human("h0"), agent("a0"), human("h1", RULE), agent("a1")
    session = desk.said("s", *told)
    learned(desk, told[0])
    desk.said("s", *told, restart=True, ended=False)
    assert standing(desk, session) == ["h0", "a0", "h1", "a1"]
    assert not any(s.turn_ended for s in desk.archive.messages.live(session))
    desk.said("s", human("h2"), restart=True, ended=False)
    assert standing(desk, session) == ["h0", "a0", "h1", "a1", "h2"]


def test_what_was_set_aside_can_be_tried_again(desk: Desk) -> None:
    session = desk.said("s", human("h1", RULE), agent("a1"))
    desk.archive.messages.pass_over(desk.archive.messages.rows_of(human("h1").key), Passed.SET_ASIDE)
    desk.said("s", restart=True, ended=False)
    desk.archive.messages.wait_again(Passed.SET_ASIDE, session)
    assert material(desk, session) == ["h1", "a1"]


def test_what_a_person_took_back_does_not_wait(desk: Desk) -> None:
    session = desk.said("s", human("h1", RULE), agent("a1"), Withdrawn(("h1",)))
    desk.said("s", restart=True, ended=False)
    assert desk.archive.sessions.waiting() == []
    desk.said("s", human("h2", RULE))
    desk.said("s", Boundary(BoundaryKind.ANEW, Milliseconds(0)), human("h3"))
    assert standing(desk, session) == ["h3"]
