"""Every client that can be connected.

Owns their list and names. Promises one clear line for a name that is none. Never knows what any of them needs.
"""

from __future__ import annotations

from collections.abc import Sequence

from extractor.connect.codex import Codex
from extractor.connect.gemini import Gemini
from extractor.connect.machine import Client, Machine
from extractor.connect.opencode import OpenCode
from extractor.errors import ConfigError

CLIENTS: tuple[Client, ...] = (Codex(), Gemini(), OpenCode())


def chosen(names: Sequence[str]) -> tuple[Client, ...]:
    """The clients of these names. Raises ConfigError for a name that is none."""
    by_name = {client.name: client for client in CLIENTS}
    for name in names:
        if name not in by_name:
            raise ConfigError(f"there is no client {name}: {', '.join(by_name)} can be connected")
    return tuple(by_name[name] for name in dict.fromkeys(names))


def here(machine: Machine) -> tuple[Client, ...]:
    """The clients that were ever used on this machine."""
    return tuple(client for client in CLIENTS if client.is_here(machine))
