"""`pin` without a name: what is pinned.

Owns how pins are told. Promises to tell the person's own beside the project's. Only reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from extractor import fs
from extractor.commands.finding import home_folder, personal_folder
from extractor.config.settings import Settings
from extractor.domain import Reach
from extractor.errors import ConfigError
from extractor.memory.pins import Pins
from extractor.memory.snapshot import read_folder
from extractor.wiring.pins import pin_room


def pinned(settings: Settings, env: Mapping[str, str]) -> dict[str, object]:
    """What is pinned in the current project's memory and in the person's own.

    Raises ConfigError where something else stands in the place of the project's folder.
    """
    folder = home_folder(settings, env)
    personal = personal_folder(settings, env)
    read, unusable = read_folder(folder)
    if unusable and fs.no_folder(folder):
        raise ConfigError(unusable[0])
    files = dict(read)
    theirs = read_folder(personal)[0] if personal else {}
    files |= {Reach.PERSONAL.named(name) if name in files else name: theirs[name] for name in theirs}
    return {"folder": str(folder), **pin_values(pin_room(settings).pins(files))}


def pin_values(pins: Pins) -> dict[str, object]:
    """What is pinned, as values."""
    left_out = {pin.file for pin in pins.left_out}
    return {
        "pins": [{"file": p.file, "tokens": p.tokens, "left_out": p.file in left_out} for p in pins.all],
        "tokens": pins.wanted,
        "limit": pins.limit,
        "problem": pins.problem,
    }


def pin_lines(values: Mapping[str, object]) -> Iterator[str]:
    """What is pinned, for a person."""
    pins = values["pins"]
    for pin in pins if isinstance(pins, list) else []:
        yield f"  {pin['file']}  {pin['tokens']:,} tokens{'  (left out)' if pin['left_out'] else ''}"
    yield f"pinned files take {values['tokens']:,} of {values['limit']:,} tokens in {values['folder']}"
    if values["problem"]:
        yield str(values["problem"])
