"""A thread in several files: what a person went back before is told as taken back, and nothing else."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.archive.database import Database
from extractor.archive.messages import Messages
from extractor.archive.sessions import SessionTable
from extractor.domain import Milliseconds, SessionId, Transcript
from extractor.transcripts.codex import Codex
from extractor.transcripts.codex_segments import ends
from tests.support.place import in_memory

from .codex_written import item_id
from .written import CWD, LATER


def id_of(number: int) -> str:
    return f"0199aaaa-0000-7000-8000-{number:012}"


THREAD = id_of(1)
PARENT = "0199aaaa-0000-7000-8000-999999999999"


class Thread:
    """A thread as the client writes it since 0.169, in a file more for every time the person goes back.

    `fork_of`: the segment of another thread it goes on from, which all its files name.
    """

    def __init__(self, home: Path, fork_of: str | None = None) -> None:
        self._fork_of = fork_of
        self._day = home / "sessions" / "2026" / "03" / "02"
        self._day.mkdir(parents=True)
        self._made = self._said = 0
        self._segment = THREAD
        self.standing: list[str] = []
        """What the person said and did not take back."""
        self._begins: list[tuple[str, int]] = []
        """Where what stands begins: segment and offset."""
        self._open(None)

    @property
    def path(self) -> Path:
        own = "" if self._segment == THREAD else f"_{self._segment}"
        return self._day / f"rollout-2026-03-02T09-00-{self._made:02}-{THREAD}{own}.jsonl"

    def _open(self, base: tuple[str, int] | None) -> None:
        self._made += 1
        self._segment = id_of(self._made)
        meta: dict[str, object] = {
            "id": THREAD,
            "cwd": CWD,
            "source": "cli",
            "originator": "codex-tui",
            "cli_version": "0.169.0",
        }
        if self._fork_of is not None:
            meta["forked_from_id"] = PARENT
            base = base or (self._fork_of, 4000)
        if base is not None:
            meta["history_base"] = {"thread_id": base[0], "end_byte_offset": base[1]}
        self._add("session_meta", meta)

    def _add(self, kind: str, payload: object) -> None:
        stamp = f"2026-03-02T10:{self._said // 60:02}:{self._said % 60:02}.120Z"
        with self.path.open("a") as file:
            file.write(json.dumps({"timestamp": stamp, "type": kind, "payload": payload}) + "\n")

    def turn(self, text: str) -> None:
        """The person says something and is answered."""
        self._said += 1
        self._begins.append((self._segment, self.path.stat().st_size))
        self.standing.append(text)
        self._add("event_msg", {"type": "task_started"})
        for kind, words in (("UserMessage", text), ("AgentMessage", f"Yes: {text}")):
            id = item_id(self._said) if kind == "UserMessage" else "msg_1"
            item = {"type": kind, "id": id, "content": [{"type": "text", "text": words}]}
            self._add("event_msg", {"type": "item_completed", "thread_id": THREAD, "item": item})
        self._add("event_msg", {"type": "task_complete"})

    def back(self, place: int) -> None:
        """The person goes back before one of the turns that stand."""
        begin = self._begins[place]
        del self._begins[place:], self.standing[place:]
        self._open(begin if place else None)


@contextmanager
def archived() -> Iterator[tuple[Path, Messages]]:
    """A home of the client's and an archive beside it."""
    with in_memory() as place:
        db = Database.open(place / "state" / "state.db", Milliseconds(1))
        try:
            yield place / "codex", Messages(db, str)
        finally:
            db.close()


def take_in(
    source: Codex,
    messages: Messages,
    transcript: Transcript,
    quota: int = 1 << 30,
    now: Milliseconds = LATER,
) -> bool:
    """One read of a transcript; whether there is more."""
    reading = source.read(transcript, messages.transcripts.checkpoint(transcript), quota, now)
    messages.store(transcript, reading, None)
    return reading.more


def prompts(messages: Messages) -> list[str]:
    """What the person said in the thread and is not taken back."""
    (found,) = SessionTable(messages._db).meant(THREAD)
    texts = [s.message.text for s in messages.live(found.id)]
    assert texts == [words for text in texts[::2] for words in (text, f"Yes: {text}")]
    return texts[::2]


def test_what_was_said_before_going_back_is_taken_back() -> None:
    with archived() as (home, messages):
        thread, source = Thread(home), Codex(home)
        for text in ("one", "two"):
            thread.turn(text)
        for transcript in source.transcripts():
            take_in(source, messages, transcript)
        assert prompts(messages) == ["one", "two"]
        thread.back(1)
        thread.turn("three")
        new = source.owns(thread.path)
        assert new is not None
        assert new.session == THREAD
        take_in(source, messages, new)
        assert prompts(messages) == ["one", "three"]


def test_going_back_in_a_fork_takes_back_what_was_said_since_and_nothing_else() -> None:
    for fork_of in (PARENT, id_of(9)):
        with archived() as (home, messages):
            thread = Thread(home, fork_of)
            for text in ("one", "two"):
                thread.turn(text)
            thread.back(1)
            thread.turn("three")
            look(home, messages, random.Random(1))
            assert prompts(messages) == ["one", "three"]


def test_where_a_fork_goes_back_to_cannot_be_told_nothing_is_taken_back() -> None:
    with archived() as (home, messages):
        thread = Thread(home, id_of(9))
        thread.turn("one")
        thread.back(0)
        thread.turn("two")
        look(home, messages, random.Random(1))
        assert prompts(messages) == ["one", "two"]


def test_what_is_rolled_back_counts_no_longer_where_the_file_lay_archived_for_a_while() -> None:
    with archived() as (home, messages):
        thread, source = Thread(home), Codex(home)
        for text in ("one", "two"):
            thread.turn(text)
        away = home / "archived_sessions" / thread.path.name
        away.parent.mkdir()
        for path, other in ((thread.path, away), (away, thread.path)):
            lying = source.owns(path)
            assert lying is not None
            take_in(source, messages, lying)
            path.rename(other)
        thread._add("event_msg", {"type": "thread_rolled_back", "num_turns": 1})
        back = source.owns(thread.path)
        assert back is not None
        take_in(source, messages, back)
        assert prompts(messages) == ["one"]


def test_a_file_that_is_named_by_hand_knows_those_beside_it() -> None:
    with archived() as (home, messages):
        thread = Thread(home)
        for text in ("one", "two"):
            thread.turn(text)
        first = thread.path
        thread.back(0)
        thread.turn("three")
        source = Codex(home.parent / "elsewhere")
        for path in (thread.path, first):
            named = source.named(path)
            assert named.session == SessionId(THREAD)
            take_in(source, messages, named)
        assert prompts(messages) == ["three"]


def test_files_that_go_on_from_each_other_in_a_circle_take_nothing_back(tmp_path: Path) -> None:
    files = {id_of(number): tmp_path / f"rollout-{THREAD}_{id_of(number)}.jsonl" for number in (1, 2, 3)}
    for file, onward in zip(files.values(), (2, 1, 1), strict=True):
        base = {"thread_id": id_of(onward), "end_byte_offset": 9}
        file.write_text(json.dumps({"type": "session_meta", "payload": {"history_base": base}}) + "\n")
    assert ends(files, [tmp_path]) == {}


def test_where_a_file_in_between_is_gone_nothing_is_taken_back() -> None:
    with archived() as (home, messages):
        thread = Thread(home)
        thread.turn("one")
        thread.back(0)
        thread.turn("two")
        between = thread.path
        thread.turn("three")
        thread.back(1)
        thread.turn("four")
        between.unlink()
        look(home, messages, random.Random(1))
        assert prompts(messages) == ["one", "four"]


def test_a_file_whose_first_line_is_still_being_written_waits_for_it() -> None:
    with archived() as (home, messages):
        thread, source = Thread(home), Codex(home)
        for text in ("one", "two"):
            thread.turn(text)
        look(home, messages, random.Random(1))
        thread.back(1)
        whole = thread.path.read_bytes()
        thread.path.write_bytes(whole[:40])
        new = source.owns(thread.path)
        assert new is not None
        take_in(source, messages, new, now=Milliseconds(0))
        assert prompts(messages) == ["one", "two"]
        thread.path.write_bytes(whole)
        look(home, messages, random.Random(1))
        assert prompts(messages) == ["one"]


MOVES = st.lists(st.one_of(st.just("turn"), st.just("look"), st.integers(0, 3)), max_size=14)


@settings(max_examples=40)
@given(MOVES, st.integers(0, 1 << 16), st.sampled_from([None, PARENT]))
def test_what_stands_is_what_was_not_taken_back_in_whatever_order_it_is_read(
    moves: list[str | int], seed: int, fork_of: str | None
) -> None:
    chance = random.Random(seed)
    with archived() as (home, messages):
        thread = Thread(home, fork_of)
        thread.turn("turn 0")
        for nth, move in enumerate(moves, 1):
            if move == "turn" or (isinstance(move, int) and move >= len(thread.standing)):
                thread.turn(f"turn {nth}")
            elif isinstance(move, int):
                thread.back(move)
                thread.turn(f"turn {nth}")
            else:
                look(home, messages, chance)
        look(home, messages, chance)
        assert prompts(messages) == thread.standing, f"seed {seed}"


def look(home: Path, messages: Messages, chance: random.Random) -> None:
    """Every file is read to its end, in turns of some bytes and in any order."""
    source = Codex(home)
    due = list(source.transcripts())
    while due:
        transcript = chance.choice(due)
        if not take_in(source, messages, transcript, chance.choice((200, 900, 1 << 20))):
            due.remove(transcript)
