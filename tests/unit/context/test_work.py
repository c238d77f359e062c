"""What a digest tells of a piece of work, and where it takes the words from."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.archive.archive import Archive
from extractor.archive.standing import Project
from extractor.context.digest import digest
from extractor.context.work import past, short_names
from extractor.domain import Message, Milliseconds, SessionId, Transcript
from extractor.history.exchanges import exchanges
from extractor.history.pieces import PAUSE
from extractor.history.stretches import close
from extractor.history.summary import Author, summed_up
from extractor.history.transitions import Reason
from extractor.memory.redaction.redact import redact
from extractor.transcripts.source import Reading, Said
from tests.support.talk import START, agent, call, human, result, script

SHOP = "/home/dev/shop"
MEND, DEPLOY = "mend the flaky test of the basket", "now deploy it to the staging machine"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    opened = Archive.open(tmp_path / "state", redact, lambda: Milliseconds(1))
    yield opened
    opened.close()


def store(archive: Archive, name: str, *said: Message, project: str = SHOP) -> int:
    transcript = Transcript("plain", f"/home/dev/{name}.jsonl", SessionId(name))
    reading = Reading([Said(each) for each in said], name)
    return archive.messages.store(transcript, reading, Project(project, is_seen=True)).session


def test_a_piece_is_told_in_the_persons_first_words_and_its_last_request(archive: Archive) -> None:
    store(archive, "one", human("h1", MEND), agent("a1"), human("h2", DEPLOY), agent("a2"))
    (work,) = past(archive, [SHOP], 10_000).works
    assert (work.words, work.details, work.requests) == (MEND, (f"last asked: {DEPLOY}",), 2)
    assert (work.name, work.project, work.is_current) == ("one", "", False)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (
            "look at this log:\n```\nWARN queue depth 120\n```\nwhats going on",
            "look at this log: … whats going on",
        ),
        ("CI is red again, fix it\n~~~sh\n" + "error: no such file\n" * 40, "CI is red again, fix it …"),
        ("mend `total()` and ```x``` in orders.py", "mend `total()` and ```x``` in orders.py"),
        ("```\nTraceback: KeyError 'id'\n```", "``` Traceback: KeyError 'id' ```"),
    ],
)
def test_what_was_pasted_between_fences_is_not_what_a_piece_is_about(
    archive: Archive, typed: str, told: str
) -> None:
    store(archive, "one", human("h1", typed), agent("a1"))
    assert past(archive, [SHOP], 10_000).works[0].words == told


def test_a_models_summary_of_a_piece_takes_the_place_of_the_persons_words(archive: Archive) -> None:
    said = (human("h1", MEND, at=START + 1), agent("a1", at=START + 2), human("h2", DEPLOY, at=START + 3))
    session = store(archive, "one", *said)
    made = summed_up(
        said[:2], ["h1.0", "a1.0"], 50, "s", lambda _said, _limit: "the basket's test waits", Author.MODEL
    )
    archive.histories.keep_summary(session, made, Milliseconds(1))
    (work,) = past(archive, [SHOP], 10_000).works
    assert (work.words, work.details) == ("the basket's test waits", (f"last asked: {DEPLOY}",))


def test_a_summary_of_several_pieces_stands_beside_the_last_of_them(archive: Archive) -> None:
    said = (human("h1", MEND), human("h2", DEPLOY, at=START + 2 * PAUSE))
    session = store(archive, "one", *said)
    made = summed_up(said, [], 50, "s", lambda _said, _limit: "mended and deployed", Author.MODEL)
    archive.histories.keep_summary(session, made, Milliseconds(1))
    newer, older = past(archive, [SHOP], 10_000).works
    assert (newer.words, newer.details) == (DEPLOY, ("summary since 2026-03-02 09:00: mended and deployed",))
    (there, _) = past(archive, [SHOP], 10_000, tz=timezone(timedelta(hours=2))).works
    assert there.details == ("summary since 2026-03-02 11:00: mended and deployed",)
    assert (older.words, older.details) == (MEND, ())


def test_the_files_of_closed_stretches_are_named(archive: Archive) -> None:
    paths = ["/home/dev/shop/a.py", "C:\\shop\\b.py", "/home/dev/shop/tests/a.py", "/c.py", "/d.py"]
    calls = [
        each
        for n, path in enumerate(paths)
        for each in (call(f"c{n}", str(n), "Edit", path), result(f"r{n}", str(n)))
    ]
    said = [human("h", MEND), *calls]
    session = store(archive, "one", *said)
    stretch = close(exchanges(said), Reason.MANUAL)
    archive.histories.close(session, stretch, [stretch], Milliseconds(1))
    (work,) = past(archive, [SHOP], 10_000).works
    assert work.details == ("files written: a.py, b.py, c.py and 1 more",)


def test_the_files_of_an_earlier_piece_are_not_told_of_a_later_one(archive: Archive) -> None:
    said = [human("h1", MEND), call("c", "1", "Edit", "/a.py"), result("r", "1")]
    session = store(archive, "one", *said, human("h2", DEPLOY, at=START + 2 * PAUSE))
    stretch = close(exchanges(said), Reason.TIME_LIMIT)
    archive.histories.close(session, stretch, [stretch], Milliseconds(1))
    newer, older = past(archive, [SHOP], 10_000).works
    assert (newer.details, older.details) == ((), ("files written: a.py",))


def test_words_are_redacted_private_spans_and_forgotten_words_never_told(archive: Archive) -> None:
    secret = "ghp_" + "A1b2C3d4E5f6" * 3
    store(archive, "one", human("h1", f"push with {secret} <private>to my sister</private> please"))
    store(archive, "two", human("h2", "<private>all of this stays between us two</private>", at=START - 1))
    one, two = past(archive, [SHOP], 10_000).works
    assert secret not in one.words
    assert "sister" not in one.words
    assert "push with" in one.words
    assert two.words == ""


def test_only_the_project_asked_for_is_told_and_all_name_theirs(archive: Archive) -> None:
    store(archive, "here", human("h1", MEND))
    store(archive, "there", human("h2", DEPLOY, at=START + 1), project="/home/dev/till")
    assert [(w.session, w.project) for w in past(archive, [SHOP], 10_000).works] == [("here", "")]
    assert [(w.session, w.project) for w in past(archive, None, 10_000).works] == [
        ("there", "till"),
        ("here", "shop"),
    ]


def test_the_current_sessions_work_is_told_whatever_its_project(archive: Archive) -> None:
    store(archive, "here", human("h1", MEND))
    current = store(archive, "there", human("h2", DEPLOY, at=START + 1), project="/home/dev/till")
    found = past(archive, [SHOP], 10_000, current)
    assert [(w.session, w.is_current) for w in found.works] == [("there", True), ("here", False)]
    assert found.older == 0


def test_no_more_is_read_than_has_room_and_the_rest_is_counted(archive: Archive) -> None:
    for number in range(30):
        store(archive, f"s{number:02}", human(f"h{number}", MEND, at=START + number))
    found = past(archive, [SHOP], 96)
    assert ([w.session for w in found.works], found.older) == ([f"s{n:02}" for n in range(29, 17, -1)], 18)
    assert [bool(w.words) for w in found.works] == [True] * 9 + [False] * 3


def test_what_is_cut_of_the_current_sessions_work_is_counted_too(archive: Archive) -> None:
    store(archive, "other", human("o", MEND))
    said = [human(f"h{number}", MEND, at=START + 2 * number * PAUSE) for number in range(30)]
    found = past(archive, [SHOP], 96, store(archive, "one", *said))
    assert (len(found.works), found.older) == (13, 18)


def test_words_that_are_kept_are_never_told_to_be_gone(archive: Archive) -> None:
    for number in range(80):
        store(archive, f"{number:02}", human(f"h{number}", "x", at=START + 2 * number * PAUSE))
    for budget in range(100, 1_200, 37):
        told = digest(past(archive, [SHOP], budget).works, Milliseconds(START + 200 * PAUSE), UTC, budget)
        assert "no words" not in told.text, budget
        assert told.entries


def test_a_scripts_work_says_that_it_is_one(archive: Archive) -> None:
    store(archive, "one", script("s", MEND))
    assert past(archive, [SHOP], 10_000).works[0].words == f"(script) {MEND}"


@settings(max_examples=100)
@given(st.lists(st.text("ab-", min_size=1, max_size=20), unique=True, min_size=1, max_size=30))
def test_a_short_name_names_one_session_or_is_whole(ids: list[str]) -> None:
    for name, short in short_names(sorted(ids), ids).items():
        assert name.startswith(short)
        assert short == name or [each for each in ids if each.startswith(short)] == [name]
