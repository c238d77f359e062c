"""`forget` and what people remove, with the real command."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from extractor.archive.order import Order
from extractor.config.settings import load
from extractor.memory.gate.phrases import Phrases
from extractor.transcripts.paths import slug
from extractor.wiring.folders import open_archive
from tests.e2e.test_undo import learn, memories
from tests.support.machine import Scratch, Session, stop, within

RULE = "Never mock the Zanzibar database in tests."
OTHER = "Always deploy on Tuesdays."


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path / "home")


def holding(scratch: Scratch, word: str) -> list[Path]:
    places = (scratch.state, scratch.memory)
    found = (path for place in places for path in place.rglob("*") if path.is_file())
    return [path for path in found if word.lower().encode() in path.read_bytes().lower()]


def test_forgotten_words_are_in_no_byte_of_ours_and_do_not_come_back(
    scratch: Scratch, tmp_path: Path
) -> None:
    learn(scratch, tmp_path, RULE, OTHER)
    assert holding(scratch, "zanzibar")
    refused = scratch.command("forget", "zanzibar")
    assert refused.returncode == 1
    assert "add --yes" in refused.stderr
    assert RULE in refused.stdout
    assert str(tmp_path / "mine.jsonl") in refused.stdout
    assert holding(scratch, "zanzibar")

    copies = scratch.state / "forks" / "of-a-killed-process"
    copies.mkdir(parents=True)
    (copies / "rule.md").write_text(RULE)
    done = scratch.command("forget", "zanzibar", "--yes", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["messages"] == 1
    assert holding(scratch, "zanzibar") == []
    assert RULE in (tmp_path / "mine.jsonl").read_text()
    undone = scratch.command("undo", "1", "--yes")
    assert (undone.returncode, undone.stdout) == (1, "")
    assert "cannot be undone" in undone.stderr

    for path in (*scratch.state.glob("state.db*"), scratch.state / "cursors.jsonl"):
        path.unlink()
    again = scratch.command("once", str(tmp_path / "mine.jsonl"))
    assert again.returncode == 0, again.stderr
    assert holding(scratch, "zanzibar") == []
    assert any(OTHER in text for text in memories(scratch).values())


def test_with_a_file_goes_what_other_messages_repeat_of_it_word_for_word(
    scratch: Scratch, tmp_path: Path
) -> None:
    learn(scratch, tmp_path, RULE, OTHER, f"Run the linter now. As I said, {RULE[0].lower()}{RULE[1:-1]}!")
    (name,) = (each for each, text in memories(scratch).items() if RULE in text)
    told = scratch.command("forget", name, "--yes")
    assert (told.returncode, "2 messages" in told.stdout) == (0, True), told
    assert holding(scratch, "zanzibar") == []
    assert any(OTHER in text for text in memories(scratch).values())


@pytest.mark.parametrize("order", [("zanzibar",), ("never-mock-zanzibar-database-tests.md",)])
def test_a_dry_run_shows_what_would_go_and_everything_stays(
    scratch: Scratch, tmp_path: Path, order: tuple[str, ...]
) -> None:
    learn(scratch, tmp_path, RULE, OTHER)
    before, held = memories(scratch), holding(scratch, "zanzibar")
    looked = scratch.command("forget", *order, "--dry-run", "--yes")
    assert looked.returncode == 0, looked.stderr
    assert RULE in looked.stdout
    assert looked.stdout.endswith("nothing was forgotten\n")
    assert (memories(scratch), holding(scratch, "zanzibar")) == (before, held)
    told = json.loads(scratch.command("forget", *order, "--dry-run", "--json").stdout)
    assert (told["messages"], told["forgotten"]) == (1, False)


def test_an_order_given_again_after_it_was_cut_short_is_finished_and_told(
    scratch: Scratch, tmp_path: Path
) -> None:
    learn(scratch, tmp_path, RULE, OTHER)
    with closing(open_archive(load({}, scratch.env).settings)) as archive:
        rows = tuple(archive.forgetting.holding(Phrases(["zanzibar"])))
        archive.forgetting.begin(Order(rows, (), ("zanzibar",), (RULE,), ()))
    assert "what is to be forgotten is not all gone" in scratch.command("status").stdout
    again = scratch.command("forget", "zanzibar", "--yes")
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.startswith("a forgetting that was cut short is finished now")
    assert "no message and no sentence" not in again.stdout
    assert holding(scratch, "zanzibar") == []
    assert "not all gone" not in scratch.command("status").stdout
    third = scratch.command("forget", "zanzibar", "--yes")
    assert third.returncode == 1
    assert "nothing was forgotten" in third.stderr


def test_another_order_after_one_that_was_cut_short_is_judged_by_itself(
    scratch: Scratch, tmp_path: Path
) -> None:
    learn(scratch, tmp_path, RULE, OTHER)
    with closing(open_archive(load({}, scratch.env).settings)) as archive:
        archive.forgetting.begin(Order((), (), ("zanzibar",), (RULE,), ()))
    refused = scratch.command("forget", "--session", "nobody", "--yes")
    assert refused.returncode == 1
    assert "there is no session nobody" in refused.stderr


def test_what_goes_is_shown_message_by_message_before_the_question(scratch: Scratch) -> None:
    session = scratch.session()
    long = "We came a long way through the harbour and the market. " * 4
    for number in range(11):
        session.turn(f"{long}Number {number} was aZANZIbarb \x1b[2Jin the end. {long}", "Understood.")
    assert scratch.command("once").returncode == 0
    shown = scratch.command("forget", "zanzibar").stdout.splitlines()
    assert shown[0] == (
        "to be forgotten: 11 messages in 1 session, found inside other words too, in capitals or small letters"
    )
    told, rest = shown[1:11], shown[11]
    for number, line in zip(range(10, 0, -1), told, strict=True):
        assert "claude-code  person  …" in line
        assert f"Number {number} was aZANZIbarb \\x1b[2Jin the end." in line
        assert len(line) < 160
    assert rest == "  … and 1 more message"
    whole = scratch.command("forget", "--session", session.id).stdout.splitlines()
    assert whole[0] == "to be forgotten: 22 messages in 1 session"
    assert whole[1].endswith("  claude-code  agent  Understood.")
    assert "  … and 12 more messages" in whole


def test_words_no_pass_has_read_yet_are_forgotten_with_the_others(scratch: Scratch) -> None:
    session = scratch.session()
    session.turn("We look at Zanzibar today.")
    assert scratch.command("once").returncode == 0
    session.turn("The port of Zanzibar is 8080, from now on always.")
    done = scratch.command("forget", "zanzibar", "--yes", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["messages"] == 2
    assert scratch.command("once").returncode == 0
    assert holding(scratch, "zanzibar") == []


def test_a_persons_file_in_a_project_nothing_was_learned_in_is_named(
    scratch: Scratch, tmp_path: Path
) -> None:
    assert scratch.command("once").returncode == 0
    scratch.session().turn("We look at the harbour today.")
    scratch.memory.mkdir(parents=True, exist_ok=True)
    own = scratch.memory / "mine.md"
    own.write_text("The Zanzibar port is open.\n")
    (scratch.memory / "MEMORY.md").write_text("Ask me about Zanzibar.\n")
    none = scratch.command("forget", "zanzibar", "--yes")
    assert none.returncode == 1
    assert f"{own} holds it" in none.stderr
    scratch.session().turn("Zanzibar is what we look at today.")
    done = scratch.command("forget", "zanzibar", "--yes")
    assert done.returncode == 0, done.stderr
    assert f"{own} holds it, and no run is known to have written there" in done.stdout
    assert f"{scratch.memory / 'MEMORY.md'} holds it" in done.stdout
    assert own.read_text() == "The Zanzibar port is open.\n"


COPIES = (
    ".rule.md.swp",
    ".rule.md.un~",
    ".syncthing.rule.md.tmp",
    ".goutputstream-A1B2C3",
    "rule.md~",
    ".stversions/rule~20260302-091405.md",
    "old/rule.md",
)
"""What vim, Syncthing, GNOME's editor and a person leave beside a memory file."""


def test_copies_that_programs_and_people_left_beside_the_memory_are_named_before_the_question(
    scratch: Scratch, tmp_path: Path
) -> None:
    learn(scratch, tmp_path, RULE)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "rule.md").write_text(RULE)
    (scratch.memory / "link").symlink_to(outside)
    for name in COPIES:
        path = scratch.memory / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"b0VIM 9.0\0\xff\xfe" + RULE.encode() + b"\0")
    asked = scratch.command("forget", "zanzibar")
    assert [name for name in COPIES if f"{scratch.memory / name} holds it" not in asked.stdout] == []
    assert str(outside) not in asked.stdout
    done = scratch.command("forget", "zanzibar", "--yes")
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    assert len([line for line in said if "rule.md~ holds it" in line]) == 1, (
        "what was shown is not told again"
    )
    assert set(holding(scratch, "zanzibar")) == {scratch.memory / name for name in COPIES}
    none = scratch.command("forget", "zanzibar", "--yes")
    assert none.returncode == 1
    assert f"{scratch.memory / '.rule.md.swp'} holds it" in none.stderr


def test_memory_files_that_cannot_be_used_are_named_with_the_reason(scratch: Scratch, tmp_path: Path) -> None:
    learn(scratch, tmp_path, RULE)
    memory = scratch.memory.resolve()
    (memory / "long.md").write_text(f"{RULE}\n" * 40_000)
    (tmp_path / "linked.md").write_text(RULE)
    (memory / "linked.md").symlink_to(tmp_path / "linked.md")
    (memory / "folder.md").mkdir()
    done = scratch.command("forget", "zanzibar", "--yes")
    assert done.returncode == 0, done.stderr
    for name, why in (
        ("long.md", "it is larger than 1,048,576 bytes"),
        ("linked.md", "it is a symbolic link"),
        ("folder.md", "it is not a plain file"),
    ):
        assert f"{memory / name} was not looked into: {why}" in done.stdout


def test_a_folder_that_is_only_looked_into_holds_no_order_up(scratch: Scratch) -> None:
    scratch.session().turn(RULE)
    assert scratch.command("once").returncode == 0
    other = scratch.home / "other"
    other.mkdir()
    elsewhere = scratch.transcripts.parent / slug(str(other))
    elsewhere.mkdir()
    Session(elsewhere / "one.jsonl", "one", str(other)).turn("We look at the harbour.")
    place = elsewhere / "memory"
    place.mkdir()
    place.chmod(0o777)
    done = scratch.command("forget", "zanzibar", "--yes")
    assert done.returncode == 0, done.stderr
    assert f"{place} was not looked into" in done.stdout
    assert holding(scratch, "zanzibar") == []


def test_after_the_state_is_lost_what_stands_in_the_memory_is_named(scratch: Scratch, tmp_path: Path) -> None:
    learn(scratch, tmp_path, RULE, OTHER)
    for path in (*scratch.state.glob("state.db*"), scratch.state / "cursors.jsonl"):
        path.unlink()
    scratch.session().turn("Zanzibar again.")
    assert scratch.command("once").returncode == 0
    done = scratch.command("forget", "zanzibar", "--yes")
    assert done.returncode == 0, done.stderr
    # The index tells of the file, and no more of it once a person takes it out there.
    (file,) = [path for path in holding(scratch, "zanzibar") if path.name != "MEMORY.md"]
    assert f"{file} holds it" in done.stdout


def test_only_a_name_with_its_ending_is_a_file(scratch: Scratch, tmp_path: Path) -> None:
    learn(scratch, tmp_path, RULE, OTHER, "Our neighbour knows Zanzibar.")
    (file,) = [name for name, text in scratch.files().items() if RULE in text and name != "MEMORY.md"]
    (scratch.memory / file).rename(scratch.memory / "zanzibar.md")
    done = scratch.command("forget", "zanzibar", "--yes")
    assert done.returncode == 0, done.stderr
    assert holding(scratch, "zanzibar") == []
    (file,) = [name for name, text in scratch.files().items() if OTHER in text and name != "MEMORY.md"]
    done = scratch.command("forget", file.removesuffix(".md"), "--yes")
    assert (done.returncode, done.stdout) == (1, "")
    assert f"`extractor forget {file}` forgets that file" in done.stderr
    assert file in scratch.files()
    assert scratch.command("forget", file, "--yes").returncode == 0
    assert holding(scratch, OTHER) == []


def test_a_message_is_named_by_the_id_that_why_gives(scratch: Scratch, tmp_path: Path) -> None:
    learn(scratch, tmp_path, RULE, OTHER)
    (file,) = [name for name, text in memories(scratch).items() if RULE in text]
    refused = scratch.command("forget", "--message", "nope")
    assert "`extractor why FILE --json` names both" in refused.stderr
    (reason,) = json.loads(scratch.command("why", file, "--json").stdout)["statements"]
    done = scratch.command("forget", "--message", reason["witnesses"][0]["message"], "--yes")
    assert done.returncode == 0, done.stderr
    assert holding(scratch, "zanzibar") == []
    assert holding(scratch, "Tuesdays")


def test_it_forgets_while_the_service_runs(scratch: Scratch) -> None:
    process = scratch.start("--quiet")
    session = scratch.session()
    session.turn(RULE)
    assert within(20, lambda: RULE in scratch.files().get("MEMORY.md", ""))
    assert within(10, lambda: json.loads(scratch.command("log", "--json").stdout) != [])
    done = scratch.command("forget", "--session", session.id, "--yes")
    assert done.returncode == 0, done.stderr
    assert memories(scratch) == {}
    session.turn(OTHER)
    assert within(20, lambda: OTHER in scratch.files().get("MEMORY.md", ""))
    assert stop(process) == 0
    assert holding(scratch, "zanzibar") == []


def test_a_removed_sentence_stays_away_even_from_a_new_state_file(scratch: Scratch, tmp_path: Path) -> None:
    learn(scratch, tmp_path, RULE)
    ((file, _),) = memories(scratch).items()
    (scratch.memory / file).write_text("My own words.\n")
    learn(scratch, tmp_path, RULE)
    for path in (*scratch.state.glob("state.db*"), scratch.state / "cursors.jsonl"):
        path.unlink()
    learn(scratch, tmp_path, RULE)
    assert memories(scratch) == {file: "My own words.\n"}
    learn(scratch, tmp_path, RULE, name="other")  # the same id: the same message
    assert memories(scratch) == {file: "My own words.\n"}
    learn(scratch, tmp_path, "Hello.", RULE, name="later")  # said again, it is a new wish
    assert [text for text in memories(scratch).values() if RULE in text] != []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "name one thing"),
        (("x", "--session", "y"), "name one thing"),
        (("x", "--vanished"), "stands alone"),
    ],
)
def test_what_cannot_be_meant_is_one_line(
    scratch: Scratch, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    learn(scratch, tmp_path, RULE)
    done = scratch.command("forget", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("above", [0, 1])
def test_a_memory_folder_that_vanished_is_told_until_it_is_back_or_was_meant(
    scratch: Scratch, above: int
) -> None:
    assert scratch.command("remember", "The staging port is 8080.").returncode == 0
    assert scratch.command("once").returncode == 0
    gone, aside = (scratch.memory, *scratch.memory.parents)[above], scratch.home / "aside"
    for _ in range(2):
        gone.rename(aside)
        assert f"{scratch.memory} vanished with its 1 memory file" in scratch.command("once").stderr
        assert f"{scratch.memory} vanished" in scratch.command("status").stdout
        aside.rename(gone)
        assert "vanished" not in scratch.command("once").stderr
    assert "8080" in scratch.command("list").stdout
    gone.rename(aside)
    shown = f"to be kept out: {scratch.memory}: staging-port.md\n"
    asked = scratch.command("forget", "--vanished")
    assert (asked.returncode, asked.stdout) == (1, shown)
    assert "add --yes" in asked.stderr
    confirmed = scratch.command("forget", "--vanished", "--yes")
    assert confirmed.stdout == (
        f"{shown}"
        "1 statement of files that vanished will not be learned again; a file that is put back counts again\n"
    )
    assert "vanished" not in scratch.command("once").stderr + scratch.command("status").stdout


def test_what_vanished_is_told_apart_from_what_was_edited(scratch: Scratch) -> None:
    for text in ("The staging port is 8080.", "Ana owns the billing service."):
        scratch.command("remember", text)
    edited, gone = scratch.memory / "staging-port.md", scratch.memory / "ana-owns-billing-service.md"
    edited.write_text(edited.read_text().replace("8080", "9191"))
    kept = gone.read_text()
    gone.unlink()
    done = scratch.command("forget", "--vanished", "--json", "--yes")
    assert json.loads(done.stdout) == {
        "forgotten": True,
        "statements_kept_out": 1,
        "vanished": [{"folder": str(scratch.memory), "files": [gone.name]}],
    }
    gone.write_text(kept)
    assert scratch.command("forget", "--vanished").stdout == "nothing was forgotten\n"


def test_a_memory_folder_that_never_held_anything_goes_silently(scratch: Scratch) -> None:
    scratch.session().turn("Have a look at the order code, please.")
    assert scratch.command("once").returncode == 0
    shutil.rmtree(scratch.memory, ignore_errors=True)
    assert "vanished" not in scratch.command("once").stderr + scratch.command("status").stdout
