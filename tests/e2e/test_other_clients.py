"""One project, sessions of several clients: what is said in each ends in one memory folder."""

from __future__ import annotations

import json
import os
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.machine import Scratch, stop, within
from tests.unit.transcripts.opencode_written import Database, Talk, text

CLAUDE = "Never mock the database in tests."
OPENCODE = "Log lines are always written in UTC, never in local time."
GEMINI = "Deploys only happen on Tuesdays."
CODEX = "Prices are always integer cents, never floats."


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path / "home")


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def codex(scratch: Scratch, words: str) -> Path:
    """A session of the client in which a person says these words."""
    thread = "0199aaaa-0000-7000-8000-000000000001"
    path = (
        scratch.home
        / ".codex"
        / "sessions"
        / "2026"
        / "03"
        / "02"
        / f"rollout-2026-03-02T09-00-00-{thread}.jsonl"
    )
    path.parent.mkdir(parents=True)
    meta = {"id": thread, "cwd": str(scratch.project), "cli_version": "0.169.0", "source": "cli"}
    prompt = {"type": "UserMessage", "id": thread[:-1] + "2", "content": [{"type": "text", "text": words}]}
    reply = {"type": "AgentMessage", "id": thread[:-1] + "3", "content": [{"type": "Text", "text": "Yes."}]}
    lines = [
        ("session_meta", meta),
        ("event_msg", {"type": "item_completed", "thread_id": thread, "item": prompt}),
        ("event_msg", {"type": "item_completed", "thread_id": thread, "item": reply}),
        ("event_msg", {"type": "task_complete"}),
    ]
    path.write_text(
        "".join(json.dumps({"timestamp": now(), "type": kind, "payload": p}) + "\n" for kind, p in lines)
    )
    return path


def gemini(scratch: Scratch, words: str) -> Path:
    session = "bbbbbbbb-0000-4000-8000-000000000001"
    project = scratch.home / ".gemini" / "tmp" / "shop"
    path = project / "chats" / "session-2026-03-02T09-00-bbbbbbbb.jsonl"
    path.parent.mkdir(parents=True)
    (project / ".project_root").write_text(str(scratch.project))
    (project / "logs.json").write_text(json.dumps([{"sessionId": session, "type": "user", "message": words}]))
    lines: list[dict[str, object]] = [
        {"sessionId": session, "projectHash": "x", "startTime": now(), "kind": "main"},
        {"id": session[:-1] + "2", "timestamp": now(), "type": "user", "content": [{"text": words}]},
        {"$set": {"lastUpdated": now()}},
        {"id": session[:-1] + "3", "timestamp": now(), "type": "gemini", "content": "Yes."},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    # The client marks no end of a turn: a session that was left some time ago is over.
    ago = time.time() - 3600
    os.utime(path, (ago, ago))
    return path


def opencode(scratch: Scratch, words: str) -> Path:
    folder = scratch.home / ".local" / "share" / "opencode"
    store = Database(folder)
    talk = Talk(folder, store, directory=str(scratch.project))
    talk.at = int(time.time() * 1000) - 3_600_000
    talk.asks(words)
    talk.answers(text("Yes."))
    store.db.close()
    return store.path


def test_what_is_said_in_each_client_ends_in_the_projects_one_folder(scratch: Scratch) -> None:
    scratch.session().turn(CLAUDE)
    codex(scratch, CODEX)
    gemini(scratch, GEMINI)
    opencode(scratch, OPENCODE)
    done = scratch.command("once", "--json")
    assert done.returncode == 0, done.stderr
    values = json.loads(done.stdout)
    assert (values["memories_added"], values["still_waiting"], values["lines_parked"]) == (4, 0, 0)
    index = (scratch.memory / "MEMORY.md").read_text()
    assert [words for words in (CLAUDE, CODEX, GEMINI, OPENCODE) if words not in index] == []
    clients = {entry["client"] for entry in json.loads(scratch.command("status", "--json").stdout)["clients"]}
    assert clients == {"claude-code", "codex", "gemini", "opencode"}
    assert json.loads(scratch.command("once", "--json").stdout)["runs"] == 0


def test_a_transcript_of_each_client_can_be_named(scratch: Scratch, tmp_path: Path) -> None:
    made = (
        (codex(scratch, CODEX), CODEX),
        (gemini(scratch, GEMINI), GEMINI),
        (opencode(scratch, OPENCODE), OPENCODE),
    )
    for path, words in made:
        done = scratch.command("once", str(path), "--memory-dir", str(tmp_path / "m"))
        assert done.returncode == 0, done.stderr
        assert words in (tmp_path / "m" / "MEMORY.md").read_text()


def test_the_daemon_notices_a_session_of_each_client(scratch: Scratch) -> None:
    for folder in (".codex/sessions", ".gemini/tmp", ".local/share/opencode"):
        (scratch.home / folder).mkdir(parents=True)
    process = scratch.start("--quiet")
    try:
        assert within(15, lambda: (scratch.state / "state.db").exists())
        for make, words in ((codex, CODEX), (opencode, OPENCODE), (gemini, GEMINI)):
            make(scratch, words)
            assert within(20, lambda words=words: words in scratch.files().get("MEMORY.md", ""))  # type: ignore[misc]
    finally:
        assert stop(process) == 0, (scratch.home / "daemon.log").read_text()


def test_a_transcript_of_an_unknown_form_is_told_with_client_and_version(scratch: Scratch) -> None:
    path = codex(scratch, CODEX)
    path.write_text(path.read_text().replace("event_msg", "of_the_future").replace("0.169.0", "9.0.0"))
    reply = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Yes."}]}
    with path.open("a") as file:
        file.write(json.dumps({"timestamp": now(), "type": "response_item", "payload": reply}) + "\n")
    scratch.command("once")
    told = scratch.command("status", "-q").stdout
    assert "1 transcript has a form this version does not know (codex, version 9.0.0)" in told
    assert scratch.command("doctor").returncode != 0
