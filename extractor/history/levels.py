"""Levels: whom a piece of a session concerns, and which pieces a model gets to see.

Owns the three levels, the mode that chooses one, and the three filters. Promises that a filter keeps
order, invents nothing and leaves what it was given as it was. Never reads a clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Protocol, Self, TypeVar

from extractor.domain import Kind, Message, Speaker


class Level(StrEnum):
    """How far a piece reaches."""

    TASK = "task"
    """The work at hand: tool calls, their output, thinking, a sub-agent's conversation."""
    PROJECT = "project"
    """What a person and the agent said to each other, and what a sub-agent was sent for and brought back."""
    GLOBAL = "global"
    """What outlives a session."""


class Mode(StrEnum):
    """What an agent is doing: it decides how much it sees."""

    IDLE = "idle"
    SLEEPING = "sleeping"
    ONE_SHOT = "one-shot"
    WORKING_ALONE = "working-alone"
    WORKING_IN_GROUP = "working-in-group"
    ORCHESTRATING = "orchestrating"
    ACTIVE = "active"
    WAITING = "waiting"


_LEVEL_OF_MODE = {
    Mode.IDLE: Level.GLOBAL,
    Mode.SLEEPING: Level.GLOBAL,
    Mode.ONE_SHOT: Level.GLOBAL,
    Mode.WORKING_ALONE: Level.TASK,
    Mode.ORCHESTRATING: Level.PROJECT,
    Mode.ACTIVE: Level.PROJECT,
    Mode.WAITING: Level.PROJECT,
}


def level_for(mode: Mode, in_group: Level = Level.TASK) -> Level:
    """The level an agent in this mode works at. `in_group`: that of one that works with others."""
    return in_group if mode is Mode.WORKING_IN_GROUP else _LEVEL_OF_MODE[mode]


class HasLevel(Protocol):
    """Anything the filters can sort: an item of this package or of an agent's own."""

    @property
    def level(self) -> Level | None:
        """None: it was made before there were levels, and counts as task."""
        ...


T = TypeVar("T", bound=HasLevel)


def global_view(items: Sequence[T]) -> list[T]:
    """Only what outlives a session."""
    return [item for item in items if item.level is Level.GLOBAL]


def project_view(items: Sequence[T]) -> list[T]:
    """What was said since the newest global item: task items are skipped, the global one ends the walk."""
    kept: list[T] = []
    for item in reversed(items):
        if item.level is Level.GLOBAL:
            break
        if item.level is Level.PROJECT:
            kept.append(item)
    kept.reverse()
    return kept


def task_view(items: Sequence[T]) -> list[T]:
    """The unbroken run of task items at the end."""
    start = len(items)
    while start and (items[start - 1].level or Level.TASK) is Level.TASK:
        start -= 1
    return list(items[start:])


def view(items: Sequence[T], level: Level, is_on: bool = True) -> list[T]:
    """What a model working at this level gets to see. With levels switched off, everything."""
    if not is_on:
        return list(items)
    if level is Level.GLOBAL:
        return global_view(items)
    return project_view(items) if level is Level.PROJECT else task_view(items)


class CanTakeLevel(HasLevel, Protocol):
    """An item that can be made anew with a level."""

    def at_level(self, level: Level) -> Self:
        """The same item at this level."""
        ...


M = TypeVar("M", bound=CanTakeLevel)


def migrated(items: Iterable[M]) -> list[M]:
    """The items of a history from before there were levels: those without one become task items."""
    return [item if item.level is not None else item.at_level(Level.TASK) for item in items]


DISPATCHERS = frozenset({"Task", "Agent", "spawn_agent", "task", "delegate_to_agent"})
"""Tools that send a sub-agent out: Claude Code's old and new name, Codex', OpenCode's and Gemini's."""

MARKERS = frozenset({"[image]", "[document]"})
"""What stands in a person's prompt where they put a picture or a file."""


class Leveller:
    """Tells the level of each message of one session, fed in order."""

    def __init__(self) -> None:
        self._dispatched: set[str] = set()
        self._was_said = False

    def level(self, message: Message) -> Level:
        """Task or project: nothing a transcript holds outlives its session by itself.

        A client's compaction summary is project where it is all that is left of what it sums up, and task
        where that stands in the transcript itself.
        """
        _, speaker, kind, text, _, _, tool, call, _, _, _, sidechain = message
        if sidechain:
            return Level.TASK
        if kind is Kind.TEXT:
            self._was_said = True
            return Level.PROJECT if speaker is not Speaker.TOOL else Level.TASK
        if kind is Kind.CALL and tool in DISPATCHERS:
            if call:
                self._dispatched.add(call)
            return Level.PROJECT
        if kind is Kind.CALL:
            # Some clients count their calls anew: an id may come again with another tool.
            self._dispatched.discard(call or "")
            return Level.TASK
        if kind is Kind.RESULT and call in self._dispatched:
            return Level.PROJECT
        if kind is Kind.NOTICE and text in MARKERS:
            return Level.PROJECT
        if kind is Kind.SUMMARY and not self._was_said:
            return Level.PROJECT
        return Level.TASK
