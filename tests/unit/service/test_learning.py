"""Whose turn it is, and what an answer or a silence means for the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC
from pathlib import Path

import pytest

from extractor.actions.joining import join
from extractor.actions.moving import Moving
from extractor.archive.cursors import FILE
from extractor.archive.ledger import Ceiling, Ceilings, Refused
from extractor.archive.order import Order
from extractor.archive.outcome import Outcome
from extractor.archive.runs import Failure, Finished
from extractor.domain import Milliseconds, Reach, Usage
from extractor.errors import ConfigError, ModelUnavailable, StoreFailed
from extractor.extraction.fork import Forks
from extractor.extraction.homes import Homes
from extractor.extraction.job import Batch, Job
from extractor.extraction.run import Extraction
from extractor.extraction.subagent import Conversation, converse
from extractor.memory.memory_file import parse
from extractor.models.metered import BudgetReached, Meter, Metered, MeteredFork, worst_case
from extractor.models.model import Errand, Reply, Request, Returned, Stop, ToolCall
from extractor.models.offline import Offline
from extractor.service.call import Result
from extractor.service.learning import Learning
from extractor.service.memory_folder import MemoryFolder
from extractor.service.pause import MOMENT
from extractor.transcripts.source import Withdrawn
from tests.support.scripted import TEMPLATES, Desk, Scripted, Step, says, write
from tests.support.talk import START, agent, human
from tests.unit.extraction.test_homes import TwoHomes

RULE = "Never mock the database in tests."


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


def learning(desk: Desk, *steps: Step) -> Learning:
    model = Scripted(list(steps))
    return Learning(desk.archive, desk.extraction, lambda _run: model, model.name, UTC, desk.clock)


def hold(taught: Learning) -> Finished | None:
    job = taught.next_job()
    assert job is not None
    return taught.done(taught.call(job, taught.model(job)))


def test_a_session_that_grew_is_learned_from_when_its_turn_ended(desk: Desk) -> None:
    taught = learning(desk, says(write("a.md", RULE, "h1", RULE)), says())
    taught.grew(desk.said("s", human("h1", RULE), agent("a1")), turn_ended=True)
    done = hold(taught)
    assert done is not None
    assert done.outcome is Outcome.LEARNED
    assert taught.next_job() is None


def test_a_session_that_goes_on_growing_is_left_alone_for_a_moment_but_not_for_ever(desk: Desk) -> None:
    taught = learning(desk, says())
    session = desk.said("s", human("h1", RULE), agent("a1"), human("h2"), ended=False)
    for second in range(9):
        taught.grew(session, turn_ended=False)
        assert taught.next_job() is None, second
        desk.clock.pass_by(1)
    taught.grew(session, turn_ended=False)
    desk.clock.pass_by(1)
    assert taught.next_job() is not None


def test_one_run_at_a_time_in_a_memory_folder(desk: Desk) -> None:
    taught = learning(desk, says())
    for name in ("s1", "s2"):
        taught.grew(desk.said(name, human(f"h-{name}", RULE), agent(f"a-{name}")), turn_ended=True)
    job = taught.next_job()
    assert job is not None
    assert taught.next_job() is None
    assert taught.next_due() is None, "nothing to wake up for while the folder is taken"
    taught.done(taught.call(job, taught.model(job)))
    assert taught.next_job() is not None


def test_a_session_that_speaks_all_the_time_holds_up_no_other(desk: Desk) -> None:
    taught = learning(desk, says())

    def speaks(name: str, number: int) -> None:
        at = desk.clock.now
        words = human(f"{name}-{number}", RULE, at=at), agent(f"{name}-a{number}", at=at + 1)
        taught.grew(desk.said(name, *words), turn_ended=True)

    speaks("busy", 0)
    learned = []
    for number in range(1, 4):
        job = taught.next_job()
        assert job is not None
        if number == 1:
            speaks("quiet", 0)
        desk.clock.pass_by(60)
        speaks("busy", number)
        learned.append(job.batch.session.session)
        taught.done(taught.call(job, taught.model(job)))
    assert learned == ["busy", "quiet", "busy"]


def test_of_many_old_sessions_some_are_looked_at_in_one_turn(desk: Desk) -> None:
    taught = learning(desk, says())
    for name in range(5):
        session = desk.said(f"s{name}", human(f"h{name}", RULE), agent(f"a{name}"))
        desk.archive.db.run("UPDATE messages SET passed = 'old'")
        taught.grew(session, turn_ended=True)
    assert taught.next_job(2) is None
    assert taught.next_due() is not None
    assert taught.next_job(2) is None
    assert taught.next_due() is not None
    assert taught.next_job(2) is None
    assert taught.next_due() is None


def test_an_outage_pauses_the_model_and_not_only_the_session(desk: Desk) -> None:
    taught = learning(desk, ModelUnavailable("the API is overloaded", retry_after=90.0), says())
    for name in ("s1", "s2"):
        taught.grew(desk.said(name, human(f"h-{name}", RULE)), turn_ended=True)
    assert hold(taught) is None
    desk.clock.pass_by(89)
    assert taught.next_job() is None
    assert "overloaded" in desk.archive.summary("").problems[0]
    desk.clock.pass_by(2)
    assert hold(taught) is not None
    assert desk.archive.summary("").problems == ()
    assert desk.archive.runs.failure(1).count == 0


@pytest.mark.parametrize(
    "fault", [ModelUnavailable("the API is away"), ConfigError("the API refused the key")]
)
def test_while_the_model_is_out_one_run_at_a_time_tries_whether_it_is_back(
    projects: Projects, fault: Exception
) -> None:
    steps: list[Step] = [fault, says()]
    taught = learning(projects, *steps)
    taught.add(projects.said(name, human(f"h-{name}", RULE), agent(f"a-{name}")) for name in "abc")
    assert hold(taught) is None
    projects.clock.pass_by(900)
    tries = taught.next_job()
    assert tries is not None
    assert taught.next_job() is None
    assert taught.next_due() is None, "nothing to wake up for until it is known"
    assert taught.done(taught.call(tries, taught.model(tries))) is not None
    assert taught.next_job() is not None
    assert taught.next_job() is not None, "it is back: two at once again"


class Client:
    """What forks sessions of one client: each errand ends as it is told to."""

    name = "claude-code"

    def __init__(self, *ends: Exception | Returned) -> None:
        self.ends = list(ends)

    def context(self, session: str) -> int | None:
        return 1_000

    def send(self, errand: Errand) -> Returned:
        end = self.ends.pop(0)
        if isinstance(end, Exception):
            raise end
        return end

    def close(self) -> None:
        """Nothing is under way."""


class OfItsClient(Forks):
    """Takes up sessions whose names begin with a c."""

    def takes(self, batch: Batch) -> bool:
        return batch.session.session.startswith("c")


DONE = Returned(1, Usage(100, 0, 0, 10))
OUT = ModelUnavailable("Claude Code failed: usage limit reached")
SPENT = BudgetReached(Refused(Ceiling.TOKENS, 500, 499, 9, 0))


def forked(desk: Desk, client: Client) -> Learning:
    """Learning by forks, where the rules hold what no fork can."""
    meter = Meter(desk.archive.ledger, Ceilings(1 << 30), None, lambda: "2026-03-02")
    ids = iter(f"2f0c1111-2222-4333-8444-{number:012}" for number in range(99))
    forks = OfItsClient(
        MeteredFork(client, meter), "Keep.", desk.path.parent / "forks", UTC, lambda: next(ids), 500
    )
    rules = Scripted([says()], name="rules")
    return Learning(
        desk.archive, desk.extraction, lambda _run: rules, rules.name, UTC, desk.clock, forks=forks
    )


@pytest.mark.parametrize(("end", "until"), [(OUT, START + 15_000), (SPENT, START + 15 * 3_600_000)])
def test_what_the_rules_hold_waits_for_no_fork_and_ends_none_of_its_pauses(
    desk: Desk, end: Exception, until: int
) -> None:
    client = Client(end, DONE, DONE)
    taught = forked(desk, client)
    taught.add(
        [desk.said("c1", human("h1", RULE), agent("a1")), desk.said("c2", human("h2", RULE), agent("a2"))]
    )
    desk.clock.now = START
    assert hold(taught) is None
    told = desk.archive.summary("").holding_up
    assert len(told) == 1
    taught.grew(desk.said("other", human("h3", RULE), agent("a3")), turn_ended=True)
    assert hold(taught) is not None
    assert desk.archive.summary("").holding_up == told, "the rules' answer tells nothing of the client"
    desk.clock.pass_by(1)
    assert taught.next_job() is None
    assert len(client.ends) == 2, "nothing was asked of it meanwhile"
    assert taught.next_due() == until
    desk.clock.now = Milliseconds(until + 1)
    assert hold(taught) is not None
    assert hold(taught) is not None
    assert desk.archive.summary("").problems == ()


def test_what_an_earlier_process_told_of_a_client_is_not_told_for_ever_where_the_rules_hold_all(
    desk: Desk,
) -> None:
    desk.archive.problem("model", str(OUT), desk.clock())
    taught = forked(desk, Client())
    taught.add([desk.said("other", human("h1", RULE), agent("a1"))])
    assert hold(taught) is not None
    assert desk.archive.summary("").problems == ()


@pytest.mark.parametrize("end", [OUT, SPENT])
def test_what_waits_for_a_fork_is_tried_at_once_where_a_person_asks_for_it(
    desk: Desk, end: Exception
) -> None:
    taught = forked(desk, Client(end, DONE, DONE))
    taught.add(
        [desk.said("c1", human("h1", RULE), agent("a1")), desk.said("c2", human("h2", RULE), agent("a2"))]
    )
    assert hold(taught) is None
    assert taught.next_job() is None
    taught.resume()
    assert hold(taught) is not None


def test_an_address_that_is_wrong_for_a_moment_stops_learning_for_a_quarter_of_an_hour(desk: Desk) -> None:
    taught = learning(desk, ConfigError("the API at h knows no model 'm' (404): check model"), says())
    session = desk.said("s", human("h1", RULE), agent("a1"))
    taught.grew(session, turn_ended=True)
    assert hold(taught) is None
    desk.clock.pass_by(14 * 60)
    assert taught.next_job() is None
    assert "check model" in desk.archive.summary("").problems[0]
    desk.clock.pass_by(60)
    assert hold(taught) is not None
    assert desk.archive.summary("").problems == ()
    assert desk.archive.runs.failure(session).count == 0


def test_a_clock_set_back_by_hours_puts_nothing_off_by_hours(desk: Desk) -> None:
    taught = learning(desk, ModelUnavailable("the API is overloaded"), says())
    taught.grew(desk.said("s", human("h1", RULE), agent("a1")), turn_ended=True)
    assert hold(taught) is None
    desk.clock.pass_by(-3 * 3_600)
    assert taught.next_job() is None
    taught.set_back(3 * 3_600_000)
    desk.clock.pass_by(16)
    assert hold(taught) is not None


def test_a_session_that_grew_in_what_is_still_to_come_is_not_waited_for(desk: Desk) -> None:
    year = 365 * 24 * 3_600
    desk.clock.pass_by(year)
    session = desk.said("s", human("h1", RULE), agent("a1"), ended=False)
    desk.clock.pass_by(-year)
    taught = learning(desk, says())
    taught.add([session])
    assert hold(taught) is not None


def test_a_reached_budget_waits_for_the_next_day(desk: Desk) -> None:
    taught = learning(desk, BudgetReached(Refused(Ceiling.TOKENS, 10, 10, 5, 0)), says())
    taught.grew(desk.said("s", human("h1", RULE)), turn_ended=True)
    assert hold(taught) is None
    assert taught.pause.is_budget_reached
    desk.clock.now = START + 14 * 3_600_000
    assert taught.next_job() is None
    assert len(desk.archive.summary("").problems) == 1
    desk.clock.now = START + 15 * 3_600_000 + 1
    job = taught.next_job()
    assert job is not None
    assert desk.archive.summary("").problems == (), "a day is told of no longer than it lasts"
    assert taught.done(taught.call(job, taught.model(job))) is not None


def test_a_budget_that_calls_under_way_hold_is_looked_at_again_the_same_day(desk: Desk) -> None:
    taught = learning(desk, BudgetReached(Refused(Ceiling.TOKENS, 10, 10, 5, 0, held=8)), says())
    taught.grew(desk.said("s", human("h1", RULE)), turn_ended=True)
    assert hold(taught) is None
    assert taught.next_job() is None
    (problem,) = desk.archive.summary("").problems
    assert problem.endswith("it goes on when those are answered")
    desk.clock.now += MOMENT
    job = taught.next_job()
    assert job is not None
    assert desk.archive.summary("").problems == ()
    assert taught.done(taught.call(job, taught.model(job))) is not None


def test_a_budget_an_earlier_process_found_spent_is_told_on_its_own_day_only(desk: Desk) -> None:
    spent = BudgetReached(Refused(Ceiling.TOKENS, 10, 10, 5, 0))
    earlier = learning(desk, spent)
    earlier.grew(desk.said("s", human("h1", RULE)), turn_ended=True)
    assert hold(earlier) is None
    assert learning(desk).next_job() is None
    assert len(desk.archive.summary("").problems) == 1
    desk.clock.now = START + 15 * 3_600_000 + 1
    assert learning(desk).next_job() is None
    assert desk.archive.summary("").problems == ()


def test_a_wrong_key_is_tried_four_times_an_hour_until_a_person_acts(desk: Desk) -> None:
    taught = learning(desk, *[ConfigError("the API refused the key")] * 5, says())
    taught.grew(desk.said("s", human("h1", RULE)), turn_ended=True)
    for _ in range(5):
        assert hold(taught) is None
        assert taught.next_job() is None
        desk.clock.pass_by(15 * 60 + 1)
    desk.clock.pass_by(-2)
    assert taught.next_job() is None
    taught.resume()
    assert hold(taught) is not None


def full(*_rest: object) -> bool:
    raise StoreFailed("the disk is full")


def test_what_holds_one_session_back_is_told_while_others_in_its_folder_are_learned_from(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught = learning(desk, says(write("a.md", RULE, "h1", RULE)), says())
    taught.grew(desk.said("s", human("h1", RULE), agent("a1")), turn_ended=True)
    with monkeypatch.context() as patch:
        patch.setattr(desk.archive, "complete", full)
        assert hold(taught) is None
    taught.grew(desk.said("t", human("h2", "What is this?"), agent("a2")), turn_ended=True)
    assert hold(taught) is not None
    assert desk.archive.summary("").problems == ("the disk is full",)
    desk.clock.pass_by(11)
    taught.next_job()
    assert desk.archive.summary("").problems == ()


def test_a_folder_that_cannot_be_written_holds_its_session_back_and_what_was_paid_for_is_written_later(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Scripted([says(write("a.md", RULE, "h1", RULE)), says()])
    taught = Learning(desk.archive, desk.extraction, lambda _run: model, model.name, UTC, desk.clock)
    taught.grew(desk.said("s", human("h1", RULE), agent("a1")), turn_ended=True)
    with monkeypatch.context() as patch:
        patch.setattr(desk.folder, "held", full)
        assert hold(taught) is None
        for _ in range(100):
            desk.clock.pass_by(10)
            assert taught.next_job() is None
        assert desk.archive.summary("").problems == ("the disk is full",)
    desk.clock.pass_by(10)
    assert taught.next_job() is None
    assert len(model.requests) == 2, "one run was paid for"
    assert record(desk) == LEARNED
    assert list(desk.files()) == ["MEMORY.md", "a.md"]
    assert (desk.archive.summary("").waiting, desk.archive.summary("").problems) == (0, ())


def away(*_rest: object) -> bool:
    raise ConfigError("the folder cannot be opened")


@pytest.mark.parametrize("in_the_way", [full, away])
def test_what_was_paid_for_is_written_once_its_folder_is_well_though_the_model_is_left_alone(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, in_the_way: Callable[..., bool]
) -> None:
    taught = grown(desk)
    with monkeypatch.context() as patch:
        patch.setattr(desk.folder, "held", in_the_way)
        assert hold(taught) is None
    taught.pause.outage(ModelUnavailable("nobody is there", 3_600), desk.clock())
    due = taught.next_due()
    assert due is not None
    assert due <= desk.clock() + 10_000
    desk.clock.pass_by(10)
    assert taught.next_job() is None
    assert record(desk) == LEARNED
    assert desk.archive.summary("").problems == ()


def test_a_call_that_could_not_be_booked_is_told_until_its_session_is_learned_from(desk: Desk) -> None:
    held = StoreFailed("state.db is held by another process: try again when it is done")
    taught = learning(desk, held, says(write("a.md", RULE, "h1", RULE)), says())
    taught.grew(desk.said("s", human("h1", RULE), agent("a1")), turn_ended=True)
    assert hold(taught) is None
    assert taught.is_hindered
    assert desk.archive.summary("").holding_up == (str(held),)
    desk.clock.pass_by(1)
    assert hold(taught) is not None
    assert not taught.is_hindered
    assert desk.archive.summary("").problems == ()


def test_no_run_is_paid_for_while_what_it_would_be_shown_is_being_forgotten(desk: Desk) -> None:
    taught = grown(desk)
    assert hold(taught) is not None
    order = Order((), (), ("mock",), (RULE,), ())
    desk.archive.forgetting.begin(order)
    said = "Merges happen on Mondays only."
    taught.grew(desk.said("t", human("h2", said), agent("a2")), turn_ended=True)
    for _ in range(10):
        assert taught.next_job() is None
        desk.clock.pass_by(10)
    (problem,) = desk.archive.summary("").problems
    assert problem.startswith("what is to be forgotten is not all gone")
    desk.archive.db.run("DELETE FROM forgetting")
    assert taught.next_job() is not None


def test_what_was_paid_for_is_kept_though_the_state_file_answers_nothing_either(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught = grown(desk)
    job = taught.next_job()
    assert job is not None
    result = taught.call(job, taught.model(job))
    with monkeypatch.context() as patch:
        for owner, name in (
            (desk.folder, "held"),
            (desk.archive.runs, "is_recorded"),
            (desk.archive, "problem"),
        ):
            patch.setattr(owner, name, full)
        with pytest.raises(StoreFailed):
            taught.done(result)
    desk.clock.pass_by(10)
    assert taught.next_job() is None
    assert record(desk) == LEARNED
    assert desk.archive.db.number("SELECT count(*) FROM runs") == 1


def test_no_run_begins_in_a_folder_into_which_a_finished_one_cannot_be_written(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught = learning(desk, says(write("a.md", RULE, "h1", RULE)), says())
    taught.grew(desk.said("s", human("h1", RULE), agent("a1")), turn_ended=True)
    with monkeypatch.context() as patch:
        patch.setattr(desk.folder, "held", full)
        assert hold(taught) is None
        taught.grew(desk.said("t", human("h2", "What is this?"), agent("a2")), turn_ended=True)
        for _ in range(10):
            assert taught.next_job() is None
            desk.clock.pass_by(10)
    done = hold(taught)
    assert done is not None, "who waited for the folder has its turn at once"
    assert record(desk) == LEARNED
    assert desk.archive.summary("").problems == ()


def test_a_finished_run_whose_words_are_forgotten_before_it_can_be_written_is_not_written(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught = learning(desk, says(write("a.md", RULE, "h1", RULE)), says())
    taught.grew(desk.said("s", human("h1", RULE), agent("a1")), turn_ended=True)
    with monkeypatch.context() as patch:
        patch.setattr(desk.folder, "held", full)
        assert hold(taught) is None
    monkeypatch.setattr(desk.archive.tombstones, "is_any_forgotten", lambda _keys: True)
    desk.clock.pass_by(10)
    taught.next_job()
    assert desk.files() == {}


def closed(desk: Desk, taught: Learning, name: str) -> int:
    """A session that was looked at while others might write to the memory folder."""
    session = desk.said(name, human(f"h-{name}", RULE), agent(f"a-{name}"))
    taught.grew(session, turn_ended=True)
    desk.path.mkdir(exist_ok=True)
    desk.path.chmod(0o777)
    assert taught.next_job() is None
    assert len(desk.archive.summary("").problems) == 1
    desk.path.chmod(0o700)
    return session


def test_a_trouble_is_over_once_nothing_is_left_to_learn_where_it_stood(desk: Desk) -> None:
    taught = learning(desk, says())
    closed(desk, taught, "s")
    desk.said("s", Withdrawn(("h-s",)))
    desk.clock.pass_by(3_600)
    assert taught.next_job() is None
    assert desk.archive.summary("").problems == ()
    assert not taught.is_hindered


def test_a_trouble_of_a_folder_is_over_once_a_run_goes_through_there(desk: Desk) -> None:
    taught = learning(desk, says())
    closed(desk, taught, "s")
    taught.grew(desk.said("t", human("h2", RULE), agent("a2")), turn_ended=True)
    assert hold(taught) is not None
    assert desk.archive.summary("").problems == ()
    assert not taught.is_hindered
    assert hold(taught) is not None, "what waited for the folder has its turn at once"


def test_a_run_whose_project_was_joined_to_another_meanwhile_is_held_again_in_the_memory_of_both(
    desk: Desk, tmp_path: Path
) -> None:
    taught = learning(desk, says(write("a.md", RULE, "h1", RULE)), says(write("a.md", RULE, "h1", RULE)))
    taught.grew(desk.said("s", human("h1", RULE), agent("a1")), turn_ended=True)
    desk.path.mkdir(mode=0o700)
    desk.folder.refresh_index()
    job = taught.next_job()
    assert job is not None
    result = taught.call(job, taught.model(job))
    own, other = (
        MemoryFolder(path, desk.archive.journal, desk.clock, "", UTC)
        for path in (desk.path, tmp_path / "other")
    )
    join(Moving(desk.archive, desk.clock), own, other, desk.path)
    assert taught.done(result) is None
    desk.folder = other  # what leads there now
    desk.clock.pass_by(11)
    done = hold(taught)
    assert done is not None
    assert done.outcome is Outcome.LEARNED
    assert list(other.snapshot()) == ["a.md"]
    assert desk.archive.summary("").problems == ()
    own.close()


def test_a_defect_of_a_model_counts_as_the_batchs_failure(desk: Desk) -> None:
    taught = learning(desk, ZeroDivisionError("x"))
    session = desk.said("s", human("h1", RULE))
    taught.grew(session, turn_ended=True)
    done = hold(taught)
    assert done is not None
    assert done.outcome is Outcome.FAILED
    assert "ZeroDivisionError" in done.detail
    assert desk.archive.runs.failure(session).count == 1


def test_a_run_too_large_for_any_day_waits_and_holds_up_no_other(desk: Desk) -> None:
    taught = learning(desk, BudgetReached(Refused(Ceiling.TOKENS, 10, 0, 50, 0)), says())
    taught.grew(desk.said("s", human("h1", RULE)), turn_ended=True)
    assert hold(taught) is None
    assert taught.pause.is_budget_reached
    taught.grew(desk.said("other", human("h2", RULE)), turn_ended=True)
    assert hold(taught) is not None
    assert taught.next_job() is None
    assert "no day has room" in " ".join(desk.archive.summary("").problems)
    assert desk.archive.summary("").set_aside == ()


TALK = " ".join(f"We looked at part {part} of the order module together." for part in range(300))
"""About 4,600 tokens."""


def metered(desk: Desk, ceilings: Ceilings, usage: Usage | None = None) -> Learning:
    """Learning with a paid model, behind the ledger of the desk. `usage`: what each of its replies costs."""
    paid = Scripted([says(usage=usage)], is_paid=True)
    meter = Meter(desk.archive.ledger, ceilings, None, lambda: str(desk.clock() // 86_400_000))
    return Learning(
        desk.archive, desk.extraction, lambda run: Metered(paid, meter, run), paid.name, UTC, desk.clock
    )


def days(desk: Desk, taught: Learning, count: int) -> None:
    """Hold every run of so many days."""
    for _ in range(count):
        runs(taught)
        desk.clock.pass_by(86_400)


def runs(taught: Learning) -> None:
    """Hold every run there is."""
    while (job := taught.next_job()) is not None:
        taught.done(taught.call(job, taught.model(job)))


@pytest.mark.parametrize("ceilings", [Ceilings(30_000), Ceilings(500_000, None, 30_000)])
def test_a_run_takes_in_no_more_than_a_day_has_room_for(desk: Desk, ceilings: Ceilings) -> None:
    said = [m for n in range(12) for m in (human(f"h{n}", f"{n}: {TALK}"), agent(f"a{n}"))]
    session = desk.said("s", *said)
    taught = metered(desk, ceilings)
    taught.add([session])
    days(desk, taught, 12)
    assert desk.archive.db.number("SELECT count(*) FROM messages WHERE passed = 'learned'") == 24
    assert desk.archive.summary("").set_aside == ()
    assert desk.archive.db.rows("SELECT id FROM runs WHERE finished IS NULL") == []


def test_a_run_that_needs_most_of_a_day_is_learned_beside_a_session_that_speaks_each_day(desk: Desk) -> None:
    taught = metered(desk, Ceilings(9_000), Usage(input=3_000, output=10))
    taught.grew(desk.said("live", human("l0", RULE), agent("b0")), turn_ended=True)
    assert hold(taught) is not None
    taught.grew(desk.said("long", human("h1", TALK), agent("a1")), turn_ended=True)
    assert hold(taught) is None
    for day in (1, 2, 3):
        taught.grew(desk.said("live", human(f"l{day}", RULE), agent(f"b{day}")), turn_ended=True)
        desk.clock.pass_by(86_400)
        runs(taught)
    assert desk.archive.db.rows("SELECT passed FROM messages WHERE uuid = 'h1'") == [("learned",)]
    assert desk.archive.summary("").waiting == 0


def test_an_exchange_larger_than_any_day_is_told_and_holds_up_nothing_behind_it(desk: Desk) -> None:
    session = desk.said("s", human("h1", f"{TALK} {TALK}"), agent("a1"), human("h2", RULE), agent("a2"))
    taught = metered(desk, Ceilings(8_000))
    taught.add([session])
    days(desk, taught, 3)
    ((name, reason),) = desk.archive.summary("").set_aside
    assert (name, "raise daily_input_tokens" in reason, "the next day" in reason) == ("s", True, False)
    assert desk.archive.db.rows("SELECT passed FROM messages WHERE uuid = 'h2'") == [("learned",)]


def test_where_no_day_has_room_for_any_run_all_waits_and_what_to_set_is_told(desk: Desk) -> None:
    session = desk.said("s", human("h1", RULE), agent("a1"), human("h2", RULE), agent("a2"))
    taught = metered(desk, Ceilings(100))
    taught.add([session])
    days(desk, taught, 3)
    (problem,) = desk.archive.summary("").problems
    assert "no day has room" in problem
    assert "raise daily_input_tokens" in problem
    assert "the next day" not in problem
    assert (desk.archive.summary("").waiting, desk.archive.summary("").set_aside) == (2, ())


def test_a_session_the_model_cannot_cope_with_comes_after_the_others(desk: Desk) -> None:
    taught = learning(desk, ModelUnavailable("the API failed"), says())
    bad = desk.said("bad", human("h1", RULE))
    taught.grew(bad, turn_ended=True)
    taught.grew(desk.said("good", human("h2", RULE)), turn_ended=True)
    assert hold(taught) is None
    desk.clock.pass_by(16)
    job = taught.next_job()
    assert job is not None
    assert job.batch.session.session == "good"


def test_a_session_on_which_alone_the_model_fails_is_asked_for_less_and_less_often(desk: Desk) -> None:
    asked = [0]

    def reply(request: Request) -> Reply:
        if any(m.key.uuid.startswith("bad") for e in request.briefing.newer for m in e.messages):
            asked[0] += 1
            raise ModelUnavailable("h sent no reply within 120 seconds")
        return says()

    taught = learning(desk, reply)
    taught.grew(desk.said("bad", human("bad", RULE), agent("a-bad")), turn_ended=True)
    for minute in range(12 * 60):
        taught.grew(desk.said("good", human(f"h{minute}", RULE), agent(f"a{minute}")), turn_ended=True)
        if minute % 10 == 0:
            taught.grew(desk.said("bad", human(f"bad{minute}", RULE), agent(f"b{minute}")), turn_ended=True)
        for _ in range(4):
            runs(taught)
            desk.clock.pass_by(15)
    assert asked[0] <= 12 * 4 + 8, "four times an hour, after the first few"
    assert desk.archive.db.rows("SELECT DISTINCT passed FROM messages WHERE uuid LIKE 'h%'") == [("learned",)]
    assert desk.archive.summary("").set_aside == ()


def test_a_session_that_cannot_be_looked_at_holds_up_no_other(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught = learning(desk, says())
    bad = desk.said("bad", human("h1", RULE))
    good = desk.said("good", human("h2", RULE))
    look = desk.extraction.look

    def fail(session: int, *rest: bool) -> object:
        if session == bad:
            raise OverflowError("a date no calendar has")
        return look(session, *rest)

    monkeypatch.setattr(desk.extraction, "look", fail)
    taught.grew(bad, turn_ended=True)
    taught.grew(good, turn_ended=True)
    assert hold(taught) is not None
    assert "OverflowError" in " ".join(desk.archive.summary("").problems)


def test_a_session_that_was_looked_at_is_left_alone_for_a_moment_when_it_grows_again(desk: Desk) -> None:
    taught = learning(desk, says())
    session = desk.said("s", agent("a1"))
    taught.grew(session, turn_ended=False)
    desk.clock.pass_by(3)
    assert taught.next_job() is None
    desk.clock.pass_by(60)
    taught.grew(session, turn_ended=False)
    assert taught.next_due() == desk.clock() + 2_000


def test_a_session_whose_run_is_under_way_is_not_closed_until_it_came_back(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[int] = []
    monkeypatch.setattr(desk.extraction, "close_idle", closed.append)
    taught = learning(desk, says())
    session = desk.said("s", human("h1", RULE), agent("a1"))
    taught.grew(session, turn_ended=True)
    job = taught.next_job()
    assert job is not None
    desk.clock.pass_by(86_400)
    taught.close_idle()
    assert closed == []
    taught.done(taught.call(job, taught.model(job)))
    assert taught.next_job() is None
    taught.close_idle()
    assert closed == [session]


def test_when_the_next_session_is_due_is_known(desk: Desk) -> None:
    taught = learning(desk, says())
    assert taught.next_due() is None
    taught.grew(desk.said("s", human("h1", RULE), ended=False), turn_ended=False)
    assert taught.next_due() == desk.clock.now + 2_000
    desk.clock.pass_by(2)
    assert taught.next_job() is None
    assert taught.next_due() == desk.clock.now + 58_050, "once the exchange counts as over without its end"


def test_a_session_whose_run_failed_is_left_alone_for_a_minute_though_it_grows(desk: Desk) -> None:
    taught = learning(desk, says(stop=Stop.REFUSAL))
    session = desk.said("s", human("h1", RULE), agent("a1"))
    taught.grew(session, turn_ended=True)
    done = hold(taught)
    assert done is not None
    assert done.outcome is Outcome.FAILED
    taught.grew(session, turn_ended=True)
    assert taught.next_due() == desk.clock.now + 60_000
    desk.clock.pass_by(60)
    assert taught.next_job() is not None


def test_a_session_a_person_named_is_learned_from_whatever_its_age(tmp_path: Path) -> None:
    desk = Desk(tmp_path, horizon=1 << 50)
    taught = learning(desk, says())
    session = desk.said("s", human("h1", RULE), agent("a1"))
    taught.add([session], are_named=True)
    assert hold(taught) is not None
    assert desk.archive.db.rows("SELECT passed FROM messages WHERE uuid = 'h1'") == [("learned",)]
    desk.close()


def test_a_run_under_way_ends_with_what_it_began_with_and_the_next_takes_the_new(desk: Desk) -> None:
    taught = learning(desk, says(write("a.md", RULE, "h1", RULE)), says())
    taught.grew(desk.said("s1", human("h1", RULE), agent("a1")), turn_ended=True)
    job = taught.next_job()
    assert job is not None
    model = taught.model(job)
    ended: list[str] = []

    class Noted(Extraction):
        def __init__(self, name: str) -> None:
            self.name, self.limits = name, desk.extraction.limits

        def finish(self, job: Job, conversation: Conversation) -> Finished:
            ended.append(self.name)
            return desk.extraction.finish(job, conversation)

        def __getattribute__(self, name: str) -> object:
            own = ("name", "limits", "finish")
            return object.__getattribute__(self, name) if name in own else getattr(desk.extraction, name)

    other = Scripted([says()], name="other")
    taught.adopt(Noted("new"), lambda _run: other, other.name, None)
    done = taught.done(Result(job, converse(model, job.request, job.workspace), None))
    assert done is not None
    assert done.outcome is Outcome.LEARNED
    assert ended == []
    taught.grew(desk.said("s2", human("h2", RULE), agent("a2")), turn_ended=True)
    assert hold(taught) is not None
    assert ended == ["new"]
    assert len(other.requests) == 1


@pytest.mark.parametrize(
    "answer",
    [
        ModelUnavailable("the API is away"),
        ConfigError("the API refused the key"),
        BudgetReached(Refused(Ceiling.TOKENS, 500, 499, 100, 0)),
        BudgetReached(Refused(Ceiling.TOKENS, 500, 0, 501, 0)),
        Reply("", (), Stop.REJECTED, detail="400 invalid_request_error"),
        Reply("", (), Stop.MAX_TOKENS),
    ],
    ids=["away", "key", "day spent", "no day", "rejected", "cut off"],
)
def test_a_run_that_was_asked_of_a_model_set_before_pauses_none_that_is_set_now(
    desk: Desk, answer: Step
) -> None:
    taught = learning(desk, answer)
    taught.grew(desk.said("s", human("h1", RULE), agent("a1")), turn_ended=True)
    job = taught.next_job()
    assert job is not None
    model, mended = taught.model(job), Scripted([says()])
    later = Extraction(
        desk.archive, lambda _info: desk.homes, TEMPLATES, desk.extraction.limits, UTC, desk.clock
    )
    taught.adopt(later, lambda _run: mended, mended.name, None)
    assert taught.done(taught.call(job, model)) is None
    assert desk.archive.summary("").problems == ()
    assert desk.archive.runs.failure(job.batch.session.id) == Failure(0, 0)
    assert later.limits == desk.extraction.limits
    assert hold(taught) is not None
    assert len(mended.requests) == 1


def test_a_budget_that_was_reached_is_looked_at_anew_under_other_settings(desk: Desk) -> None:
    taught = learning(desk, BudgetReached(Refused(Ceiling.TOKENS, 500, 500, 100, 0)), says())
    taught.grew(desk.said("s", human("h1", RULE)), turn_ended=True)
    assert hold(taught) is None
    assert taught.pause.is_budget_reached
    model = Scripted([says()])
    taught.resume()
    taught.adopt(desk.extraction, lambda _run: model, model.name, None)
    assert desk.archive.summary("").problems == ()
    assert hold(taught) is not None


def test_a_run_the_day_has_no_room_for_beside_another_is_tried_after_it_and_then_the_next_day(
    desk: Desk, tmp_path: Path
) -> None:
    beside = MemoryFolder(tmp_path / "beside", desk.archive.journal, desk.clock, "", UTC)
    desk.extraction._homes_of = lambda info: Homes(beside if info.session == "b" else desk.folder)
    desk.removals._folder_at = lambda path: beside if path == beside.path else desk.folder
    taught = learning(desk, says())
    taught.add(desk.said(name, human(f"h-{name}", RULE), agent(f"a-{name}")) for name in "abc")
    spent, other = taught.next_job(), taught.next_job()
    assert spent is not None
    assert other is not None
    taught.done(Result(spent, None, SPENT))
    assert taught.done(taught.call(other, taught.model(other))) is not None
    again = taught.next_job()
    assert again is not None
    assert again.batch.session == spent.batch.session
    taught.done(Result(again, None, SPENT))
    assert taught.next_job() is None
    assert taught.next_due() == START + 15 * 3_600_000
    beside.close()


def test_a_project_that_reached_its_own_ceiling_holds_up_no_other(desk: Desk) -> None:
    taught = learning(desk, BudgetReached(Refused(Ceiling.PROJECT, 10, 10, 5, 0)), says())
    taught.grew(desk.said("s", human("h1", RULE)), turn_ended=True)
    assert hold(taught) is None
    taught.grew(desk.said("other", human("h2", RULE)), turn_ended=True)
    done = hold(taught)
    assert done is not None
    assert taught.next_job() is None
    desk.clock.now = START + 15 * 3_600_000 + 1
    assert hold(taught) is not None


def test_a_day_without_the_api_is_tried_a_bounded_number_of_times_and_then_caught_up_in_order(
    desk: Desk,
) -> None:
    is_down, asked, order = [True], [0], list[str]()

    def reply(request: Request) -> Reply:
        if is_down[0]:
            asked[0] += 1
            raise ModelUnavailable("the API is away")
        order.extend(m.key.uuid for e in request.briefing.newer for m in e.messages if m.is_human)
        return says()

    taught = learning(desk, reply)
    for hour in range(24):
        session = desk.said("s", human(f"h{hour}", f"rule {hour}"), agent(f"a{hour}"))
        taught.grew(session, turn_ended=True)
        for _ in range(60):
            desk.clock.pass_by(60)
            while (job := taught.next_job()) is not None:
                assert taught.done(taught.call(job, taught.model(job))) is None
    assert asked[0] <= 110, "every quarter of an hour, after the first few"
    assert desk.archive.summary("").waiting == 24
    is_down[0] = False
    desk.clock.pass_by(901)
    while (job := taught.next_job()) is not None:
        assert taught.done(taught.call(job, taught.model(job))) is not None
    assert order == [f"h{hour}" for hour in range(24)]
    assert desk.archive.summary("").waiting == 0
    assert desk.archive.summary("").set_aside == ()


# ---------------------------------------------------------------- what fails behind the record

LEARNED = (Outcome.LEARNED, 1, 200)


def record(desk: Desk) -> object:
    return desk.archive.db.row("SELECT outcome, added, input FROM runs ORDER BY id LIMIT 1")


def grown(desk: Desk) -> Learning:
    taught = learning(desk, says(write("a.md", RULE, "h1", RULE)), says())
    taught.grew(desk.said("s", human("h1", RULE), agent("a1")), turn_ended=True)
    return taught


def test_a_record_stands_though_the_state_file_is_held_when_the_index_is_told_of(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught, real = grown(desk), desk.archive.problem

    def problem(scope: str, *rest: object) -> None:
        if scope.startswith("index:"):
            raise StoreFailed("the state file is held by another process")
        real(scope, *rest)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(desk.archive, "problem", problem)
        assert hold(taught) is None
    assert record(desk) == LEARNED
    desk.clock.pass_by(11)
    assert taught.next_job() is None
    assert record(desk) == LEARNED
    last = desk.archive.summary("").last_learned
    assert last is not None
    assert last.outcome == Outcome.LEARNED
    assert desk.archive.summary("").problems == ()


@pytest.mark.parametrize("answer", [(), (write("a.md", RULE, "h1", RULE),)])
def test_a_record_stands_though_the_cursors_cannot_be_written_beside(
    desk: Desk, answer: tuple[ToolCall, ...]
) -> None:
    taught = learning(desk, says(*answer), says())
    taught.grew(desk.said("s", human("h1", RULE), agent("a1")), turn_ended=True)
    beside = desk.archive.db.path.with_name(FILE)
    beside.mkdir()
    assert hold(taught) is None
    before = desk.archive.db.rows("SELECT outcome, added, input, finished FROM runs")
    desk.clock.pass_by(11)
    assert taught.next_job() is None
    assert FILE in " ".join(desk.archive.summary("").problems)
    beside.rmdir()
    desk.clock.pass_by(11)
    assert taught.next_job() is None
    assert desk.archive.db.rows("SELECT outcome, added, input, finished FROM runs") == before
    assert len(beside.read_bytes().splitlines()) == 1
    assert desk.archive.summary("").problems == ()


def test_a_defect_behind_the_record_is_told_and_fails_no_run(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught = grown(desk)

    def defective() -> None:
        raise ZeroDivisionError("of the index")

    monkeypatch.setattr(desk.folder, "refresh_index", defective)
    done = hold(taught)
    assert done is not None
    assert done.outcome is Outcome.LEARNED
    assert record(desk) == LEARNED
    assert "ZeroDivisionError" in " ".join(desk.archive.summary("").problems)
    assert desk.archive.runs.failure(1).count == 0


def test_a_defect_between_the_files_and_the_record_fails_no_run_and_holds_up_no_other(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught = grown(desk)

    def defective(*_rest: object) -> bool:
        raise ZeroDivisionError("of the record")

    with monkeypatch.context() as patch:
        patch.setattr(desk.archive, "complete", defective)
        assert hold(taught) is None
        desk.clock.pass_by(11)
        assert taught.next_job() is None
    assert "ZeroDivisionError" in " ".join(desk.archive.summary("").problems)
    assert desk.archive.runs.failure(1).count == 0
    desk.clock.pass_by(11)
    assert taught.next_job() is None
    assert record(desk) == LEARNED
    assert [quote.quote for quote in desk.archive.provenance.of_file(desk.folder.path, "a.md")] == [RULE]


def test_a_run_that_is_stuck_ends_with_what_it_began_with(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught, real = grown(desk), desk.archive.complete
    with monkeypatch.context() as patch:
        patch.setattr(desk.archive, "complete", full)
        assert hold(taught) is None
    assert desk.archive.complete == real
    other = Scripted([says()], name="other")
    again = Extraction(
        desk.archive, lambda _info: desk.homes, TEMPLATES, desk.extraction.limits, UTC, desk.clock
    )
    taught.adopt(again, lambda _run: other, other.name, None)
    desk.clock.pass_by(11)
    assert taught.next_job() is None
    assert record(desk) == LEARNED
    assert not other.requests


# ---------------------------------------------------------------- two projects, one personal folder


class Projects(TwoHomes):
    """Projects that share the folder of what is known of the person: one for each session."""

    def __init__(self, folder: Path, names: str) -> None:
        super().__init__(folder)
        others = {Reach.PERSONAL: self.personal}
        self.projects = {
            name: MemoryFolder(
                folder / name, self.archive.journal, self.clock, "", UTC, others=lambda: others
            )
            for name in names
        }
        self.by_path |= {home.path: home for home in self.projects.values()}
        self.extraction._homes_of = lambda info: Homes(self.projects[info.session], self.personal)

    def sentences(self) -> list[str]:
        files = self.personal.snapshot()
        return sorted(said for name in files for said in parse(files[name]).statements)

    def close(self) -> None:
        for home in self.projects.values():
            home.close()
        super().close()


GERMAN = "Answer in German, please, in every reply you give me."
SHORT = "Keep replies short, please, in every answer you give me."


@pytest.fixture
def projects(tmp_path: Path) -> Iterator[Projects]:
    made = Projects(tmp_path, "abc")
    yield made
    made.close()


def test_what_two_projects_tell_of_the_person_at_once_is_both_kept(projects: Projects) -> None:
    sessions = [
        projects.said("a", human("h1", GERMAN), agent("a1")),
        projects.said("b", human("h2", SHORT), agent("a2")),
    ]
    said = {
        sessions[0]: write("replies.md", "Answer in German.", "h1", "Answer in German"),
        sessions[1]: write("replies.md", "Keep replies short.", "h2", "Keep replies short"),
    }
    taught = learning(projects, says())
    taught.add(sessions)
    jobs = [taught.next_job(), taught.next_job()]
    results = [
        taught.call(job, Scripted([says(said[job.batch.session.id]), says()]))
        for job in jobs
        if job is not None
    ]
    done = [taught.done(result) for result in results]
    assert [each and each.outcome for each in done] == [Outcome.LEARNED, Outcome.OVERTAKEN]
    assert projects.sentences() == ["Answer in German."]
    job = taught.next_job()
    assert job is not None
    assert taught.next_job() is None
    assert "Answer in German." in job.request.fresh, "its model knows now what the other one wrote"
    taught.done(taught.call(job, Scripted([says(said[sessions[1]]), says()])))
    assert projects.sentences() == ["Answer in German.", "Keep replies short."]
    assert taught.next_job() is None


@pytest.mark.parametrize("is_at_once", [True, False])
def test_of_two_rules_that_contradict_each_other_one_stands_whichever_way_they_are_learned(
    projects: Projects, is_at_once: bool
) -> None:
    first = projects.said("a", human("h1", "Always answer me in German.", at=START), agent("a1"))
    second = projects.said("b", human("h2", "Never answer me in German.", at=START + 1_000), agent("a2"))
    model = Offline(UTC)
    taught = Learning(
        projects.archive, projects.extraction, lambda _run: model, model.name, UTC, projects.clock
    )
    taught.add([first, second])
    while (job := taught.next_job()) is not None:
        jobs = [job, *([other] if is_at_once and (other := taught.next_job()) is not None else [])]
        for result in [taught.call(each, model) for each in jobs]:
            taught.done(result)
    assert projects.sentences() == ["Never answer me in German."]


def test_a_day_that_is_only_set_aside_for_a_call_under_way_is_not_spent(projects: Projects) -> None:
    beside: list[Result] = []

    def meanwhile(_request: Request) -> Reply:
        beside.append(taught.call(second, taught.model(second)))
        return says()

    model = Scripted([meanwhile, says()], is_paid=True)
    taught = learning(projects)
    taught.add(projects.said(name, human(f"h-{name}", RULE), agent(f"a-{name}")) for name in "ab")
    first, second = taught.next_job(), taught.next_job()
    assert first is not None
    assert second is not None
    ceilings = Ceilings(worst_case(first.request) + 200)
    meter = Meter(projects.archive.ledger, ceilings, None, lambda: "2026-03-02")
    taught.adopt(projects.extraction, lambda run: Metered(model, meter, run), model.name, None)
    answer = taught.call(first, taught.model(first))
    assert taught.done(beside[0]) is None
    assert taught.next_job() is None, "it waits for the call under way"
    assert taught.next_due() is None
    assert projects.archive.summary("").problems == ()
    assert taught.done(answer) is not None
    assert hold(taught) is not None
    assert projects.archive.summary("").problems == ()


def test_who_is_overtaken_again_and_again_has_its_turn(projects: Projects) -> None:
    tongues = {"a": "German", "b": "French", "c": "Spanish"}
    taught, said = learning(projects, says()), dict[int, ToolCall]()
    for name, tongue in tongues.items():
        words = f"Answer in {tongue}, please, in every reply you give me."
        session = projects.said(name, human(f"h-{name}", words), agent(f"a-{name}"))
        said[session] = write(
            f"{tongue.lower()}.md", f"Answer in {tongue}.", f"h-{name}", f"Answer in {tongue}"
        )
    taught.add(said)
    calls = 0
    while (job := taught.next_job()) is not None:
        jobs = [job, *([other] if (other := taught.next_job()) is not None else [])]
        for each in reversed(jobs):
            calls += 1
            taught.done(taught.call(each, Scripted([says(said[each.batch.session.id]), says()])))
    assert calls == len(said) + 1, "it runs alone the next time"
    assert projects.sentences() == ["Answer in French.", "Answer in German.", "Answer in Spanish."]


def test_a_run_that_wrote_nothing_of_the_person_is_overtaken_by_nobody(projects: Projects) -> None:
    sessions = [
        projects.said("a", human("h1", GERMAN), agent("a1")),
        projects.said("b", human("h2", RULE), agent("a2")),
    ]
    said = {
        sessions[0]: write("replies.md", "Answer in German.", "h1", "Answer in German"),
        sessions[1]: write("mocks.md", RULE, "h2", RULE),
    }
    taught = learning(projects, says())
    taught.add(sessions)
    jobs = [taught.next_job(), taught.next_job()]
    results = [
        taught.call(job, Scripted([says(said[job.batch.session.id]), says()]))
        for job in jobs
        if job is not None
    ]
    assert [done and done.outcome for done in map(taught.done, results)] == [Outcome.LEARNED] * 2
