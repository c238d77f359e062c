from __future__ import annotations

from pathlib import Path

import pytest

from extractor.transcripts.paths import (
    claude_config_dir,
    codex_home,
    gemini_folder,
    opencode_folder,
    opencode_settings,
    slug,
)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/home/dev/shop", "-home-dev-shop"),
        ("/home/dev/my_shop.v2", "-home-dev-my-shop-v2"),
        ("/tmp/é/日本", "-tmp-----"),
        ("C:\\Users\\Ann", "C--Users-Ann"),
        ("", ""),
    ],
)
def test_every_unit_that_is_no_letter_or_digit_becomes_a_hyphen(path: str, name: str) -> None:
    assert slug(path) == name


def test_an_emoji_is_two_units() -> None:
    assert slug("/a/🙂") == "-a---"


def test_a_lone_surrogate_is_one_unit() -> None:
    assert slug("/a/\ud83d") == "-a--"


def test_two_hundred_units_are_kept_whole() -> None:
    assert slug("a" * 200) == "a" * 200


@pytest.mark.parametrize(
    ("path", "ending"),
    [
        ("/" + "long-folder/" * 30, "-j68b7z"),
        ("/é🙂/" + "x" * 250, "-nqq4wg"),
        ("b" * 201, "-l74tcu"),
    ],
)
def test_a_long_name_is_cut_and_told_apart_by_the_hash_of_the_whole_path(path: str, ending: str) -> None:
    name = slug(path)
    assert len(name) == 200 + len(ending)
    assert name.endswith(ending)
    assert slug(path + "y") != name


def test_the_configuration_folder_is_the_one_named_by_the_environment() -> None:
    home = Path("/home/ann")
    assert claude_config_dir({}, home) == home / ".claude"
    assert claude_config_dir({"CLAUDE_CONFIG_DIR": ""}, home) == home / ".claude"
    assert claude_config_dir({"CLAUDE_CONFIG_DIR": "/srv/claude"}, home) == Path("/srv/claude")


def test_each_clients_folder_is_the_one_its_own_variable_names() -> None:
    home = Path("/home/ann")
    assert codex_home({}, home) == home / ".codex"
    assert codex_home({"CODEX_HOME": "/srv/codex"}, home) == Path("/srv/codex")
    assert gemini_folder({}, home) == home / ".gemini"
    assert gemini_folder({"GEMINI_CLI_HOME": "/srv"}, home) == Path("/srv/.gemini")
    assert opencode_folder({}, home) == home / ".local" / "share" / "opencode"
    assert opencode_folder({"XDG_DATA_HOME": "/srv"}, home) == Path("/srv/opencode")
    assert opencode_folder({"XDG_DATA_HOME": "relative"}, home) == home / ".local" / "share" / "opencode"
    assert opencode_settings({}, home) == home / ".config" / "opencode"
    assert opencode_settings({"XDG_CONFIG_HOME": "/srv"}, home) == Path("/srv/opencode")
    assert opencode_settings({"XDG_CONFIG_HOME": "relative"}, home) == home / ".config" / "opencode"
