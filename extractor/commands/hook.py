"""What a client's hook tells a new session: what is known, as the client takes it in.

Owns what of the context each client is given and how much. Promises to end well and say nothing where there is
nothing to say, or anything is wrong: a memory never keeps a session from starting. Where the state file alone cannot
be read, what stands in files is told. Never writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from extractor.commands.context import context, context_text, of_files
from extractor.commands.digest import Asked
from extractor.commands.json_text import json_text
from extractor.config.settings import Settings
from extractor.context.assemble import Context
from extractor.errors import StoreFailed
from extractor.extraction.folders import current_project
from extractor.wiring.places import places

HookClient = Literal["claude-code", "codex"]


MOST_CHARACTERS = 10_000
"""What Claude Code takes from one hook; of more it keeps the beginning, and where the rest is."""


@dataclass(frozen=True, slots=True)
class Share:
    """What a client's sessions begin with, in tokens of each layer at most."""

    pins: int
    index: int
    digest: int


SHARES: Mapping[HookClient, Share] = {
    "claude-code": Share(1_500, 0, 900),
    "codex": Share(4_000, 8_000, 2_000),
}

WITHOUT_MEMORY = Share(700, 1_400, 400)
"""For Claude Code where it does not read the index by itself."""

KNOWN_ALREADY = frozenset({"resume", "fork"})
"""Why a session of Claude Code begins that holds what its first hook said; the index it reads anew itself."""


def session_start(settings: Settings, env: Mapping[str, str], client: HookClient, source: str) -> str:
    """The hook's answer, JSON on one line; empty where there is nothing to say.

    The project is that of the directory the process is in; `source` is why the session begins. Raises what
    `context` raises, but StoreFailed.
    """
    share = SHARES[client]
    if client == "claude-code":
        if source in KNOWN_ALREADY:
            return ""
        if not places(settings, env).is_read_by_client(current_project()):
            share = WITHOUT_MEMORY
    limits = {
        # Of a whole the index has a tenth.
        "context_tokens": 10 * (share.index or share.pins + share.digest),
        "pin_tokens": min(share.pins, settings.pin_tokens),
        "digest_tokens": min(share.digest, settings.digest_tokens),
        "recent_tokens": 0,
    }
    limited = settings.model_copy(update=limits)
    try:
        found, _problems = context(limited, env, Asked(), share.pins)
    except (
        StoreFailed
    ):  # `status` and `doctor` tell of it: no pin is kept from a session by a damaged archive
        found, _problems = of_files(limited, env, Asked(), share.pins)
    layers = tuple(layer for layer in found.layers if share.index or layer.name != "index")
    text = context_text(Context(layers, found.budget))
    if not text:
        return ""
    output = {"hookEventName": "SessionStart", "additionalContext": text}
    return json_text({"hookSpecificOutput": output})
