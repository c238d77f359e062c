"""The second look: what may have changed while a model was thinking.

Owns the questions that are asked again before anything a run made is kept. Promises that words a person forgets are
not written once they said so, and that no two runs write to a folder without the later knowing of the earlier. Only
reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from extractor.archive.archive import Archive
from extractor.archive.unfinished import FORGETTING
from extractor.domain import MessageKey
from extractor.errors import StoreFailed
from extractor.extraction.homes import Folder, Homes, Seen
from extractor.extraction.job import Batch, Counted, Job
from extractor.memory.redaction.placeholders import FORGOTTEN


class SecondLook:
    """Asks again. What it answers holds for as long as the state file's transaction it is asked in."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def was_forgotten(self, job: Job) -> bool:
        """Whether words the model was shown were forgotten since, or are being: nothing made of them may be kept.

        It is shown what stands in every home: whatever was forgotten of these counts.
        """
        messages = (m for e in (*job.batch.older, *job.batch.exchanges) for m in e.messages)
        shown = {m.key for m in messages if m.text not in ("", FORGOTTEN)}
        if self._archive.tombstones.is_any_forgotten(shown):
            return True
        before = job.counted.forgotten
        if any(self._archive.runs.forgotten_in(path) != count for path, count in before.items()):
            return True
        return self._is_going(shown, job.seen)

    def check_forgetting(self, batch: Batch, seen: Seen) -> None:
        """Raises StoreFailed while words a model would be shown are being forgotten: nothing made of them is kept."""
        shown = {m.key for e in (*batch.older, *batch.exchanges) for m in e.messages}
        if self._is_going(shown, seen):
            raise StoreFailed(FORGETTING)

    def _is_going(self, shown: Set[MessageKey], seen: Seen) -> bool:
        forgetting = self._archive.forgetting
        orders = [order for _, order in forgetting.pending() if order is not None]
        if any(shown & set(forgetting.keys(order.rows).values()) for order in orders):
            return True
        return forgetting.takes_from(seen.files.values())

    def counted(self, homes: Homes) -> Counted:
        """What has been done to the homes by now."""
        runs = self._archive.runs
        written = {home.path: runs.written_in(home.path) for home in homes.all if home is not homes.project}
        return Counted(written, {home.path: runs.forgotten_in(home.path) for home in homes.all})

    def was_overtaken(self, job: Job, folders: Iterable[Folder]) -> bool:
        """Whether another run wrote to one of these, if it is shared, since the job began: its model knew nothing of it."""
        now = self.counted(job.batch.homes).written
        return any(now[f.path] != job.counted.written[f.path] for f in folders if f.path in now)
