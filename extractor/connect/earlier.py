"""The machine as it was when a client was connected, by what stands in the client's files.

Owns how a command line of ours is read back. Promises that only what would be put in by the very same words counts,
wherever the command stood and whatever folders it was given. Never decides what is taken out.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from extractor.connect.machine import Machine
from extractor.connect.record import FILE

STATE_DIR = "--state-dir"
_OPTIONS = ("--memory-dir", STATE_DIR)
"""What the command is given so that it finds the same folders; each with one word behind it."""


def as_called(machine: Machine, line: str, *words: str) -> Machine | None:
    """The machine whose call of these words is the line; None where it is no such call."""
    told = words_of(line)
    if not is_ours(machine, told) or tuple(told[1 : 1 + len(words)]) != words:
        return None
    options = told[1 + len(words) :]
    if len(options) % 2 or not all(name in _OPTIONS for name in options[::2]):
        return None
    made = replace(machine, command=(told[0],), options=tuple(options))
    return made if made.call(*words) == line else None


def is_ours(machine: Machine, words: Sequence[str]) -> bool:
    """Whether the first of the words is a program called as ours is."""
    return bool(words) and Path(words[0]).name == Path(machine.command[0]).name


def words_of(line: str) -> list[str]:
    """The words of a shell's line; none where no shell would read it."""
    try:
        return shlex.split(line)
    except ValueError:
        return []


def recorded_elsewhere(machine: Machine, state_dir: Path) -> str | None:
    """The other state folder its calls name, where a record of what was connected stands in it."""
    named = dict(zip(machine.options[::2], machine.options[1::2], strict=True)).get(STATE_DIR)
    if named is None or os.path.realpath(named) == os.path.realpath(state_dir):
        return None
    return named if os.path.isfile(os.path.join(named, FILE)) else None
