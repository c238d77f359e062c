"""Where memory stands, for a command that has no time to wire anything.

Owns the way from settings to places. Promises to import nothing that `context` would have to wait for.
Never looks.
"""

from __future__ import annotations

from collections.abc import Mapping

from extractor.config import Settings
from extractor.extraction.folders import Places


def where_memory_stands(settings: Settings, env: Mapping[str, str]) -> Places:
    """The places of these settings; `wiring_folders.places` says the same."""
    return Places(settings.memory_dir, settings.claude_dir, settings.data_dir, env, settings.personal_memory)
