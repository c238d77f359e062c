"""The real client forks a session of its own: it learns from it, and leaves nothing else behind."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from extractor.templates import packaged
from tests.support.claude_client import Machine, machine, need_client
from tests.support.messages_server import Answer, Body, MessagesServer, Says, ToolUse, says

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

RULE = "Never mock the database in tests, a mocked test hid a broken migration."
SENTENCE = "Never mock the database in tests."
ROOT = Path(__file__).resolve().parents[2]
UNIT = packaged("systemd") / "extractor.service"
PROMPT = "you keep its long-term memory"
OLD = "---\nname: old\ndescription: The user likes tabs.\nmetadata:\n  type: user\n---\n\nThe user likes tabs.\n"
NEW = (
    f'---\nname: mock-database\ndescription: "{SENTENCE}"\nmetadata:\n  type: feedback\n  evidence:\n'
    f'    - "{RULE}"\n---\n\n{SENTENCE}\n'
)

Steps = Callable[[Path], list[Says]]


class Fork:
    """A scripted model: it says "Understood.", and in a fork what its steps say of the scratch folder."""

    def __init__(self) -> None:
        self.steps: Steps = lambda _scratch: []
        self.bodies: list[Body] = []
        """What forks sent, one fork after the other."""
        self._asked: dict[str, int] = {}

    def __call__(self, body: Body, _nth: int) -> Answer:
        text = json.dumps(body["messages"])
        if PROMPT not in text:
            return says("Understood.")
        self.bodies.append(body)
        found = re.search(r"(/[^\s\"\\]+/forks/[0-9a-f-]{36})", text)
        assert found is not None
        steps = self.steps(Path(found[1]))
        number = self._asked.get(found[1], 0)
        self._asked[found[1]] = number + 1
        return steps[number] if number < len(steps) else says("done")


@pytest.fixture
def fork() -> Fork:
    return Fork()


@pytest.fixture
def server(fork: Fork) -> Iterator[MessagesServer]:
    with MessagesServer(fork) as running:
        yield running


@pytest.fixture
def scratch(tmp_path: Path, server: MessagesServer) -> Machine:
    """A machine whose person allows their client every edit, and whose command asks the scripted service."""
    made = machine(tmp_path, need_client(), server.url)
    (made.home / ".claude").mkdir()
    hook = {"hooks": [{"type": "command", "command": f"touch {tmp_path}/hooked"}]}
    own = {"permissions": {"allow": ["Edit", "Write", "Read", "Bash"]}, "hooks": {"SessionStart": [hook]}}
    (made.home / ".claude/settings.json").write_text(json.dumps(own))
    command = tmp_path / "claude"
    command.write_text(
        f'#!/bin/sh\nexport ANTHROPIC_BASE_URL="{server.url}" ANTHROPIC_API_KEY=none IS_SANDBOX=1\n'
        "export CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 DISABLE_AUTOUPDATER=1\n"
        f'exec "{made.client}" "$@"\n'
    )
    command.chmod(0o700)
    told = {"EXTRACTOR_MODEL": "claude-code", "EXTRACTOR_CLAUDE_COMMAND": str(command)}
    return replace(made, leading=told)


def write(path: Path, text: str, number: int = 1) -> ToolUse:
    return ToolUse("Write", {"file_path": str(path), "content": text}, f"toolu_w{number}")


def read(path: Path, number: int = 1) -> ToolUse:
    return ToolUse("Read", {"file_path": str(path)}, f"toolu_r{number}")


def files(on: Machine) -> dict[str, bytes]:
    """Every file of the home and the project, but for the service's own and the client's caches."""
    own = re.compile(r"home/\.local/state/extractor/|home/\.claude/plugins/store/|home/\.claude\.json|\.git/")
    root = on.home.parent
    found = {str(p.relative_to(root)): p for p in root.rglob("*") if p.is_file()}
    return {name: path.read_bytes() for name, path in found.items() if not own.match(name)}


def learned(on: Machine) -> None:
    done = on.extractor("once", "--yes", *map(str, on.transcripts.glob("*.jsonl")))
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_fork_learns_from_its_session_and_leaves_nothing_else(
    scratch: Machine, server: MessagesServer, fork: Fork
) -> None:
    scratch.prompt(RULE)
    parent = server.messages[-1].body
    (scratch.home.parent / "hooked").unlink()
    scratch.memory.mkdir(parents=True, exist_ok=True)
    (scratch.memory / "old.md").write_text(OLD)
    fork.steps = lambda at: [Says((read(at / "old.md"),)), Says((write(at / "new.md", NEW),))]
    before = files(scratch)
    learned(scratch)
    after = files(scratch)
    assert sorted(set(after) - set(before)) == sorted(
        str((scratch.memory / name).relative_to(scratch.home.parent)) for name in ("MEMORY.md", "new.md")
    )
    assert {name: after[name] for name in before} == before
    text = (scratch.memory / "new.md").read_text()
    assert SENTENCE in text
    assert "evidence" not in text
    assert not list((scratch.state.parent / "forks").iterdir())
    assert "claude-code" in scratch.extractor("log").stdout + scratch.extractor("status").stdout
    first = fork.bodies[0]
    assert (first["tools"], first["model"]) == (parent["tools"], parent["model"])
    assert first["system"][1:] == parent["system"][1:]  # type: ignore[index]
    assert len(fork.bodies) == 3


def test_a_fork_that_writes_elsewhere_is_denied_and_nothing_of_it_is_kept(
    scratch: Machine, fork: Fork
) -> None:
    scratch.prompt(RULE)
    (scratch.home.parent / "hooked").unlink()
    evil = [scratch.project / "evil.md", scratch.memory / "evil.md", scratch.home / "evil.md"]
    fork.steps = lambda at: [
        Says((write(at / "new.md", NEW), *(write(path, NEW, 2 + n) for n, path in enumerate(evil))))
    ]
    before = files(scratch)
    done = scratch.extractor("once", "--yes", *map(str, scratch.transcripts.glob("*.jsonl")))
    assert files(scratch) == before
    assert "outside its scratch folder" in scratch.extractor("status").stdout + done.stdout + done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="the walls of the user unit are Linux's")
def test_a_fork_works_behind_the_walls_of_the_user_unit(scratch: Machine, fork: Fork) -> None:
    scratch.prompt(RULE)
    fork.steps = lambda at: [Says((write(at / "new.md", NEW),))]
    command = Path(scratch.leading["EXTRACTOR_CLAUDE_COMMAND"])
    walled = command.with_name("walled")
    words = [sys.executable, "-m", "tests.support.confine", str(UNIT), "--", str(command)]
    said = command.with_name("said")
    walled.write_text(
        f'#!/bin/sh\nexport PYTHONPATH={shlex.quote(str(ROOT))}\nexec {shlex.join(words)} "$@" 2>{said}\n'
    )
    walled.chmod(0o700)
    learned(replace(scratch, leading={**scratch.leading, "EXTRACTOR_CLAUDE_COMMAND": str(walled)}))
    print(said.read_text() or "every wall was exercised")
    assert len(fork.bodies) == 2, "the write, and the end"
    assert SENTENCE in (scratch.memory / "new.md").read_text()
