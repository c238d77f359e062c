"""The daemon as a person runs it: a real process over real files."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.service.launch_agent import LARGEST_LOG, log_file
from tests.support.machine import Scratch, stop, within
from tests.support.messages_server import Hangs, MessagesServer

RULE = "Never mock the database in tests."


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path / "home")


@pytest.fixture
def running(scratch: Scratch) -> Iterator[Scratch]:
    process = scratch.start("--quiet")
    assert within(15, lambda: (scratch.state / "state.db").exists())
    yield scratch
    assert stop(process) == 0, (scratch.home / "daemon.log").read_text()


def learned(scratch: Scratch, words: str) -> bool:
    return any(words in text for text in scratch.files().values())


def test_what_is_said_stands_in_memory_within_ten_seconds_of_the_turns_end(running: Scratch) -> None:
    running.session().turn(RULE)
    assert within(10, lambda: RULE in running.files().get("MEMORY.md", ""))
    assert sum(RULE in text for name, text in running.files().items() if name != "MEMORY.md") == 1


def test_a_directory_that_cannot_be_a_path_keeps_no_other_project_from_being_learned_from(
    scratch: Scratch,
) -> None:
    odd = scratch.session()
    odd.cwd = "/home/dev/s\0hop"
    odd.turn("Always indent with tabs, never with spaces.")
    done = scratch.command("once", "--yes")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    process = scratch.start("--quiet")
    try:
        scratch.session().turn(RULE)
        assert within(20, lambda: learned(scratch, RULE)), (scratch.home / "daemon.log").read_text()
    finally:
        assert stop(process) == 0, (scratch.home / "daemon.log").read_text()


def test_a_later_rule_joins_the_earlier_ones(running: Scratch) -> None:
    session = running.session()
    session.turn(RULE)
    assert within(10, lambda: learned(running, RULE))
    session.turn("By the way, deploys only happen on Tuesdays.")
    assert within(10, lambda: "Tuesdays" in running.files().get("MEMORY.md", ""))
    assert RULE in running.files()["MEMORY.md"]


def test_it_prints_what_came_into_a_file_and_not_what_stood_there(scratch: Scratch) -> None:
    process = scratch.start()
    try:
        session = scratch.session()
        session.turn(RULE)
        assert within(20, lambda: learned(scratch, RULE))
        later = "Also, never mock the database in integration tests without asking me."
        session.turn(later)
        out = scratch.home / "daemon.log"
        assert within(20, lambda: "\n~ " in out.read_text(encoding="utf-8"))
        (line,) = (line for line in out.read_text(encoding="utf-8").splitlines() if line.startswith("~ "))
        assert "integration tests" in line
        assert RULE not in line
    finally:
        stop(process)


def test_the_index_follows_a_person_who_edits_adds_and_deletes(running: Scratch) -> None:
    running.session().turn(RULE)
    assert within(10, lambda: RULE in running.files().get("MEMORY.md", ""))
    (file,) = [name for name in running.files() if name != "MEMORY.md"]
    own = running.memory / "my-notes.md"
    own.write_text(
        "---\nname: my-notes\ndescription: Ask Kim about invoices\nmetadata:\n  type: reference\n---\n\nKim.\n"
    )
    assert within(10, lambda: "Ask Kim about invoices" in running.files()["MEMORY.md"])
    own.write_text(own.read_text().replace("Kim", "Robin"))
    assert within(10, lambda: "Ask Robin about invoices" in running.files()["MEMORY.md"])
    (running.memory / file).unlink()
    assert within(10, lambda: RULE not in running.files()["MEMORY.md"])
    assert own.read_text().count("Robin") == 2


def test_text_a_person_writes_into_the_index_stays(running: Scratch) -> None:
    running.memory.mkdir(parents=True)
    (running.memory / "MEMORY.md").write_text("# Mine\n\nKeep this.\n")
    running.session().turn(RULE)
    assert within(10, lambda: RULE in running.files()["MEMORY.md"])
    assert running.files()["MEMORY.md"].startswith("# Mine\n\nKeep this.\n")


@pytest.mark.parametrize("command", ["run", "once"])
def test_a_second_daemon_says_who_runs_and_ends(running: Scratch, command: str) -> None:
    second = running.command(command)
    assert second.returncode == 1
    assert "already runs" in second.stderr
    assert "learns by itself (`extractor status` says what waits)" in second.stderr
    assert len(second.stderr.splitlines()) == 1


@pytest.mark.parametrize("taken", ["state.db", "extractor.lock", ""], ids=["state file", "lock", "folder"])
def test_a_service_whose_state_was_taken_away_ends_before_a_second_one_writes_beside_it(
    scratch: Scratch, tmp_path: Path, taken: str
) -> None:
    scratch.settings = {"EXTRACTOR_SCAN_SECONDS": "1"}
    first = scratch.start("--quiet")
    log = scratch.home / "daemon.log"
    assert within(15, lambda: '"event": "ready"' in log.read_text())
    (scratch.state / taken).rename(tmp_path / "taken")
    second = scratch.start("--quiet") if taken != "state.db" else None
    is_over = within(15, lambda: first.poll() is not None)
    assert (is_over, stop(first)) == (True, 1), log.read_text()
    assert "was moved or removed while the service ran" in log.read_text()
    if second is not None:
        assert within(15, lambda: log.read_text().count('"event": "ready"') == 2)
        scratch.session().turn(RULE)
        assert within(10, lambda: learned(scratch, RULE))
        assert stop(second) == 0, log.read_text()


def test_status_tells_that_it_runs_and_what_was_learned(running: Scratch) -> None:
    session = running.session()
    session.turn(RULE)
    assert within(10, lambda: learned(running, RULE))
    assert within(
        5, lambda: json.loads(running.command("status", "--json").stdout)["last_learned"] is not None
    )
    values = json.loads(running.command("status", "--json").stdout)
    assert values["running"] is True
    assert values["last_learned"]["session"] == session.id
    assert values["waiting"] == 0


def test_transcripts_that_appear_in_a_new_folder_are_followed(running: Scratch) -> None:
    folder = running.home / ".claude" / "projects" / "-elsewhere"
    folder.mkdir()
    session = running.session()
    session.path = folder / session.path.name
    session.cwd = "/elsewhere"
    session.turn(RULE)
    assert within(10, lambda: (folder / "memory" / "MEMORY.md").exists())


@pytest.mark.timeout(90)
def test_sigterm_ends_it_within_five_seconds_also_while_a_model_call_hangs(
    scratch: Scratch, tmp_path: Path
) -> None:
    key = tmp_path / "key"
    key.write_text("k" * 20)
    key.chmod(0o600)
    with MessagesServer(lambda _body, _nth: Hangs()) as server:
        scratch.settings = {
            "EXTRACTOR_MODEL": "anthropic",
            "EXTRACTOR_BASE_URL": server.url,
            "EXTRACTOR_KEY_FILE": str(key),
        }
        process = scratch.start("--quiet", "--yes")
        scratch.session().turn(RULE)
        assert within(30, lambda: bool(server.requests)), (scratch.home / "daemon.log").read_text()
        before = time.monotonic()
        assert stop(process) == 0
        assert time.monotonic() - before < 5
    summary = json.loads(scratch.command("status", "--json").stdout)
    assert summary["waiting"] == 1


def test_appending_is_archived_at_once_while_a_model_call_hangs(scratch: Scratch, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("k" * 20)
    key.chmod(0o600)
    with MessagesServer(lambda _body, _nth: Hangs()) as server:
        scratch.settings = {
            "EXTRACTOR_MODEL": "anthropic",
            "EXTRACTOR_BASE_URL": server.url,
            "EXTRACTOR_KEY_FILE": str(key),
        }
        process = scratch.start("--quiet", "--yes")
        scratch.session().turn(RULE)
        assert within(30, lambda: bool(server.requests))
        other = scratch.session()
        other.turn("How is the weather?")
        assert within(3, lambda: json.loads(scratch.command("status", "--json").stdout)["messages"] == 4)
        assert stop(process) == 0


def test_the_service_manager_hears_ready_and_stopping(scratch: Scratch, tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(address)
        manager.settimeout(15)
        scratch.settings = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "1000000"}
        process = scratch.start("--quiet")
        heard = [manager.recv(200), manager.recv(200)]
        assert heard[0].startswith(b"READY=1")
        assert heard[1] == b"WATCHDOG=1"
        assert stop(process) == 0
        while not heard[-1].startswith(b"STOPPING=1"):
            heard.append(manager.recv(200))


def test_what_was_said_while_it_was_stopped_is_caught_up(scratch: Scratch) -> None:
    session = scratch.session()
    session.turn(RULE)
    process = scratch.start("--quiet")
    assert within(10, lambda: learned(scratch, RULE))
    assert stop(process) == 0
    session.turn("By the way, deploys only happen on Tuesdays.")
    process = scratch.start("--quiet")
    assert within(10, lambda: learned(scratch, "Tuesdays"))
    assert stop(process) == 0


def test_a_transcript_that_cannot_be_read_holds_up_no_other(scratch: Scratch) -> None:
    bad = scratch.session()
    scratch.transcripts.mkdir(exist_ok=True)
    os.symlink("/etc/hostname", bad.path)
    process = scratch.start("--quiet")
    scratch.session().turn(RULE)
    assert within(10, lambda: learned(scratch, RULE))
    assert stop(process) == 0


def test_a_memory_folder_that_cannot_be_written_is_said_and_tried_again(scratch: Scratch) -> None:
    scratch.session().turn(RULE)
    scratch.memory.parent.mkdir(exist_ok=True)
    scratch.memory.write_text("a file where the folder should be")
    process = scratch.start("--quiet")

    def problems() -> str:
        answer = scratch.command("status", "--json")
        return " ".join(json.loads(answer.stdout).get("problems", [])) if answer.returncode == 0 else ""

    assert within(15, lambda: str(scratch.memory) in problems())
    scratch.memory.unlink()
    assert within(25, lambda: learned(scratch, RULE))
    assert within(5, lambda: problems() == "")
    assert stop(process) == 0


def test_ctrl_c_ends_it_like_sigterm(scratch: Scratch) -> None:
    process = scratch.start("--quiet")
    assert within(15, lambda: (scratch.state / "state.db").exists())
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 0


def test_a_daemon_started_again_still_follows_a_persons_edits(scratch: Scratch) -> None:
    scratch.session().turn(RULE)
    assert scratch.command("once").returncode == 0
    (file,) = [scratch.memory / name for name in scratch.files() if name != "MEMORY.md"]
    process = scratch.start("--quiet")
    assert within(15, lambda: json.loads(scratch.command("status", "--json").stdout)["running"])
    file.write_text(file.read_text().replace("mock the database", "fake the database"))
    assert within(10, lambda: "fake the database" in scratch.files()["MEMORY.md"])
    assert stop(process) == 0


def test_logs_are_one_json_object_a_line_and_never_hold_words_of_a_conversation(scratch: Scratch) -> None:
    process = scratch.start("--quiet", "--verbose")
    try:
        assert within(15, lambda: (scratch.state / "state.db").exists())
        session = scratch.session()
        session.turn("Never mock the xylophone database in tests.", "Understood, no zeppelin mocks.")
        assert within(10, lambda: learned(scratch, "xylophone"))
        session.write('{"type":"user","broken quagmire\n')
        session.turn("Hello again, kumquat.", "Hello.")
        time.sleep(3)
    finally:
        assert stop(process) == 0
    lines = (scratch.home / "daemon.log").read_text(encoding="utf-8").splitlines()
    events = [json.loads(line) for line in lines]
    assert {"ready", "run"} <= {event.get("event") for event in events}
    text = "\n".join(lines)
    assert not [w for w in ("xylophone", "zeppelin", "quagmire", "kumquat") if w in text]


def test_a_launch_agent_that_starts_again_and_again_fills_no_disk(scratch: Scratch) -> None:
    log = log_file(scratch.home)
    log.parent.mkdir(parents=True)
    log.write_bytes(b"extractor: the same again\n" * (LARGEST_LOG // 20))
    for _ in range(2):
        process = scratch.start("--quiet", "--model", "none-there-is", out=log)
        assert process.wait(15) == 2
    assert log.read_text().count("--model none-there-is: say one of") == 2
    assert log.stat().st_size < 2000
