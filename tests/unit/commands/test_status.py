"""Status: what is wrong is told."""

from __future__ import annotations

import fcntl
import os
from datetime import UTC
from pathlib import Path

import pytest

from extractor.clock import local_zone, now_ms
from extractor.commands.status import status_lines, status_values
from extractor.config.settings import LOCK_FILE, Settings
from extractor.domain import Milliseconds
from extractor.fs import instance_lock
from extractor.moment import midnight
from extractor.service.learning import Learning
from extractor.wiring.folders import open_archive
from tests.support.scripted import Desk, Scripted
from tests.support.talk import agent, human


def lines(path: Path, **more: object) -> list[str]:
    settings = Settings(state_dir=path / "state", data_dir=path, claude_dir=path, **more)  # type: ignore[arg-type]
    return status_lines(status_values(settings, {"HOME": str(path)}))


@pytest.mark.parametrize("is_started", [True, False])
def test_a_key_file_that_is_missing_is_a_problem(tmp_path: Path, is_started: bool) -> None:
    if is_started:
        open_archive(Settings(state_dir=tmp_path / "state", data_dir=tmp_path, claude_dir=tmp_path)).close()
    key = tmp_path / "key"
    told = [line for line in lines(tmp_path, model="anthropic", key_file=key) if str(key) in line]
    assert len(told) == 1
    assert "cannot read the key file" in told[0]
    key.write_text("a-key")
    key.chmod(0o600)
    assert not any(str(key) in line for line in lines(tmp_path, model="anthropic", key_file=key))


def test_a_budget_spent_on_an_earlier_day_is_no_problem_today(tmp_path: Path) -> None:
    archive = open_archive(Settings(state_dir=tmp_path / "state", data_dir=tmp_path, claude_dir=tmp_path))
    begun = midnight(now_ms(), local_zone())
    archive.problem("budget", "all is spent", begun)
    archive.problem("model", "it is away", Milliseconds(begun - 1))
    assert {"problem: all is spent", "problem: it is away"} <= set(lines(tmp_path))
    archive.problem("budget", "all is spent", Milliseconds(begun - 1))
    told = lines(tmp_path)
    archive.close()
    assert "problem: all is spent" not in told
    assert "problem: it is away" in told


def test_a_pinned_file_that_not_every_prompt_holds_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    memory = tmp_path / "memory"
    memory.mkdir()
    pin = "---\nmetadata:\n  pinned: true\n---\n\nThe till closes at six.\n"
    (memory / "till.md").write_text(pin)
    assert not any("till.md" in line for line in lines(tmp_path, memory_dir=memory))
    (told,) = (line for line in lines(tmp_path, memory_dir=memory, pin_tokens=5) if "till.md" in line)
    assert "of 5 tokens, so not every prompt holds till.md" in told
    (told,) = (line for line in lines(tmp_path, memory_dir=memory, context_tokens=10) if "till.md" in line)
    assert "of 5 tokens, so not every prompt holds till.md" in told
    (memory / "till.md").write_text("Nothing is pinned here.\n")
    assert not any("till.md" in line for line in lines(tmp_path, memory_dir=memory, pin_tokens=5))


def test_the_offline_model_needs_no_key_file(tmp_path: Path) -> None:
    assert not any("key file" in line for line in lines(tmp_path, model="offline", key_file=tmp_path / "key"))


def test_a_disk_that_is_full_is_told_though_nothing_can_be_written_down(tmp_path: Path) -> None:
    settings = Settings(state_dir=tmp_path / "state", data_dir=tmp_path, claude_dir=tmp_path)
    open_archive(settings).close()
    room = os.statvfs(tmp_path)
    full = os.statvfs_result((*room[:3], 0, 0, *room[5:]))

    def told(disk: os.statvfs_result) -> list[str]:
        return status_lines(status_values(settings, {"HOME": str(tmp_path)}, lambda _folder: disk))

    line = f"problem: the disk is full: nothing can be stored in {tmp_path / 'state'}; make room"
    assert (line in told(room), line in told(full)) == (False, True)


def test_a_folder_that_was_closed_to_others_again_is_no_problem_any_more(tmp_path: Path) -> None:
    archive = open_archive(Settings(state_dir=tmp_path / "state", data_dir=tmp_path, claude_dir=tmp_path))
    place = tmp_path / "memory"
    place.mkdir()
    told = f"other users may write to the folder {place}: run `chmod go-w '{place}'`"
    archive.problem("folder:memory", told, now_ms())
    place.chmod(0o777)
    assert f"problem: {told}" in lines(tmp_path)
    place.chmod(0o700)
    assert f"problem: {told}" not in lines(tmp_path)
    archive.close()


def test_while_a_model_is_reading_what_waits_that_is_why_it_waits(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    taught = Learning(desk.archive, desk.extraction, lambda _run: Scripted([]), "scripted", UTC, desk.clock)
    with instance_lock(tmp_path / "state" / LOCK_FILE):
        taught.grew(
            desk.said("s", human("h1", "Never mock the database in tests."), agent("a1")), turn_ended=True
        )
        assert "its turn has not come yet" in "\n".join(lines(tmp_path))
        job = taught.next_job()
        assert job is not None
        assert any(
            line.startswith("waiting: ") and line.endswith("a run is under way") for line in lines(tmp_path)
        )
        taught.interrupted(job)
        assert "its turn has not come yet" in "\n".join(lines(tmp_path))
    desk.close()


@pytest.mark.parametrize(
    ("command", "is_running", "told"),
    [
        ("once", False, "not running; `extractor once` is at work"),
        ("", True, "running"),
    ],
)
def test_a_long_once_is_not_called_the_service(
    tmp_path: Path, command: str, is_running: bool, told: str
) -> None:
    settings = Settings(state_dir=tmp_path, data_dir=tmp_path, claude_dir=tmp_path)
    with instance_lock(tmp_path / LOCK_FILE, command):
        values = status_values(settings, {"HOME": str(tmp_path)})
    assert (values["running"], values["pid"]) == (is_running, os.getpid())
    assert status_lines(values)[0] == f"{told}, pid {os.getpid()}"


def test_a_service_that_has_not_told_its_number_yet_is_starting(tmp_path: Path) -> None:
    settings = Settings(state_dir=tmp_path, data_dir=tmp_path, claude_dir=tmp_path)
    with (tmp_path / LOCK_FILE).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert status_lines(status_values(settings, {"HOME": str(tmp_path)}))[0] == "starting"
