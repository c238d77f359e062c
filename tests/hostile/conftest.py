from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.hostile import Stage


@pytest.fixture(scope="session", autouse=True)
def _loaded() -> None:
    """No test's time holds the seconds the SDK takes to load."""
    importlib.import_module("anthropic")


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    made = Stage(tmp_path)
    with made.server:
        yield made
