"""The doctor: each stage is broken in turn, and each time it is found and named."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from extractor import fs
from extractor.archive.archive import Archive
from extractor.clock import now_ms
from extractor.commands.doctor import STAGES, Finding, examine
from extractor.commands.service import unit
from extractor.commands.stages import World
from extractor.config.settings import load
from extractor.domain import Milliseconds
from extractor.memory.redaction.redact import redact
from extractor.service.unit import Answer
from tests.support.machine import Scratch
from tests.support.messages_server import Fails, MessagesServer, Says, Text
from tests.support.talk import START

LATER = Milliseconds(START + 90 * 24 * 3_600_000)


class Unable(fs.Kernel):
    """A file system that knows neither renames with flags nor hard links."""

    def rename_exclusive(self, source: str, target: str, at: int) -> None:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    rename_exchange = rename_exclusive

    def link(self, source: str, target: str, at: int) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    made = Scratch(tmp_path / "home")
    made.session().turn("Hello there.")
    return made


def world(scratch: Scratch, **changes: object) -> World:
    env = {**scratch.env, "PYTHONPATH": str(Path(__file__).resolve().parents[3])}
    settings = load(changes, env).settings
    return World(settings, env, now=lambda: LATER, free=lambda _folder: 10**12, watch=lambda _roots: None)


@pytest.fixture(autouse=True)
def _in_the_project(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(scratch.project)


def one(made: World, stage: str, monkeypatch: pytest.MonkeyPatch) -> Finding:
    """What this stage alone comes to."""
    monkeypatch.setattr("extractor.commands.doctor.STAGES", {stage: STAGES[stage]})
    (finding,) = examine(made)
    return finding


def test_on_a_sound_machine_every_stage_is_well(scratch: Scratch) -> None:
    findings = list(examine(world(scratch)))
    assert [f.line() for f in findings if f.is_well is not True] == []
    assert [f.stage for f in findings] == list(STAGES)


def no_template(scratch: Scratch, made: World) -> World:
    folder = scratch.home / "templates"
    (folder / "extraction.md").mkdir(parents=True)
    return replace(made, settings=made.settings.model_copy(update={"template_dir": folder}))


def no_template_folder(scratch: Scratch, made: World) -> World:
    return replace(made, settings=made.settings.model_copy(update={"template_dir": scratch.home / "gone"}))


def no_key(_scratch: Scratch, made: World) -> World:
    return replace(made, settings=made.settings.model_copy(update={"model": "anthropic"}))


def no_connection(scratch: Scratch, made: World) -> World:
    key = scratch.home / "key"
    key.touch(0o600)
    key.write_text("a-key")
    changes = {"model": "anthropic", "key_file": key, "base_url": "http://127.0.0.1:9"}
    return replace(made, settings=made.settings.model_copy(update=changes))


def test_a_home_in_which_no_client_was_used_yet_is_not_broken_and_told_once(scratch: Scratch) -> None:
    shutil.rmtree(scratch.home / ".claude")
    assert scratch.command("remember", "The staging port is 8080.").returncode == 0
    findings = {f.stage: f for f in examine(replace(world(scratch), now=now_ms))}
    assert [f.line() for f in findings.values() if f.is_well is False] == []
    told = findings["client"]
    assert told.is_well is None
    assert told.text.startswith(f"{scratch.home / '.claude'} does not exist yet: work with a client once")
    assert ".claude" not in findings["transcripts"].line()


def no_client(scratch: Scratch, made: World) -> World:
    assert scratch.command("once").returncode == 0
    gone = scratch.home / "nowhere"
    return replace(made, settings=made.settings.model_copy(update={"claude_dir": gone}))


def no_plain_folder(scratch: Scratch, made: World) -> World:
    folders = (scratch.home, scratch.home / "nowhere")
    return replace(made, settings=made.settings.model_copy(update={"plain_folders": folders}))


def a_file_for_a_client(scratch: Scratch, made: World) -> World:
    (file := scratch.home / "file").touch()
    return replace(made, settings=made.settings.model_copy(update={"codex_dir": file}))


def full_watches(_scratch: Scratch, made: World) -> World:
    return replace(
        made, watch=lambda _roots: "the kernel has no watches left: raise fs.inotify.max_user_watches"
    )


def open_to_others(scratch: Scratch, made: World) -> World:
    fs.make_private_dir(made.settings.state_dir)
    made.settings.state_dir.chmod(0o755)
    return made


def full_disk(_scratch: Scratch, made: World) -> World:
    return replace(made, free=lambda _folder: 1_000_000)


def early_clock(_scratch: Scratch, made: World) -> World:
    return replace(made, now=lambda: Milliseconds(86_400_000))


def late_messages(scratch: Scratch, made: World) -> World:
    scratch.command("once")
    return replace(made, now=lambda: Milliseconds(1_767_225_600_001))


def started_ahead(_scratch: Scratch, made: World) -> World:
    archive = Archive.open(made.settings.state_dir, redact, made.now)
    archive.set_note("first_start", str(LATER + 400 * 86_400_000))
    archive.close()
    return made


def damaged_state(_scratch: Scratch, made: World) -> World:
    fs.make_private_dir(made.settings.state_dir)
    (made.settings.state_dir / "state.db").write_bytes(b"no database at all" * 100)
    return made


def no_folder(scratch: Scratch, made: World) -> World:
    scratch.memory.write_text("a file where the folder should be")
    return made


def swaps_nothing(scratch: Scratch, made: World) -> World:
    scratch.memory.mkdir(parents=True)

    def swaps(folder: Path) -> bool:
        return fs.try_swaps(folder, Unable())

    return replace(made, swaps=swaps)


def too_long_an_index(scratch: Scratch, made: World) -> World:
    scratch.memory.mkdir(parents=True)
    (scratch.memory / "MEMORY.md").write_text("my own line\n" * 300)
    return made


def a_folder_for_an_index(scratch: Scratch, made: World) -> World:
    (scratch.memory / "MEMORY.md").mkdir(parents=True)
    return made


def unreadable_record(_scratch: Scratch, made: World) -> World:
    fs.make_private_dir(made.settings.state_dir)
    (made.settings.state_dir / "connections.json").write_text("no record")
    return made


def stopped_unit(scratch: Scratch, made: World) -> World:
    unit = scratch.home / ".config" / "systemd" / "user" / "extractor.service"
    unit.parent.mkdir(parents=True)
    unit.write_text("[Service]\n")
    return replace(made, call=lambda _command: Answer(3, "failed"))


def agent_stands(scratch: Scratch) -> None:
    agent = scratch.home / "Library" / "LaunchAgents" / "local.extractor.plist"
    agent.parent.mkdir(parents=True)
    agent.write_text("<plist><dict/></plist>")


def on_a_mac(scratch: Scratch, answer: Answer) -> World:
    """A launch agent stands, and launchctl answers this."""
    agent_stands(scratch)
    return replace(world(scratch), platform="darwin", call=lambda _command: answer)


def rules_that_keep_nothing(_scratch: Scratch, made: World) -> World:
    return made


def no_service(_scratch: Scratch, made: World) -> World:
    return replace(made, command=[sys.executable, "-c", "raise SystemExit('cannot start')"])


def pins_without_room(scratch: Scratch, made: World) -> World:
    folder = scratch.home / "memory"
    folder.mkdir()
    (folder / "till.md").write_text("---\nmetadata:\n  pinned: true\n---\n\nThe till closes at six.\n")
    return replace(made, settings=made.settings.model_copy(update={"memory_dir": folder, "pin_tokens": 5}))


FAULTS: list[tuple[str, Callable[[Scratch, World], World], str]] = [
    ("templates", no_template, "check template_dir"),
    ("templates", no_template_folder, "gone, which is no folder: make it, or take the setting out"),
    ("key", no_key, "needs a key"),
    ("key", no_connection, "no connection to 127.0.0.1:9: try again"),
    ("client", no_client, "work with a client once"),
    ("transcripts", no_client, "does not exist"),
    ("transcripts", no_plain_folder, "nowhere does not exist: make it or correct plain_folders"),
    ("transcripts", a_file_for_a_client, "file is no folder: make it or correct codex_dir"),
    ("watching", full_watches, "raise fs.inotify"),
    ("permissions", open_to_others, "chmod 700"),
    ("disk", full_disk, "make room"),
    ("clock", early_clock, "set it"),
    (
        "clock",
        late_messages,
        "messages are dated more than a day ahead of the machine's clock: set the clock if",
    ),
    (
        "clock",
        started_ahead,
        "first start is noted more than a day ahead of the machine's clock: set the clock if",
    ),
    ("state file", damaged_state, "state.db"),
    ("memory folder", no_folder, "memory"),
    ("memory folder", swaps_nothing, "on a local file system (memory_dir)"),
    ("memory folder", pins_without_room, "not every prompt holds till.md"),
    ("index", too_long_an_index, "shorten your text"),
    ("index", a_folder_for_an_index, "MEMORY.md is not a plain file: move it elsewhere"),
    ("connected", unreadable_record, "move it away"),
    ("unit", stopped_unit, "systemctl --user restart"),
    ("service", no_service, "cannot start"),
]


@pytest.mark.parametrize(
    ("stage", "fault", "remedy"), FAULTS, ids=[f"{s}-{f.__name__}" for s, f, _ in FAULTS]
)
def test_a_broken_stage_is_found_and_its_remedy_named(
    stage: str,
    fault: Callable[[Scratch, World], World],
    remedy: str,
    scratch: Scratch,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finding = one(fault(scratch, world(scratch)), stage, monkeypatch)
    assert finding.is_well is False
    assert finding.line().startswith(f"BROKEN {stage}: ")
    assert remedy in finding.text


def test_a_state_folder_nothing_can_be_written_in_is_found_and_its_remedy_named(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = world(scratch)
    made = replace(made, settings=made.settings.model_copy(update={"state_dir": scratch.home / "my state"}))
    folder, access = made.settings.state_dir, os.access
    folder.mkdir(mode=0o700, parents=True)
    assert one(made, "permissions", monkeypatch).is_well
    # Of root, as whom this may run, nothing is refused.
    monkeypatch.setattr(os, "access", lambda path, mode: path != folder and access(path, mode))
    found = one(made, "permissions", monkeypatch)
    assert (found.is_well, found.text) == (
        False,
        f"nothing can be written in {folder}: run `chmod 700 '{folder}'`",
    )


def test_a_memory_folder_on_a_read_only_disk_is_not_called_a_matter_of_permissions(
    tmp_path: Path, scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "memory"
    folder.mkdir()
    made = world(scratch, memory_dir=folder)
    access, writable = os.access, os.statvfs(folder)
    monkeypatch.setattr(os, "access", lambda path, mode: path != folder and access(path, mode))
    assert "check its permissions" in one(made, "memory folder", monkeypatch).text
    read_only = os.statvfs_result((*writable[:8], os.ST_RDONLY, writable[9]))
    monkeypatch.setattr(os, "statvfs", lambda _path: read_only)
    told = one(made, "memory folder", monkeypatch).text
    assert told == f"{folder} is on a read-only file system: remount it for writing"


def test_an_index_that_may_not_be_read_is_named_with_what_to_do(
    tmp_path: Path, scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = tmp_path / "memory/MEMORY.md"
    index.parent.mkdir()
    index.write_text("mine")

    def refused(_path: Path) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied")

    made = world(scratch, memory_dir=index.parent)
    monkeypatch.setattr(Path, "read_bytes", refused)
    found = one(made, "index", monkeypatch)
    assert (found.is_well, found.text) == (False, f"{index} cannot be read: check its permissions")


def test_an_index_with_a_letter_of_another_encoding_is_no_fault(
    tmp_path: Path, scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = tmp_path / "memory/MEMORY.md"
    index.parent.mkdir()
    index.write_bytes("# Größe\r\n".encode("latin-1"))
    found = one(world(scratch, memory_dir=index.parent), "index", monkeypatch)
    assert (found.is_well, found.text) == (True, "1 line, 9 bytes")


def test_rules_that_learn_nothing_are_found_by_the_canary(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("extractor.commands.canary.STATEMENT", "What a nice day.")
    finding = one(world(scratch), "canary", monkeypatch)
    assert finding.is_well is False
    assert "was not learned" in finding.text


def test_the_service_that_is_tried_reads_names_as_the_shell_has_them_read(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = world(scratch)
    told = [sys.executable, "-c", "import sys; raise SystemExit(f'UTF-8 mode {sys.flags.utf8_mode}')"]
    env = {**made.env, "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
    finding = one(replace(made, env=env, command=told), "service", monkeypatch)
    assert "it did not start: UTF-8 mode 1" in finding.text


def test_a_running_service_is_no_fault(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    made = world(scratch)
    fs.make_private_dir(made.settings.state_dir)
    with fs.instance_lock(made.settings.state_dir / "extractor.lock"):
        finding = one(made, "lock", monkeypatch)
    assert (finding.is_well, finding.text) == (True, f"the service runs, pid {os.getpid()}")


def test_a_lock_is_not_free_while_its_holder_has_not_told_its_number(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = world(scratch)
    fs.make_private_dir(made.settings.state_dir)
    with (made.settings.state_dir / "extractor.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        finding = one(made, "lock", monkeypatch)
    assert (finding.is_well, finding.text) == (True, "held by a process that has not told its number yet")


@pytest.mark.parametrize(
    ("stage", "told"),
    [
        ("lock", "the service is not running; `extractor once` is at work, pid {pid}"),
        ("unit", "no unit: `extractor service install` keeps it running"),
        ("clock", "plausible"),
    ],
)
def test_a_long_once_is_taken_for_no_service(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch, stage: str, told: str
) -> None:
    made = world(scratch)
    archive = Archive.open(made.settings.state_dir, redact, made.now)
    archive.set_note("service_zone", "Asia/Tokyo")
    archive.close()
    made = replace(made, env={**made.env, "TZ": "America/New_York"})
    with fs.instance_lock(made.settings.state_dir / "extractor.lock", "once"):
        finding = one(made, stage, monkeypatch)
    assert (finding.is_well, finding.text) == (True, told.format(pid=os.getpid()))


def test_a_service_that_reads_for_its_first_start_is_no_fault(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = stopped_unit(scratch, world(scratch))
    finding = one(replace(made, call=lambda _command: Answer(3, "activating")), "unit", monkeypatch)
    assert finding.is_well is True
    assert finding.text.endswith("is starting")


def test_a_service_that_systemd_starts_again_and_again_is_not_starting(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def systemd(command: Sequence[str]) -> Answer:
        shows = "show" in command
        return Answer(0, "SubState=auto-restart\nNRestarts=3\nResult=exit-code" if shows else "activating")

    finding = one(replace(stopped_unit(scratch, world(scratch)), call=systemd), "unit", monkeypatch)
    assert finding.is_well is False
    assert "failed 4 times" in finding.text
    assert "journalctl" in finding.text


LOADED = "gui/501/local.extractor = {{\n\tstate = {state}\n\tlast exit code = 1\n}}"


@pytest.mark.parametrize(
    ("answer", "how"),
    [
        (Answer(113, "Could not find service"), "not loaded"),
        (Answer(0, LOADED.format(state="not running")), "not running, last exit code 1"),
    ],
)
def test_a_launch_agent_that_does_not_run_is_broken_loaded_or_not(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch, answer: Answer, how: str
) -> None:
    made = on_a_mac(scratch, answer)
    finding = one(made, "unit", monkeypatch)
    assert finding.is_well is False
    assert finding.text.endswith(f"is not running ({how}): `extractor service install`")


def test_a_launch_agent_that_runs_is_no_fault(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    made = on_a_mac(scratch, Answer(0, LOADED.format(state="running")))
    fs.make_private_dir(made.settings.state_dir)
    with fs.instance_lock(made.settings.state_dir / "extractor.lock"):
        assert one(made, "unit", monkeypatch).is_well is True


@pytest.mark.parametrize("manager", ["systemd", "launchd"])
def test_a_service_that_keeps_another_state_folder_is_broken_but_where_an_option_names_it(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch, manager: str
) -> None:
    if manager == "systemd":
        made = replace(stopped_unit(scratch, world(scratch)), call=lambda _command: Answer(0, "active"))
    else:
        made = on_a_mac(scratch, Answer(0, LOADED.format(state="running")))
    finding = one(made, "unit", monkeypatch)
    assert finding.is_well is False
    assert f"keeps its state in another folder than {made.settings.state_dir}" in finding.text
    assert "run `extractor service install`" in finding.text
    by_option = load({"state_dir": scratch.home / "second"}, made.env).settings
    assert one(replace(made, settings=by_option), "unit", monkeypatch).is_well is True


def test_a_transcript_of_an_unknown_form_is_said(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    (scratch.transcripts / "00000000-0000-4000-8000-000000000000.jsonl").write_text(
        '{"type":"of-the-future","words":"hello"}\n' * 3
    )
    scratch.command("once")
    finding = one(world(scratch), "client", monkeypatch)
    assert finding.is_well is False
    assert "unknown form" in finding.text


# ---------------------------------------------------------------- the person's own Claude Code


def test_a_service_that_no_unit_of_ones_own_started_needs_none(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = world(scratch)
    assert "`extractor service install`" in one(made, "unit", monkeypatch).text
    with fs.instance_lock(made.settings.state_dir / "extractor.lock"):
        finding = one(made, "unit", monkeypatch)
    assert finding.text == f"none of yours: pid {os.getpid()} was started by something else"


def with_claude_code(scratch: Scratch) -> World:
    """The client stands in a folder of this shell's PATH."""
    client = scratch.home / ".local" / "bin" / "claude"
    client.parent.mkdir(parents=True)
    client.write_text("#!/bin/sh\n")
    client.chmod(0o700)
    made = world(scratch, model="claude-code")
    return replace(made, env={**made.env, "PATH": f"{client.parent}:{os.environ['PATH']}"}, platform="darwin")


def test_the_client_is_looked_for_where_the_service_looks(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = replace(with_claude_code(scratch), call=lambda _command: Answer(113, ""))
    assert one(made, "key", monkeypatch).is_well is True
    agent_stands(scratch)
    hidden = one(made, "key", monkeypatch)
    assert hidden.is_well is False
    assert hidden.text.endswith("bin/claude: run `extractor service install` in this shell"), (
        "launchd's own PATH"
    )
    unit(made.env, made.call, "darwin").install(lambda _question: True, lambda _line: None)
    assert one(made, "key", monkeypatch).is_well is True


def test_a_units_path_and_walls_are_the_services(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    no_manager = Answer(1, "Failed to connect to bus: No medium found")
    made = replace(with_claude_code(scratch), platform="linux", call=lambda _command: no_manager)
    assert one(made, "key", monkeypatch).is_well is True
    elsewhere = {**made.env, "PATH": "/usr/bin"}
    unit(elsewhere, made.call, "linux").install(lambda _question: True, lambda _line: None)
    hidden = one(made, "key", monkeypatch)
    assert hidden.is_well is False
    assert hidden.text.endswith("bin/claude: run `extractor service install` in this shell")
    unit(made.env, made.call, "linux").install(lambda _question: True, lambda _line: None)
    assert one(made, "key", monkeypatch).is_well is True
    (scratch.home / ".local" / "bin" / "claude").write_text("#!/usr/bin/env node\n")
    walled = one(made, "key", monkeypatch)
    assert walled.is_well is False
    assert "MemoryDenyWriteExecute=no" in walled.text


def test_a_client_that_is_nowhere_is_to_be_installed(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = world(scratch, model="claude-code", claude_command="no-such-client")
    finding = one(made, "key", monkeypatch)
    assert finding.text == "no-such-client is not found: install Claude Code or set claude_command"


# ---------------------------------------------------------------- a paid model


def paid(scratch: Scratch, server: MessagesServer) -> World:
    key = scratch.home / "key"
    key.write_text("-".join(["sk", "loopback", "1f2e3d4c" * 4]))
    key.chmod(0o600)
    return world(
        scratch, model="anthropic", key_file=str(key), base_url=server.url, daily_input_tokens=10_000_000
    )


def test_a_refused_key_is_named_by_where_it_came_from(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = Fails(401, "authentication_error")
    with MessagesServer(lambda _body, _nth: refused, refused) as server:
        made = paid(scratch, server)
        found = one(made, "key", monkeypatch)
        assert found.is_well is False
        assert found.text.endswith(f"refused the key (401): check key_file {scratch.home / 'key'}")
        without = made.settings.model_copy(update={"key_file": None})
        env = {**made.env, "ANTHROPIC_API_KEY": "-".join(["sk", "loopback", "4c3d2e1f" * 4])}
        found = one(replace(made, settings=without, env=env), "key", monkeypatch)
        assert found.text.endswith("refused the key (401): check ANTHROPIC_API_KEY")


def test_the_key_is_tried_by_counting_and_a_model_only_when_a_person_agreed(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    with MessagesServer(lambda _body, _nth: Says((Text("nothing worth keeping"),))) as server:
        made = paid(scratch, server)
        assert one(made, "key", monkeypatch).is_well is True
        untried = one(made, "model", monkeypatch)
        assert (untried.is_well, server.messages) == (None, [])
        assert "add --yes" in untried.text
        finding = one(replace(made, is_agreed=True), "model", monkeypatch)
        assert finding.is_well is False
        assert "did not learn a plain statement" in finding.text
        archive = Archive.open(made.settings.state_dir, redact, lambda: LATER)
        assert archive.db.number("SELECT count(*) FROM ledger") == len(server.messages) > 0
        archive.close()


def test_a_model_the_day_has_no_room_for_is_not_tried_and_no_key_is_blamed(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    with MessagesServer(lambda _body, _nth: Says((Text("never asked"),))) as server:
        made = paid(scratch, server)
        small = made.settings.model_copy(update={"daily_input_tokens": 10})
        finding = one(replace(made, settings=small, is_agreed=True), "model", monkeypatch)
        assert (finding.is_well, server.messages) == (None, [])
    assert "raise daily_input_tokens" in finding.text
    assert "key" not in finding.text


def test_a_service_that_is_away_is_named(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    with MessagesServer(lambda _body, _nth: Fails(500, "api_error", "no")) as server:
        made = paid(scratch, server)
    finding = one(made, "key", monkeypatch)
    assert finding.is_well is False
    assert "no connection" in finding.text


def test_one_memory_folder_of_each_file_system_is_tried_and_none_is_changed(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch.session().turn("Never mock the database in tests.")
    scratch.command("once")
    before = files_below(scratch.home)
    elsewhere = scratch.home / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    tried: list[Path] = []

    def swaps(folder: Path) -> bool:
        tried.append(folder)
        return fs.try_swaps(folder) and False

    finding = one(replace(world(scratch), swaps=swaps), "memory folder", monkeypatch)
    (folder,) = tried
    assert finding.is_well
    assert f"can be lost in {folder}" in finding.text
    assert files_below(scratch.home) == before


@pytest.mark.parametrize(
    ("service", "shell", "is_well"),
    [
        ("", "", True),
        ("Europe/Berlin", "Europe/Paris", True),
        ("Asia/Tokyo", "America/New_York", False),
    ],
)
def test_a_service_that_takes_days_by_another_zone_than_the_shell_is_told_while_it_runs(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch, service: str, shell: str, is_well: bool
) -> None:
    made = world(scratch)
    archive = Archive.open(made.settings.state_dir, redact, made.now)
    archive.set_note("service_zone", service)
    archive.close()
    made = replace(made, env={**made.env, "TZ": shell})
    assert one(made, "clock", monkeypatch).is_well, "nobody runs"
    with fs.instance_lock(made.settings.state_dir / "extractor.lock"):
        finding = one(made, "clock", monkeypatch)
    assert finding.is_well is is_well
    if not is_well:
        assert "takes days by Asia/Tokyo, this shell by America/New_York: set" in finding.text


def test_the_clock_agrees_with_a_message_only_where_one_was_read(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = replace(world(scratch), now=now_ms)
    Archive.open(made.settings.state_dir, redact, made.now).close()
    assert one(made, "clock", monkeypatch).text == "plausible"
    scratch.command("once")
    assert one(made, "clock", monkeypatch).text == "agrees with the newest message"


def files_below(home: Path) -> dict[Path, bytes]:
    """Every memory file and whatever else stands beside one."""
    folders = {file.parent for file in home.rglob("*.md")}
    return {file: file.read_bytes() for folder in folders for file in folder.iterdir() if file.is_file()}
