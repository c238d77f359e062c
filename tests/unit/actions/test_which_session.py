"""A name means one session; a beginning several have is refused, and they are named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from extractor.actions.which_session import id_meant, session_meant
from extractor.archive.archive import Archive
from extractor.archive.sessions import SessionTable
from extractor.archive.standing import Project
from extractor.domain import Milliseconds, SessionId, Transcript
from extractor.errors import ConfigError
from extractor.transcripts import source
from tests.support.talk import human

Held = Callable[..., SessionTable]


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Held]:
    """The sessions of an archive in which some of these ids were held, each with one prompt."""
    archive = Archive.open(tmp_path / "state", lambda text: text, lambda: Milliseconds(1))

    def hold(*names: str, client: str = "claude-code") -> SessionTable:
        for name in names:
            archive.messages.store(
                Transcript(client, f"/t/{client}/{name}.jsonl", SessionId(name), "/" in name),
                source.Reading([source.Said(human(f"{client}-{name}", "Hello."))], "1", cwd="/p"),
                Project("/p", is_seen=True),
            )
        return archive.sessions

    yield hold
    archive.close()


def meant(sessions: SessionTable, name: str) -> str | None:
    found = session_meant(sessions, name)
    return found.session if found else None


def test_a_whole_id_or_a_beginning_no_other_has_means_one(held: Held) -> None:
    sessions = held("day1", "day10", "night")
    for name, expected in (("day1", "day1"), ("n", "night"), ("", None), ("week", None), ("%", None)):
        assert meant(sessions, name) == id_meant(sessions, name) == expected, name


@pytest.mark.parametrize("which", [session_meant, id_meant])
def test_a_beginning_several_have_is_refused_with_some_of_them(
    held: Held, which: Callable[[SessionTable, str], object]
) -> None:
    sessions = held(*(f"day{number}" for number in range(7)))
    with pytest.raises(ConfigError) as refused:
        which(sessions, "day")
    told, _, named = str(refused.value).rpartition(": ")
    assert told == "the ids of 7 sessions begin with day: give more of the one you mean"
    assert named.endswith(" and 2 more")
    assert len(named.removesuffix(" and 2 more").split(", ")) == 5


def test_sub_agents_do_not_count_beside_their_session(held: Held) -> None:
    sessions = held("day1", "day1/agent-a", "day1/agent-b")
    assert meant(sessions, "day") == id_meant(sessions, "day") == "day1"
    assert meant(sessions, "day1/agent-a") == id_meant(sessions, "day1/agent-a") == "day1/agent-a"


def test_sub_agents_of_a_session_that_was_not_read_are_one_id_and_several_sessions(held: Held) -> None:
    sessions = held("day1/agent-a", "day1/agent-b", "day12")
    assert id_meant(sessions, "day1") == "day1"
    with pytest.raises(ConfigError, match=r"the ids of 3 sessions begin with day1: .*day1/agent-a"):
        meant(sessions, "day1")


def test_what_stands_below_a_plain_transcript_s_path_is_a_session_of_its_own(held: Held) -> None:
    sessions = held("/t/one", "/t/one/two", client="plain")
    assert id_meant(sessions, "/t/one") == "/t/one"
    with pytest.raises(ConfigError, match="the ids of 2 sessions"):
        id_meant(sessions, "/t/")


def test_an_id_two_clients_have_means_both_where_that_is_possible(held: Held) -> None:
    held("day1")
    sessions = held("day1", client="codex")
    assert id_meant(sessions, "day1") == "day1"
    with pytest.raises(ConfigError, match=r"2 clients have a session day1 \(claude-code, codex\)"):
        meant(sessions, "day1")
