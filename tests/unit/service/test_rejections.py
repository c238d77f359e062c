"""Whether a model that refuses to answer refuses one exchange or whatever it is asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC
from pathlib import Path

import pytest

from extractor.domain import Kind, Usage
from extractor.models.model import Reply, Request, Stop
from extractor.service.learning import Learning
from extractor.service.rejections import MOST_ALONE, SINCE
from tests.support.scripted import Desk, Scripted, says
from tests.support.talk import agent, human

RULE = "Never mock the database in tests."
REJECTED = Reply("", (), Stop.REJECTED, detail="400 invalid_request_error")
CUT_OFF = says(text="Let me think.", stop=Stop.MAX_TOKENS, usage=Usage(input=3_000, output=4_096))
REFUSED = says(stop=Stop.REFUSAL, usage=Usage(input=3_000, output=1))


class Gate:
    """A model that rejects what it is told to, and answers the rest."""

    def __init__(self, rejects: Callable[[str], bool], answer: Reply = REJECTED) -> None:
        self.rejects = rejects
        self.answer = answer
        self.asked: list[str] = []
        """The first message of each request."""

    def __call__(self, request: Request) -> Reply:
        first = next(
            m for e in request.briefing.newer for m in e.messages if m.is_human and m.kind is Kind.TEXT
        )
        self.asked.append(first.key.uuid)
        return self.answer if self.rejects(first.key.uuid) else says()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


def started(desk: Desk, gate: Gate) -> Learning:
    model = Scripted([gate])
    taught = Learning(desk.archive, desk.extraction, lambda _run: model, model.name, UTC, desk.clock)
    taught.add(desk.archive.sessions.waiting())
    return taught


def said(desk: Desk, *names: str, exchanges: int = 1) -> None:
    """Sessions of so many exchanges each, whose first messages are `name 0`, `name 1` and so on."""
    for name in names:
        told = [
            each
            for n in range(exchanges)
            for each in (human(f"{name} {n}", RULE), agent(f"{name} answer {n}"))
        ]
        desk.said(name, *told)


def goes_by(desk: Desk, taught: Learning, seconds: int) -> None:
    """What the service does within so many seconds."""
    ends = desk.clock.now + seconds * 1000
    while True:
        job = taught.next_job()
        if job is not None:
            taught.done(taught.call(job, taught.model(job)))
            continue
        due = taught.next_due()
        if due is None or due > ends:
            desk.clock.now = ends
            return
        desk.clock.now = max(desk.clock.now + 1, due)


HOUR = 3_600


@pytest.mark.parametrize("answer", [REJECTED, REFUSED])
def test_a_model_that_rejects_whatever_it_is_asked_is_left_alone_and_nothing_is_set_aside(
    desk: Desk, answer: Reply
) -> None:
    said(desk, *(f"s{n}" for n in range(20)), exchanges=3)
    gate = Gate(lambda _first: True, answer)
    taught = started(desk, gate)
    goes_by(desk, taught, 25)
    assert len(gate.asked) <= 3
    goes_by(desk, taught, 24 * HOUR)
    assert len(gate.asked) <= 24 * 4 + 10
    told = desk.archive.summary("")
    assert (told.waiting, told.set_aside) == (60, ())
    assert "refuses whatever it is asked" in " ".join(told.holding_up)
    assert answer.detail in " ".join(told.problems)
    gate.rejects = lambda _first: False
    goes_by(desk, taught, HOUR)
    told = desk.archive.summary("")
    assert (told.waiting, told.set_aside, told.problems) == (0, (), ())


def test_a_model_that_ends_no_reply_is_left_alone_too_and_what_to_set_is_told(desk: Desk) -> None:
    said(desk, *(f"s{n}" for n in range(20)), exchanges=3)
    gate = Gate(lambda _first: True, CUT_OFF)
    taught = started(desk, gate)
    goes_by(desk, taught, HOUR)
    assert len(gate.asked) <= 10
    told = desk.archive.summary("")
    assert (told.waiting, told.set_aside) == (60, ())
    assert "raise max_output_tokens" in " ".join(told.holding_up)
    gate.rejects = lambda _first: False
    goes_by(desk, taught, HOUR)
    told = desk.archive.summary("")
    assert (told.waiting, told.set_aside, told.problems) == (0, (), ())


def test_one_session_whose_every_exchange_is_rejected_loses_no_more_than_the_first(desk: Desk) -> None:
    said(desk, "alone", exchanges=8)
    gate = Gate(lambda _first: True)
    goes_by(desk, started(desk, gate), 24 * HOUR)
    assert len(desk.archive.summary("").set_aside) == 1
    assert desk.archive.summary("").waiting == 7
    assert len(gate.asked) < 24 * 4 + 30


def test_an_exchange_that_alone_is_rejected_is_set_aside_and_holds_up_no_other(desk: Desk) -> None:
    said(desk, "bad", "good", "fine", exchanges=2)
    gate = Gate(lambda first: first == "bad 0")
    goes_by(desk, started(desk, gate), HOUR)
    told = desk.archive.summary("")
    assert [session for session, _ in told.set_aside] == ["bad"]
    assert (told.waiting, told.problems) == (0, ())


def test_two_that_are_rejected_are_set_aside_once_others_were_answered(desk: Desk) -> None:
    said(desk, "bad", "worse")
    gate = Gate(lambda first: first in ("bad 0", "worse 0"))
    taught = started(desk, gate)
    goes_by(desk, taught, HOUR)
    assert desk.archive.summary("").set_aside == ()
    said(desk, "good")
    taught.add(desk.archive.sessions.waiting())
    goes_by(desk, taught, HOUR)
    told = desk.archive.summary("")
    assert sorted(session for session, _ in told.set_aside) == ["bad", "worse"]
    assert (told.waiting, told.problems) == (0, ())


def test_what_failed_is_not_tried_again_at_once(desk: Desk) -> None:
    said(desk, "bad")
    gate = Gate(lambda _first: True)
    taught = started(desk, gate)
    goes_by(desk, taught, 30)
    assert gate.asked == ["bad 0"]
    goes_by(desk, taught, 60)
    assert gate.asked == ["bad 0"] * 2


def test_what_failed_is_not_tried_again_at_once_though_its_session_goes_on(desk: Desk) -> None:
    gate = Gate(lambda _first: True)
    taught = started(desk, gate)
    for n in range(14):
        session = desk.said("live", human(f"live {n}", RULE), agent(f"answer {n}"))
        taught.grew(session, turn_ended=True)
        goes_by(desk, taught, 4)
    assert gate.asked == ["live 0"]
    gate.rejects = lambda _first: False
    goes_by(desk, taught, 60)
    taught.grew(desk.said("live", human("live 14", RULE), agent("answer 14")), turn_ended=True)
    goes_by(desk, taught, 1)
    assert gate.asked == ["live 0", "live 0", "live 14"], "what was answered is not waited for"


def test_what_failed_is_tried_again_at_once_where_a_person_asks_for_it(desk: Desk) -> None:
    said(desk, "bad")
    gate = Gate(lambda _first: True)
    taught = started(desk, gate)
    goes_by(desk, taught, 1)
    gate.rejects = lambda _first: False
    taught.resume()
    goes_by(desk, taught, 0)
    assert gate.asked == ["bad 0"] * 2
    assert desk.archive.summary("").waiting == 0


def test_a_restart_counts_nothing_against_an_exchange_while_everything_is_rejected(desk: Desk) -> None:
    said(desk, "one", "two")
    gate = Gate(lambda _first: True)
    for _ in range(20):
        goes_by(desk, started(desk, gate), 60)
    told = desk.archive.summary("")
    assert (told.waiting, told.set_aside) == (2, ())


def test_what_is_too_long_tells_nothing_of_the_model_and_is_halved(desk: Desk) -> None:
    said(desk, "one", "two", exchanges=4)
    gate = Gate(lambda _first: True, Reply("", (), Stop.REJECTED, detail="413", is_too_long=True))

    def reply(request: Request) -> Reply:
        return gate(request) if len(request.briefing.newer) > 2 else says()

    model = Scripted([reply])
    taught = Learning(desk.archive, desk.extraction, lambda _run: model, model.name, UTC, desk.clock)
    taught.add(desk.archive.sessions.waiting())
    goes_by(desk, taught, HOUR)
    told = desk.archive.summary("")
    assert (told.waiting, told.set_aside, told.problems) == (0, (), ())


def test_what_refusals_were_billed_stands_in_the_record_of_their_runs(desk: Desk) -> None:
    said(desk, "one", "two")
    goes_by(desk, started(desk, Gate(lambda _first: True, REFUSED)), 1)
    assert desk.archive.db.rows("SELECT outcome, input FROM runs ORDER BY id") == [
        ("failed", 3_000),
        ("model unavailable", 3_000),
    ]


def test_two_sessions_with_a_refused_exchange_each_are_both_learned_from_behind_it(desk: Desk) -> None:
    said(desk, "one", "two", exchanges=6)

    def reply(request: Request) -> Reply:
        names = {m.key.uuid for e in request.briefing.newer for m in e.messages}
        return REFUSED if names & {"one 1", "two 1"} else says()

    model = Scripted([reply])
    taught = Learning(desk.archive, desk.extraction, lambda _run: model, model.name, UTC, desk.clock)
    taught.add(desk.archive.sessions.waiting())
    goes_by(desk, taught, HOUR)
    told = desk.archive.summary("")
    assert sorted(session for session, _ in told.set_aside) == ["one", "two"]
    assert (told.waiting, told.problems) == (0, ())


def test_a_restart_forgets_nothing_of_what_was_rejected(desk: Desk) -> None:
    said(desk, "bad", "worse", exchanges=2)
    gate = Gate(lambda first: first in ("bad 0", "worse 0"))
    goes_by(desk, started(desk, gate), HOUR)
    for n in range(3):
        said(desk, f"good{n}")
        goes_by(desk, started(desk, gate), 30)
    goes_by(desk, started(desk, gate), HOUR)
    told = desk.archive.summary("")
    assert sorted(session for session, _ in told.set_aside) == ["bad", "worse"]
    assert (told.waiting, told.problems) == (0, ())


def test_a_model_that_rejects_everything_after_it_rejected_some_is_left_alone_too(desk: Desk) -> None:
    gate = Gate(lambda first: first.startswith("odd"))
    taught = started(desk, gate)
    for n in range(6):
        said(desk, f"odd{n}")
        taught.add(desk.archive.sessions.waiting())
        goes_by(desk, taught, 1)
        said(desk, f"even{n}")
        taught.add(desk.archive.sessions.waiting())
        goes_by(desk, taught, 1)
    gate.rejects = lambda _first: True
    goes_by(desk, taught, 24 * HOUR)
    told = desk.archive.summary("")
    assert (told.waiting, told.set_aside) == (6, ())
    assert "refuses whatever it is asked" in " ".join(told.holding_up)


def test_of_what_was_rejected_alone_only_the_newest_is_noted(desk: Desk) -> None:
    gate = Gate(lambda first: first.startswith("odd"))
    taught = started(desk, gate)
    for n in range(MOST_ALONE + 5):
        for name in (f"odd{n}", f"even{n}"):
            said(desk, name)
            taught.add(desk.archive.sessions.waiting())
            goes_by(desk, taught, 1)
    noted = json.loads(desk.archive.note(SINCE) or "")["alone"]
    assert len(noted) == MOST_ALONE
    assert noted[-1][1] == f"odd{MOST_ALONE + 4} 0"


@pytest.mark.parametrize("noted", ["{", "[]", '{"row":[[1]],"alone":7}'])
def test_a_note_that_cannot_be_read_keeps_no_service_from_starting(desk: Desk, noted: str) -> None:
    desk.archive.set_note(SINCE, noted)
    said(desk, "bad", "good")
    goes_by(desk, started(desk, Gate(lambda first: first == "bad 0")), HOUR)
    assert [session for session, _ in desk.archive.summary("").set_aside] == ["bad"]
