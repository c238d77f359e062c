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
    at_worst: str = ""
    """What is wrong where the problem is so whatever is asked, and what helps; empty: it tells nothing of the model."""


_REFUSES = "the model refuses whatever it is asked ({}): check its name, base_url and the account there"
_ENDS_NO_REPLY = "the model ends no reply, whatever it is asked ({}): raise max_output_tokens"
_CUT_OFF = "the last reply was cut off before anything was written"

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
            problem = f"{reply.stop}: {reply.detail}".rstrip(": ")
            at_worst = "" if reply.is_too_long else _REFUSES.format(problem)
            return Conversation(number, usage, tuple(toolbox.refusals), problem, first, at_worst=at_worst)
        if not reply.calls:
            return _ended(number, usage, toolbox, reply, first, workspace)
        outcomes = toolbox.carry_out(reply.calls, is_cut=reply.stop is Stop.MAX_TOKENS)
        turns.append(Turn(reply, outcomes))
    return _ended(MAX_REPLIES, usage, toolbox, reply, first, workspace)


def _ended(
    replies: int, usage: Usage, toolbox: Toolbox, last: Reply, first: int, workspace: Workspace
) -> Conversation:
    """How it went where the last reply makes no call: wrong where the limit cut it off and no words stand written."""
    is_cut = last.stop is Stop.MAX_TOKENS and not workspace.changes().changes
    problem, at_worst = (_CUT_OFF, _ENDS_NO_REPLY.format(_CUT_OFF)) if is_cut else ("", "")
    return Conversation(replies, usage, tuple(toolbox.refusals), problem, first, last.rest, at_worst)
