"""Transitions: what stands at the place where detail was left out.

Owns the tally of what was left out, the reasons, and the words for a model. Promises that a transition
says how much is missing. Never relabels or removes what it stands for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from extractor.domain import Kind, Message, Milliseconds
from extractor.history.levels import Level

NAME_LENGTH = 40
"""Characters of a tool's name that are shown."""

NAMED_TOOLS = 8
"""Tools a text names; the rest is counted."""

NAMED_FILES = 3
"""Files a text for people names; the rest is counted."""


class Reason(StrEnum):
    """Why detail ends here."""

    REQUEST_COMPLETE = "request-complete"
    SESSION_END = "session-end"
    MANUAL = "manual"
    SIZE_LIMIT = "size-limit"
    TIME_LIMIT = "time-limit"
    CANCELLED = "cancelled"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class Tally:
    """How much was left out."""

    calls: Mapping[str, int] = field(default_factory=dict)
    """Tool calls by tool, in the order the tools were first used."""
    files: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Paths each tool wrote to, every one once."""
    failed: int = 0
    """Calls that reported an error or were denied."""
    thoughts: int = 0
    """Pieces of thinking."""
    items: int = 0
    """All items left out, whatever they are."""
    is_sub_agent: bool = False
    """All of it was a sub-agent's conversation."""

    @classmethod
    def of(cls, messages: Iterable[Message]) -> Tally:
        """Count these messages."""
        calls: Counter[str] = Counter()
        files: dict[str, dict[str, None]] = {}
        failed = thoughts = items = aside = 0
        for message in messages:
            items += 1
            aside += message.sidechain
            failed += message.failed
            thoughts += message.kind is Kind.THINKING
            if message.kind is Kind.CALL:
                tool = tool_name(message)
                calls[tool] += 1
                if message.path:
                    files.setdefault(tool, {})[message.path] = None
        paths = {tool: tuple(found) for tool, found in files.items()}
        return cls(dict(calls), paths, failed, thoughts, items, bool(items) and aside == items)

    @property
    def actions(self) -> int:
        """Tool calls."""
        return sum(self.calls.values())

    @property
    def touched(self) -> tuple[str, ...]:
        """Every path written to, once."""
        return tuple(dict.fromkeys(path for paths in self.files.values() for path in paths))

    def __add__(self, other: Tally) -> Tally:
        calls = Counter(self.calls)
        calls.update(other.calls)
        tools = dict.fromkeys((*self.files, *other.files))
        files = {
            tool: tuple(dict.fromkeys((*self.files.get(tool, ()), *other.files.get(tool, ()))))
            for tool in tools
        }
        return Tally(
            dict(calls),
            files,
            self.failed + other.failed,
            self.thoughts + other.thoughts,
            self.items + other.items,
            self.is_sub_agent and other.is_sub_agent,
        )


@dataclass(frozen=True, slots=True)
class Transition:
    """The item at a boundary."""

    level: Level
    """The level the conversation returns to."""
    at: Milliseconds
    reason: Reason
    tally: Tally
    for_model: str
    for_person: str | None = None
    """A line for a person; a transition that has one is a milestone."""


_ENDED = {
    Reason.SESSION_END: ", then the session ended",
    Reason.CANCELLED: ", then the person interrupted",
    Reason.ABORTED: ", then it broke off",
}


def for_model(tally: Tally, reason: Reason, level: Level = Level.PROJECT) -> str:
    """What a model is told at a boundary: at the project level tools and files, at the global level counts."""
    head = "[SUB-AGENT]" if tally.is_sub_agent else "[ACTIONS]"
    count = tally.actions
    if count:
        told = f"{count} tool {_plural('call', count)} left out"
        if level is not Level.GLOBAL:
            told += ": " + _tools(tally)
        elif tally.touched:
            told += f", {len(tally.touched)} {_plural('file', len(tally.touched))} written"
    else:
        told = f"{tally.items} {_plural('item', tally.items)} left out"
    if tally.failed:
        told += f"; {tally.failed} failed"
    return f"{head} {told}{_ENDED.get(reason, '')}"


def for_person(tally: Tally, reason: Reason) -> str:
    """What a person is told of a finished stretch of work."""
    count, files = tally.actions, tally.touched
    if not count and reason in _ENDED:
        return _ENDED[reason].removeprefix(", then ")
    told = f"{count} tool {_plural('call', count)}"
    if files:
        names = ", ".join(path.replace("\\", "/").rsplit("/", 1)[-1] for path in files[:NAMED_FILES])
        rest = f" and {len(files) - NAMED_FILES} more" if len(files) > NAMED_FILES else ""
        told += f", {len(files)} {_plural('file', len(files))} written ({names}{rest})"
    return told + _ENDED.get(reason, "")


def _tools(tally: Tally) -> str:
    most = Counter(tally.calls).most_common()
    named: list[str] = []
    for tool, count in most[:NAMED_TOOLS]:
        files = len(tally.files.get(tool, ()))
        named.append(f"{count} {tool}" + (f" ({files} {_plural('file', files)})" if files else ""))
    others = sum(count for _, count in most[NAMED_TOOLS:])
    return ", ".join(named) + (f", {others} with other tools" if others else "")


def _plural(word: str, count: int) -> str:
    return word if count == 1 else word + "s"


def tool_name(message: Message) -> str:
    """The tool's name as it may be shown: letters, digits, `_`, `-` and `.` of it."""
    name = "".join(c for c in message.tool or "tool" if c.isalnum() or c in "_-.")
    return name[:NAME_LENGTH] or "tool"
