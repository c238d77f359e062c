"""A person goes back in a session of the real client, and forks it: what counts is what stands."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest

from tests.support import client_installs, going_back
from tests.support.client_machine import Machine, set_up
from tests.support.closed_door import ClosedDoor
from tests.support.going_back import Window
from tests.support.model_service import ModelService, Reply
from tests.support.real_clients import Codex, OpenCode

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

Opened = Callable[[Machine, str], AbstractContextManager[Window]]


def codex(on: Machine, url: str) -> AbstractContextManager[Window]:
    client = Codex(client_installs.installed(client_installs.codex()))
    client.settle(on)
    return going_back.codex(client, on, url)


def opencode(on: Machine, url: str) -> AbstractContextManager[Window]:
    package = client_installs.opencode()
    client = OpenCode(client_installs.installed(package), package.version)
    client.settle(on)
    return going_back.opencode(client, on, url)


@pytest.mark.parametrize("opened", [codex, opencode], ids=lambda opened: opened.__name__)
def test_what_a_person_went_back_before_counts_no_longer(tmp_path: Path, opened: Opened) -> None:
    with ClosedDoor() as door, ModelService(lambda _request, nth: Reply(f"Understood {nth}.")) as service:
        on = Machine(tmp_path / "home", tmp_path / "shop", door.environment())
        set_up(on)
        with opened(on, service.url) as window:
            window.turn("Never mock the database in tests.")
            taken_back = window.turn("Always use floats for prices.")
            read_without_learning(on)
            assert standing(on) == [["Never mock the database in tests.", "Always use floats for prices."]]
            window.back(taken_back)
            window.turn("Prices are always integer cents, never floats.")
            fork = window.fork()
            fork.turn("Deploys only happen on Tuesdays.")
        assert on.extractor("once").returncode == 0
        assert door.asked == []
    first = ["Never mock the database in tests.", "Prices are always integer cents, never floats."]
    # OpenCode copies what a fork goes on from, Codex names it.
    copied = first if opened is opencode else []
    assert standing(on) == [first, [*copied, "Deploys only happen on Tuesdays."]]
    with closing(sqlite3.connect(on.state)) as db:
        learned = [text for (text,) in db.execute("SELECT statement FROM statements ORDER BY id")]
    assert sorted(learned) == sorted([*first, "Deploys only happen on Tuesdays."])


def read_without_learning(on: Machine) -> None:
    """A pass that nobody agreed to pay for: it reads what was said and ends before it learns."""
    asked = on.extractor("once", "--model", "claude-code")
    assert "start once by hand and agree" in asked.stderr, asked.stderr


def standing(on: Machine) -> list[list[str]]:
    """What a person said, as it stands, by session."""
    found: dict[str, list[str]] = {}
    with closing(sqlite3.connect(on.state)) as db:
        sql = """SELECT t.session_id, m.text FROM messages m
                 JOIN membership b ON b.message = m.id AND b.live = 1
                 JOIN transcripts t ON t.id = b.transcript
                 WHERE m.speaker = 'human' ORDER BY t.session_id, m.at, m.id"""
        for session, text in db.execute(sql):
            found.setdefault(session, []).append(str(text))
    return list(found.values())
