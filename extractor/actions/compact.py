"""Compact: a memory file said in fewer tokens by a model, once a person agrees.

Owns what is sent, what may come back and the record of it. Promises that nothing changes before a person
saw the difference, and that what the sentences rest on goes on with them. Never compacts by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, tzinfo
from pathlib import Path

from extractor.actions.by_hand import ByHand, Done, Wanted
from extractor.actions.folder import Folder
from extractor.actions.handing_on import handed_on
from extractor.archive.archive import Archive
from extractor.archive.outcome import Outcome
from extractor.archive.provenance import Quote
from extractor.archive.runs import Finished
from extractor.archive.way import Way
from extractor.domain import Milliseconds, Usage
from extractor.errors import ConfigError, MemoryConflict, ModelUnavailable
from extractor.memory.changeset import FileChange
from extractor.memory.denser import text_of, with_text
from extractor.memory.file_name import OWN_NAME, RENAME, valid_name
from extractor.memory.gate.tombstones import words
from extractor.memory.memory_file import EditRefused, parse, sentences_in
from extractor.memory.pins import PinRoom
from extractor.models.metered import BudgetReached
from extractor.models.model import Briefing, Model, Request, Stop

LONGEST_REPLY = 32_000
"""Tokens a denser text may have."""

_ROOM_FOR_REPLY = 1.2
"""A reply may take so much of the text's estimate: estimates lie a sixth off."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A denser text, for a person to look at first."""

    run: int
    folder: str
    change: FileChange
    tokens_before: int
    tokens_after: int
    usage: Usage


class Compact:
    """Compacts. `model_for` gives the model of a run, `template` says what it is to do."""

    def __init__(
        self,
        archive: Archive,
        room: PinRoom,
        model_for: Callable[[int], Model],
        template: str,
        clock: Callable[[], Milliseconds],
        tz: tzinfo,
    ) -> None:
        self._archive = archive
        self._room = room
        self._model_for = model_for
        self._template = template
        self._clock = clock
        self._tz = tz

    def request(self, folder: Folder, file: str) -> Request:
        """What is to be sent for a file. Raises ConfigError where there is none or it may not be sent."""
        return self._request(folder, file, folder.snapshot().get(file))

    def plan(self, folder: Folder, project: str, file: str) -> Planned:
        """Ask the model once. Raises what it raises, BudgetReached, and ConfigError where its text may not stand."""
        before = folder.snapshot().get(file, b"")
        request = self._request(folder, file, before or None)
        session = self._archive.direct.session(Way.COMMAND_LINE, project)
        name = self._model_for(0).name
        run = self._archive.runs.start(session, name, folder.path, 0, self._clock())
        try:
            reply = self._model_for(run).reply(request)
        except ModelUnavailable as error:
            told = error.as_told_by_hand()
            self._end(run, Finished(Outcome.UNAVAILABLE, detail=str(told)))
            raise told from error
        except ConfigError as error:
            self._end(run, Finished(Outcome.UNAVAILABLE, detail=str(error)))
            raise
        except BudgetReached as error:
            self._end(run, Finished(Outcome.BUDGET, detail=str(error)))
            raise
        failed = Finished(Outcome.FAILED, 1, reply.usage)
        if reply.stop is not Stop.END_TURN:
            self._end(run, failed)
            why = reply.detail or reply.stop.value
            raise ConfigError(f"{file} was not compacted: the model gave no whole text ({why})")
        try:
            after = with_text(before, reply.text, self._room.measure, self._tz)
        except EditRefused as reason:
            self._end(run, failed)
            raise ConfigError(
                f"{file} was not compacted: {reason}: try again, or shorten it by hand"
            ) from reason
        measured = (self._size(before), self._size(after))
        return Planned(run, folder.path, FileChange(file, before, after), *measured, reply.usage)

    def decline(self, planned: Planned) -> None:
        """The person does not want it: the record says what it cost."""
        self._end(
            planned.run, Finished(Outcome.NOTHING, 1, planned.usage, detail="the denser text was declined")
        )

    def carry_out(self, folder: Folder, project: str, planned: Planned) -> Done:
        """Put it in place. Raises MemoryConflict where the file was changed since."""
        change = planned.change

        def make(files: Mapping[str, bytes]) -> Wanted:
            if files.get(change.file) != change.before:
                raise MemoryConflict(f"{Path(folder.path) / change.file} has just been changed: try again")
            told = (
                f"compacted {change.file} from {planned.tokens_before:,} to {planned.tokens_after:,} tokens"
            )
            quotes = handed_on(self._archive.provenance.of_folder(folder.path), change)
            self._note_unquoted(planned.run, change, quotes)
            return Wanted((change,), quotes, told, planned.usage)

        try:
            return ByHand(self._archive, Way.COMMAND_LINE, self._clock).change(
                folder, project, make, planned.run
            )
        except MemoryConflict:
            self._end(planned.run, Finished(Outcome.CONFLICT, 1, planned.usage))
            raise

    # ------------------------------------------------------------ inside

    def _request(self, folder: Folder, file: str, data: bytes | None) -> Request:
        if data is None:
            raise ConfigError(
                f"there is no memory file {file} in {folder.path}: `extractor list` names those there are"
            )
        if not valid_name(file):
            raise ConfigError(
                f"{Path(folder.path) / file} was not compacted: {OWN_NAME}: shorten it by hand, or {RENAME}"
            )
        try:
            text = text_of(data)
        except EditRefused as reason:
            raise ConfigError(f"{Path(folder.path) / file} was not compacted: {reason}") from reason
        most = min(LONGEST_REPLY, int(self._room.measure(text) * _ROOM_FOR_REPLY) + 100)
        return Request(self._template, (), (), text, Briefing((), (), (), date.min), max_output=most)

    def _note_unquoted(self, run: int, change: FileChange, quotes: Sequence[Quote]) -> None:
        """Have known which run said a person's own words anew: no message is quoted for what it made of them."""
        old, quoted = sentences_in(change.before), {quote.statement for quote in quotes}
        said = [each for each in parse(change.after or b"").statements if words(each) not in old]
        self._archive.runs.reworded(run, [each for each in said if each not in quoted])

    def _end(self, run: int, done: Finished) -> None:
        self._archive.runs.finish(run, done, self._clock())

    def _size(self, data: bytes) -> int:
        return self._room.measure(data.decode("utf-8", "replace"))
