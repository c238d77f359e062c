"""The four real clients on one machine: what is said in each is read, learned, and told to the others.

Everything happens once, in the order of `install`, `begin`, `wire` and `join`: the tests look at what was noted there.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
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

NEXT = dict(zip(CLIENTS, (*CLIENTS[1:], CLIENTS[0]), strict=True))
"""In which client what is said in one is looked for: a ring."""

TOLD = ("codex", "gemini", "opencode")
"""Clients that are told of the memory by `connect` alone; Claude Code reads its folder by itself."""

ASKED = {name: f"And what else does orders.py hold, number {place}?" for place, name in enumerate(CLIENTS)}
"""What they ask in the same session, opened again: worth nothing."""


Turn = tuple[str, str]
"""A session's id, as the archive has it, and what a person or a script said in it."""

Tree = Mapping[str, tuple[int, str]]
"""Mode and content of every file, folder and link, by path; of a link, where it leads."""


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
    sent: dict[str, dict[str, str]] = field(
        default_factory=lambda: {"before": {}, "joined": {}, "parted": {}}
    )
    """All that a client sent: going on with its session before any was connected, in a new one while they were."""
    status: dict[str, object] = field(default_factory=dict)
    """What `status` told after that."""
    trees: dict[str, dict[str, Tree]] = field(default_factory=dict)
    """The machine's files, by client and by when they were looked at."""
    turns: list[dict[str, list[Turn]]] = field(default_factory=list)
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

    def ask(self, client: Client, when: str, text: str, session: str | None = None) -> str:
        """Ask a client something and keep all it sends. Returns the session's id."""
        seen = len(self.service.prompts)
        with client.open(self.on, self.service.url) as prompt:
            opened = prompt(text, session)
        sent = self.service.prompts[seen:]
        assert sent, "it asked no model"
        self.sent[when][client.name] = "\n".join(json.dumps(each.body, ensure_ascii=False) for each in sent)
        return opened

    def extractor(self, *words: str) -> None:
        """A command of the service that goes well."""
        done = self.on.extractor(*words)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"

    def learn(self) -> None:
        """Let the service take in all there is."""
        self.extractor("once", "--json")
        self.turns.append({name: said(self.on, name) for name in CLIENTS})


def said(on: Machine, client: str) -> list[Turn]:
    """A person's words in a client, as the archive holds them, in order."""
    with closing(sqlite3.connect(on.state)) as db:
        sql = """SELECT s.session, m.text FROM messages m
                 JOIN membership b ON b.message = m.id AND b.live = 1
                 JOIN transcripts t ON t.id = b.transcript JOIN sessions s ON s.id = t.session_id
                 WHERE m.client = ? AND m.speaker IN ('human', 'human-headless') ORDER BY m.at, m.id"""
        return [(str(session), str(text)) for session, text in db.execute(sql, (client,))]


def install(story: Story) -> None:
    """Install what can be; skips where nothing can."""
    for package, make in newest():
        name = make(Path()).name
        try:
            story.clients[name] = make(installed(package))
        except pytest.skip.Exception as why:
            story.absent[name] = str(why.msg)
    if not story.clients:
        pytest.skip(next(iter(story.absent.values())))


def begin(story: Story) -> None:
    """Say something in each client, learn, go on in each, and learn again."""

    def first(client: Client) -> None:
        client.settle(story.on)
        story.script.look = client.look(story.on)
        with client.open(story.on, story.service.url) as prompt:
            story.sessions[client.name] = prompt(SAID[client.name], None)

    def again(client: Client) -> None:
        session = story.sessions[client.name]
        assert story.ask(client, "before", ASKED[client.name], session) == session

    story.each(first)
    story.learn()
    story.each(again)
    story.learn()
    story.status = json.loads(story.on.extractor("status", "--json").stdout)


def wire(story: Story) -> None:
    """Connect and disconnect each client, and nothing in between."""

    def act(client: Client) -> None:
        trees = story.trees[client.name] = {"before": tree(story.on)}
        story.extractor("connect", client.name, "--yes", "--project", str(story.on.project))
        trees["connected"] = tree(story.on)
        story.extractor("disconnect", client.name, "--yes", "--project", str(story.on.project))
        trees["parted"] = tree(story.on)

    story.each(act)


def join(story: Story) -> None:
    """Connect all, open a new session in each, and disconnect all."""

    def new(client: Client) -> None:
        story.ask(client, "joined", "What do we know about this project?")

    names = list(story.clients)
    story.extractor("connect", *names, "--yes", "--project", str(story.on.project))
    story.each(new)
    story.extractor("disconnect", *names, "--yes", "--project", str(story.on.project))
    for name in names:
        story.trees[name]["in the end"] = tree(story.on)


def tree(on: Machine) -> Tree:
    """All files of the machine but the service's state."""
    own = on.home / ".local/state/extractor"
    found = {}
    for place in (on.home, on.project):
        for path in sorted(place.rglob("*")):
            if path != own and own not in path.parents:
                found[str(path)] = (path.lstat().st_mode, content(path))
    return found


def content(path: Path) -> str:
    """What stands in a file, or where a link leads."""
    if path.is_symlink():
        return f"-> {path.readlink()}"
    return path.read_bytes().hex() if path.is_file() else ""


def changed(one: Tree, other: Tree) -> set[str]:
    """Paths at which two looks differ."""
    return {path for path in {*one, *other} if one.get(path) != other.get(path)}


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    folder = tmp_path_factory.mktemp("machine")
    script = Script()
    with ClosedDoor() as door, ModelService(script) as service:
        on = Machine(folder / "home", folder / "shop", door.environment())
        set_up(on)
        made = Story(on, door, service, script)
        install(made)
        begin(made)
        wire(made)
        join(made)
        yield made


@pytest.mark.parametrize("name", CLIENTS)
def test_every_turn_of_a_session_is_archived_once(story: Story, name: str) -> None:
    story.need(name)
    assert [text for _, text in story.turns[0][name]] == [SAID[name]]


@pytest.mark.parametrize("name", CLIENTS)
def test_a_session_that_goes_on_adds_what_is_new(story: Story, name: str) -> None:
    story.need(name)
    ((session, _),) = story.turns[0][name]
    assert story.turns[1][name] == [(session, SAID[name]), (session, ASKED[name])]


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
    told = story.status
    clients = told["clients"]
    assert isinstance(clients, list)
    assert [entry["version"] for entry in clients if entry["client"] == name] == [VERSIONS[name]]
    assert (told["parked"], told["unknown_forms"], told["problems"]) == ({}, [], [])


@pytest.mark.parametrize("name", CLIENTS)
def test_a_new_session_is_told_what_was_learned_in_it(story: Story, name: str) -> None:
    story.need(name)
    assert SAID[name] in story.sent["joined"][name]


@pytest.mark.parametrize("name", CLIENTS)
def test_what_is_said_in_one_client_is_told_to_another(story: Story, name: str) -> None:
    story.need(name)
    story.need(NEXT[name])
    assert SAID[name] in story.sent["joined"][NEXT[name]]


@pytest.mark.parametrize("name", TOLD)
def test_a_client_that_is_not_connected_is_told_nothing(story: Story, name: str) -> None:
    story.need(name)
    others = [words for each, words in SAID.items() if each != name]
    assert [words for words in others if words in story.sent["before"][name]] == []


@pytest.mark.parametrize("name", CLIENTS)
def test_connecting_and_disconnecting_leaves_every_byte_as_it_was(story: Story, name: str) -> None:
    story.need(name)
    trees = story.trees[name]
    assert changed(trees["before"], trees["connected"])
    assert changed(trees["before"], trees["parted"]) == set()


@pytest.mark.parametrize("name", CLIENTS)
def test_disconnecting_after_the_client_ran_takes_out_what_was_put_in(story: Story, name: str) -> None:
    story.need(name)
    trees = story.trees[name]
    ours = changed(trees["before"], trees["connected"])
    assert ours
    assert [path for path in ours if trees["in the end"].get(path) != trees["before"].get(path)] == []
    leads = [
        path for path, (_, held) in trees["in the end"].items() if held.startswith(f"-> {story.on.memory}")
    ]
    assert leads == []


def test_nothing_but_loopback_was_asked(story: Story) -> None:
    assert story.service.prompts
    assert story.door.asked == []
