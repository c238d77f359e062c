"""Forget beside people's hands: what is shown is what goes, and a file of a person's own stays as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.actions.forget import Asked, Forget
from extractor.errors import ConfigError
from tests.support.scripted import Desk, says, write
from tests.support.talk import agent, human
from tests.unit.extraction.test_run import hold

DEPLOYS = "Always deploy on Tuesdays."
MIGRATIONS = "Migrations must always be reversible."


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    session = made.said("s", human("h1", DEPLOYS), human("h2", MIGRATIONS), agent("a1"))
    more = write("deploys.md", MIGRATIONS, "h2", MIGRATIONS, description=DEPLOYS)
    step = says(write("deploys.md", DEPLOYS, "h1", DEPLOYS), more)
    hold(made, session, step, says())
    yield made
    made.close()


@pytest.fixture
def forget(desk: Desk) -> Forget:
    return Forget(desk.archive, lambda _path: desk.folder, desk.clock)


def take_out(desk: Desk, file: str, sentence: str) -> None:
    path = desk.path / file
    path.write_text(path.read_text().replace(f"\n{sentence}\n", ""))


def test_of_a_file_a_person_renamed_and_split_what_is_shown_is_what_goes(desk: Desk, forget: Forget) -> None:
    (desk.path / "deploys.md").rename(desk.path / "deploy-day.md")
    take_out(desk, "deploy-day.md", MIGRATIONS)
    (desk.path / "migrations.md").write_text(f"---\nname: migrations\n---\n\n{MIGRATIONS}\n")
    planned = forget.plan(Asked(words="reversible"))
    assert planned.statements == ((str(desk.path / "migrations.md"), MIGRATIONS),)
    assert forget.carry_out(planned) == ()
    assert sorted(desk.files()) == ["MEMORY.md", "deploy-day.md"]


def test_a_file_renamed_by_a_person_who_added_to_it_keeps_what_they_added(desk: Desk, forget: Forget) -> None:
    (desk.path / "deploys.md").rename(desk.path / "deploy-day.md")
    path = desk.path / "deploy-day.md"
    path.write_text(path.read_text() + "\nKim holds the standup.\n")
    planned = forget.plan(Asked(words="reversible"))
    assert planned.statements == ((str(path), MIGRATIONS),)
    forget.carry_out(planned)
    assert MIGRATIONS not in path.read_text()
    assert f"{DEPLOYS}\n\nKim holds the standup.\n" in path.read_text()


@pytest.mark.parametrize(
    "text",
    [
        f"My notes.\n\n{DEPLOYS}\n\nKim holds the standup.\n",
        f"# The week\n\n{DEPLOYS}\n",
        f"# {DEPLOYS}\n",
        f"{DEPLOYS}\n\n**Why:** Kim is there then.\n",
    ],
)
def test_a_persons_own_file_with_a_sentence_of_ours_stays_and_is_told_first(
    desk: Desk, forget: Forget, text: str
) -> None:
    own = desk.path / "my-notes.md"
    own.write_text(text)
    planned = forget.plan(Asked(words="deploy on tuesdays"))
    assert planned.statements == ((str(desk.path / "deploys.md"), DEPLOYS),)
    line = f"{own} holds it in words of your own: take them out there"
    assert [each for each in planned.elsewhere if "own" in each] == [line]
    assert forget.carry_out(planned) == (line,)
    assert own.read_text() == text


def test_a_persons_own_file_is_not_forgotten_for_a_sentence_of_ours_in_it(desk: Desk, forget: Forget) -> None:
    data = f"My notes.\n\n{DEPLOYS}\n".encode()
    (desk.path / "my-notes.md").write_bytes(data)
    with pytest.raises(ConfigError, match="delete it yourself"):
        forget.plan(Asked(file=(desk.folder.path, "my-notes.md", data)))


def test_the_reason_that_goes_with_a_sentence_is_shown_too(desk: Desk, forget: Forget) -> None:
    rule, why = "Always bake on Mondays.", "Kim of Zanzibar is there then."
    said = f"Always bake on Mondays, because {why}"
    session = desk.said("t", human("h3", said), agent("a3"))
    assert hold(desk, session, says(write("baking.md", rule, "h3", said, why=why)), says())[0].added == 1
    path = str(desk.path / "baking.md")
    assert forget.plan(Asked(words="zanzibar")).statements == ((path, rule), (path, why))


CLOSING = "The Lausanne office closes on 31 January."


@pytest.mark.parametrize(
    ("file", "is_called_anew"), [("lausanne-office.md", False), ("closes-31-january.md", True)]
)
def test_a_file_a_person_changed_is_called_what_it_is_called_when_the_line_is_read(
    desk: Desk, forget: Forget, file: str, is_called_anew: bool
) -> None:
    session = desk.said("t", human("h3", CLOSING), agent("a3"))
    hold(desk, session, says(write(file, CLOSING, "h3", CLOSING)), says())
    path = desk.path / file
    path.write_text(path.read_text().replace("31 January", "15 May"))
    own = "holds it in words of your own: take them out there"
    planned = forget.plan(Asked(words="lausanne"))
    (line,) = [each for each in planned.elsewhere if "your own" in each]
    told = forget.carry_out(planned)
    (name,) = desk.files().keys() - {"MEMORY.md", "deploys.md"}
    if is_called_anew:
        assert line == f"{path} {own}; it will be called {name}"
        assert told == (
            f"what is left of a memory file stands in {desk.path / name}",
            f"{desk.path / name} {own}",
        )
    else:
        assert (name, line) == (file, f"{path} {own}")
        assert told == (line,)
    assert "15 May" in desk.files()[name]


@pytest.fixture
def anew(desk: Desk, tmp_path: Path) -> Iterator[Desk]:
    """The memory folder beside a state file that was begun after the first one was lost."""
    made = Desk(tmp_path / "anew")
    made.path.mkdir()
    (made.path / "deploys.md").write_bytes((desk.path / "deploys.md").read_bytes())
    (made.path / "my-notes.md").write_text(f"My notes.\n\n{DEPLOYS}\n")
    rule = "Kim holds the standup."
    hold(
        made, made.said("t", human("h7", rule), agent("a7")), says(write("kim.md", rule, "h7", rule)), says()
    )
    made.archive.db.run("UPDATE migrations SET at = at + 3600000")
    yield made
    made.close()


def test_a_file_older_than_the_state_file_is_not_called_a_persons_own(anew: Desk) -> None:
    anew.said("s", human("h1", DEPLOYS), agent("a1"))
    forget = Forget(anew.archive, lambda _path: anew.folder, anew.clock)
    before = anew.files()["deploys.md"]
    lines = [
        f"{anew.path / 'deploys.md'} holds it, and who wrote that is not known: take it out there",
        f"{anew.path / 'my-notes.md'} holds it in words of your own: take them out there",
    ]
    planned = forget.plan(Asked(words="deploy on tuesdays"))
    assert [each for each in planned.elsewhere if "take" in each] == lines
    assert list(forget.carry_out(planned)) == lines
    assert anew.files()["deploys.md"] == before
    data = (anew.path / "deploys.md").read_bytes()
    with pytest.raises(ConfigError, match=r"who wrote deploys\.md is not known") as told:
        forget.plan(Asked(file=(anew.folder.path, "deploys.md", data)))
    assert "your own" not in str(told.value)
