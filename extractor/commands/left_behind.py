"""Where the memory of a project may be that was renamed or moved, for who finds none.

Owns the question and its one line. Only reads, and little: `list` asks.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import closing

from extractor.archive.reader import Reader
from extractor.config.settings import Settings
from extractor.domain import NO_DIRECTORY
from extractor.extraction.folders import current_project
from extractor.memory.snapshot import read_folder
from extractor.wiring.places import places


def left_behind(settings: Settings, env: Mapping[str, str]) -> Iterator[str]:
    """A line where the current project has no memory and another that has some is not there any more.

    Raises StoreFailed where the state file cannot be read.
    """
    where, here = places(settings, env), current_project()
    if settings.memory_dir is not None or read_folder(where.folder(here))[0]:
        return
    archive = Reader.maybe(settings.state_dir)
    if archive is None:
        return
    with closing(archive):
        projects = archive.projects()
    missing = (root for root in projects if root != NO_DIRECTORY and not os.path.isdir(root))
    gone = [root for root in missing if read_folder(where.folder(root))[0]]
    if gone:
        is_one = len(gone) == 1
        which, they = (gone[0], "it") if is_one else (f"{gone[0]} and {len(gone) - 1} more", "one of them")
        yield (
            f"{which} had memory and {'is' if is_one else 'are'} not there any more: if {they} became this project,"
            " `extractor projects` tells how its memory comes along"
        )
