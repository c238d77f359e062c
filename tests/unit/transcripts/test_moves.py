"""A session's moves are told once each, from the directory the reading before ended in."""

from __future__ import annotations

from extractor.transcripts.moves import Moves
from extractor.transcripts.source import Move


def test_a_move_is_told_where_the_directory_changes() -> None:
    moves = Moves(None)
    for record, cwd in enumerate(["/a", "/a", None, "b", 7, "/a/b", "/a"]):
        moves.to(cwd, record)
    assert moves.all() == (Move(0, "/a"), Move(5, "/a/b"), Move(6, "/a"))
    assert moves.here == "/a"


def test_a_reading_begins_where_the_one_before_ended() -> None:
    moves = Moves("/a")
    moves.to("/a", 3)
    assert moves.all() == (Move(0, "/a"),)
