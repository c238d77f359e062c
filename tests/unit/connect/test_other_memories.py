from __future__ import annotations

import json
from pathlib import Path

import pytest

from extractor.connect.other_memories import found
from tests.unit.connect.home import Home

HOOKS = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "npx mem0 --key abc"}]}]}}
SERVERS = {"mcpServers": {"memory": {"command": "npx"}, "weather": {}}}

PLACES: list[tuple[str, object, str]] = [
    (
        ".claude/settings.json",
        {"enabledPlugins": {"claude-mem@x": True, "other@x": True}},
        "plugin claude-mem@x",
    ),
    ("shop/.claude/settings.local.json", {"enabledPlugins": {"supermemory@x": True}}, "plugin supermemory@x"),
    (".claude/settings.json", HOOKS, "hook mem0"),
    (".claude.json", SERVERS, "MCP server memory"),
    (".claude.json", {"projects": {"PROJECT": SERVERS}}, "MCP server memory"),
    ("shop/.mcp.json", SERVERS, "MCP server memory"),
    (".codex/hooks.json", HOOKS, "hook mem0"),
    (".codex/config.toml", "[mcp_servers.basic-memory]\ncommand = 'x'\n", "MCP server basic-memory"),
    (".codex/config.toml", "[features]\nmemories = true\n", "features.memories"),
    (".gemini/settings.json", {"experimental": {"autoMemory": True}}, "experimental.autoMemory"),
    (".gemini/settings.json", SERVERS, "MCP server memory"),
    (".gemini/extensions/mem0/gemini-extension.json", {}, "extension mem0"),
    ("shop/opencode.json", {"plugin": ["opencode-supermemory@latest"]}, "plugin opencode-supermemory"),
    (".config/opencode/opencode.json", {"mcp": {"basic-memory": {}}}, "MCP server basic-memory"),
]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


@pytest.mark.parametrize(("file", "told", "words"), PLACES)
def test_another_memory_is_told_in_one_line(home: Home, file: str, told: object, words: str) -> None:
    text = told if isinstance(told, str) else json.dumps(told).replace("PROJECT", str(home.project))
    home.write(file, text)
    (line,) = found(home.machine())
    assert words in line
    assert "left as it is" in line
    assert "abc" not in line


@pytest.mark.parametrize(
    ("file", "told"),
    [
        (".claude/settings.json", {"enabledPlugins": {"claude-mem@x": False}}),
        (
            ".claude/settings.json",
            {"enabledPlugins": {"in-memory-cache@x": True} | {"memoryless@x": True}, "hooks": 3},
        ),
        (".claude/settings.json", [1]),
        (".codex/config.toml", "not [toml"),
        (".codex/config.toml", "[features]\nmemories = false\n"),
        (".gemini/settings.json", {"experimental": {"autoMemory": False}, "mcpServers": ["memory"]}),
        ("shop/.mcp.json", {"mcpServers": {"extractor-memory": {}}}),
    ],
)
def test_what_is_off_ours_or_no_settings_file_is_not(home: Home, file: str, told: object) -> None:
    home.write(file, told if isinstance(told, str) else json.dumps(told))
    assert found(home.machine()) == []


def test_what_we_put_there_ourselves_is_not_told(home: Home) -> None:
    home.connect()
    assert found(home.machine()) == []
