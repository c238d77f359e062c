"""Memory files come first, then what was said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.actions.recall import recall, remembered
from extractor.archive.archive import Archive
from extractor.archive.scope import EVERYWHERE, Scope
from extractor.domain import Milliseconds, SessionId, Transcript
from extractor.recall.excerpt import CLOSE, OPEN
from extractor.recall.query import Term, parse
from extractor.transcripts.source import Reading, Said
from tests.support.talk import agent, human

WEBHOOK = b"""---
name: webhook-retries
description: The webhook retries five times
metadata:
  type: project
  modified: 2026-03-02T09:00:00.000Z
---

The webhook retries five times.

**Why:** the partner drops one request in ten.
"""
NOTE = b"Webhook secrets rotate each quarter; the partner is told before.\n"
FILES = {
    "/memory": {"webhook-retries.md": WEBHOOK, "note.md": NOTE, "MEMORY.md": b"- webhook partner retries"}
}


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    opened = Archive.open(tmp_path / "state", lambda text: text, lambda: Milliseconds(1))
    transcript = Transcript("plain", "/home/dev/a.jsonl", SessionId("s1"))
    said = [Said(human("h1", "How often does the webhook retry?")), Said(agent("a1", "Five times."))]
    opened.messages.store(transcript, Reading(list(said), "1"), None)
    yield opened
    opened.close()


def files(text: str) -> list[str]:
    return [each.file for each in remembered(FILES, parse(text))]


def test_a_file_matches_with_half_of_the_words_and_the_most_come_first() -> None:
    assert files("webhook retries") == ["webhook-retries.md", "note.md"]
    assert files("webhook quarter secrets") == ["note.md"]
    assert files("webhook and three words elsewhere unknown") == []


def test_a_file_with_the_common_words_of_a_query_alone_does_not_match() -> None:
    query = parse("webhook quarter")
    worths = {term: 5.0 if term.tokens == ("quarter",) else 1.0 for term in query.words}
    assert [each.file for each in remembered(FILES, query)] == ["note.md", "webhook-retries.md"]
    assert [each.file for each in remembered(FILES, query, worths)] == ["note.md"]


def test_what_tells_most_comes_first_though_others_hold_as_many_words() -> None:
    query = parse("retries partner secrets unknown")
    worths = {term: 3.0 if term.tokens == ("secrets",) else 1.0 for term in query.words}
    assert [each.file for each in remembered(FILES, query)] == ["webhook-retries.md", "note.md"]
    assert [each.file for each in remembered(FILES, query, worths)] == ["note.md", "webhook-retries.md"]


def test_a_word_tells_more_the_more_seldom_it_was_said(archive: Archive) -> None:
    words = parse("webhook five never dent* ").words
    worths = archive.search.worths(words)
    assert set(worths) == {term for term in words if term.tokens[0] in ("webhook", "five")}
    more = Transcript("plain", "/home/dev/b.jsonl", SessionId("s2"))
    archive.messages.store(more, Reading([Said(human(f"m{n}", "webhook")) for n in range(9)], "1"), None)
    later = archive.search.worths(words)
    assert later[words[0]] < later[words[1]]


def test_a_file_needs_every_phrase_and_nothing_excluded() -> None:
    assert files('"retries five"') == ["webhook-retries.md"]
    assert files("webhook -quarter") == ["webhook-retries.md"]
    assert files("-webhook") == []


def test_files_in_any_letters_are_found_and_left_out_by_their_words() -> None:
    for text, word in (
        ("데이터베이스 는 포스트그레스 를 사용", "포스트그레스"),
        ("Настройки хранятся в папке", "настройки"),
        ("Ποτέ μην αλλάζεις τη βάση δεδομένων", "δεδομένων"),
        ("استخدم قاعدة البيانات الأساسية", "الأساسية"),
        ("必ず データベース を 使う", "データベース"),
        ("İstanbul sunucusu yedek alır", "istanbul"),
    ):
        held = {"/memory": {"one.md": f"{text}.\n".encode()}}
        assert [each.file for each in remembered(held, parse(word))] == ["one.md"], word
        assert remembered(held, parse(f"{text.split()[-1]} -{word}")) == [], word


def test_files_are_found_by_words_within_others() -> None:
    held = {"/memory": {"one.md": "数据库的连接最多五十个。\n".encode()}}
    for word, is_found in (("连接", True), ("数据库连接", True), ('"数据"', True), ("部署", False)):
        assert bool(remembered(held, parse(word))) is is_found, word
    assert remembered(held, parse("连接 -最多")) == []


def test_files_are_found_by_names_however_they_are_written() -> None:
    for text, asked in (
        ("Ask user_service for it", "userService"),
        ("Ask getById for it", "get by id"),
        ("Ask check-vpn.sh for it", "checkVpn"),
        ("Text is UTF-8 everywhere", "utf8"),
    ):
        held = {"/memory": {"one.md": f"{text}.\n".encode()}}
        (found,) = remembered(held, parse(asked))
        assert OPEN in found.excerpt, asked
    assert remembered({"/memory": {"one.md": b"Ask the user of that service.\n"}}, parse("userService")) == []


def test_the_index_itself_is_no_memory() -> None:
    assert "MEMORY.md" not in files("partner")


def test_a_sentence_that_is_the_description_is_shown_once() -> None:
    (first, _) = remembered(FILES, parse("webhook retries"))
    assert first.excerpt.count("five times") == 1
    assert (first.type, first.modified) == ("project", "2026-03-02T09:00:00.000Z")


def test_a_name_that_is_written_otherwise_is_marked_too(archive: Archive) -> None:
    (first, *_) = recall(archive.search, {}, parse("web hook"), EVERYWHERE, limit=5).hits
    assert "\ue000webhook\ue001" in first.excerpt


def test_an_answer_holds_files_and_hits_with_their_exchange(archive: Archive) -> None:
    answer = recall(archive.search, FILES, parse("webhook retry"), EVERYWHERE, limit=5, context=1)
    assert [each.file for each in answer.memories] == ["webhook-retries.md", "note.md"]
    assert [hit.found.key for hit in answer.hits] == ["h1", "a1"]
    assert answer.hits[0].excerpt == "How often does the \ue000webhook\ue001 \ue000retry\ue001?"
    assert [said.key for said in answer.hits[0].around] == ["h1", "a1"]


def test_what_was_said_stands_in_the_place_of_a_word_that_was_not(archive: Archive) -> None:
    answer = recall(archive.search, FILES, parse("webhok dentist"), EVERYWHERE, 10)
    assert [memory.file for memory in answer.memories] == ["webhook-retries.md", "note.md"]
    assert [hit.found.key for hit in answer.hits] == ["h1", "a1"]
    assert f"{OPEN}webhook{CLOSE}" in answer.hits[0].excerpt
    assert answer.missing == ("webhok", "dentist")
    assert answer.instead == {"webhok": (Term(("webhook",)),)}


def test_a_word_of_a_memory_file_is_no_slip(archive: Archive) -> None:
    files = {"/memory": {"one.md": b"The webhok is a fish.\n"}}
    answer = recall(archive.search, files, parse("webhok"), EVERYWHERE, 10)
    assert ([memory.file for memory in answer.memories], answer.hits, answer.instead) == (["one.md"], (), {})


def test_a_session_that_was_asked_for_is_the_one_its_hits_name(archive: Archive) -> None:
    fork = Transcript("plain", "/home/dev/b.jsonl", SessionId("fork"))
    said = [Said(human("h1", "How often does the webhook retry?")), Said(agent("a2", "Six times."))]
    archive.messages.store(fork, Reading(list(said), "1"), None)
    answer = recall(archive.search, {}, parse("webhook"), Scope(session="fork"), limit=1, context=1)
    (hit,) = answer.hits
    assert hit.found.session == "fork"
    assert [each.text for each in hit.around][1:] == ["Six times."]


@pytest.mark.parametrize(
    ("asked", "missing"),
    [
        ("webhook hook", ("hook",)),
        ("webhook part*", ()),
        ("webhook art*", ("art",)),
        ("webhook quarters", ()),
        ("webhook secre", ("secre",)),
        ("webhook web-hooks", ()),
    ],
)
def test_a_word_stands_in_a_file_only_as_a_word(
    archive: Archive, asked: str, missing: tuple[str, ...]
) -> None:
    assert recall(archive.search, FILES, parse(asked), EVERYWHERE, limit=5).missing == missing


def test_before_the_first_start_there_are_memory_files_only() -> None:
    answer = recall(None, FILES, parse("webhook retry"), EVERYWHERE, limit=5)
    assert (len(answer.memories), answer.hits) == (2, ())
