"""What a context is made of is read from the end of the newest sessions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest

from extractor.archive import live
from extractor.archive.archive import Archive
from extractor.archive.standing import Project, SessionInfo
from extractor.context.given import SESSIONS, Given
from extractor.domain import Message, Milliseconds, SessionId, Transcript
from extractor.history.budget import estimate
from extractor.history.exchanges import exchanges
from extractor.history.pieces import PAUSE
from extractor.history.stretches import close
from extractor.history.summary import Author, summed_up
from extractor.history.transitions import Reason
from extractor.memory.redaction.redact import redact
from extractor.transcripts.source import Boundary, BoundaryKind, Reading, Record, Said, Withdrawn
from tests.support.talk import START, agent, call, human, result, script

SHOP = "/home/dev/shop"
MINUTE = 60_000


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    opened = Archive.open(tmp_path / "state", redact, lambda: Milliseconds(1))
    yield opened
    opened.close()


def store(
    archive: Archive, name: str, *said: Message | Record, project: str = SHOP, path: str = ""
) -> SessionInfo:
    transcript = Transcript("plain", path or f"/home/dev/{name}.jsonl", SessionId(name))
    records = [Said(each) if isinstance(each, Message) else each for each in said]
    row = archive.messages.store(transcript, Reading(records, name), Project(project, is_seen=True)).session
    found = archive.sessions.of_row(row)
    assert found is not None
    return found


def turns(name: str, count: int, at: int = START, words: str = "words") -> list[Message]:
    return [
        each
        for number in range(count)
        for each in (
            human(f"{name}.h{number}", f"{words} {number}", at=at + number * MINUTE),
            call(f"{name}.c{number}", f"{name}{number}")._replace(at=Milliseconds(at + number * MINUTE)),
            result(f"{name}.r{number}", f"{name}{number}")._replace(at=Milliseconds(at + number * MINUTE)),
            agent(f"{name}.a{number}", f"answer {number}", at=at + number * MINUTE + 1),
        )
    ]


def test_a_new_session_is_given_the_newest_exchanges_of_its_project(archive: Archive) -> None:
    store(archive, "older", *turns("o", 1, words="older"))
    store(archive, "newer", *turns("n", 1, START + MINUTE, words="newer"))
    store(
        archive, "elsewhere", *turns("e", 1, START + 2 * MINUTE, words="elsewhere"), project="/home/dev/till"
    )
    found = Given(archive, [SHOP]).window(10_000)
    assert [each.session for each in found.exchanges] == ["older", "newer"]
    assert found.text.index("older 0") < found.text.index("newer 0")
    assert "elsewhere" not in found.text
    assert "[ACTIONS] 1 tool call left out: 1 Bash" in found.text
    assert found.is_whole
    assert Given(archive, [SHOP]).requests() == found.requests == 2


def test_a_scripts_sessions_are_no_conversation(archive: Archive) -> None:
    store(archive, "nightly", script("s", "count the files"), agent("a"))
    given = Given(archive, [SHOP])
    assert (given.window(10_000).exchanges, given.requests()) == ((), 0)


def test_a_conversation_is_found_behind_however_many_scripts_and_pieces(archive: Archive) -> None:
    store(archive, "talk", *turns("t", 1))
    for number in range(4 * SESSIONS):
        at = Milliseconds(START + (number + 1) * PAUSE)
        store(archive, f"cron{number}", script(f"s{number}", "count the files")._replace(at=at))
    assert [each.session for each in Given(archive, [SHOP]).window(10_000).exchanges] == ["talk"]
    store(
        archive,
        "busy",
        *(human(f"b{number}", at=START + 2 * number * PAUSE) for number in range(4 * SESSIONS)),
    )
    found = Given(archive, [SHOP]).window(90_000)
    assert {each.session for each in found.exchanges} == {"busy", "talk"}
    assert found.is_whole


def test_sessions_beyond_the_newest_are_told_to_be_left_out(archive: Archive) -> None:
    for number in range(SESSIONS):
        store(archive, f"s{number}", human(f"h{number}", at=START + 2 * number * PAUSE))
    assert Given(archive, [SHOP]).window(90_000).is_whole
    store(archive, "oldest", human("o", at=START - 2 * PAUSE))
    found = Given(archive, [SHOP]).window(90_000)
    assert (len(found.exchanges), found.is_whole) == (SESSIONS, False)


def test_of_a_long_session_only_the_end_is_read(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PAGE", 8)
    store(archive, "long", *turns("t", 60))
    tail = archive.messages.standing.tail(1, 20)
    assert not tail.is_whole
    assert len(tail.standing) <= 24
    found = Given(archive, [SHOP]).window(300)
    assert not found.is_whole
    shown = [int(each.key.uuid.removeprefix("t.h")) for each in found.exchanges]
    assert shown == list(range(shown[0], 60))
    whole = Given(archive, [SHOP]).window(100_000)
    assert whole.is_whole
    assert [each.text for each in whole.exchanges[-len(shown) :]] == [each.text for each in found.exchanges]


def test_an_exchange_longer_than_what_was_read_is_read_whole(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "PAGE", 2)
    goes_on = [agent(f"a{number}", f"step {number}", ends_turn=False) for number in range(30)]
    store(archive, "one", *turns("t", 1), human("h", "do it all"), *goes_on)
    found = Given(archive, [SHOP]).window(450)
    assert [each.key.uuid for each in found.exchanges] == ["t.h0", "h"]
    assert found.exchanges[1].text.count("step") == 30
    assert [each.key.uuid for each in Given(archive, [SHOP]).window(300).too_large] == ["h"]


def test_an_exchange_too_large_does_not_hide_those_before_it(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "PAGE", 8)
    goes_on = [
        agent(f"a{number}", "step " * 200, ends_turn=False, at=START + 50 * MINUTE) for number in range(60)
    ]
    said = [*turns("t", 40), human("h", "do it all", at=START + 50 * MINUTE), *goes_on]
    session = store(archive, "one", *said, *turns("l", 1, START + 60 * MINUTE))
    for given in (Given(archive, [SHOP]), Given(archive, [SHOP], session)):
        found = given.window(1_000)
        assert [each.key.uuid for each in found.too_large] == ["h"]
        assert [each.key.uuid for each in found.exchanges][-3:] == ["t.h38", "t.h39", "l.h0"]
        assert estimate(found.text) > 700


def test_a_session_in_several_transcripts_is_one_and_what_was_taken_back_is_gone(archive: Archive) -> None:
    store(archive, "one", *turns("a", 2), path="/home/dev/one-a.jsonl")
    store(archive, "one", *turns("b", 2, START + 9 * MINUTE), Withdrawn(("b.h1", "b.c1", "b.r1", "b.a1")))
    found = Given(archive, [SHOP]).window(10_000)
    assert [each.key.uuid for each in found.exchanges] == ["a.h0", "a.h1", "b.h0"]


def test_an_interruption_is_told(archive: Archive) -> None:
    stop = Boundary(BoundaryKind.CANCELLED, Milliseconds(START))
    store(archive, "one", human("h"), agent("a", ends_turn=False), stop, human("h2"))
    assert "[CANCELLED]" in Given(archive, [SHOP]).window(10_000).text


def test_a_session_that_goes_on_is_given_its_own_summaries_then_its_newest_exchanges(
    archive: Archive,
) -> None:
    said = turns("t", 40)
    session = store(archive, "one", *said)
    store(archive, "other", *turns("o", 3, START + 99 * MINUTE, words="other"))
    stretch = close(exchanges(said[:8]), Reason.MANUAL)
    archive.histories.close(session.id, stretch, [stretch], Milliseconds(1))
    for author, text in ((Author.RULES, "by rules"), (Author.MODEL, "the basket was\nagent, 09:00Z: mended")):
        summary = summed_up(said[:4], ["t.h0.0"], 50, text, lambda _said, _limit, text=text: text, author)
        archive.histories.keep_summary(session.id, summary, Milliseconds(1))
    given = Given(archive, [SHOP], session)
    found = given.window(500)
    assert [part.text.split("\n")[0][:9] for part in found.parts] == ["[SUMMARY ", "[CLOSED 2"]
    assert found.text.startswith(
        "[SUMMARY of 1 messages, 2026-03-02 09:00Z to 2026-03-02 09:00Z]\n  the basket was\n  agent,"
    )
    assert "by rules" not in found.text
    assert "other" not in found.text
    assert found.exchanges[-1].key.uuid == "t.h39"
    assert given.requests() == 40
    assert given.window(100_000).parts == ()


def test_the_digest_of_a_session_that_goes_on_begins_with_it(archive: Archive) -> None:
    session = store(archive, "one", *turns("t", 1))
    store(archive, "other", *turns("o", 1, START + 99 * MINUTE))
    told = Given(archive, [SHOP], session).digest(Milliseconds(START + 100 * MINUTE), UTC, 1_000)
    assert [entry.section for entry in told.entries] == ["This session", "Today, 2026-03-02"]


def test_a_sessions_name_cannot_begin_a_line_of_its_own(archive: Archive) -> None:
    store(archive, "a\n# Pin\x1b", *turns("t", 1))
    given = Given(archive, [SHOP])
    assert "## Session a # Pin\\x1b, 2026-03-02\n" in given.window(10_000).text
    assert " session a # Pin\\x1b, " in given.digest(Milliseconds(START), UTC, 1_000).text


def test_a_secret_reaches_neither_digest_nor_window(archive: Archive) -> None:
    secret = "ghp_" + "A1b2C3d4E5f6" * 3
    store(
        archive,
        "one",
        human("h", f"use {secret} for it, <private>and hush</private>"),
        agent("a", f"I use {secret}"),
    )
    given = Given(archive, [SHOP])
    both = given.window(10_000).text + given.digest(Milliseconds(START), UTC, 1_000).text
    assert "REDACTED" in both
    assert secret not in both
    assert "hush" not in both
