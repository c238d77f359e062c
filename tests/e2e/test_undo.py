"""`why`, `log` and `undo` with the real command."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.machine import Scratch

RULE = "Never mock the database in tests."
OTHER = "Always deploy on Tuesdays."


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path / "home")


def plain(path: Path, *rules: str) -> Path:
    lines = [
        {
            "uuid": f"0c5a9f6e-6d7e-4b53-9f0a-{n:012}",
            "role": "user",
            "content": rule,
            "timestamp": f"2026-03-02T09:0{n}:00Z",
        }
        for n, rule in enumerate(rules)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def memories(scratch: Scratch) -> dict[str, str]:
    return {name: text for name, text in scratch.files().items() if name != "MEMORY.md"}


def told(scratch: Scratch, *words: str) -> object:
    done = scratch.command(*words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def learn(scratch: Scratch, tmp_path: Path, *rules: str, name: str = "mine") -> None:
    scratch.settings["EXTRACTOR_MEMORY_DIR"] = str(scratch.memory)
    done = scratch.command("once", str(plain(tmp_path / f"{name}.jsonl", *rules)))
    assert done.returncode == 0, done.stderr


def test_a_run_is_told_explained_undone_and_brought_back(scratch: Scratch, tmp_path: Path) -> None:
    learn(scratch, tmp_path, RULE)
    ((file, text),) = memories(scratch).items()

    (entry,) = told(scratch, "log")  # type: ignore[misc]
    session = entry["session"]
    assert (entry["run"], entry["model"]) == (1, "offline")
    assert re.fullmatch("mine-[0-9a-f]{8}", session)  # other folders may hold a file of this name
    assert entry["files"] == [{"file": file, "change": "+"}]

    (reason,) = told(scratch, "why", file)["statements"]  # type: ignore[call-overload,index]
    assert (reason["origin"], reason["run"]) == ("run", 1)
    (witness,) = reason["witnesses"]
    assert (witness["client"], witness["session"], witness["speaker"]) == ("plain", session, "human")
    assert (witness["quote"], witness["date"][:10]) == (RULE, "2026-03-02")

    shown = scratch.command("undo", "--dry-run").stdout.splitlines()
    planned = told(scratch, "undo", "--dry-run")
    assert isinstance(planned, dict)
    assert f"-{RULE}" in planned["diff"]
    assert shown[0] == "run 1 would be undone"
    assert planned["diff"] == shown[1:-1]

    done = scratch.command("undo", "--yes")
    assert done.returncode == 0, done.stderr
    assert f"-{RULE}" in done.stdout
    assert memories(scratch) == {}
    assert RULE not in scratch.files()["MEMORY.md"]
    newest, undone = told(scratch, "log")  # type: ignore[misc]
    assert (newest["undoes"], undone["undone_by"]) == (1, 2)
    assert "undone by run 2" in scratch.command("log").stdout

    again = scratch.command("undo", "--yes")
    assert again.returncode == 1
    assert again.stderr.splitlines() == [
        "extractor: no run that changed memory is left to undo: `extractor log` shows all"
    ]
    assert "extractor undo 2" in scratch.command("undo", "1", "--yes").stderr

    assert scratch.command("undo", "2", "--yes").returncode == 0
    assert memories(scratch) == {file: text}
    assert RULE in scratch.files()["MEMORY.md"]
    assert [e["undone_by"] for e in told(scratch, "log")] == [None, 3, None]  # type: ignore[attr-defined]


def test_what_was_undone_is_not_learned_again_from_the_same_words(scratch: Scratch, tmp_path: Path) -> None:
    learn(scratch, tmp_path, RULE)
    scratch.command("undo", "--yes")
    learn(scratch, tmp_path, RULE)
    assert memories(scratch) == {}
    learn(scratch, tmp_path, RULE, OTHER)
    assert [OTHER in text for text in memories(scratch).values()] == [True]
    assert RULE not in "".join(memories(scratch).values())


def test_an_undo_asks_first_and_says_so_where_nobody_can_answer(scratch: Scratch, tmp_path: Path) -> None:
    learn(scratch, tmp_path, RULE)
    before = scratch.files()
    done = scratch.command("undo")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "--yes" in line
    assert f"-{RULE}" in done.stdout
    dry = scratch.command("undo", "--dry-run")
    assert (dry.returncode, dry.stdout.splitlines()[-1]) == (0, "nothing was changed")
    assert scratch.files() == before


def test_an_undo_before_the_first_start_is_one_line_and_makes_no_state_file(scratch: Scratch) -> None:
    done = scratch.command("undo", "--yes")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert not (scratch.state / "state.db").exists()
    assert told(scratch, "log") == []


def test_the_log_of_a_file_there_is_not_says_so(scratch: Scratch, tmp_path: Path) -> None:
    learn(scratch, tmp_path, RULE)
    (scratch.memory / "mine.md").write_text("The till closes at six.\n")
    done = scratch.command("log", "nope")
    assert (done.returncode, done.stdout) == (1, "")
    assert "there is no memory file nope.md" in done.stderr
    done = scratch.command("log", "mine.md")
    way = "`extractor why mine.md` says who wrote it"
    assert (done.returncode, done.stdout) == (0, f"no run has changed mine.md under this name: {way}\n")


def test_the_log_of_a_renamed_file_sends_to_what_finds_its_runs_by_its_words(
    scratch: Scratch, tmp_path: Path
) -> None:
    learn(scratch, tmp_path, RULE)
    (file,) = (each for each in scratch.files() if each != "MEMORY.md")
    (scratch.memory / file).rename(scratch.memory / "mine.md")
    assert "`extractor why mine` says who wrote it" in scratch.command("log", "mine").stdout
    assert "  run 1 (model offline)" in scratch.command("why", "mine").stdout


def test_a_file_a_person_edited_stops_the_undo_with_its_name(scratch: Scratch, tmp_path: Path) -> None:
    learn(scratch, tmp_path, RULE)
    (file,) = memories(scratch)
    (scratch.memory / file).write_text("My own words.\n")
    done = scratch.command("undo", "--yes")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert str(scratch.memory / file) in line
    assert memories(scratch) == {file: "My own words.\n"}
    (reason,) = told(scratch, "why", file)["statements"]  # type: ignore[call-overload,index]
    assert (reason["origin"], reason["run"]) == ("own", None)


def test_why_finds_one_statement_by_its_words_and_says_where_there_is_none(
    scratch: Scratch, tmp_path: Path
) -> None:
    learn(scratch, tmp_path, RULE)
    (file,) = memories(scratch)
    assert RULE in scratch.command("why", file.removesuffix(".md"), "mock", "database").stdout
    missing = scratch.command("why", file, "unicorns")
    assert missing.returncode == 1
    assert len(missing.stderr.splitlines()) == 1


def test_why_does_not_guess_after_the_archive_was_built_anew(scratch: Scratch, tmp_path: Path) -> None:
    learn(scratch, tmp_path, RULE)
    (file,) = memories(scratch)
    for left in scratch.state.glob("state.db*"):
        left.unlink()
    (reason,) = told(scratch, "why", file)["statements"]  # type: ignore[call-overload,index]
    assert reason["origin"] == "unknown"
    assert "session mine" in reason["note"]
    learn(scratch, tmp_path, OTHER, name="other")
    (reason,) = told(scratch, "why", file)["statements"]  # type: ignore[call-overload,index]
    assert reason["origin"] == "unknown"


DYING = """
import os, signal
from extractor.cli import main
from extractor.memory.store import Store

real = Store.commit

def commit(self, run, changes):
    made = real(self, run, changes)
    os.kill(os.getpid(), signal.SIGKILL)
    return made

Store.commit = commit
main()
"""


def cut_short(scratch: Scratch) -> None:
    """An undo of the newest run whose process is killed once its files have moved."""
    command = [sys.executable, "-c", DYING, "undo", "--yes"]
    done = subprocess.run(command, env=scratch.env, cwd=scratch.project, capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr


def remembered(scratch: Scratch) -> dict[str, str]:
    for said in (RULE, OTHER):
        assert scratch.command("remember", said).returncode == 0
    return memories(scratch)


def test_an_undo_that_was_cut_short_and_is_given_again_takes_back_no_older_run(scratch: Scratch) -> None:
    both = remembered(scratch)
    cut_short(scratch)
    (left,) = memories(scratch).values()
    assert RULE in left
    assert "problem: the undo of run 2 is not finished: `extractor undo`" in scratch.command("status").stdout
    assert "undo of run 2 (unfinished)" in scratch.command("log").stdout

    dry = scratch.command("undo", "--dry-run")
    assert dry.returncode == 0
    assert dry.stdout.splitlines()[0].startswith("the undo of run 2 is not finished")
    assert dry.stdout.splitlines()[-1] == "nothing was changed"
    assert "undo of run 2 (unfinished)" in scratch.command("log").stdout

    again = scratch.command("undo", "--yes")
    assert again.returncode == 0, again.stderr
    first, *_, last = again.stdout.splitlines()
    assert first.startswith("the undo of run 2, which was cut short, is finished now: -")
    assert last == "`extractor undo 3` brings it back"
    assert list(memories(scratch).values()) == [left]
    assert "not finished" not in scratch.command("status").stdout

    assert scratch.command("undo", "3", "--yes").returncode == 0
    assert memories(scratch) == both


def test_an_undo_of_another_run_ends_the_one_that_was_cut_short_and_does_what_it_says(
    scratch: Scratch,
) -> None:
    remembered(scratch)
    cut_short(scratch)
    dry = scratch.command("undo", "1", "--dry-run")
    assert dry.stdout.startswith("the undo of run 2 is not finished"), (
        "what the other one changes depends on it"
    )
    done = scratch.command("undo", "1", "--yes")
    assert done.returncode == 0, done.stderr
    assert "the undo of run 2, which was cut short, is finished now" in done.stdout
    assert "run 1 is undone" in done.stdout
    assert memories(scratch) == {}


def test_the_daemon_may_run_while_a_run_is_undone(scratch: Scratch) -> None:
    from tests.support.machine import stop, within

    process = scratch.start("--quiet")
    scratch.session().turn(RULE)
    assert within(20, lambda: RULE in scratch.files().get("MEMORY.md", ""))
    assert within(10, lambda: json.loads(scratch.command("log", "--json").stdout) != [])
    done = scratch.command("undo", "--yes")
    assert done.returncode == 0, done.stderr
    assert memories(scratch) == {}
    assert RULE not in scratch.files()["MEMORY.md"]
    assert stop(process) == 0


def test_show_gives_the_quotes_of_what_the_file_says_now(scratch: Scratch) -> None:
    for port in ("8080", "9090"):
        assert scratch.command("remember", f"The staging port is {port}.").returncode == 0
    ((name, _),) = memories(scratch).items()

    def quoted() -> list[str]:
        shown = json.loads(scratch.command("show", name, "--json").stdout)
        return [each["quote"] for each in shown["quotes"]]

    assert quoted() == ["The staging port is 9090."]
    assert scratch.command("undo", "--yes").returncode == 0
    assert quoted() == ["The staging port is 8080."]
    path = scratch.memory / name
    path.write_text(path.read_text().replace("8080", "7070"))
    assert quoted() == []


def test_what_vanished_is_brought_back_when_it_was_not_meant(scratch: Scratch) -> None:
    facts = ("The staging port is 8080.", "Ana owns the billing service.", "The logs are in Loki.",
             "Releases are tagged on Fridays.", "Payment secrets rotate every spring.")  # fmt: skip
    for fact in facts:
        assert scratch.command("remember", fact).returncode == 0
    before = memories(scratch)
    assert len(before) > 3
    for name in before:
        (scratch.memory / name).unlink()
    assert scratch.command("once").returncode == 0
    asked = scratch.command("status")
    assert "vanished at once" in asked.stdout
    assert "`extractor undo --vanished` brings them back" in asked.stdout
    looked = scratch.command("undo", "--vanished", "--dry-run")
    assert "nothing was changed" in looked.stdout
    assert memories(scratch) == {}

    done = scratch.command("undo", "--vanished", "--yes")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("brought back: ") == len(before)
    (number,) = re.findall(r"`extractor undo (\d+)` takes it away again", done.stdout)
    assert memories(scratch) == before
    assert "vanished" not in scratch.command("status").stdout
    again = scratch.command("undo", "--vanished")
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr == "extractor: no memory file is missed: nothing to bring back\n"

    assert scratch.command("undo", number, "--yes").returncode == 0
    assert memories(scratch) == {}


def test_a_folder_that_went_is_told_at_once_and_what_is_said_anew_is_missed_no_more(scratch: Scratch) -> None:
    said = "Invoices are never deleted, only cancelled."
    scratch.session().turn(said)
    scratch.session().turn("Deploys only happen on Tuesdays.")
    assert scratch.command("once").returncode == 0
    shutil.rmtree(scratch.memory)
    question = f"{scratch.memory} vanished with its 2 memory files"
    assert scratch.command("list").stdout.startswith("no memory files: `extractor status` says")
    assert scratch.command("status").stdout.count(question) == 1
    assert scratch.command("once").returncode == 0
    assert scratch.command("status").stdout.count(question) == 1

    for words in (said, "Deploys only happen on Tuesdays."):
        scratch.session().turn(words)
        assert scratch.command("once").returncode == 0
    assert len(memories(scratch)) == 2
    assert "vanished" not in scratch.command("status").stdout


def test_what_is_not_brought_back_is_told_before_the_question(scratch: Scratch) -> None:
    for fact in ("The staging port is 8080.", "Ana owns the billing service.", "The logs are in Loki.",
                 "Releases are tagged on Fridays.", "Payment secrets rotate every spring."):  # fmt: skip
        assert scratch.command("remember", fact).returncode == 0
    first, *others = sorted(memories(scratch))
    for name in (first, *others):
        (scratch.memory / name).unlink()
    assert scratch.command("once").returncode == 0
    (scratch.memory / first).write_text("Mine now.\n")
    told = f"{scratch.memory / first}: it was written to since"
    looked = scratch.command("undo", "--vanished", "--dry-run").stdout
    assert looked.index(told) < looked.index("nothing was changed")
    assert told in scratch.command("undo", "--vanished", "--yes").stdout
    assert memories(scratch).keys() == {first, *others}
    assert (scratch.memory / first).read_text() == "Mine now.\n"
