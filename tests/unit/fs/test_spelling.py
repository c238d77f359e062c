"""Two spellings of one file's path compare alike, those of two files do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from extractor import fs
from tests.support.place import in_two_spellings


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/Users/dev/Shop", "/users/dev/shop"),
        ("/Users/dev/Gr\u00f6\u00dfe", "/Users/dev/GRO\u0308SSE"),
        ("/private/tmp/x", "/tmp/x"),
        ("/private/var", "/var"),
        ("/System/Volumes/Data/Users/dev", "/Users/dev"),
        ("/System/Volumes/Data/private/etc/hosts", "/etc/hosts"),
    ],
)
def test_on_macos_two_spellings_are_one_path_and_on_linux_two(one: str, other: str) -> None:
    assert fs.compared(one, "darwin") == fs.compared(other, "darwin")
    assert fs.compared(one, "linux") != fs.compared(other, "linux")


@pytest.mark.parametrize(
    "path", ["/private/tmpx", "/private/home", "/x/private/tmp", "/system/volumes/database/x"]
)
def test_only_the_links_of_every_macos_are_left_out(path: str) -> None:
    assert fs.compared(path, "darwin") == path


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_forms_of_unicode_are_told_apart_nowhere(platform: str) -> None:
    assert fs.compared("/x/Gro\u0308\u00dfe", platform) == fs.compared("/x/Gr\u00f6\u00dfe", platform)


def test_what_lies_in_a_folder_does_so_however_the_two_are_spelled() -> None:
    assert fs.lies_in("/Users/dev/GRO\u0308SSE/notes", "/users/dev/Gr\u00f6\u00dfe/", "darwin")
    assert fs.lies_in("/x/shop", "/x/shop", "linux")
    assert fs.lies_in("/x", "/", "linux")
    assert not fs.lies_in("/x/shop-api", "/x/shop", "darwin")
    assert not fs.lies_in("/x/Shop/notes", "/x/shop", "linux")


def test_a_path_is_composed_where_both_spellings_lead_to_one_file(tmp_path: Path) -> None:
    composed, decomposed = in_two_spellings(tmp_path.resolve())
    assert fs.composed(str(decomposed / "src")) == str(decomposed / "src")
    (decomposed / "src").mkdir()
    assert fs.composed(str(decomposed / "src")) == fs.composed(str(composed / "src")) == str(composed / "src")


def test_two_files_whose_names_differ_in_form_stay_two(tmp_path: Path) -> None:
    composed, decomposed = in_two_spellings(tmp_path)
    composed.unlink()
    composed.mkdir()
    assert fs.composed(str(decomposed)) == str(decomposed)


def test_a_path_is_told_as_its_folders_list_it(tmp_path: Path) -> None:
    composed, decomposed = in_two_spellings(tmp_path.resolve())
    assert fs.listed(str(composed / "gone")) == str(decomposed / "gone")
    composed.unlink()
    (decomposed / decomposed.name).mkdir()
    assert fs.listed(str(composed / composed.name)) == str(decomposed / decomposed.name)
    assert fs.listed(str(tmp_path / "gone" / composed.name)) == str(
        tmp_path.resolve() / "gone" / composed.name
    )
