"""A checkpoint: how far a growing file was read, and what its parser knew there.

Owns its written form and the step from it to what is new in the file. Promises that one which cannot be
understood means to begin again, and that the form never changes by itself. Never parses a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from extractor.domain import Milliseconds
from extractor.transcripts import tail

S = TypeVar("S")
"""What a client's parser knows between two reads."""


@dataclass(frozen=True, slots=True)
class Checkpoint(Generic[S]):
    """Where a read ended."""

    mark: tail.Mark
    state: S


@dataclass(frozen=True, slots=True)
class Resumed(Generic[S]):
    """An open file and what is new in it."""

    fd: int
    modified: Milliseconds
    haul: tail.Haul
    restarted: bool
    """What was read before does not count: the file was rewritten, or the checkpoint was not understood."""
    state: S
    """What the parser knew, or a fresh one."""
    before: S | None
    """What it knew of what does not count any more, where that is known."""
    is_rewritten: bool
    """The file is the same one, of as many bytes or more, and says otherwise."""


class Checkpoints(Generic[S]):
    """The checkpoints of one client. `form`: the type of one; `fresh` makes the state of a first read."""

    def __init__(self, form: type[Checkpoint[S]], fresh: Callable[[], S]) -> None:
        self._form = form
        self._fresh = fresh

    @contextmanager
    def resumed(
        self, path: Path, roots: Sequence[Path], checkpoint: str | None, quota: int, now: Milliseconds
    ) -> Iterator[Resumed[S]]:
        """The file, open for as long as this lasts, with at most about `quota` bytes of what is new in it.

        Below one of `roots` nothing is followed. Raises TranscriptError where it cannot be opened or read.
        """
        past = self._read(checkpoint)
        with tail.opened(path, next((root for root in roots if root in path.parents), None)) as fd:
            modified = tail.modified(fd)
            haul = tail.read(fd, past.mark if past else None, quota, final=tail.is_quiet(modified, now))
            restarted = haul.restarted is not None or (checkpoint is not None and past is None)
            state = past.state if past and not restarted else self._fresh()
            before = past.state if past and restarted else None
            yield Resumed(fd, modified, haul, restarted, state, before, haul.restarted == tail.REWRITTEN)

    def written(self, mark: tail.Mark, state: S) -> str:
        """As the archive keeps it: JSON."""
        return self._adapter.dump_json(Checkpoint(mark, state)).decode()

    def _read(self, checkpoint: str | None) -> Checkpoint[S] | None:
        try:
            return None if checkpoint is None else self._adapter.validate_json(checkpoint)
        except ValidationError:
            return None

    @cached_property
    def _adapter(self) -> TypeAdapter[Checkpoint[S]]:
        return TypeAdapter(self._form)
