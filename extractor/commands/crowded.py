"""Pinned files beyond the room there is, as `status` and `doctor` tell them.

Owns which files are looked at. Promises to load what reads a memory only where there may be too much. Only reads.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from extractor import fs
from extractor.commands.finding import home_folder, personal_folder
from extractor.config.settings import Settings
from extractor.domain import Reach
from extractor.errors import ConfigError, MemoryConflict
from extractor.history.budget import estimate
from extractor.memory.snapshot import READ_LIMIT


def beyond(settings: Settings, env: Mapping[str, str]) -> str | None:
    """One line about the pinned files not every prompt of the current project holds; None where all have room.

    Of a folder that cannot be entered nothing is said: `status` and `doctor` tell of it for itself.
    """
    try:
        personal = personal_folder(settings, env)
        files = _may_be_pinned(home_folder(settings, env))
        theirs = _may_be_pinned(personal) if personal else {}
    except ConfigError:
        return None
    files |= {Reach.PERSONAL.named(name) if name in files else name: theirs[name] for name in theirs}
    sure = min(settings.pin_tokens, settings.context_tokens // 2)  # whatever else a prompt holds
    if sum(estimate(data.decode("utf-8", "replace")) for data in files.values()) <= sure:
        return None
    from extractor.wiring.pins import pin_room

    return pin_room(settings).pins(files).problem


def _may_be_pinned(folder: Path) -> dict[str, bytes]:
    if fs.no_folder(folder):
        return {}
    real = Path(os.path.realpath(folder))
    files: dict[str, bytes] = {}
    with fs.Root.open(real, create=False, is_real=True) as root:
        for name in fs.holding(real, ".md", b"pinned", READ_LIMIT):
            try:
                data = root.read(name, READ_LIMIT)
            except MemoryConflict:
                continue  # `doctor` and `list` tell what of a folder cannot be used
            if data is not None:
                files[name] = data
    return files
