"""The real client asks the MCP server: its tools stand in the request, and what they answer comes back in the next."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.support.claude_client import REPOSITORY, Machine, daemon, machine, need_client
from tests.support.messages_server import Answer, Body, MessagesServer, Says, ToolUse, says

pytest.importorskip("mcp", reason="the extra [mcp] is not installed")

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

KEPT: dict[str, object] = {"text": "The staging port is 8080.", "quote": "the staging port is 8080"}

TOOLS = ("recall", "remember", "forget", "list_memories", "pin", "unpin")


class Played:
    """Calls one tool after another, each once the one before was answered, and then ends the turn."""

    def __init__(self) -> None:
        self.calls: Sequence[tuple[str, dict[str, object]]] = ()

    def __call__(self, body: Body, _nth: int) -> Answer:
        if not body.get("tools"):
            return says("A title.")
        done = len(results(body))
        if done == len(self.calls):
            return says("Done.")
        name, given = self.calls[done]
        return Says((ToolUse(f"mcp__extractor__{name}", given, f"toolu_{done:04}"),))


def results(body: Body) -> list[str]:
    """What the tools answered so far, as the client passes it on."""
    messages = body["messages"]
    assert isinstance(messages, list)
    blocks = [block for m in messages if isinstance(m["content"], list) for block in m["content"]]
    return [json.dumps(block["content"]) for block in blocks if block["type"] == "tool_result"]


@pytest.fixture
def played() -> Played:
    return Played()


@pytest.fixture
def server(played: Played) -> Iterator[MessagesServer]:
    with MessagesServer(played) as running:
        yield running


@pytest.fixture
def scratch(tmp_path: Path, server: MessagesServer) -> Machine:
    return machine(tmp_path, need_client(), server.url)


def asked(on: Machine, prompt: str) -> None:
    """A session of the client with the server as its only one."""
    own = {
        "command": sys.executable,
        "args": ["-m", "extractor", "mcp"],
        "env": {"PYTHONPATH": str(REPOSITORY), "EXTRACTOR_LEARN_HEADLESS": "true"},
    }
    config = json.dumps({"mcpServers": {"extractor": own}})
    allowed = ",".join(f"mcp__extractor__{name}" for name in TOOLS)
    on.prompt(prompt, None, "--mcp-config", config, "--strict-mcp-config", "--allowedTools", allowed)


def test_the_client_lists_the_tools_calls_them_and_passes_on_the_answers(
    scratch: Machine, server: MessagesServer, played: Played
) -> None:
    played.calls = (
        ("remember", {"text": "Agents push straight to main.", "quote": "the staging port is 8080"}),
        ("remember", KEPT),
        ("pin", {"files": ["staging-port"]}),
        ("list_memories", {}),
        ("recall", {"query": "staging port"}),
    )
    with daemon(scratch):
        asked(scratch, "Please remember that the staging port is 8080.")
    bodies = [request.body for request in server.messages if request.body.get("tools")]
    # The client holds the schemas back and lists the names: they are what a model goes by.
    first = json.dumps(bodies[0]["messages"])
    assert all(f"mcp__extractor__{name}" in first for name in TOOLS)
    answers = max((results(body) for body in bodies), key=len)
    expected = (
        "its quotes do not say",
        "/staging-port.md: ",
        "staging-port.md is pinned",
        "(project, pinned)",
        "memory  staging-port.md",
    )
    assert len(answers) == len(expected)
    for answer, words in zip(answers, expected, strict=True):
        assert words in answer
    assert (scratch.memory / "staging-port.md").is_file()


def test_what_is_erased_needs_a_person(scratch: Machine, server: MessagesServer, played: Played) -> None:
    played.calls = (
        ("remember", KEPT),
        ("forget", {"file": "staging-port.md", "confirm": False}),
        ("forget", {"file": "staging-port.md", "confirm": True}),
    )
    with daemon(scratch):
        asked(scratch, "Remember that the staging port is 8080. No, forget the port.")
    answers = max(
        (results(request.body) for request in server.messages if request.body.get("tools")), key=len
    )
    assert len(answers) == len(played.calls)
    assert "/staging-port.md: " in answers[0]
    assert "confirm takes it out" in answers[1]
    assert not (scratch.memory / "staging-port.md").exists()
    assert "staging-port.md is out of the memory" in answers[2]
