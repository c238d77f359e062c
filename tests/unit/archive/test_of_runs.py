"""Which files runs wrote, and what is taken for written where no run is known any more."""

from __future__ import annotations

from datetime import UTC
from functools import partial
from pathlib import Path

from extractor.archive.of_runs import written_into
from extractor.service.memory_folder import MemoryFolder
from tests.support.scripted import Desk
from tests.unit.actions.test_removals import RULE, gone_for_good, learned

FILE = b'---\nname: a\ndescription: "Say it in French."\nmetadata:\n  originSessionId: s\n---\n\nMine.\n'


def shown(desk: Desk) -> MemoryFolder:
    """The desk's folder as the service makes it."""
    into = partial(written_into, desk.archive.statements, is_removed=desk.archive.tombstones.is_on)
    return MemoryFolder(desk.path, desk.archive.journal, desk.clock, "", UTC, written=into)


def test_of_a_file_no_run_is_known_of_a_description_that_was_removed_counts(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    told = written_into(desk.archive.statements, "/memory", {"a.md": FILE}, "Say it in French.".__eq__)
    assert told == {"a.md": frozenset(["Say it in French."])}
    assert written_into(desk.archive.statements, "/memory", {"a.md": FILE}) == {}
    desk.close()


def test_an_index_tells_nothing_a_person_took_out_also_from_a_state_file_built_anew(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    learned(desk)
    path = desk.path / "rule-a.md"
    front, _, _ = path.read_text().rpartition("---\n")
    path.write_text(f"{front}---\n\n# Notes\n")
    gone_for_good(desk)
    desk.archive.tombstones.save()
    desk.close()
    for left in (tmp_path / "state").glob("state.db*"):
        left.unlink()
    desk = Desk(tmp_path)
    folder = shown(desk)
    folder.refresh_index()
    index = (desk.path / "MEMORY.md").read_text()
    assert "(rule-a.md)" in index
    assert RULE not in index
    folder.close()
    desk.close()
