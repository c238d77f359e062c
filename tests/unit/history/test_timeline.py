"""Where transitions stand, and what they say."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Kind, Message
from extractor.history.levels import Level, project_view, task_view
from extractor.history.timeline import Folding, Item, Timeline, timeline
from extractor.history.transitions import Reason, Tally, for_model, for_person
from tests.support.sessions import conversations
from tests.support.talk import agent, call, human, message, result, thought

TASK, PROJECT, GLOBAL = Level.TASK, Level.PROJECT, Level.GLOBAL


def told(items: list[Item]) -> list[str]:
    return [item.message.text if item.transition else item.message.key.uuid for item in items]


def work(count: int, start: int = 0, tool: str = "Bash") -> list[Message]:
    """So many calls, each with its result."""
    return [
        m
        for n in range(start, start + count)
        for m in (call(f"c{n}", f"t{n}", tool), result(f"r{n}", f"t{n}"))
    ]


def test_a_transition_stands_where_a_run_of_tool_calls_ended() -> None:
    line = timeline([human("h"), *work(2), agent("a"), human("h2")])
    assert told(line) == [
        "h", "c0", "r0", "c1", "r1", "[ACTIONS] 2 tool calls left out: 2 Bash", "a", "[DONE] 2 tool calls", "h2",
    ]  # fmt: skip
    assert [i.level for i in line if i.transition] == [PROJECT, PROJECT]


def test_a_transition_counts_tools_and_files() -> None:
    said = [
        *work(6), *work(3, 6, "Read"),
        *(call(f"e{n}", f"e{n}", "Edit", path=f"/p/{n % 3}.py") for n in range(5)),
    ]  # fmt: skip
    assert (
        for_model(Tally.of(said), Reason.REQUEST_COMPLETE)
        == "[ACTIONS] 14 tool calls left out: 6 Bash, 5 Edit (3 files), 3 Read"
    )
    assert for_model(Tally.of(said), Reason.SESSION_END, GLOBAL) == (
        "[ACTIONS] 14 tool calls left out, 3 files written, then the session ended"
    )
    assert for_person(Tally.of(said), Reason.REQUEST_COMPLETE) == (
        "14 tool calls, 3 files written (0.py, 1.py, 2.py)"
    )


def test_failures_and_a_sub_agents_work_are_named_as_such() -> None:
    tally = Tally.of(
        [
            call("c", "1")._replace(sidechain=True),
            result("r", "1", failed=True)._replace(sidechain=True),
        ]
    )
    assert for_model(tally, Reason.REQUEST_COMPLETE) == "[SUB-AGENT] 1 tool call left out: 1 Bash; 1 failed"


def test_thinking_alone_leaves_no_transition() -> None:
    assert told(timeline([human("h"), thought("t"), agent("a")])) == ["h", "t", "a"]


def test_a_long_run_is_folded_at_ten_actions_or_twenty_items_and_nothing_is_relabelled() -> None:
    line = timeline([human("h"), *work(12), agent("a")])
    folds = [i.transition for i in line if i.transition]
    assert [f.reason for f in folds] == [Reason.SIZE_LIMIT, Reason.REQUEST_COMPLETE]
    assert [f.tally.actions for f in folds] == [10, 2]
    assert all(i.level is TASK for i in line if i.message.kind in (Kind.CALL, Kind.RESULT))
    thoughts = [thought(f"t{n}") for n in range(19)]
    line = timeline([human("h"), *thoughts, *work(3), agent("a")])
    assert [i.transition.tally.items for i in line if i.transition] == [21, 4]


def test_after_a_fold_the_task_view_begins_anew() -> None:
    line = timeline([human("h"), *work(12), call("open", "x")])
    assert told(task_view(line)) == ["c10", "r10", "c11", "r11", "open"]


def test_a_fold_waits_for_open_calls_and_for_the_rest_of_a_reply() -> None:
    calls = [call(f"c{n}", f"t{n}")._replace(reply="one") for n in range(12)]
    results = [result(f"r{n}", f"t{n}") for n in range(12)]
    line = timeline([human("h"), *calls, *results, agent("a")])
    assert [n for n, item in enumerate(line) if item.transition] == [25]


def test_a_prompt_queued_while_a_tool_runs_does_not_part_the_call_from_its_result() -> None:
    line = timeline([human("h"), call("c", "1"), human("queued"), result("r", "1"), agent("a")])
    assert told(line) == ["h", "c", "queued", "r", "[ACTIONS] 1 tool call left out: 1 Bash", "a"]


def test_an_interruption_and_a_breakdown_leave_a_milestone() -> None:
    line = timeline([human("h"), *work(1)], {2: Reason.CANCELLED})
    assert told(line)[3:] == [
        "[ACTIONS] 1 tool call left out: 1 Bash, then the person interrupted",
        "[CANCELLED] the person interrupted here",
    ]
    assert line[-1].transition is not None
    assert line[-1].transition.for_person
    broke = timeline([human("h")], {0: Reason.ABORTED})
    assert told(broke) == ["h", "[ABORTED] the agent broke off here"]


def test_a_session_that_ends_returns_to_the_global_level() -> None:
    line = Timeline()
    line.add(human("h"), PROJECT)
    line.end(Reason.SESSION_END, GLOBAL)
    line.add(human("next"), PROJECT)
    assert told(project_view(line.items)) == ["next"]


def test_three_tasks_of_twenty_items_and_ten_words_show_as_sixteen() -> None:
    line = Timeline()
    words = iter([human(f"w{n}") if n % 3 == 0 else agent(f"w{n}") for n in range(10)])
    given_in = 0
    for task in range(3):
        for _ in range(3):
            line.add(next(words), PROJECT)
            given_in += 1
        for step in work(10, start=10 * task):
            line.add(step, TASK)
            given_in += 1
        line.end(Reason.REQUEST_COMPLETE, note=f"task {task} is done")
    line.add(next(words), PROJECT)
    assert given_in + 1 == 70
    assert told(project_view(line.items)) == [
        text
        for task in range(3)
        for text in (
            *(f"w{3 * task + n}" for n in range(3)),
            "[ACTIONS] 10 tool calls left out: 10 Bash",
            f"[DONE] task {task} is done",
        )
    ] + ["w9"]
    assert len(project_view(line.items)) == 16


@settings(max_examples=200)
@given(conversations(), st.integers(1, 25), st.integers(1, 12))
def test_a_timeline_adds_transitions_and_nothing_else_and_parts_no_pair(
    said: list[Message], items: int, actions: int
) -> None:
    line = timeline(said, folding=Folding(items, actions))
    assert [i.message for i in line if i.transition is None] == said
    counted = sum(i.transition.tally.actions for i in line if i.transition and "left out" in i.message.text)
    assert counted <= sum(m.kind is Kind.CALL for m in said)
    calls = {m.call: n for n, m in enumerate(i.message for i in line) if m.kind is Kind.CALL}
    for number, item in enumerate(line):
        message = item.message
        if message.kind is Kind.RESULT and message.call in calls and not message.sidechain:
            assert calls[message.call] < number


def test_a_whole_reply_stands_unparted_between_transitions() -> None:
    reply = [
        thought("t", reply="one"),
        call("c1", "1")._replace(reply="one"),
        result("r1", "1"),
        call("c2", "2")._replace(reply="one"),
        result("r2", "2"),
    ]
    line = timeline([human("h"), *reply, message("h2")], folding=Folding(1, 1))
    assert told(line)[:6] == ["h", "t", "c1", "r1", "c2", "r2"]


def test_a_call_whose_result_is_lost_keeps_no_later_run_open_also_without_ids_of_replies() -> None:
    line = timeline([human("h1"), call("lost", "x"), agent("a1"), human("h2"), *work(2), agent("a2")])
    assert "[ACTIONS] 3 tool calls left out: 3 Bash" in [i.message.text for i in line]


def test_where_nothing_more_is_expected_a_missing_result_hides_no_count() -> None:
    said = [human("h"), *work(3), call("lost", "x")]
    assert all(i.transition is None for i in timeline(said))
    assert timeline(said, is_over=True)[-1].message.text == "[ACTIONS] 4 tool calls left out: 4 Bash"


def test_no_transition_stands_between_a_call_and_its_result_where_its_reply_speaks_on() -> None:
    said = [
        human("h1"),
        call("c1", "t1")._replace(reply="r"),
        agent("a1", ends_turn=False, reply="r"),
        result("r1", "t1"),
        agent("a2", reply="s"),
    ]
    kinds = [item.message.kind for item in timeline(said)]
    assert kinds[:4] == [Kind.TEXT, Kind.CALL, Kind.TEXT, Kind.RESULT]
