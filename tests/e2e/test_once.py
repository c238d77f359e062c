"""`once`, and what it says when things are wrong."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.machine import Scratch

RULE = "Never mock the database in tests."


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path / "home")


def one_line(text: str) -> str:
    (line,) = text.splitlines()
    assert line.startswith("extractor: ")
    return line


def test_everything_that_waits_is_learned_and_a_second_pass_changes_nothing(scratch: Scratch) -> None:
    scratch.session().turn(RULE)
    done = scratch.command("once", "--json")
    assert done.returncode == 0, done.stderr
    values = json.loads(done.stdout)
    assert (values["runs"], values["memories_added"], values["still_waiting"]) == (1, 1, 0)
    before = {f: (scratch.memory / f).read_bytes() for f in os.listdir(scratch.memory)}
    again = json.loads(scratch.command("once", "--json").stdout)
    assert again["runs"] == 0
    assert {f: (scratch.memory / f).read_bytes() for f in os.listdir(scratch.memory)} == before


def test_a_named_transcript_is_learned_from_whatever_its_age(scratch: Scratch, tmp_path: Path) -> None:
    session = scratch.session()
    session.write(
        (session.prompt(RULE) + session.answer("Yes.")).replace('"timestamp": "202', '"timestamp": "201')
    )
    passed = scratch.command("once").stdout
    assert "runs: 0" in passed
    assert (
        "1 message is older than learn_since_days: `extractor once FILE` learns from what it is given"
        in passed.splitlines()
    )
    folder = tmp_path / "elsewhere"
    done = scratch.command("once", str(session.path), "--memory-dir", str(folder), "--json")
    assert json.loads(done.stdout)["memories_added"] == 1
    assert RULE in (folder / "MEMORY.md").read_text()


def test_a_plain_transcript_of_anyones_own_agent_is_learned_from(scratch: Scratch, tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(
        json.dumps({"uuid": "1", "role": "user", "content": RULE, "timestamp": "2026-03-02T09:00:00Z"}) + "\n"
    )
    done = scratch.command(
        "once", str(file), "--memory-dir", str(tmp_path / "m"), "--state-dir", str(tmp_path / "s")
    )
    assert done.returncode == 0, done.stderr
    assert RULE in (tmp_path / "m" / "MEMORY.md").read_text()


def test_what_plain_transcripts_teach_is_found_where_they_stand_or_where_they_say_the_work_is(
    scratch: Scratch,
) -> None:
    logs, shop = scratch.home / "logs", scratch.home / "shop"
    logs.mkdir()
    for number, where in enumerate(({}, {}, {"cwd": str(shop)})):
        at, file = time.time() - 600 + number, logs / f"run{number}.jsonl"
        file.write_text(json.dumps({"role": "user", "content": RULE, "timestamp": at, **where}) + "\n")
        os.utime(file, (at, at))
    scratch.settings = {"EXTRACTOR_PLAIN_FOLDERS": str(logs)}
    assert scratch.command("once").returncode == 0
    for place in (logs, shop):
        (memory,) = json.loads(scratch.command("list", "--json", cwd=place).stdout)
        assert RULE in scratch.command("show", memory["file"], cwd=place).stdout
        assert RULE in scratch.command("context", cwd=place).stdout
    assert {each["project"] for each in json.loads(scratch.command("projects", "--json").stdout)} == {
        str(logs),
        str(shop),
    }


def test_what_sessions_without_a_directory_teach_is_one_memory_and_can_be_seen(scratch: Scratch) -> None:
    for _ in range(2):
        session = scratch.session()
        session.turn(RULE)
        lines = [json.loads(line) for line in session.path.read_text().splitlines()]
        for line in lines:
            line.pop("cwd", None)
        session.path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert scratch.command("once").returncode == 0
    (memory,) = json.loads(scratch.command("list", "--all", "--json").stdout)
    assert RULE in scratch.command("show", memory["file"]).stdout
    assert "sessions that named no directory" in scratch.command("projects").stdout
    assert RULE in scratch.command("digest", "--project", "/unknown").stdout
    assert json.loads(scratch.command("recall", "mock", "--project", "/unknown", "--json").stdout)["hits"]
    assert "is pinned" in scratch.command("pin", memory["file"]).stdout


PRESSED = """
import signal
from {module} import {name}

held, kept = [], {name}.{what}

def pressed(*given):
    if held:
        signal.raise_signal(signal.SIGINT)
    held.append(given)
    return kept(*given)

signal.signal(signal.SIGINT, signal.default_int_handler)
{name}.{what} = pressed
from extractor.__main__ import main
main()
"""
"""A command in which Ctrl-C is pressed when something is done for the second time."""


def pressed(
    scratch: Scratch, module: str, name: str, what: str, *words: str
) -> subprocess.CompletedProcess[str]:
    script = PRESSED.format(module=module, name=name, what=what)
    return subprocess.run(
        [sys.executable, "-c", script, *words],
        env=scratch.env, cwd=scratch.project, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_a_pass_that_is_stopped_tells_what_it_did_and_the_next_one_goes_on(scratch: Scratch) -> None:
    for words in (RULE, "Deploys only happen on Tuesdays."):
        scratch.session().turn(words)
    done = pressed(scratch, "extractor.service.learning", "Learning", "call", "once")
    assert (done.returncode, "runs: 1\n1 memory added" in done.stdout) == (130, True), done.stdout
    assert one_line(done.stderr).startswith("extractor: stopped by Ctrl-C: what was read and learned is kept")
    assert len(scratch.files()) == 2, "the memory and its index"
    again = json.loads(scratch.command("once", "--json").stdout)
    assert (again["runs"], again["memories_added"], again["stopped"]) == (1, 1, "")


def test_a_doctor_who_is_stopped_told_what_was_found_by_then(scratch: Scratch) -> None:
    done = pressed(scratch, "extractor.commands", "doctor", "_found", "doctor")
    assert (done.returncode, done.stdout.count("\n")) == (130, 1)
    assert one_line(done.stderr).startswith("extractor: stopped by Ctrl-C: 1 of ")


def test_a_dry_run_says_what_would_be_sent_and_learns_nothing(scratch: Scratch) -> None:
    scratch.session().turn(RULE)
    done = scratch.command("once", "--dry-run")
    assert "waiting to be learned from: 1" in done.stdout
    assert str(scratch.memory) in done.stdout
    assert "cost: none" in done.stdout
    assert not scratch.memory.exists()
    assert not scratch.state.exists()
    assert json.loads(scratch.command("once", "--json").stdout)["runs"] == 1


def kept(scratch: Scratch) -> tuple[list[str], dict[str, str], list[str]]:
    """All that is in the state file, in the memory folders and beside both."""
    with closing(sqlite3.connect(scratch.state / "state.db")) as db:
        rows = list(db.iterdump())
    return rows, scratch.files(), sorted(str(path) for path in scratch.home.rglob("*"))


def test_a_dry_run_keeps_nothing_of_what_it_reads(scratch: Scratch) -> None:
    session = scratch.session()
    session.turn(RULE)
    assert scratch.command("once").returncode == 0
    (file,) = (f for f in scratch.files() if f != "MEMORY.md")
    scratch.command("forget", file, "--yes")
    session.turn("Deploys only happen on Tuesdays.")
    (scratch.transcripts / "x.jsonl").write_text("not a transcript\n")
    before = kept(scratch)
    done = scratch.command("once", "--dry-run", "--set-aside")
    assert "waiting to be learned from: 1" in done.stdout, done.stderr
    named = scratch.command("once", "--dry-run", str(scratch.transcripts))
    assert "waiting to be learned from: 1" in named.stdout
    assert "x.jsonl is no transcript" in one_line(named.stderr)
    assert kept(scratch) == before


def test_a_dry_run_moves_no_memory(scratch: Scratch) -> None:
    scratch.settings = {"EXTRACTOR_PERSONAL_MEMORY": "false"}
    scratch.session().turn("I prefer short commits with one topic.")
    assert scratch.command("once").returncode == 0
    before, scratch.settings = kept(scratch), {}
    assert scratch.command("once", "--dry-run").returncode == 0
    assert kept(scratch) == before
    assert "went from" in scratch.command("once").stdout, "what a pass would have moved"


def test_what_is_new_in_the_transcripts_is_told_from_what_had_been_read_before(scratch: Scratch) -> None:
    session = scratch.session()
    session.turn(RULE)
    scratch.settings = {"EXTRACTOR_API_KEY": "made-up"}
    assert "costs money" in scratch.command("once", "--model", "anthropic").stderr, "read, and nobody agreed"
    told = "transcripts read: 1 (nothing new), runs: 1, over what had been read before"
    assert scratch.command("once").stdout.splitlines()[-3] == told
    assert scratch.command("once").stdout.splitlines()[-3] == "transcripts read: 1 (nothing new), runs: 0"
    session.turn("Deploys only happen on Tuesdays.")
    done = scratch.command("once").stdout
    assert done.splitlines()[-3] == "transcripts read: 1 (2 new messages), runs: 1"


def test_a_pass_counts_the_messages_it_read_and_not_what_else_a_transcript_tells(scratch: Scratch) -> None:
    scratch.session().turn(RULE)
    read = json.loads(scratch.command("once", "--json").stdout)["messages_read"]
    with closing(sqlite3.connect(scratch.state / "state.db")) as db:
        assert db.execute("SELECT count(*) FROM messages").fetchone() == (read,)


def test_what_was_learned_is_listed_and_shown_with_its_quote(scratch: Scratch) -> None:
    session = scratch.session()
    session.turn(f"{RULE} Go on.")
    scratch.command("once")
    (memory,) = json.loads(scratch.command("list", "--json").stdout)
    assert memory["type"] == "feedback"
    shown = json.loads(scratch.command("show", memory["file"], "--json").stdout)
    assert RULE in shown["text"]
    assert [(q["quote"], q["session"]) for q in shown["quotes"]] == [(RULE, session.id)]


def test_a_file_that_was_renamed_is_shown_with_its_quote(scratch: Scratch) -> None:
    session = scratch.session()
    session.turn(RULE)
    scratch.command("once")
    (memory,) = json.loads(scratch.command("list", "--json").stdout)
    renamed = scratch.memory / "mine.md"
    (scratch.memory / memory["file"]).rename(renamed)
    renamed.write_text(renamed.read_text() + "\nA sentence of my own.\n")
    shown = json.loads(scratch.command("show", "mine", "--json").stdout)
    assert [(q["statement"], q["quote"], q["session"]) for q in shown["quotes"]] == [(RULE, RULE, session.id)]


def test_memory_files_are_listed_and_shown_while_the_archive_cannot_be_read(scratch: Scratch) -> None:
    scratch.session().turn(RULE)
    scratch.command("once")
    (scratch.state / "state.db").write_bytes(b"no database at all" * 100)
    scratch.settings = {"EXTRACTOR_TEAM_MEMORY": str(scratch.project)}
    listed = scratch.command("list", "--json")
    (memory,) = json.loads(listed.stdout)
    assert listed.stderr.startswith("extractor: which of the team's files were accepted is not known: ")
    shown = scratch.command("show", memory["file"])
    assert RULE in shown.stdout
    assert shown.stderr.startswith("extractor: what it rests on is not known: ")
    assert len(shown.stderr.splitlines()) == 1
    assert (listed.returncode, shown.returncode) == (0, 0)


def test_a_file_in_the_place_of_the_memory_folder_is_told(scratch: Scratch) -> None:
    scratch.transcripts.mkdir()
    scratch.memory.touch()
    for command, code in (("list", 0), ("pin", 1)):
        done = scratch.command(command)
        told = f"{scratch.memory} is no folder: move it elsewhere"
        assert (done.returncode, done.stdout, one_line(done.stderr)) == (code, "", f"extractor: {told}")


def test_a_list_shows_as_much_of_a_description_as_a_line_holds(scratch: Scratch) -> None:
    family = "\U0001f468\u200d\U0001f469"
    scratch.memory.mkdir(parents=True)
    (scratch.memory / "long.md").write_text(
        f"---\nname: long\ndescription: {family} {'word ' * 1_000}\n---\n\nA fact.\n"
    )
    line = scratch.command("list").stdout.splitlines()[1]
    assert family in line
    assert line.endswith(" word…")
    assert len(line) < 230
    (listed,) = json.loads(scratch.command("list", "--json").stdout)
    assert len(listed["description"]) > 4_000


@pytest.mark.parametrize("command", ["once", "status", "doctor", "config", "list"])
def test_every_command_speaks_json(scratch: Scratch, command: str) -> None:
    scratch.session().turn(RULE)
    scratch.command("once")
    done = scratch.command(command, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout) is not None


def test_the_doctor_finds_everything_well_and_proves_it_with_a_canary(scratch: Scratch) -> None:
    done = scratch.command("doctor")
    assert done.returncode == 0, done.stdout
    assert "ok     canary" in done.stdout


# ---------------------------------------------------------------- bad input


def test_a_transcript_that_does_not_exist_is_named(scratch: Scratch) -> None:
    done = scratch.command("once", "/nowhere/x.jsonl")
    assert done.returncode == 1
    assert "/nowhere/x.jsonl" in one_line(done.stderr)


def test_a_file_that_is_no_transcript_is_named(scratch: Scratch, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text("not a transcript\n")
    done = scratch.command("once", str(file))
    assert done.returncode == 1
    assert str(file) in one_line(done.stderr)


@pytest.mark.parametrize("leads", ["nowhere", "to itself", "to a file"])
def test_a_link_in_a_named_folder_is_passed_over_and_told(
    scratch: Scratch, leads: str, tmp_path: Path
) -> None:
    scratch.session().turn(RULE)
    (scratch.transcripts / "folder.jsonl").mkdir()
    link = scratch.transcripts / "link.jsonl"
    (tmp_path / "file").write_text("{}\n")
    link.symlink_to({"nowhere": tmp_path / "gone", "to itself": link, "to a file": tmp_path / "file"}[leads])
    done = scratch.command("once", str(scratch.transcripts))
    assert done.returncode == 1
    assert str(link) in one_line(done.stderr)
    assert RULE in "".join(scratch.files().values())


@pytest.mark.parametrize("kind", ["folder", "empty.jsonl"])
def test_where_no_transcript_is_found_that_is_said(scratch: Scratch, tmp_path: Path, kind: str) -> None:
    named = tmp_path / kind
    named.mkdir() if kind == "folder" else named.touch()
    done = scratch.command("once", str(named))
    assert (done.returncode, done.stdout) == (1, "")
    assert f"there is no transcript in {named}: " in one_line(done.stderr)


def test_a_typo_in_the_settings_file_is_named_with_what_was_meant(scratch: Scratch) -> None:
    file = scratch.home / ".config" / "extractor" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text("learn_headles = true\n")
    done = scratch.command("status")
    assert done.returncode == 1
    line = one_line(done.stderr)
    assert str(file) in line
    assert "did you mean 'learn_headless'" in line


@pytest.mark.parametrize(
    ("setting", "value"),
    [("EXTRACTOR_SCAN_SECONDS", "often"), ("EXTRACTOR_MODEL", "gpt"), ("EXTRACTOR_LEARN_HEADLES", "1")],
)
def test_a_wrong_variable_is_named(scratch: Scratch, setting: str, value: str) -> None:
    scratch.settings[setting] = value
    done = scratch.command("status")
    assert done.returncode == 1
    assert setting in one_line(done.stderr)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ('memory_dir = "notes"', "memory_dir"),
        ('memory_dir = ""', "memory_dir"),
        ('state_dir = "./state"', "state_dir"),
        ('claude_dir = "~nobody-of-this-name/.claude"', "claude_dir"),
        ('team_memory = ["/srv/shop", "shop"]', "team_memory"),
    ],
)
def test_a_place_that_would_change_with_the_directory_is_refused(
    scratch: Scratch, written: str, name: str
) -> None:
    settings = scratch.home / ".config" / "extractor" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f"{written}\n")
    before = sorted(scratch.project.iterdir())
    done = scratch.command("remember", "The pig is pink.")
    assert (done.returncode, sorted(scratch.project.iterdir())) == (1, before)
    assert f"{settings}: {name} is not usable" in one_line(done.stderr)


def test_one_place_where_a_list_belongs_is_told_as_it_is_written(scratch: Scratch) -> None:
    settings = scratch.home / ".config" / "extractor" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('plain_folders = "/srv/logs"\n')
    done = scratch.command("list")
    assert 'plain_folders is not usable (it is a list: plain_folders = ["…"]): correct it' in one_line(
        done.stderr
    )


def test_a_place_that_depends_on_the_directory_is_refused_in_an_option_as_in_a_variable(
    scratch: Scratch,
) -> None:
    scratch.settings |= {"EXTRACTOR_PLAIN_FOLDERS": f"{scratch.home}:"}
    for option in ("--memory-dir", "--state-dir"):
        for place in ("notes", "."):
            refused = scratch.command("remember", "The pig is pink.", option, place)
            assert refused.returncode == 2
            assert one_line(refused.stderr).startswith(f"extractor: {option} {place}: ")
            assert "a place begins with / or ~" in refused.stderr
    assert list(scratch.project.iterdir()) == []
    kept = scratch.command("remember", "The pig is pink.", "--memory-dir", "~/notes")
    assert kept.returncode == 0, kept.stderr
    assert (scratch.home / "notes" / "MEMORY.md").is_file()
    scratch.settings |= {"EXTRACTOR_MEMORY_DIR": "Notes"}
    failed = scratch.command("list")
    assert failed.returncode == 1
    assert "EXTRACTOR_MEMORY_DIR: memory_dir is not usable (the place Notes depends on" in one_line(
        failed.stderr
    )


def test_an_unknown_option_is_a_usage_error(scratch: Scratch) -> None:
    done = scratch.command("once", "--fast")
    assert done.returncode == 2
    assert "--fast" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_damaged_state_file_is_named_and_nothing_is_overwritten(scratch: Scratch) -> None:
    scratch.state.mkdir(parents=True)
    (scratch.state / "state.db").write_bytes(b"not a database at all " * 300)
    before = (scratch.state / "state.db").read_bytes()
    for command in ("once", "status", "run"):
        done = scratch.command(command)
        assert done.returncode == 1
        assert "state.db is damaged" in one_line(done.stderr)
    assert (scratch.state / "state.db").read_bytes() == before


def test_a_paid_model_without_a_key_says_where_a_key_must_lie(scratch: Scratch) -> None:
    scratch.session().turn(RULE)
    done = scratch.command("once", "--model", "anthropic")
    assert done.returncode == 1
    assert "key_file" in one_line(done.stderr)


def test_a_key_file_others_can_read_is_refused(scratch: Scratch, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("k" * 30)
    key.chmod(0o644)
    scratch.settings["EXTRACTOR_KEY_FILE"] = str(key)
    done = scratch.command("once", "--model", "anthropic")
    assert "chmod 600" in one_line(done.stderr)
    assert "k" * 30 not in done.stdout + done.stderr


def test_a_paid_model_is_not_asked_before_a_person_agreed(scratch: Scratch, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("k" * 30)
    key.chmod(0o600)
    scratch.settings |= {"EXTRACTOR_KEY_FILE": str(key), "EXTRACTOR_BASE_URL": "http://127.0.0.1:9"}
    scratch.session().turn(RULE)
    done = scratch.command("once", "--model", "anthropic")
    assert done.returncode == 1
    assert "--yes" in done.stderr
    assert "cost: at most" in done.stdout


def test_a_memory_file_with_broken_front_matter_is_left_alone_and_listed(scratch: Scratch) -> None:
    scratch.memory.mkdir(parents=True)
    broken = scratch.memory / "mine.md"
    broken.write_text("---\nname: [unclosed\ndescription: use foo: bar\n---\n\nMine.\n")
    before = broken.read_bytes()
    scratch.session().turn(RULE)
    done = scratch.command("once")
    assert done.returncode == 0, done.stderr
    assert broken.read_bytes() == before
    assert "(mine.md)" in (scratch.memory / "MEMORY.md").read_text()


@pytest.mark.parametrize("kind", ["folder", "link"])
def test_an_index_that_is_no_file_is_said_and_the_memory_is_kept_all_the_same(
    scratch: Scratch, kind: str
) -> None:
    scratch.memory.mkdir(parents=True)
    target = scratch.home / "target.md"
    target.write_text("someone else's\n")
    if kind == "folder":
        (scratch.memory / "MEMORY.md").mkdir()
    else:
        (scratch.memory / "MEMORY.md").symlink_to(target)
    scratch.session().turn(RULE)
    done = scratch.command("once")
    assert str(scratch.memory / "MEMORY.md") in one_line(done.stderr)
    assert any(
        RULE in f.read_text() for f in scratch.memory.glob("*.md") if f.is_file() and f.name != "MEMORY.md"
    )
    assert target.read_text() == "someone else's\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere: permissions cannot be tried")
def test_a_read_only_memory_folder_is_named_and_nothing_is_lost(scratch: Scratch) -> None:
    scratch.memory.mkdir(parents=True)
    scratch.memory.chmod(0o500)
    scratch.session().turn(RULE)
    done = scratch.command("once")
    assert str(scratch.memory) in one_line(done.stderr)
    scratch.memory.chmod(0o700)
    assert scratch.command("once").returncode == 0
    assert RULE in (scratch.memory / "MEMORY.md").read_text()


def test_no_transcript_folder_at_all_is_no_error(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "home")
    (scratch.home / ".claude" / "projects").rmdir()
    done = scratch.command("once")
    assert done.returncode == 0, done.stderr
    assert "transcripts read: 0" in done.stdout


def test_status_says_why_something_waits(scratch: Scratch) -> None:
    session = scratch.session()
    session.write(session.prompt(RULE))
    done = scratch.command("once")
    assert "1 message still waits: an exchange may go on until 60 seconds were quiet" in done.stdout
    told = scratch.command("status").stdout
    assert "waiting: 1 message in 1 session: the service is not running" in told


def test_a_message_that_waits_for_its_quiet_is_not_held_up_by_what_is_wrong_elsewhere(
    scratch: Scratch,
) -> None:
    scratch.session().turn(RULE)
    scratch.command("once")
    (scratch.memory / "folder.md").mkdir()
    session = scratch.session()
    session.write(session.prompt("Never commit on Fridays."))
    done = scratch.command("once")
    assert "1 message still waits: an exchange may go on" in done.stdout
    assert (done.returncode, "folder.md is not a plain file" in one_line(done.stderr)) == (0, True)
    told = scratch.command("status").stdout
    assert "waiting: 1 message in 1 session: the service is not running" in told
    assert "folder.md is not a plain file" in told


def test_what_holds_learning_up_is_told_as_the_reason(scratch: Scratch) -> None:
    scratch.session().turn(RULE)
    scratch.memory.write_text("")
    assert scratch.command("once").returncode == 1
    assert "in 1 session: held up by what is told below" in scratch.command("status").stdout


def test_transcripts_of_an_unknown_form_are_said_loudly(scratch: Scratch) -> None:
    scratch.transcripts.mkdir(exist_ok=True)
    (scratch.transcripts / "00000000-0000-4000-8000-000000000000.jsonl").write_text(
        '{"type":"of-the-future","words":"hello"}\n' * 3
    )
    scratch.command("once")
    told = scratch.command("status", "-q").stdout
    assert told.startswith(
        "problem: 1 transcript has a form this version does not know (claude-code, version unknown)"
    )


def test_a_line_the_index_misses_since_a_crash_is_written_by_the_next_pass(scratch: Scratch) -> None:
    scratch.session().turn(RULE)
    scratch.command("once")
    index = scratch.memory / "MEMORY.md"
    whole = index.read_text()
    index.write_text("".join(line for line in whole.splitlines(keepends=True) if ".md)" not in line))
    assert RULE not in index.read_text()
    assert scratch.command("once").returncode == 0
    assert index.read_text() == whole


def test_status_says_what_waits_before_anything_of_it_was_read(scratch: Scratch) -> None:
    session = scratch.session()
    session.turn("Never mock the database in tests.")
    scratch.command("once")
    assert "waiting: nothing\n" in scratch.command("status").stdout
    session.turn("Deploys only happen on Tuesdays.")
    scratch.session().turn("Prices are always integer cents, never floats.")
    told = scratch.command("status").stdout
    assert (
        "waiting: nothing of what was read\n2 transcripts are new or have grown since it was last looked"
        in told
    )
    scratch.command("once")
    assert json.loads(scratch.command("status", "--json").stdout)["unread"] == 0


def test_what_was_wrong_in_a_folder_that_is_gone_is_told_no_more(scratch: Scratch) -> None:
    scratch.command("remember", "The pig is pink.")
    (scratch.memory / "odd.md").mkdir()
    assert "odd.md is not a plain file" in scratch.command("once").stderr
    shutil.rmtree(scratch.memory)
    assert scratch.command("forget", "--vanished", "--yes").returncode == 0
    assert scratch.command("once").stderr == ""
    assert "odd.md" not in scratch.command("status").stdout
