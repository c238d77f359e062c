"""`run`: what is told of a memory file that was changed, and how the sample ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from extractor.commands.follow import news
from extractor.memory.changeset import FileChange
from tests.support.machine import Scratch

HEAD = '---\nname: tests\ndescription: "Tests run on SQLite."\n---\n\n'
FIRST, SECOND, OTHER = "Tests run on SQLite.", "Tests run in parallel.", "Tests run on PostgreSQL."
WHY = "**Why:** SQLite hid a bug."


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ((FIRST,), (FIRST, SECOND), SECOND),
        ((FIRST, SECOND), (OTHER, SECOND), OTHER),
        ((FIRST,), (FIRST, SECOND, OTHER), f"{SECOND} {OTHER}"),
        ((FIRST,), (FIRST, WHY), "SQLite hid a bug."),
        ((FIRST, SECOND), (FIRST,), f"no longer: {SECOND}"),
        ((FIRST,), (FIRST,), FIRST),
    ],
    ids=["added", "replaced", "two added", "a reason", "taken out", "front matter alone"],
)
def test_of_a_changed_file_its_news_is_told(
    before: tuple[str, ...], after: tuple[str, ...], told: str
) -> None:
    was, is_ = ((HEAD + "\n\n".join(each) + "\n").encode() for each in (before, after))
    assert news(FileChange("tests.md", was, is_)) == told


def test_a_sample_to_which_nobody_listens_any_more_ends_at_once_and_without_a_word(tmp_path: Path) -> None:
    machine = Scratch(tmp_path)
    command = [sys.executable, "-m", "extractor", "run", "--sample"]
    playing = subprocess.Popen(
        command, env=machine.env, cwd=machine.project, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        assert playing.stdout is not None
        assert playing.stderr is not None
        assert b"playing a sample session" in playing.stdout.readline()
        playing.stdout.close()
        assert playing.wait(30) == 0
        assert playing.stderr.read() == b""
    finally:
        playing.kill()
        playing.wait()
        playing.stderr.close()
