"""Compact: a memory file said in fewer tokens by a model, once a person agrees.

Owns what is sent, what may come back and the record of it. Promises that nothing changes before a person
saw the difference, and that what the sentences rest on goes on with them. Never compacts by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, tzinfo
from pathlib import Path

from extractor.actions.by_hand import ByHand, Done, Wanted
from extractor.actions.folder import Folder
from extractor.archive.archive import Archive
from extractor.archive.outcome import Outcome
from extractor.archive.provenance import Quote
from extractor.archive.runs import Finished
from extractor.archive.way import Way
from extractor.domain import Milliseconds, Usage
from extractor.errors import ConfigError, MemoryConflict, ModelUnavailable
from extractor.memory.changeset import FileChange
from extractor.memory.denser import text_of, with_text
from extractor.memory.memory_file import EditRefused, parse, sentences, sentences_in
from extractor.memory.pins import PinRoom
from extractor.memory.tombstones import words
from extractor.models.metered import BudgetReached
from extractor.models.model import Briefing, Model, Request, Stop
from extractor.models.offline.likeness import likeness, tokens

LONGEST_REPLY = 32_000
"""Tokens a denser text may have."""

_ROOM_FOR_REPLY = 1.2
"""A reply may take so much of the text's estimate: estimates lie a sixth off."""

_AKIN = 0.5
"""Share of its words from which on an old sentence counts as what a new one came from."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A denser text, for a person to look at first."""

    run: int
    folder: str
    change: FileChange
    tokens_before: int
    tokens_after: int
    usage: Usage


@dataclass(frozen=True, slots=True)
class _Known:
    """A quote of an old statement, with the sentences of that statement as two are compared."""

    parts: frozenset[str]
    quote: Quote


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
        except (ModelUnavailable, ConfigError) as error:
            self._end(run, Finished(Outcome.UNAVAILABLE, detail=str(error)))
            raise
        except BudgetReached as error:
            self._end(run, Finished(Outcome.BUDGET, detail=str(error)))
            raise
        failed = Finished(Outcome.FAILED, 1, reply.usage)
        if reply.stop is not Stop.END_TURN:
            self._end(run, failed)
            told = reply.detail or reply.stop.value
            raise ConfigError(f"{file} was not compacted: the model gave no whole text ({told})")
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
            return Wanted((change,), self._quotes(folder.path, change), told, planned.usage)

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
        try:
            text = text_of(data)
        except EditRefused as reason:
            raise ConfigError(f"{Path(folder.path) / file} was not compacted: {reason}") from reason
        most = min(LONGEST_REPLY, int(self._room.measure(text) * _ROOM_FOR_REPLY) + 100)
        return Request(self._template, (), (), text, Briefing((), (), (), date.min), max_output=most)

    def _quotes(self, folder: str, change: FileChange) -> tuple[Quote, ...]:
        """What each sentence rests on from now on: the quotes of the old ones it came from.

        A sentence that stays keeps what the statement it was written in rested on, where the rest of that goes.
        """
        old, new = sentences_in(change.before), sentences_in(change.after)
        known = [
            _Known(parts, Quote(change.file, each.statement, each.key, each.quote, each.at))
            for each in self._archive.provenance.of_folder(folder)
            if (parts := sentences(each.statement)) and parts <= old
        ]
        return tuple(
            Quote(change.file, sentence, quote.key, quote.quote, quote.at)
            for sentence in parse(change.after or b"").statements
            for quote in (_kept(sentence, known, new) if words(sentence) in old else _origin(sentence, known))
        )

    def _end(self, run: int, done: Finished) -> None:
        self._archive.runs.finish(run, done, self._clock())

    def _size(self, data: bytes) -> int:
        return self._room.measure(data.decode("utf-8", "replace"))


def _kept(sentence: str, known: Sequence[_Known], new: frozenset[str]) -> list[Quote]:
    """The quotes of statements that said this among other sentences, of which not all stay."""
    return _once(k for k in known if words(sentence) in k.parts and not k.parts <= new)


def _origin(sentence: str, known: Sequence[_Known]) -> list[Quote]:
    """The quotes of every akin statement; where none is, of the one that shares most words."""
    ours = tokens(sentence)
    akin = [k for k in known if max(likeness(ours, tokens(part)) for part in k.parts) >= _AKIN]
    if not akin and known:
        nearest = max(known, key=lambda k: len(ours & tokens(k.quote.statement))).quote.statement
        akin = [k for k in known if k.quote.statement == nearest]
    return _once(akin)


def _once(known: Iterable[_Known]) -> list[Quote]:
    return list({(k.quote.key, k.quote.quote): k.quote for k in known}.values())
