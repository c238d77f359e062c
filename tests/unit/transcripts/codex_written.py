"""A Codex session written line by line, in the forms of its versions, and read back."""

from __future__ import annotations

import json
from pathlib import Path

from extractor.domain import Message, Milliseconds, Transcript
from extractor.transcripts.codex import Codex
from extractor.transcripts.source import Parked, Reading, Record, Said

from .written import CWD, LATER

THREAD = "0199aaaa-0000-7000-8000-000000000001"
OTHER = "0199aaaa-0000-7000-8000-000000000002"


def item_id(number: int) -> str:
    return f"0199bbbb-0000-7000-8000-{number:012}"


class Rollout:
    """One session of the client, growing under a test's hands."""

    def __init__(self, home: Path, thread: str = THREAD) -> None:
        self.source = Codex(home)
        self.thread = thread
        day = home / "sessions" / "2026" / "03" / "02"
        self.path = day / f"rollout-2026-03-02T09-00-00-{thread}.jsonl"
        day.mkdir(parents=True, exist_ok=True)
        self.path.touch()
        self.checkpoint: str | None = None
        self._count = 0

    def owned(self) -> Transcript:
        """The transcript as the source knows it."""
        found = self.source.owns(self.path)
        assert found is not None
        return found

    def append(self, data: bytes) -> None:
        with open(self.path, "ab") as file:
            file.write(data)

    def add(self, kind: str, payload: object) -> None:
        self._count += 1
        stamp = f"2026-03-02T09:{self._count // 60:02}:{self._count % 60:02}.120Z"
        self.append(json.dumps({"timestamp": stamp, "type": kind, "payload": payload}).encode() + b"\n")

    def meta(self, **fields: object) -> None:
        own = {
            "id": self.thread,
            "cwd": CWD,
            "cli_version": "0.169.0",
            "source": "cli",
            "originator": "codex-tui",
        }
        self.add("session_meta", {**own, **fields})

    def event(self, kind: str, /, **fields: object) -> None:
        self.add("event_msg", {"type": kind, **fields})

    def item(self, kind: str, /, **fields: object) -> None:
        self.add("response_item", {"type": kind, **fields})

    def message(self, role: str, text: str, **fields: object) -> None:
        form = "output_text" if role == "assistant" else "input_text"
        self.item("message", role=role, content=[{"type": form, "text": text}], **fields)

    def completed(self, kind: str, id: str, *content: dict[str, object]) -> None:
        item = {"type": kind, "id": id, "content": list(content)}
        self.event("item_completed", thread_id=self.thread, item=item)

    # What newer versions write of one thing said: the item and the event.

    def asks(self, text: str, id: str) -> None:
        self.message("user", text, id=f"msg_{id}")
        self.completed("UserMessage", id, {"type": "text", "text": text, "text_elements": []})

    def answers(self, text: str, id: str) -> None:
        self.completed("AgentMessage", f"msg_{id}", {"type": "Text", "text": text})
        self.message("assistant", text, id=f"msg_{id}")

    # What older ones write.

    def old_asks(self, text: str, **fields: object) -> None:
        self.message("user", text)
        self.event("user_message", message=text, **fields)

    def old_answers(self, text: str) -> None:
        self.event("agent_message", message=text)
        self.message("assistant", text)

    # A review, as newer versions write it and as older ones do.

    def review(self, what: str, form: str, **fields: object) -> None:
        """What tells that one was `entered` or `exited`."""
        if form == "old":
            return self.event(f"{what}_review_mode", **fields)
        item = {"type": f"{what.title()}ReviewMode", "id": f"{what}-{self._count}", **fields}
        return self.event("item_completed", thread_id=self.thread, item=item)

    def reviewer_is_asked(self, text: str, form: str) -> None:
        """Newer versions repeat what the reviewer's own file holds, older ones twice."""
        if form == "old":
            self.event("user_message", message=text)
            return self.event("user_message", message=text)
        asked = {"type": "UserMessage", "id": "x", "content": [{"type": "text", "text": text}]}
        return self.event("item_completed", thread_id="another", item=asked)

    def read(self, quota: int = 1 << 30, now: Milliseconds = LATER) -> Reading:
        """What is new since the last read."""
        reading = self.source.read(self.owned(), self.checkpoint, quota, now)
        self.checkpoint = reading.checkpoint
        return reading

    def records(self) -> list[Record]:
        return self.read().records

    def messages(self) -> list[Message]:
        return [record.message for record in self.records() if isinstance(record, Said)]

    def parked(self) -> list[Parked]:
        return [record for record in self.records() if isinstance(record, Parked)]
