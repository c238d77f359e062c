"""Earlier paths of a memory folder, for commands that only read.

Owns the question under which paths the state file knows a folder that was moved and that nobody who writes has
followed yet. Promises that nothing is looked for where none is gone. Only reads.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from extractor import fs
from extractor.config.settings import Settings
from extractor.wiring.places import places

if TYPE_CHECKING:
    from extractor.archive.reader import Reader


class Earlier:
    """The paths folders had before, by the path each has now; links resolved."""

    def __init__(self, archive: Reader, settings: Settings, env: Mapping[str, str]) -> None:
        self._olds: dict[str, list[str]] = {}
        known = archive.whereabouts.known()
        if all(os.path.realpath(path) == path and not fs.no_folder(path) for path in known):
            return  # the rules of memory files take as long to load as all else
        from extractor.actions.following import Following

        where = places(settings, env)
        moved = Following(archive, lambda: where.standing(archive.projects())).moved()
        for old, new in moved.items():
            self._olds.setdefault(new, []).append(old)

    def of(self, folder: Path) -> list[str]:
        """The paths under which the state file knows what stands in a folder now, beside its own."""
        return self._olds.get(os.path.realpath(folder), [])
