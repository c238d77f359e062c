"""The real client reads the memory of another project through the link that joins the two."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.claude_client import REPOSITORY, machine, need_client
from tests.support.messages_server import Answer, Body, MessagesServer, says

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

KNOWN = "Deploys only happen on Tuesdays."


def answers(_body: Body, _nth: int) -> Answer:
    return says("Understood.")


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    with MessagesServer(answers) as running:
        yield running


def test_what_one_clone_knows_is_in_the_prompt_of_the_other_once_they_are_joined(
    tmp_path: Path, server: MessagesServer
) -> None:
    one = machine(tmp_path, need_client(), server.url)
    two = replace(one, project=tmp_path / "clone")
    (two.project / ".git").mkdir(parents=True)
    one.memory.mkdir(parents=True)
    (one.memory / "MEMORY.md").write_text(f"- [Deploys](deploys.md) — {KNOWN}\n")
    two.prompt("Which tests do we have?")
    assert KNOWN not in json.dumps([request.body for request in server.messages])
    joined = subprocess.run(
        [sys.executable, "-m", "extractor", "projects", "join", str(one.project), "--yes"],
        cwd=two.project,
        env={**two.environment(), "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert joined.returncode == 0, joined.stderr
    before = len(server.messages)
    two.prompt("Which tests do we have?")
    assert KNOWN in json.dumps([request.body for request in server.messages[before:]], ensure_ascii=False)
