"""When work is folded, by the settings.

Owns the way from settings to a folding. Promises to import nothing a command would have to wait for. Never folds.
"""

from __future__ import annotations

from extractor.config.settings import Settings
from extractor.history.timeline import Folding


def folding(settings: Settings) -> Folding:
    """When a run of work is folded."""
    return Folding(settings.fold_items, settings.fold_actions)
