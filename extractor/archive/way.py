"""The ways in which something is asked for directly, on the command line or over MCP.

Owns their names, as they stand in the state file. Promises that they are told from the clients whose
transcripts are read. Never stores anything.
"""

from __future__ import annotations

from enum import StrEnum

from extractor.domain import Speaker

MODEL = "none"
"""What stands for a model in a run nothing was learned in."""


class Way(StrEnum):
    """How something was asked for: the client its session belongs to."""

    COMMAND_LINE = "command-line"
    """A person typed it."""
    MCP = "mcp"
    """An agent called a tool."""

    @property
    def speaker(self) -> Speaker:
        """Whose words come this way."""
        return Speaker.HUMAN if self is Way.COMMAND_LINE else Speaker.ASSISTANT


WAYS = ", ".join(f"'{way}'" for way in Way)
"""For SQL: the clients that are none."""
