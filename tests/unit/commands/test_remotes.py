"""Clones of one remote are known, however each of them names it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from extractor.commands.remotes import remote_of

PLACE = "git.example.org/team/shop"


@pytest.mark.parametrize(
    "url",
    [
        "git@git.example.org:team/shop.git",
        "https://git.example.org/team/shop",
        "https://some" + "body:word@git.example.org/team/shop.git/",
        "ssh://git@git.example.org:2222/team/shop.git",
        "git://GIT.example.org/team/shop",
    ],
)
def test_a_remote_is_its_host_and_path_however_it_is_named(tmp_path: Path, url: str) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/config").write_text(
        f'[core]\n\tbare = false\n[remote "fork"]\n\turl = git@h:x/y\n[remote "origin"]\n\tfetch = +refs\n\turl = {url}\n'
    )
    assert remote_of(str(tmp_path)) == PLACE


@pytest.mark.parametrize(
    "config", [None, "", '[remote "fork"]\n\turl = git@h:x/y\n', '[remote "origin"]\n[a]\nurl = h:p\n']
)
def test_a_repository_without_an_origin_has_none(tmp_path: Path, config: str | None) -> None:
    if config is not None:
        (tmp_path / ".git").mkdir()
        (tmp_path / ".git/config").write_text(config)
    assert remote_of(str(tmp_path)) is None


@pytest.mark.parametrize("device", ["/dev/zero", None])
def test_a_configuration_that_is_no_plain_file_is_not_opened(tmp_path: Path, device: str | None) -> None:
    config = tmp_path / ".git/config"
    config.parent.mkdir()
    if device is None:
        os.mkfifo(config)
    else:
        config.symlink_to(device)
    assert remote_of(str(tmp_path)) is None
