"""Resolving a cursor: never forward, never stuck."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Cursor, Message, Milliseconds, SessionId
from extractor.extraction.cursor import NOTHING, resolve
from tests.support.talk import START, agent, call, human, result

SESSION = SessionId("s")
AT = Milliseconds(START)


def test_without_a_cursor_everything_is_new() -> None:
    assert resolve(None, [human("h1")]) == 0


def test_what_follows_the_cursors_message_is_new() -> None:
    live = [human("h1"), agent("a1"), human("h2")]
    assert resolve(Cursor(SESSION, "a1", 0, 2, AT), live) == 2


def test_a_cursor_at_the_end_leaves_nothing() -> None:
    live = [human("h1"), agent("a1")]
    assert resolve(Cursor(SESSION, "a1", 0, 2, AT), live) == len(live)


def test_a_vanished_message_leaves_as_many_as_are_more_than_were_understood() -> None:
    live = [human("x1"), call("c1", "t1"), result("r1", "t1"), agent("x2"), human("x3")]
    assert resolve(Cursor(SESSION, "gone", 0, 2, AT), live) == 4


def test_a_vanished_message_in_a_shorter_session_makes_all_new_again() -> None:
    assert resolve(Cursor(SESSION, "gone", 0, 9, AT), [human("x1"), agent("x2")]) == 0


def test_the_last_place_of_a_message_that_stands_twice_counts() -> None:
    live = [human("h1"), agent("a1"), human("h1"), human("h2")]
    assert resolve(Cursor(SESSION, "h1", 0, 1, AT), live) == 3


def test_a_cursors_block_that_vanished_leaves_what_follows_the_blocks_before_it() -> None:
    live = [human("h1"), agent("a1", block=0), agent("a1", block=1), human("h2"), agent("a2")]
    assert resolve(Cursor(SESSION, "a1", 2, 9, AT), live) == 3


def test_a_cursor_stands_behind_the_last_visible_message_and_counts_them() -> None:
    said = [human("h1"), call("c1", "t1"), agent("a1"), result("r1", "t1")]
    assert NOTHING.and_then(said).cursor(SESSION) == Cursor(SESSION, "a1", 0, 2, AT)
    assert NOTHING.and_then([call("c1", "t1")]).cursor(SESSION) is None


def made(kind: str, name: str, second: int) -> Message:
    at = START + 1000 * second
    if kind == "c":
        return call(name, name)._replace(at=Milliseconds(at))
    return human(name, at=at) if kind == "h" else agent(name, at=at)


def test_new_messages_are_not_taken_for_old_ones_that_vanished() -> None:
    live = [human("h1", at=START), human("new1", at=START + 9_000), human("new2", at=START + 9_001)]
    assert resolve(Cursor(SESSION, "gone", 0, 2, Milliseconds(START + 5_000)), live) == 1


@settings(max_examples=500)
@given(
    st.lists(st.sampled_from("hac"), max_size=20),
    st.integers(0, 20),
    st.lists(st.booleans(), min_size=20, max_size=20),
    st.lists(st.sampled_from("hac"), max_size=10),
)
def test_messages_that_were_never_understood_are_never_skipped(
    before: list[str], understood: int, kept: list[bool], added: list[str]
) -> None:
    """Any of the old messages may vanish, new ones are appended: no new visible message is passed over."""
    old = [made(kind, f"old{n}", n) for n, kind in enumerate(before)]
    cursor = NOTHING.and_then(old[:understood]).cursor(SESSION)
    fresh = [made(kind, f"new{n}", 100 + n) for n, kind in enumerate(added)]
    stay = [m for n, m in enumerate(old) if kept[n]]
    live = [*stay, *fresh]
    passed = live[: resolve(cursor, live)]
    known = {m.key for m in old[:understood]}
    assert [m for m in passed if m.is_visible and m.key not in known] == []
