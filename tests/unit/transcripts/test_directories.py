"""A directory that cannot be a path, in what each client writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from extractor.transcripts.plain import Plain
from extractor.transcripts.source import Reading

from .codex_written import Rollout
from .gemini_written import Chat
from .opencode_written import Database, Files, Talk
from .written import CWD, LATER, Session

NONE = "/home/dev/s\0hop"


def claude_code(folder: Path, *directories: str) -> Reading:
    session = Session(folder)
    for directory in directories:
        session.user("Prices are cents", cwd=directory)
    return session.read()


def codex(folder: Path, *directories: str) -> Reading:
    rollout = Rollout(folder)
    rollout.meta(cwd=directories[0])
    for directory in directories[1:]:
        rollout.add("turn_context", {"cwd": directory})
    return rollout.read()


def codex_turns(folder: Path, *directories: str) -> Reading:
    rollout = Rollout(folder)
    rollout.meta(cwd=None)
    for directory in directories:
        rollout.add("turn_context", {"cwd": directory})
    return rollout.read()


def plain(folder: Path, *directories: str) -> Reading:
    lines = [{"role": "user", "content": "Prices are cents", "cwd": each} for each in directories]
    folder.mkdir()
    (folder / "s.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    source = Plain([folder])
    (transcript,) = source.transcripts()
    return source.read(transcript, None, 1 << 20, LATER)


@pytest.mark.parametrize("read", [claude_code, codex, codex_turns, plain])
def test_a_directory_that_cannot_be_a_path_counts_as_not_told(tmp_path: Path, read: object) -> None:
    assert callable(read)
    assert read(tmp_path / "one", NONE).cwd in (None, str(tmp_path / "one"))
    assert read(tmp_path / "two", NONE, CWD).cwd == CWD


def test_a_gemini_chat_whose_folder_names_what_cannot_be_a_path_has_no_directory(tmp_path: Path) -> None:
    chat = Chat(tmp_path)
    chat.head()
    (chat.project / ".project_root").write_text(NONE)
    assert chat.read().cwd is None
    (tmp_path / "projects.json").write_text(json.dumps({"projects": {NONE: "shop"}}))
    assert chat.read().cwd is None
    (tmp_path / "projects.json").write_text(json.dumps({"projects": {NONE: "shop", CWD: "shop"}}))
    assert chat.read().cwd == CWD


@pytest.mark.parametrize("store", [Database, Files])
def test_an_opencode_session_in_what_cannot_be_a_path_has_no_directory(
    tmp_path: Path, store: type[Database] | type[Files]
) -> None:
    talk = Talk(tmp_path, store(tmp_path))
    if isinstance(talk.store, Database):
        talk.store.session(directory=NONE)
    else:
        path = tmp_path / "storage" / "session" / "p" / f"{talk.id}.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), "directory": NONE}))
    talk.asks("Prices are cents")
    assert talk.read().cwd is None
