"""The guard: whether an exchange is ours to learn from.

Owns mutual exclusion with the agent: where it wrote to the memory folder itself, the service stays out.
Promises to judge by the client's structured fields and results, not by words. No I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain

from extractor.domain import Kind, Message
from extractor.extraction.shell import writes_below
from extractor.history.exchanges import Exchange

SHELLS = {
    *("Bash", "PowerShell"),
    *("shell", "shell_command", "local_shell", "exec_command", "unified_exec", "write_stdin"),
    *("run_shell_command", "bash"),
}
"""What clients call their shells: Claude Code, Codex, Gemini and OpenCode."""

PATCHERS = {"apply_patch", "patch", "multiedit"}
"""Tools whose one call may write many files: the names stand in what they are given."""

_WRITING_TOOL = re.compile(r"write|create|edit|append|delete|remove|move|rename|save|put", re.IGNORECASE)


def agent_wrote(exchange: Exchange, folders: Sequence[str], aside: Iterable[Message] = ()) -> bool:
    """True when the agent wrote to the memory folder in this exchange and it was not refused.

    `folders`: the memory folder in every spelling it has (as it is configured, with links resolved, from
    `~`). `aside`: calls of sub-agents meanwhile, none of which failed. A call without a result counts as done:
    better to stay out once too often than to write the same fact beside the agent.
    """
    failed = {m.call for m in exchange.messages if m.kind is Kind.RESULT and m.failed and m.call}
    calls = (m for m in exchange.messages if m.kind is Kind.CALL and m.call not in failed)
    return any(_writes_to(m, folder) for m in chain(calls, aside) for folder in folders)


def _writes_to(call: Message, folder: str) -> bool:
    folder = folder.rstrip("/")
    if call.path is not None:
        return call.path.replace("\\", "/").startswith(folder + "/")
    if re.search(re.escape(folder) + r"(?![\w-])", call.text) is None:
        return False
    if call.tool in SHELLS:
        is_posix = call.tool != "PowerShell"
        return call.tool == "write_stdin" or writes_below(folder, call.text, is_posix)
    if call.tool in PATCHERS:
        return True
    return (call.tool or "").startswith("mcp__") and _WRITING_TOOL.search(call.tool or "") is not None
