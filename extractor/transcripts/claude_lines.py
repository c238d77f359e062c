"""Lines of a Claude Code transcript to records.

Owns what each type of line means. Promises that no value, of whatever shape, raises: what cannot be used
is parked, what is of no use is passed over. Reads no file itself.
"""

from __future__ import annotations

from functools import partial

from extractor.domain import Kind, Milliseconds, Speaker, Transcript
from extractor.transcripts.claude_blocks import Place, assistant_block, result_block
from extractor.transcripts.claude_prompts import (
    command_args,
    is_composed,
    is_interruption,
    is_marked,
    is_order,
    leaves_queue,
    said_to_plan,
    speaker_of,
    typed,
)
from extractor.transcripts.claude_queue import Fetch, Queue
from extractor.transcripts.claude_results import TOOL, left_in
from extractor.transcripts.claude_rewind import Between, withdrawn
from extractor.transcripts.claude_state import State
from extractor.transcripts.claude_types import BEGINS, KNOWN_TYPES
from extractor.transcripts.lines import decode, flat, moment, salvage
from extractor.transcripts.message_ids import derived_uuid
from extractor.transcripts.moves import Moves
from extractor.transcripts.source import Boundary, BoundaryKind, Parked, Record, Said

_QUEUED_MARKS = ("origin", "isMeta", "textNotTyped", "promptRewritten", "fromAnotherSession")
_COMMANDERS = frozenset({"Skill", "SlashCommand"})
_HUMAN, _HEADLESS, _ASSISTANT, _SYSTEM = (
    Speaker.HUMAN,
    Speaker.HUMAN_HEADLESS,
    Speaker.ASSISTANT,
    Speaker.SYSTEM,
)
_TEXT, _NOTICE = Kind.TEXT, Kind.NOTICE

# A named tuple's own constructor takes twice as long, and this is the innermost loop.
_said, _placed = partial(tuple.__new__, Said), partial(tuple.__new__, Place)


class Parser:
    """Turns lines into records, in order: `records` grows with every line fed."""

    def __init__(
        self, transcript: Transcript, state: State, modified: Milliseconds, fetch: Fetch, between: Between
    ) -> None:
        self.records: list[Record] = []
        self.moves = Moves(state.here)
        self._transcript = transcript
        self._state = state
        self._fetch = fetch
        self._queue = Queue(state, fetch)
        self._between = between
        self._sidechain = transcript.sidechain
        self._cwd: object = None
        self._entrypoint: object = None
        self._came: str | None = None
        state.at = state.at or modified

    def broken(self, data: bytes, offset: int, size: int) -> None:
        """A line the fast parser refused: whole objects on it are kept, the rest is parked."""
        try:
            value = decode(data)
        except ValueError:
            for start, length, piece in salvage(data, BEGINS):
                if piece is None:
                    self.park("not a JSON object: torn or damaged", offset + start, length)
                else:
                    self.feed(piece, offset + start, length)
        else:
            self.feed(value, offset, size)

    def feed(self, line: object, offset: int, size: int) -> None:
        """One decoded line, with its place in the file in bytes."""
        state = self._state
        if not state.seen:
            state.seen = True
            state.hearing.began()
        if not isinstance(line, dict):
            return self.park("not a JSON object", offset, size)
        kind = line.get("type")
        if kind == "assistant":
            self._assistant(line, offset, size)
        elif kind == "user":
            self._user(line, offset, size)
        elif kind == "progress":
            self._progress(line)
        elif kind == "system":
            self._system(line)
        elif kind == "attachment":
            self._attachment(line, offset)
        elif kind == "queue-operation":
            self._queued(line, offset, size)
        elif kind == "last-prompt":
            if (gone := withdrawn(line, offset, state, self._between)) is not None:
                self.records.append(gone)
        elif not isinstance(kind, str):
            return self.park("a line without a type", offset, size)
        elif kind not in KNOWN_TYPES:
            return None
        state.known = True
        return None

    def park(self, reason: str, offset: int, size: int) -> None:
        """A line that cannot be used: a prompt may have stood on it."""
        self._state.hearing.prompted()
        self.records.append(Parked(reason, offset, size))

    def _at(self, line: dict[str, object]) -> Milliseconds:
        """The line's time; where it has none, that of the line before."""
        at = moment(line.get("timestamp"))
        if at is None:
            return Milliseconds(self._state.at)
        self._state.at = at
        return Milliseconds(at)

    def _session(self, line: dict[str, object]) -> None:
        """What a line says of the session it stands in: noted where it differs from the line before."""
        get, state = line.get, self._state
        if (cwd := get("cwd")) != self._cwd:
            self._cwd = cwd
            state.moved(cwd, self._transcript.folder)
            self.moves.to(cwd, len(self.records))
        if (version := get("version")) != state.version and isinstance(version, str):
            state.version = version
        if (entrypoint := get("entrypoint")) != self._entrypoint:
            self._entrypoint = entrypoint
            state.entered(entrypoint)

    def _place(self, line: dict[str, object], offset: int, reply: object = None) -> Place:
        state, get = self._state, line.get
        if (
            get("cwd") != self._cwd
            or get("version") != state.version
            or get("entrypoint") != self._entrypoint
        ):
            self._session(line)
        uuid = get("uuid")
        if not isinstance(uuid, str) or not uuid:
            uuid = derived_uuid(self._transcript.session, str(offset))
        at = moment(get("timestamp"))
        if at is None:
            at = state.at
        else:
            state.at = at
        sidechain = self._sidechain or get("isSidechain") is True
        return _placed((uuid, at, sidechain, reply if isinstance(reply, str) else None))

    def _say(self, place: Place, block: int, speaker: Speaker, kind: Kind, text: str) -> None:
        self.records.append(_said((place.message(block, speaker, kind, text),)))

    @property
    def _person(self) -> Speaker:
        """Who speaks where the client marks words as the person's by their form alone."""
        return _HEADLESS if self._state.headless else _HUMAN

    def _assistant(self, line: dict[str, object], offset: int, size: int) -> None:
        """One reply or a block of it; what the client says in the model's place is a notice."""
        message = line.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        if not isinstance(message, dict) or not isinstance(content, list):
            return self.park("an assistant line without content", offset, size)
        state = self._state
        place = self._place(line, offset, message.get("id"))
        if not place.sidechain:
            state.replied()
        synthetic = message.get("model") == "<synthetic>" or line.get("isApiErrorMessage") is True
        ends = message.get("stop_reason") == "end_turn"
        for block, item in enumerate(content):
            if not isinstance(item, dict):
                self.park("a block of content that is no object", offset, size)
            elif synthetic:
                self._say(place, block, _SYSTEM, _NOTICE, flat([item]))
            else:
                said = assistant_block(place, block, item, ends)
                if ends and said.ends_turn and not place.sidechain:
                    state.hearing.answered()
                    state.hearing.turn_ended()
                    state.commanded = False
                self.records.append(_said((said,)))
                if said.call is not None and said.kind is Kind.CALL:
                    state.called(said.call, said.tool)
                    if said.tool == TOOL:
                        state.asked(said.call, offset, size)
                    if said.tool in _COMMANDERS:
                        state.commanded = True
        if line.get("isApiErrorMessage") is True and not place.sidechain:
            state.commanded = False
            self.records.append(Boundary(BoundaryKind.ABORTED, place.at))
        return None

    def _user(self, line: dict[str, object], offset: int, size: int) -> None:
        """Prompts, tool results and what the client says in the person's place."""
        message = line.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        if not isinstance(content, list):
            return self.park("a user line without content", offset, size)
        place = self._place(line, offset)
        results: list[dict[str, object]] = []
        speaker: Speaker | None = None
        for block, item in enumerate(content):
            if not isinstance(item, dict):
                self.park("a block of content that is no object", offset, size)
            elif item.get("type") == "tool_result":
                failed = item.get("is_error") is True or isinstance(line.get("toolDenialKind"), str)
                self.records.append(_said((result_block(place, block, item, failed),)))
                results.append(item)
            elif item.get("type") == "text" and isinstance(text := item.get("text"), str):
                self._state.hearing.prompted()
                speaker = speaker or speaker_of(line)  # once: it reads the whole line
                self._prompt(line, place, speaker, block, text, len(content))
            else:
                self._state.hearing.prompted()
                self._say(place, block, _SYSTEM, _NOTICE, flat([item]))
        for item in results:
            self._person_in_result(line, place, item, len(content), len(results))
        self._state.opened = True
        return None

    def _person_in_result(
        self, line: dict[str, object], place: Place, item: dict[str, object], block: int, results: int
    ) -> None:
        """The words a person left in a tool's result, each question before its answer.

        The call holds all questions, as JSON. What the result says was not read by the agent when it asked:
        they stand a millisecond earlier.
        """
        left = left_in(line, item, self._state, self._fetch, sidechain=place.sidechain)
        # `toolUseResult` belongs to the line: with several results nobody can say to which of them.
        if not left or results != 1:
            return
        asking, person = place._replace(at=Milliseconds(place.at - 1)), self._person
        for number, answer in enumerate(left):
            if answer.question:
                self._say(asking, block + 2 * number + 1, _ASSISTANT, _TEXT, answer.question)
            self._say(place, block + 2 * number, person, _TEXT, answer.words)

    def _prompt(
        self, line: dict[str, object], place: Place, speaker: Speaker, block: int, text: str, blocks: int
    ) -> None:
        """Text on a user line: a person's, a script's, the parent model's or the client's."""
        state = self._state
        if line.get("isCompactSummary") is True:
            return self._say(place, block, _ASSISTANT, Kind.SUMMARY, text)
        if place.sidechain:
            opens = line.get("parentUuid") is None or (self._sidechain and not state.opened)
            asked = opens and line.get("isMeta") is not True
            return self._say(place, block, *((_ASSISTANT, _TEXT) if asked else (_SYSTEM, _NOTICE)), text)
        words = None if speaker is _SYSTEM else typed(text, marked=is_marked(line))
        if words is not None or is_composed(line):
            state.prompted(place.uuid, line.get("parentUuid", ...))
        if words is not None:
            state.commanded = False
            if place.uuid != self._came:
                self._came = place.uuid
                self._queue.came(text, place.at)
            return self._say(place, block, speaker, _TEXT, words)
        if text:
            self._say(place, block, _SYSTEM, _NOTICE, text)
            if leaves_queue(line, text):
                self._queue.passed()
            if is_order(text):
                state.ordered(place.uuid, line.get("parentUuid", ...))
            if is_interruption(text):
                state.commanded = False
                self.records.append(Boundary(BoundaryKind.CANCELLED, place.at))
        may_hold_args = speaker is not _SYSTEM and not state.commanded and blocks == 1
        if may_hold_args and (args := command_args(text)):
            self._say(place, 1, speaker, _TEXT, args)
        if blocks == 1 and (said := said_to_plan(line, text)):
            self._say(place, 1, self._person, _TEXT, said)
        return None

    def _attachment(self, line: dict[str, object], offset: int) -> None:
        """A prompt typed while a turn ran stands in an attachment and nowhere else."""
        self._state.attachments = True
        place = self._place(line, offset)
        queued = line.get("attachment")
        if not isinstance(queued, dict) or queued.get("type") != "queued_command":
            return
        self._state.hearing.prompted()
        marks = {**line, **{mark: queued.get(mark) for mark in _QUEUED_MARKS}}
        speaker = speaker_of(marks)
        is_prompt = queued.get("commandMode", "prompt") == "prompt" and queued.get("humanTurn") is not False
        if place.sidechain or not is_prompt:
            speaker = _SYSTEM
        prompt, marked = queued.get("prompt"), is_marked(marks)
        for block, item in enumerate(prompt if isinstance(prompt, list) else [prompt]):
            text = item.get("text") if isinstance(item, dict) and item.get("type") == "text" else item
            is_clients = speaker is _SYSTEM or not isinstance(text, str)
            if (words := None if is_clients else typed(str(text), marked=marked)) is not None:
                self._say(place, block, speaker, _TEXT, words)
            elif shown := flat([item]):
                self._say(place, block, _SYSTEM, _NOTICE, shown)

    def _system(self, line: dict[str, object]) -> None:
        self._session(line)
        if line.get("isSidechain") is True and not self._sidechain:
            return
        subtype = line.get("subtype")
        if subtype == "turn_duration":
            self._state.commanded = False
            self.records.append(Boundary(BoundaryKind.TURN_END, self._at(line)))
        elif subtype == "compact_boundary":
            self.records.append(Boundary(BoundaryKind.COMPACTION, self._at(line)))

    def _progress(self, line: dict[str, object]) -> None:
        """A report that a tool runs: what it says then is its own words, not a denial."""
        data = line.get("data")
        self._state.progress = True
        if isinstance(data, dict) and data.get("type") != "hook_progress":
            self._state.started(line.get("toolUseID"))
            self._state.started(line.get("parentToolUseID"))

    def reported(self, *calls: str) -> None:
        """A sub-agent's report that was not decoded: the calls it shows to run."""
        state = self._state
        state.seen = state.known = state.progress = True
        for call in calls:
            state.started(call)

    def _queued(self, line: dict[str, object], offset: int, size: int) -> None:
        """A line of the queue: a prompt that a running turn took in stands nowhere else."""
        self._state.hearing.prompted()
        prompt = self._queue.operation(line, offset, size)
        if prompt and not self._state.attachments and not self._sidechain:
            self._taken_in(*prompt)

    def _taken_in(self, offset: int, size: int) -> None:
        prompt = self._queue.prompt(offset, size, self._transcript.session)
        if prompt is None:
            return self.park("a queued prompt that cannot be read again", offset, size)
        place, content = prompt
        words = typed(content)
        if words is None:
            return self._say(place, 0, _SYSTEM, _NOTICE, content)
        return self._say(place, 0, self._person, _TEXT, words)
