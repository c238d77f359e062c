"""From the transcripts of other clients to the archive: what stands, once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.archive.archive import Archive
from extractor.memory.redaction.redact import redact
from extractor.service.intake import Intake
from extractor.transcripts.clients import Named
from extractor.transcripts.source import UNHEARD, UNKNOWN_FORM
from tests.support.scripted import Clock
from tests.unit.transcripts.codex_written import OTHER, THREAD, Rollout, item_id
from tests.unit.transcripts.gemini_written import Chat, line_id
from tests.unit.transcripts.opencode_written import SESSION, Database, Talk


class Desk:
    """An archive and an intake of one client."""

    def __init__(self, folder: Path) -> None:
        self.archive = Archive.open(folder, redact, Clock())

    def take(self, source: Named) -> None:
        """Read everything, as a service that just started."""
        intake = Intake(self.archive, (source,), Clock())
        intake.scan()
        intake.run_dry(lambda _taken: None)
        assert self.archive.summary("").problems == ()

    def standing(self, session: str) -> list[str]:
        (found,) = self.archive.sessions.meant(session)
        return [standing.message.text for standing in self.archive.messages.live(found.id)]

    def messages(self) -> int:
        return self.archive.db.number("SELECT count(*) FROM messages")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path / "state")
    yield made
    made.archive.close()


def test_a_codex_fork_adds_membership_and_a_rollback_ends_it(desk: Desk, tmp_path: Path) -> None:
    parent, fork = Rollout(tmp_path), Rollout(tmp_path, OTHER)
    fork.meta()
    for each in (parent, fork):
        each.meta(id=THREAD)
        each.asks("one", item_id(1))
        each.old_asks("two")
    desk.take(parent.source)
    assert (desk.standing(THREAD), desk.standing(OTHER), desk.messages()) == (
        ["one", "two"],
        ["one", "two"],
        2,
    )
    fork.event("thread_rolled_back", num_turns=1)
    desk.take(fork.source)
    assert (desk.standing(THREAD), desk.standing(OTHER), desk.messages()) == (["one", "two"], ["one"], 2)


def test_a_gemini_chat_stands_as_the_client_would_show_it(desk: Desk, tmp_path: Path) -> None:
    chat = Chat(tmp_path)
    chat.head()
    chat.asks(1, "one")
    chat.answers(2, "In dollars.")
    chat.asks(3, "three")
    desk.take(chat.source)
    chat.answers(2, "In cents.")
    chat.add({"$rewindTo": line_id(3)})
    chat.asks(4, "four")
    chat.anew()
    desk.take(chat.source)
    assert desk.standing(chat.owned().session) == ["one", "In cents.", "four"]
    chat.set(chat.message("user", 3, [{"text": "three"}]), chat.message("user", 4, [{"text": "four"}]))
    desk.take(chat.source)
    assert desk.standing(chat.owned().session) == ["three", "four"]
    assert desk.messages() == 4


def test_a_gemini_document_written_again_stands_once(desk: Desk, tmp_path: Path) -> None:
    chat = Chat(tmp_path, "session-2026-03-02T09-00-aaaaaaaa.json")
    one, two, three = (chat.message("user", number, f"words {number}") for number in range(3))
    for messages in (
        (one, two),
        (one, two, three),
        (one, {**two, "content": "other words"}),
        (one, two, three),
    ):
        chat.document(*messages)
        chat.anew()
        desk.take(chat.source)
        expected = [message["content"] for message in messages]
        assert desk.standing(chat.owned().session) == expected
    assert desk.messages() == 3


def test_what_is_taken_back_after_the_client_took_a_document_over_stands_nowhere(
    desk: Desk, tmp_path: Path
) -> None:
    old = Chat(tmp_path, "session-2026-03-02T09-00-aaaaaaaa.json")
    words = [old.message("user", number, f"words {number}") for number in range(3)]
    old.document(*words)
    desk.take(old.source)
    chat = Chat(tmp_path)
    chat.head()
    for message in words:
        chat.add(message)
    chat.add({"$rewindTo": line_id(1)})
    chat.asks(3, "other words")
    desk.take(chat.source)
    assert desk.standing(chat.owned().session) == ["words 0", "other words"]


def test_what_is_taken_back_in_opencode_does_not_stand(desk: Desk, tmp_path: Path) -> None:
    store = Database(tmp_path / "opencode")
    talk = Talk(tmp_path / "opencode", store)
    talk.asks("one")
    second = talk.asks("two")
    desk.take(talk.source)
    store.remove(second, SESSION)
    talk.asks("three")
    desk.take(talk.source)
    store.db.close()
    assert desk.standing(SESSION) == ["one", "three"]


def test_an_unknown_form_is_told_with_client_and_version(desk: Desk, tmp_path: Path) -> None:
    rollout = Rollout(tmp_path)
    rollout.meta(cli_version="9.0.0")
    rollout.message("assistant", "Understood.")
    desk.take(rollout.source)
    summary = desk.archive.summary("")
    assert summary.unknown == (("codex", "9.0.0", 1),)
    assert summary.parked == ((UNKNOWN_FORM, 1),)


def test_prompts_that_are_not_found_are_told_with_client_and_version(desk: Desk, tmp_path: Path) -> None:
    rollout = Rollout(tmp_path)
    rollout.meta(cli_version="9.0.0")
    rollout.answers("Understood.", item_id(1))
    rollout.event("task_complete")
    desk.take(rollout.source)
    summary = desk.archive.summary("")
    assert summary.unknown == (("codex", "9.0.0", 1),)
    assert summary.parked == ((UNHEARD, 1),)
