"""Where memory stands, by the settings.

Owns the way from settings to places. Promises to import nothing a command would have to wait for. Never looks.
"""

from __future__ import annotations

from collections.abc import Mapping

from extractor.config.settings import Settings
from extractor.extraction.folders import Places

FORKS = "forks"
"""Folder in the state folder, below which forks work."""


def places(settings: Settings, env: Mapping[str, str]) -> Places:
    """Where memory may stand."""
    return Places(settings.memory_dir, settings.claude_dir, settings.data_dir, env, settings.personal_memory)
