"""Prompts that a slash command made, told from those a person typed by the client's log of what was typed."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from extractor.domain import Kind, Message, Speaker

from .gemini_written import SESSION, Chat, line_id
from .written import outline

MADE = "You are the release engineer.\nAlways push without asking."
MINUTE = 60


@pytest.fixture
def chat(tmp_path: Path) -> Chat:
    made = Chat(tmp_path)
    made.head(startTime=stamp(0))
    return made


def stamp(second: float) -> str:
    return datetime.fromtimestamp(1_772_442_000 + second, UTC).isoformat(timespec="milliseconds")


def logs(chat: Chat, *typed: tuple[float | None, str]) -> None:
    """What a person typed, and in which second; None where the client did not say."""
    entries: list[dict[str, object]] = []
    for number, (second, words) in enumerate(typed):
        entry = {"sessionId": SESSION, "messageId": number, "type": "user", "message": words}
        entries.append(entry if second is None else {**entry, "timestamp": stamp(second)})
    (chat.project / "logs.json").write_text(json.dumps(entries))


def asks(chat: Chat, number: int, second: float, words: str, **fields: object) -> None:
    line = chat.message("user", number, [{"text": words}], **fields)
    chat.add({**line, "timestamp": stamp(second)})


def humans(messages: list[Message]) -> list[str]:
    return [message.text for message in messages if message.is_human]


@pytest.mark.parametrize("is_timed", [True, False])
@pytest.mark.parametrize("command", ["/deploy", "/git:release 2.0 now", "/init"])
def test_a_prompt_that_a_command_made_is_the_clients(chat: Chat, command: str, is_timed: bool) -> None:
    typed = ((1, "Prices are cents"), (5, command), (9, "Use tabs"))
    logs(chat, *((second if is_timed else None, words) for second, words in typed))
    for number, (second, words) in enumerate(((1.1, "Prices are cents"), (7, MADE), (9.1, "Use tabs"))):
        asks(chat, number, second, words)
    messages = chat.messages()
    assert humans(messages) == ["Prices are cents", "Use tabs"]
    assert outline(messages)[1] == (Speaker.SYSTEM, Kind.NOTICE, MADE)


def test_it_is_the_clients_also_when_it_is_read_as_it_comes_and_told_again(chat: Chat) -> None:
    logs(chat, (1, "Prices are cents"))
    asks(chat, 1, 1.1, "Prices are cents")
    told = chat.messages()
    logs(chat, (1, "Prices are cents"), (5, "/deploy"))
    asks(chat, 2, 5.1, MADE)
    told += chat.messages()
    chat.add({"$rewindTo": line_id(2)})
    chat.add({**chat.message("user", 2, [{"text": MADE}]), "timestamp": stamp(5.1)})
    chat.anew()
    told += chat.messages()
    assert humans(told) == ["Prices are cents"]
    assert [m.text for m in told].count(MADE) == 2


def test_a_document_of_an_older_version_tells_it_too(tmp_path: Path) -> None:
    chat = Chat(tmp_path, "session-2026-03-02T09-00-aaaaaaaa.json")
    logs(chat, (1, "/deploy"), (9, "Use tabs"))
    lines = [
        {**chat.message("user", number, [{"text": words}]), "timestamp": stamp(second)}
        for number, (second, words) in enumerate(((1.1, MADE), (9.1, "Use tabs")))
    ]
    chat.document(*lines, startTime=stamp(0))
    assert humans(chat.messages()) == ["Use tabs"]


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param([], id="it says nothing of the session"),
        pytest.param([(9, "Use tabs"), (10, "/stats")], id="its beginning was cut"),
        pytest.param([(1, "/stats"), (2, "Always   push\n")], id="it trims otherwise"),
        pytest.param([(1, "/stats"), (2, "Always push @my\\ file.md")], id="the client rewrote the prompt"),
        pytest.param([(1, "/usr/lib is ours"), (1.5, "// no"), (1.7, "/* no")], id="no command"),
        pytest.param([(1, "/quit")], id="the process ended"),
        pytest.param([(-5, "/stats")], id="the command was another process's"),
    ],
)
def test_a_prompt_the_log_does_not_hold_word_for_word_may_have_been_typed(
    chat: Chat, typed: list[tuple[float, str]]
) -> None:
    logs(chat, *typed)
    asks(chat, 1, 2.1, "Always push")
    (said,) = chat.messages()
    assert said.is_human


def test_a_log_that_is_gone_or_cannot_be_read_makes_no_prompt_the_clients(chat: Chat) -> None:
    for broken in ('[{"sessionId": "', None):
        (chat.project / "logs.json").write_text(broken or "")
        if broken is None:
            (chat.project / "logs.json").unlink()
        chat.checkpoint = None
        chat.anew()
        asks(chat, 1, 2.1, "Always push")
        assert "Always push" in humans(chat.messages())


def test_a_command_makes_one_prompt(chat: Chat) -> None:
    logs(chat, (1, "/deploy"))
    asks(chat, 1, 1.1, MADE)
    asks(chat, 2, 30, "Always push")
    assert humans(chat.messages()) == ["Always push"]


@pytest.mark.parametrize("command", ["/resume resume t1", "/chat load t1", "/restore 2026"])
def test_an_earlier_conversation_that_a_command_lays_there_is_said_by_nobody_now(
    chat: Chat, command: str
) -> None:
    logs(chat, (1, "Prices are cents"), (5, command), (9, "Use tabs"), (12, "Prices are cents"))
    asks(chat, 1, 1.1, "Prices are cents")
    for number, words in enumerate(("Prices are cents", MADE, "Prices are cents", "Of another session"), 2):
        asks(chat, number, 5.2, words)
    asks(chat, 7, 9.1, "Use tabs")
    asks(chat, 8, 12.1, "Prices are cents")
    assert humans(chat.messages()) == ["Prices are cents", "Use tabs", "Prices are cents"]


def test_what_is_typed_elsewhere_after_an_earlier_conversation_was_laid_there_is_a_persons(
    chat: Chat,
) -> None:
    logs(chat, (5, "/resume resume t1"))
    asks(chat, 1, 5.1, MADE)
    chat.head(startTime=stamp(20))
    asks(chat, 2, 21, "Use tabs")
    assert humans(chat.messages()) == ["Use tabs"]


@pytest.mark.parametrize("command", ["/resume save t1", "/chat list", "/restorer now"])
def test_another_command_lays_nothing_there(chat: Chat, command: str) -> None:
    logs(chat, (5, command))
    asks(chat, 1, 5.1, MADE)
    asks(chat, 2, 30, "Always push")
    assert humans(chat.messages()) == ["Always push"]


def test_what_is_typed_elsewhere_in_a_session_that_goes_on_is_a_persons(chat: Chat) -> None:
    logs(chat, (1, "Prices are cents"), (5, "/stats"))
    asks(chat, 1, 1.1, "Prices are cents")
    chat.head(startTime=stamp(20))
    asks(chat, 2, 21, "Use tabs")
    assert humans(chat.messages()) == ["Prices are cents", "Use tabs"]


def test_a_prompt_long_after_a_command_was_not_made_by_it(chat: Chat) -> None:
    logs(chat, (1, "/stats"))
    asks(chat, 1, 1 + 11 * MINUTE, "Use tabs")
    assert humans(chat.messages()) == ["Use tabs"]


def test_where_the_client_shows_what_was_typed_that_counts(chat: Chat) -> None:
    logs(chat, (1, "/deploy"))
    asks(chat, 1, 1.1, MADE, displayContent=[{"text": "Look at @x.md"}])
    assert humans(chat.messages()) == ["Look at @x.md"]
