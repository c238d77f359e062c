"""The whole loop over real sessions, where they are at hand."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from extractor.config.settings import load
from extractor.domain import Speaker
from extractor.memory.file_name import INDEX_FILE
from extractor.memory.memory_file import parse
from extractor.service.once import Report, once
from extractor.wiring.parts import Parts, build
from tests.support.shared import need_shared

FORKS = {
    "2.0.76": ("33333333-cccc-4ccc-8ccc-000000002076", "44444444-dddd-4ddd-8ddd-000000002076", "7f1bc135"),
    "2.1.63": ("33333333-cccc-4ccc-8ccc-000000002163", "44444444-dddd-4ddd-8ddd-000000002163", "3f54b322"),
    "2.1.197": ("33333333-cccc-4ccc-8ccc-000000021197", "44444444-dddd-4ddd-8ddd-000000021197", "67ba2f66"),
    "2.1.329": ("10000000-0000-4000-8000-000000000004", "10000000-0000-4000-8000-000000000005", ""),
}


@contextmanager
def parts(home: Path) -> Iterator[Parts]:
    given = {
        "state_dir": home / "state",
        "memory_dir": home / "memory",
        "claude_dir": home / ".claude",
        "learn_headless": True,
    }
    made = build(load(given, {"HOME": str(home)}).settings, {"HOME": str(home)})
    yield made
    made.folders.close()
    made.archive.close()


def learn(made: Parts, *files: Path) -> Report:
    return once(made.archive, made.intake, made.learning, [made.named(f) for f in files], lambda *_: None)


@pytest.mark.parametrize("version", sorted(FORKS))
def test_what_a_fork_copied_is_neither_stored_nor_learned_from_twice(version: str, tmp_path: Path) -> None:
    folder = (
        need_shared() / "transcripts" / "clients" / "claude-code" / version / "projects" / "-home-dev-shop"
    )
    first, second, third = FORKS[version]
    sessions = [
        f
        for f in sorted(folder.glob("*.jsonl"))
        if f.stem in (first, second) or (third and f.stem.startswith(third))
    ]
    with parts(tmp_path) as made:
        seen: set[tuple[str, int]] = set()
        copied = 0
        for file in sorted(sessions, key=lambda f: _first_time(f)):
            before = made.archive.db.number("SELECT count(*) FROM messages")
            runs = made.archive.db.number("SELECT count(*) FROM runs")
            learn(made, file)
            (info,) = made.archive.sessions.meant(file.stem)
            keys = {(s.message.key.uuid, s.message.key.block) for s in made.archive.messages.live(info.id)}
            copied += len(keys & seen)
            assert made.archive.db.number("SELECT count(*) FROM messages") == before + len(keys - seen)
            own_people = [
                s for s in made.archive.messages.live(info.id)
                if s.message.speaker in (Speaker.HUMAN, Speaker.HUMAN_HEADLESS)
                and (s.message.key.uuid, s.message.key.block) not in seen
            ]  # fmt: skip
            held = made.archive.db.number(
                "SELECT coalesce(sum(exchanges), 0) FROM runs WHERE id > ?", (runs,)
            )
            assert held <= len(own_people)
            seen |= keys
    assert copied > 0, "no fork among these files"


def _first_time(file: Path) -> tuple[int, str]:
    """Parents before their forks: a fork's file is named after its parent's in the set."""
    return (0 if file.stem.startswith(("3333", "10000000")) else 1, file.stem)


def test_every_public_session_is_read_and_a_second_pass_changes_nothing(tmp_path: Path) -> None:
    files = sorted((need_shared() / "transcripts" / "public").glob("*.jsonl"))
    with parts(tmp_path) as made:
        report = learn(made, *files)
        assert (report.transcripts, report.unreadable, report.failed, report.stopped) == (18, 0, 0, "")
        assert made.archive.db.check() == []
    memory = {f: (tmp_path / "memory" / f).read_bytes() for f in os.listdir(tmp_path / "memory")}
    assert len(memory) - 1 >= 10
    with parts(tmp_path) as made:
        again = learn(made, *files)
        assert (again.messages, again.runs) == (0, 0)
    assert {f: (tmp_path / "memory" / f).read_bytes() for f in os.listdir(tmp_path / "memory")} == memory


def test_no_memory_of_the_public_sessions_rests_on_tool_output(tmp_path: Path) -> None:
    files = sorted((need_shared() / "transcripts" / "public").glob("*.jsonl"))
    with parts(tmp_path) as made:
        learn(made, *files)
        folder = tmp_path / "memory"
        stated = 0
        for file in sorted(folder.glob("*.md")):
            if file.name == INDEX_FILE:
                continue
            quotes = made.archive.provenance.of_file(str(folder), file.name)
            for statement in parse(file.read_bytes()).statements:
                stated += 1
                resting = [q for q in quotes if q.statement == statement]
                assert resting, f"{file.name}: {statement!r} rests on nothing"
                for quote in resting:
                    row = made.archive.db.row(
                        "SELECT speaker, kind, text FROM messages WHERE uuid = ? AND block = ?",
                        (quote.key.uuid, quote.key.block),
                    )
                    assert row is not None
                    assert row[0] in ("human", "human-headless", "assistant")
                    assert row[1] == "text"
        assert stated >= 10
