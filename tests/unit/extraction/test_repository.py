"""Which work trees are one project, by what git itself wrote."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from extractor.extraction.folders import project_root


def git(*words: str, cwd: Path) -> None:
    subprocess.run(
        ["git", "-c", "user.name=dev", "-c", "user.email=dev@example.org", "-c", "init.defaultBranch=main", *words],
        cwd=cwd, check=True, capture_output=True,
    )  # fmt: skip


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path.resolve() / "shop"
    root.mkdir()
    git("init", "-q", cwd=root)
    (root / "README").write_text("x")
    git("add", "-A", cwd=root)
    git("commit", "-qm", "start", cwd=root)
    return root


def test_a_sub_folder_belongs_to_its_repository(repository: Path) -> None:
    (repository / "a" / "b").mkdir(parents=True)
    assert project_root(str(repository / "a" / "b")) == str(repository)


def test_a_linked_work_tree_belongs_to_the_main_one(repository: Path) -> None:
    other = repository.parent / "elsewhere"
    git("worktree", "add", "-q", str(other), cwd=repository)
    (other / "sub").mkdir()
    assert project_root(str(other / "sub")) == str(repository)


def test_a_submodule_is_a_project_of_its_own(repository: Path) -> None:
    inner = repository / "lib"
    inner.mkdir()
    (inner / ".git").write_text("gitdir: ../.git/modules/lib\n")
    (repository / ".git" / "modules" / "lib").mkdir(parents=True)
    assert project_root(str(inner)) == str(inner)


def test_a_work_tree_that_was_moved_belongs_to_the_main_one(repository: Path) -> None:
    other, moved = repository.parent / "elsewhere", repository.parent / "moved"
    git("worktree", "add", "-q", str(other), cwd=repository)
    git("worktree", "move", str(other), str(moved), cwd=repository)
    assert project_root(str(moved)) == str(repository)
    moved.rename(other)
    assert project_root(str(other)) == str(other)
    git("worktree", "repair", str(other), cwd=repository)
    assert project_root(str(other)) == str(repository)


def test_a_work_tree_named_by_relative_paths_belongs_to_the_main_one(repository: Path) -> None:
    other = repository.parent / "elsewhere"
    git("worktree", "add", "-q", str(other), cwd=repository)
    (other / ".git").write_text("gitdir: ../shop/.git/worktrees/elsewhere\n")
    (repository / ".git/worktrees/elsewhere/gitdir").write_text("../../../../elsewhere/.git\n")
    assert project_root(str(other)) == str(repository)


def test_a_work_tree_reached_by_a_link_belongs_to_the_main_one(repository: Path) -> None:
    other = repository.parent / "elsewhere"
    git("worktree", "add", "-q", str(other), cwd=repository)
    (repository.parent / "link").symlink_to(other)
    assert project_root(str(repository.parent / "link")) == str(repository)


def test_a_work_tree_of_a_bare_repository_belongs_to_it(repository: Path) -> None:
    bare, other = repository.parent / "shop.git", repository.parent / "elsewhere"
    git("clone", "-q", "--bare", str(repository), str(bare), cwd=repository)
    git("worktree", "add", "-q", str(other), cwd=bare)
    assert project_root(str(other)) == str(bare)


def test_a_repository_whose_git_folder_stands_elsewhere_is_its_own_project(tmp_path: Path) -> None:
    root = tmp_path.resolve() / "shop"
    root.mkdir()
    git("init", "-q", "--separate-git-dir", str(tmp_path / "kept"), cwd=root)
    assert project_root(str(root)) == str(root)


@pytest.mark.parametrize(
    "brought", ["git's files", "a way back too", "the place of another's", "a link to another's"]
)
def test_a_folder_that_says_it_is_another_s_work_tree_is_its_own_project(
    repository: Path, brought: str
) -> None:
    git("worktree", "add", "-q", str(repository.parent / "other"), cwd=repository)
    evil = repository.parent / "unpacked"
    (evil / "meta").mkdir(parents=True)
    (evil / "meta/commondir").write_text("../../shop/.git\n")
    (evil / ".git").write_text("gitdir: meta\n")
    if brought == "a way back too":
        (evil / "meta/gitdir").write_text("../.git\n")
    elif brought == "the place of another's":
        (evil / ".git").write_text("gitdir: ../shop/.git/worktrees/other\n")
    elif brought == "a link to another's":
        (evil / ".git").unlink()
        (evil / ".git").symlink_to("../other/.git")
    assert project_root(str(evil)) == str(evil)


@pytest.mark.parametrize("name", ["gitdir", "commondir"])
def test_what_git_would_not_write_of_a_work_tree_is_not_waited_for(repository: Path, name: str) -> None:
    other = repository.parent / "elsewhere"
    git("worktree", "add", "-q", str(other), cwd=repository)
    file = repository / ".git/worktrees/elsewhere" / name
    file.unlink()
    os.mkfifo(file)
    assert project_root(str(other)) == str(other)
