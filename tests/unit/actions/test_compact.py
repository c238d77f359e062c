"""Compact: what the denser sentences rest on is what the old ones did."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest

from extractor.actions.compact import Compact
from extractor.actions.forget import Asked, Forget
from extractor.actions.why import why
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
