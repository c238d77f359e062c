"""A name on the command line means one project, with those that share its memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from extractor.commands.naming import named
from extractor.errors import ConfigError
from extractor.extraction.folders import Places
from extractor.transcripts.paths import slug


@pytest.fixture
def where(tmp_path: Path) -> Places:
    return Places(None, tmp_path / ".claude", tmp_path / "data", {})


def join(where: Places, one: str, two: str) -> None:
    (where.claude_dir / "projects" / slug(two) / "memory").mkdir(parents=True)
    link = where.claude_dir / "projects" / slug(one) / "memory"
    link.parent.mkdir(parents=True)
    link.symlink_to(where.claude_dir / "projects" / slug(two) / "memory")


def test_the_end_of_a_path_is_a_name(where: Places) -> None:
    known = ["/src/bank", "/src/shop"]
    assert named("shop", known, where) == ["/src/shop"]
    assert named("src/shop/", known, where) == ["/src/shop"]
    with pytest.raises(ConfigError, match=r"no session was held in a project op, .*: there are /src/bank"):
        named("op", known, where)


def test_a_hidden_folder_and_one_of_windows_are_named_by_the_end_of_their_path_too(where: Places) -> None:
    known = ["/src/cli/.worktrees/1", "/home/dev/.dotfiles", r"C:\Users\Mischa"]
    assert named(".worktrees/1", known, where) == known[:1]
    assert named(".dotfiles", known, where) == known[1:2]
    assert named("Mischa", known, where) == known[2:]
    assert named(r"Users\Mischa", known, where) == known[2:]


def test_here_and_above_are_directories_not_names(
    where: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / "shop" / "src"
    inside.mkdir(parents=True)
    monkeypatch.chdir(inside)
    known = ["/other/src", "/other/..", str(tmp_path / "shop"), str(inside)]
    assert named("..", known, where) == [str(tmp_path / "shop")]
    assert named(".", known, where) == [str(inside)]
    assert named("../src", known, where) == [str(inside)]


def test_a_directory_is_the_project_it_stands_in_whether_a_session_was_held_there_or_not(
    where: Places, tmp_path: Path
) -> None:
    inside = tmp_path / "shop" / "src"
    inside.mkdir(parents=True)
    (tmp_path / "shop" / ".git").mkdir()
    assert named(str(inside), [str(tmp_path / "shop")], where) == [str(tmp_path / "shop")]
    assert named(str(inside), [str(inside)], where) == [str(inside)]
    assert named(str(inside), [], where) == [str(tmp_path / "shop")]


def test_the_whole_path_that_is_asked_for_means_the_project_of_that_path(
    where: Places, tmp_path: Path
) -> None:
    new, old = tmp_path / "new" / "app", tmp_path / "old" / "app"
    new.mkdir(parents=True)
    old.parent.mkdir()
    old.symlink_to(new)
    known = [str(new), str(old)]
    assert named(str(old), known, where) == [str(old)]
    assert named(str(new), known, where) == [str(new)]


def test_a_project_that_is_gone_is_found_by_its_path(where: Places, tmp_path: Path) -> None:
    gone = str(tmp_path / "gone")
    assert named(gone, [gone], where) == [gone]
    with pytest.raises(ConfigError, match="is no directory"):
        named(gone, [], where)


def test_joined_projects_are_one_whichever_of_them_is_named(where: Places) -> None:
    join(where, "/src/one/shop", "/src/two/shop")
    known = ["/src/one/shop", "/src/two/shop"]
    for name in ("/src/one/shop", "shop", "one/shop"):
        assert sorted(named(name, known, where)) == known
    assert named("/src/two/shop", known, where)[0] == "/src/two/shop"


def test_a_project_nothing_was_said_in_is_joined_all_the_same(where: Places, tmp_path: Path) -> None:
    (tmp_path / "moved").mkdir()
    join(where, str(tmp_path / "moved"), "/src/shop")
    assert named(str(tmp_path / "moved"), ["/src/shop"], where) == [str(tmp_path / "moved"), "/src/shop"]


def test_projects_of_one_name_are_not_mixed(where: Places) -> None:
    known = ["/private/shop", "/other/shop"]
    with pytest.raises(ConfigError, match=r"shop names 2 projects: .* of one: /private/shop, /other/shop"):
        named("shop", known, where)
    join(where, "/third/shop", "/other/shop")
    with pytest.raises(ConfigError, match="shop names 2 projects"):
        named("shop", [*known, "/third/shop"], where)
