"""Calls are booked before they are made."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.archive.ledger import Call, Ceiling, Ceilings, Refused
from extractor.domain import Usage
from extractor.errors import ConfigError, ModelUnavailable
from extractor.history.budget import estimate
from extractor.models.metered import BudgetReached, Meter, Metered, MeteredFork, Unbilled, worst_case
from extractor.models.model import (
    Briefing,
    Errand,
    Reply,
    Request,
    Returned,
    Stop,
    ToolCall,
    ToolOutcome,
    ToolSpec,
    Turn,
)
from extractor.models.price import Price

BRIEFING = Briefing((), (), (), date(2026, 3, 2))
REQUEST = Request("rules", (), ("older",), "newer", BRIEFING, max_output=700)
DAY = "2026-03-02"


class Day:
    """What a day used, as the ledger tells it."""

    def __init__(self, tokens: int) -> None:
        self.input = tokens


class Book:
    """A ledger in memory: reservations by id, and what they became."""

    def __init__(self) -> None:
        self.reserved: list[Call] = []
        self.costs: dict[int, int | None] = {}
        self.used: dict[int, Usage] = {}

    def reserve(self, call: Call, ceilings: Ceilings) -> int | Refused:
        spent = self.spent(call.day).input
        if spent + call.input > ceilings.tokens:
            return Refused(Ceiling.TOKENS, ceilings.tokens, spent, call.input, 0)
        self.reserved.append(call)
        return len(self.reserved) - 1

    def reconcile(self, reservation: int, usage: Usage, cost: int | None) -> None:
        assert reservation not in self.used
        self.used[reservation] = usage
        self.costs[reservation] = cost

    def spent(self, day: str) -> Day:
        lines = [(number, line) for number, line in enumerate(self.reserved) if line.day == day]
        return Day(sum(self.used[n].total_input if n in self.used else line.input for n, line in lines))


class Scripted:
    """A model that gives what it was given: replies, or errors to raise."""

    def __init__(self, *answers: Reply | Exception, is_paid: bool = True) -> None:
        self.name = "scripted"
        self.is_paid = is_paid
        self.asked = 0
        self._answers = list(answers)

    def reply(self, request: Request) -> Reply:
        self.asked += 1
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def metered(model: Scripted, book: Book, ceiling: int = 100_000, price: Price | None = None) -> Metered:
    return Metered(model, Meter(book, Ceilings(ceiling), price, lambda: DAY), 7)


def end(usage: Usage = Usage(), stop: Stop = Stop.END_TURN) -> Reply:  # noqa: B008
    return Reply("done", (), stop, usage)


def test_the_worst_case_is_reserved_before_and_the_count_booked_after() -> None:
    book, used = Book(), Usage(100, 20, 3, 40)
    assert metered(Scripted(end(used)), book).reply(REQUEST).usage == used
    assert book.reserved == [Call(DAY, 7, "scripted", worst_case(REQUEST), 700, None)]
    assert book.costs == {0: None}, "an unknown price is not nought"
    assert book.used == {0: used}


def test_nothing_is_sent_when_the_ceiling_leaves_no_room() -> None:
    book, model, needed = Book(), Scripted(end(Usage(500)), end()), worst_case(REQUEST)
    asked = metered(model, book, ceiling=499 + needed)
    asked.reply(REQUEST)
    with pytest.raises(BudgetReached) as caught:
        asked.reply(REQUEST)
    assert model.asked == 1
    assert caught.value.refused == Refused(Ceiling.TOKENS, 499 + needed, 500, needed, 0)
    assert "daily_input_tokens" in str(caught.value)


def test_the_cost_is_reserved_at_its_worst_and_booked_as_it_was() -> None:
    book, price = Book(), Price(1.0, 5.0, 0.1, 1.25)
    metered(Scripted(end(Usage(100, 20, 4, 40))), book, price=price).reply(REQUEST)
    assert book.reserved[0].cost == price.worst(worst_case(REQUEST), 700)
    assert book.costs == {0: 307}


def test_a_call_that_fits_the_ceiling_exactly_is_made() -> None:
    model = Scripted(end(Usage(1)))
    metered(model, Book(), ceiling=worst_case(REQUEST)).reply(REQUEST)
    assert model.asked == 1


@pytest.mark.parametrize("error", [Unbilled("no room"), ConfigError("the API refused the key")])
def test_a_failure_that_cannot_have_been_billed_frees_its_reservation(error: Exception) -> None:
    book = Book()
    with pytest.raises(type(error)):
        metered(Scripted(error), book).reply(REQUEST)
    assert book.used == {0: Usage()}
    assert book.spent(DAY).input == 0


@pytest.mark.parametrize("error", [ModelUnavailable("no reply within 120 seconds"), RuntimeError("a fault")])
def test_a_failure_that_may_have_been_billed_goes_on_counting(error: Exception) -> None:
    book = Book()
    with pytest.raises(type(error)):
        metered(Scripted(error), book).reply(REQUEST)
    assert book.used == {}
    assert book.spent(DAY).input == worst_case(REQUEST)


def test_a_rejected_request_costs_nothing() -> None:
    book = Book()
    metered(Scripted(end(stop=Stop.REJECTED)), book).reply(REQUEST)
    assert book.spent(DAY).input == 0


def test_a_reply_without_a_count_goes_on_counting_as_its_worst_case() -> None:
    book = Book()
    metered(Scripted(end()), book).reply(REQUEST)
    assert book.spent(DAY).input == worst_case(REQUEST)


@pytest.mark.parametrize("counted", [Usage(output=40), Usage(100), Usage(cached=100)])
def test_each_count_a_reply_leaves_out_goes_on_counting_as_its_worst_case(counted: Usage) -> None:
    book, price = Book(), Price(1.0, 5.0, 0.1, 1.25)
    metered(Scripted(end(counted)), book, price=price).reply(REQUEST)
    used = book.used[0]
    assert used.total_input == (counted.total_input or worst_case(REQUEST))
    assert used.output == (counted.output or REQUEST.max_output)
    unknown = price.worst(0 if counted.total_input else used.input, used.output)
    assert book.costs[0] == unknown + (price.cost(counted) if counted.total_input else 0)


@pytest.mark.parametrize("told", [Usage(cached=100, written=20, output=40), Usage(0, 90_000, 10_000, 40)])
def test_where_the_plain_input_alone_is_not_told_what_was_reserved_stands_and_the_cache_is_kept(
    told: Usage,
) -> None:
    book, price = Book(), Price(1.0, 5.0, 0.1, 1.25)
    metered(Scripted(replace(end(told), lacks_input=True)), book, price=price).reply(REQUEST)
    used = book.used[0]
    assert (used.cached, used.written, used.output) == (told.cached, told.written, told.output)
    assert used.total_input == max(worst_case(REQUEST), told.cached + told.written)
    cost = book.costs[0]
    assert cost is not None
    assert cost >= price.cost(used)


def test_the_ceiling_is_reached_where_no_reply_says_what_was_sent() -> None:
    book, model = Book(), Scripted(*[end(Usage(output=5))] * 9)
    asked = metered(model, book, ceiling=3 * worst_case(REQUEST))
    with pytest.raises(BudgetReached):
        for _ in range(9):
            asked.reply(REQUEST)
    assert model.asked == 3


@pytest.mark.parametrize("stop", [Stop.REFUSAL, Stop.END_TURN])
def test_a_reply_that_holds_nothing_may_have_cost_no_output(stop: Stop) -> None:
    book = Book()
    metered(Scripted(Reply("", (), stop, Usage(100))), book).reply(REQUEST)
    assert book.used[0] == Usage(100)


def test_thoughts_are_not_taken_to_cost_nothing() -> None:
    book = Book()
    metered(Scripted(Reply("", (), Stop.END_TURN, Usage(100), has_thoughts=True)), book).reply(REQUEST)
    assert book.used[0] == Usage(100, output=REQUEST.max_output)


def test_a_free_model_is_not_booked_and_knows_no_ceiling() -> None:
    book = Book()
    free = metered(Scripted(end(), is_paid=False), book, ceiling=0)
    assert free.reply(REQUEST).text == "done"
    assert (book.reserved, free.is_paid, free.name) == ([], False, "scripted")


def test_everything_that_is_sent_counts_towards_the_worst_case() -> None:
    word = "x" * 3_000
    bare = worst_case(REQUEST)
    call = ToolCall("c1", "write_memory", {"text": word})
    grown = [
        Request(word, (), ("older",), "newer", BRIEFING),
        Request("rules", (ToolSpec("t", word, {}),), ("older",), "newer", BRIEFING),
        Request("rules", (ToolSpec("t", "", {"description": word}),), ("older",), "newer", BRIEFING),
        Request("rules", (), ("older", word), "newer", BRIEFING),
        Request("rules", (), ("older",), word, BRIEFING),
        REQUEST.after([Turn(Reply(word, (), Stop.END_TURN), ())]),
        REQUEST.after([Turn(Reply("", (call,), Stop.TOOL_USE), ())]),
        REQUEST.after([Turn(Reply("", (), Stop.TOOL_USE), (ToolOutcome("c1", word),))]),
    ]
    assert all(worst_case(request) >= bare + 990 for request in grown)


def test_scripts_whose_characters_cost_more_tokens_are_taken_to_cost_more() -> None:
    def cost(text: str) -> int:
        return worst_case(Request("", (), (), text, BRIEFING)) - worst_case(Request("", (), (), "", BRIEFING))

    assert cost("a" * 300) == 100
    assert cost("数" * 300) == 450
    assert cost("🌊" * 300) == 600


@settings(max_examples=60)
@given(st.text(st.characters(codec=None), max_size=200))
def test_the_worst_case_never_says_less_than_the_likely_size(text: str) -> None:
    assert worst_case(Request("", (), (), text, BRIEFING)) >= estimate(text)


class Sent:
    """A fork of a session of 50,000 tokens that comes back with what it was given, or fails."""

    name = "fork"

    def __init__(self, back: Returned | Exception) -> None:
        self.errands: list[Errand] = []
        self._back = back

    def context(self, session: str) -> int | None:
        return 50_000

    def send(self, errand: Errand) -> Returned:
        self.errands.append(errand)
        if isinstance(self._back, Exception):
            raise self._back
        return self._back

    def close(self) -> None:
        return


ERRAND = Errand("s", "f", None, "words " * 100, Path("/scratch"))


def send(book: Book, back: Returned | Exception, ceiling: int = 1_000_000) -> Sent:
    sent = Sent(back)
    bounds = Ceilings(ceiling, None, None)
    fork = MeteredFork(sent, Meter(book, bounds, Price(1.0, 2.0), lambda: DAY))
    fork.send(ERRAND, run=7, replies=5, max_output=1_000)
    return sent


def test_a_fork_reserves_its_session_for_every_reply_and_books_what_was_counted() -> None:
    book = Book()
    send(book, Returned(2, Usage(input=10, cached=100_000, output=30)))
    (call,) = book.reserved
    assert (call.model, call.run, call.output) == ("fork", 7, 5_000)
    assert 5 * 50_000 < call.input < 5 * 50_000 + 20_000
    assert book.used[0] == Usage(input=10, cached=100_000, output=30)
    assert book.costs[0] == 100_070


def test_a_fork_with_a_problem_is_booked_all_the_same() -> None:
    book = Book()
    send(book, Returned(1, Usage(input=10, output=3), "it went astray"))
    assert book.used[0] == Usage(input=10, output=3)


def test_each_count_a_fork_comes_back_without_keeps_its_reservation() -> None:
    book = Book()
    send(book, Returned(2, Usage(output=30)))
    send(book, Returned(2, Usage(input=10)))
    send(book, Returned(0, Usage(input=10), "it never spoke"))
    assert book.used[0] == Usage(input=book.reserved[0].input, output=30)
    assert book.used[1] == Usage(input=10, output=5_000)
    assert book.used[2] == Usage(input=10)


def test_a_fork_that_cannot_pass_the_ceiling_is_not_sent() -> None:
    with pytest.raises(BudgetReached):
        send(Book(), Returned(1, Usage(input=10)), ceiling=250_000)


@pytest.mark.parametrize("error", [Unbilled("down"), ConfigError("no client")])
def test_a_fork_that_never_began_costs_nothing(error: Exception) -> None:
    book = Book()
    with pytest.raises(type(error)):
        send(book, error)
    assert (book.used[0], book.costs[0]) == (Usage(), 0)


def test_a_fork_that_was_never_made_costs_nothing() -> None:
    book = Book()
    send(book, Returned(0, Usage(), "not found", is_unbilled=True))
    assert (book.used[0], book.costs[0]) == (Usage(), 0)


@pytest.mark.parametrize("back", [ModelUnavailable("cut off"), Returned(0, Usage())])
def test_a_fork_that_came_back_without_a_count_keeps_its_reservation(back: Returned | Exception) -> None:
    book = Book()
    try:
        send(book, back)
    except ModelUnavailable:
        pass
    assert book.used == {}
