from __future__ import annotations

from pathlib import Path

import pytest

from .written import Session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """An empty session of a recent version at a terminal."""
    return Session(tmp_path / "config")


@pytest.fixture
def old_session(tmp_path: Path) -> Session:
    """An empty session of a version that marks no prompts and writes no attachments."""
    made = Session(tmp_path / "old", "2.1.17")
    made.marks = {"userType": "external"}
    return made
