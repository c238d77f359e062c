"""What is accepted is what a person was shown, whole, and nothing that changed since."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from extractor.commands.accepting import Accepting, accept, unaccept
from extractor.commands.status import status_values
from extractor.errors import ConfigError
from extractor.memory.index import END
from tests.support.worked import EVIL, Home

FACT = "Releases are tagged on Fridays."


class Person:
    """Reads what is shown and answers; `meanwhile` happens between the two."""

    def __init__(
        self, home: Home, answer: bool = True, meanwhile: Callable[[], object] = lambda: None
    ) -> None:
        self.home = home
        self.answer = answer
        self.meanwhile = meanwhile
        self.shown: list[str] = []
        self.asked: list[str] = []

    def accepts(self, *only: str) -> Accepting:
        return accept(self.home.settings, self.home.env, only, ask=self._ask, show=self.shown.append)

    def takes_back(self, *only: str) -> Accepting:
        return unaccept(self.home.settings, self.home.env, only, ask=self._ask, show=self.shown.append)

    def _ask(self, question: str) -> bool:
        self.asked.append(question)
        self.meanwhile()
        return self.answer


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made = Home(tmp_path / "home")
    made.scratch.settings["EXTRACTOR_TEAM_MEMORY"] = str(made.scratch.project)
    return made


def share(home: Home, name: str = "releases.md", said: str = FACT) -> Path:
    place = home.scratch.project / ".extractor" / "memory"
    place.mkdir(parents=True, exist_ok=True)
    (place / name).write_text(f"---\nname: x\nmetadata:\n  type: project\n---\n\n{said}\n")
    return place / name


def write(home: Home, name: str = "mine.md", said: str = "Mine.") -> Path:
    file = home.scratch.memory / name
    file.write_text(f"{said}\n")
    return file


def waits(home: Home) -> tuple[list[str], list[str], list[str]]:
    """Lines, memory files and files of the team nobody accepted."""
    values = status_values(home.settings, home.env)
    outside, unknown, team = values["outside"], values["unknown_memory_files_in"], values["team"]
    assert isinstance(outside, list)
    assert isinstance(unknown, list)
    assert isinstance(team, list)
    return (
        [line for each in outside for line in each["lines"]],
        [file for each in unknown for file in each["files"]],
        [file for each in team for file in each["waiting"]],
    )


# ---------------------------------------------------------------- shown, then asked


def test_every_line_and_file_is_shown_whole_before_the_question(home: Home) -> None:
    long = f"My rule is {'very ' * 40}long. {EVIL}"
    home.plant(f"{long}\n")
    mine, team = write(home, said="Mine.\n\n\n\nAnd this."), share(home)
    person = Person(home, answer=False)
    person.accepts()
    assert person.shown == [
        f"1 line of {home.index}, written neither by the service nor, in any transcript read, by the client:",
        f"  {long}",
        f"{mine}, written neither by the service nor by the client:",
        "  told as: mine.md: Mine.",
        "  Mine.",
        "  And this.",
        f"{team}, new or changed in the team's folder:",
        f"  told as: x: {FACT}",
        *("  ---", "  name: x", "  metadata:", "    type: project", "  ---", f"  {FACT}"),
        "`--only FILE` accepts what is in one of these alone",
    ]
    assert person.asked == ["accept 1 line and 2 files as shown above? Agents are told what is accepted"]


def test_a_no_accepts_nothing(home: Home) -> None:
    home.plant(f"{EVIL}\n")
    write(home)
    share(home)
    before = waits(home)
    done = Person(home, answer=False).accepts()
    assert list(done.lines()) == ["nothing was accepted"]
    assert done.as_dict() == {"accepted": [], "changed": []}
    assert waits(home) == before == ([EVIL], ["mine.md"], ["releases.md"])


def test_nobody_is_asked_where_there_is_nothing_to_accept(home: Home) -> None:
    person = Person(home)
    assert list(person.accepts().lines()) == ["there is nothing to accept"]
    assert (person.shown, person.asked) == ([], [])


def test_a_file_that_would_stand_in_every_prompt_is_said_to(home: Home) -> None:
    file = write(home)
    file.write_text('---\nname: x\n"pin\\u006eed": yes\n---\n\nObey.\n')
    person = Person(home, answer=False)
    person.accepts()
    assert "  told, in every prompt (pinned) as: x: Obey." in person.shown


def test_what_was_taken_out_of_the_block_is_told_with_its_time_and_without_its_words(home: Home) -> None:
    home.index.write_text(home.index.read_text().replace(END, f"{EVIL}\n{END}"))
    home.work()
    person = Person(home)
    person.accepts()
    heading, note = person.shown
    assert heading == f"1 line taken out of {home.index}, of unknown hand and in the service's block:"
    assert note.endswith("; its words are not kept")


# ---------------------------------------------------------------- what changed meanwhile


def test_what_changed_since_it_was_shown_is_not_accepted_and_told(home: Home) -> None:
    home.plant("Mine.\nAlso mine.\n")
    write(home, "mine.md")
    write(home, "other.md", "Another.")
    share(home, "releases.md")
    share(home, "ports.md", "The port is 8080.")

    def meanwhile() -> None:
        home.index.write_text(home.index.read_text().replace("Also mine.", EVIL))
        write(home, "mine.md", EVIL)
        share(home, "releases.md", EVIL)

    done = Person(home, meanwhile=meanwhile).accepts()
    assert waits(home) == ([EVIL], ["mine.md"], ["releases.md"])
    assert [each.rpartition("/")[2] for each in done.lines()] == ["MEMORY.md", "other.md", "ports.md"]
    problem = done.problem()
    assert problem is not None
    for path in (home.index, home.scratch.memory / "mine.md"):
        assert f"{path}" in problem
    assert "ports.md" not in problem


def test_bytes_that_look_alike_are_a_change(home: Home) -> None:
    file = write(home)
    file.write_bytes(b"Mine \xff.\n")
    done = Person(home, meanwhile=lambda: file.write_bytes(b"Mine \xfe.\n")).accepts()
    assert (done.taken, [part.path for part in done.changed]) == ([], [str(file)])
    assert waits(home)[1] == ["mine.md"]


def test_what_comes_while_a_person_reads_waits(home: Home) -> None:
    home.plant("Mine.\n")
    done = Person(home, meanwhile=lambda: (home.plant(f"{EVIL}\n"), write(home), share(home))).accepts()
    assert done.problem() is None
    assert waits(home) == ([EVIL], ["mine.md"], ["releases.md"])


# ---------------------------------------------------------------- some of it


def test_a_file_is_accepted_alone_by_its_name_or_path(home: Home) -> None:
    home.plant(f"{EVIL}\n")
    write(home)
    share(home)
    share(home, "ports.md", EVIL)
    person = Person(home)
    person.accepts("releases", str(home.scratch.memory / "mine.md"))
    assert waits(home) == ([EVIL], [], ["ports.md"])
    assert EVIL not in "".join(person.shown)
    person.accepts("MEMORY.md")
    assert waits(home) == ([], [], ["ports.md"])


def test_a_path_is_read_from_where_the_person_is(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    share(home)
    link = home.scratch.home / "way"
    link.symlink_to(home.scratch.project)
    monkeypatch.chdir(link)
    Person(home).accepts(os.path.join(".extractor", "memory", "releases.md"))
    assert waits(home)[2] == []


def test_a_name_of_several_files_is_refused_with_their_paths(home: Home) -> None:
    mine, team = write(home, "releases.md"), share(home, "releases.md")
    person = Person(home)
    with pytest.raises(ConfigError, match="name of several files") as refused:
        person.accepts("releases.md")
    assert str(mine) in str(refused.value)
    assert str(team) in str(refused.value)
    assert person.shown == []
    person.accepts(str(team))
    assert waits(home) == ([], ["releases.md"], [])


def test_a_name_of_nothing_that_waits_is_refused_and_nothing_is_accepted(home: Home) -> None:
    write(home)
    with pytest.raises(ConfigError, match="nothing waits to be accepted in other"):
        Person(home).accepts("mine", "other")
    assert waits(home)[1] == ["mine.md"]


# ---------------------------------------------------------------- and back


def test_what_was_accepted_waits_again_when_it_is_taken_back(home: Home) -> None:
    home.plant("Mine.\n")
    write(home)
    share(home)
    Person(home).accepts()
    assert waits(home) == ([], [], [])
    assert f"- (team) {FACT}" in home.index.read_text()

    person = Person(home)
    done = person.takes_back("releases.md")
    assert person.asked == ["no longer accept 1 file as shown above?"]
    assert f"  {FACT}" in person.shown
    assert waits(home) == ([], [], ["releases.md"])
    assert FACT not in home.index.read_text()
    assert [each.split(":")[0] for each in done.lines()] == ["no longer accepted"]

    person.takes_back()
    assert waits(home) == (["Mine."], ["mine.md"], ["releases.md"])
    assert list(person.takes_back().lines()) == ["nothing of what stands there was accepted"]


def test_what_is_taken_back_stays_taken_back_in_a_state_file_built_anew(home: Home) -> None:
    home.plant("Mine.\nAlso mine.\n")
    share(home)
    Person(home).accepts()
    Person(home).takes_back("releases.md")
    for file in home.settings.state_dir.glob("state.db*"):
        file.unlink()
    home.work()
    lines, _files, team = waits(home)
    assert (lines, team) == ([], ["releases.md"])


def test_a_no_takes_nothing_back(home: Home) -> None:
    home.plant("Mine.\n")
    Person(home).accepts()
    done = Person(home, answer=False).takes_back()
    assert list(done.lines()) == ["nothing was changed"]
    assert waits(home)[0] == []


def test_a_program_is_given_all_of_it_as_it_is(home: Home) -> None:
    home.plant("Mine \x1b[2J.\n")
    file = share(home)
    done = Person(home).accepts()
    assert done.as_dict() == {
        "accepted": [
            {"kind": "line", "file": str(home.index), "text": "Mine \x1b[2J."},
            {"kind": "team file", "file": str(file), "text": file.read_text()},
        ],
        "changed": [],
    }
