"""A checkpoint leads on where a read ended; what cannot be understood, or is another file by now, begins again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from extractor.domain import Milliseconds
from extractor.errors import TranscriptError
from extractor.transcripts.checkpoint import Checkpoint, Checkpoints

LATER = Milliseconds(1 << 50)
FIRST, SECOND = b'{"n": 1}\n', b'{"n": 2}\n'


@dataclass(slots=True)
class Known:
    lines: int = 0


CHECKPOINTS = Checkpoints(Checkpoint[Known], Known)


def read(
    path: Path, checkpoint: str | None, roots: tuple[Path, ...] = ()
) -> tuple[list[bytes | None], bool, str]:
    """The new lines, whether it began again, and the checkpoint behind them."""
    with CHECKPOINTS.resumed(path, roots, checkpoint, 1 << 20, LATER) as new:
        new.state.lines += len(new.haul.lines)
        return (
            [line.data for line in new.haul.lines],
            new.restarted,
            CHECKPOINTS.written(new.haul.mark, new.state),
        )


def test_a_read_goes_on_where_the_last_one_ended_and_knows_what_it_knew(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(FIRST)
    lines, restarted, checkpoint = read(path, None)
    assert (len(lines), restarted) == (1, False)
    path.write_bytes(FIRST + SECOND)
    lines, restarted, checkpoint = read(path, checkpoint)
    assert (len(lines), restarted) == (1, False)
    with CHECKPOINTS.resumed(path, (), checkpoint, 1 << 20, LATER) as new:
        assert (new.haul.lines, new.state) == ([], Known(2))


@pytest.mark.parametrize("checkpoint", ["", "{", '{"mark": {}}', '{"mark": 1, "state": {"lines": 1}}'])
def test_one_that_cannot_be_understood_begins_again_with_a_fresh_state(
    tmp_path: Path, checkpoint: str
) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(FIRST)
    lines, restarted, _ = read(path, checkpoint)
    assert (len(lines), restarted) == (1, True)


def test_a_file_that_was_rewritten_begins_again_with_a_fresh_state(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(FIRST + SECOND)
    _, _, checkpoint = read(path, None)
    path.write_bytes(SECOND)
    with CHECKPOINTS.resumed(path, (), checkpoint, 1 << 20, LATER) as new:
        assert (new.restarted, new.state) == (True, Known(0))


def test_below_a_root_no_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "outside.jsonl").write_bytes(FIRST)
    root = tmp_path / "root"
    root.mkdir()
    (root / "s.jsonl").symlink_to(tmp_path / "outside.jsonl")
    with pytest.raises(TranscriptError):
        read(root / "s.jsonl", None, (root,))
