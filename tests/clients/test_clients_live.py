"""The four real clients on one machine: what is said in each is read, learned, and told to the others."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support.client_installs import installed
from tests.support.client_machine import Machine, set_up
from tests.support.closed_door import ClosedDoor
from tests.support.messages_server import Recorded
from tests.support.model_service import Call, ModelService, Reply
from tests.support.real_clients import Client, newest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

CLIENTS = ("claude-code", "codex", "gemini", "opencode")

# Gemini CLI writes its version nowhere in a chat.
VERSIONS = {make(Path()).name: package.version for package, make in newest()} | {"gemini": "unknown"}

SAID = {
    "claude-code": "Never mock the database in tests.",
    "codex": "Prices are always integer cents, never floats.",
    "gemini": "Deploys only happen on Tuesdays.",
    "opencode": "Log lines are always written in UTC, never in local time.",
}
"""What a person says first in each client: worth remembering."""

ASKED = {name: f"And what else does orders.py hold, number {place}?" for place, name in enumerate(CLIENTS)}
"""What they ask in the same session, opened again: worth nothing."""


@dataclass
class Script:
    """The model: looks at a file once where it is told to, and says that it understood."""

    look: Call | None = None

    def __call__(self, request: Recorded, nth: int) -> Reply:
        if not request.body.get("tools"):
            return Reply("A title")
        call, self.look = self.look, None
        return Reply("Understood." if call is None else "Let me look.", call)


@dataclass
class Story:
    """One machine with all clients on it, and what happened there."""

    on: Machine
    door: ClosedDoor
    service: ModelService
    script: Script
    clients: dict[str, Client] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)
    """Why a client could not be installed."""
    failed: dict[str, BaseException] = field(default_factory=dict)
    """How a client failed."""
    sessions: dict[str, str] = field(default_factory=dict)
    turns: list[dict[str, list[str]]] = field(default_factory=list)
    """A person's words in the archive, by client, after each time the service learned."""

    def need(self, name: str) -> Client:
        """The client; skips where it could not be installed, fails where it failed."""
        if name in self.absent:
            pytest.skip(self.absent[name])
        if name in self.failed:
            raise self.failed[name]
        return self.clients[name]

    def each(self, act: Callable[[Client], None]) -> None:
        """Do the same with every client that is well."""
        for name, client in self.clients.items():
            if name not in self.failed:
                try:
                    act(client)
                except (AssertionError, OSError) as error:
                    self.failed[name] = error

    def learn(self) -> None:
        """Let the service take in all there is."""
        done = self.on.extractor("once", "--json")
        assert done.returncode == 0, done.stderr
        self.turns.append({name: said(self.on, name) for name in CLIENTS})


def said(on: Machine, client: str) -> list[str]:
    """What a person or a script said in a client, as the archive holds it, in order."""
    with closing(sqlite3.connect(on.state)) as db:
        sql = """SELECT m.text FROM messages m JOIN membership b ON b.message = m.id AND b.live = 1
                 WHERE m.client = ? AND m.speaker IN ('human', 'human-headless') ORDER BY m.at, m.id"""
        return [str(text) for (text,) in db.execute(sql, (client,))]


def begin(story: Story) -> None:
    """Install what can be, say something in each client, learn, go on in each, and learn again."""
    for package, make in newest():
        name = make(Path()).name
        try:
            story.clients[name] = make(installed(package))
        except pytest.skip.Exception as why:
            story.absent[name] = str(why.msg)

    def first(client: Client) -> None:
        client.settle(story.on)
        story.script.look = client.look(story.on)
        with client.open(story.on, story.service.url) as prompt:
            story.sessions[client.name] = prompt(SAID[client.name], None)

    def again(client: Client) -> None:
        with client.open(story.on, story.service.url) as prompt:
            session = story.sessions[client.name]
            assert prompt(ASKED[client.name], session) == session

    story.each(first)
    story.learn()
    story.each(again)
    story.learn()


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    folder = tmp_path_factory.mktemp("machine")
    script = Script()
    with ClosedDoor() as door, ModelService(script) as service:
        on = Machine(folder / "home", folder / "shop", door.environment())
        set_up(on)
        made = Story(on, door, service, script)
        begin(made)
        yield made


@pytest.mark.parametrize("name", CLIENTS)
def test_every_turn_of_a_session_is_archived_once(story: Story, name: str) -> None:
    story.need(name)
    assert story.turns[0][name] == [SAID[name]]


@pytest.mark.parametrize("name", CLIENTS)
def test_a_session_that_goes_on_adds_what_is_new(story: Story, name: str) -> None:
    story.need(name)
    assert story.turns[1][name] == [SAID[name], ASKED[name]]


@pytest.mark.parametrize("name", CLIENTS)
def test_what_a_tool_printed_is_no_word_of_the_person(story: Story, name: str) -> None:
    story.need(name)
    with closing(sqlite3.connect(story.on.state)) as db:
        sql = "SELECT speaker, text FROM messages WHERE client = ? AND text LIKE '%def total(lines)%'"
        held = [(speaker, "sum(n * price" in text) for speaker, text in db.execute(sql, (name,))]
    assert held == [("tool", True)]


@pytest.mark.parametrize("name", CLIENTS)
def test_the_rule_stands_in_the_projects_memory(story: Story, name: str) -> None:
    story.need(name)
    assert SAID[name] in (story.on.memory / "MEMORY.md").read_text()


@pytest.mark.parametrize("name", CLIENTS)
def test_status_names_the_client_and_parks_nothing(story: Story, name: str) -> None:
    story.need(name)
    told = json.loads(story.on.extractor("status", "--json").stdout)
    mine = [entry for entry in told["clients"] if entry["client"] == name]
    assert mine == [{"client": name, "version": VERSIONS[name], "sessions": 1}]
    assert (told["parked"], told["unknown_forms"], told["problems"]) == ({}, [], [])


def test_nothing_but_loopback_was_asked(story: Story) -> None:
    assert story.service.prompts
    assert story.door.asked == []
