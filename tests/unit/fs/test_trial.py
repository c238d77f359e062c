"""A folder is tried with files of our own, and left as it was."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from extractor.errors import ConfigError, StoreFailed
from extractor.fs import Kernel, try_swaps


class WithoutFlags(Kernel):
    """A file system that knows no rename with flags."""

    def rename_exclusive(self, source: str, target: str, at: int) -> None:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    def rename_exchange(self, one: str, other: str, at: int) -> None:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))


class WithoutLinks(WithoutFlags):
    """One that knows no hard links either, as exFAT and vboxsf."""

    def link(self, source: str, target: str, at: int) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))


class CreatesOnly(WithoutLinks):
    """One that can rename without replacing, and nothing more."""

    def rename_exclusive(self, source: str, target: str, at: int) -> None:
        Kernel.rename_exclusive(self, source, target, at)


@pytest.mark.parametrize(("kernel", "is_one_step"), [(Kernel(), True), (WithoutFlags(), False)])
def test_a_file_system_that_swaps_files_is_told_and_the_folder_is_as_it_was(
    tmp_path: Path, kernel: Kernel, is_one_step: bool
) -> None:
    (tmp_path / "a.md").write_bytes(b"mine")
    assert try_swaps(tmp_path, kernel) is is_one_step
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"a.md": b"mine"}


@pytest.mark.parametrize("kernel", [WithoutLinks(), CreatesOnly()])
def test_a_file_system_that_swaps_none_is_named_with_what_helps_and_nothing_is_left_in_the_folder(
    tmp_path: Path, kernel: Kernel
) -> None:
    with pytest.raises(StoreFailed) as failed:
        try_swaps(tmp_path, kernel)
    assert str(failed.value) == (
        f"{tmp_path} is on a file system that cannot swap files safely: "
        "keep memory in a folder on a local file system (memory_dir)"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="does not exist"):
        try_swaps(tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_a_file_that_may_not_be_changed_is_not_blamed_on_the_file_system(tmp_path: Path) -> None:
    class Forbids(WithoutLinks):
        def rename_exclusive(self, source: str, target: str, at: int) -> None:
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    with pytest.raises(StoreFailed, match="check the owner and flags"):
        try_swaps(tmp_path, Forbids())
