"""Lines of MEMORY.md that are known: ours, accepted ones, and the client's calls."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.archive.archive import Archive
from extractor.archive.index_lines import FILE, MOST_REPLACED
from extractor.archive.outcome import Outcome
from extractor.archive.provenance import Quote
from extractor.archive.runs import Finished, Plan
from extractor.archive.way import Way
from extractor.domain import Kind, Message, MessageKey, Milliseconds, SessionId, Speaker, Transcript
from extractor.memory.journal import Intent, IntentState
from extractor.memory.redaction.redact import redact
from extractor.transcripts.source import Reading, Said

HERE, THERE = "/m/here", "/m/there"
NOW = Milliseconds(7)


def opened(place: Path) -> Archive:
    return Archive.open(place, redact, lambda: NOW)


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    made = opened(tmp_path)
    yield made
    made.close()


def called(archive: Archive, number: int, path: str, words: str, *, failed: bool | None = False) -> None:
    """A call that writes a file; `failed` None: no result came."""
    call, uuid = f"t{number}", f"m{number}"
    said = [
        Message(
            MessageKey("claude-code", uuid, 0),
            Speaker.ASSISTANT,
            Kind.CALL,
            words,
            NOW,
            tool="Write",
            call=call,
            path=path,
        )
    ]
    if failed is not None:
        said.append(
            Message(
                MessageKey("claude-code", uuid + "r", 0),
                Speaker.TOOL,
                Kind.RESULT,
                "",
                NOW,
                call=call,
                failed=failed,
            )
        )
    transcript = Transcript("claude-code", "/t/s.jsonl", SessionId("s"))
    archive.messages.store(transcript, Reading([Said(m) for m in said], str(number)), None)


def test_our_block_is_known_as_it_was_last_written_in_each_folder(archive: Archive) -> None:
    lines = archive.index_lines
    lines.wrote(HERE, ["a", "b"], [], NOW)
    lines.wrote(THERE, ["c"], [], NOW)
    lines.wrote(HERE, ["b", "d"], [], NOW)
    assert (lines.own(HERE), lines.own(THERE)) == ({"b", "d"}, {"c"})
    assert lines.folders() == [HERE, THERE]


def test_what_gave_way_to_our_block_is_told_until_it_is_accepted(archive: Archive) -> None:
    lines = archive.index_lines
    lines.wrote(HERE, ["a"], ["x", "y"], NOW)
    assert lines.replaced(HERE) == {"x": NOW, "y": NOW}
    assert lines.replaced(THERE) == {}
    lines.accept(HERE, ["x"], NOW)
    assert lines.replaced(HERE) == {"y": NOW}


def test_no_writing_notes_lines_without_end(archive: Archive) -> None:
    archive.index_lines.wrote(HERE, ["a"], [str(n) for n in range(5_000)], NOW)
    assert len(archive.index_lines.replaced(HERE)) == MOST_REPLACED


def test_what_a_person_accepted_survives_the_state_file(tmp_path: Path) -> None:
    first = opened(tmp_path)
    first.index_lines.accept(HERE, ["x", "y"], NOW)
    first.index_lines.accept(THERE, ["x"], NOW)
    first.index_lines.save()
    first.close()
    (tmp_path / "state.db").unlink()
    beside = tmp_path / FILE
    assert beside.stat().st_mode & 0o777 == 0o600
    beside.write_bytes(b'not ours\n{"folder": "/m/here", "li\n' + beside.read_bytes())
    again = opened(tmp_path)
    assert again.index_lines.accepted(HERE) == {"x", "y"}
    assert again.index_lines.accepted(THERE) == {"x"}
    again.close()


def test_an_older_state_file_that_is_put_back_knows_what_was_accepted_and_taken_back_since(
    tmp_path: Path,
) -> None:
    first = opened(tmp_path)
    first.index_lines.accept(HERE, ["x", "y"], NOW)
    first.index_lines.save()
    first.close()
    before = (tmp_path / "state.db").read_bytes()
    second = opened(tmp_path)
    second.index_lines.accept(THERE, ["z"], NOW)
    second.index_lines.withdraw(HERE, ["x"])
    second.index_lines.save()
    second.close()
    (tmp_path / "state.db").write_bytes(before)
    again = opened(tmp_path)
    assert again.index_lines.accepted(HERE) == {"y"}
    assert again.index_lines.accepted(THERE) == {"z"}
    again.close()


def test_the_clients_calls_are_found_by_their_file_and_not_those_that_failed(archive: Archive) -> None:
    called(archive, 1, f"{HERE}/MEMORY.md", "one")
    called(archive, 2, f"{THERE}/MEMORY.md", "elsewhere")
    called(archive, 3, f"{HERE}/MEMORY.md", "refused", failed=True)
    called(archive, 4, "/link/MEMORY.md", "two")
    called(archive, 5, f"{HERE}/MEMORY.md", "no result yet", failed=None)
    asked = archive.index_lines.calls_on([f"{HERE}/MEMORY.md", "/link/MEMORY.md"])
    assert asked == ["one", "two", "no result yet"]


def test_the_files_the_client_wrote_are_those_of_this_folder(archive: Archive) -> None:
    for number, path in enumerate([f"{HERE}/a.md", f"{HERE}-2/b.md", "/m/here2/c.md", "~/m/d.md"]):
        called(archive, number, path, "text")
    assert archive.index_lines.files_written(HERE, [HERE, "~/m"]) == {"a.md", "d.md"}


def wrote(
    archive: Archive,
    file: str,
    before: bytes | None,
    after: bytes | None,
    *,
    said: str = "",
    outcome: Outcome = Outcome.LEARNED,
    state: IntentState = IntentState.CLOSED,
    undoes: int | None = None,
) -> int:
    """A run that wrote a file, and a sentence into it where one is `said`."""
    session = archive.direct.session(Way.COMMAND_LINE, "/p")
    runs = archive.runs
    run = runs.start(session, "m", HERE, 0, NOW) if undoes is None else runs.start_undo(undoes, NOW)
    archive.journal.open([Intent(f"i{run}", run, HERE, file, f".i{run}", before, after, state, NOW)])
    if undoes is not None:
        runs.finish(run, Finished(outcome), NOW)
    else:
        key = MessageKey("plain", "h1", 0)
        quotes = (Quote(file, said, key, said, NOW),) if said else ()
        archive.complete(run, Plan(session, HERE, (), None, quotes, Finished(outcome)), NOW)
    return run


def test_a_file_is_a_runs_where_one_made_it_and_not_where_one_changed_it(archive: Archive) -> None:
    wrote(archive, "learned.md", None, b"a", said="One.")
    wrote(archive, "learned.md", b"a", b"b", said="Two.")
    wrote(archive, "kept.md", None, b"a", outcome=Outcome.BY_HAND)
    wrote(archive, "came.md", None, b"a", outcome=Outcome.MOVED)
    wrote(archive, "went.md", b"a", None, outcome=Outcome.MOVED)
    wrote(archive, "begun.md", None, b"a", state=IntentState.OPEN)
    wrote(archive, "pinned.md", b"a", b"b", outcome=Outcome.BY_HAND)
    wrote(archive, "corrected.md", b"a", b"b", said="Three.")
    wrote(archive, "saved-first.md", None, b"a", state=IntentState.KEPT_HUMAN)
    taken = wrote(archive, "taken.md", b"a", None, outcome=Outcome.BY_HAND)
    wrote(archive, "taken.md", None, b"a", undoes=taken, outcome=Outcome.UNDONE)
    made = {"learned.md", "kept.md", "came.md", "went.md", "begun.md"}
    assert archive.index_lines.files_written(HERE, ()) == made


def test_the_index_of_a_folder_is_missing_from_its_first_file_to_its_first_writing(archive: Archive) -> None:
    assert archive.index_lines.missing() == []
    session = archive.direct.session(Way.COMMAND_LINE, "/p")
    for added in (0, 1):
        run = archive.runs.start(session, "m", HERE, 0, NOW)
        plan = Plan(session, HERE, (), None, (), Finished(Outcome.LEARNED, added=added))
        archive.complete(run, plan, NOW)
        assert archive.index_lines.missing() == [HERE] * added
    archive.index_lines.wrote(HERE, ["a"], [], NOW)
    assert archive.index_lines.missing() == []


def test_what_a_run_made_is_known_by_its_sentences_when_the_journal_lets_it_go(archive: Archive) -> None:
    wrote(archive, "learned.md", None, b"a", said="One.")
    wrote(archive, "learned.md", b"a", b"b", said="Two.")
    assert archive.db.run("DELETE FROM journal WHERE before IS NULL").rowcount == 1
    assert archive.index_lines.files_written(HERE, ()) == {"learned.md"}


def test_both_questions_are_answered_by_an_index(archive: Archive) -> None:
    for sql in (
        "SELECT id FROM messages m WHERE path = 'x' AND path IS NOT NULL",
        "SELECT DISTINCT path FROM messages WHERE path IS NOT NULL AND path > 'a' AND path < 'b'",
        "SELECT 1 FROM messages r WHERE r.call = 'x' AND r.failed = 1",
    ):
        plan = " ".join(str(row[3]) for row in archive.db.rows(f"EXPLAIN QUERY PLAN {sql}"))
        assert "messages_by_path" in plan or "messages_failed" in plan, plan
