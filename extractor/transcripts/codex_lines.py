"""Lines of a Codex rollout to records.

Owns what each type of line means. Promises that each message becomes one record though the client writes
it twice, and that no value, of whatever shape, raises. Reads no file itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.transcripts import tail
from extractor.transcripts.answer import Answer
from extractor.transcripts.codex_calls import CLIENT, answers, call_of, result_of
from extractor.transcripts.codex_prompts import asked_of_review, clients_own, own_words, words_of
from extractor.transcripts.codex_state import State
from extractor.transcripts.lines import capped, decode, directory, flat, moment, salvage
from extractor.transcripts.moves import Moves
from extractor.transcripts.source import Boundary, BoundaryKind, Parked, Record, Said, Withdrawn

_BEGINS = re.compile(rb'\{"timestamp":"')
_TYPES = frozenset(
    {
        *("session_meta", "turn_context", "response_item", "event_msg", "compacted"),
        *("world_state", "token_usage_record"),
    }
)
_SCRIPTS = frozenset({"exec", "mcp"})
_MOST_WALKS = 64
_TEXT, _NOTICE = Kind.TEXT, Kind.NOTICE

Again = Callable[[int, int], Iterator[object]]
"""The values on the lines between two offsets, read before."""


class Parser:
    """Turns lines into records, in order: `records` grows with every line fed."""

    def __init__(
        self,
        session: str,
        state: State,
        modified: Milliseconds,
        again: Again,
        *,
        is_past: bool = False,
        segment: str | None = None,
    ) -> None:
        self.records: list[Record] = []
        self._is_past = is_past
        self._segment = segment
        self._told = 0
        self._walks = 0
        self._session = session
        self._state = state
        self._again = again
        self.moves = Moves(state.here)
        state.at = state.at or modified

    def take_back(self) -> None:
        """What the last line told is told as taken back."""
        told = self.records[self._told :]
        gone = (record.message.key.uuid for record in told if isinstance(record, Said))
        if uuids := tuple(dict.fromkeys(gone)):
            self.records.append(Withdrawn(uuids))

    def line(self, line: tail.Line) -> None:
        """A line of the file: whole objects on it are kept, what is broken is parked."""
        offset, size, data = line
        self._told = len(self.records)
        if data is None:
            return self._park(f"longer than {tail.LINE_CAP:,} bytes", offset, size)
        try:
            return self.feed(decode(data), offset, size)
        except ValueError:
            for start, length, piece in salvage(data, _BEGINS):
                if piece is None:
                    self._park("not a JSON object: torn or damaged", offset + start, length)
                else:
                    self.feed(piece, offset + start, length)

    def feed(self, line: object, offset: int, size: int) -> None:
        """One decoded line, with its place in the file in bytes."""
        state = self._state
        if not state.seen:
            state.seen = True
            if self._segment is None:  # a thread's later file goes on in the middle of one
                state.hearing.began()
        kind = line.get("type") if isinstance(line, dict) else None
        if not isinstance(line, dict) or not isinstance(kind, str):
            return self._park("a line without a type", offset, size)
        payload = line.get("payload")
        if kind not in _TYPES:
            return None
        if not isinstance(payload, dict):
            return self._park("a line without content", offset, size)
        state.known = True
        state.at = state.at if (at := moment(line.get("timestamp"))) is None else at
        if kind == "event_msg":
            self._event(payload, offset, size)
        elif kind == "response_item":
            self._item(payload, offset, size)
        elif kind == "session_meta":
            self._meta(payload)
        elif kind == "compacted":
            self._compacted(payload)
        elif kind == "turn_context":
            self._moved(payload.get("cwd"))
        return None

    def _park(self, reason: str, offset: int, size: int) -> None:
        """A line that cannot be used: a prompt may have stood on it."""
        self._state.hearing.prompted()
        self.records.append(Parked(reason, offset, size))

    def _mark(self, kind: BoundaryKind) -> None:
        self.records.append(Boundary(kind, Milliseconds(self._state.at)))

    def _say(self, uuid: str, block: int, speaker: Speaker, kind: Kind, text: str) -> None:
        self._put(Message(MessageKey(CLIENT, uuid, block), speaker, kind, text, self._at))

    def _put(self, message: Message) -> None:
        self.records.append(Said(message._replace(sidechain=self._state.is_agent)))

    @property
    def _at(self) -> Milliseconds:
        return Milliseconds(self._state.at)

    # ------------------------------------------------------------ the session

    def _moved(self, cwd: object) -> None:
        self._state.cwd = self._state.cwd or directory(cwd)
        self.moves.to(cwd, len(self.records))

    def _meta(self, meta: dict[str, object]) -> None:
        """The first line tells of the session; those that follow were copied from the sessions it came from."""
        state, thread = self._state, meta.get("id")
        if not isinstance(thread, str):
            return
        if state.thread in (None, thread):
            version, source = meta.get("cli_version"), meta.get("source")
            state.thread = thread
            self._moved(meta.get("cwd"))
            state.version = version if isinstance(version, str) else state.version
            script = meta.get("originator") == "codex_exec"
            state.is_script = script or (isinstance(source, str) and source in _SCRIPTS)
            state.is_agent = isinstance(source, dict) and "subagent" in source
        origin = self._segment or thread if thread == state.thread else thread
        if state.origin != origin:
            state.origin, state.count = origin, 0

    def _compacted(self, payload: dict[str, object]) -> None:
        self._mark(BoundaryKind.COMPACTION)
        summary = payload.get("message")
        if isinstance(summary, str) and summary:
            uuid = self._state.uuid(None, self._session, summary)
            self._say(uuid, 0, Speaker.ASSISTANT, Kind.SUMMARY, summary)

    # ------------------------------------------------------------ events: what was said

    def _event(self, event: dict[str, object], offset: int, size: int) -> None:
        kind, state = event.get("type"), self._state
        if kind == "item_completed":
            item = event.get("item")
            if isinstance(item, dict) and not self._is_anothers(event):
                self._completed(item, offset)
        elif kind == "user_message":
            self._old_prompt(event, offset)
        elif kind == "agent_message":
            self._reply(None, event.get("message"), "old")
        elif kind in ("entered_review_mode", "exited_review_mode"):
            self._review(event if kind == "entered_review_mode" else None, offset)
        elif kind == "task_started":
            turn = event.get("turn_attribution")
            trigger = turn.get("turn_trigger") if isinstance(turn, dict) else None
            state.trigger = trigger if isinstance(trigger, str) else None
        elif kind == "task_complete":
            self._mark(BoundaryKind.TURN_END)
            if not state.is_agent and state.trigger in (None, "user"):
                state.hearing.turn_ended()
        elif kind == "turn_aborted":
            self._mark(BoundaryKind.CANCELLED)
        elif kind == "thread_rolled_back" and not self._is_past:
            self._rolled_back(event, offset, size)

    def _is_anothers(self, event: dict[str, object]) -> bool:
        """Whether a sub-agent's file repeats what its parent said: that stands in the parent's own."""
        thread = event.get("thread_id")
        return self._state.is_agent and isinstance(thread, str) and thread != self._state.thread

    def _completed(self, item: dict[str, object], offset: int) -> None:
        kind, content = item.get("type"), item.get("content")
        blocks = content if isinstance(content, list) else []
        if kind == "UserMessage":
            texts = [(words_of(block), flat([block])) for block in blocks]
            self._prompt("new", item.get("id"), texts, offset)
        elif kind == "AgentMessage":
            self._reply(item.get("id"), flat(blocks), "new")
        elif kind in ("EnteredReviewMode", "ExitedReviewMode"):
            self._review(item if kind == "EnteredReviewMode" else None, offset)

    def _review(self, begun: dict[str, object] | None, offset: int) -> None:
        """A review begins or ends: what it is asked for is the client's, but for what a person typed for it."""
        self._state.review = None
        if begun is not None:
            if said := asked_of_review(begun):
                self._prompt("review", begun.get("id"), [(said, said)], offset)
            self._state.review = ""

    def _old_prompt(self, event: dict[str, object], offset: int) -> None:
        text = event.get("message")
        if event.get("kind") not in (None, "plain") or not isinstance(text, str):
            return
        pictures = [event.get("images"), event.get("local_images")]
        count = sum(len(each) for each in pictures if isinstance(each, list))
        self._prompt("old", None, [(text, text), *[(None, "[image]")] * count], offset)

    def _prompt(self, form: str, given: object, blocks: list[tuple[str | None, str]], offset: int) -> None:
        """What a person, a script or a parent agent asked: `blocks` are the words, None for what is none."""
        state = self._state
        state.hearing.prompted()
        whole = "\n".join(text for _, text in blocks)
        if not blocks or state.is_reviews(whole) or state.repeats("prompt", form, whole):
            return
        state.heard, state.unheard = True, 0
        state.began(offset)
        uuid = state.uuid(given, self._session, whole)
        speaker, kind = state.prompter()
        for block, (words, text) in enumerate(blocks):
            if words is None or kind is _NOTICE:
                self._say(uuid, block, Speaker.SYSTEM, _NOTICE, text)
                continue
            own = own_words(words)
            if own != words:
                self._say(uuid, block + len(blocks), Speaker.SYSTEM, _NOTICE, words[: len(words) - len(own)])
            if own:
                self._say(uuid, block, speaker, kind, own)
        state.opened = True

    def _reply(self, given: object, text: object, form: str) -> None:
        state = self._state
        if not isinstance(text, str) or state.repeats("reply", form, text):
            return
        state.heard, state.unheard = True, 0
        state.hearing.answered()
        if text:
            self._say(state.uuid(given, self._session, text), 0, Speaker.ASSISTANT, _TEXT, text)

    def _rolled_back(self, event: dict[str, object], offset: int, size: int) -> None:
        """The person took back their newest prompts, and with them all that followed."""
        number, state = event.get("num_turns"), self._state
        if not isinstance(number, int) or number < 0:
            return self._park("a rollback of unknown extent", offset, size)
        if not number or not state.turns:
            return None
        self._walks += 1
        if self._walks > _MOST_WALKS:
            return self._park("more rollbacks at once than a person makes", offset, size)
        begin, then = state.before(number)
        past = Parser(
            self._session, then, Milliseconds(state.at), self._again, is_past=True, segment=self._segment
        )
        for line in self._again(begin, offset):
            past.feed(line, begin, 0)
        gone = (record.message.key.uuid for record in past.records if isinstance(record, Said))
        if uuids := tuple(dict.fromkeys(gone)):
            # The file may have been read in another place too: the client moves what a person archives, and back.
            self.records.append(Withdrawn(uuids, in_session=True))
        return None

    # ------------------------------------------------------------ items: what was done

    def _item(self, item: dict[str, object], offset: int, size: int) -> None:
        """What the model was sent and sent back. Its messages are copies of what the events tell."""
        kind, state = item.get("type"), self._state
        if kind == "message":
            state.unheard += item.get("role") == "assistant"
            return self._given(item)
        state.newest = None
        if kind == "reasoning":
            text = flat(item.get("summary")) or flat(item.get("content"))
            uuid = state.uuid(item.get("id"), self._session, text)
            self._say(uuid, 0, Speaker.ASSISTANT, Kind.THINKING, text)
        elif isinstance(kind, str) and kind.endswith("_call"):
            self._call(item, kind, offset, size)
        elif isinstance(kind, str) and kind.endswith("_call_output"):
            self._result(item)
        return None

    def _given(self, item: dict[str, object]) -> None:
        """What the client gave the model to read in the person's place, where it marks it as its own."""
        for block, text in clients_own(item):
            self._say(
                self._state.uuid(item.get("id"), self._session, text), block, Speaker.SYSTEM, _NOTICE, text
            )

    def _call(self, item: dict[str, object], kind: str, offset: int, size: int) -> None:
        call = call_of(item, kind)
        id = call.id if isinstance(call.id, str) else None
        if call.asks and id is not None:
            self._state.asked(id, offset, size)
        key = MessageKey(CLIENT, self._state.uuid(call.id, self._session, call.text), 0)
        said = Message(key, Speaker.ASSISTANT, Kind.CALL, call.text, self._at)
        self._put(said._replace(tool=call.tool, call=id, path=call.path))

    def _result(self, item: dict[str, object]) -> None:
        result, state = result_of(item), self._state
        uuid = state.uuid(result.uuid, self._session, result.text)
        said = Message(MessageKey(CLIENT, uuid, 0), Speaker.TOOL, Kind.RESULT, capped(result.text), self._at)
        self._put(said._replace(call=result.call, failed=result.failed))
        if (place := state.answered(result.call)) is not None and not state.is_agent:
            self._answered(uuid, answers(result.whole, self._arguments(*place)))

    def _answered(self, uuid: str, given: list[Answer]) -> None:
        """Each question before its answer, a millisecond earlier: the call holds them all, as JSON."""
        asking, person = Milliseconds(self._at - 1), self._state.prompter()[0]
        for number, answer in enumerate(given):
            if answer.question:
                key = MessageKey(CLIENT, uuid, 2 * number + 2)
                self._put(Message(key, Speaker.ASSISTANT, _TEXT, answer.question, asking))
            self._say(uuid, 2 * number + 1, person, _TEXT, answer.words)

    def _arguments(self, offset: int, size: int) -> object:
        """The arguments of a call that was read before."""
        for line in self._again(offset, offset + size):
            call = line.get("payload") if isinstance(line, dict) else None
            return call.get("arguments") if isinstance(call, dict) else None
        return None
