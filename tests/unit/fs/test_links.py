"""A path is told with the links on its way resolved, whatever stands there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from extractor.fs import Links


class Moments:
    """A clock that shows what it is told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def place(tmp_path: Path) -> Path:
    root = Path(os.path.realpath(tmp_path))
    (root / "vault" / "deep").mkdir(parents=True)
    (root / "vault" / "salary.md").write_text("90000")
    (root / "notes").symlink_to("vault")
    (root / "deep").symlink_to(root / "notes" / "deep")
    (root / "pay.md").symlink_to("deep/../salary.md")
    (root / "lost").symlink_to("nowhere/at/all")
    (root / "round").symlink_to("round")
    return root


@pytest.mark.parametrize(
    "path",
    [
        *("notes", "notes/salary.md", "deep", "deep/../salary.md", "pay.md", "vault/./deep//..", "vault"),
        *("lost", "lost/x", "gone/../vault", "vault/salary.md/x", "."),
    ],
)
def test_a_path_resolves_as_the_system_resolves_it(place: Path, path: str) -> None:
    assert Links().real(f"{place}/{path}") == os.path.realpath(f"{place}/{path}")


@pytest.mark.parametrize("path", ["round/x", "n\0l", "x" * 300, "\udcff", "/".join(["d"] * 5000)])
def test_a_path_that_leads_nowhere_is_told_and_raises_nothing(place: Path, path: str) -> None:
    assert Links().real(f"{place}/{path}").startswith(str(place))


def test_what_stands_for_a_process_is_left_as_it_is() -> None:
    assert Links().real("/proc/self/cwd/x") == "/proc/self/cwd/x"


def test_a_link_made_meanwhile_is_seen_a_moment_later(place: Path) -> None:
    moments = Moments()
    links = Links(moments)
    assert links.real(f"{place}/new/salary.md") == f"{place}/new/salary.md"
    (place / "new").symlink_to("vault")
    moments.now += 10
    assert links.real(f"{place}/new/salary.md") == f"{place}/vault/salary.md"
