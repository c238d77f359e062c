from __future__ import annotations

from extractor.transcripts.hearing import MOST_UNHEARD, Hearing


def ended(hearing: Hearing, turns: int = 1) -> None:
    for _ in range(turns):
        hearing.answered()
        hearing.turn_ended()


def test_a_turn_in_which_nothing_was_said_counts_for_nothing() -> None:
    hearing = Hearing()
    hearing.began()
    hearing.turn_ended()
    assert not hearing.is_lost()


def test_a_checkpoint_of_an_older_version_does_not_hold_its_prompts_for_lost() -> None:
    hearing = Hearing()
    ended(hearing, MOST_UNHEARD)
    assert not hearing.is_lost()


def test_a_turn_before_the_first_prompt_is_lost_and_said_once() -> None:
    hearing = Hearing()
    hearing.began()
    assert not hearing.is_lost()
    ended(hearing)
    assert [hearing.is_lost(), hearing.is_lost()] == [True, False]


def test_a_prompt_begins_the_count_anew() -> None:
    hearing = Hearing()
    hearing.began()
    for _ in range(3):
        hearing.prompted()
        ended(hearing, MOST_UNHEARD)
        assert not hearing.is_lost()
