"""Where the real sessions lie, when they are at hand."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def shared_dir() -> Path | None:
    """The folder of shared material, or None where it is absent."""
    named = os.environ.get("EXTRACTOR_SHARED")
    folder = Path(named) if named else Path(__file__).resolve().parents[3] / "shared"
    return folder if (folder / "transcripts").is_dir() else None


def need_shared() -> Path:
    """The folder of shared material; skips the test with a reason where it is absent."""
    folder = shared_dir()
    if folder is None:
        pytest.skip(
            "real sessions are not at hand: set EXTRACTOR_SHARED to the folder that holds transcripts/"
        )
    return folder
