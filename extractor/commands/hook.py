"""What a client's hook tells a new session: what is known, as the client takes it in.

Owns what of the context each client is given and how much. Promises to end well and say nothing where there is
nothing to say, or anything is wrong: a memory never keeps a session from starting. Never writes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from extractor.commands.context import context, context_text
from extractor.commands.digest import Asked
from extractor.config import Settings
from extractor.context.assemble import Context
from extractor.extraction.folders import current_project
from extractor.wiring_folders import places

HookClient = Literal["claude-code", "codex"]


@dataclass(frozen=True, slots=True)
class Share:
    """What a client's sessions begin with, in tokens of each layer at most."""

    layers: tuple[str, ...]
    pins: int
    digest: int


SHARES: Mapping[HookClient, Share] = {
    # It reads the index by itself; of a hook it takes 10,000 characters, of more only the beginning.
    "claude-code": Share(("pins", "digest"), 1_500, 900),
    "codex": Share(("pins", "index", "digest"), 4_000, 2_000),
}

WHOLE = 80_000
"""Tokens of the context the layers are taken from: a tenth of it takes any valid index."""


def session_start(settings: Settings, env: Mapping[str, str], client: HookClient) -> str:
    """The hook's answer, JSON on one line; empty where there is nothing to say.

    The project is that of the directory the process is in. Raises what `context` raises.
    """
    share = SHARES[client]
    limits = {
        "context_tokens": WHOLE,
        "pin_tokens": min(share.pins, settings.pin_tokens),
        "digest_tokens": min(share.digest, settings.digest_tokens),
        "recent_tokens": 0,
    }
    found, _problems = context(settings.model_copy(update=limits), env, Asked())
    wanted = share.layers
    if client == "claude-code" and not places(settings, env).is_read_by_client(current_project()):
        wanted = (*wanted, "index")
    layers = tuple(layer for layer in found.layers if layer.name in wanted)
    text = context_text(Context(layers, found.budget))
    if not text:
        return ""
    output = {"hookEventName": "SessionStart", "additionalContext": text}
    return json.dumps({"hookSpecificOutput": output}, ensure_ascii=False)
