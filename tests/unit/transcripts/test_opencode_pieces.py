"""What an OpenCode session leaves in the archive, read piece by piece while the client goes on writing it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.archive.archive import Archive
from extractor.archive.standing import Standing
from extractor.domain import Milliseconds
from extractor.memory.redaction.redact import redact
from extractor.transcripts.source import BoundaryKind

from .opencode_written import Database, Files, Talk, text, tool

ABORTED = {"name": "MessageAbortedError", "data": {}}
FAILED = {"name": "APIError", "data": {"message": "overloaded"}}

Seen = tuple[str, bool, bool, BoundaryKind | None]


@contextmanager
def archived(folder: Path) -> Iterator[Archive]:
    archive = Archive.open(folder, redact, lambda: Milliseconds(0))
    yield archive
    archive.close()


def told(archive: Archive, talk: Talk, quota: int = 1 << 30) -> list[Seen]:
    """Reads what is new and tells how the session stands."""
    more = True
    while more:
        reading = talk.read(quota)
        session = archive.messages.store(talk.transcript(), reading, None).session
        more = reading.more
    return [seen(each) for each in archive.messages.live(session, is_whole=True)]


def seen(standing: Standing) -> Seen:
    message = standing.message
    return f"{message.key.uuid} {message.text}", message.ends_turn, standing.turn_ended, standing.end


@pytest.fixture(params=["database", "files"])
def talk(request: pytest.FixtureRequest, tmp_path: Path) -> Talk:
    folder = tmp_path / "opencode"
    return Talk(folder, Files(folder, is_dated=True) if request.param == "files" else Database(folder))


def texts(standing: list[Seen]) -> list[str]:
    return [words.partition(" ")[2] for words, *_ in standing]


def test_a_part_that_was_taken_out_of_the_newest_reply_stands_no_longer(talk: Talk, tmp_path: Path) -> None:
    talk.asks("Which port?")
    reply = talk.answers(text("Looking."))
    (port,) = talk.add(reply, text("Use port 9999."))
    with archived(tmp_path / "state") as archive:
        assert texts(told(archive, talk)) == ["Which port?", "Looking.", "Use port 9999."]
        talk.store.remove_part(port, reply, talk.id)
        assert texts(told(archive, talk)) == ["Which port?", "Looking."]
        assert talk.records() == []


@pytest.mark.parametrize(
    ("error", "end"), [(ABORTED, BoundaryKind.CANCELLED), (FAILED, BoundaryKind.ABORTED)]
)
@pytest.mark.parametrize("parts", [(), (text("Looking."),)])
def test_how_a_reply_ended_is_told_also_where_only_its_own_row_says_so(
    talk: Talk, tmp_path: Path, error: object, end: BoundaryKind, parts: tuple[dict[str, object], ...]
) -> None:
    talk.asks("Which port?")
    reply = talk.answers(*parts, is_done=False, finish=None)
    with archived(tmp_path / "state") as archive:
        assert [each[2:] for each in told(archive, talk)][-1] == (False, None)
        talk.at += 120_000
        talk.reply(reply, finish=None, error=error)
        assert [each[2:] for each in told(archive, talk)][-1] == (True, end)


def test_a_reply_that_ended_with_its_own_row_ends_its_turn(talk: Talk, tmp_path: Path) -> None:
    talk.asks("Which port?")
    reply = talk.answers(text("9999."), is_done=False, finish=None)
    with archived(tmp_path / "state") as archive:
        assert told(archive, talk)[-1][1:3] == (False, False)
        talk.at += 120_000
        talk.reply(reply)
        assert told(archive, talk)[-1][1:3] == (True, True)


def test_a_silent_reply_ends_the_turn_before_it_whatever_else_was_written_again(
    talk: Talk, tmp_path: Path
) -> None:
    first = talk.asks("Which port?")
    talk.answers(text("9999."), finish="tool-calls")
    talk.asks("And which host?")
    reply = talk.answers(is_done=False, finish=None)
    with archived(tmp_path / "state") as archive:
        told(archive, talk)
        talk.at += 120_000
        (again,) = [part for part in talk.parts if part[1] == first]
        talk.put(*again)
        talk.reply(reply, finish=None, error=ABORTED)
        ends = {words.partition(" ")[2]: end for words, _, _, end in told(archive, talk)}
    assert ends == {"Which port?": None, "9999.": None, "And which host?": BoundaryKind.CANCELLED}


STEPS = ["ask", "answer", "begin", "add", "take out", "finish", "interrupt", "fail", "touch", "undo", "read"]
EXAMPLES = count()


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Archive, Archive]]:
    folder = tmp_path_factory.mktemp("archives")
    with archived(folder / "pieces") as pieces, archived(folder / "whole") as whole:
        yield pieces, whole


@settings(max_examples=40)
@given(st.lists(st.sampled_from(STEPS), max_size=14), st.integers(1, 400), st.booleans())
def test_pieces_leave_the_same_as_the_whole(
    tmp_path_factory: pytest.TempPathFactory,
    archives: tuple[Archive, Archive],
    steps: list[str],
    quota: int,
    is_file: bool,
) -> None:
    folder, example = tmp_path_factory.mktemp("opencode"), next(EXAMPLES)
    talk = Talk(folder, Files(folder, is_dated=True) if is_file else Database(folder), f"ses_{example:026}")
    # No two have an id in common.
    talk.at += example * 100_000_000
    for number, step in enumerate([*steps, "read"]):
        if step == "read":
            in_pieces = told(archives[0], talk, quota)
        else:
            write(talk, step, number)
    talk.checkpoint = None
    assert in_pieces == told(archives[1], talk)


def write(talk: Talk, step: str, number: int) -> None:
    """One thing the client does with the newest reply, or behind it."""
    newest = talk.messages_written[-1] if talk.messages_written else ("", "")
    parts = [part for part in talk.parts if part[1] == newest[0]]
    if step == "ask":
        talk.asks(f"ask {number}")
    elif step == "answer":
        talk.answers(text(f"answer {number}"), tool("read"))
    elif step == "begin":
        talk.answers(is_done=False, finish=None)
    elif step == "undo" and newest[0]:
        talk.store.remove(newest[0], talk.id)
        talk.messages_written.pop()
    elif step == "take out" and parts and newest[1] == "assistant":
        talk.store.remove_part(parts[-1][0], newest[0], talk.id)
        talk.parts.remove(parts[-1])
    elif newest[1] != "assistant" or newest[0] in talk.ended:
        return  # nothing comes to a prompt, or to a reply that ended
    elif step == "add":
        talk.add(newest[0], text(f"more {number}"))
    elif step in ("finish", "interrupt", "fail", "touch"):
        talk.at += 120_000
        error = {"interrupt": ABORTED, "fail": FAILED}.get(step)
        finish = "stop" if step == "finish" else "tool-calls" if step == "touch" else None
        talk.reply(newest[0], finish=finish, **({"error": error} if error else {}))
