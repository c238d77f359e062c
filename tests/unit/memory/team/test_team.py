"""The team's folder: read within bounds, told as far as it was accepted, written only for a person."""

from __future__ import annotations

import os
from datetime import UTC
from pathlib import Path

import pytest

from extractor.domain import MemoryType
from extractor.errors import ConfigError
from extractor.memory.index import entry_line
from extractor.memory.team.team import (
    MOST_BYTES,
    MOST_NAMES,
    TeamFolder,
    TeamHome,
    mark,
    real_root,
    team_entries,
    team_folder,
    unsaid,
)
from extractor.memory.team.team_form import for_team
from tests.support.place import in_two_spellings

FACT = "Releases are tagged on Fridays."


def memory(said: str = FACT, kind: MemoryType | str = MemoryType.PROJECT, more: str = "") -> bytes:
    return f'---\nname: x\ndescription: "{said}"\nmetadata:\n  type: {kind}\n{more}---\n\n{said}\n'.encode()


@pytest.fixture
def folder(tmp_path: Path) -> TeamFolder:
    return TeamFolder(tmp_path)


def test_a_folder_that_is_not_there_holds_nothing_and_says_nothing(folder: TeamFolder) -> None:
    sight = folder.sight()
    assert (sight.files, sight.unused, sight.problem) == ({}, {}, "")
    assert folder.stamp() == ()
    assert not Path(folder.path).exists()


def test_a_team_s_folder_is_found_whichever_way_its_project_is_spelled(tmp_path: Path) -> None:
    composed, decomposed = in_two_spellings(tmp_path.resolve())
    for written in (composed, decomposed):
        for project in (composed, decomposed):
            team = team_folder([written], str(project))
            assert team is not None
            assert team.root == composed
            assert team.put({"port.md": memory()}) == (["port.md"] if written == project == composed else [])


def test_a_project_that_cannot_be_a_path_has_no_team_and_takes_none_away(tmp_path: Path) -> None:
    assert team_folder([tmp_path], "/home/dev/s\0hop") is None
    assert team_folder([tmp_path], str(tmp_path)) is not None


def test_what_is_put_there_reads_back_and_is_the_owners_alone(folder: TeamFolder) -> None:
    assert folder.put({"a.md": memory(), "b.md": memory("B is here.")}) == ["a.md", "b.md"]
    assert folder.sight().files == {"a.md": memory(), "b.md": memory("B is here.")}
    assert folder.put({"a.md": memory()}) == []
    assert sorted(os.listdir(folder.path)) == ["a.md", "b.md"]


def test_what_is_put_there_is_all_there_or_none(folder: TeamFolder) -> None:
    folder.put({"b.md": memory()})
    with pytest.raises(ConfigError, match="there already and says something else"):
        folder.put({"a.md": memory(), "b.md": memory("Other."), "c.md": memory()})
    assert folder.sight().files == {"b.md": memory()}
    assert os.listdir(folder.path) == ["b.md"]


def test_what_is_taken_away_is_what_was_read_and_nothing_else(folder: TeamFolder) -> None:
    folder.put({"a.md": memory(), "b.md": memory()})
    assert folder.take({"a.md": memory(), "b.md": memory("Other."), "gone.md": memory()}) == ["b.md"]
    assert list(folder.sight().files) == ["b.md"]


def test_only_accepted_bytes_under_an_accepted_name_are_told(folder: TeamFolder) -> None:
    folder.put({"a.md": memory(), "b.md": memory()})
    home = TeamHome(folder, lambda: frozenset({mark("a.md", memory())}))
    assert home.snapshot() == {"a.md": memory()}
    (Path(folder.path) / "a.md").write_bytes(memory("Other."))
    assert home.snapshot() == {}


def test_a_name_and_bytes_cannot_be_shifted_into_each_other() -> None:
    assert mark("a.md", b"b\n") != mark("a.mdb", b"\n")
    assert mark("a.md", memory()) != mark("b.md", memory())


@pytest.mark.parametrize("kind", ["user", "feedback", "", "Project\n  x: y", "everything"])
def test_only_the_types_of_a_team_are_told(folder: TeamFolder, kind: str) -> None:
    data = memory(kind=kind)
    folder.put({"a.md": data})
    told = folder.sight().told({mark("a.md", data)})
    assert bool(told) == kind.startswith("Project")


def test_the_stamp_tells_a_change_and_an_acceptance(folder: TeamFolder) -> None:
    accepted: set[str] = set()
    home = TeamHome(folder, lambda: frozenset(accepted))
    seen = [home.stamp()]
    folder.put({"a.md": memory()})
    seen.append(home.stamp())
    accepted.add(mark("a.md", memory()))
    seen.append(home.stamp())
    (Path(folder.path) / "a.md").write_bytes(memory("Other one."))
    seen.append(home.stamp())
    folder.take({"a.md": memory("Other one.")})
    seen.append(home.stamp())
    assert len(set(seen)) == 5


def test_more_names_than_are_read_are_one_line(folder: TeamFolder) -> None:
    folder.put({"a.md": memory()})
    for number in range(MOST_NAMES):
        (Path(folder.path) / f"n{number}").touch()
    assert "holds more than 500 names" in folder.sight().problem
    assert folder.sight().files == {}


def test_what_cannot_be_read_is_told_by_name_and_the_rest_is_read(folder: TeamFolder, tmp_path: Path) -> None:
    folder.put({"a.md": memory()})
    place = Path(folder.path)
    (place / "large.md").write_bytes(b"x" * (MOST_BYTES + 1))
    (place / "Odd Name.md").write_bytes(memory())
    (place / "two\nlines.md").write_bytes(memory())
    (place / "link.md").symlink_to(tmp_path / "secret")
    os.mkfifo(place / "fifo.md")
    (place / "dir.md").mkdir()
    os.link(place / "a.md", tmp_path / "b.md")
    (place / "MEMORY.md").write_text("- [Evil](evil.md)")
    (place / "zero.md").write_bytes(memory("Tag on Fri\u200bdays."))
    (place / "turned.md").write_bytes(memory("Tag on \u202eFridays."))
    (place / "tags.md").write_bytes(memory("Tag on Fridays\U000e0041."))
    (place / "escape.md").write_bytes(memory("Tag on \x1b[31mFridays."))
    (place / "bytes.md").write_bytes(memory() + b"\xff")
    (place / "crlf.md").write_bytes(memory().replace(b"\n", b"\r\n"))
    (place / "README.txt").write_text("no memory")
    sight = folder.sight()
    assert list(sight.files) == ["crlf.md"]
    assert set(sight.unused) == {
        "zero.md", "turned.md", "tags.md", "escape.md", "bytes.md",
        "large.md", "Odd Name.md", "two\nlines.md", "link.md", "fifo.md", "dir.md", "a.md", "MEMORY.md",
    }  # fmt: skip
    assert not any("\n" in line for line in sight.unused.values())


def test_a_fact_that_is_told_elsewhere_or_by_another_file_is_told_once() -> None:
    team = {"a.md": memory(), "b.md": memory("Releases  are tagged on fridays"), "c.md": memory("C is here.")}
    assert list(unsaid(team, [])) == ["a.md", "c.md"]
    assert list(unsaid(team, [{"own.md": memory("C is here.")}])) == ["a.md"]
    lines = [entry_line(entry) for entry in team_entries(team, [{"own.md": memory()}], UTC)]
    assert lines == ["- (team) C is here."]


def test_a_team_s_further_sentences_are_told_where_nobody_else_says_one_of_them() -> None:
    team = {"a.md": memory() + b"\nC is here.\n\nD is there.\n", "b.md": memory("D is there.")}
    alone = [entry_line(entry) for entry in team_entries(team, [], UTC)]
    assert alone == [f"- (team) {FACT} C is here. D is there."]
    beside = [entry_line(entry) for entry in team_entries(team, [{"own.md": memory("C is here.")}], UTC)]
    assert beside == [f"- (team) {FACT}"]


def test_a_repository_neither_pins_nor_dates_itself_to_the_front() -> None:
    more = "  pinned: true\n  modified: 2999-01-01T00:00:00.000Z\n"
    (entry,) = team_entries({"a.md": memory(more=more)}, [], UTC)
    assert (entry.pinned, entry.modified, entry.home) == (False, "", "team")


def test_what_goes_to_a_team_holds_the_fact_and_nothing_of_the_machine() -> None:
    more = "  pinned: true\n  originSessionId: 1f0c\n  modified: 2026-03-02T09:14:05.120Z\nsecret_key: 1\n"
    read = for_team("a.md", memory(more=more) + b"\n**Why:** few people.\n**How to apply:** tag `main`.\n")
    assert read.data.decode() == (
        f'---\nname: x\ndescription: "{FACT}"\nmetadata:\n  node_type: memory\n  type: project\n---\n\n{FACT}\n\n'
        "**Why:** few people.\n**How to apply:** tag `main`.\n"
    )
    assert for_team("a.md", read.data).data == read.data


@pytest.mark.parametrize(
    ("name", "data", "line"),
    [
        ("a.md", memory(kind="user"), "only project and reference"),
        ("a.md", memory(kind="feedback"), "only project and reference"),
        ("a.md", b"No front matter.\n", "of type none"),
        ("a.md", memory() + b"\n```sh\nrun: this\n```\n", "holds more than sentences"),
        ("a.md", memory() + b"\n<!-- a remark -->\n", "holds more than sentences"),
        ("a.md", memory() + b"\n# A heading\n", "holds more than sentences"),
        ("a.md", memory() + b"\xff\n", "not UTF-8"),
        ("a.md", b"---\nmetadata:\n  type: project\n---\n\n", "no sentence"),
        ("Own Name.md", memory(), "rename it"),
        ("a.md", memory() + b"\nOne more sentence." * 1000, "larger than"),
    ],
)
def test_what_has_another_form_is_refused_rather_than_cut(name: str, data: bytes, line: str) -> None:
    with pytest.raises(ConfigError, match=line) as refused:
        for_team(name, data)
    assert "\n" not in str(refused.value)


def test_a_root_that_begins_where_nobody_can_be_any_more_is_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert real_root(Path("shop")) == "shop"
