"""`history` and `archive`, with the real command over real files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.machine import Scratch, Session

BASH = {"type": "tool_use", "name": "Bash", "input": {"command": "cat plan"}}


def works(session: Session, number: int) -> None:
    """A request, a tool call with its result, and an answer."""
    call = f"toolu_{number}"
    message = {"id": f"m{number}", "role": "assistant", "content": [{**BASH, "id": call}]}
    result = {"type": "tool_result", "tool_use_id": call, "content": "the output of a tool " * 400}
    session.write(
        session.prompt(f"Request {number}")
        + session.line("assistant", message=message)
        + session.line("user", message={"role": "user", "content": [result]})
        + session.answer(f"Answer {number}")
    )


@pytest.fixture
def scratch(tmp_path: Path) -> Iterator[Scratch]:
    made = Scratch(tmp_path / "home")
    session = made.session("11111111-2222-4333-8444-555555555555")
    for number in range(3):
        works(session, number)
    assert made.command("once").returncode == 0
    return made


NAME = "11111111-2222-4333-8444-555555555555"


def test_a_session_is_shown_as_a_model_would_see_it_with_its_tokens(scratch: Scratch) -> None:
    done = scratch.command("history", NAME)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.strip() for line in lines if line.startswith("    ")] == [
        word for n in range(3) for word in (f"Request {n}", f"Answer {n}")
    ]
    assert lines.count("[ACTIONS] 1 tool call left out: 1 Bash") == 3
    assert "the output of a tool" not in done.stdout
    assert "% saved)" in lines[-1]


def test_each_level_and_everything_can_be_asked_for(scratch: Scratch) -> None:
    assert "the output of a tool" in scratch.command("history", NAME, "--level", "all").stdout
    assert scratch.command("history", NAME, "--level", "global", "-q").stdout == ""
    wrong = scratch.command("history", NAME, "--level", "planet")
    assert (wrong.returncode, wrong.stderr) == (
        2, "extractor: there is no level 'planet': task, project, global, all\n",
    )  # fmt: skip


def test_it_speaks_json_and_explains_each_step(scratch: Scratch) -> None:
    told = json.loads(scratch.command("history", NAME, "--json").stdout)
    assert told["tokens"]["whole"] > told["tokens"]["level"] >= told["tokens"]["shown"]
    assert [i["kind"] for i in told["items"]][:3] == ["text", "transition", "text"]
    told = scratch.command("history", NAME, "--level", "all", "--limit", "1500", "--explain").stdout
    assert "compaction, trim: 3 tool results cut to head and tail" in told
    assert "tool_result: 3 items" in told


def test_a_transcript_can_be_shown_without_an_archive_and_a_table_over_several(scratch: Scratch) -> None:
    file = next(scratch.transcripts.glob("*.jsonl"))
    assert "Request 2" in scratch.command("history", str(file), "--state-dir", "/nonexistent").stdout
    table = scratch.command("history", "--stats", str(file), NAME).stdout.splitlines()
    assert [line.split()[0] for line in table] == ["session", file.name, NAME, "all"]
    assert table[1].split()[1:3] == ["3", "3"]
    rows = json.loads(scratch.command("history", "--stats", "--json", str(file)).stdout)
    assert rows[0]["saved"] > 0.5
    many = scratch.command("history", str(file), str(file))
    assert many.stderr == "extractor: several sessions are only shown as a table: add --stats\n"


def test_a_session_nobody_knows_is_named(scratch: Scratch) -> None:
    done = scratch.command("history", "nobody")
    assert (done.returncode, done.stderr) == (
        1, "extractor: there is no session nobody in the archive, and no file of that name: check the id\n",
    )  # fmt: skip


def test_only_a_file_that_is_there_is_told_to_be_no_sessions_id(scratch: Scratch) -> None:
    (file,) = scratch.transcripts.glob("*.jsonl")
    done = scratch.command("archive", str(file))
    assert (done.returncode, done.stderr) == (
        1,
        f"extractor: {file} is a file, and a session's id is needed here: `extractor digest --all` names those"
        " there are\n",
    )
    gone = scratch.command("archive", f"{file}.gone")
    assert gone.stderr == f"extractor: there is no session {file}.gone in the archive: check the id\n"


@pytest.mark.parametrize(
    "words",
    [
        ["history"], ["archive"], ["digest", "--session"], ["context", "--session"],
        ["recall", "one", "--session"], ["forget", "--yes", "--session"],
    ],
)  # fmt: skip
def test_a_beginning_several_sessions_have_is_refused_and_they_are_named(
    scratch: Scratch, words: list[str]
) -> None:
    other = "11111111-3333-4333-8444-555555555555"
    scratch.session(other).turn("Another one.")
    assert scratch.command("once").returncode == 0
    done = scratch.command(*words, "1111")
    assert (done.returncode, done.stdout, done.stderr) == (
        1, "", "extractor: the ids of 2 sessions begin with 1111: give more of the one you mean:"
        f" {other}, {NAME}\n",
    )  # fmt: skip
    assert scratch.command("history", other[:10]).returncode == 0


def test_a_session_without_a_name_is_none(scratch: Scratch) -> None:
    for command in ("digest", "context"):
        done = scratch.command(command, "--session", "")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("extractor: there is no session '': ")


def test_a_stretch_is_closed_by_hand_and_what_follows_stays_open(scratch: Scratch) -> None:
    done = scratch.command("archive", NAME)
    assert done.returncode == 0, done.stderr
    assert "3 requests, 3 tool calls, 0 files written; manual]" in done.stdout
    works(Session(scratch.transcripts / f"{NAME}.jsonl", NAME, str(scratch.project)), 3)
    assert scratch.command("once").returncode == 0
    brief = scratch.command("history", NAME, "--level", "global").stdout
    assert brief.startswith("[CLOSED ")
    assert "    Request" not in brief
    still_open = scratch.command("history", NAME, "--level", "project").stdout
    assert "    Request 3" in still_open
    assert "Request 1" not in still_open
    again = json.loads(scratch.command("archive", NAME, "--json").stdout)
    assert again["closed"]["requests"] == 1
    assert scratch.command("archive", NAME).stdout == "nothing is open that was understood\n"


def test_a_closed_session_tells_the_talk_its_file_tells_and_that_it_is_closed(scratch: Scratch) -> None:
    file = str(next(scratch.transcripts.glob("*.jsonl")))
    before = scratch.command("history", NAME).stdout
    assert scratch.command("history", file).stdout == before
    assert scratch.command("archive", NAME).returncode == 0
    *talk, closed = scratch.command("history", NAME).stdout.splitlines()
    assert talk == before.splitlines()
    assert closed == "1 stretch of it is closed: `--level global` shows what of it stays at hand"
    told = json.loads(scratch.command("history", NAME, "--json").stdout)
    assert told["closed"] == 1
    assert json.loads(scratch.command("history", file, "--json").stdout)["items"] == told["items"]
    assert scratch.command("history", NAME, "--level", "global", "-q").stdout.startswith("[CLOSED ")


def test_a_mistyped_name_is_told_and_makes_no_state_file(tmp_path: Path) -> None:
    empty = Scratch(tmp_path / "home")
    gone = empty.command("history", "/nowhere/session.jsonl")
    assert (gone.returncode, gone.stderr) == (
        1, "extractor: there is no transcript /nowhere/session.jsonl: check the path\n",
    )  # fmt: skip
    done = empty.command("archive", "nobody")
    assert done.returncode == 1
    assert "yet: start `extractor run` or `extractor once`" in done.stderr
    assert not empty.state.exists()
