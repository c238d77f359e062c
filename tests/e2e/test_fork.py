"""`once` with the model `claude-code`, and a client in its place that does what a plan says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.fork_client import fork_client, memory_text
from tests.support.machine import Scratch, stop, within

RULE = "Never mock the database in tests."
OTHER = "Please always answer in short sentences."


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    command = fork_client(tmp_path)
    (tmp_path / "plan").write_text(json.dumps({"writes": {"mocks.md": memory_text(RULE)}}))
    told = {"EXTRACTOR_MODEL": "claude-code", "EXTRACTOR_CLAUDE_COMMAND": str(command)}
    return Scratch(tmp_path / "home", told)


def test_a_session_of_the_client_is_forked_once_a_person_agreed(scratch: Scratch, tmp_path: Path) -> None:
    session = scratch.session()
    session.turn(RULE)
    (scratch.state / "forks/left").mkdir(parents=True)
    refused = scratch.command("once")
    assert refused.returncode == 1
    assert "spends your own plan" in refused.stderr
    assert not (tmp_path / "seen").exists()
    done = scratch.command("once", "--yes", "--json")
    assert json.loads(done.stdout)["memories_added"] == 1, done.stderr
    assert RULE in scratch.files()["mocks.md"]
    assert "evidence" not in scratch.files()["mocks.md"]
    assert list((scratch.state / "forks").iterdir()) == []
    session.turn("What does this do?")
    assert scratch.command("once").returncode == 0
    assert "2 calls" in scratch.command("status").stdout
    assert list((scratch.state / "forks").iterdir()) == []


def test_a_session_of_another_client_is_left_to_the_rules(scratch: Scratch, tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    said = {"uuid": "1", "role": "user", "content": OTHER, "timestamp": "2026-03-02T09:00:00Z"}
    file.write_text(json.dumps(said) + "\n")
    done = scratch.command("once", str(file), "--memory-dir", str(tmp_path / "m"), "--yes")
    assert done.returncode == 0, done.stderr
    assert "lways answer in short sentences." in "".join(f.read_text() for f in (tmp_path / "m").glob("*.md"))
    assert not (tmp_path / "seen").exists()
    assert "0 calls" in scratch.command("status").stdout


def test_a_session_the_client_does_not_find_is_left_to_the_rules_and_costs_nothing(
    scratch: Scratch, tmp_path: Path
) -> None:
    scratch.session().turn(RULE)
    (tmp_path / "claude").write_text("#!/bin/sh\necho 'No conversation found with session ID' >&2\nexit 1\n")
    scratch.command("once", "--yes")
    assert RULE in "".join(scratch.files().values())
    assert "today: 1 call, 0 of 500,000 input tokens" in scratch.command("status").stdout


def test_a_missing_command_is_told_and_nothing_is_lost(scratch: Scratch, tmp_path: Path) -> None:
    scratch.session().turn(RULE)
    scratch.settings["EXTRACTOR_CLAUDE_COMMAND"] = str(tmp_path / "none")
    done = scratch.command("once", "--yes")
    assert done.returncode == 1
    assert (
        "set claude_command" in done.stderr + done.stdout
        or "name it as claude_command" in done.stderr + done.stdout
    )
    scratch.settings["EXTRACTOR_CLAUDE_COMMAND"] = str(tmp_path / "claude")
    assert scratch.command("once").returncode == 0
    assert RULE in scratch.files()["mocks.md"]


def test_the_service_forks_what_it_follows(scratch: Scratch, tmp_path: Path) -> None:
    assert scratch.command("once", "--yes").returncode == 0
    service = scratch.start()
    try:
        scratch.session().turn(RULE)
        assert within(20, lambda: "mocks.md" in scratch.files()), (scratch.home / "daemon.log").read_text()
    finally:
        assert stop(service) == 0
    assert "claude-code" in scratch.command("log").stdout
    assert list((scratch.state / "forks").iterdir()) == []
