"""A Gemini CLI chat written operation by operation, and read back."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from extractor.domain import Message, Milliseconds, Transcript
from extractor.transcripts.gemini import Gemini
from extractor.transcripts.source import Parked, Reading, Record, Said, Withdrawn

from .written import CWD, LATER

SESSION = "aaaaaaaa-0000-4000-8000-000000000001"
CONTEXT = "0123456789abcdef0123456789abcdef"


def line_id(number: int) -> str:
    return f"bbbbbbbb-0000-4000-8000-{number:012}"


class Chat:
    """One chat of the client, growing under a test's hands."""

    def __init__(self, folder: Path, name: str = "session-2026-03-02T09-00-aaaaaaaa.jsonl") -> None:
        self.folder = folder
        self.source = Gemini(folder)
        self.project = folder / "tmp" / "shop"
        self.path = self.project / "chats" / name
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.touch()
        (self.project / ".project_root").write_text(CWD)
        self.checkpoint: str | None = None
        self.log(SESSION)
        self._count = 0

    def log(self, *sessions: str, words: object = "x") -> None:
        """What a person typed at a terminal."""
        entries = [
            {"sessionId": session, "messageId": 0, "type": "user", "message": words} for session in sessions
        ]
        (self.project / "logs.json").write_text(json.dumps(entries, indent=2))

    def owned(self) -> Transcript:
        """The transcript as the source knows it."""
        found = self.source.owns(self.path)
        assert found is not None
        return found

    def append(self, data: bytes) -> None:
        with open(self.path, "ab") as file:
            file.write(data)

    def add(self, line: object) -> None:
        self.append(json.dumps(line).encode() + b"\n")

    def stamp(self) -> str:
        self._count += 1
        return f"2026-03-02T09:{self._count // 60:02}:{self._count % 60:02}.120Z"

    def head(self, **fields: object) -> None:
        hashed = hashlib.sha256(CWD.encode()).hexdigest()
        self.add({"sessionId": SESSION, "projectHash": hashed, "kind": "main", **fields})

    def message(self, kind: str, number: int, content: object, **fields: object) -> dict[str, object]:
        return {"id": line_id(number), "timestamp": self.stamp(), "type": kind, "content": content, **fields}

    def asks(self, number: int, *texts: str, **fields: object) -> None:
        self.add(self.message("user", number, [{"text": text} for text in texts], **fields))
        self.add({"$set": {"lastUpdated": self.stamp()}})

    def answers(self, number: int, content: object, **fields: object) -> None:
        self.add(self.message("gemini", number, content, **fields))

    def set(self, *messages: dict[str, object]) -> None:
        self.add({"$set": {"messages": list(messages)}})

    def document(self, *messages: dict[str, object], **fields: object) -> None:
        """The chat as older versions write it: whole, each time."""
        whole = {"sessionId": SESSION, "projectHash": "x", "messages": list(messages), **fields}
        self.path.write_text(json.dumps(whole, indent=2))

    def read(self, quota: int = 1 << 30, now: Milliseconds = LATER) -> Reading:
        """What is new since the last read."""
        reading = self.source.read(self.owned(), self.checkpoint, quota, now)
        self.checkpoint = reading.checkpoint
        return reading

    def anew(self) -> None:
        """The service starts again: nothing but the checkpoint is left."""
        self.source = Gemini(self.folder)

    def records(self) -> list[Record]:
        return self.read().records

    def messages(self) -> list[Message]:
        return [record.message for record in self.records() if isinstance(record, Said)]

    def parked(self) -> list[str]:
        return [record.reason for record in self.records() if isinstance(record, Parked)]


def call(
    number: int, name: str = "run_shell_command", output: str | None = "x", **fields: object
) -> dict[str, object]:
    """A tool call as a reply holds it."""
    made: dict[str, object] = {
        "id": f"{name}-{number}",
        "name": name,
        "args": {"command": "ls"},
        "status": "success",
    }
    if output is not None:
        made["result"] = [response(f"{name}-{number}", output)]
    return {**made, **fields}


def response(id: str, output: str, key: str = "output") -> dict[str, object]:
    return {"functionResponse": {"id": id, "name": "x", "response": {key: output}}}


def standing(records: list[Record]) -> list[str]:
    """The words that stand at the end, in order."""
    live: dict[tuple[str, int], str] = {}
    for record in records:
        if isinstance(record, Said):
            live.setdefault((record.message.key.uuid, record.message.key.block), record.message.text)
        elif isinstance(record, Withdrawn):
            live = {key: text for key, text in live.items() if key[0] not in record.uuids}
    return list(live.values())
