"""A model that says what a test tells it to, and what a test needs around an extraction."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC
from pathlib import Path

from pydantic import JsonValue

from extractor.actions.removals import Removals
from extractor.archive.archive import Archive
from extractor.archive.standing import Project
from extractor.domain import MemoryType, Message, Milliseconds, SessionId, Transcript, Usage
from extractor.extraction.homes import Homes
from extractor.extraction.limits import Limits
from extractor.extraction.prompt import Templates
from extractor.extraction.run import Extraction
from extractor.memory.redaction.redact import redact
from extractor.models.model import Reply, Request, Stop, ToolCall
from extractor.service.memory_folder import MemoryFolder
from extractor.transcripts.source import Boundary, BoundaryKind, Reading, Record, Said
from tests.support.talk import START

Step = Reply | Exception | Callable[[Request], Reply]

TEMPLATES = Templates("Keep what lasts.\n$types\n", {kind: f"{kind}: facts" for kind in MemoryType})


def says(*calls: ToolCall, text: str = "", stop: Stop | None = None, usage: Usage | None = None) -> Reply:
    ended = stop or (Stop.TOOL_USE if calls else Stop.END_TURN)
    return Reply(text, tuple(calls), ended, usage or Usage(input=100, output=10))


_numbers = itertools.count(1)


def use(tool: str, /, **given: JsonValue) -> ToolCall:
    return ToolCall(f"call-{next(_numbers)}", tool, dict(given))


def write(
    file: str,
    statement: str,
    message: str,
    quote: str,
    *,
    type: str = "feedback",
    description: str | None = None,
    replaces: str | None = None,
    **more: JsonValue,
) -> ToolCall:
    said: dict[str, JsonValue] = {"text": statement, "evidence": [{"message": message, "quote": quote}]}
    if replaces is not None:
        said["replaces"] = replaces
    return use(
        "write_memory",
        file=file,
        type=type,
        name=file.removesuffix(".md"),
        description=description or statement,
        statements=[said],
        **more,
    )


@dataclass
class Scripted:
    """Plays its steps in order; the last one for ever. Keeps every request."""

    steps: list[Step]
    name: str = "scripted"
    is_paid: bool = False
    requests: list[Request] = field(default_factory=list)

    def reply(self, request: Request) -> Reply:
        self.requests.append(request)
        step = self.steps[min(len(self.requests), len(self.steps)) - 1]
        if isinstance(step, Exception):
            raise step
        return step(request) if callable(step) else step


class Clock:
    """A clock that stands until it is moved. Milliseconds."""

    def __init__(self, now: int = START + 3_600_000) -> None:
        self.now = now

    def __call__(self) -> Milliseconds:
        return Milliseconds(self.now)

    def pass_by(self, seconds: float) -> None:
        self.now += int(seconds * 1000)


class Desk:
    """An archive, a memory folder and an extraction over them, on real files."""

    def __init__(
        self, folder: Path, *, learn_headless: bool = False, horizon: int = 0, run_tokens: int = 30_000
    ) -> None:
        self.clock = Clock()
        self.archive = Archive.open(folder / "state", redact, self.clock)
        self.folder = MemoryFolder(folder / "memory", self.archive.journal, self.clock, "", UTC)
        self.removals = Removals(self.archive, lambda _path: self.folder, self.clock)
        self.extraction = Extraction(
            self.archive,
            lambda _info: self.homes,
            TEMPLATES,
            Limits(run_tokens, 6_000, 1_000, learn_headless, Milliseconds(horizon)),
            UTC,
            self.clock,
            self.removals,
        )
        self._checkpoints = itertools.count(1)

    @property
    def homes(self) -> Homes:
        """What sessions are learned into."""
        return Homes(self.folder)

    @property
    def path(self) -> Path:
        return Path(self.folder.path)

    def said(
        self,
        session: str,
        *messages: Message | Record,
        ended: bool = True,
        restart: bool = False,
        sidechain: bool = False,
    ) -> int:
        """Append to a session's transcript; returns its row."""
        transcript = Transcript("plain", f"/home/dev/{session}.jsonl", SessionId(session), sidechain)
        records: list[Record] = [Boundary(BoundaryKind.RESTART, Milliseconds(0))] if restart else []
        records += [Said(m) if isinstance(m, Message) else m for m in messages]
        if ended:
            records.append(Boundary(BoundaryKind.TURN_END, self.clock()))
        reading = Reading(records, str(next(self._checkpoints)), cwd="/home/dev/shop", modified=self.clock())
        return self.archive.messages.store(
            transcript, reading, Project("/home/dev/shop", is_seen=True)
        ).session

    def files(self) -> dict[str, str]:
        if not self.path.is_dir():
            return {}
        return {
            f.name: f.read_text(encoding="utf-8") for f in sorted(self.path.iterdir()) if f.suffix == ".md"
        }

    def close(self) -> None:
        self.folder.close()
        self.archive.close()


def all_text(requests: Iterable[Request]) -> str:
    return "\n".join("\n".join((r.system, *r.stable, r.fresh)) for r in requests)
