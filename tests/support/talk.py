"""Messages for tests, in a few words."""

from __future__ import annotations

from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker

START = 1_772_442_000_000
"""2026-03-02 09:00 UTC."""


def message(
    name: str,
    text: str = "",
    speaker: Speaker = Speaker.HUMAN,
    kind: Kind = Kind.TEXT,
    *,
    at: int | None = None,
    call: str | None = None,
    tool: str | None = None,
    path: str | None = None,
    failed: bool = False,
    ends_turn: bool = False,
    sidechain: bool = False,
    block: int = 0,
    reply: str | None = None,
) -> Message:
    return Message(
        MessageKey("plain", name, block),
        speaker,
        kind,
        text or f"words of {name}",
        Milliseconds(START if at is None else at),
        reply,
        tool,
        call,
        path,
        failed,
        ends_turn,
        sidechain,
    )


def human(name: str, text: str = "", **more: object) -> Message:
    return message(name, text, Speaker.HUMAN, **more)  # type: ignore[arg-type]


def script(name: str, text: str = "", **more: object) -> Message:
    return message(name, text, Speaker.HUMAN_HEADLESS, **more)  # type: ignore[arg-type]


def agent(name: str, text: str = "", *, ends_turn: bool = True, **more: object) -> Message:
    return message(name, text, Speaker.ASSISTANT, ends_turn=ends_turn, **more)  # type: ignore[arg-type]


def call(name: str, call_id: str, tool: str = "Bash", path: str | None = None, text: str = "{}") -> Message:
    return message(name, text, Speaker.ASSISTANT, Kind.CALL, call=call_id, tool=tool, path=path)


def result(name: str, call_id: str, text: str = "output", *, failed: bool = False) -> Message:
    return message(name, text, Speaker.TOOL, Kind.RESULT, call=call_id, failed=failed)


def thought(name: str, text: str = "", **more: object) -> Message:
    return message(name, text, Speaker.ASSISTANT, Kind.THINKING, **more)  # type: ignore[arg-type]


def notice(name: str, text: str) -> Message:
    return message(name, text, Speaker.SYSTEM, Kind.NOTICE)
