"""Who said something and where, in the words a person is told it in.

Owns those words. Promises the same ones in every command. Never decides whose words count.
"""

from __future__ import annotations

from collections.abc import Mapping

from extractor.archive.way import Way
from extractor.domain import Speaker

NAMES: Mapping[str, str] = {
    Speaker.HUMAN: "person",
    Speaker.HUMAN_HEADLESS: "person (script)",
    Speaker.ASSISTANT: "agent",
}
"""What a person is told a speaker is; the others by their own names."""


def name_of(speaker: str) -> str:
    """A speaker as people call them."""
    return NAMES.get(speaker, speaker)


def place(client: str, session: str) -> str:
    """Where something was said; what was asked for directly was said in no session."""
    if client == Way.COMMAND_LINE:
        return "said by the person on the command line"
    if client == Way.MCP:
        return "said by an agent over MCP"
    return f"{client} {session}"
