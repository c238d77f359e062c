"""Removals: what a person takes out stays out, what is only moved or half written does not count."""

from __future__ import annotations

import shutil
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.actions.by_hand import ByHand, Wanted
from extractor.actions.removals import lift
from extractor.actions.undo import Undo
from extractor.archive.archive import Archive
from extractor.archive.provenance import Quote
from extractor.archive.way import Way
from extractor.domain import MemoryType, MessageKey
from extractor.errors import MemoryConflict
from extractor.memory.changeset import FileChange
from extractor.memory.gate.tombstones import tombstone
from extractor.memory.gate.witnesses import folded
from extractor.memory.memory_file import NewMemory, render
from extractor.memory.redaction.redact import redact
from extractor.moment import iso
from tests.support.place import in_memory
from tests.support.scripted import Desk, says, use, write
from tests.support.talk import agent, human
from tests.unit.extraction.test_run import hold, keep

RULE = "Never mock the database in tests."
OTHER = "Deploys happen on Tuesdays only."
BOTH = f"{RULE} {OTHER}"
LETTERS = "abcdefghijklmnopqrstuvw"
H1 = MessageKey("plain", "h1", 0)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


def name(number: int) -> str:
    return f"rule-{LETTERS[number - 1]}.md"


def learned(desk: Desk, *rules: str) -> int:
    """A session in which each rule is one message h1, h2, … and one file rule-a.md, …"""
    session = 0
    for number, rule in enumerate(rules or (RULE,), start=1):
        session = desk.said("s", human(f"h{number}", rule), agent(f"a{number}"))
        done, _ = hold(desk, session, keep(name(number), f"h{number}", rule), says())
        assert done.added == 1
    assert desk.removals.look(desk.folder) == 0
    return session


def tombstones(desk: Desk) -> int:
    return desk.archive.db.number("SELECT count(*) FROM tombstones")


def gone_for_good(desk: Desk) -> None:
    """Two looks with more than a minute between."""
    desk.removals.look(desk.folder)
    desk.clock.pass_by(61)
    desk.removals.look(desk.folder)


def edit(desk: Desk, old: str, new: str, file: str = "rule-a.md") -> None:
    path = desk.path / file
    path.write_text(path.read_text().replace(old, new))


def two_in_one(desk: Desk) -> int:
    """One message with two facts, in one file as two sentences."""
    session = desk.said("s", human("h1", BOTH), agent("a1"))
    statements = [{"text": t, "evidence": [{"message": "h1", "quote": t}]} for t in (RULE, OTHER)]
    hold(desk, session, says(use("write_memory", file="rule-a.md", type="feedback", name="rules",
                                 description=RULE, statements=statements)), says())  # fmt: skip
    desk.removals.look(desk.folder)
    return session


def again(desk: Desk, statement: str, quote: str, message: str = "h1") -> tuple[str, ...]:
    """What the model is told when it writes `statement` from an older message, beside a new one."""
    number = desk.archive.db.number("SELECT count(*) FROM messages")
    session = desk.said("s", human(f"n{number}", "Go on with the next part, please."), agent(f"b{number}"))
    new = {"message": f"n{number}", "quote": "Go on with the next part"}
    said = {"text": statement, "evidence": [{"message": message, "quote": quote}, new]}
    step = says(use("write_memory", file="again.md", type="feedback", name="again",
                    description=statement, statements=[said]))  # fmt: skip
    done, _ = hold(desk, session, step, says())
    return done.refusals


# ---------------------------------------------------------------- what counts as removed


def test_a_sentence_taken_out_by_hand_does_not_come_back_reworded_or_not(desk: Desk) -> None:
    two_in_one(desk)
    edit(desk, f"{RULE}\n", "")
    for statement in (RULE, "Tests never mock the database."):
        (refusal,) = again(desk, statement, RULE)
        assert "removed by a person" in refusal
    (refusal,) = again(desk, "Tests never mock the database.", "Never mock the database")
    assert "removed by a person" in refusal
    assert "again.md" not in desk.files()


def test_the_other_fact_of_the_same_message_may_still_be_learned(desk: Desk) -> None:
    session = desk.said("s", human("h1", BOTH), agent("a1"))
    hold(desk, session, keep("rule-a.md"), says())
    desk.removals.look(desk.folder)
    (desk.path / "rule-a.md").unlink()
    gone_for_good(desk)
    assert again(desk, OTHER, OTHER) == ()
    assert OTHER in desk.files()["again.md"]


def test_a_file_saved_with_its_accents_apart_says_what_it_said(desk: Desk) -> None:
    said = "Prüfe die Größe über Ångström."
    session = desk.said("s", human("h1", said), agent("a1"))
    hold(desk, session, keep("groesse.md", "h1", said), says())
    desk.removals.look(desk.folder)
    path = desk.path / "groesse.md"
    path.write_text(unicodedata.normalize("NFD", path.read_text()))
    assert desk.removals.look(desk.folder) == 0
    assert tombstones(desk) == 0


def test_a_file_gone_in_two_looks_a_minute_apart_is_removed(desk: Desk) -> None:
    learned(desk)
    (desk.path / "rule-a.md").unlink()
    assert desk.removals.look(desk.folder) == 0
    desk.clock.pass_by(59)
    assert desk.removals.look(desk.folder) == 0
    assert tombstones(desk) == 0
    desk.clock.pass_by(2)
    assert desk.removals.look(desk.folder) == 1
    assert tombstones(desk) == 1


def test_in_the_minute_between_the_fact_does_not_come_back_either(desk: Desk) -> None:
    learned(desk)
    (desk.path / "rule-a.md").unlink()
    (refusal,) = again(desk, RULE, RULE)
    assert "removed by a person" in refusal


def test_a_file_that_comes_back_within_the_minute_leaves_nothing(desk: Desk) -> None:
    learned(desk)
    path = desk.path / "rule-a.md"
    held = path.read_bytes()
    path.unlink()
    desk.removals.look(desk.folder)
    desk.clock.pass_by(30)
    path.write_bytes(held)
    gone_for_good(desk)
    assert tombstones(desk) == 0


def test_a_file_an_editor_is_filling_is_not_removed(desk: Desk) -> None:
    learned(desk, RULE, OTHER)
    path = desk.path / "rule-a.md"
    held = path.read_bytes()
    for part in (0, 10, len(held) - 5, len(held)):
        path.write_bytes(held[:part])
        desk.removals.look(desk.folder)
    gone_for_good(desk)
    assert tombstones(desk) == 0
    assert again(desk, "Tests never mock the database.", RULE) == ()


def test_an_editor_that_saves_by_rename_removes_nothing(desk: Desk) -> None:
    learned(desk)
    path = desk.path / "rule-a.md"
    held = path.read_bytes()
    path.rename(desk.path / "rule-a.md~")
    desk.removals.look(desk.folder)
    path.write_bytes(held + b"\nMine too.\n")
    gone_for_good(desk)
    assert tombstones(desk) == 0


def test_a_backup_an_editor_leaves_is_not_another_name(desk: Desk) -> None:
    learned(desk)
    path = desk.path / "rule-a.md"
    path.rename(desk.path / "rule-a.md~")
    gone_for_good(desk)
    assert tombstones(desk) == 1


def test_a_renamed_file_is_not_removed_and_a_sentence_taken_out_of_it_is(desk: Desk) -> None:
    two_in_one(desk)
    (desk.path / "rule-a.md").rename(desk.path / "my-own-name.md")
    gone_for_good(desk)
    assert tombstones(desk) == 0
    edit(desk, OTHER, "", "my-own-name.md")
    desk.removals.look(desk.folder)
    assert tombstones(desk) == 1
    assert "removed by a person" in again(desk, OTHER, OTHER)[0]


def test_a_reworded_sentence_is_the_persons_and_the_old_wording_stays_away(desk: Desk) -> None:
    learned(desk)
    edit(desk, f"\n{RULE}\n", "\nMocks are fine in unit tests.\n")
    (refusal,) = again(desk, RULE, RULE)
    assert "removed by a person" in refusal
    assert "Mocks are fine in unit tests." in desk.files()["rule-a.md"]


def test_a_file_that_cannot_be_read_for_a_while_is_not_removed(desk: Desk) -> None:
    learned(desk)
    path = desk.path / "rule-a.md"
    held = path.read_bytes()
    path.unlink()
    path.symlink_to(desk.path / "elsewhere")
    gone_for_good(desk)
    path.unlink()
    path.write_bytes(held)
    gone_for_good(desk)
    assert tombstones(desk) == 0


def test_a_folder_that_is_gone_as_a_whole_removes_nothing(desk: Desk) -> None:
    learned(desk)
    desk.path.rename(desk.path.with_name("aside"))
    gone_for_good(desk)
    assert tombstones(desk) == 0


def test_what_a_run_replaces_leaves_no_tombstone(desk: Desk) -> None:
    learned(desk)
    session = desk.said("s", human("h2", "Mocking the database is fine now."), agent("a2"))
    done, _ = hold(
        desk, session,
        says(write("rule-a.md", "Mocking the database is fine now.", "h2", "Mocking the database is fine now.",
                   replaces=RULE)), says(),
    )  # fmt: skip
    assert (done.changed, done.refusals) == (1, ())
    gone_for_good(desk)
    assert tombstones(desk) == 0


def test_what_a_run_removes_leaves_no_tombstone(desk: Desk) -> None:
    learned(desk)
    ask = "Please forget that rule about mocks in tests."
    session = desk.said("s", human("h2", ask), agent("a2"))
    evidence = [{"message": "h2", "quote": ask}]
    done, _ = hold(desk, session, says(use("delete_memory", file="rule-a.md", evidence=evidence)), says())
    assert done.removed == 1
    gone_for_good(desk)
    assert tombstones(desk) == 0


# ---------------------------------------------------------------- many at once


def many(desk: Desk, count: int) -> None:
    learned(desk, *(f"Always keep the {LETTERS[n] * 5} thing in mind." for n in range(count)))


def kept(desk: Desk, said: str, file: str) -> None:
    """A person keeps a sentence by a command, which makes the folder where it is gone."""
    new = render(
        NewMemory(file.removesuffix(".md"), said, MemoryType.PROJECT, (said,), iso(desk.clock()), "mine")
    )

    def make(files: Mapping[str, bytes]) -> Wanted:
        key = desk.archive.direct.say(Way.COMMAND_LINE, "/work", said, said, desk.clock())
        return Wanted(
            (FileChange(file, files.get(file), new),), (Quote(file, said, key, said, desk.clock()),)
        )

    ByHand(desk.archive, Way.COMMAND_LINE, desk.clock).change(desk.folder, "/work", make)


def test_many_that_vanish_at_once_are_asked_about(desk: Desk) -> None:
    many(desk, 12)
    for number in range(1, 5):
        (desk.path / name(number)).unlink()
    gone_for_good(desk)
    assert tombstones(desk) == 0
    (line,) = desk.archive.summary("").problems
    assert "4 of 12 memory files vanished at once" in line
    assert "extractor forget --vanished" in line
    assert desk.removals.look(desk.folder, is_meant=True) == 4
    assert tombstones(desk) == 4
    desk.removals.look(desk.folder)
    assert desk.archive.summary("").problems == ()


@pytest.mark.parametrize("files", [1, 12])
def test_a_folder_that_went_as_a_whole_is_asked_about_whatever_it_held(desk: Desk, files: int) -> None:
    many(desk, files)
    shutil.rmtree(desk.path)
    gone_for_good(desk)
    assert tombstones(desk) == 0
    (line,) = desk.archive.summary("").problems
    assert f"{desk.folder.path} vanished with its {files} memory file" in line
    assert "extractor forget --vanished" in line
    assert desk.removals.look(desk.folder, is_meant=True) == files
    assert tombstones(desk) == files
    gone_for_good(desk)
    assert desk.archive.summary("").problems == ()


def test_a_folder_that_is_put_back_is_no_question_any_more(desk: Desk) -> None:
    many(desk, 12)
    aside = desk.path.with_name("aside")
    desk.path.rename(aside)
    desk.removals.look_everywhere()
    assert desk.archive.summary("").problems
    aside.rename(desk.path)
    desk.removals.look_everywhere()
    assert (tombstones(desk), desk.archive.summary("").problems) == (0, ())


@pytest.mark.parametrize("files", [1, 3])
@pytest.mark.parametrize("is_looked_at", [True, False])
def test_a_folder_that_went_is_asked_about_until_it_is_answered_also_where_another_stands(
    desk: Desk, files: int, is_looked_at: bool
) -> None:
    many(desk, files)
    aside = desk.path.with_name("aside")
    desk.path.rename(aside)
    if is_looked_at:
        desk.removals.look_everywhere()
    kept(desk, "The jenkins host is kaki.", "jenkins.md")
    for _ in range(2):
        gone_for_good(desk)
        assert tombstones(desk) == 0
        (line,) = desk.archive.summary("").problems
        assert f"{desk.folder.path} vanished as a whole and another stands there since" in line
        assert "extractor forget --vanished" in line
    assert len(desk.removals.missed(desk.folder.path)) == files
    for path in aside.glob("rule-*.md"):
        path.rename(desk.path / path.name)
    desk.removals.look(desk.folder)
    assert (tombstones(desk), desk.archive.summary("").problems) == (0, ())
    (desk.path / name(1)).unlink()
    gone_for_good(desk)
    assert tombstones(desk) == 1


def test_what_a_person_takes_out_of_the_folder_that_stands_there_since_is_no_question(desk: Desk) -> None:
    many(desk, 2)
    desk.path.rename(desk.path.with_name("aside"))
    desk.removals.look_everywhere()
    kept(desk, "The jenkins host is kaki.", "jenkins.md")
    desk.removals.look(desk.folder)
    desk.clock.pass_by(1)
    (desk.path / "jenkins.md").unlink()
    gone_for_good(desk)
    assert tombstones(desk) == 1
    assert list(desk.removals.missed(desk.folder.path)) == [name(1), name(2)]
    assert desk.removals.look(desk.folder, is_meant=True) == 2
    desk.removals.look(desk.folder)
    assert (tombstones(desk), desk.archive.summary("").problems) == (3, ())


def test_a_file_of_the_same_name_does_not_answer_for_the_one_that_went_with_its_folder(desk: Desk) -> None:
    many(desk, 1)
    desk.path.rename(desk.path.with_name("aside"))
    desk.removals.look_everywhere()
    kept(desk, "The jenkins host is kaki.", name(1))
    gone_for_good(desk)
    assert tombstones(desk) == 0
    assert "vanished as a whole" in desk.archive.summary("").problems[0]


def test_a_folder_cut_short_in_a_write_and_then_gone_is_asked_about(desk: Desk) -> None:
    many(desk, 4)
    desk.archive.db.run("UPDATE journal SET state = 'open' WHERE file = ?", (name(4),))
    shutil.rmtree(desk.path)
    desk.removals.look_everywhere()
    (line,) = desk.archive.summary("").problems
    assert "vanished with its 4 memory files" in line


def test_a_folder_whose_files_were_removed_before_it_went_is_no_question(desk: Desk) -> None:
    learned(desk)
    (desk.path / "rule-a.md").unlink()
    gone_for_good(desk)
    shutil.rmtree(desk.path)
    gone_for_good(desk)
    assert (tombstones(desk), desk.archive.summary("").problems) == (1, ())


def test_a_folder_that_is_closed_is_not_gone_until_it_is(desk: Desk) -> None:
    many(desk, 4)
    away = desk.path.with_name("away")
    desk.path.rename(away)
    desk.path.symlink_to("x" * 300)  # a name that cannot be looked at
    desk.removals.look_everywhere()
    assert desk.archive.summary("").problems == ()
    desk.path.unlink()
    desk.removals.look_everywhere()
    assert desk.archive.summary("").problems


def test_many_that_come_back_are_no_question_any_more(desk: Desk) -> None:
    many(desk, 8)
    held = {path: path.read_bytes() for path in desk.path.glob("rule-*.md")}
    for path in held:
        path.unlink()
    gone_for_good(desk)
    for path, data in held.items():
        path.write_bytes(data)
    desk.removals.look(desk.folder)
    assert (tombstones(desk), desk.archive.summary("").problems) == (0, ())


def grown(desk: Desk, count: int) -> dict[str, bytes]:
    """So many files of a rule each, as they were before each was given a second one."""
    many(desk, count)
    before = {name(n): (desk.path / name(n)).read_bytes() for n in range(1, count + 1)}
    for number in range(1, count + 1):
        said = f"Keep the {LETTERS[number] * 6} part out of it."
        session = desk.said("s", human(f"m{number}", said), agent(f"b{number}"))
        hold(desk, session, keep(name(number), f"m{number}", said), says())
        assert said in (desk.path / name(number)).read_text()
    desk.removals.look(desk.folder)
    return before


def test_many_files_that_are_what_they_were_before_are_asked_about_as_a_backup_makes_them(desk: Desk) -> None:
    old = grown(desk, 5)
    for file, data in old.items():
        (desk.path / file).write_bytes(data)
    gone_for_good(desk)
    assert tombstones(desk) == 0
    (line,) = desk.archive.summary("").problems
    assert "5 of 5 memory files became what they were before at once" in line
    assert "`extractor undo --vanished` brings them back" in line
    assert desk.removals.missed(desk.folder.path) == dict.fromkeys(old, 1)
    (desk.path / name(1)).write_bytes(old[name(1)] + b"\nMy own words.\n")
    gone_for_good(desk)
    assert tombstones(desk) == 0
    assert desk.removals.look(desk.folder, is_meant=True) == 5
    assert (tombstones(desk), desk.archive.summary("").problems) == (5, ())


def test_files_that_vanish_and_files_that_are_what_they_were_are_one_question(desk: Desk) -> None:
    old = grown(desk, 6)
    for number in (1, 2):
        (desk.path / name(number)).unlink()
    for number in (3, 4):
        (desk.path / name(number)).write_bytes(old[name(number)])
    gone_for_good(desk)
    (line,) = desk.archive.summary("").problems
    assert "4 of 6 memory files vanished or became what they were before at once" in line
    assert tombstones(desk) == 0


def test_three_files_that_are_what_they_were_lost_what_a_person_took_out(desk: Desk) -> None:
    old = grown(desk, 5)
    for number in (1, 2, 3):
        (desk.path / name(number)).write_bytes(old[name(number)])
    desk.removals.look(desk.folder)
    assert (tombstones(desk), desk.archive.summary("").problems) == (3, ())


def test_many_files_from_which_a_person_takes_a_sentence_while_adding_one_are_no_question(desk: Desk) -> None:
    for file, data in grown(desk, 5).items():
        (desk.path / file).write_bytes(data + b"\nMy own words.\n")
    desk.removals.look(desk.folder)
    assert (tombstones(desk), desk.archive.summary("").problems) == (5, ())


@pytest.mark.parametrize(("files", "gone"), [(12, 3), (16, 4)])
def test_three_files_or_a_quarter_are_no_question(desk: Desk, files: int, gone: int) -> None:
    many(desk, files)
    for number in range(1, gone + 1):
        (desk.path / name(number)).unlink()
    gone_for_good(desk)
    assert tombstones(desk) == gone


# ---------------------------------------------------------------- the way back


def test_a_new_plain_wish_brings_the_fact_back(desk: Desk) -> None:
    session = learned(desk)
    (desk.path / "rule-a.md").unlink()
    gone_for_good(desk)
    session = desk.said("s", human("h9", RULE), agent("a9"))
    done, _ = hold(desk, session, keep("rule-z.md", "h9"), says())
    assert (done.added, done.refusals) == (1, ())
    desk.removals.look(desk.folder)
    assert tombstones(desk) == 0


def test_a_sentence_put_back_by_hand_lifts_its_own_tombstone_only(desk: Desk) -> None:
    two_in_one(desk)
    edit(desk, f"{OTHER}\n", "")
    desk.removals.look(desk.folder)
    held = (desk.path / "rule-a.md").read_text()
    edit(desk, f"\n{RULE}\n", "\nMy own words.\n")
    desk.removals.look(desk.folder)
    assert tombstones(desk) == 2
    (desk.path / "rule-a.md").write_text(held)
    desk.removals.look(desk.folder)
    assert tombstones(desk) == 1
    assert desk.archive.tombstones.is_on(OTHER)


def test_lifting_names_the_sentence(desk: Desk) -> None:
    learned(desk)
    (desk.path / "rule-a.md").unlink()
    gone_for_good(desk)
    assert lift(desk.archive, desk.folder.path, OTHER) == 0
    assert lift(desk.archive, desk.folder.path, f"  {RULE.upper()}") == 1
    assert again(desk, "Tests never mock the database.", RULE) == ()


@pytest.mark.parametrize("by_hand", [False, True])
def test_what_was_removed_in_another_folder_stays_removed_there(desk: Desk, by_hand: bool) -> None:
    learned(desk)
    text = (desk.path / "rule-a.md").read_text()
    elsewhere = MessageKey("plain", "h9", 0)
    quote = Quote("rule-a.md", RULE, elsewhere, RULE, desk.clock())
    desk.archive.runs.quote(1, "/home/dev/other/memory", [quote])
    desk.archive.tombstones.add([tombstone(elsewhere, folded(RULE), RULE)], desk.clock())
    (desk.path / "rule-a.md").unlink()
    gone_for_good(desk)
    assert tombstones(desk) == 2
    if by_hand:
        (desk.path / "rule-a.md").write_text(text)
        desk.removals.look(desk.folder)
    else:
        assert lift(desk.archive, desk.folder.path, RULE) == 1
    assert list(desk.archive.tombstones.on([H1, elsewhere])) == [elsewhere]


def test_a_tombstone_outlives_the_state_file_and_holds_no_word(desk: Desk, tmp_path: Path) -> None:
    learned(desk)
    (desk.path / "rule-a.md").unlink()
    gone_for_good(desk)
    beside = tmp_path / "state" / "tombstones.jsonl"
    assert beside.stat().st_mode & 0o777 == 0o600
    assert not any(word in beside.read_text() for word in RULE.strip(".").split())
    other = tmp_path / "other"
    other.mkdir()
    (other / "tombstones.jsonl").write_bytes(beside.read_bytes() + b'{"message": "cut o')
    archive = Archive.open(other, redact, desk.clock)
    assert list(archive.tombstones.on([H1])) == [H1]
    archive.close()


def test_a_redo_does_not_bring_back_what_was_removed(desk: Desk) -> None:
    learned(desk)
    undo = Undo(desk.archive, lambda _path: desk.folder, desk.clock)
    undo.carry_out(undo.plan(1))
    gone_for_good(desk)
    assert tombstones(desk) == 0
    undo.carry_out(undo.plan(2))
    desk.removals.look(desk.folder)
    undo.carry_out(undo.plan(3))
    gone_for_good(desk)
    held = desk.archive.journal.net(1)[0].after
    assert held is not None
    (desk.path / "rule-a.md").write_bytes(held)
    desk.removals.look(desk.folder)
    (desk.path / "rule-a.md").unlink()
    gone_for_good(desk)
    assert tombstones(desk) == 1
    with pytest.raises(MemoryConflict, match="it stays removed"):
        undo.plan(4)


# ---------------------------------------------------------------- always


@settings(max_examples=25)
@given(st.data())
def test_after_any_edits_the_tombstones_are_those_of_the_sentences_people_took(data: st.DataObject) -> None:

    with in_memory() as place:
        desk = Desk(place)
        rules = [f"Always keep the {LETTERS[n] * 5} thing in mind." for n in range(4)]
        learned(desk, *rules)
        held = {name: (desk.path / name).read_bytes() for name in desk.files() if name != "MEMORY.md"}
        for _ in range(data.draw(st.integers(1, 5))):
            file = data.draw(st.sampled_from(sorted(held)))
            path = desk.path / file
            kind = data.draw(st.sampled_from(["remove", "empty", "reword", "restore", "rename", "pass"]))
            if kind == "remove":
                path.unlink(missing_ok=True)
            elif kind == "empty":
                path.write_bytes(b"")
            elif kind == "reword":
                path.write_bytes(b"My own words entirely.\n")
            elif kind == "restore":
                path.write_bytes(held[file])
            elif kind == "rename" and path.exists():
                path.rename(desk.path / f"moved-{file}")
            else:
                desk.clock.pass_by(61)
            desk.removals.look(desk.folder)
        gone_for_good(desk)
        said = "\n".join(desk.files().values()).replace(desk.files().get("MEMORY.md", ""), "")
        for number, rule in enumerate(rules, start=1):
            stands = f"\n{rule}\n" in said
            is_on = bool(desk.archive.tombstones.on([MessageKey("plain", f"h{number}", 0)]))
            many_gone = sum(f"\n{r}\n" not in said for r in rules) > 3
            assert is_on is not stands or (many_gone and not is_on and not stands)
        desk.close()
