"""Claude Code: it reads the memory folder by itself; the plugin adds the rest.

Owns what Claude Code is given. Promises to say whether the client reads the folder at all. Never switches on
anything of the client's own, and sets no status line where a person has one.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from extractor import __version__
from extractor.connect.change import Fragments, Value, Whole, Wish
from extractor.connect.earlier import as_called
from extractor.connect.json_text import load
from extractor.connect.machine import Machine, Trace, Wanted
from extractor.connect.ours import calls
from extractor.connect.plugin import MARKET, PLUGIN, files

SETTINGS = "settings.json"
FOLDER = "claude-plugin"
"""Where the plugin's files stand, in our data folder."""
HOOKS = "extractor/hooks/hooks.json"
"""The plugin's hook, in that folder."""
HOOK = ("context", "--hook", "claude-code")
STATUS_LINE = ("status", "--line")


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
        wishes: list[Wish] = list(_plugin(machine, folder, has_server))
        source = {"source": {"source": "directory", "path": str(folder)}}
        line = {"type": "command", "command": machine.call(*STATUS_LINE)}
        settings = machine.claude_dir / SETTINGS
        values = (
            Value(("extraKnownMarketplaces", MARKET), source, is_own=True),
            Value(("enabledPlugins", PLUGIN), True, is_own=True),
            Value(("statusLine",), line, is_optional=True),
        )
        wishes.append(Fragments(settings, values))
        notes = (*_notes(machine), *_server_note(has_server))
        return Wanted(tuple(wishes), notes, traces=_traces(machine))

    def earlier(self, machine: Machine, /) -> Iterator[Machine]:
        """By its status line, and by the hook of the plugin its settings name or of that in our data folder."""
        settings = load(machine.claude_dir / SETTINGS)
        in_the_bar = [(line, STATUS_LINE) for line in calls(settings.get("statusLine"))]
        for data_dir in dict.fromkeys((machine.data_dir, *_data_dirs(settings))):
            is_gone = not (data_dir / FOLDER).exists()
            if is_gone:
                yield replace(machine, data_dir=data_dir)
            lines: list[tuple[str, tuple[str, ...]]] = [
                (line, HOOK) for line in calls(load(data_dir / FOLDER / HOOKS))
            ]
            if is_gone or data_dir == machine.data_dir:
                lines += in_the_bar
            for line, words in dict.fromkeys(lines):
                if (made := as_called(machine, line, *words)) is not None:
                    yield replace(made, data_dir=data_dir)


def _data_dirs(settings: dict[str, object]) -> Iterator[Path]:
    """The data folder whose plugin the settings name."""
    found: object = settings
    for key in ("extraKnownMarketplaces", MARKET, "source", "path"):
        found = found.get(key) if isinstance(found, dict) else None
    if isinstance(found, str) and Path(found).is_absolute() and Path(found).name == FOLDER:
        yield Path(found).parent


def _plugin(machine: Machine, folder: Path, has_server: bool) -> Iterator[Whole]:
    """The plugin's files; ours as well is what another version made, with its server or without."""
    words = (*machine.command, *machine.options)
    hook = machine.call(*HOOK)
    stands = load(folder / "extractor/.claude-plugin/plugin.json").get("version")
    versions = (__version__, stands) if isinstance(stands, str) else (__version__,)
    forms = [
        files(hook, words, has_server=each, version=version)
        for version in versions
        for each in (has_server, not has_server)
    ]
    for name, data in forms[0].items():
        yield Whole(folder / name, data, others=tuple({form[name] for form in forms[1:]} - {data}))


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
