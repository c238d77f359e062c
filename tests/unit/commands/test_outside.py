"""Text of unknown hand in MEMORY.md: found in every folder, told, accepted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from extractor.archive.archive import Archive
from extractor.commands.outside import NAMED, SHOWN
from extractor.commands.pins import set_pins
from extractor.commands.stages import World, outside
from extractor.commands.status import problem_lines, status_lines, status_values
from extractor.memory.index import BEGIN, END
from extractor.memory.outside import line_hash
from tests.support.worked import EVIL, RULE, Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def test_what_the_service_wrote_is_no_news(home: Home) -> None:
    assert RULE in home.index.read_text()
    assert home.look() == []


def test_a_planted_line_is_told_with_its_file_and_its_remedy(home: Home) -> None:
    home.plant(f"{EVIL}\nAnd this.\n")
    (found,) = home.look()
    assert found.lines == (EVIL, "And this.")
    (line,) = found.told()
    assert line.startswith(f"2 lines of {home.index} were written neither by the service")
    assert (
        f': "{EVIL}", "And this.": if you wrote it, `extractor status --accept` shows it whole and asks'
        in line
    )


def test_of_many_planted_lines_the_first_are_told_and_how_many_more_there_are(home: Home) -> None:
    home.plant("".join(f"Line {n}.\n" for n in range(NAMED + 7)))
    ((line,),) = [found.told() for found in home.look()]
    assert '"Line 0.", "Line 1.", "Line 2." and 7 more: ' in line
    assert f"Line {NAMED}." not in line


@pytest.mark.parametrize("mark", [BEGIN, END])
def test_a_line_planted_in_our_block_is_told_too(home: Home, mark: str) -> None:
    text = home.index.read_text()
    home.index.write_text(text.replace(mark, f"{mark}\n{EVIL}" if mark == BEGIN else f"{EVIL}\n{mark}"))
    assert home.lines() == [EVIL]


def test_a_line_of_ours_that_was_reworded_is_told(home: Home) -> None:
    home.index.write_text(home.index.read_text().replace("Never mock", "Always mock"))
    (line,) = home.lines()
    assert "Always mock" in line


def test_what_our_block_took_the_place_of_is_told_afterwards(home: Home) -> None:
    home.index.write_text(home.index.read_text().replace(END, f"{EVIL}\n{END}"))
    home.work()
    assert EVIL not in home.index.read_text()
    (found,) = home.look()
    assert (found.lines, len(found.replaced)) == ((), 1)
    (line,) = found.told()
    assert line.startswith("1 line of unknown hand was taken out of the service's block")
    assert home.accept() == [f"accepted: 1 line taken out of {home.index}"]
    assert home.look() == []


def test_a_line_that_was_taken_out_is_told_again_when_it_comes_back_for_nobody_saw_its_words(
    home: Home,
) -> None:
    home.index.write_text(home.index.read_text().replace(END, f"{EVIL}\n{END}"))
    home.work()
    home.accept()
    home.plant(f"{EVIL}\n")
    assert home.lines() == [EVIL]


def test_a_line_the_client_put_in_our_block_is_no_strangers_when_it_gives_way(home: Home) -> None:
    own = next(line for line in home.index.read_text().splitlines() if RULE in line)
    home.tool("Edit", file_path=str(home.index), old_string="Never mock", new_string="Don't mock")
    home.index.write_text(home.index.read_text().replace(own, own.replace("Never mock", "Don't mock")))
    home.work()
    assert RULE in home.index.read_text()
    assert home.look() == []


def test_a_person_accepts_once_and_a_changed_line_is_told_again(home: Home) -> None:
    home.plant("My own rule.\nAnother.\n")
    assert home.accept() == [f"accepted: 2 lines of {home.index}"]
    assert home.look() == []
    assert home.accept() == ["there is nothing to accept"]
    home.index.write_text(home.index.read_text().replace("My own rule.", "My own rules."))
    assert home.lines() == ["My own rules."]


def test_what_was_accepted_and_what_is_ours_stays_known_in_a_state_file_built_anew(home: Home) -> None:
    home.plant("My own rule.\n")
    home.accept()
    for file in home.settings.state_dir.glob("state.db*"):
        file.unlink()
    archive = Archive.open(home.settings.state_dir, str, home.clock)
    archive.close()
    home.plant(f"{EVIL}\n")
    home.work()
    assert home.lines() == [EVIL]


def test_what_the_client_wrote_is_known_once_its_transcript_was_read(home: Home) -> None:
    line = "- [Deploys](deploys.md) — on Fridays"
    home.tool("Edit", file_path=str(home.index), old_string=END, new_string=f"{END}\n{line}")
    home.plant(f"{line}\n")
    assert home.lines() == [line]
    home.work()
    assert home.look() == []


def test_what_the_client_was_refused_is_not_its_own(home: Home) -> None:
    home.tool("Write", failed=True, file_path=str(home.index), content=f"{EVIL}\n")
    home.plant(f"{EVIL}\n")
    home.work()
    assert home.lines() == [EVIL]


def test_what_the_client_wrote_to_another_file_is_not_known_here(home: Home) -> None:
    home.tool("Write", file_path=str(home.scratch.project / "MEMORY.md"), content=f"{EVIL}\n")
    home.plant(f"{EVIL}\n")
    home.work()
    assert home.lines() == [EVIL]


def test_a_folder_no_run_ever_wrote_to_is_looked_at(tmp_path: Path) -> None:
    home = Home(tmp_path / "home", "Hello there.")
    assert not home.index.exists()
    assert home.look() == []
    home.index.parent.mkdir()
    home.index.write_text(f"# Memory\n{EVIL}\n")
    assert home.lines() == [EVIL]


def test_what_is_told_of_a_line_does_nothing_to_a_terminal_and_is_short(home: Home) -> None:
    home.plant("\x1b[2J\u202e" + "x" * 500 + "\n")
    (found,) = home.look()
    (line,) = found.told()
    assert line.isprintable()
    assert len(line) < len(str(home.index)) + 4 * SHOWN


def test_memory_files_of_unknown_hand_are_counted_and_no_problem(home: Home) -> None:
    (home.scratch.memory / "mine.md").write_text("Mine.\n")
    home.tool("Write", file_path=str(home.scratch.memory / "agent.md"), content="The agent's.\n")
    (home.scratch.memory / "agent.md").write_text("The agent's.\n")
    home.work()
    values = status_values(home.settings, home.env)
    assert (values["unknown_memory_files"], values["outside"]) == (1, [])
    told = "1 memory file was written neither by the service nor by the client: `extractor status --accept` shows"
    (at,) = [n for n, line in enumerate(status_lines(values)) if line.startswith(told)]
    assert status_lines(values)[at + 1] == f'  in {home.scratch.memory}: "mine.md"'
    assert problem_lines(values) == []
    assert outside(World(home.settings, home.env)).endswith("known, 1 memory file is not")
    assert home.accept() == [f"accepted: {home.scratch.memory / 'mine.md'}"]
    assert status_values(home.settings, home.env)["unknown_memory_files"] == 0


def test_a_file_of_ours_that_was_only_renamed_is_of_no_unknown_hand(home: Home) -> None:
    (learned,) = (path for path in home.scratch.memory.glob("*.md") if path != home.index)
    learned.rename(home.scratch.memory / "Rules of mine.md")
    home.work()
    assert home.look() == []
    with (home.scratch.memory / "Rules of mine.md").open("a") as file:
        file.write(EVIL)
    (found,) = home.look()
    assert list(found.files) == ["Rules of mine.md"]


def test_a_renamed_file_of_ours_stays_known_when_a_command_changes_it(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    (learned,) = (path for path in home.scratch.memory.glob("*.md") if path != home.index)
    renamed = learned.rename(home.scratch.memory / "mine.md")
    monkeypatch.chdir(home.scratch.project)
    for wanted in (True, False, True):
        set_pins(home.settings, home.env, ["mine"], wanted=wanted)
        assert home.look() == []
    renamed.write_text(renamed.read_text() + EVIL)
    set_pins(home.settings, home.env, ["mine"], wanted=False)
    (found,) = home.look()
    assert list(found.files) == ["mine.md"]


def test_a_planted_file_that_was_pinned_is_of_unknown_hand_under_another_name_too(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted = home.scratch.memory / "notes.md"
    planted.write_text(f"{EVIL}\n")
    monkeypatch.chdir(home.scratch.project)
    set_pins(home.settings, home.env, ["notes"], wanted=True)
    (home.scratch.memory / "more.md").write_bytes(planted.read_bytes())
    (found,) = home.look()
    assert sorted(found.files) == ["more.md", "notes.md"]


def test_a_file_that_is_no_text_is_told_to_no_agent_and_named_with_what_to_do(home: Home) -> None:
    (home.scratch.memory / "bin.md").write_bytes(bytes(range(256)) * 8)
    home.scratch.command("once")
    assert "bin.md" not in home.index.read_text()
    (problem,) = problem_lines(status_values(home.settings, home.env))
    assert problem.startswith(f"problem: {home.scratch.memory / 'bin.md'} is no text in UTF-8")
    assert home.look() == []
    (home.scratch.memory / "bin.md").write_text("Mine.\n")
    home.scratch.command("once")
    assert "(bin.md) — Mine." in home.index.read_text()
    assert problem_lines(status_values(home.settings, home.env)) == []


def test_a_memory_file_that_became_no_text_is_not_taken_for_removed(home: Home) -> None:
    (learned,) = (path for path in home.scratch.memory.glob("*.md") if path != home.index)
    before = learned.read_bytes()
    learned.write_bytes(b"\0" * len(before))
    home.clock.pass_by(7_200)
    home.work()
    learned.write_bytes(before)
    home.work()
    assert RULE in home.index.read_text()
    assert not (home.settings.state_dir / "tombstones.jsonl").exists()


def test_status_tells_it_as_a_problem_but_not_as_what_holds_learning_up(home: Home) -> None:
    home.plant(f"{EVIL}\n")
    home.session.write(home.session.prompt("Always squash commits."))
    home.clock.pass_by(-3_600)  # the prompt's exchange is not over
    home.work()
    values = status_values(home.settings, home.env)
    (line,) = problem_lines(values)
    assert line.startswith(f"problem: 1 line of {home.index}")
    assert "service is not running" in str(values["waiting_why"])
    assert "`extractor once` after 60 quiet seconds" in str(values["waiting_why"])
    assert json.dumps(values["outside"])


def test_a_folder_that_cannot_be_looked_into_is_told(home: Home) -> None:
    home.index.unlink()
    home.index.symlink_to(home.scratch.home / "elsewhere")
    (found,) = home.look()
    assert "symbolic link" in found.problem


def test_one_folder_for_everything_is_looked_at_once(home: Home, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(home.scratch.memory)
    home.scratch.settings["EXTRACTOR_MEMORY_DIR"] = str(link)
    home.plant(f"{EVIL}\n")
    assert home.lines() == [EVIL]
    assert line_hash(EVIL) not in Path(home.settings.state_dir / "state.db").read_text("latin-1")
