"""Settings as a file and the environment hold them."""

from __future__ import annotations

from pathlib import Path

import pytest

from extractor.config.settings import load
from extractor.config.sources import told_in, written_in
from extractor.errors import ConfigError

KNOWN = ("scan_seconds", "private_paths", "plain_folders")
LISTS = ("private_paths", "plain_folders")


def written(place: Path, text: str) -> dict[str, object]:
    file = place / "config.toml"
    file.write_text(text, encoding="utf-8")
    return dict(written_in(file, KNOWN, is_named=False))


def told(text: str) -> object:
    return told_in({"EXTRACTOR_PRIVATE_PATHS": text}, KNOWN, LISTS).get("private_paths")


def test_a_file_that_is_not_there_says_nothing_unless_somebody_named_it(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    assert written_in(file, KNOWN, is_named=False) == {}
    with pytest.raises(ConfigError, match=f"^EXTRACTOR_CONFIG names {file}, which does not exist"):
        written_in(file, KNOWN, is_named=True)


@pytest.mark.parametrize("linked", [".config", ".config/extractor", ".config/extractor/config.toml"])
def test_settings_behind_a_link_that_leads_to_nothing_are_missed(tmp_path: Path, linked: str) -> None:
    link = tmp_path / linked
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(tmp_path / "not mounted")
    with pytest.raises(ConfigError, match=f"^{link} is a link that leads to nothing: mend it or remove it$"):
        load({}, {"HOME": str(tmp_path)})


def test_a_folder_in_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"is a folder where a file is wanted: move it elsewhere$"):
        written_in(tmp_path, KNOWN, is_named=False)


def test_a_settings_file_an_editor_gave_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    assert written(tmp_path, "\ufeffscan_seconds = 20\n") == {"scan_seconds": 20}


def test_a_name_in_the_file_that_is_none_is_told_with_what_was_probably_meant(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no setting 'scan_second': did you mean 'scan_seconds'\?$"):
        written(tmp_path, "scan_second = 20\n")
    with pytest.raises(ConfigError, match=r"no setting 'colour': `extractor config` prints all there are$"):
        written(tmp_path, "colour = 20\n")


def test_a_variable_that_is_nearly_one_is_told_and_one_of_others_is_not() -> None:
    with pytest.raises(ConfigError, match="did you mean EXTRACTOR_SCAN_SECONDS"):
        told_in({"EXTRACTOR_SCAN_SECOND": "20"}, KNOWN, LISTS)
    assert told_in({"EXTRACTOR_COLOUR": "red", "SCAN_SECONDS": "20", "HOME": "/"}, KNOWN, LISTS) == {}


def test_an_empty_variable_counts_as_not_set() -> None:
    env = {"EXTRACTOR_SCAN_SECONDS": "20", "EXTRACTOR_PRIVATE_PATHS": ""}
    assert told_in(env, KNOWN, LISTS) == {"scan_seconds": "20"}


@pytest.mark.parametrize("text", ["*.pem:.env", '["*.pem", ".env"]', ' ["*.pem",".env"] ', "*.pem::.env:"])
def test_a_variable_holds_a_list_like_a_path_or_as_the_file_does(text: str) -> None:
    assert told(text) == ["*.pem", ".env"]


def test_a_variable_may_hold_an_empty_list_and_names_with_brackets_commas_and_colons() -> None:
    assert told("[]") == []
    assert told("[a-z].pem") == ["[a-z].pem"]
    assert told('["a,b", "c:d"]') == ["a,b", "c:d"]
    assert told("/srv/b c") == ["/srv/b c"]


@pytest.mark.parametrize("name", ["PRIVATE_PATHS", "PLAIN_FOLDERS", "TEAM_MEMORY"])
@pytest.mark.parametrize("text", ["/srv/a,/srv/b", "['/srv/a']", '["/srv/a"', '["/srv/a", 1]'])
def test_a_variable_that_only_looks_like_a_list_is_an_error(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(ConfigError, match=rf'^EXTRACTOR_{name}: .*one:two or \["one", "two"\]'):
        load({}, {"HOME": str(tmp_path), f"EXTRACTOR_{name}": text})
