"""A first run that is killed among its files leaves an index that names them all, once anything looks again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.machine import Scratch, within

FILES = 12


def _begun(scratch: Scratch, least: int) -> None:
    """A first pass over so many rules, killed as soon as `least` of their files stand."""
    session = scratch.session()
    for number in range(FILES):
        session.turn(f"Never use library{chr(97 + number)}x for parsing.")
    process = subprocess.Popen(
        [sys.executable, "-m", "extractor", "once"],
        env=scratch.env,
        cwd=scratch.project,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert within(60, lambda: len(_files(scratch)) >= least or process.poll() is not None)
    process.kill()
    process.wait(10)


def _files(scratch: Scratch) -> set[str]:
    return {file.name for file in scratch.memory.glob("*.md")} - {"MEMORY.md"}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("least", [1, FILES // 2, FILES])
def test_a_pass_that_was_killed_among_its_files_is_indexed_by_the_next(tmp_path: Path, least: int) -> None:
    scratch = Scratch(tmp_path / "home")
    _begun(scratch, least)
    done = scratch.command("once")
    assert done.returncode == 0, done.stderr
    index = (scratch.memory / "MEMORY.md").read_text()
    assert len(_files(scratch)) == FILES
    assert [name for name in _files(scratch) if name not in index] == []


@pytest.mark.timeout(300)
def test_the_service_indexes_it_too(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "home")
    _begun(scratch, 1)
    service = scratch.start("--quiet")
    try:
        assert within(30, (scratch.memory / "MEMORY.md").exists)
    finally:
        service.terminate()
        service.wait(10)


def test_a_folder_that_could_not_be_written_to_is_indexed_once_it_can(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "home")
    scratch.session().turn("Never mock the database in tests.")
    scratch.memory.mkdir(parents=True)
    scratch.memory.chmod(0o555)
    try:
        if _is_writable(scratch.memory):
            pytest.skip("this user writes where nobody may")
        assert scratch.command("once").returncode != 0
    finally:
        scratch.memory.chmod(0o755)
    assert scratch.command("once").returncode == 0
    assert _files(scratch)
    assert all(name in (scratch.memory / "MEMORY.md").read_text() for name in _files(scratch))


def _is_writable(folder: Path) -> bool:
    try:
        (folder / "probe").touch()
    except OSError:
        return False
    (folder / "probe").unlink()
    return True
