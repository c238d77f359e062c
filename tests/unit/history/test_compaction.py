"""Compaction: the cheapest step first, always inside the limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Kind, Message, Speaker
from extractor.errors import ModelUnavailable
from extractor.history.breaker import CLOSED, Breaker
from extractor.history.budget import FRAME, size
from extractor.history.compaction import Step, compact
from extractor.history.cutting import NOTICE, cut_inside
from extractor.history.exchanges import Exchange, exchanges
from extractor.history.summary import Author, Summariser, Summary, client_summary, ident, summed_up, with_text
from extractor.history.turns import as_json, turns
from tests.support.messages_rules import broken_rules
from tests.support.sessions import conversations, split_pairs
from tests.support.talk import agent, call, human, message, result


def talk(count: int, words: int = 400, output: int = 0) -> list[Exchange]:
    """So many exchanges of a request, a call with `output` characters of result, and an answer."""
    said: list[Message] = []
    for n in range(count):
        said += [human(f"h{n}", f"request {n} " + "w" * words)]
        if output:
            said += [call(f"c{n}", f"t{n}"), result(f"r{n}", f"t{n}", "o" * output)]
        said += [agent(f"a{n}", f"answer {n} " + "w" * words)]
    return exchanges(said)


def tokens(found: Sequence[Exchange]) -> int:
    return sum(size(m) for e in found for m in e.messages)


def steps_of(count: int, limit: int, **more: object) -> list[Step]:
    done = compact(talk(count), limit, **more)  # type: ignore[arg-type]
    assert done.tokens <= limit
    return [taken.step for taken in done.steps]


def stored(found: Sequence[Exchange], text: str = "what was decided") -> Summary:
    said = [m for e in found for m in e.messages]
    return summed_up(said, [ident(m) for m in said], 50, "s", lambda _said, _limit: text)


def test_what_fits_is_left_as_it_is() -> None:
    given_in = talk(3)
    done = compact(given_in, tokens(given_in))
    assert (done.steps, done.exchanges, done.summary, done.left_out) == ((), tuple(given_in), None, 0)


def test_it_stops_after_trimming_where_that_is_enough() -> None:
    given_in = talk(3, output=10_000)
    done = compact(given_in, 5_000)
    assert [t.step for t in done.steps] == [Step.TRIM]
    assert "characters left out" in done.exchanges[0].messages[2].text
    assert done.exchanges[2] == given_in[2], "the newest results are trimmed last"
    assert done.tokens <= 5_000


def test_it_stops_after_dropping_where_that_is_enough_and_drops_no_more_than_needed() -> None:
    given_in = talk(20)
    done = compact(given_in, tokens(given_in) - 300)
    assert [t.step for t in done.steps] == [Step.DROP]
    assert done.exchanges == tuple(given_in[2:])
    assert done.messages[0].text == "[EARLIER] 4 messages left out"


def test_it_drops_at_most_ten_exchanges_and_none_that_reaches_into_the_newest_ten_messages() -> None:
    done = compact(talk(40), 1_000, stored=None)
    assert "10 oldest exchanges" in done.steps[0].told
    few = compact(talk(6), 1_000)
    assert [t.told for t in few.steps if t.step is Step.DROP] == ["1 oldest exchanges (2 messages) left out"]


def test_it_stops_at_the_stored_summary_without_asking_anybody() -> None:
    given_in = talk(40)
    asked: list[int] = []

    def never(said: Sequence[Message], limit: int) -> str:
        asked.append(limit)
        return "no"

    done = compact(given_in, 2_500, stored=stored(given_in[:35]), summarise=never)
    assert [t.step for t in done.steps] == [Step.DROP, Step.SESSION_MEMORY]
    assert asked == []
    assert done.exchanges == tuple(given_in[35:])
    assert done.messages[0].text.endswith("what was decided")
    assert done.left_out == 0, "the summary stands for what was dropped"


def test_a_stored_summary_longer_than_what_it_stands_for_is_not_taken() -> None:
    given_in = talk(40)
    long = with_text(stored(given_in[:15]), "s" * 20_000)
    done = compact(given_in, 6_000, stored=long)
    assert [t.step for t in done.steps] == [Step.DROP, Step.SUMMARISE]
    assert all(t.after < t.before for t in done.steps)
    assert done.summary is not None
    assert done.summary.author is Author.RULES
    assert done.left_out == 20


def test_a_summary_that_saves_nothing_is_no_step() -> None:
    said = [human("h1"), human("h2"), agent("a1"), *(human(f"n{n}") for n in range(12))]
    given_in = exchanges([each._replace(text="") for each in said])
    limit = compact(given_in, 1_000).tokens - 1
    done = compact(given_in, limit, summarise=lambda _said, most: "words " * most)
    assert [t.step for t in done.steps] == [Step.CUT]
    assert done.tokens <= limit


@pytest.mark.parametrize("room", range(0, NOTICE, 3))
def test_messages_a_summary_names_that_were_never_given_are_not_left_out(room: int) -> None:
    given_in = talk(40)
    early = stored(given_in[:35])
    strangers = tuple(f"stranger{n}.0" for n in range(500))
    known = replace(early, ids=(*strangers, *early.ids))
    done = compact(given_in, tokens(given_in[-1:]) + room, stored=known)
    assert (done.exchanges, done.summary) == (tuple(given_in[-1:]), None)
    assert done.left_out == 78


def test_it_sums_up_the_older_half_last_and_hands_the_summary_on_for_the_next_time() -> None:
    given_in = talk(40)

    def write(said: Sequence[Message], limit: int) -> str:
        return f"{len(said)} messages in few words"

    done = compact(given_in, 6_000, summarise=write, named="m")
    assert [t.step for t in done.steps] == [Step.DROP, Step.SUMMARISE]
    assert done.made is not None
    assert done.made.author is Author.MODEL
    assert done.made.text == "30 messages in few words"
    again = compact(given_in, 6_000, stored=done.made, summarise=None)
    assert [t.step for t in again.steps] == [Step.DROP, Step.SESSION_MEMORY]


def test_the_newest_exchange_that_alone_is_too_large_is_cut_inside_with_a_marker() -> None:
    said = [human("h", "please do it"), *(m for n in range(50) for m in talk(1, 900)[0].messages[1:])]
    done = compact([Exchange(tuple(said))], 2_000)
    assert [t.step for t in done.steps] == [Step.CUT]
    assert done.tokens <= 2_000
    texts = [m.text for m in done.messages]
    assert texts[0] == "please do it"
    assert texts[1].endswith("messages of this exchange are left out]")
    assert texts[-1] == said[-1].text


@pytest.mark.parametrize("room", range(NOTICE + FRAME))
def test_what_is_left_out_is_counted_also_where_no_line_on_it_fits(room: int) -> None:
    given_in = talk(31)
    done = compact(given_in, tokens(given_in[-1:]) + room)
    assert done.exchanges == tuple(given_in[-1:])
    assert done.tokens <= tokens(given_in[-1:]) + room
    assert done.left_out == 60


def test_a_failing_summariser_is_replaced_by_the_rules_and_asked_three_times_in_a_row_at_most() -> None:
    given_in, asked = talk(40), []

    def fails(said: Sequence[Message], limit: int) -> str:
        asked.append(len(said))
        raise ModelUnavailable("the model is away")

    breaker = CLOSED
    for _ in range(5):
        done = compact(given_in, 6_000, summarise=fails, named="m", breaker=breaker)
        breaker = done.breaker
        assert done.tokens <= 6_000
        assert "the summariser failed" in done.problem
        assert done.made is not None
        assert done.made.author is Author.RULES
    assert len(asked) == 3
    assert breaker.failures == 3


@pytest.mark.parametrize("failure", [ModelUnavailable("away"), TimeoutError("away"), KeyError("away")])
def test_whatever_a_summariser_raises_the_rules_take_its_place(failure: Exception) -> None:
    def fails(_said: Sequence[Message], _limit: int) -> str:
        raise failure

    done = compact(talk(40), 6_000, summarise=fails, named="m")
    assert "away" in done.problem
    assert done.breaker.failures == 1
    assert done.summary is not None
    assert done.summary.author is Author.RULES


def test_the_breaker_lets_one_attempt_through_when_what_is_asked_changes_and_success_resets_it() -> None:
    is_open = Breaker(3, "m a..b")
    assert not is_open.allows("m a..b")
    assert is_open.allows("other a..b")
    assert not is_open.after("other a..b", worked=False).allows("other a..b")
    assert is_open.after("other a..b", worked=True) == CLOSED
    assert Breaker(2, "m a..b").allows("m a..b")


def test_the_clients_own_summary_stands_for_all_before_it() -> None:
    said = [
        human("h1"),
        agent("a1"),
        message("s", "what the client kept", Speaker.ASSISTANT, Kind.SUMMARY),
        human("h2"),
    ]
    found = client_summary(said)
    assert found is not None
    assert found.author is Author.CLIENT
    assert found.ids == ("h1.0", "a1.0", "s.0")
    assert client_summary([human("h1")]) is None


@settings(max_examples=300)
@given(conversations(most=80), st.integers(60, 3_000), st.booleans(), st.booleans())
def test_it_is_always_within_the_limit_and_keeps_order_cost_and_pairs(
    said: list[Message], limit: int, has_stored: bool, fails: bool
) -> None:
    given_in = exchanges(said)
    before = list(given_in)

    def write(_said: Sequence[Message], most: int) -> str:
        if fails:
            raise ModelUnavailable("away")
        return "words " * most

    memory = stored(given_in[: len(given_in) // 2]) if has_stored and len(given_in) > 1 else None
    done = compact(given_in, limit, stored=memory, summarise=write)
    assert given_in == before
    newest = sum(size(m) for m in given_in[-1].messages) if given_in else 0
    assert done.tokens <= limit
    if newest <= limit and given_in:
        assert all(m.key in {k.key for k in done.exchanges[-1].messages} for m in given_in[-1].messages)
    order = [Step.TRIM, Step.DROP, Step.SESSION_MEMORY, Step.SUMMARISE, Step.CUT]
    taken = [t.step for t in done.steps]
    assert taken == sorted(set(taken), key=order.index)
    assert all(t.before > limit for t in done.steps)
    assert all(t.after < t.before for t in done.steps)
    assert split_pairs([list(e.messages) for e in done.exchanges]) == []
    keys = {m.key for m in said}
    own = [m for e in done.exchanges for m in e.messages if m.key in keys]
    place = {m.key: n for n, m in enumerate(m for e in given_in for m in e.messages)}
    assert [place[m.key] for m in own] == sorted(place[m.key] for m in own)
    missing = len(said) - len(own) - (len(done.summary.ids) if done.summary else 0)
    has_room = newest > limit or newest + NOTICE <= limit
    assert missing <= 0 or not has_room or any("left out" in m.text for m in done.messages)
    if Step.CUT not in taken:
        assert done.left_out == missing
    else:
        assert done.left_out == len(said) - len(given_in[-1].messages)
    spoken = turns(done.messages)
    assert not spoken or broken_rules(as_json(spoken)) == []


@settings(max_examples=200)
@given(conversations(), st.integers(100, 2_000))
def test_inside_an_exchange_a_persons_words_stay_whole_where_they_fit(
    said: list[Message], limit: int
) -> None:
    for exchange in exchanges(said)[-1:]:
        humans = [m for m in exchange.messages if m.is_human and not m.sidechain]
        cut = cut_inside(exchange, limit)
        if len(humans) * 5 + NOTICE + FRAME < limit:
            assert sum(size(m) for m in cut.messages) <= limit
        kept = {m.key: m.text for m in cut.messages}
        pieces = sum(size(m) for m in exchange.messages)
        if pieces <= limit - NOTICE - FRAME:
            assert all(kept[m.key] == m.text for m in humans)


def test_a_summary_of_everything_leaves_the_newest_exchange_whole() -> None:
    given_in = talk(40)
    done = compact(given_in, 2_000, stored=stored(given_in))
    assert [t.step for t in done.steps] == [Step.DROP, Step.SESSION_MEMORY]
    assert done.exchanges == (given_in[-1],)
    assert done.left_out == 0


@pytest.mark.parametrize("write", [None, lambda _said, _limit: "what came next"])
def test_what_is_summed_up_behind_a_stored_summary_joins_it(write: Summariser | None) -> None:
    given_in = talk(60)
    early = stored(given_in[:20])
    done = compact(given_in, 3_000, stored=early, summarise=write, named="m")
    assert [t.step for t in done.steps] == [Step.DROP, Step.SESSION_MEMORY, Step.SUMMARISE]
    assert done.summary is not None
    assert done.summary.text.startswith("what was decided\n")
    assert done.summary.ids[: len(early.ids)] == early.ids
    assert done.made is not None
    assert done.left_out + len(done.summary.ids) + sum(len(e.messages) for e in done.exchanges) == 120


def test_a_stored_summary_stands_for_an_exchange_with_the_lines_that_stand_for_others() -> None:
    given_in = talk(40)
    line = message("h0+1", "[ACTIONS] 3 tool calls left out", Speaker.SYSTEM, Kind.TRANSITION)
    folded = [Exchange((*given_in[11].messages, line)) if n == 11 else e for n, e in enumerate(given_in)]
    done = compact(folded, tokens(folded[20:]) + 100, stored=stored(given_in[:20]))
    assert [t.step for t in done.steps] == [Step.DROP, Step.SESSION_MEMORY]
    assert done.exchanges == tuple(folded[20:])


def test_inside_an_exchange_a_sub_agents_prompt_gives_way_to_what_the_person_and_the_agent_said() -> None:
    prompt = human("s1", "look at everything " * 200, sidechain=True)
    whole = Exchange((human("h1", "Ask it."), prompt, agent("a1", "It is fine.")))
    cut = cut_inside(whole, 100)
    assert [m.text for m in cut.messages if not m.sidechain and m.kind is Kind.TEXT] == [
        "Ask it.",
        "It is fine.",
    ]
