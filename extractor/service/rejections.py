"""Rejections: whether it is an exchange that a model refuses to answer, or whatever it is asked.

Owns what was rejected since the model answered last. Promises that where two different exchanges are rejected in a
row nothing counts against any until one run succeeded, also after a restart. Never asks a model.
"""

from __future__ import annotations

from extractor.archive.archive import Archive
from extractor.errors import ModelUnavailable
from extractor.extraction.job import Job
from extractor.extraction.subagent import Conversation

NOTE = "rejects_everything"
"""Name of the note that a model has rejected whatever it was asked since it answered last; empty: it has not."""


class Rejections:
    """What a model rejected since it answered last."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._is_everything = bool(archive.note(NOTE))
        self._first: tuple[int, str] | None = None
        """The one exchange that was rejected since: the session's row, and its first message's id."""
        self._alone: set[tuple[int, str]] = set()
        """Exchanges that were rejected where another one was answered next: it is their own words."""

    def outage(self, job: Job, held: Conversation) -> ModelUnavailable | None:
        """Whether a run was rejected in a way that tells of the model and not of its exchanges."""
        if not (held.is_rejected and self._tells_of_the_model(job)):
            return None
        return ModelUnavailable(
            f"the model refuses whatever it is asked ({held.problem}): check its name, base_url and the account there;"
            " what waits is kept, and it is tried again by itself"
        )

    def _tells_of_the_model(self, job: Job) -> bool:
        own = job.batch.session.id, job.batch.exchanges[0].messages[0].key.uuid
        if self._is_everything or own in self._alone:
            return self._is_everything
        if self._first in (None, own):
            self._first = own
            return False
        self._archive.set_note(NOTE, "yes")
        self._is_everything = True
        return True

    def came_back(self, job: Job, held: Conversation) -> None:
        """A run was held to its end: where nothing was wrong with it, the model answers."""
        if held.problem:
            return
        if self._first is not None:
            self._alone.add(self._first)
            self._first = None
        self._alone = {each for each in self._alone if each[0] != job.batch.session.id}
        if self._is_everything:
            self._archive.set_note(NOTE, "")
            self._is_everything = False
