"""`remember` with the real command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.machine import Scratch


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path / "home")


def test_a_sentence_is_kept_told_found_and_taken_back(scratch: Scratch) -> None:
    done = scratch.command("remember", "the", "staging", "port", "is", "8080", "--pin")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        f"kept in {scratch.memory}/staging-port.md: The staging port is 8080.",
        "pinned: it stands in every prompt",
        "`extractor undo 1` takes it back",
    ]
    assert "(staging-port.md)" in scratch.files()["MEMORY.md"]
    assert "said by the person on the command line" in scratch.command("why", "staging-port").stdout
    hits = json.loads(scratch.command("recall", "staging port", "--json").stdout)
    assert [hit["client"] for hit in hits["hits"]] == ["command-line"]
    assert [memory["file"] for memory in hits["memories"]] == ["staging-port.md"]
    again = scratch.command("remember", "The staging port is 8080.")
    assert (again.returncode, again.stdout) == (
        0,
        f"{scratch.memory}/staging-port.md says this already: The staging port is 8080.\n",
    )
    assert scratch.command("undo", "--yes").returncode == 0
    assert "staging-port.md" not in scratch.files()


def test_what_may_not_be_kept_is_one_line(scratch: Scratch) -> None:
    secret = "ghp_" + "Zk3vQ9xW7pLm2Rt8Ys4Nd6Bf1Hj5Gc0aXyUo"
    for code, *words in (
        (1, f"The token is {secret}."),
        (2, "x", "--type", "thing"),
        (2, "x y z", "--name", "../up"),
    ):
        done = scratch.command("remember", *map(str, words))
        assert (done.returncode, len(done.stderr.splitlines())) == (code, 1)
        assert secret not in done.stderr
    done = scratch.command("remember", "The caf\udce9 is closed on Mondays.")
    assert (done.returncode, done.stderr.count("\n"), "not UTF-8" in done.stderr) == (1, 1, True)
    assert scratch.files() == {}
