"""Two spellings of one file's path compare alike, those of two files do not."""

from __future__ import annotations

import pytest

from extractor import fs


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
