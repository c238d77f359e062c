"""Memory folders, as they are joined to what else knows of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC
from pathlib import Path

import pytest

from extractor import fs
from extractor.archive.archive import Archive
from extractor.archive.migrations import MIGRATIONS
from extractor.config.settings import LOCK_FILE, Settings, load
from extractor.connect.record import FILE, Entry, Record
from extractor.domain import Milliseconds, SessionId, Transcript
from extractor.errors import StoreFailed
from extractor.extraction.folders import Places
from extractor.transcripts.source import Reading, Said
from extractor.wiring.actions import bring
from extractor.wiring.folders import make_folders, open_archive
from tests.support.place import cannot_be_looked_at
from tests.support.talk import call, human

NOW = Milliseconds(1_790_000_000_000)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    env = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    return load({"state_dir": tmp_path / "state"}, env).settings


@pytest.fixture
def archive(settings: Settings) -> Iterator[Archive]:
    opened = open_archive(settings)
    yield opened
    opened.close()


def test_a_folder_is_called_what_clients_call_it_too(
    tmp_path: Path, settings: Settings, archive: Archive
) -> None:
    memory, link = tmp_path / "memory", tmp_path / ".gemini/tmp/shop/memory"
    memory.mkdir()
    record = Record(settings.state_dir)
    record.keep(Entry(client="gemini", project="/shop", form="link", path=str(link), target=str(memory)))
    record.keep(Entry(client="gemini", project="/x", form="link", path="/elsewhere", target="/other"))
    folder = make_folders(archive, settings, lambda: NOW, UTC).get(memory)
    assert str(link) in folder.spellings
    assert "/elsewhere" not in folder.spellings


def test_a_record_nobody_can_read_keeps_no_folder_from_being_used(
    tmp_path: Path, settings: Settings, archive: Archive
) -> None:
    (settings.state_dir / FILE).write_text("{")
    (settings.state_dir / FILE).chmod(0o600)
    assert make_folders(archive, settings, lambda: NOW, UTC).get(tmp_path / "memory").snapshot() == {}


def test_a_folder_that_became_a_link_is_the_one_it_leads_to(
    tmp_path: Path, settings: Settings, archive: Archive
) -> None:
    folders = make_folders(archive, settings, lambda: NOW, UTC)
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        folder.mkdir()
    before = folders.get(two)
    assert before is not folders.get(one)
    two.rmdir()
    two.symlink_to(one)
    assert folders.get(two) is folders.get(one)
    assert str(two) in folders.get(one).spellings


def test_memory_that_belongs_where_nobody_can_look_stays_where_it_is_and_that_is_told(
    tmp_path: Path, settings: Settings, archive: Archive
) -> None:
    where = Places(None, tmp_path / ".claude", tmp_path / "data", {})
    port = where.own("/x/shop") / "port.md"
    port.parent.mkdir(parents=True)
    port.write_text("The staging port is 8080.\n")
    cannot_be_looked_at(tmp_path / ".claude")
    folders = make_folders(archive, settings, lambda: NOW, UTC)
    (line,) = bring(archive, folders, where, ("/x/shop",), lambda: NOW)
    assert str(where.looks("/x/shop")) in line
    assert port.read_text() == "The staging port is 8080.\n"


def test_what_leads_to_a_private_place_is_stored_without_its_words(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "notes").symlink_to(tmp_path / "vault")
    (tmp_path / "v").symlink_to("vault")
    given = {"state_dir": tmp_path / "state", "private_paths": [str(tmp_path / "v")]}
    archive = open_archive(load(given, {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}).settings)
    transcript = Transcript("plain", str(tmp_path / "one.jsonl"), SessionId("one"))
    inside = transcript._replace(path=str(tmp_path / "two.jsonl"), session=SessionId("two"))
    read = Said(call("c", "1", "Read", text=f'{{"file_path":"{tmp_path}/shop/notes/salary.md"}}'))
    try:
        archive.messages.store(transcript, Reading([read], "1", cwd=str(tmp_path / "shop")), None)
        archive.messages.store(
            inside, Reading([Said(human("h"))], "1", cwd=str(tmp_path / "vault" / "x")), None
        )
        assert archive.db.rows("SELECT text FROM messages") == [("[PRIVATE]",)]
    finally:
        archive.close()


def test_a_state_file_is_not_brought_to_todays_shape_beside_a_service_of_an_earlier_version(
    settings: Settings,
) -> None:
    with closing(open_archive(settings)) as archive:
        archive.db.run("DELETE FROM migrations WHERE name = ?", (MIGRATIONS[-1].__name__,))
        archive.db.run("DROP INDEX sessions_of_agents")
        archive.db.run("ALTER TABLE sessions DROP COLUMN has_agent")
    lock = settings.state_dir / LOCK_FILE
    with fs.instance_lock(lock):
        lock.with_name(f"{LOCK_FILE}.pid").write_text("1\n")  # another process than this one
        for _ in range(2):
            with pytest.raises(
                StoreFailed, match=r"the service that runs \(process 1\) is of an earlier version"
            ):
                open_archive(settings)
    with closing(open_archive(settings)) as archive:
        assert archive.db.number("SELECT count(*) FROM migrations") == len(MIGRATIONS)
    with fs.instance_lock(lock):
        lock.with_name(f"{LOCK_FILE}.pid").write_text("1\n")
        open_archive(settings).close()
