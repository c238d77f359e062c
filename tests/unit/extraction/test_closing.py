"""Stretches leave the history when they are due, and never before they were understood."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest

from extractor.extraction.job import Batch, Later
from extractor.history.transitions import Reason
from extractor.service.learning import Learning
from tests.support.scripted import Desk, Scripted, says
from tests.support.talk import START, agent, human


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


def learning(desk: Desk) -> Learning:
    model = Scripted([says()])
    return Learning(desk.archive, desk.extraction, lambda _run: model, model.name, UTC, desk.clock)


def run_dry(taught: Learning) -> None:
    while (job := taught.next_job()) is not None:
        taught.done(taught.call(job, taught.model(job)))


def talked(desk: Desk, count: int, start: int = 0) -> int:
    session = 0
    for n in range(start, start + count):
        at = desk.clock.now
        session = desk.said("s", human(f"h{n}", f"request {n}", at=at), agent(f"a{n}", at=at))
    return session


def test_fifty_project_items_that_were_understood_are_closed_once(desk: Desk) -> None:
    session, taught = talked(desk, 30), learning(desk)
    desk.extraction.look(session)
    assert desk.archive.histories.stretches(session) == [], "nothing of it was understood yet"
    taught.add([session])
    run_dry(taught)
    for _ in range(3):
        desk.extraction.look(session)
    (closed,) = desk.archive.histories.stretches(session)
    assert (closed.requests, closed.reason, closed.last.uuid) == (25, Reason.SIZE_LIMIT, "a24")


def test_what_waits_is_neither_closed_nor_hidden_by_a_boundary(desk: Desk) -> None:
    session, taught = talked(desk, 30), learning(desk)
    taught.add([session])
    run_dry(taught)
    talked(desk, 40, start=30)
    batch = desk.extraction.look(session)
    assert isinstance(batch, Batch)
    assert [e.messages[0].key.uuid for e in batch.exchanges] == [f"h{n}" for n in range(30, 70)]
    assert len(desk.archive.histories.stretches(session)) == 1
    assert batch.older[-1].messages[0].key.uuid == "h29", "what was closed may still lead in"


def test_a_session_that_fell_silent_for_an_hour_is_closed(desk: Desk) -> None:
    taught = learning(desk)
    session = talked(desk, 2)
    taught.grew(session, turn_ended=True)
    run_dry(taught)
    desk.clock.pass_by(3_500)
    taught.close_idle()
    assert desk.archive.histories.stretches(session) == []
    desk.clock.pass_by(200)
    taught.close_idle()
    (closed,) = desk.archive.histories.stretches(session)
    assert (closed.requests, closed.reason) == (2, Reason.TIME_LIMIT)
    assert desk.extraction.look(session) == Later(None)
    assert len(desk.archive.histories.stretches(session)) == 1


def test_a_stretch_whose_end_was_taken_back_is_closed_anew(desk: Desk) -> None:
    from extractor.transcripts.source import Withdrawn

    session, taught = talked(desk, 25), learning(desk)
    taught.add([session])
    run_dry(taught)
    desk.extraction.look(session)
    assert desk.archive.histories.last_closed(session)[0].uuid == "a24"
    desk.said("s", Withdrawn(("h24", "a24")), human("again", at=START + 1), agent("yes", at=START + 1))
    taught.add([session])
    run_dry(taught)
    desk.extraction.look(session)
    assert desk.archive.histories.last_closed(session)[0].uuid == "yes"
