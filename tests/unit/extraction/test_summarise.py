"""Summaries by the model: made beside a run, used by the next one, never in its way."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest

from extractor.archive.ledger import Ceiling, Refused
from extractor.archive.outcome import Outcome
from extractor.domain import Usage
from extractor.errors import ModelUnavailable
from extractor.extraction.summarise import LEAST, SumUp, by_model
from extractor.history.breaker import CLOSED, Breaker
from extractor.history.summary import Author
from extractor.models.metered import BudgetReached
from extractor.models.model import Reply, Request, Stop
from extractor.service.learning import Learning
from tests.support.scripted import Desk, Scripted, says
from tests.support.talk import agent, human

RULES = "Sum up."


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, run_tokens=2_000)
    yield made
    made.close()


class Summarising:
    """Ends every run at once, and answers requests for a summary as it is told."""

    def __init__(self, answer: Reply | Exception) -> None:
        self.answer = answer
        self.asked: list[Request] = []
        self.model = Scripted([self._reply])

    def _reply(self, request: Request) -> Reply:
        if request.system != RULES:
            return says()
        self.asked.append(request)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def learned(desk: Desk, double: Summarising, runs: int = 60) -> Learning:
    taught = Learning(
        desk.archive, desk.extraction, lambda _run: double.model, "m", UTC, desk.clock, summary_template=RULES
    )
    for n in range(runs):
        session = desk.said("s", human(f"h{n}", f"request {n} " + "w" * 900), agent(f"a{n}", "x" * 900))
        taught.add([session])
    while (job := taught.next_job()) is not None:
        done = taught.done(taught.call(job, taught.model(job)))
        if done is not None and taught.summaries.is_wanted(job):
            taught.summaries.take_in(taught.summaries.make(job, taught.model(job)))
        assert done is None or done.outcome is Outcome.NOTHING
    return taught


def test_what_the_lead_in_leaves_out_is_summed_up_for_the_next_run(desk: Desk) -> None:
    double = Summarising(says(text="It was about parsers.", usage=Usage(input=9, output=3)))
    learned(desk, double)
    assert double.asked
    first = double.asked[0]
    assert any(f"request {n} " in first.fresh for n in range(60))
    assert first.tools == ()
    assert first.fresh.startswith("At most ")
    (kept, *_) = desk.archive.histories.summaries(1)
    assert (kept.text, kept.author) == ("It was about parsers.", Author.MODEL)
    shown = "\n".join("\n".join(r.stable) for r in double.model.requests if r.system != RULES)
    assert "It was about parsers." in shown


def test_a_summary_that_fails_costs_the_run_nothing_and_is_not_tried_for_ever(desk: Desk) -> None:
    double = Summarising(ModelUnavailable("away"))
    taught = learned(desk, double)
    assert desk.archive.summary("").waiting == 0, "every exchange was understood all the same"
    assert desk.archive.histories.summaries(1) == []
    assert taught.pause.until == 0
    assert any("away" in line for line in desk.archive.summary("").problems)


def test_a_reached_budget_is_no_failure_of_the_summariser(desk: Desk) -> None:
    double = Summarising(BudgetReached(Refused(Ceiling.TOKENS, 2, 1, 3, 0)))
    taught = learned(desk, double)
    assert double.asked
    assert desk.archive.summary("").waiting == 0
    assert desk.archive.summary("").problems == ()
    double.answer = says(text="It was about parsers.")
    session = desk.said("s", human("more"), agent("done"))
    taught.add([session])
    job = taught.next_job()
    assert job is not None
    taught.done(taught.call(job, taught.model(job)))
    taught.summaries.take_in(taught.summaries.make(job, taught.model(job)))
    assert desk.archive.histories.summaries(session), "asked again as soon as there is room"


def test_a_problem_with_summaries_is_over_once_none_are_asked_for(desk: Desk) -> None:
    learned(desk, Summarising(ModelUnavailable("away")))
    assert any("away" in line for line in desk.archive.summary("").problems)
    model = Scripted([says()])
    taught = Learning(desk.archive, desk.extraction, lambda _run: model, "m", UTC, desk.clock)
    taught.add([desk.said("s", human("more"), agent("done"))])
    while (job := taught.next_job()) is not None:
        taught.done(taught.call(job, taught.model(job)))
    assert desk.archive.summary("").problems == ()


def test_a_refused_summary_is_no_summary() -> None:
    model = Scripted([Reply("", (), Stop.REFUSAL, detail="refused: x")])
    with pytest.raises(ModelUnavailable, match="gave no summary"):
        by_model(model, RULES)([human("h")], 100)


@pytest.mark.parametrize("text", ["", "  \n "])
def test_a_summary_without_a_word_is_the_models_failure_and_no_defect(desk: Desk, text: str) -> None:
    learned(desk, Summarising(says(text=text)))
    assert desk.archive.histories.summaries(1) == []
    (problem,) = desk.archive.summary("").problems
    assert "the model gave no summary" in problem
    assert "defect" not in problem


def test_a_secret_stored_under_older_rules_is_neither_sent_nor_kept_with_a_summary() -> None:
    secret = "ghp_" + "aB3dE6gH9kL2nP5rS8tV1xZ4" + "qW7eR0tY3uI6"
    double = Summarising(says(text=f"They set {secret} up."))
    written = by_model(double.model, RULES)([human("h", f"the token is {secret}")], 100)
    assert secret not in double.asked[0].fresh
    assert "the token is" in double.asked[0].fresh
    assert secret not in written


def test_the_breaker_decides_whether_it_is_asked() -> None:
    task = SumUp((human("h"), agent("a")), CLOSED)
    assert task.is_due
    assert not SumUp((), CLOSED).is_due
    assert not SumUp(task.gone, Breaker(3, task.subject)).is_due
    asked: list[int] = []
    made = task.carry_out(lambda _said, limit: asked.append(limit) or "short")
    assert (made.text, made.ids, asked) == ("short", ("h.0", "a.0"), [LEAST])


def test_a_new_summary_takes_the_one_before_it_in() -> None:
    first = SumUp((human("h1"), agent("a1")), CLOSED).carry_out(lambda _said, _limit: "about parsers")
    told: list[list[str]] = []
    made = SumUp((human("h2"),), CLOSED, first).carry_out(
        lambda said, _limit: told.append([m.text for m in said]) or "and tests"
    )
    assert told == [["about parsers", "words of h2"]]
    assert made.ids == ("h1.0", "a1.0", "h2.0")
