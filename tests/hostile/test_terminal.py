"""A file, a name or a quote that holds escape codes does nothing to the terminal it is shown on."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from extractor.cli import main

CODES = "\x1b]52;c;cm0gLXJm\x07 \x1b[2J \x9b31m \x7f \u202e"
EVIL = f"""---
name: deploys
description: "Deploys happen on Tuesdays {CODES.replace(chr(27), "").replace(chr(7), "")}"
---

Deploys happen on Tuesdays {CODES} at noon.
\tA tab is harmless.
"""

Give = Callable[..., str]


@pytest.fixture
def give(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Give:
    """Gives a command on a machine with a transcript and memory files of such names and words; returns what it told."""
    for name in [name for name in os.environ if name.startswith(("EXTRACTOR_", "XDG_"))]:
        monkeypatch.delenv(name)
    memory = tmp_path / "memory"
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("EXTRACTOR_MEMORY_DIR", str(memory))
    monkeypatch.chdir(tmp_path)

    def given(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["extractor", *words])
        try:
            main()
        except SystemExit:
            pass  # a refusal is told as well
        told = capsys.readouterr()
        return told.out + told.err

    said = tmp_path / f"mine{CODES}.jsonl"
    message = {
        "uuid": "0c5a9f6e-6d7e-4b53-9f0a-000000000001",
        "role": "user",
        "content": f"Never mock the Zanzibar database in tests. We saw {CODES} there.",
        "timestamp": "2026-03-02T09:01:00Z",
    }
    said.write_text(json.dumps(message) + "\n")
    assert "1 memory added" in given("once", str(said))
    (learned,) = memory.glob("*mock*.md")
    learned.rename(memory / "learned.md")
    (memory / "deploys.md").write_text(EVIL)
    (memory / f"other{CODES}.md").write_text(EVIL)
    assert "deploys.md is pinned" in given("pin", "deploys")
    later = {
        **message,
        "uuid": "0c5a9f6e-6d7e-4b53-9f0a-000000000002",
        "content": "Always deploy on Tuesdays.",
    }
    (tmp_path / f"later{CODES}.jsonl").write_text(json.dumps(later) + "\n")
    return given


@pytest.mark.parametrize(
    "words",
    [
        ["list"], ["show", "deploys"], ["show", f"other{CODES}"], ["show", "learned"], ["why", "deploys"],
        ["why", "learned"], ["log"], ["log", f"other{CODES}"], ["undo", "--dry-run"], ["undo", "--yes"],
        ["undo", "1", "--yes"], ["pin"], ["compact", "deploys", "--yes"], ["status"], ["status", "--accept", "--yes"],
        ["digest"], ["digest", "--all"], ["recall", "zanzibar"], ["history", "mine"], ["history", "mine", "--stats"],
        ["history", "mine", "--explain"], ["projects"], ["archive", "mine"], ["forget", "zanzibar"],
        ["forget", "zanzibar", "--yes"], ["once", "--dry-run"], ["once", "--dry-run", f"later{CODES}.jsonl"],
        ["once"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_no_command_hands_escape_codes_to_a_terminal(give: Give, words: list[str]) -> None:
    told = give(*words)
    assert told
    assert not [line for line in told.split("\n") if not line.isprintable()]


def test_show_writes_codes_out_and_leaves_tabs(give: Give) -> None:
    told = give("show", "deploys").splitlines()
    assert told[0] == "---"
    assert "        A tab is harmless." in told
    (line,) = (line for line in told if line.endswith("at noon."))
    assert line.startswith(r"Deploys happen on Tuesdays \x1b]52;c;cm0gLXJm\x07 \x1b[2J \x9b31m \x7f \u202e")


def test_for_a_program_the_words_are_as_they_are(give: Give) -> None:
    shown = json.loads(give("show", "deploys", "--json"))
    assert f"Deploys happen on Tuesdays {CODES} at noon.\n\tA tab is harmless.\n" in shown["text"]
