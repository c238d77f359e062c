"""What else keeps a memory on this machine: clients' own features and other products.

Owns the places that are looked into and the names that are known. Promises one line for each that is found.
Never switches anything on or off, and never fails on a file that cannot be read.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from extractor.connect.json_text import load, text_of
from extractor.connect.machine import Machine
from extractor.connect.plugin import PLUGIN
from extractor.errors import printable

_NAMES = (
    "claude-mem", "mem0", "supermemory", "basic-memory", "openmemory", "memory-bank", "mcp-memory", "server-memory",
    "zep", "graphiti", "letta", "cognee", "memori", "byterover", "cipher",
)  # fmt: skip
"""Products, as parts of a name."""

_REFERENCE = "memory"
"""The name under which most people have the reference server; part of many another name."""

_KNOWN = re.compile("|".join(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])" for name in _NAMES))
_OWN = re.compile(r"(?<![a-z0-9])extractor(?![a-z0-9])")
_SHOWN = 80


def found(machine: Machine) -> list[str]:
    """A line for each."""
    return list(dict.fromkeys([*_claude(machine), *_codex(machine), *_gemini(machine), *_opencode(machine)]))


def _claude(machine: Machine) -> Iterator[str]:
    root = Path(machine.project)
    settings = [machine.claude_dir / "settings.json"]
    settings += [root / ".claude" / name for name in ("settings.json", "settings.local.json")]
    for file in settings:
        data = load(file)
        enabled = data.get("enabledPlugins")
        plugins = [name for name, on in enabled.items() if on] if isinstance(enabled, dict) else []
        yield from _told("claude-code", "plugin", [name for name in plugins if name != PLUGIN], file)
        yield from _told("claude-code", "hook", _commands(data.get("hooks")), file)
    whole = machine.claude_dir / ".claude.json"
    own = whole if whole.exists() else machine.home / ".claude.json"
    data = load(own)
    yield from _told("claude-code", "MCP server", _keys(data.get("mcpServers")), own)
    projects = data.get("projects")
    here = projects.get(machine.project) if isinstance(projects, dict) else None
    yield from _told("claude-code", "MCP server", _keys(_of(here, "mcpServers")), own)
    shared = root / ".mcp.json"
    yield from _told("claude-code", "MCP server", _keys(load(shared).get("mcpServers")), shared)


def _codex(machine: Machine) -> Iterator[str]:
    file = machine.codex_dir / "config.toml"
    data = _toml(file)
    if _of(data.get("features"), "memories") is True:
        yield f"codex: its own memory (features.memories in {file}) is on too: it was left as it is"
    yield from _told("codex", "MCP server", _keys(data.get("mcp_servers")), file)
    hooks = machine.codex_dir / "hooks.json"
    yield from _told("codex", "hook", _commands(load(hooks).get("hooks")), hooks)


def _gemini(machine: Machine) -> Iterator[str]:
    for file in (machine.gemini_dir / "settings.json", Path(machine.project) / ".gemini" / "settings.json"):
        data = load(file)
        if _of(data.get("experimental"), "autoMemory") is True:
            yield f"gemini: its own memory (experimental.autoMemory in {file}) is on too: it was left as it is"
        yield from _told("gemini", "MCP server", _keys(data.get("mcpServers")), file)
        yield from _told("gemini", "hook", _commands(data.get("hooks")), file)
    extensions = machine.gemini_dir / "extensions"
    names = sorted(each.name for each in extensions.iterdir()) if extensions.is_dir() else []
    yield from _told("gemini", "extension", names, extensions)


def _opencode(machine: Machine) -> Iterator[str]:
    for folder in (machine.opencode_config, Path(machine.project)):
        for name in ("opencode.jsonc", "opencode.json"):
            data = load(folder / name)
            plugins = data.get("plugin")
            listed = [str(each) for each in plugins] if isinstance(plugins, list) else []
            yield from _told("opencode", "plugin", listed, folder / name)
            yield from _told("opencode", "MCP server", _keys(data.get("mcp")), folder / name)


def _told(client: str, kind: str, names: Iterable[str], file: Path) -> Iterator[str]:
    for name in names:
        is_known = _KNOWN.search(name.lower()) or name.lower().partition("@")[0] == _REFERENCE
        if is_known and not _OWN.search(name.lower()):
            shown = name if len(name) <= _SHOWN else name[: _SHOWN - 1] + "…"
            yield f"{client}: the {kind} {printable(shown)} in {file} keeps a memory too: it was left as it is"


def _commands(hooks: object) -> list[str]:
    """Every command of hooks in Claude Code's shape, which the others took over; only what names the program."""
    groups = (
        [group for groups in hooks.values() if isinstance(groups, list) for group in groups]
        if isinstance(hooks, dict)
        else []
    )
    inner = [hook for group in groups if isinstance(found := _of(group, "hooks"), list) for hook in found]
    commands = [command for hook in inner if isinstance(command := _of(hook, "command"), str)]
    return [
        match[0]
        for command in commands
        if (match := _KNOWN.search(command.lower())) and not _OWN.search(command.lower())
    ]


def _of(value: object, key: str) -> object:
    return value.get(key) if isinstance(value, dict) else None


def _keys(value: object) -> list[str]:
    return [str(key) for key in value] if isinstance(value, dict) else []


def _toml(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(text_of(file))
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}  # the client's own file: nothing is told of what nobody can read
