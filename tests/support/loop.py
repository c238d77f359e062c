"""The whole loop in this process, over real files, with a model that does exactly what it is told."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from pathlib import Path

from extractor.config.settings import Settings
from extractor.domain import Speaker
from extractor.errors import StoreFailed
from extractor.models.model import Reply, Request, ToolCall
from extractor.service.learning import Learning
from extractor.service.once import Report, once
from extractor.wiring.parts import Parts, build
from tests.support.scripted import Clock, says, use
from tests.support.talk import START

_ADD = re.compile(r"(?P<file>[a-z]+) holds: (?P<text>.+)")
_CHANGE = re.compile(r"(?P<file>[a-z]+) no longer says: (?P<old>.+?\.) It holds: (?P<text>.+)")
_DROP = re.compile(r"(?P<file>[a-z]+) is gone: (?P<text>.+)")


class Obedient:
    """Writes, replaces and deletes what a person's words ask for, in the form of `Speech`."""

    name = "obedient"
    is_paid = False

    def reply(self, request: Request) -> Reply:
        if request.turns:
            return says()
        messages = [m for e in request.briefing.newer for m in e.visible if m.speaker is Speaker.HUMAN]
        return says(*(call for m in messages if (call := _call(m.key.short, m.text)) is not None))


def _call(message: str, text: str) -> ToolCall | None:
    drop, change, add = (form.fullmatch(text) for form in (_DROP, _CHANGE, _ADD))
    found = drop or change or add
    if found is None:
        return None
    evidence = [{"message": message, "quote": found["text"]}]
    if drop:
        return use(
            "delete_memory", file=f"{found['file']}.md", evidence=[{"message": message, "quote": text}]
        )
    said: dict[str, object] = {"text": found["text"], "evidence": evidence}
    if change:
        said["replaces"] = change["old"]
    return use(
        "write_memory",
        file=f"{found['file']}.md",
        type="feedback",
        name=found["file"],
        description=found["text"],
        statements=[said],  # type: ignore[list-item]
    )


@dataclass(frozen=True)
class Speech:
    """What a person says in one session, in order: what is added, replaced, deleted."""

    session: str
    said: tuple[str, ...]


def speeches(sessions: int = 4) -> list[Speech]:
    """Sessions that each make files, add to them, replace in them and delete one. No two share a file."""
    made = []
    for number in range(sessions):
        a, b, c = (f"{'kmprtvzd'[number % 8]}{vowel}l{vowel}x{'bdgn'[number // 8 % 4]}" for vowel in "aio")
        made.append(
            Speech(
                f"s{number}",
                (
                    f"{a} holds: The {a} lamp is always copper and never chrome.",
                    f"{b} holds: The {b} gate is always closed before the evening bell.",
                    "What does this part do?",
                    f"{a} no longer says: The {a} lamp is always copper and never chrome. "
                    f"It holds: The {a} lamp is always bronze and never copper.",
                    f"{c} holds: The {c} barrel is always rolled and never carried.",
                    f"{b} is gone: The {b} gate is always closed before the evening bell.",
                    f"{c} holds: The {c} ladder is always kept behind the eastern door.",
                ),
            )
        )
    return made


def message_id(session: str, number: int) -> str:
    """The id of what a person said: long enough to last."""
    return f"{session}-{number:020}"


def write_transcripts(home: Path, said: Sequence[Speech]) -> None:
    """The transcripts, as a program would write them an hour ago."""
    folder = home / "transcripts"
    folder.mkdir(parents=True, exist_ok=True)
    for speech in said:
        lines = []
        for number, text in enumerate(speech.said):
            at = START / 1000 + number
            own = message_id(speech.session, number)
            lines.append(
                {"uuid": own, "role": "user", "content": text, "timestamp": at, "cwd": "/home/dev/shop"}
            )
            lines.append(
                {
                    "uuid": f"{own}a",
                    "role": "assistant",
                    "content": "Understood.",
                    "timestamp": at,
                    "end_turn": True,
                }
            )
        path = folder / f"{speech.session}.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        os.utime(path, (START / 1000 + 60, START / 1000 + 60))


class Loop:
    """What a process holds: the parts of the service, joined as the service joins them."""

    def __init__(self, home: Path, clock: Clock | None = None, run_tokens: int = 60) -> None:
        self.home = home
        self.clock = clock or Clock()
        settings = Settings(
            state_dir=home / "state",
            data_dir=home / "data",
            claude_dir=home / "claude",
            memory_dir=home / "memory",
            plain_folders=(home / "transcripts",),
        )
        self.parts: Parts = build(settings, {}, self.clock)
        p = self.parts
        limits = replace(p.extraction.limits, run_tokens=run_tokens)
        p.extraction.limits = limits
        model = Obedient()
        self.learning = Learning(p.archive, p.extraction, lambda _run: model, model.name, UTC, self.clock)

    def pass_once(self) -> Report:
        """Read and learn what waits."""
        return once(self.parts.archive, self.parts.intake, self.learning, None, _silent)

    def until_done(self, passes: int = 30, between: Callable[[], None] = lambda: None) -> list[str]:
        """Go on as the service does, through faults, until nothing waits; the lines that were told.

        Raises AssertionError when that does not happen.
        """
        lines: list[str] = []
        for _ in range(passes):
            told = self._told()
            try:
                if not told and self.is_done():
                    return lines
            except StoreFailed as error:  # the question itself met the fault
                told = [str(error)]
            lines += told or ["something waits and nothing is told"]
            between()
            self.clock.pass_by(11)
        told = self._told()
        db = self.parts.archive.db
        left = [
            db.rows("SELECT id, session_id, outcome, plan IS NULL FROM runs WHERE finished IS NULL"),
            db.rows("SELECT run, file, state FROM journal WHERE state = 'open'"),
            self.parts.archive.sessions.waiting(),
        ]
        raise AssertionError(f"still waiting after {passes} passes: {left}, {told}, {lines[-3:]}")

    def _told(self) -> list[str]:
        """One pass, one scan and one sweep; what a person is told meanwhile."""
        try:
            self.pass_once()
            self.sweep()
            return list(self.parts.archive.summary("2026-03-02").problems)
        except StoreFailed as error:
            return [str(error)]

    def is_done(self) -> bool:
        """Whether nothing waits and nothing is under way."""
        db = self.parts.archive.db
        open_runs = db.number("SELECT count(*) FROM runs WHERE finished IS NULL")
        open_intents = db.number("SELECT count(*) FROM journal WHERE state = 'open'")
        return not (open_runs or open_intents or self.parts.archive.sessions.waiting())

    def sweep(self) -> None:
        """As the service does every minute. Raises StoreFailed."""
        folders, archive = self.parts.folders, self.parts.archive
        for folder in archive.runs.folders():
            folders.get(Path(folder))
        folders.look(self.clock())
        self.clock.pass_by(2)
        for path, problem in folders.render_due(self.clock()):
            archive.problem(f"index:{path}", problem, self.clock())
        self.clock.pass_by(61)
        archive.problem("kept copies", "; ".join(folders.sweep()) or None, self.clock())

    def close(self) -> None:
        self.parts.folders.close()
        self.parts.archive.close()


def _silent(_what: str, _done: int, _all: int) -> None:
    return None


class connected:
    """A connection to the state file of a process that ended."""

    def __init__(self, home: Path) -> None:
        self._db = sqlite3.connect(home / "state" / "state.db")

    def __enter__(self) -> sqlite3.Connection:
        return self._db

    def __exit__(self, *_: object) -> None:
        self._db.close()


@dataclass(frozen=True)
class State:
    """What stands on disk: the memory's bytes and what the archive says."""

    files: dict[str, bytes]
    messages: tuple[tuple[object, ...], ...]
    cursors: tuple[tuple[object, ...], ...]
    statements: tuple[tuple[object, ...], ...]

    @classmethod
    def of(cls, home: Path) -> State:
        with connected(home) as db:
            return cls(
                memory_files(home),
                tuple(db.execute("SELECT uuid, block, passed, text FROM messages ORDER BY uuid, block")),
                tuple(
                    db.execute(
                        """SELECT s.session, c.uuid, c.block, c.count FROM cursors c
                           JOIN sessions s ON s.id = c.session_id ORDER BY 1"""
                    )
                ),
                tuple(db.execute("SELECT file, statement, uuid, quote FROM statements ORDER BY 1, 2, 3, 4")),
            )

    def difference(self, other: State) -> str:
        """In what another state differs from this one, times and the order they give apart."""
        mine, theirs = _timeless(self.files), _timeless(other.files)
        found = [
            f"{name} holds {theirs.get(name)!r}, not {mine.get(name)!r}"
            for name in sorted(mine.keys() | theirs.keys())
            if mine.get(name) != theirs.get(name)
        ]
        for part in ("messages", "cursors", "statements"):
            had, has = set(getattr(self, part)), set(getattr(other, part))
            if had != has or len(getattr(self, part)) != len(getattr(other, part)):
                found.append(f"{part}: {sorted(map(str, had ^ has))[:4]}")
        return "; ".join(found)[:600]


def _timeless(files: dict[str, bytes]) -> dict[str, bytes]:
    made = {}
    for name, data in files.items():
        lines = [line for line in data.split(b"\n") if not line.startswith(b"  modified: ")]
        made[name] = b"\n".join(sorted(lines) if name == "MEMORY.md" else lines)
    return made


def memory_files(home: Path) -> dict[str, bytes]:
    folder = home / "memory"
    if not folder.is_dir():
        return {}
    return {f.name: f.read_bytes() for f in sorted(folder.iterdir())}


def ahead_of_memory(home: Path, said: Sequence[Speech]) -> list[str]:
    """What the archive calls learned though memory does not hold it: looked at before any recovery."""
    if not (home / "state" / "state.db").exists():
        return []
    with connected(home) as db:
        try:
            learned = {u for (u,) in db.execute("SELECT uuid FROM messages WHERE passed = 'learned'")}
            begun = " ".join(
                (data or b"").decode() for (data,) in db.execute("SELECT after FROM journal WHERE run > 0")
            )
            gone = {f for (f,) in db.execute("SELECT file FROM journal WHERE after IS NULL")}
            moved = list(
                db.execute("SELECT s.session, c.uuid FROM cursors c JOIN sessions s ON s.id = c.session_id")
            )
        except sqlite3.OperationalError:
            return []  # killed before the tables were made
    beside = list(_beside(home))
    stands = " ".join(
        data.decode("utf-8", "replace") for name, data in memory_files(home).items() if name.endswith(".md")
    )
    found = []
    for speech in said:
        for number, text in enumerate(speech.said):
            own = message_id(speech.session, number)
            add = _CHANGE.fullmatch(text) or _ADD.fullmatch(text)
            if own not in learned or add is None or _DROP.fullmatch(text):
                continue
            later = [_CHANGE.fullmatch(t) for t in speech.said[number + 1 :]]
            is_replaced = any(c and c["old"] == add["text"] and c["text"] in begun for c in later)
            if add["text"] not in stands and not is_replaced and f"{add['file']}.md" not in gone:
                found.append(f"{own} counts as learned, and memory does not hold it")
    for session, uuid in [*moved, *beside]:
        if str(uuid) not in learned and not str(uuid).endswith("a") and not _is_chatter(said, str(uuid)):
            found.append(f"the cursor of {session} stands at {uuid}, which is not learned")
    return found


def _is_chatter(said: Sequence[Speech], uuid: str) -> bool:
    texts = {message_id(s.session, n): t for s in said for n, t in enumerate(s.said)}
    return _call("x", texts.get(uuid, "")) is None


def _beside(home: Path) -> Iterator[tuple[str, str]]:
    try:
        lines = (home / "state" / "cursors.jsonl").read_bytes().splitlines()
    except FileNotFoundError:
        return
    for line in lines:
        try:
            made = json.loads(line)
        except ValueError:
            continue  # cut off by the kill: it is passed over
        yield made["session"], made["uuid"]
