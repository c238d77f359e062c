"""Levels, modes and the three filters."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Kind, Message, Speaker
from extractor.history.levels import (
    Level,
    Leveller,
    Mode,
    global_view,
    level_for,
    migrated,
    project_view,
    task_view,
    view,
)
from extractor.history.timeline import Item
from tests.support.talk import agent, call, human, message, notice, result, thought

TASK, PROJECT, GLOBAL = Level.TASK, Level.PROJECT, Level.GLOBAL


def items(*levels: Level | None) -> list[Item]:
    return [Item(human(f"m{number}"), level) for number, level in enumerate(levels)]


def names(shown: list[Item]) -> list[str]:
    return [item.message.key.uuid for item in shown]


@pytest.mark.parametrize(
    ("mode", "level"),
    [
        (Mode.IDLE, GLOBAL),
        (Mode.SLEEPING, GLOBAL),
        (Mode.ONE_SHOT, GLOBAL),
        (Mode.WORKING_ALONE, TASK),
        (Mode.WORKING_IN_GROUP, TASK),
        (Mode.ORCHESTRATING, PROJECT),
        (Mode.ACTIVE, PROJECT),
        (Mode.WAITING, PROJECT),
    ],
)
def test_each_mode_has_its_level(mode: Mode, level: Level) -> None:
    assert level_for(mode) is level


def test_only_work_in_a_group_can_be_set_to_another_level() -> None:
    assert level_for(Mode.WORKING_IN_GROUP, in_group=PROJECT) is PROJECT
    assert level_for(Mode.WORKING_ALONE, in_group=PROJECT) is TASK


def test_the_global_view_shows_only_global_items() -> None:
    assert names(global_view(items(GLOBAL, PROJECT, TASK, GLOBAL, PROJECT))) == ["m0", "m3"]


def test_the_project_view_skips_task_items_and_stops_at_the_newest_global_one() -> None:
    shown = project_view(items(PROJECT, GLOBAL, PROJECT, TASK, PROJECT, TASK))
    assert names(shown) == ["m2", "m4"]


def test_the_project_view_ends_at_a_global_item_that_stands_last() -> None:
    assert project_view(items(PROJECT, TASK, GLOBAL)) == []


def test_the_task_view_keeps_the_unbroken_run_at_the_end() -> None:
    assert names(task_view(items(TASK, PROJECT, TASK, None, TASK))) == ["m2", "m3", "m4"]
    assert task_view(items(TASK, TASK, PROJECT)) == []


def test_items_without_a_level_are_migrated_to_task() -> None:
    assert [item.level for item in migrated(items(None, PROJECT, None))] == [TASK, PROJECT, TASK]


def test_levels_switched_off_show_everything() -> None:
    said = items(TASK, GLOBAL, PROJECT, None)
    assert view(said, PROJECT, is_on=False) == said


LEVELS = st.lists(st.sampled_from([TASK, PROJECT, GLOBAL, None]), max_size=40)


@settings(max_examples=200)
@given(LEVELS, st.sampled_from(list(Level)))
def test_a_filter_keeps_order_invents_nothing_changes_nothing_and_is_idempotent(
    levels: list[Level | None], level: Level
) -> None:
    said = items(*levels)
    before = list(said)
    shown = view(said, level)
    assert said == before
    rest = iter(said)
    assert all(any(item is other for other in rest) for item in shown)
    assert view(shown, level) == shown


def levels_of(*said: Message) -> list[Level]:
    leveller = Leveller()
    return [leveller.level(m) for m in said]


def test_words_are_project_and_work_is_task() -> None:
    said = (human("h"), thought("t"), call("c", "1"), result("r", "1"), agent("a"))
    assert levels_of(*said) == [PROJECT, TASK, TASK, TASK, PROJECT]


def test_the_dispatch_of_a_sub_agent_and_its_answer_are_project_and_its_conversation_task() -> None:
    said = (
        call("d", "1", tool="Task"),
        message("s", speaker=Speaker.ASSISTANT, sidechain=True),
        call("c", "2"),
        result("r", "2"),
        result("answer", "1"),
    )
    assert levels_of(*said) == [PROJECT, TASK, TASK, TASK, PROJECT]


def test_a_picture_in_a_prompt_is_shown_and_other_notices_are_not() -> None:
    assert levels_of(notice("n", "[image]"), notice("d", "[document]"), notice("x", "a caveat")) == [
        PROJECT,
        PROJECT,
        TASK,
    ]


def test_a_clients_summary_is_shown_only_where_it_is_all_that_is_left() -> None:
    summary = message("s", speaker=Speaker.ASSISTANT, kind=Kind.SUMMARY)
    assert levels_of(summary, human("h")) == [PROJECT, PROJECT]
    assert levels_of(human("h"), summary) == [PROJECT, TASK]


def test_an_id_that_comes_again_with_another_tool_shows_no_tool_output() -> None:
    said = [call("c1", "1", "Task"), result("r1", "1"), call("c2", "1", "Bash"), result("r2", "1")]
    leveller = Leveller()
    assert [leveller.level(m) for m in said] == [PROJECT, PROJECT, TASK, TASK]
