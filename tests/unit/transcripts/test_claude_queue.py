"""What a person queues while the agent works: told once, and never lost behind what the client queues itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from extractor.domain import Kind, Speaker

from .written import Session, text


def test_without_attachments_what_the_turn_took_in_is_told_by_the_queue_alone(old_session: Session) -> None:
    old_session.user("start")
    old_session.queue("enqueue", "count the cents first", 1)
    old_session.queue("remove", at=5)
    _, said = old_session.messages()
    assert (said.speaker, said.kind, said.text) == (Speaker.HUMAN, Kind.TEXT, "count the cents first")
    assert said.at == 1772445601000
    assert len(said.key.uuid) == 36


def test_a_queued_prompt_has_the_same_key_at_every_read(tmp_path: Path) -> None:
    keys = []
    for name in ("a", "b"):
        made = Session(tmp_path / name, "2.1.17")
        if name == "b":
            made.user("something before it")
        made.queue("enqueue", "count the cents first", 1)
        made.read()
        made.queue("remove", at=5)
        keys += [m.key for m in made.messages()]
    assert len(keys) == 2
    assert keys[0] == keys[1]


def test_the_checkpoint_keeps_no_word_of_a_queued_prompt(old_session: Session) -> None:
    old_session.queue("enqueue", "count the cents first", 1)
    assert "cents" not in old_session.read().checkpoint


def test_what_leaves_the_queue_otherwise_is_no_message_of_its_own(old_session: Session) -> None:
    for number, operation in enumerate(("dequeue", "popAll")):
        old_session.queue("enqueue", "count the cents first", number)
        old_session.queue(operation, at=9)
    old_session.queue("remove", at=10)
    assert old_session.messages() == []


def test_the_queue_is_first_in_first_out(old_session: Session) -> None:
    for number, words in enumerate(
        ("one", "/skills", "<task-notification>x</task-notification>", "two", "three")
    ):
        old_session.queue("enqueue", words, number)
    old_session.queue("remove", at=10)
    old_session.queue("remove", at=11)
    old_session.queue("dequeue", at=12)
    old_session.queue("dequeue", at=12)
    old_session.queue("remove", at=13)
    assert old_session.humans() == ["one", "three"]


@pytest.mark.parametrize(
    "words",
    [
        "/etc/app/prod.yml must never be edited by hand.",
        "/etc/hosts",
        "/ is never to be cleaned",
        "//server/share holds the fixtures",
        "/api, not /v1, is the prefix",
    ],
)
def test_what_begins_with_a_slash_and_is_no_command_is_a_persons(old_session: Session, words: str) -> None:
    old_session.queue("enqueue", words, 1)
    old_session.queue("remove", at=2)
    assert old_session.humans() == [words]


@pytest.mark.parametrize("words", ["/compact", "/review the diff", "/tools:spec.plan\nnow", "/mcp__a__b x"])
def test_a_slash_command_that_waits_is_no_prompt(old_session: Session, words: str) -> None:
    old_session.queue("enqueue", words, 1)
    old_session.queue("remove", at=2)
    assert old_session.humans() == []


NOTIFIED = "<task-notification>x</task-notification>"


@pytest.mark.parametrize(
    "words",
    [
        "<bash-notification>\n<shell-id>b1</shell-id>\n</bash-notification>",
        '{"task_id":"b1","description":"Install","task_type":"local_bash"}',
    ],
)
def test_an_older_form_of_a_notification_is_no_prompt_that_waits(old_session: Session, words: str) -> None:
    old_session.queue("enqueue", words, 1)
    old_session.queue("remove", at=2)
    assert old_session.humans() == []


def test_a_notification_that_was_taken_in_without_a_word_does_not_shift_the_queue(tmp_path: Path) -> None:
    silent = Session(tmp_path, "2.1.42")
    silent.user("start")
    silent.queue("enqueue", NOTIFIED, 1)
    silent.queue("enqueue", NOTIFIED, 2)
    silent.queue("enqueue", "count the cents first", 3)
    silent.queue("remove", at=4)
    silent.queue("enqueue", NOTIFIED, 5)
    assert silent.humans() == ["start", "count the cents first"]


def test_a_prompt_that_came_as_a_line_of_its_own_no_longer_waits(tmp_path: Path) -> None:
    silent = Session(tmp_path, "2.1.42")
    silent.user("start")
    silent.queue("enqueue", NOTIFIED, 1)
    silent.queue("enqueue", "one", 2)
    silent.queue("dequeue", at=3)
    silent.user("one")
    silent.queue("enqueue", "two", 4)
    silent.queue("remove", at=5)
    assert silent.humans() == ["start", "one", "two"]


def test_of_two_prompts_alike_the_second_still_waits_when_the_first_came(tmp_path: Path) -> None:
    silent = Session(tmp_path, "2.1.42")
    silent.user("start")
    for number, words in enumerate(("continue", "continue")):
        silent.queue("enqueue", words, number)
    silent.queue("dequeue", at=3)
    silent.user("continue")
    silent.queue("remove", at=4)
    assert silent.humans() == ["start", "continue", "continue"]


def test_an_older_client_tells_of_notifications_that_leave(old_session: Session) -> None:
    old_session.queue("enqueue", NOTIFIED, 1)
    old_session.queue("enqueue", "never mind", 2)
    old_session.queue("remove", at=3)
    old_session.queue("popAll", at=4)
    assert old_session.humans() == []


def test_what_went_back_into_the_editor_does_not_shift_the_queue(old_session: Session) -> None:
    old_session.queue("enqueue", "ask for the invoice numbe", 1)
    old_session.queue("popAll", "ask for the invoice numbe", 2)
    old_session.queue("enqueue", "ask for the invoice number", 3)
    old_session.queue("remove", at=4)
    assert old_session.humans() == ["ask for the invoice number"]


def test_a_prompt_removed_for_another_reason_was_not_delivered(old_session: Session) -> None:
    old_session.queue("enqueue", "never mind", 1)
    old_session.queue("remove", at=2, reason="cancelled")
    old_session.queue("enqueue", "mind", 3)
    old_session.queue("remove", at=4, reason="absorbed_mid_turn")
    assert old_session.humans() == ["mind"]


def test_a_queue_without_end_is_bounded(old_session: Session) -> None:
    for number in range(500):
        old_session.queue("enqueue", f"prompt {number}")
    assert len(old_session.read().checkpoint) < 4000
    old_session.queue("remove")
    assert old_session.humans() == ["prompt 436"]


def test_what_goes_back_into_the_editor_leaves_the_notifications_in_the_queue(tmp_path: Path) -> None:
    silent = Session(tmp_path, "2.1.42")
    silent.queue("enqueue", NOTIFIED, 1)
    silent.queue("enqueue", "one", 2)
    silent.queue("popAll", at=3)
    silent.queue("enqueue", "two", 4)
    silent.queue("dequeue", at=5)
    silent.queue("remove", at=6)
    assert silent.humans() == ["two"]


def test_a_prompt_of_several_blocks_leaves_the_queue_once(old_session: Session) -> None:
    for number, words in enumerate(("one", "two")):
        old_session.queue("enqueue", words, number)
    old_session.queue("dequeue", at=4)
    old_session.user([text("one"), {"type": "image"}, text("more of it")], timestamp=LATE)
    old_session.queue("remove", at=5)
    assert old_session.humans() == ["one", "more of it", "two"]


LATE = "2026-03-02T11:00:00.000Z"


def test_what_waited_when_the_client_was_killed_does_not_shift_the_queue(old_session: Session) -> None:
    old_session.user("start")
    old_session.queue("enqueue", "never sent", 1)
    old_session.queue("enqueue", "/compact", 2)
    old_session.user("go on", timestamp=LATE)
    old_session.queue("enqueue", "count the cents first", 3)
    old_session.read()
    old_session.queue("remove", at=4)
    old_session.queue("remove", at=5)
    assert old_session.humans() == ["count the cents first"]


@pytest.mark.parametrize("first", [NOTIFIED, "/review", "one", "!ls"])
def test_what_waits_behind_what_left_the_queue_goes_on_waiting(old_session: Session, first: str) -> None:
    command = "<command-message>review</command-message>\n<command-name>/review</command-name>"
    lines = {"/review": command, "!ls": "<bash-input>ls</bash-input>"}
    for number, words in enumerate((first, "two", "three")):
        old_session.queue("enqueue", words, number)
    old_session.queue("dequeue", at=4)
    old_session.queue("dequeue", at=4)
    if first == "/review":
        old_session.user("<local-command-caveat>Caveat</local-command-caveat>", isMeta=True, timestamp=LATE)
    old_session.user(lines.get(first, first), timestamp=LATE)
    old_session.user("two", timestamp=LATE)
    old_session.queue("remove", at=5)
    assert old_session.humans()[-2:] == ["two", "three"]


@pytest.mark.parametrize("stamp", ["2026-03-02T09:59:00.000Z", "2026-03-02T10:00:01.000Z"])
def test_a_prompt_that_is_older_than_what_waits_says_nothing_of_it(old_session: Session, stamp: str) -> None:
    old_session.queue("enqueue", "one", 1)
    old_session.user("start", timestamp=stamp)
    old_session.queue("remove", at=2)
    assert old_session.humans() == ["start", "one"]


def test_what_waits_since_no_known_time_goes_on_waiting(old_session: Session) -> None:
    old_session.queue("enqueue", "one", timestamp=None)
    old_session.user("start", timestamp=LATE)
    old_session.queue("remove", at=2)
    assert old_session.humans() == ["start", "one"]
