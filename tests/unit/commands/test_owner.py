"""Whose machine this is."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from extractor.commands.owner import names_of

MAIL = "jo.waldvogel" + "@" + "example.org"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home" / "repo").mkdir(parents=True)
    return tmp_path / "home"


def env(home: Path, path: str = "/usr/bin:/bin") -> dict[str, str]:
    return {"HOME": str(home), "PATH": path, "USER": "joew", "GIT_AUTHOR_NAME": "Jo W."}


def test_what_the_system_knows_is_named(home: Path) -> None:
    found = names_of(env(home), home / "repo")
    assert {"joew", "Jo W."} <= set(found)
    assert all(found)


@pytest.mark.parametrize("has_git", [True, False])
def test_what_git_knows_here_and_everywhere_is_named(home: Path, has_git: bool) -> None:
    repo = home / "repo"
    here = env(home)
    subprocess.run(["git", "init", "-q"], cwd=repo, env=here, check=True)
    subprocess.run(["git", "config", "user.name", "Jo Waldvogel"], cwd=repo, env=here, check=True)
    (home / ".gitconfig").write_text(f'[core]\n\tname = x\n[user]\n\temail = "{MAIL}"\n')
    found = names_of(here if has_git else env(home, "/nowhere"), repo)
    assert {"Jo Waldvogel", MAIL} <= set(found)
    assert "x" not in found


def test_a_repository_that_makes_no_sense_names_nobody(home: Path) -> None:
    (home / "repo" / ".git").mkdir()
    (home / "repo" / ".git" / "config").write_bytes(b"\xff[user\nname\n[user]\nname = Jo\n")
    assert "joew" in names_of(env(home), home / "repo")


@pytest.mark.parametrize("device", ["/dev/zero", None])
def test_a_configuration_that_is_no_plain_file_is_not_opened(home: Path, device: str | None) -> None:
    config = home / "repo/.git/config"
    config.parent.mkdir()
    if device is None:
        os.mkfifo(config)
    else:
        config.symlink_to(device)
    assert "joew" in names_of(env(home, "/nowhere"), home / "repo")
