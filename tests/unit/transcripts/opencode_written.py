"""OpenCode sessions, in a database and in files, as the client writes them, and read back."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path
from typing import Protocol

from extractor.domain import Message, Milliseconds, Transcript
from extractor.transcripts.opencode import OpenCode
from extractor.transcripts.source import Parked, Reading, Record, Said

from .written import CWD, LATER

SESSION = "ses_0000000000000000000000000a"
BEGAN = 1_772_442_000_000
TABLES = """
CREATE TABLE session (id text PRIMARY KEY, parent_id text, directory text NOT NULL, version text NOT NULL,
    revert text, permission text, time_created integer NOT NULL, time_updated integer NOT NULL);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL,
    time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL,
    time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE event_sequence (aggregate_id text PRIMARY KEY, seq integer NOT NULL);
"""
SCRIPT = json.dumps([{"permission": "question", "pattern": "*", "action": "deny"}])


def identity(kind: str, at: int, number: int) -> str:
    """An id as the client makes it: the low bits of the time, a count, and letters."""
    return f"{kind}_{(at * 4096 + number) % (1 << 48):012x}{number:014}"


class Store(Protocol):
    """One way of keeping sessions."""

    def session(self, id: str = ..., **fields: object) -> None: ...

    def message(self, id: str, session: str, at: int, data: dict[str, object]) -> None: ...

    def part(self, id: str, message: str, session: str, at: int, data: dict[str, object]) -> None: ...

    def remove(self, message: str, session: str) -> None: ...

    def remove_part(self, id: str, message: str, session: str) -> None: ...


class Database:
    """Sessions of newer versions."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "opencode.db"
        self.db = sqlite3.connect(self.path, isolation_level=None)
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.executescript(TABLES)

    def __del__(self) -> None:
        # From 3.13 on Python warns of a connection that nobody closed.
        self.db.close()

    def session(self, id: str = SESSION, **fields: object) -> None:
        row = {"directory": CWD, "version": "1.18.33", "time_created": BEGAN, "time_updated": BEGAN, **fields}
        names = ", ".join(row)
        marks = ", ".join("?" * len(row))
        self.db.execute(
            f"INSERT OR REPLACE INTO session(id, {names}) VALUES(?, {marks})", (id, *row.values())
        )
        self.db.execute("INSERT OR REPLACE INTO event_sequence VALUES(?, 0)", (id,))

    def touch(self, session: str, at: int) -> None:
        self.db.execute("UPDATE session SET time_updated = ? WHERE id = ?", (at, session))
        self.db.execute("UPDATE event_sequence SET seq = seq + 1 WHERE aggregate_id = ?", (session,))

    def message(self, id: str, session: str, at: int, data: dict[str, object]) -> None:
        created = data["time"]["created"]  # type: ignore[index]
        row = (id, session, created, at, json.dumps(data))
        self.db.execute("INSERT OR REPLACE INTO message VALUES(?, ?, ?, ?, ?)", row)
        self.touch(session, at)

    def part(self, id: str, message: str, session: str, at: int, data: dict[str, object]) -> None:
        row = (id, message, session, at, at, json.dumps(data))
        self.db.execute("INSERT OR REPLACE INTO part VALUES(?, ?, ?, ?, ?, ?)", row)
        self.touch(session, at)

    def remove(self, message: str, session: str) -> None:
        self.db.execute("DELETE FROM message WHERE id = ?", (message,))
        self.db.execute("DELETE FROM part WHERE message_id = ?", (message,))
        self.touch(session, BEGAN)

    def remove_part(self, id: str, message: str, session: str) -> None:
        self.db.execute("DELETE FROM part WHERE id = ?", (id,))
        self.touch(session, BEGAN)


class Files:
    """Sessions of older versions. `is_dated`: their files have the times of what they say, not of the test."""

    def __init__(self, folder: Path, *, is_dated: bool = False) -> None:
        self.storage = folder / "storage"
        self._is_dated = is_dated

    def _write(self, path: Path, value: object, at: int | None = None) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value, indent=2))
        if at is not None and self._is_dated:
            os.utime(path, ns=(at * 1_000_000, at * 1_000_000))

    def session(self, id: str = SESSION, **fields: object) -> None:
        told = {"id": id, "projectID": "p", "directory": CWD, "version": "1.0.185"}
        told["parentID"] = fields.get("parent_id")  # type: ignore[assignment]
        told["revert"] = json.loads(str(fields["revert"])) if fields.get("revert") else None
        self._write(self.storage / "session" / "p" / f"{id}.json", told)

    def message(self, id: str, session: str, at: int, data: dict[str, object]) -> None:
        self._write(self.storage / "message" / session / f"{id}.json", {"id": id, **data}, at)

    def part(self, id: str, message: str, session: str, at: int, data: dict[str, object]) -> None:
        self._write(self.storage / "part" / message / f"{id}.json", {"id": id, **data}, at)

    def remove(self, message: str, session: str) -> None:
        (self.storage / "message" / session / f"{message}.json").unlink()

    def remove_part(self, id: str, message: str, session: str) -> None:
        (self.storage / "part" / message / f"{id}.json").unlink()


class Talk:
    """One session, growing under a test's hands."""

    def __init__(self, folder: Path, store: Store, session: str = SESSION, **fields: object) -> None:
        self.folder = folder
        self.store = store
        self.id = session
        self.fields = fields
        store.session(session, **fields)
        self.source = OpenCode(folder)
        self.checkpoint: str | None = None
        self.at = BEGAN
        self._created: dict[str, int] = {}
        self.messages_written: list[tuple[str, str]] = []
        """Ids and roles of its messages, in order."""
        self.ended: set[str] = set()
        """Ids of the replies that ended."""
        self.parts: list[tuple[str, str, dict[str, object]]] = []
        """Ids of its parts, of their messages, and what they say."""
        self._count = 0

    def _next(self, kind: str) -> str:
        self._count += 1
        self.at += 1000
        return identity(kind, self.at, self._count)

    def asks(self, *texts: str, parts: tuple[dict[str, object], ...] = ()) -> str:
        message = self._next("msg")
        data: dict[str, object] = {"role": "user", "time": {"created": self.at}}
        self.store.message(message, self.id, self.at, data)
        self.messages_written.append((message, "user"))
        self.add(message, *({"type": "text", "text": text} for text in texts), *parts)
        return message

    def answers(self, *parts: dict[str, object], is_done: bool = True, **fields: object) -> str:
        message = self._next("msg")
        self.messages_written.append((message, "assistant"))
        self.reply(message, is_done=is_done, **fields)
        self.add(message, *parts)
        return message

    def reply(self, message: str, *, is_done: bool = True, **fields: object) -> None:
        """Writes a reply's own row, again if it stands."""
        created = self._created.setdefault(message, self.at)
        if "error" in fields or fields.get("finish", "stop") == "stop":
            self.ended.add(message)
        time = {"created": created, "completed": self.at} if is_done else {"created": created}
        self.store.message(
            message, self.id, self.at, {"role": "assistant", "time": time, "finish": "stop", **fields}
        )

    def add(self, message: str, *parts: dict[str, object]) -> list[str]:
        return [self.put(self._next("prt"), message, part) for part in parts]

    def put(self, id: str, message: str, part: dict[str, object]) -> str:
        """Writes a part, again if it stands."""
        self.at += 1
        self.store.part(id, message, self.id, self.at, part)
        self.parts = [*(each for each in self.parts if each[0] != id), (id, message, part)]
        return id

    def transcript(self) -> Transcript:
        (found,) = [t for t in self.source.transcripts() if t.session == self.id]
        return found

    def read(self, quota: int = 1 << 30, now: Milliseconds = LATER) -> Reading:
        """What is new since the last read."""
        reading = self.source.read(self.transcript(), self.checkpoint, quota, now)
        self.checkpoint = reading.checkpoint
        return reading

    def records(self) -> list[Record]:
        return self.read().records

    def messages(self) -> list[Message]:
        return [record.message for record in self.records() if isinstance(record, Said)]

    def parked(self) -> list[str]:
        return [record.reason for record in self.records() if isinstance(record, Parked)]


def text(words: str, **fields: object) -> dict[str, object]:
    return {"type": "text", "text": words, **fields}


def tool(name: str, status: str = "completed", **fields: object) -> dict[str, object]:
    state = {"status": status, "input": {"filePath": "/m/a.md"}, "output": "done", "error": "no", **fields}
    return {"type": "tool", "tool": name, "callID": "toolu_1", "state": state}
