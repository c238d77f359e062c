"""What the lines of a Claude Code transcript are called, and how they begin.

Owns the names that show a file to be this client's.
"""

from __future__ import annotations

import re

KNOWN_TYPES = frozenset(
    {
        *("user", "assistant", "system", "attachment", "queue-operation", "last-prompt", "progress"),
        *("summary", "file-history-snapshot", "file-history-delta", "tools-used", "cost-state", "tag"),
        *("api-request", "api-request-shape", "api-request-blob", "mode", "permission-mode"),
        *("atis-latch", "custom-title", "agent-name", "ai-title"),
    }
)
"""Types of lines that show a file to be this client's."""

BEGINS = re.compile(
    rb'\{"(?:parentUuid|logicalParentUuid|uuid|sessionId|isSidechain|messageId|leafUuid)"'
    rb'|\{"type":\s?"(?:' + "|".join(sorted(KNOWN_TYPES)).encode() + rb')"'
)
"""How a line begins, where two stand on one: the fields the client writes first."""
