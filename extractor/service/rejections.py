"""Rejections: whether it is an exchange that a model refuses to answer or cannot, or whatever it is asked.

Owns what was rejected since the model answered last. Promises that where it is the model nothing counts against any
exchange until one run succeeded, also after a restart, and that then one exchange is asked for at a time. Never asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from pydantic import TypeAdapter, ValidationError

from extractor.archive.archive import Archive
from extractor.archive.runs import Failure
from extractor.domain import Milliseconds
from extractor.errors import TRIED_AGAIN, ModelUnavailable
from extractor.extraction.job import Job
from extractor.extraction.subagent import Conversation

NOTE = "rejects_everything"
"""Name of the note that a model has rejected whatever it was asked since it answered last; empty: it has not."""

SINCE = "rejected"
"""Name of the note of what it rejected since, and of what it rejected alone."""

STRANGERS = 2
"""Different exchanges rejected in a row, none of which it is known to reject alone, that tell of the model."""

AT_ALL = 3
"""Different exchanges rejected in a row, whatever is known of them, that tell of the model."""

MOST_ALONE = 100
"""Exchanges that are known to be rejected alone: of an older one it would have to be found out again."""

Own = tuple[int, str]
"""An exchange: its session's row, and its first message's id."""


@dataclass(frozen=True, slots=True)
class _Rejected:
    """What a model rejected."""

    row: Sequence[Own] = ()
    """Different exchanges since it answered last, the oldest first."""
    alone: Sequence[Own] = ()
    """Exchanges that were rejected where another one was answered next, the oldest first: it is their own words."""

    @property
    def strangers(self) -> list[Own]:
        """Those of the row of which it is not known."""
        return [each for each in self.row if each not in self.alone]

    def and_then(self, own: Own) -> _Rejected:
        """One more was rejected."""
        return self if own in self.row else replace(self, row=(*self.row, own))

    def answered(self, session: int) -> _Rejected:
        """One of this session was answered: what was rejected first before it was rejected for its own words."""
        alone = [each for each in (*self.alone, *self.strangers[:1]) if each[0] != session]
        return _Rejected((), tuple(alone[-MOST_ALONE:]))


@cache
def _notes() -> TypeAdapter[_Rejected]:
    return TypeAdapter(_Rejected)


def _noted(archive: Archive) -> _Rejected:
    """What was noted; nothing where no version of this form wrote it: it is found out again."""
    try:
        return _notes().validate_json(archive.note(SINCE) or "{}")
    except ValidationError:
        return _Rejected()


class Rejections:
    """What a model rejected since it answered last."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._is_everything = bool(archive.note(NOTE))
        self._rejected = _noted(archive)

    def outage(self, job: Job, held: Conversation, now: Milliseconds) -> ModelUnavailable | None:
        """Whether a run was rejected in a way that tells of the model and not of its exchanges.

        Then its session sends the oldest alone: the one that is refused may stand behind it.
        """
        if not (held.at_worst and self._tells_of_the_model(job)):
            return None
        runs, session = self._archive.runs, job.batch.session.id
        runs.set_failure(session, Failure(runs.failure(session).count, 1), held.problem, now)
        return ModelUnavailable(f"{held.at_worst}; what waits is kept, and {TRIED_AGAIN}")

    def _tells_of_the_model(self, job: Job) -> bool:
        if self._is_everything:
            return True
        own = job.batch.session.id, job.batch.exchanges[0].messages[0].key.uuid
        self._note(self._rejected.and_then(own))
        is_all = len(self._rejected.strangers) >= STRANGERS or len(self._rejected.row) >= AT_ALL
        if is_all:
            self._archive.set_note(NOTE, "yes")
            self._is_everything = True
        return is_all

    def came_back(self, job: Job, held: Conversation) -> None:
        """A run was held to its end: where nothing was wrong with it, the model answers."""
        if held.problem:
            return
        self._note(self._rejected.answered(job.batch.session.id))
        if self._is_everything:
            self._archive.set_note(NOTE, "")
            self._is_everything = False

    def _note(self, rejected: _Rejected) -> None:
        if rejected != self._rejected:
            self._archive.set_note(SINCE, _notes().dump_json(rejected).decode())
            self._rejected = rejected
