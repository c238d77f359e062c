"""What is told of the steps in which a service is installed, asked about and taken away.

Owns the words for a step that was refused, for a manager that does not answer and for a unit that differs. Never starts
a process.
"""

from __future__ import annotations

import re

_FAILED = "failed ("

_DID = ("Created symlink ", "Removed ", "Unlinked ")
"""How the lines begin in which systemctl says what it did before something failed."""

_STATE = re.compile(r"[a-z-]+")


def failed(why: str, advice: str) -> str:
    """What is told of a step that was refused, and what to do about it."""
    return f"{_FAILED}{why}): {advice}"


def has_failed(told: str) -> bool:
    """Whether that is what was told of a step."""
    return told.startswith(_FAILED)


def reason(text: str) -> str:
    """Why systemctl failed, in one line, without what it did before."""
    return " ".join(line for line in text.splitlines() if not line.startswith(_DID)) or "no reason was given"


def is_state(text: str) -> bool:
    """Whether that is what systemd calls the state of a unit, and not why it says none."""
    return _STATE.fullmatch(text) is not None


def state(text: str) -> str:
    """The state of a unit as it is told, or that it is not known and why."""
    return text if is_state(text) else f"not known: {reason(text)}"


def likeness(current: str, made: str, place: re.Pattern[str]) -> str:
    """How what stands compares with what this shell would write, both without their PATH.

    `place` finds what holds a place of a shell, its name the first group.
    """
    if current == made:
        return "up to date"
    if place.sub("", current) != place.sub("", made):
        return "differs from this version's: install again to update it"
    held, wanted = ({m[0]: m[1] for m in place.finditer(text)} for text in (current, made))
    names = sorted({(held | wanted)[each] for each in held.keys() ^ wanted.keys()})
    return f"not up to date, this shell has another {' and '.join(names)}: install again to hand this shell's over"
