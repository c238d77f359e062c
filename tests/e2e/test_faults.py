"""One bad thing must not end the service, nor hold up the rest."""

from __future__ import annotations

import json
import os
import pty
import shlex
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from extractor.transcripts.paths import slug
from tests.support import bound as bound_script
from tests.support.machine import Scratch, Session, stop, within

RULE = "Never mock the database in tests."


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path / "home")


def learned(scratch: Scratch, words: str = RULE) -> bool:
    return any(words in text for text in scratch.files().values())


def test_a_file_name_that_is_no_text_is_told_and_the_rest_is_learned(scratch: Scratch) -> None:
    scratch.transcripts.mkdir()
    os.close(os.open(os.fsencode(scratch.transcripts) + b"/caf\xe9.jsonl", os.O_CREAT | os.O_WRONLY))
    scratch.session().turn(RULE)
    done = scratch.command("once")
    assert "not UTF-8" in done.stderr
    assert learned(scratch)


def test_a_folder_whose_name_is_no_text_is_told_in_a_line(scratch: Scratch) -> None:
    scratch.session().turn(RULE)
    assert scratch.command("once").returncode == 0
    folder = Path(os.fsdecode(os.fsencode(scratch.home) + b"/na\xefve"))
    folder.mkdir()
    remember, connect = ("remember", "The pig is pink."), ("connect", "--yes")
    for words in (("digest",), ("context",), remember, ("context", "--json"), connect):
        done = scratch.command(*words, cwd=folder)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
        assert "na\\udcefve has a name that is not UTF-8: rename it" in done.stderr
    for words in (("digest",), ("context",), ("recall", "mock")):
        done = scratch.command(*words, "--project", str(folder))
        assert (done.returncode, "not UTF-8" in done.stderr) == (1, True)


@pytest.mark.parametrize("words", [("recall", "Größe"), ("list",), ("remember", "The pig is pink.")])
def test_where_names_of_files_are_not_read_as_utf_8_one_line_says_what_to_set(
    scratch: Scratch, words: tuple[str, ...]
) -> None:
    folder = scratch.home / "größe"
    folder.mkdir()
    scratch.settings |= {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = scratch.command(*words, cwd=folder)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "set PYTHONUTF8=1" in done.stderr
    assert scratch.command("status", "--line", cwd=folder).stderr == ""
    scratch.settings["PYTHONUTF8"] = "1"
    assert scratch.command(*words, cwd=folder).returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("words", [("list",), ("remember", "The pig is pink."), ("list", "--json")])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_nobody_can_take_is_one_line(
    scratch: Scratch, words: tuple[str, ...], unbuffered: str
) -> None:
    scratch.settings["PYTHONUNBUFFERED"] = unbuffered
    assert scratch.command("remember", "The cow is green.").returncode == 0
    done = in_shell(scratch, f"{shlex.join(words)} > /dev/full")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("extractor: the output cannot be written (")


def test_a_standard_stream_that_is_closed_does_no_harm(scratch: Scratch) -> None:
    assert scratch.command("remember", "The cow is green.").returncode == 0
    for words in (
        "recall cow >&-",
        "once >&- 2>&-",
        "context --hook claude-code <&-",
        "undo --dry-run >&- <&-",
    ):
        done = in_shell(scratch, words)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), words
    done = in_shell(scratch, "undo <&-")
    assert (done.returncode, "nobody is there to answer" in done.stderr) == (1, True)


def in_shell(scratch: Scratch, words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", f"{shlex.quote(sys.executable)} -m extractor {words}"],
        env=scratch.env, capture_output=True, text=True, timeout=60, check=False, cwd=scratch.project,
    )  # fmt: skip


@pytest.mark.parametrize("words", ["forget 'the cow is green'", "undo", "connect codex"])
def test_a_reader_who_hangs_up_does_not_stop_what_was_ordered(scratch: Scratch, words: str) -> None:
    assert scratch.command("remember", "The cow is green.").returncode == 0
    scratch.settings["PATH"] = f"{Path(sys.executable).parent}:{scratch.env['PATH']}"
    done = in_shell(scratch, f"{words} --yes {HANG_UP}")
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        (scratch.home / ".codex" / "hooks.json").exists()
        if "connect" in words
        else not learned(scratch, "cow")
    )


HANG_UP = "| :; exit ${PIPESTATUS[0]}"


@pytest.mark.parametrize(
    "words", ["list", "show cow-green", "config", "recall cow", "log", "status", "list 2>&1"]
)
def test_a_reader_who_has_read_enough_makes_no_command_fail(scratch: Scratch, words: str) -> None:
    assert scratch.command("remember", "The cow is green.").returncode == 0
    for unbuffered in ("", "1"):
        scratch.settings["PYTHONUNBUFFERED"] = unbuffered
        done = in_shell(scratch, f"{words} {HANG_UP}")
        assert (done.returncode, done.stderr) == (0, "")


def test_what_nobody_reads_is_learned_all_the_same(scratch: Scratch) -> None:
    scratch.session().turn(RULE)
    assert in_shell(scratch, f"once {HANG_UP}").returncode == 0
    assert learned(scratch)
    done = in_shell(scratch, f"once --model nonsense 2>&1 {HANG_UP}")
    assert done.returncode == 2


def test_nobody_is_asked_about_what_they_do_not_read(scratch: Scratch) -> None:
    assert scratch.command("remember", "The cow is green.").returncode == 0
    terminal, keys = pty.openpty()
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "extractor", "forget", "the cow is green"],
        env=scratch.env, cwd=scratch.project, stdin=keys, stdout=write, stderr=subprocess.PIPE, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    for each in (terminal, keys, write):
        os.close(each)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert done.stderr.startswith("extractor: nobody reads what is asked about (")
    assert learned(scratch, "cow")


@pytest.mark.parametrize("words", ["recall cow --when today", "status", "digest", "list", "projects"])
def test_a_time_zone_there_is_not_does_no_harm(scratch: Scratch, words: str) -> None:
    scratch.settings["TZ"] = "UTC+25"
    assert scratch.command("remember", "The cow is green.").returncode == 0
    scratch.session().turn(RULE)
    assert scratch.command("once").returncode == 0
    done = scratch.command(*words.split())
    assert (done.returncode, done.stderr) == (0, "")


def test_a_number_no_run_can_have_is_no_run(scratch: Scratch) -> None:
    assert scratch.command("remember", "The cow is green.").returncode == 0
    for run in ("7", "9" * 20):
        done = scratch.command("undo", run)
        assert (done.returncode, f"there is no run {run}" in done.stderr) == (1, True)


def test_a_date_no_calendar_has_does_no_harm(scratch: Scratch) -> None:
    scratch.settings["TZ"] = "Pacific/Auckland"
    session = scratch.session()
    session.write(
        (session.prompt(RULE) + session.answer("Yes.")).replace('"timestamp": "20', '"timestamp": "99')
    )
    scratch.session().turn("By the way, deploys only happen on Tuesdays.")
    done = scratch.command("once", "-v")
    assert done.returncode == 0, done.stderr
    assert learned(scratch, "Tuesdays")


@pytest.mark.parametrize("mark", [b"gitdir: \x00\n", b"gitdir: \xff\xfe\n", b""])
def test_a_repository_mark_that_makes_no_sense_does_no_harm(scratch: Scratch, mark: bytes) -> None:
    (scratch.project / ".git").write_bytes(mark)
    scratch.session().turn(RULE)
    done = scratch.command("once", "-v")
    assert done.returncode == 0, done.stderr
    assert learned(scratch)


def test_settings_of_the_client_nested_beyond_reason_do_no_harm(scratch: Scratch) -> None:
    (scratch.project / ".claude").mkdir()
    (scratch.project / ".claude" / "settings.local.json").write_text("[" * 100_000)
    scratch.session().turn(RULE)
    done = scratch.command("once", "-v")
    assert done.returncode == 0, done.stderr
    assert learned(scratch)


def test_a_turn_followed_by_a_megabyte_of_bookkeeping_is_learned_from(scratch: Scratch) -> None:
    session = scratch.session()
    filler = session.line("file-history-snapshot", snapshot="x" * 60_000)
    process = scratch.start("--quiet")
    session.write(session.prompt(RULE) + session.answer("Yes.") + filler * 40)
    assert within(15, lambda: learned(scratch))
    assert stop(process) == 0


def test_a_state_file_held_by_another_process_holds_the_daemon_up_and_loses_nothing(scratch: Scratch) -> None:
    scratch.settings["EXTRACTOR_SCAN_SECONDS"] = "1"
    process = scratch.start("--quiet")
    assert within(15, lambda: (scratch.state / "state.db").exists())
    time.sleep(1)
    other = sqlite3.connect(scratch.state / "state.db", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    scratch.session().turn(RULE)
    release = threading.Timer(13, lambda: other.execute("ROLLBACK"))
    release.start()
    release.join()
    other.close()
    assert process.poll() is None, (scratch.home / "daemon.log").read_text()
    assert within(15, lambda: learned(scratch))
    assert stop(process) == 0


def problems(scratch: Scratch) -> list[str]:
    return list(json.loads(scratch.command("status", "--json").stdout)["problems"])


@pytest.fixture
def bound(tmp_path: Path) -> Scratch:
    """A machine of somebody whom the modes of files bind, whoever runs the tests."""
    made = Scratch(
        tmp_path / "home", {"EXTRACTOR_SCAN_SECONDS": "1"}, (sys.executable, bound_script.__file__)
    )
    for place in (".codex", ".gemini", ".local/share/opencode"):
        (made.home / place).mkdir(parents=True)
    return made


def test_who_reads_a_state_file_that_may_not_be_written_leaves_nothing_beside_it(bound: Scratch) -> None:
    bound.session().turn(RULE)
    assert bound.command("once").returncode == 0
    state = bound.state / "state.db"
    state.chmod(0o400)
    for command in ("list", "status", "log"):
        assert bound.command(command).returncode == 0
    assert sorted(path.name for path in bound.state.glob("state.db*")) == ["state.db"]
    assert bound.command("remember", "The staging port is 8080.").returncode == 0


def test_what_a_reader_of_an_earlier_version_left_beside_the_state_file_keeps_nobody_out(
    bound: Scratch,
) -> None:
    bound.session().turn(RULE)
    assert bound.command("once").returncode == 0
    for ending in ("-wal", "-shm"):
        side = bound.state / f"state.db{ending}"
        side.touch()
        side.chmod(0o400)
    done = bound.command("remember", "The staging port is 8080.")
    assert done.returncode == 0, done.stderr


def test_the_file_beside_the_state_file_that_cannot_be_read_is_the_one_that_is_named(bound: Scratch) -> None:
    bound.session().turn(RULE)
    assert bound.command("once").returncode == 0
    log = bound.state / "state.db-wal"
    log.write_bytes(b"x" * 64)
    log.chmod(0)
    done = bound.command("log")
    assert f"cannot open {log} (" in done.stderr


def test_what_could_not_be_remembered_is_not_carried_out_later_and_holds_up_nothing(bound: Scratch) -> None:
    assert bound.command("remember", "We always deploy on Tuesdays.").returncode == 0
    before = bound.files()
    bound.memory.chmod(0o500)
    done = bound.command("remember", "The staging port is 8080.")
    assert done.returncode == 1
    assert done.stderr.startswith(f"extractor: permission denied: cannot write {bound.memory}/")
    assert "deploy-tuesdays" not in done.stderr + bound.command("recall", "staging port").stdout
    assert "staging-port" not in bound.command("pin", "deploy-tuesdays").stderr
    assert bound.command("undo", "--yes").returncode == 1
    bound.memory.chmod(0o700)
    assert bound.command("once").returncode == 0
    assert bound.files() == before
    assert bound.command("pin", "deploy-tuesdays").returncode == 0


def test_folders_that_cannot_be_entered_hold_up_nothing_but_themselves(bound: Scratch) -> None:
    closed = [bound.transcripts, *(bound.home / p for p in (".codex", ".gemini", ".local/share/opencode"))]
    bound.session().turn(RULE)
    other = bound.home / ".claude" / "projects" / slug(str(bound.home / "other"))
    other.mkdir()
    said = "By the way, deploys only happen on Tuesdays."
    Session(other / "s.jsonl", "s", str(bound.home / "other")).turn(said)
    for place in closed:
        place.chmod(0)
    process = bound.start("--quiet")
    try:
        assert within(15, lambda: any("Tuesdays" in f.read_text() for f in other.glob("memory/*.md")))
        assert within(5, lambda: all(any(str(p) in line for line in problems(bound)) for p in closed))
        for place in closed:
            place.chmod(0o700)
        assert within(15, lambda: learned(bound))
        for place in closed:
            place.chmod(0)
        assert within(5, lambda: any(str(bound.transcripts) in line for line in problems(bound)))
    finally:
        for place in closed:
            place.chmod(0o700)
    bound.session().turn("Always run the linter before a commit.")
    assert within(15, lambda: learned(bound, "linter"))
    assert within(15, lambda: problems(bound) == [])
    assert stop(process) == 0


@pytest.mark.parametrize("name", [".claude", ".claude/projects", ".local/share"])
def test_a_folder_of_all_that_cannot_be_entered_is_told_and_what_was_said_is_learned_later(
    bound: Scratch, name: str
) -> None:
    place = bound.home / name
    assert bound.command("once").returncode == 0
    bound.session().turn(RULE)
    place.chmod(0)
    process = bound.start("--quiet")
    try:
        assert within(15, lambda: any(str(place) in line for line in problems(bound)))
    finally:
        place.chmod(0o700)
    assert within(20, lambda: learned(bound)), (bound.home / "daemon.log").read_text()
    assert stop(process) == 0


def test_one_folder_that_cannot_be_entered_is_one_line_for_all_memory_below_it(bound: Scratch) -> None:
    place = bound.home / ".claude" / "projects"
    for name in ("shop", "mill", "barn"):
        project = bound.home / name
        transcripts = place / slug(str(project))
        transcripts.mkdir()
        Session(transcripts / f"{name}.jsonl", name, str(project)).turn(RULE)
    assert bound.command("once").returncode == 0
    place.chmod(0)
    process = bound.start("--quiet")
    line = f"{place} cannot be entered: mend its mode (3 memory folders are below it)"
    try:
        assert within(15, lambda: line in problems(bound)), problems(bound)
        assert [each for each in problems(bound) if "entered" in each or "/memory" in each] == [line]
    finally:
        place.chmod(0o700)
    assert within(15, lambda: not any("below it" in line for line in problems(bound)))
    assert stop(process) == 0


@pytest.mark.parametrize("words", [("list", "--all"), ("context",), ("recall", "mock")])
def test_a_command_names_the_folder_that_cannot_be_entered_in_a_line(
    bound: Scratch, words: tuple[str, ...]
) -> None:
    bound.session().turn(RULE)
    assert bound.command("once").returncode == 0
    place = bound.home / ".claude" / "projects"
    place.chmod(0)
    try:
        done = bound.command(*words)
    finally:
        place.chmod(0o700)
    assert (done.returncode, done.stderr.count("\n")) == (0, 1), done.stderr
    assert f"{place} cannot be entered: mend its mode" in done.stderr


def test_a_transcript_that_goes_away_half_read_leaves_its_words_to_be_learned(scratch: Scratch) -> None:
    session = scratch.session()
    filler = session.line("file-history-snapshot", snapshot="x" * 60_000)
    session.write(session.prompt(RULE) + session.answer("Yes.") + filler * 400)
    process = scratch.start("--quiet")
    assert within(15, lambda: (scratch.state / "state.db").exists())
    session.path.unlink()
    assert within(10, lambda: json.loads(scratch.command("status", "--json").stdout)["waiting"] == 0)
    assert stop(process) == 0


def test_a_foreign_file_among_transcripts_is_named_and_the_others_are_learned_from(
    scratch: Scratch, tmp_path: Path
) -> None:
    session = scratch.session()
    session.turn(RULE)
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "foreign.jsonl").write_text("not a transcript\n")
    done = scratch.command(
        "once", str(tmp_path / "empty.jsonl"), str(tmp_path / "foreign.jsonl"), str(session.path)
    )
    assert done.returncode == 1
    assert [line.split(": ")[1] for line in done.stderr.splitlines()] == [
        f"{tmp_path / 'foreign.jsonl'} is no transcript of a known form"
    ]
    assert learned(scratch)


def test_the_sample_writes_nothing_into_a_persons_own_memory(scratch: Scratch, tmp_path: Path) -> None:
    scratch.settings["EXTRACTOR_MEMORY_DIR"] = str(tmp_path / "mine")
    assert scratch.command("run", "--sample").returncode == 0
    assert scratch.command("doctor").returncode == 0
    assert not (tmp_path / "mine").exists()


def test_empty_variables_are_not_set(scratch: Scratch) -> None:
    scratch.settings |= {"EXTRACTOR_MEMORY_DIR": "", "EXTRACTOR_STATE_DIR": ""}
    values = {s["setting"]: s for s in json.loads(scratch.command("config", "--json").stdout)["settings"]}
    assert values["memory_dir"]["value"] is None
    assert values["state_dir"]["value"] == str(scratch.state)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("EXTRACTOR_KEY_FILE", "~nosuchuser/x"),
        ("EXTRACTOR_CONFIG", "/nowhere.toml"),
        ("EXTRACTOR_SCAN_SECONDS", "0"),
    ],
)
def test_a_setting_that_cannot_be_used_is_one_line(scratch: Scratch, name: str, value: str) -> None:
    scratch.settings[name] = value
    done = scratch.command("status")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert name in line


def test_a_directory_that_is_gone_is_one_line(scratch: Scratch, tmp_path: Path) -> None:
    done = scratch.command("list", "--state-dir", str(tmp_path))
    assert done.returncode == 0
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f"cd {gone} && rmdir {gone} && exec {__import__('sys').executable} -m extractor list"
    import subprocess

    done = subprocess.run(["sh", "-c", script], env=scratch.env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "does not exist any more" in done.stderr


def test_a_yes_for_one_address_is_none_for_another(scratch: Scratch, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("k" * 30)
    key.chmod(0o600)
    scratch.session().turn(RULE)
    scratch.settings |= {"EXTRACTOR_KEY_FILE": str(key), "EXTRACTOR_BASE_URL": "http://127.0.0.1:9"}
    first = scratch.command("once", "--model", "anthropic", "--yes")
    assert first.returncode == 1
    assert "no connection to 127.0.0.1:9: try again" in first.stderr, "there may be no service that does"
    scratch.settings["EXTRACTOR_BASE_URL"] = "http://127.0.0.1:19"
    second = scratch.command("once", "--model", "anthropic")
    assert second.returncode == 1
    assert "--yes" in second.stderr
