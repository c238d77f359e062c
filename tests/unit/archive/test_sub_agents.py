"""Whose sub-agents' calls are found, and what finding them costs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from extractor.archive.archive import Archive
from extractor.archive.database import Database, Value
from extractor.archive.migrations import MIGRATIONS, migrate
from extractor.archive.standing import Project, SessionInfo
from extractor.archive.sub_agents import SubAgents
from extractor.domain import Message, Milliseconds, SessionId, Transcript
from extractor.transcripts.source import Boundary, BoundaryKind, Reading, Record, Said
from tests.support.talk import call, human, message, result

FOLDER = "/memory"
FOREVER = Milliseconds(1 << 60)
SHOP, BLOG = "/home/dev/shop", "/home/dev/blog"

EVERY_SESSION = """SELECT m.uuid FROM transcripts t JOIN sessions s ON s.id = t.session_id AND s.id <> :id
    JOIN membership b ON b.transcript = t.id JOIN messages m ON m.id = b.message
    WHERE s.client = :client AND (t.modified >= :since OR t.modified = 0) AND coalesce(t.first, 0) < :until
    AND ((s.session > :session || '/' AND s.session < :session || '0') OR (s.project IS :project
      AND (t.sidechain = 1 OR (SELECT f.sidechain FROM membership c JOIN messages f ON f.id = c.message
        WHERE c.transcript = t.id ORDER BY c.position LIMIT 1) = 1)
      AND NOT EXISTS (SELECT 1 FROM sessions o WHERE o.client = s.client AND instr(s.session, '/') > 0
        AND o.session = substr(s.session, 1, instr(s.session, '/') - 1))))
    AND m.kind = 'tool_call' AND m.at >= :since AND m.at < :until
    AND instr(replace(coalesce(m.path, m.text), '\\', '/'), :folder)
    AND NOT EXISTS (SELECT 1 FROM messages f JOIN membership c ON c.message = f.id
      WHERE f.failed = 1 AND f.call = m.call AND c.transcript = b.transcript)"""
"""The same asked of every session there is."""


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    made = Archive.open(tmp_path / "state", str, lambda: Milliseconds(1))
    yield made
    made.close()


def store(
    archive: Archive,
    session: str,
    *said: Message,
    file: str = "",
    project: str | None = SHOP,
    is_agents: bool = False,
    is_anew: bool = False,
    modified: int = 1_000,
    client: str = "plain",
) -> int:
    """A reading of a transcript; `is_anew`: it is told again from its start."""
    told: list[Record] = [Boundary(BoundaryKind.RESTART, Milliseconds(0))] if is_anew else []
    reading = Reading([*told, *map(Said, said)], "1", modified=Milliseconds(modified))
    transcript = Transcript(client, f"/{client}/{session}{file}.jsonl", SessionId(session), is_agents)
    seen = None if project is None else Project(project, is_seen=True)
    return archive.messages.store(transcript, reading, seen).session


def wrote(name: str, at: int = 10, *, sidechain: bool = True) -> Message:
    """A call that writes to the memory folder."""
    made = call(name, f"t-{name}", "Write", f"{FOLDER}/{name}.md")
    return made._replace(at=Milliseconds(at), sidechain=sidechain)


def found(archive: Archive, session: int, since: int = 0, until: int = FOREVER) -> list[str]:
    info = archive.sessions.of_row(session)
    assert info is not None
    calls = archive.sub_agents.calls(info, Milliseconds(since), Milliseconds(until), [FOLDER])
    return sorted(made.key.uuid for made in calls)


def found_in_all(archive: Archive, info: SessionInfo, since: int, until: int) -> list[str]:
    asked: dict[str, Value] = {
        "id": info.id, "client": info.client, "session": info.session, "project": info.project,
        "since": since, "until": until, "folder": FOLDER,
    }  # fmt: skip
    return sorted(str(uuid) for (uuid,) in archive.db.rows(EVERY_SESSION, asked))


def test_a_transcript_that_opens_with_a_sub_agents_words_is_one_whatever_its_name(archive: Archive) -> None:
    session = store(archive, "s", human("h1"))
    store(archive, "other", human("h2", sidechain=True), wrote("w1"))
    store(archive, "elsewhere", wrote("w2"), project=BLOG)
    store(archive, "talk", human("h3"), wrote("w3", sidechain=False))
    assert found(archive, session) == ["w1"]


def test_words_told_before_in_a_sub_agents_transcript_make_one_of_the_next_that_tells_them(
    archive: Archive,
) -> None:
    session = store(archive, "s", human("h1"))
    store(archive, "a", human("h2", sidechain=True), project=BLOG)
    store(archive, "b", human("h2"), wrote("w1", sidechain=False))
    assert found(archive, session) == ["w1"]


def a_home(archive: Archive, chance: Random) -> set[int]:
    """Sessions of every kind, as they come: named after others or not, read in parts or told again."""
    names = ["a", "b", "a/x", "a/x/deep", "b/y", "gone/z", "c", "d", "0", "a0"]
    rows = set()
    for step in range(60):
        name = chance.choice(names)
        words = [
            chance.choice([human, wrote])(
                f"m{chance.randrange(40)}", at=chance.randrange(100), sidechain=chance.random() < 0.5
            )
            for _ in range(chance.randrange(4))
        ]
        if chance.random() < 0.2:
            words.append(result(f"r{step}", f"t-m{chance.randrange(40)}", failed=True))
        rows.add(
            store(
                archive,
                name,
                *words,
                file=chance.choice(["", "-2"]),
                project=chance.choice([None, SHOP, SHOP, BLOG]),
                is_agents=chance.random() < 0.2,
                is_anew=chance.random() < 0.2,
                modified=chance.choice([0, 20, 50, 1_000]),
                client=chance.choice(["plain", "plain", "codex"]),
            )
        )
    return rows


@pytest.mark.parametrize("seed", range(12))
def test_just_those_calls_are_found_that_a_look_at_every_session_finds(archive: Archive, seed: int) -> None:
    chance = Random(seed)
    some = 0
    for session in sorted(a_home(archive, chance)):
        info = archive.sessions.of_row(session)
        assert info is not None
        for _ in range(10):
            since, until = chance.randrange(100), chance.choice([chance.randrange(100), FOREVER])
            there = found_in_all(archive, info, since, until)
            assert found(archive, session, since, until) == there
            some += len(there)
    assert some > 0


def steps_of(path: Path, info: SessionInfo) -> int:
    """Steps of SQLite's own machine a question takes."""
    connection = sqlite3.connect(path)
    steps: list[None] = []
    connection.set_progress_handler(lambda: steps.append(None), 1)
    SubAgents(Database(path, connection)).calls(info, Milliseconds(0), FOREVER, [FOLDER])
    connection.close()
    return len(steps)


def test_a_home_of_many_sessions_without_sub_agents_makes_the_question_no_dearer(archive: Archive) -> None:
    session = store(archive, "s", human("h1"))
    store(archive, "s/agent-1", wrote("w1"), is_agents=True)
    store(archive, "other", wrote("w2"), is_agents=True)
    info = archive.sessions.of_row(session)
    assert info is not None
    few = steps_of(archive.db.path, info)
    for number in range(300):
        store(archive, f"talk-{number}", message(f"t{number}"))
        store(archive, f"far-{number}", wrote(f"f{number}"), project=BLOG, is_agents=True)
    assert found(archive, session) == ["w1", "w2"]
    assert steps_of(archive.db.path, info) < 2 * few


def test_an_archive_of_an_earlier_shape_knows_its_sub_agents(archive: Archive, tmp_path: Path) -> None:
    session = store(archive, "s", human("h1"))
    store(archive, "named", wrote("w1", sidechain=False), is_agents=True)
    store(archive, "told", human("h2", sidechain=True), wrote("w2"))
    store(archive, "talk", human("h3"), wrote("w3", sidechain=False))
    path = archive.db.path
    archive.close()
    with sqlite3.connect(path, isolation_level=None) as older:
        older.execute("DROP INDEX sessions_of_agents")
        older.execute("ALTER TABLE sessions DROP COLUMN has_agent")
        older.execute("DELETE FROM migrations WHERE name = ?", (MIGRATIONS[10].__name__,))
        assert migrate(older, 2) == ["m011_sessions_of_agents"]
    older.close()
    again = Archive.open(tmp_path / "state", str, lambda: Milliseconds(1))
    assert found(again, session) == ["w1", "w2"]
    assert again.db.number("SELECT count(*) FROM sessions WHERE has_agent = 1") == 2
    again.close()
