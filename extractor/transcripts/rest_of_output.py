"""Where clients keep what a command goes on to print, or what was too long to show: by what it is asked for later.

Owns the forms in which an output tells of its rest, and a call or a notice asks for it. Promises time that grows with the
text alone. Pure.
"""

from __future__ import annotations

import re

_SEP = r"[\\/]{1,4}"
_FILE = (
    rf"{_SEP}(?:tasks{_SEP}(?=[\w-]{{1,100}}\.output\b)|projects{_SEP}[^\\/\s]{{1,255}}{_SEP}[\w-]{{1,64}}{_SEP}tool-results{_SEP}"
    rf"|opencode{_SEP}tool-output{_SEP}|tmp{_SEP}[\w.-]{{1,100}}{_SEP}tool-outputs{_SEP}(?:[\w-]{{1,100}}{_SEP})?)"
    r"(?P<file>[\w-]{1,100})(?=[.\s\"'\\]|\Z)"
)
"""A file in a folder of a client's own, in which it keeps an output."""
_TOLD = re.compile(
    rf"(?:with|session) ID(?:: (?P<id>[\w-]{{1,64}})| (?P<number>\d{{1,10}}))|PIDs?: (?P<pid>\d{{1,10}})|{_FILE}"
)
_ASKED = re.compile(
    r"\"(?:task_?id|bash_id|shell_id|session_id|pid)\"\s?:\s?\"?(?P<id>[\w-]{1,64})", re.IGNORECASE
)
_NOTIFIED = re.compile(rf"<task-id>(?P<id>[\w-]{{1,64}})</task-id>|{_FILE}")
_IN_FILE = re.compile(_FILE)
_ASKING = frozenset(
    (
        *("TaskOutput", "TaskStop", "BashOutput", "AgentOutputTool", "KillShell", "KillBash"),
        *("write_stdin", "read_background_output"),
    )
)
"""Tools that ask for what goes on in the background."""


def told(output: str) -> frozenset[str]:
    """The names by which the rest of an output can be asked for."""
    return frozenset(match[match.lastgroup or 0] for match in _TOLD.finditer(output))


def asked(tool: str | None, call: str) -> frozenset[str]:
    """The names of outputs that a call asks for the rest of."""
    names = {match["file"] for match in _IN_FILE.finditer(call)}
    if tool in _ASKING:
        names |= {match["id"] for match in _ASKED.finditer(call)}
    return frozenset(names)


def notified(notice: str) -> frozenset[str]:
    """The names of outputs of which a notice tells that they went on."""
    return frozenset(match[match.lastgroup or 0] for match in _NOTIFIED.finditer(notice))
