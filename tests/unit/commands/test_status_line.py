from __future__ import annotations

import os
from pathlib import Path

import pytest

from extractor.archive.archive import Archive
from extractor.archive.ledger import Call, Ceilings
from extractor.clock import now_ms, today
from extractor.commands.status_line import status_line
from extractor.config.settings import Settings, load
from extractor.domain import Milliseconds
from extractor.memory.redaction.redact import redact
from extractor.models.model import Usage
from tests.support.machine import Scratch
from tests.support.talk import START


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scratch:
    made = Scratch(tmp_path / "home")
    monkeypatch.chdir(made.project)
    return made


def settings(scratch: Scratch, **changes: object) -> Settings:
    return load(changes, scratch.env).settings


def wrote(folder: Path, name: str, at: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("A fact.")
    os.utime(folder / name, ns=(at * 1_000_000, at * 1_000_000))


@pytest.mark.parametrize(
    ("age", "told"),
    [(0, "just now"), (61, "1 min ago"), (7_200, "2 h ago"), (90_000, "1 d ago"), (-5, "just now")],
)
def test_the_newest_file_of_the_project_and_the_person_counts(scratch: Scratch, age: int, told: str) -> None:
    wrote(scratch.memory, "old.md", START - 10**10)
    wrote(settings(scratch).data_dir / "personal", "me.md", START)
    wrote(scratch.memory, "MEMORY.md", START + 10**9)
    wrote(scratch.memory, "notes.txt", START + 10**9)
    line = status_line(settings(scratch), scratch.env, Milliseconds(START + age * 1_000))
    assert line == f"2 memories, newest {told}"


@pytest.mark.parametrize(
    ("costs", "told"),
    [
        ((), "$0.0000"),
        ((123_400,), "$0.1234"),
        ((None,), "1 call at an unknown price"),
        ((123_400, None, None), "$0.1234 and 2 calls at an unknown price"),
    ],
)
def test_with_a_paid_model_todays_cost_is_told_and_an_unknown_price_is_not_nought(
    scratch: Scratch, costs: tuple[int | None, ...], told: str
) -> None:
    wrote(scratch.memory, "one.md", START)
    scratch.state.mkdir(parents=True, mode=0o700)
    archive = Archive.open(scratch.state, redact, now_ms)
    for cost in costs:
        reserved = archive.ledger.reserve(Call(today().isoformat(), 1, "m", 1, 1, cost), Ceilings(10))
        assert isinstance(reserved, int)
        archive.ledger.reconcile(reserved, Usage(1, 0, 0, 1), cost)
    archive.close()
    line = status_line(settings(scratch, model="anthropic"), scratch.env, Milliseconds(START))
    assert line == f"1 memory, newest just now, {told} today"
