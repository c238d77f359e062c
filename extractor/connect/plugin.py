"""The plugin for Claude Code: a small marketplace of one plugin, as files.

Owns what the plugin consists of. Promises that everything it runs is this command by its absolute path, and
that no word a model or a person types becomes part of a shell's line. Never writes.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path

from extractor import __version__

MARKET = "extractor"
PLUGIN = "extractor@extractor"
"""What the client calls it: plugin and marketplace."""

HOOK_SECONDS = 10
"""How long the client waits for the hook."""

_COMMANDS = ("recall", "remember", "pin", "forget", "status")
_ABOUT = "The memory of your projects: what earlier sessions left, and tools to search and keep it."


def files(
    command: str, words: tuple[str, ...], *, has_server: bool, version: str = __version__
) -> Mapping[str, bytes]:
    """Every file of the marketplace by its path in it.

    command: the shell's line of the hook; words: those of the bare command and its options; has_server: the MCP
    server can run.
    """
    server = {"extractor": {"command": words[0], "args": ["mcp", *words[1:]]}}
    made = {
        ".claude-plugin/marketplace.json": {
            "name": MARKET,
            "owner": {"name": "extractor"},
            "plugins": [{"name": "extractor", "source": "./extractor", "description": _ABOUT}],
        },
        "extractor/.claude-plugin/plugin.json": {
            "name": "extractor",
            "version": version,
            "description": _ABOUT,
            **({"mcpServers": server} if has_server else {}),
        },
        "extractor/hooks/hooks.json": {
            "hooks": {
                "SessionStart": [
                    {"hooks": [{"type": "command", "command": command, "timeout": HOOK_SECONDS}]}
                ]
            }
        },
    }
    told = {
        name: (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()
        for name, value in made.items()
    }
    for name in _COMMANDS:
        told[f"extractor/commands/{name}.md"] = _command(name, words)
    return told


def _command(name: str, words: tuple[str, ...]) -> bytes:
    text = (Path(__file__).parent / "plugin_files" / "commands" / f"{name}.md").read_text(encoding="utf-8")
    for called in ("recall", "status"):
        text = text.replace(f"{{extractor}} {called}", shlex.join([words[0], called, *words[1:]]))
    return text.encode()
