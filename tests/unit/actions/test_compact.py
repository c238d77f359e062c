"""Compact: what the denser sentences rest on is what the old ones did."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest

from extractor.actions.compact import Compact
from extractor.actions.forget import Asked, Forget
from extractor.actions.why import Origin, why
from extractor.errors import ConfigError
from extractor.memory.pins import PinRoom
from tests.support.scripted import Desk, Scripted, says, write
from tests.support.talk import agent, human
from tests.unit.extraction.test_run import hold

PROJECT = "/home/dev/shop"
PORT = "The staging server of the shop really listens on port eightyeighty, as was said by me before."
TEA = "Tea is at four on Mondays in the kitchen."
DENSE = "The shop's staging server listens on port eightyeighty."
DENSE_TEA = "Tea: four on Mondays, kitchen."


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


def learned(desk: Desk, said: str) -> None:
    session = desk.said("s", human("h1", said), agent("a1"))
    hold(desk, session, says(write("ports.md", said, "h1", said)), says(text="done"))


def compacted(desk: Desk, file: str, text: str) -> None:
    model = Scripted([says(text=text)])
    compact = Compact(desk.archive, PinRoom(len), lambda _run: model, "denser", desk.clock, UTC)
    compact.carry_out(desk.folder, PROJECT, compact.plan(desk.folder, PROJECT, file))


def witnesses(desk: Desk, file: str) -> list[tuple[str, list[str]]]:
    found = why(desk.archive, desk.folder.path, file, (desk.path / file).read_bytes())
    return [(each.statement, [w.quote for w in each.witnesses]) for each in found]


def test_a_renamed_file_keeps_the_words_its_sentences_rest_on(desk: Desk) -> None:
    learned(desk, PORT)
    (desk.path / "ports.md").rename(desk.path / "renamed.md")
    compacted(desk, "renamed.md", DENSE)
    assert witnesses(desk, "renamed.md") == [(DENSE, [PORT])]


def test_a_file_of_a_name_of_the_person_s_is_never_sent_or_written_to(desk: Desk) -> None:
    desk.path.mkdir()
    (desk.path / "My Ports.md").write_text(f"{PORT}\n")
    model = Scripted([says(text=DENSE)])
    compact = Compact(desk.archive, PinRoom(len), lambda _run: model, "denser", desk.clock, UTC)
    for ask in (compact.request, lambda folder, file: compact.plan(folder, PROJECT, file)):
        with pytest.raises(ConfigError, match=r"My Ports\.md was not compacted: .*never written to"):
            ask(desk.folder, "My Ports.md")
    assert (model.requests, desk.files()["My Ports.md"]) == ([], f"{PORT}\n")


@pytest.mark.parametrize("dense", [[DENSE, DENSE_TEA], [DENSE, TEA]])
def test_a_statement_of_two_sentences_hands_its_quote_to_each_that_stands_for_it(
    desk: Desk, dense: list[str]
) -> None:
    said = f"{PORT} {TEA}"
    learned(desk, said)
    compacted(desk, "ports.md", "\n\n".join(dense))
    assert witnesses(desk, "ports.md") == [(each, [said]) for each in dense]
    known = desk.archive.statements.of_folder(desk.folder.path)
    assert {each.statement for each in known} == {said, *dense}


def test_what_a_compacted_file_rests_on_can_be_forgotten(desk: Desk) -> None:
    learned(desk, f"{PORT} {TEA}")
    (desk.path / "ports.md").rename(desk.path / "renamed.md")
    compacted(desk, "renamed.md", f"{DENSE}\n\n{DENSE_TEA}")
    forget = Forget(desk.archive, lambda _path: desk.folder, desk.clock)
    forget.carry_out(forget.plan(Asked(message="h1")))
    assert [name for name in desk.files() if name != "MEMORY.md"] == []


def test_a_persons_own_sentence_gains_no_words_of_others(desk: Desk) -> None:
    learned(desk, PORT)
    with (desk.path / "ports.md").open("a") as out:
        out.write(f"\n{TEA}\n")
    compacted(desk, "ports.md", f"{DENSE}\n\n{TEA}")
    assert witnesses(desk, "ports.md") == [(DENSE, [PORT]), (TEA, [])]


def test_a_sentence_that_stays_stays_that_of_the_run_that_wrote_it(desk: Desk) -> None:
    session = desk.said("s", human("h1", PORT), agent("a1"), human("h2", TEA), agent("a2"))
    both = says(write("ports.md", PORT, "h1", PORT), write("ports.md", TEA, "h2", TEA))
    hold(desk, session, both, says(text="done"))
    compacted(desk, "ports.md", f"{DENSE}\n\n{TEA}")
    found = why(desk.archive, desk.folder.path, "ports.md", (desk.path / "ports.md").read_bytes())
    assert [(each.statement, each.run) for each in found] == [(DENSE, 2), (TEA, 1)]


LISA = "Always ask Lisa before each and every release of the mobile app, because she coordinates the dates with the store."
DENSE_LISA = "Ask Lisa before each mobile app release."


def own_sentence(desk: Desk, said: str) -> None:
    with (desk.path / "ports.md").open("a") as out:
        out.write(f"\n{said}\n")


def test_a_persons_own_sentence_said_anew_gains_no_words_of_others_and_outlives_them(desk: Desk) -> None:
    learned(desk, PORT)
    own_sentence(desk, LISA)
    compacted(desk, "ports.md", f"{DENSE}\n\n{DENSE_LISA}")
    assert witnesses(desk, "ports.md") == [(DENSE, [PORT]), (DENSE_LISA, [])]
    forget = Forget(desk.archive, lambda _path: desk.folder, desk.clock)
    forget.carry_out(forget.plan(Asked(message="h1")))
    said = "".join(text for name, text in desk.files().items() if name != "MEMORY.md")
    assert DENSE_LISA in said
    assert "eightyeighty" not in said


def test_a_persons_own_sentence_that_speaks_of_the_same_keeps_its_denser_form(desk: Desk) -> None:
    learned(desk, "Ask Lisa about the staging port, please, whenever it is moved by somebody.")
    own_sentence(desk, LISA)
    compacted(desk, "ports.md", f"Ask Lisa about moved staging ports.\n\n{DENSE_LISA}")
    assert [bool(quotes) for _, quotes in witnesses(desk, "ports.md")] == [True, False]


def test_a_sentence_made_of_a_persons_own_and_a_runs_goes_with_what_the_runs_rests_on(desk: Desk) -> None:
    learned(desk, PORT)
    own_sentence(desk, LISA)
    both = "Ask Lisa before each mobile app release; staging server listens on port eightyeighty."
    compacted(desk, "ports.md", both)
    assert witnesses(desk, "ports.md") == [(both, [PORT])]


def test_a_sentence_of_no_word_of_the_old_ones_rests_on_all_a_run_wrote_where_nobody_else_did(
    desk: Desk,
) -> None:
    learned(desk, f"{PORT} {TEA}")
    compacted(desk, "ports.md", "hot drinks weekly.")
    assert witnesses(desk, "ports.md") == [("hot drinks weekly.", [f"{PORT} {TEA}"])]


def test_why_names_the_run_and_the_model_that_said_a_persons_own_file_anew(desk: Desk) -> None:
    desk.path.mkdir(mode=0o700, exist_ok=True)
    (desk.path / "mine.md").write_text(f"{LISA}\n\n{TEA}\n")
    compacted(desk, "mine.md", f"{DENSE_LISA}\n\n{TEA}")
    first, second = why(desk.archive, desk.folder.path, "mine.md", (desk.path / "mine.md").read_bytes())
    assert (first.origin, first.run, first.model, first.witnesses) == (Origin.RUN, 1, "scripted", ())
    assert "said anew what stood there before" in first.note
    assert (second.origin, second.run) == (Origin.OWN, None)
    (desk.path / "mine.md").rename(desk.path / "renamed.md")
    compacted(desk, "renamed.md", "Lisa: mobile app releases.\n\nTea: four on Mondays.")
    found = why(desk.archive, desk.folder.path, "renamed.md", (desk.path / "renamed.md").read_bytes())
    assert [each.run for each in found] == [2, 2]
