"""The page on clients names tests, and each of them is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.support.client_installs import REPOSITORY
from tests.support.real_clients import newest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

PAGE = (REPOSITORY / "docs/clients.md").read_text(encoding="utf-8")


def collected() -> set[str]:
    """Names of the tests with the clients, with what they are given."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", "tests/clients"],
        cwd=REPOSITORY,
        env=kept,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stdout
    return {line.partition("::")[2] for line in done.stdout.splitlines() if "::" in line}


def test_every_test_the_page_names_is_there() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")][2:]
    assert len(rows) == len(newest())
    for row in rows:
        _, client, *cells, _ = row.split("|")
        assert len(cells) == 4, client
        assert all("`test_" in cell for cell in cells), client
    named = set(re.findall(r"`(test_\w+(?:\[[\w.-]+\])?)`", PAGE))
    assert named - collected() == set()


def test_the_page_names_the_versions_that_run() -> None:
    for package, _ in newest():
        assert f" {package.version} |" in PAGE, package
