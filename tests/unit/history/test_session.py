"""The running history: adding, compressing, what a model is given, and its figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Message, Milliseconds
from extractor.history import session
from extractor.history.entry import Attachment, AttachmentKind, Entry, EntryType, Role
from extractor.history.giving_way import older
from extractor.history.levels import Level
from extractor.history.session import Event, Happened, History, HistorySettings
from extractor.history.summary import Author, Summariser
from extractor.history.turns import Attached, Text, as_json
from tests.support.cost import least_seconds
from tests.support.messages_rules import broken_rules
from tests.support.talk import START

PICTURE = Attachment(AttachmentKind.IMAGE, "image/png", "aGk=")


def ticking() -> Callable[[], Milliseconds]:
    now = [START]

    def clock() -> Milliseconds:
        now[0] += 1_000
        return Milliseconds(now[0])

    return clock


def history(**changes: object) -> History:
    return History(ticking(), replace(HistorySettings(), **changes))  # type: ignore[arg-type]


def talk(made: History, count: int, words: str = "some words to and fro") -> None:
    for number in range(count):
        made.add_message(Role.USER if number % 2 == 0 else Role.ASSISTANT, f"{number}: {words}")


def test_entries_carry_id_type_role_time_tokens_and_level() -> None:
    made = history()
    said = made.add_message(Role.USER, "abcdefg")
    called = made.add_tool_call("Bash", '{"command":"ls"}', "t1")
    assert (said.id, said.type, said.role, said.at, said.tokens) == (
        "e1", EntryType.MESSAGE, Role.USER, START + 1_000, 6,
    )  # fmt: skip
    assert (said.level, called.level, called.call) == (Level.PROJECT, Level.TASK, "t1")
    assert made.active_entries(Level.PROJECT) == [said]


def test_more_than_a_hundred_entries_are_compressed_but_for_the_newest_ten() -> None:
    made = history()
    talk(made, 100)
    assert made.stats().compressed == 0
    made.add_message(Role.USER, "one more")
    figures = made.stats()
    assert (figures.entries, figures.compressed, figures.summaries, figures.active) == (101, 91, 1, 11)


def test_more_than_fifty_thousand_tokens_are_compressed_to_thirty_percent_at_most() -> None:
    made = history()
    talk(made, 30, "w" * 6_300)
    summary = made.active_entries()[0].summary
    assert summary is not None
    assert summary.ratio <= 0.3
    assert summary.ids == tuple(f"e{n + 1}" for n in range(summary.count))
    assert summary.count + 10 == 28, "it was due with the twenty-eighth"
    assert (summary.start, summary.end) == (START + 1_000, START + 18_000)


def test_fewer_than_five_are_not_worth_a_summary() -> None:
    made = history()
    talk(made, 14)
    assert made.compress() is None
    talk(made, 1)
    assert made.compress() is not None


def test_a_summary_that_would_save_nothing_is_not_made() -> None:
    made = history(auto_compress=False)
    talk(made, 15, "k")
    assert made.compress() is None
    assert made.stats().saved == 0
    talk(made, 30, "k")
    entry = made.compress()
    assert entry is not None
    assert entry.text.startswith("35 messages: ")


@pytest.mark.parametrize("write", [None, lambda _said, limit: "words " * limit])
def test_a_summary_takes_thirty_percent_at_most_with_its_range(write: Summariser | None) -> None:
    made = History(ticking(), HistorySettings(auto_compress=False), write)
    talk(made, 20, "w" * 100)
    entry = made.compress()
    assert entry is not None
    assert entry.tokens <= 0.3 * sum(e.tokens for e in made.entries() if e.summary_id == entry.id)


def test_compression_by_hand_and_switched_off() -> None:
    made = history(auto_compress=False)
    talk(made, 150)
    assert made.is_full
    assert made.stats().compressed == 0
    made.compress()
    assert made.stats().active == 11


def test_a_second_compression_takes_the_first_summary_in() -> None:
    made = history(auto_compress=False)
    talk(made, 20)
    first = made.compress()
    talk(made, 10)
    second = made.compress()
    assert first is not None
    assert second is not None
    assert second.summary is not None
    assert second.summary.ids == tuple(f"e{n}" for n in [*range(1, 21), *range(22, 32)][:20])
    assert [e.type for e in made.active_entries()].count(EntryType.SUMMARY) == 1
    assert second.summary.start == START + 1_000


def test_a_later_summary_by_the_rules_reaches_back_to_the_first_request() -> None:
    made = history(auto_compress=False)
    made.add_message(Role.USER, "Rewrite the billing module, keep its interface.")
    for number in range(3):
        talk(made, 30, f"piece {number}")
        made.compress()
    (entry,) = (e for e in made.active_entries() if e.summary)
    assert entry.summary is not None
    assert entry.text.startswith("81 messages: 41 requests, 40 answers")
    assert "First request: Rewrite the billing module" in entry.text
    own = [e.tokens for e in made.entries() if e.id in entry.summary.ids]
    assert (entry.summary.count, entry.summary.tokens_before) == (81, sum(own))


def test_where_the_summariser_fails_the_words_it_wrote_before_stay() -> None:
    answers = iter(["Billing is being rewritten."])

    def writes(said: Sequence[Message], limit: int) -> str:
        return next(answers)

    made = History(ticking(), HistorySettings(auto_compress=False), writes)
    for _ in range(3):
        talk(made, 30)
        entry = made.compress()
    assert entry is not None
    assert entry.text.startswith("Billing is being rewritten.\n60 messages: 30 requests")
    assert entry.summary is not None
    assert (entry.summary.author, entry.summary.count) == (Author.CALLBACK, 80)


def test_words_a_summariser_wrote_stay_whole_however_often_the_rules_sum_up_after_it() -> None:
    words = " ".join(f"Point {number} of billing stands." for number in range(40))
    answers = iter([words])

    def writes(said: Sequence[Message], limit: int) -> str:
        return next(answers)

    made = History(ticking(), HistorySettings(auto_compress=False), writes)
    for number in range(8):
        talk(made, 30, f"piece {number} " + "x" * 300)
        entry = made.compress()
    assert entry is not None
    assert entry.text.startswith(words + "\n210 messages: 105 requests, 105 answers")
    assert entry.text.count(" messages: ") == 1
    assert entry.summary is not None
    assert (entry.summary.words, entry.summary.ratio < 0.3) == (words, True)


def test_a_call_is_never_compressed_without_its_result() -> None:
    made = history(auto_compress=False)
    talk(made, 8)
    made.add_tool_call("Bash", "{}", "t1")
    talk(made, 4)
    made.add_tool_result("t1", "done")
    talk(made, 6)
    made.compress()
    by_call = [e.is_compressed for e in made.entries() if e.call == "t1"]
    assert by_call == [False, False]


@pytest.mark.parametrize("between", ["other calls", "a person's words"])
def test_a_call_whose_result_is_still_to_come_is_never_compressed(between: str) -> None:
    made = history(max_entries=20)
    talk(made, 6)
    if between == "other calls":
        for number in range(16):
            made.add_tool_call("Read", "{}", f"t{number}")
        for number in range(16):
            made.add_tool_result(f"t{number}", f"content {number}")
    else:
        made.add_tool_call("Task", "{}", "t0")
        for number in range(16):
            made.add_message(Role.USER, f"meanwhile {number}")
        made.add_tool_result("t0", "content 0")
    assert made.stats().compressed == 6
    assert "left out]" not in str(made.context_for_model())


def test_a_call_the_agent_went_on_without_is_compressed_with_what_stands_around_it() -> None:
    made = history(auto_compress=False)
    made.add_tool_call("Bash", "{}", "t1")
    made.add_message(Role.USER, "never mind")
    talk(made, 15)
    made.compress()
    assert made.entries()[0].is_compressed


def test_context_names_its_source_and_events_are_kept_and_never_sent() -> None:
    made = history()
    made.add_message(Role.USER, "go")
    made.add_context("use tabs", "CONTRIBUTING.md")
    made.add_event(EntryType.COMMAND, "/model")
    made.add_event(EntryType.MARK, "before the rewrite", {"color": "red"})
    blocks = [b for turn in made.context_for_model() for b in turn.blocks]
    assert blocks == [Text("go"), Text("[CONTEXT from CONTRIBUTING.md]\nuse tabs")]
    assert [e.type for e in made.entries()][2:] == [EntryType.COMMAND, EntryType.MARK]
    with pytest.raises(ValueError, match="no event"):
        made.add_event(EntryType.MESSAGE, "x")


def test_events_are_never_sent_and_fill_no_history() -> None:
    made = history(max_entries=20)
    for _ in range(30):
        made.add_event(EntryType.COMMAND, "/model " * 40)
    talk(made, 20)
    assert made.stats().compressed == 0
    talk(made, 1)
    assert made.stats().compressed == 11


def test_what_is_noted_of_the_session_hides_no_conversation_and_parts_no_pair() -> None:
    made = history()
    talk(made, 2)
    made.add_event(EntryType.METADATA, "title: Rename module")
    talk(made, 1)
    assert len(made.active_entries(Level.PROJECT)) == 3
    made.add_tool_call("Bash", "{}", "t1")
    made.add_event(EntryType.METADATA, "model: other")
    made.add_tool_result("t1", "done")
    assert [e.type for e in made.active_entries(Level.TASK)] == [
        EntryType.TOOL_CALL, EntryType.TOOL_RESULT,
    ]  # fmt: skip
    assert "left out]" not in str(made.context_for_model(Level.TASK))
    assert len(made.active_entries(Level.GLOBAL)) == 2


def test_attachments_leave_prompts_older_than_ten_entries() -> None:
    made = history()
    made.add_message(Role.USER, "look at this", [PICTURE])
    assert made.context_for_model()[0].blocks == (
        Text("look at this"),
        Attached("image", "image/png", "aGk="),
    )
    talk(made, 10)
    assert made.context_for_model()[0].blocks[:2] == (Text("look at this"), Text("[image]"))
    assert made.entries()[0].attachments == (PICTURE,)


def test_an_agent_that_wants_no_attachments_sent_sends_none() -> None:
    made = history(attached_entries=0)
    made.add_message(Role.USER, "look at this", [PICTURE])
    assert made.context_for_model()[0].blocks == (Text("look at this"), Text("[image]"))


def test_a_model_is_given_summaries_with_their_ranges_then_the_recent_entries() -> None:
    made = history(auto_compress=False)
    talk(made, 16)
    made.compress()
    spoken = made.context_for_model()
    assert str(spoken[0].blocks[0]).startswith("Text(text='[SUMMARY of 6 messages, 2026-03-02 09:00Z to")
    assert sum(len(turn.blocks) for turn in spoken) == 11


def test_a_summariser_of_ones_own_is_used_and_a_failing_one_replaced_and_left_alone() -> None:
    def writes(said: Sequence[Message], limit: int) -> str:
        return f"{len(said)} things"

    made = History(ticking(), HistorySettings(auto_compress=False), writes)
    talk(made, 20)
    made.compress()
    entry = made.active_entries()[0]
    assert entry.summary is not None
    assert (entry.text, entry.summary.author) == ("10 things", Author.CALLBACK)

    asked = []

    def fails(said: Sequence[Message], limit: int) -> str:
        asked.append(limit)
        raise RuntimeError("no answer")

    made = History(ticking(), HistorySettings(keep_entries=0, auto_compress=False), fails)
    for _ in range(5):
        talk(made, 6)
        entry_made = made.compress()
        assert entry_made is not None
        assert entry_made.summary is not None
        assert entry_made.summary.author is Author.RULES
    assert made.stats().problem == "the summariser failed: no answer"
    assert len(asked) == 3, "then it is left alone"
    made.configure(made.settings)
    talk(made, 6)
    made.compress()
    assert len(asked) == 4, "until something changes"


def test_settings_change_at_run_time() -> None:
    made = history()
    talk(made, 20)
    made.configure(HistorySettings(max_entries=10, keep_entries=2))
    talk(made, 1)
    assert made.stats().active == 3


def test_listeners_hear_of_entries_compressions_and_clearing() -> None:
    made, heard = history(auto_compress=False), list[Happened]()
    for event in Event:
        made.on(event, heard.append)
    talk(made, 20, "w" * 500)
    made.compress()
    made.clear()
    assert [h.event for h in heard] == [Event.ENTRY_ADDED] * 20 + [Event.COMPRESSED, Event.SESSION_CLEARED]
    assert heard[20].tokens_saved > 1_000
    assert made.entries() == []


def test_levels_can_be_switched_off() -> None:
    made = history(levels=False)
    made.add_message(Role.USER, "go")
    made.add_tool_call("Bash", "{}", "t1")
    assert len(made.active_entries(Level.PROJECT)) == 2


ACTIONS = st.lists(st.sampled_from(["user", "agent", "call", "result", "context", "compress"]), max_size=80)


@settings(max_examples=100)
@given(ACTIONS, st.integers(0, 12), st.integers(5, 30))
def test_nothing_is_lost_pairs_stay_and_the_context_obeys_the_rules(
    actions: list[str], keep: int, most: int
) -> None:
    made, waiting = history(keep_entries=keep, max_entries=most), list[str]()
    given_up = set[str]()
    """Calls behind which the agent went on: their results are waited for no longer, and come alone."""
    for number, action in enumerate(actions):
        if action == "call":
            waiting.append(f"t{number}")
            made.add_tool_call("Bash", "{}", f"t{number}")
        elif action == "result" and waiting:
            made.add_tool_result(waiting.pop(), "out " * 40)
        elif action == "context":
            made.add_context("text", "file")
        elif action == "compress":
            made.compress()
        else:
            given_up |= set(waiting if action != "user" else ())
            made.add_message(Role.USER if action == "user" else Role.ASSISTANT, "words " * 30)
    own = [e for e in made.entries() if e.type is not EntryType.SUMMARY]
    stands = [i for e in made.active_entries() for i in (e.summary.ids if e.summary else (e.id,))]
    assert sorted(stands) == sorted(e.id for e in own)
    for entry in made.entries():
        gone = [e.tokens for e in made.entries() if e.summary_id == entry.id]
        assert not gone or entry.tokens < sum(gone)
    calls = {e.call for e in own if e.call} - given_up
    pairs = {call: [e.is_compressed for e in own if e.call == call] for call in calls}
    assert all(len(set(states)) == 1 for states in pairs.values())
    spoken = made.context_for_model()
    assert not spoken or broken_rules(as_json(spoken)) == []


@pytest.mark.parametrize("opens", ["call", "said and call"])
def test_while_an_open_call_holds_everything_up_what_comes_is_not_looked_through_each_time(
    monkeypatch: pytest.MonkeyPatch, opens: str
) -> None:
    looks: list[int] = []

    def counting(active: Sequence[Entry], keep: int) -> list[Entry]:
        looks.append(len(active))
        return older(active, keep)

    monkeypatch.setattr(session, "older", counting)
    made = history(max_entries=20)
    if opens != "call":
        talk(made, 30)
    made.add_tool_call("Bash", "{}", "t1")
    looks.clear()
    for number in range(200):
        made.add_context("text", "file")
        if number % 2:
            made.add_message(Role.USER, "and this")
    assert len(looks) <= 2
    assert made.is_full
    made.add_tool_result("t1", "out")
    talk(made, made.settings.keep_entries)
    assert not made.is_full


def test_a_call_that_was_answered_holds_up_nothing_before_the_agent_speaks_again() -> None:
    made = history(keep_entries=2, least_entries=3)
    made.add_message(Role.USER, "go")
    made.add_tool_call("Bash", "{}", "t1")
    made.add_tool_result("t1", "out")
    for number in range(4):
        made.add_message(Role.USER, f"and file {number} of those in the second folder, please")
    entry = made.compress()
    assert entry is not None
    assert entry.summary is not None
    assert entry.summary.count == 5


def test_a_text_from_outside_between_two_calls_of_a_reply_ends_the_wait_for_neither() -> None:
    made = history(keep_entries=2, least_entries=3)
    talk(made, 4)
    made.add_tool_call("Bash", "{}", "t1")
    made.add_context("Use snake case.", source="CONTRIBUTING.md")
    made.add_tool_call("Bash", "{}", "t2")
    made.add_context("text", source="a")
    made.add_context("text", source="b")
    made.compress()
    assert [e.call for e in made.active_entries() if e.type is EntryType.TOOL_CALL] == ["t1", "t2"]


def test_a_history_whose_newest_entries_alone_are_too_much_costs_what_is_added_to_it() -> None:
    def seconds(count: int) -> float:
        return least_seconds(lambda: talk(history(max_tokens=200), count, "words " * 60))

    assert seconds(12_000) < 6.5 * seconds(3_000)
