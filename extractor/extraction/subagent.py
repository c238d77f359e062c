"""The sub-agent: at most five replies over a workspace.

Owns the loop. Promises at most five requests whatever the model does, and that nothing but the
workspace changes. Never opens a file or a socket itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from extractor.domain import NO_USAGE, Usage
from extractor.extraction.tools import Toolbox
from extractor.memory.workspace import Workspace
from extractor.models.model import Model, Reply, Request, Stop, Turn

MAX_REPLIES = 5


@dataclass(frozen=True, slots=True)
class Conversation:
    """How it went. `problem` is empty when it succeeded; what was accepted stands in the workspace."""

    replies: int
    usage: Usage
    refusals: tuple[str, ...]
    problem: str = ""
    first_input: int = 0
    """Tokens of the first request as the API counted them; 0 where it did not."""
    rest: int = 0
    """How many of the last new exchanges the model leaves to the session's next run."""
    is_rejected: bool = False
    """The problem is that the other side refused to answer, whatever the length of what it was asked."""


NOT_HELD = Conversation(0, NO_USAGE, ())
"""A run of which nothing came back."""


def converse(model: Model, request: Request, workspace: Workspace) -> Conversation:
    """Let the model read and write until it ends its turn or has used its replies.

    Raises whatever the model raises: ModelUnavailable, ConfigError, BudgetReached.
    """
    toolbox = Toolbox(workspace)
    turns: list[Turn] = []
    usage, first = Usage(), 0
    for number in range(1, MAX_REPLIES + 1):
        reply = model.reply(request.after(turns))
        usage += reply.usage
        first = first or (0 if reply.lacks_input else reply.usage.total_input)
        if reply.stop in (Stop.REFUSAL, Stop.REJECTED):
            problem, is_rejected = f"{reply.stop}: {reply.detail}".rstrip(": "), not reply.is_too_long
            return Conversation(
                number, usage, tuple(toolbox.refusals), problem, first, is_rejected=is_rejected
            )
        if not reply.calls:
            problem = _cut_off(reply, workspace)
            return Conversation(number, usage, tuple(toolbox.refusals), problem, first, reply.rest)
        outcomes = toolbox.carry_out(reply.calls, is_cut=reply.stop is Stop.MAX_TOKENS)
        turns.append(Turn(reply, outcomes))
    problem = _cut_off(reply, workspace)
    return Conversation(MAX_REPLIES, usage, tuple(toolbox.refusals), problem, first, reply.rest)


def _cut_off(last: Reply, workspace: Workspace) -> str:
    """What is wrong with a last reply that the limit cut off; nothing where words stand written already."""
    if last.stop is not Stop.MAX_TOKENS or workspace.changes().changes:
        return ""
    return "the last reply was cut off before anything was written"
