"""Claude Code: it reads the memory folder by itself; the plugin adds the rest.

Owns what Claude Code is given. Promises to say whether the client reads the folder at all. Never switches on
anything of the client's own, and sets no status line where a person has one.
"""

from __future__ import annotations

import importlib.util

from extractor.connect.change import Fragments, Value, Whole, Wish
from extractor.connect.json_text import load
from extractor.connect.machine import Machine, Trace, Wanted
from extractor.connect.plugin import MARKET, PLUGIN, files

SETTINGS = "settings.json"
FOLDER = "claude-plugin"
"""Where the plugin's files stand, in our data folder."""


class ClaudeCode:
    """Claude Code's part."""

    name = "claude-code"

    def is_here(self, machine: Machine) -> bool:
        """Its folder is there."""
        return machine.claude_dir.is_dir()

    def wanted(self, machine: Machine) -> Wanted:
        """The plugin's files, and the settings that let the client find it."""
        folder = machine.data_dir / FOLDER
        has_server = importlib.util.find_spec("mcp") is not None
        hook = machine.call("context", "--hook", self.name)
        words = (*machine.command, *machine.options)
        wishes: list[Wish] = [
            Whole(folder / name, data) for name, data in files(hook, words, has_server=has_server).items()
        ]
        source = {"source": {"source": "directory", "path": str(folder)}}
        line = {"type": "command", "command": machine.call("status", "--line")}
        settings = machine.claude_dir / SETTINGS
        values = (
            Value(("extraKnownMarketplaces", MARKET), source, is_own=True),
            Value(("enabledPlugins", PLUGIN), True, is_own=True),
            Value(("statusLine",), line, is_optional=True),
        )
        wishes.append(Fragments(settings, values))
        notes = (*_notes(machine), *_server_note(has_server))
        return Wanted(tuple(wishes), notes, traces=_traces(machine))


def _traces(machine: Machine) -> tuple[Trace, ...]:
    """The client's own lists of marketplaces and of plugins."""
    plugins = machine.claude_dir / "plugins"
    cache = plugins / "cache" / MARKET / PLUGIN.split("@")[0]
    folder = str(machine.data_dir / FOLDER)
    return (
        Trace(plugins / "known_marketplaces.json", (MARKET,), ("source", "path"), folder),
        Trace(plugins / "installed_plugins.json", ("plugins", PLUGIN), ("0", "installPath"), str(cache)),
    )


def _server_note(has_server: bool) -> tuple[str, ...]:
    if has_server:
        return ()
    return (
        "claude-code: the plugin goes without its tools: `pip install 'memory-extractor[mcp]'`, then connect again",
    )


def _notes(machine: Machine) -> tuple[str, ...]:
    """Whether the client reads the folder, and what keeps the plugin from working."""
    told: list[str] = []
    if machine.client_reads_it:
        told.append(f"claude-code: it reads {machine.memory} by itself")
    elif machine.is_client_memory_off:
        told.append(
            "claude-code: its memory is switched off (autoMemoryEnabled or CLAUDE_CODE_DISABLE_AUTO_MEMORY): the"
            f" plugin tells it what stands in {machine.memory}"
        )
    else:
        told.append(
            f"claude-code: it reads another folder by itself; the plugin tells it what stands in {machine.memory}"
        )
    if load(machine.claude_dir / SETTINGS).get("disableAllHooks") is True:
        told.append(
            "claude-code: disableAllHooks is set in its settings: sessions begin without pins and digest"
        )
    return tuple(told)
