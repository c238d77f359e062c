"""The real client with the plugin: what `connect` gives it stands in its requests, and is gone after `disconnect`."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.claude_client import Machine, machine, need_client
from tests.support.messages_server import Answer, Body, MessagesServer, Says, ToolUse, says

pytest.importorskip("mcp", reason="the extra [mcp] is not installed")

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

TOOLS = ("recall", "remember", "forget", "list_memories", "pin", "unpin")
KEPT = "The staging port is 8080."
PATIENCE = 40
"""Replies the service gives while the client starts the MCP server; each takes half a second."""


class Waiting:
    """Has the client read a file again and again until it knows the plugin's tools, then ends the turn."""

    def __init__(self) -> None:
        self.replies = 0

    def __call__(self, body: Body, _nth: int) -> Answer:
        if not body.get("tools"):
            return says("A title.")
        self.replies += 1
        if self.replies > PATIENCE or "mcp__plugin_extractor_extractor__" in json.dumps(body):
            return says("Done.")
        time.sleep(0.5)
        return Says((ToolUse("Read", {"file_path": "orders.py"}, f"toolu_{self.replies:04}"),))


@pytest.fixture
def waiting() -> Waiting:
    return Waiting()


@pytest.fixture
def server(waiting: Waiting) -> Iterator[MessagesServer]:
    with MessagesServer(waiting) as running:
        yield running


@pytest.fixture
def scratch(tmp_path: Path, server: MessagesServer) -> Machine:
    return machine(tmp_path, need_client(), server.url)


def extractor(on: Machine, *words: str) -> str:
    done = subprocess.run(
        [str(Path(sys.executable).with_name("extractor")), *words],
        cwd=on.project, env=on.environment(), capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def asked(on: Machine, server: MessagesServer, prompt: str) -> list[str]:
    """The requests of one session, as text."""
    before = len(server.messages)
    on.prompt(prompt, None, "--max-turns", str(PATIENCE + 5))
    return [json.dumps(request.body, ensure_ascii=False) for request in server.messages[before:]]


def test_what_is_connected_is_in_the_requests_and_what_is_disconnected_is_not(
    scratch: Machine, server: MessagesServer, waiting: Waiting
) -> None:
    settings = scratch.home / ".claude/settings.json"
    settings.parent.mkdir()
    settings.write_text('{\n  "includeCoAuthoredBy": false\n}')
    extractor(scratch, "remember", KEPT, "--pin")
    told = extractor(scratch, "connect", "claude-code", "--yes")
    assert f"it reads {scratch.memory} by itself" in told

    requests = asked(scratch, server, "Hello.")
    assert "SessionStart hook additional context: What is known" in requests[0]
    assert "# Pinned memory" in requests[0]
    assert requests[0].count("](staging-port.md)") == 1, "the index is given once, by the client itself"
    for tool in TOOLS:
        assert f"mcp__plugin_extractor_extractor__{tool}" in requests[-1]

    waiting.replies = PATIENCE
    (status,) = asked(scratch, server, "/extractor:status")
    assert "not running" in status
    (recall,) = asked(scratch, server, "/extractor:recall the staging port")
    assert "Search the memory for: the staging port" in recall

    extractor(scratch, "disconnect", "--yes")
    assert settings.read_text() == '{\n  "includeCoAuthoredBy": false\n}'
    assert not (scratch.home / ".local/share/extractor/claude-plugin").exists()
    for file in (scratch.home / ".claude/plugins").glob("*.json"):
        assert '"extractor' not in file.read_text()
    waiting.replies = PATIENCE
    (after,) = asked(scratch, server, "Hello again.")
    assert "](staging-port.md)" in after
    for gone in ("SessionStart hook", "mcp__plugin_extractor", "extractor:recall"):
        assert gone not in after
