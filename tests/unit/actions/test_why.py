"""Why: every sentence of a file leads to who said it, or to what is not known."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import JsonValue

from extractor.actions.undo import Undo
from extractor.actions.why import GONE, Origin, Reason, why
from extractor.archive.database import STATE_FILE
from extractor.transcripts.source import Withdrawn
from tests.support.scripted import Desk, says, use, write
from tests.support.talk import START, agent, call, human
from tests.unit.extraction.test_run import hold

RULE = "Never mock the database in tests."
NEWER = "Never mock the database in unit tests."
OTHER = "Deploys happen on Tuesdays."
DECIDED = "Deploys happen on Tuesdays only."
FILE = "no-mocks.md"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    session = made.said("talk", human("h1", RULE), agent("a1"))
    hold(made, session, says(write(FILE, RULE, "h1", RULE)), says())
    yield made
    made.close()


def reasons(desk: Desk, file: str = FILE) -> list[Reason]:
    return why(desk.archive, desk.folder.path, file, (desk.path / file).read_bytes())


def append(desk: Desk, text: str, file: str = FILE) -> None:
    with (desk.path / file).open("a") as out:
        out.write(text)


def test_a_machine_written_sentence_names_who_said_it_where_and_when(desk: Desk) -> None:
    (reason,) = reasons(desk)
    assert (reason.origin, reason.run, reason.model, reason.note) == (Origin.RUN, 1, "scripted", "")
    (witness,) = reason.witnesses
    assert (witness.client, witness.session, witness.speaker) == ("plain", "talk", "human")
    assert (witness.quote, witness.at) == (RULE, START)


def test_what_a_person_went_back_before_is_told_of_what_rests_on_it_alone(desk: Desk) -> None:
    desk.said("talk", Withdrawn(("h1", "a1")))
    (reason,) = reasons(desk)
    assert [witness.is_gone for witness in reason.witnesses] == [True]
    assert reason.note == GONE
    desk.said("talk", human("h1", RULE))
    (reason,) = reasons(desk)
    assert (reason.note, reason.witnesses[0].is_gone) == ("", False)


def test_of_a_message_the_archive_does_not_know_it_is_not_said_that_it_is_gone(desk: Desk) -> None:
    desk.archive.db.run("DELETE FROM membership")
    (reason,) = reasons(desk)
    assert reason.note == ""


def test_an_assistants_words_are_told_as_the_assistants(desk: Desk) -> None:
    question = agent("a0", "Shall deploys happen on Tuesdays only?")
    session = desk.said("s2", human("h0", "Plan the deploys."), question, human("h2", "Yes, do that."))
    evidence = [
        {"message": "h2", "quote": "Yes, do that."},
        {"message": "a0", "quote": "deploys happen on Tuesdays only"},
    ]
    statement: dict[str, JsonValue] = {"text": DECIDED, "evidence": [dict(e) for e in evidence]}
    call = use(
        "write_memory", file="deploys.md", type="project", name="deploys", description=DECIDED,
        statements=[statement],
    )  # fmt: skip
    done, _ = hold(desk, session, says(call), says())
    assert done.refusals == ()
    (reason,) = reasons(desk, "deploys.md")
    assert [w.speaker for w in reason.witnesses] == ["human", "assistant"]


def test_a_sentence_no_run_wrote_is_a_persons_own(desk: Desk) -> None:
    append(desk, "\nMy own sentence.\n")
    ours, own = reasons(desk)
    assert (ours.origin, own.origin) == (Origin.RUN, Origin.OWN)
    assert "person" in own.note
    (desk.path / "mine.md").write_text("Only mine.\n")
    assert [r.origin for r in reasons(desk, "mine.md")] == [Origin.OWN]


def test_a_sentence_that_was_replaced_leads_to_the_newer_words(desk: Desk) -> None:
    session = desk.said("later", human("h2", NEWER), agent("a2"))
    hold(desk, session, says(write(FILE, NEWER, "h2", NEWER, replaces=RULE)), says())
    (reason,) = reasons(desk)
    assert (reason.statement, reason.run) == (NEWER, 2)
    assert [w.session for w in reason.witnesses] == ["later"]


def test_a_sentence_a_person_reworded_is_their_own(desk: Desk) -> None:
    file = desk.path / FILE
    file.write_text(file.read_text().replace(f"\n{RULE}", "\nMocks are fine, I say."))
    assert [r.origin for r in reasons(desk)] == [Origin.OWN]


def test_a_file_a_person_renamed_keeps_its_reasons(desk: Desk) -> None:
    (desk.path / FILE).rename(desk.path / "My Rules.md")
    (reason,) = reasons(desk, "My Rules.md")
    assert (reason.origin, reason.run) == (Origin.RUN, 1)


def test_a_sentence_folded_over_lines_or_in_other_case_is_found(desk: Desk) -> None:
    (desk.path / "folded.md").write_text("never mock the\ndatabase in tests.\n")
    assert [r.run for r in reasons(desk, "folded.md")] == [1]


def test_a_sentence_of_an_undone_run_that_stands_again_says_so(desk: Desk) -> None:
    text = (desk.path / FILE).read_bytes()
    undo = Undo(desk.archive, lambda _path: desk.folder, desk.clock)
    done = undo.carry_out(undo.plan())
    (desk.path / FILE).write_bytes(text)
    (reason,) = reasons(desk)
    assert (reason.run, reason.is_undone) == (1, True)
    assert "undone" in reason.note
    (desk.path / FILE).unlink()
    undo.carry_out(undo.plan(done.run))
    (reason,) = reasons(desk)
    assert (reason.is_undone, reason.note) == (False, "")


def test_an_archive_built_anew_says_what_it_does_not_know(desk: Desk, tmp_path: Path) -> None:
    data = (desk.path / FILE).read_bytes()
    again = Desk(tmp_path / "again")
    try:
        (reason,) = why(again.archive, again.folder.path, FILE, data)
        assert reason.origin is Origin.UNKNOWN  # as where it was copied from another home
        assert "neither a run of this archive nor a call of the client's" in reason.note
        again.archive.db.run("UPDATE migrations SET at = at + 3600000")
        (reason,) = why(again.archive, again.folder.path, FILE, data)
        assert (reason.origin, reason.witnesses) == (Origin.UNKNOWN, ())
        assert "session talk" in reason.note
    finally:
        again.close()


def test_a_file_an_earlier_archive_began_is_left_alone_and_told_apart_from_the_one_beside_it(
    desk: Desk, tmp_path: Path
) -> None:
    again = Desk(tmp_path / "again")
    again.path.mkdir()
    (again.path / FILE).write_bytes((desk.path / FILE).read_bytes())
    session = again.said("new", human("h9", OTHER), agent("a9"))
    hold(again, session, says(write(FILE, OTHER, "h9", OTHER)), says())
    again.archive.db.run("UPDATE migrations SET at = at + 3600000")
    beside = FILE.replace(".md", "-2.md")
    (old,) = why(again.archive, again.folder.path, FILE, (again.path / FILE).read_bytes())
    (new,) = why(again.archive, again.folder.path, beside, (again.path / beside).read_bytes())
    assert (old.statement, old.origin) == (RULE, Origin.UNKNOWN)
    assert (new.statement, new.origin) == (OTHER, Origin.RUN)
    again.close()


def test_without_a_state_file_nothing_is_claimed(desk: Desk) -> None:
    assert (desk.archive.db.path.name) == STATE_FILE
    (reason,) = why(None, desk.folder.path, FILE, (desk.path / FILE).read_bytes())
    assert (reason.origin, reason.run) == (Origin.UNKNOWN, None)


def test_words_the_archive_lost_still_name_the_session_the_run_learned_from(desk: Desk) -> None:
    desk.archive.db.run("DELETE FROM membership")
    desk.archive.db.run("DELETE FROM messages")
    (witness,) = reasons(desk)[0].witnesses
    assert (witness.session, witness.speaker, witness.quote) == ("talk", "", RULE)


def test_a_sentence_that_stands_in_two_files_leads_to_the_run_of_each(desk: Desk) -> None:
    text = (desk.path / FILE).read_bytes()
    (desk.path / FILE).unlink()
    session = desk.said("later", human("h2", RULE), agent("a2"))
    hold(desk, session, says(write("second.md", RULE, "h2", RULE)), says())
    (desk.path / FILE).write_bytes(text)
    assert [r.run for r in reasons(desk)] == [1]
    assert [r.run for r in reasons(desk, "second.md")] == [2]


def test_each_sentence_of_a_statement_leads_to_its_quote(desk: Desk) -> None:
    both = f"{OTHER} Rollbacks happen on Wednesdays."
    session = desk.said("s2", human("h2", both), agent("a2"))
    hold(desk, session, says(write("deploys.md", both, "h2", both)), says())
    found = [(r.statement, [w.quote for w in r.witnesses]) for r in reasons(desk, "deploys.md")]
    assert found == [(OTHER, [both]), ("Rollbacks happen on Wednesdays.", [both])]


def test_a_file_a_person_moved_to_another_folder_keeps_its_reasons(desk: Desk, tmp_path: Path) -> None:
    append(desk, "\nMine alone.\n")
    moved = tmp_path / "personal" / "moved.md"
    moved.parent.mkdir()
    (desk.path / FILE).rename(moved)
    ours, mine = why(desk.archive, str(moved.parent), moved.name, moved.read_bytes())
    assert (ours.origin, ours.run, [w.quote for w in ours.witnesses]) == (Origin.RUN, 1, [RULE])
    assert mine.origin is Origin.OWN


def test_a_file_the_client_wrote_is_told_from_one_of_which_the_archive_knows_nothing(desk: Desk) -> None:
    data = (desk.path / FILE).read_bytes().replace(RULE.encode(), OTHER.encode())
    (desk.path / "deploys.md").write_bytes(data)
    assert [each.origin for each in reasons(desk, "deploys.md")] == [Origin.UNKNOWN]
    path = f"{desk.folder.path}/deploys.md"
    desk.said("s2", human("h2", "Write it down."), call("c2", "t2", tool="Write", path=path), agent("a2"))
    assert [each.origin for each in reasons(desk, "deploys.md")] == [Origin.OWN]


def test_what_was_written_after_an_older_state_file_that_is_put_back_is_not_known(desk: Desk) -> None:
    session = desk.said("talk", human("h2", OTHER), agent("a2"))
    hold(desk, session, says(write("deploys.md", OTHER, "h2", OTHER)), says())
    desk.archive.db.run("DELETE FROM statements WHERE file = 'deploys.md'")
    desk.archive.db.run("DELETE FROM journal WHERE file = 'deploys.md'")
    assert [each.origin for each in reasons(desk, "deploys.md")] == [Origin.UNKNOWN]
    assert [each.origin for each in reasons(desk)] == [Origin.RUN]
