"""What a person takes back in Claude Code by going back to an earlier place of the conversation.

Owns what the client's mark of it says. Promises that only a mark that says so takes anything back, and only what
stands between known lines. Reads no file itself.
"""

from __future__ import annotations

from collections.abc import Callable

from extractor.transcripts.claude_state import State
from extractor.transcripts.source import Withdrawn

_NO_LEAF = "00000000-0000-0000-0000-000000000000"

Between = Callable[[str | None, str | None, int], tuple[str, ...]]
"""uuids of the lines after one (None: all), before another (None: all) and before an offset; empty if one is missing."""


def withdrawn(line: dict[str, object], offset: int, state: State, between: Between) -> Withdrawn | None:
    """What such a mark, a line at `offset`, takes back; None where that is nothing."""
    if line.get("explicit") is not True:
        return None
    leaf = line.get("leafUuid")
    named = isinstance(leaf, str) and leaf != _NO_LEAF
    command = state.command
    prompt = command if command is not None and (not named or leaf == command[0]) else state.prompt
    gone: tuple[str, ...] = ()
    if prompt is not None and (not named or leaf in prompt):
        gone = between(prompt[1], prompt[0], offset)
    elif isinstance(leaf, str) and named:
        gone = between(leaf, None, offset)
    return Withdrawn(gone, in_session=True) if gone else None
