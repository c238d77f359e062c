"""An excerpt shows why a message was found."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.recall.excerpt import CLOSE, LENGTH, OPEN, bare, excerpt


def marked(text: str) -> str:
    return f"{OPEN}{text}{CLOSE}"


def test_a_short_text_is_shown_whole_on_one_line() -> None:
    assert excerpt(f"we\n decided on  {marked('webhooks')}") == f"we decided on {marked('webhooks')}"


def test_a_long_text_is_cut_around_the_most_matches_between_words() -> None:
    text = f"{'before ' * 100}{marked('one')} {'between ' * 100}{marked('one')} and {marked('two')}{' after' * 100}"
    shown = excerpt(text)
    assert f"{marked('one')} and {marked('two')}" in shown
    assert shown.startswith("…between ")
    assert shown.endswith(" after…")
    assert len(bare(shown)) <= LENGTH + 2


def test_different_words_are_shown_rather_than_one_again_and_again() -> None:
    again, both = f"{marked('index')} " * 5, f"{marked('worktree')} {marked('index')}"
    assert both in excerpt(f"{again}{'between ' * 100}{both}{' after' * 100}")


def test_a_match_longer_than_what_is_shown_is_shown_from_its_beginning() -> None:
    text = f"{'before ' * 100}{marked('long ' * 60 + 'phrase')}{' after' * 100}"
    assert f" before {OPEN}long long" in excerpt(text)


def test_a_text_without_matches_is_shown_from_its_beginning() -> None:
    assert excerpt("word " * 200).startswith("word word")


def test_marks_of_the_text_itself_are_taken_out() -> None:
    assert bare(f"a{OPEN}b{CLOSE}c") == "abc"


@settings(max_examples=200)
@given(st.lists(st.tuples(st.text(max_size=80), st.text(min_size=1, max_size=30)), max_size=20))
def test_marks_come_in_pairs_and_the_length_is_bounded(parts: list[tuple[str, str]]) -> None:
    shown = excerpt("".join(bare(text) + marked(bare(match)) for text, match in parts))
    assert len(bare(shown)) <= LENGTH + 2
    depth = 0
    for character in shown:
        depth += (character == OPEN) - (character == CLOSE)
        assert depth in (0, 1)
    assert depth == 0
