"""What clients weave into a conversation of files and commands: what was chosen in an editor, shell mode, mentions.

Owns the forms in which they do. Promises time that grows with the text alone. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_REMINDER = r"\s*(?:<system-reminder>\s*)?"
_BEGINS = re.compile(
    _REMINDER
    + r"(?:<(?:bash-input|command-name|command-message|local-command-caveat|ide_selection|ide_opened_file"
    r"|new-diagnostics|task-notification|bash-notification)>|Caveat: |Called the |Note: |Content from @|\[Request "
    r"|I ran the following shell command:)"
)
_OUTPUT = re.compile(
    _REMINDER + r"(?:<(?:bash-(?:stdout|stderr)|local-command-(?:stdout|stderr))>|Result of calling the )"
)
_TAG = re.compile(
    r"<(bash-input|bash-stdout|bash-stderr|ide_selection|ide_opened_file|new-diagnostics|system-reminder)>"
)


def begins_anew(text: str) -> bool:
    """Whether a notice tells of something by itself: any other may be what the one before it led to."""
    return _BEGINS.match(text) is not None


def is_output(text: str) -> bool:
    """Whether a notice, or a span, is what a command or a tool of the client's brought."""
    return _OUTPUT.match(text) is not None


def spans(text: str) -> Iterator[tuple[int, int]]:
    """Where a text holds what its client wove in, from mark to mark.

    What was chosen in an editor may hold the end of its own span: the last one counts.
    """
    at = 0
    open_ended: set[str] = set()
    for match in _TAG.finditer(text):
        tag = match[1]
        if match.start() < at or tag in open_ended:
            continue
        close = text.rfind(f"</{tag}>", match.end())
        if close < 0:
            open_ended.add(tag)
            continue
        at = close + len(tag) + 3
        yield match.start(), at
