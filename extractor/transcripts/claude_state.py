"""What must be remembered of a Claude Code transcript from one line, and one read, to the next.

Owns the parser's state, a part of the checkpoint. Promises to hold no words of the conversation: what was
queued is kept as the place of its line. Never reads a file.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pydantic import NonNegativeInt

from extractor.transcripts.claude_prompts import SERVERS, is_headless
from extractor.transcripts.hearing import Hearing
from extractor.transcripts.lines import directory
from extractor.transcripts.paths import slug

_MOST_CALLS = 256
_MOST_QUESTIONS = 16


@dataclass(slots=True)
class State:
    """What one line tells about the next ones."""

    cwd: str | None = None
    """The working directory the transcript's folder is named for, else the first one."""
    cwd_fits: bool = False
    here: str | None = None
    """The working directory of the newest line."""
    version: str | None = None
    headless: bool = False
    """The newest line was written by a scripted run."""
    at: int = 0
    """Time of the newest line that had one."""
    seen: bool = False
    """A line was read."""
    known: bool = False
    """A line of a known type was read, or its lack was reported."""
    opened: bool = False
    """The first user line was read."""
    attachments: bool = False
    """The client keeps prompts queued in mid-turn as attachments."""
    progress: bool = False
    """The client reports the runs of tools."""
    commanded: bool = False
    """The model itself ran a slash command or a skill in this turn."""
    prompt: tuple[str, str | None] | None = None
    """Newest prompt nothing was answered to, and its parent; None where it begins the conversation anew."""
    command: tuple[str, str | None] | None = None
    """The same of a slash or shell command that came since, with the caveat the client may put before it."""
    pending: list[tuple[NonNegativeInt, int]] = field(default_factory=list)
    """Offset and size of the lines that queued something, oldest first."""
    queued: int = 0
    """When the newest of it was queued."""
    announced: NonNegativeInt = 0
    """How much left the queue and was not yet seen to come as a line of its own."""
    mistaken: bool = False
    """A notification was taken for what left the queue last: it may have been the prompt behind it."""
    calls: dict[str, str] = field(default_factory=dict)
    """Open tool calls: id and name, of a server's tools no more than that they are."""
    ran: list[str] = field(default_factory=list)
    """Open tool calls that are known to have run."""
    hearing: Hearing = field(default_factory=Hearing)
    questions: dict[str, tuple[NonNegativeInt, int]] = field(default_factory=dict)
    """Open calls that ask the person something: id, and offset and size of the line."""

    def moved(self, cwd: object, folder: str | None) -> None:
        """A line names another working directory than the line before."""
        named = directory(cwd)
        if self.cwd_fits or named is None:
            return
        fits = slug(named) == folder
        if fits or self.cwd is None:
            self.cwd, self.cwd_fits = named, fits

    def entered(self, entrypoint: object) -> None:
        """A line names another entry point than the line before."""
        self.headless = is_headless(entrypoint)

    def prompted(self, uuid: str, parent: object) -> None:
        """A prompt came: from a line, from none (None), or from what is no line's name."""
        self.prompt = (uuid, parent) if parent is None or isinstance(parent, str) else None
        self.command = None

    def ordered(self, uuid: str, parent: object) -> None:
        """A command came, or the caveat before one."""
        if self.command is not None and parent == self.command[0]:
            return
        self.command = (uuid, parent) if parent is None or isinstance(parent, str) else None

    def replied(self) -> None:
        """The agent answered."""
        self.prompt = self.command = None

    def called(self, call: str, tool: str | None) -> None:
        """A tool call was made; the oldest of too many open ones is forgotten."""
        tool = tool or ""
        self.calls[call] = SERVERS if tool.startswith(SERVERS) else tool
        if len(self.calls) > _MOST_CALLS:
            del self.calls[next(iter(self.calls))]

    def asked(self, call: str, offset: int, size: int) -> None:
        """A call was made that asks the person something."""
        self.questions[call] = (offset, size)
        if len(self.questions) > _MOST_QUESTIONS:
            del self.questions[next(iter(self.questions))]

    def started(self, call: object) -> None:
        """A tool is known to run."""
        if isinstance(call, str) and call in self.calls and call not in self.ran:
            self.ran.append(call)
            del self.ran[:-_MOST_CALLS]

    def returned(self, call: object) -> tuple[str | None, bool]:
        """A tool's result arrived: its name where the call was seen, and whether it is known to have run."""
        if not isinstance(call, str):
            return None, False
        ran = call in self.ran
        if ran:
            self.ran.remove(call)
        return self.calls.pop(call, None), ran
