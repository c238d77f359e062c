"""The guard: whether an exchange is ours to learn from.

Owns mutual exclusion with the agent: where it wrote to the memory folder itself, the service stays out.
Promises to judge by the client's structured fields and results, not by words. No I/O.
"""

from __future__ import annotations

import re

from extractor.domain import Kind, Message
from extractor.history.exchanges import Exchange

WRITING_SHELL = re.compile(r"(>|\btee\b|\bcp\b|\bmv\b|\brm\b|\bsed\s+-\w*i|\btouch\b|\bln\b|\bpatch\b)")
"""Shell words that write. Only asked about commands that name the memory folder."""


def agent_wrote(exchange: Exchange, folder: str) -> bool:
    """True when the agent wrote to the memory folder in this exchange and it was not refused.

    `folder`: absolute path of the memory folder. A call without a result counts as done: better to stay
    out once too often than to write the same fact beside the agent.
    """
    failed = {m.call for m in exchange.messages if m.kind is Kind.RESULT and m.failed and m.call}
    return any(
        m.kind is Kind.CALL and m.call not in failed and _writes_to(m, folder) for m in exchange.messages
    )


def _writes_to(call: Message, folder: str) -> bool:
    inside = folder.rstrip("/") + "/"
    if call.path is not None:
        return call.path.replace("\\", "/").startswith(inside)
    return inside in call.text and WRITING_SHELL.search(call.text) is not None
