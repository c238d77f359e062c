"""What grew since it was read is known without opening it."""

from __future__ import annotations

import os
from pathlib import Path

from extractor.commands.unread import unread
from extractor.domain import Milliseconds, SessionId, Transcript

NOW = Milliseconds(10_000)


def at(path: Path, moment: int) -> Transcript:
    path.write_text("{}")
    os.utime(path, ns=(moment * 1_000_000, moment * 1_000_000))
    return Transcript("plain", str(path), SessionId("s"))


def test_a_transcript_is_unread_where_it_is_new_or_was_written_since(tmp_path: Path) -> None:
    read, new, grown = (at(tmp_path / name, 5_000) for name in ("read", "new", "grown"))
    known = {read.path: Milliseconds(5_000), grown.path: Milliseconds(4_999)}
    assert unread(iter([read, new, grown]), known, NOW) == 2


def test_a_clock_that_was_ahead_keeps_no_transcript_unread(tmp_path: Path) -> None:
    ahead = at(tmp_path / "ahead", 50_000)
    assert unread(iter([ahead]), {ahead.path: NOW}, NOW) == 0


def test_one_that_is_gone_or_has_a_name_no_state_file_holds_waits_for_nothing(tmp_path: Path) -> None:
    gone = Transcript("plain", str(tmp_path / "gone"), SessionId("s"))
    odd = Transcript("plain", str(tmp_path / "odd\udcfc"), SessionId("s"))
    assert unread(iter([gone, odd]), {}, NOW) == 0


def test_a_row_of_a_database_tells_itself_when_it_changed() -> None:
    row = Transcript("opencode", "/none/s", SessionId("s"), stamp=(7_000, 1))
    assert unread(iter([row]), {row.path: Milliseconds(6_000)}, NOW) == 1
    assert unread(iter([row]), {row.path: Milliseconds(7_000)}, NOW) == 0
