"""Every client that can be connected.

Owns their list and names. Promises the same order everywhere. Never knows what any of them needs.
"""

from __future__ import annotations

from collections.abc import Sequence

from extractor.connect.claude_code import ClaudeCode
from extractor.connect.codex import Codex
from extractor.connect.gemini import Gemini
from extractor.connect.machine import Client, Machine
from extractor.connect.opencode import OpenCode

CLIENTS: tuple[Client, ...] = (ClaudeCode(), Codex(), Gemini(), OpenCode())


def chosen(names: Sequence[str]) -> tuple[Client, ...]:
    """The clients of these names, each once. Raises KeyError for a name that is none."""
    by_name = {client.name: client for client in CLIENTS}
    return tuple(by_name[name] for name in dict.fromkeys(names))


def here(machine: Machine) -> tuple[Client, ...]:
    """The clients that were ever used on this machine."""
    return tuple(client for client in CLIENTS if client.is_here(machine))
