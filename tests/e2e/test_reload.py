"""A running service takes over what changes: settings at SIGHUP as far as they can, its first start at every scan."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import sqlite3
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from tests.support.machine import Scratch, stop, within
from tests.support.messages_server import Body, MessagesServer, Says, Text, ToolUse, says

RULE = "Never mock the database in tests."
LATER = "By the way, deploys only happen on Tuesdays."


class Service:
    """A daemon and the settings file it reads."""

    def __init__(self, scratch: Scratch, *words: str) -> None:
        self.scratch = scratch
        self.file = scratch.home / ".config" / "extractor" / "config.toml"
        self.file.parent.mkdir(parents=True)
        self.process: subprocess.Popen[bytes] = scratch.start("--quiet", *words)
        assert within(15, lambda: '"event": "ready"' in self.log())

    def log(self) -> str:
        return (self.scratch.home / "daemon.log").read_text(encoding="utf-8")

    def events(self, name: str) -> list[dict[str, object]]:
        lines = [json.loads(line) for line in self.log().splitlines()]
        return [line for line in lines if line.get("event") == name]

    def reload(self, settings: str) -> None:
        told = len(self.events("settings")) + len(self.events("settings-refused"))
        self.file.write_text(settings, encoding="utf-8")
        self.process.send_signal(signal.SIGHUP)
        assert within(
            10, lambda: len(self.events("settings")) + len(self.events("settings-refused")) == told + 1
        )

    def problems(self) -> list[str]:
        scratch = self.scratch
        own = ("--state-dir", str(scratch.state))
        values: dict[str, list[str]] = json.loads(scratch.command("status", "--json", *own).stdout)
        return values["problems"]

    def learned(self, words: str) -> bool:
        return any(words in text for text in self.scratch.files().values())


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service(Scratch(tmp_path / "home"))
    yield made
    assert stop(made.process) == 0, made.log()


def headless(scratch: Scratch, text: str) -> None:
    session = scratch.session()
    prompt = session.line(
        "user", entrypoint="sdk-cli", promptSource="sdk", message={"role": "user", "content": text}
    )
    session.write(prompt + session.answer("Understood."))


def test_a_setting_that_can_change_counts_at_once_also_for_what_waited(service: Service) -> None:
    headless(service.scratch, RULE)
    service.scratch.session().turn(LATER)
    assert within(10, lambda: service.learned("Tuesdays"))
    assert not service.learned(RULE)
    service.reload("learn_headless = true\n")
    assert within(10, lambda: service.learned(RULE))
    (event,) = service.events("settings")
    assert event["settings"] == ["learn_headless"]
    assert service.problems() == []


def test_what_cannot_change_is_named_in_one_line_and_stays(service: Service, tmp_path: Path) -> None:
    service.reload(f'state_dir = "{tmp_path}/new"\nplain_folders = ["{tmp_path}/logs"]\nscan_seconds = 5\n')
    assert within(10, lambda: len(service.events("needs-restart")) == 1)
    (event,) = service.events("needs-restart")
    assert event["message"] == "changed settings need a restart: state_dir, plain_folders"
    service.scratch.session().turn(RULE)
    assert within(10, lambda: service.learned(RULE))
    assert not (tmp_path / "new").exists()
    service.file.unlink()
    assert service.problems() == ["changed settings need a restart: state_dir, plain_folders"]
    service.reload("")
    assert service.problems() == []


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ("learn_headless = \n", "not valid TOML"),
        ("daily_input_token = 3\n", "did you mean 'daily_input_tokens'"),
        ("scan_seconds = -1\n", "scan_seconds is not usable"),
        ('model = "anthropic"\nkey_file = "/nowhere/key"\n', "costs money"),
    ],
)
def test_broken_settings_change_nothing_and_are_told(service: Service, broken: str, why: str) -> None:
    service.reload(broken)
    (event,) = service.events("settings-refused")
    assert why in str(event["message"])
    service.file.write_text("", encoding="utf-8")
    (problem,) = service.problems()
    assert "the earlier ones still count" in problem
    assert why in problem
    service.scratch.session().turn(RULE)
    assert within(10, lambda: service.learned(RULE))
    service.reload("")
    assert service.problems() == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_what_the_service_goes_on_with_is_told_while_it_runs_and_no_longer(
    tmp_path: Path, number: signal.Signals
) -> None:
    service = Service(Scratch(tmp_path / "home"))
    try:
        service.reload("scan_seconds = -1\n")
        service.file.write_text("", encoding="utf-8")
        assert "the earlier ones still count" in " ".join(service.problems())
    finally:
        service.process.send_signal(number)
        service.process.wait(10)
    assert service.problems() == []
    told = service.scratch.command("status").stdout
    assert told.startswith("not running\n")
    assert "still count" not in told
    assert service.scratch.command("once").stderr == ""


def test_status_names_the_model_the_service_works_with_beside_that_of_settings_it_refused(
    service: Service,
) -> None:
    service.reload('model = "anthropic"\nkey_file = "/nowhere/key"\n')
    told = service.scratch.command("status").stdout
    assert "(model offline; the settings name anthropic claude-haiku-4-5)" in told
    assert "problem: the settings were not taken over, the earlier ones still count" in told
    assert "problem: cannot read the key file /nowhere/key" in told
    service.reload('model = "claude-code"\n')
    assert "(model offline; the settings name claude-code)" in service.scratch.command("status").stdout
    service.reload("")
    assert "(model offline)" in service.scratch.command("status").stdout


def test_a_model_that_was_taken_over_is_the_one_status_names(tmp_path: Path) -> None:
    service = Service(Scratch(tmp_path / "home"), "--yes")
    try:
        service.reload('model = "claude-code"\n')
        service.file.unlink()
        told = service.scratch.command("status").stdout
        assert "(model claude-code; the settings name offline)" in told
    finally:
        stop(service.process)
    assert "(model offline)" in service.scratch.command("status").stdout


def test_a_model_and_its_key_count_from_the_next_run_on(tmp_path: Path) -> None:
    service = Service(Scratch(tmp_path / "home"), "--yes")
    try:
        key = tmp_path / "key"
        key.write_text("first-key-of-twenty-1")
        key.chmod(0o600)
        with MessagesServer(lambda _body, _nth: says("Nothing is worth keeping.")) as server:
            settings = f'model = "anthropic"\nbase_url = "{server.url}"\nkey_file = "{key}"\n'
            service.reload(settings)
            service.scratch.session().turn(RULE)
            assert within(20, lambda: len(server.messages) == 1), service.log()
            key.write_text("second-key-of-twenty-2")
            service.reload(settings)
            service.scratch.session().turn(LATER)
            assert within(20, lambda: len(server.messages) == 2), service.log()
            keys = [r.headers.get("x-api-key") or r.headers["authorization"] for r in server.messages]
            assert [sent.removeprefix("Bearer ") for sent in keys] == [
                "first-key-of-twenty-1",
                "second-key-of-twenty-2",
            ]
    finally:
        code = stop(service.process)
    assert code == 0, service.log()


def test_a_day_a_paid_model_spent_under_way_holds_up_no_rules_that_are_set_meanwhile(tmp_path: Path) -> None:
    service, asked, goes_on = Service(Scratch(tmp_path / "home"), "--yes"), Event(), Event()

    def reads(_body: Body, nth: int) -> Says:
        if nth == 0:
            return Says((Text("Nothing to keep."),), usage={"input_tokens": 300_000, "output_tokens": 5})
        asked.set()
        assert goes_on.wait(30)
        used = {"input_tokens": 199_500, "output_tokens": 5}
        return Says((ToolUse("read_memory", {"file": "none.md"}),), usage=used)

    try:
        key = tmp_path / "key"
        key.write_text("a-key-of-twenty-signs")
        key.chmod(0o600)
        with MessagesServer(reads) as server:
            service.reload(f'model = "anthropic"\nbase_url = "{server.url}"\nkey_file = "{key}"\n')
            service.scratch.session().turn(LATER)
            assert within(20, lambda: len(server.messages) == 1), service.log()
            service.scratch.session().turn(RULE)
            assert asked.wait(20), service.log()
            service.reload("")
            goes_on.set()
            assert within(20, lambda: service.learned(RULE)), service.problems()
            assert len(server.messages) == 2
            assert service.problems() == []
    finally:
        goes_on.set()
        code = stop(service.process)
    assert code == 0, service.log()


def test_a_first_start_that_was_noted_with_the_clock_ahead_is_noted_anew_at_a_scan(service: Service) -> None:
    service.reload("scan_seconds = 1\n")
    ahead = (time.time_ns() // 1_000_000) + 400 * 24 * 3600 * 1000
    with closing(sqlite3.connect(service.scratch.state / "state.db", timeout=10)) as db:
        with db:
            db.execute("UPDATE meta SET value = ? WHERE name = 'first_start'", (str(ahead),))

        def noted() -> int:
            return int(db.execute("SELECT value FROM meta WHERE name = 'first_start'").fetchone()[0])

        assert within(10, lambda: noted() < ahead)


def test_a_running_service_has_told_its_zone(service: Service) -> None:
    with closing(sqlite3.connect(service.scratch.state / "state.db", timeout=10)) as db:

        def zone() -> list[str]:
            return [zone for (zone,) in db.execute("SELECT value FROM meta WHERE name = 'service_zone'")]

        assert within(10, lambda: zone() == [service.scratch.env.get("TZ", "")])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system does not tell who heeds what")
def test_a_signal_to_read_the_settings_again_ends_no_start(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "home")
    process = scratch.start("--quiet")
    status = Path(f"/proc/{process.pid}/status")

    def heeds_none() -> bool:
        caught = next(line for line in status.read_text().splitlines() if line.startswith("SigCgt:"))
        return bool(int(caught.split()[1], 16) & 1 << (signal.SIGHUP - 1))

    def is_ready() -> bool:
        process.send_signal(signal.SIGHUP)
        log = scratch.home / "daemon.log"
        return '"event": "ready"' in log.read_text(encoding="utf-8")

    try:
        assert within(5, heeds_none), "before anything is loaded"
        assert within(15, is_ready)
        assert process.poll() is None
    finally:
        stop(process)


@pytest.mark.parametrize("is_told_to_stay", [False, True])
def test_a_service_of_a_terminal_ends_with_it_unless_it_was_told_to_ignore_that(
    tmp_path: Path, is_told_to_stay: bool
) -> None:
    scratch = Scratch(tmp_path / "home")
    ours, theirs = os.openpty()

    def takes_the_terminal() -> None:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGHUP, signal.SIG_IGN if is_told_to_stay else signal.SIG_DFL)

    process = subprocess.Popen(
        [sys.executable, "-m", "extractor", "run"], env=scratch.env, cwd=scratch.project,
        stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, preexec_fn=takes_the_terminal,
    )  # fmt: skip
    try:
        os.close(theirs)
        said = b""
        while b"Ctrl-C stops" not in said:
            said += os.read(ours, 4096)
        process.send_signal(signal.SIGHUP)
        assert not within(1, lambda: process.poll() is not None), (
            "the terminal is there: the settings are read"
        )
        os.close(ours)
        assert within(5 if is_told_to_stay else 10, lambda: process.poll() is not None) is not is_told_to_stay
    finally:
        process.kill()
        process.wait()
