"""What is remembered of a Codex rollout from one line to the next."""

from __future__ import annotations

import pytest

from extractor.domain import Kind, Speaker
from extractor.transcripts.codex_state import State


def test_the_newest_prompts_are_taken_back_and_read_again_from_where_they_began() -> None:
    state = State(thread="t")
    for offset in (10, 20, 30):
        state.began(offset)
        state.uuid(None, "t", f"prompt at {offset}")
    begin, then = state.before(2)
    assert (begin, then.count, state.turns) == (20, 1, [(10, 0)])
    assert then.uuid(None, "t", "prompt at 20") == State(thread="t", count=1).uuid(None, "t", "prompt at 20")


def test_more_prompts_than_there_were_are_all_of_them() -> None:
    state = State(thread="t")
    state.began(10)
    assert (state.before(5)[0], state.turns) == (10, [])


@pytest.mark.parametrize(
    ("state", "speaker", "kind"),
    [
        (State(), Speaker.HUMAN, Kind.TEXT),
        (State(is_script=True), Speaker.HUMAN_HEADLESS, Kind.TEXT),
        (State(is_script=True, trigger="user"), Speaker.HUMAN, Kind.TEXT),
        (State(trigger="automation"), Speaker.HUMAN_HEADLESS, Kind.TEXT),
        (State(is_agent=True), Speaker.ASSISTANT, Kind.TEXT),
        (State(is_agent=True, opened=True), Speaker.SYSTEM, Kind.NOTICE),
    ],
)
def test_who_asks_in_a_turn(state: State, speaker: Speaker, kind: Kind) -> None:
    assert state.prompter() == (speaker, kind)
