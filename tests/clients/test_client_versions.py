"""Older versions of the real clients: what they write is read too.

Only where EXTRACTOR_CLIENT_VERSIONS is `all`: each is an installation of its own.
"""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.client_installs import installed
from tests.support.client_machine import Machine, set_up
from tests.support.closed_door import ClosedDoor
from tests.support.model_service import ModelService, Reply
from tests.support.real_clients import older

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(
        os.environ.get("EXTRACTOR_CLIENT_VERSIONS") != "all",
        reason="older versions of the clients: set EXTRACTOR_CLIENT_VERSIONS=all",
    ),
]

RULE, QUESTION = "Never mock the database in tests.", "And what else does orders.py hold?"


@pytest.mark.parametrize("name", older())
def test_an_older_version_is_read(tmp_path: Path, name: str) -> None:
    package, make = older()[name]
    client = make(installed(package))
    with ClosedDoor() as door, ModelService(lambda _request, _nth: Reply("Understood.")) as service:
        on = Machine(tmp_path / "home", tmp_path / "shop", door.environment())
        set_up(on)
        client.settle(on)
        session = None
        for text in (RULE, QUESTION):
            with client.open(on, service.url) as prompt:
                session = prompt(text, session)
            done = on.extractor("once")
            assert done.returncode == 0, done.stderr
    with closing(sqlite3.connect(on.state)) as db:
        sql = "SELECT text FROM messages WHERE speaker IN ('human', 'human-headless') ORDER BY at, id"
        assert [text for (text,) in db.execute(sql)] == [RULE, QUESTION]
        assert db.execute("SELECT count(*) FROM statements WHERE statement = ?", (RULE,)).fetchone() == (1,)
    told = json.loads(on.extractor("status", "--json").stdout)
    versions = [entry["version"] for entry in told["clients"] if entry["client"] == client.name]
    # Gemini CLI writes its version nowhere in a chat.
    assert ("unknown" if client.name == "gemini" else package.version) in versions
    assert (told["parked"], told["unknown_forms"], told["problems"]) == ({}, [], [])
