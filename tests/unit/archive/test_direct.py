"""What is asked for directly: archived like any words, learned from by nobody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.archive.way import Way
from extractor.extraction.job import Later
from tests.support.scripted import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


@pytest.mark.parametrize("way", Way)
def test_a_project_has_one_session_a_way(desk: Desk, way: Way) -> None:
    direct = desk.archive.direct
    first = direct.session(way, "/home/dev/shop")
    assert direct.session(way, "/home/dev/shop") == first
    assert direct.session(way, "/home/dev/other") != first
    info = desk.archive.sessions.of_row(first)
    assert info is not None
    assert (info.client, info.project) == (way.value, "/home/dev/shop")


def test_words_are_archived_once_and_wait_for_nobody(desk: Desk) -> None:
    direct, messages = desk.archive.direct, desk.archive.messages
    for _ in range(2):
        key = direct.say(Way.COMMAND_LINE, "/home/dev/shop", "The port is 8080.", "id-1", desk.clock())
    session = direct.session(Way.COMMAND_LINE, "/home/dev/shop")
    assert [(s.message.key, s.message.text) for s in messages.live(session)] == [(key, "The port is 8080.")]
    assert (desk.archive.sessions.waiting(), desk.archive.provenance.speaker_of(key)) == ([], "human")
    assert desk.extraction.look(session) == Later(None)


def test_a_secret_is_not_archived(desk: Desk) -> None:
    secret = "ghp_" + "Zk3vQ9xW7pLm2Rt8Ys4Nd6Bf1Hj5Gc0aXyUo"
    desk.archive.direct.say(Way.MCP, "/p", f"The token is {secret}.", "id-1", desk.clock())
    (text,) = [str(t) for (t,) in desk.archive.db.rows("SELECT text FROM messages")]
    assert secret not in text
