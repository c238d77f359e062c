"""`remember`: a sentence said for the memory itself.

Owns how the order is read and told. Promises to say where every sentence went. Never decides where.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from extractor import fs
from extractor.actions.placing import Fate, Place
from extractor.actions.remember import Asked, Remembered, checked, guessed
from extractor.actions.witness import NotSaid
from extractor.archive.way import Way
from extractor.clock import local_zone, now_ms
from extractor.commands.acting import make_remember
from extractor.commands.finding import check_project, home_folder, own_folder, project_at
from extractor.commands.pins import taken_beside
from extractor.config.settings import LOCK_FILE, Settings
from extractor.domain import MemoryType, Reach
from extractor.errors import ConfigError, UsageError, name_told
from extractor.memory.gate.quotes import in_a_line
from extractor.memory.reach import reach_of
from extractor.memory.snapshot import read_folder
from extractor.wiring.actions import make_removals
from extractor.wiring.folders import open_folders
from extractor.wiring.places import places


def remember(
    settings: Settings,
    env: Mapping[str, str],
    text: str,
    *,
    type: str | None,
    name: str | None,
    pin: bool,
    way: Way = Way.COMMAND_LINE,
    quote: str = "",
) -> dict[str, object]:
    """Keep what is said in the current project's memory.

    Raises ConfigError where it cannot be kept: NotSaid where the service may still read the words of the quote.
    """
    check_project(settings)
    asked = Asked(text, _type(type), name, pin, quote)
    home = Path(os.path.realpath(_folder(settings, env, asked)))
    with open_folders(settings) as (archive, folders):
        if way is Way.MCP:
            # An agent may ask before the service has looked: what a person just removed stays removed.
            make_removals(archive, folders).look_at(str(home))
        project = project_at(settings, env, archive, home)
        taken = taken_beside(settings, env, str(home))
        joined = places(settings, env).alike(project, archive.projects())[1:]
        remembering = make_remember(archive, settings, way, taken, joined)
        try:
            done = remembering.remember(folders.get(home), project, asked)
        except NotSaid as unsaid:
            if fs.lock_holder(settings.state_dir / LOCK_FILE) is None:
                raise ConfigError(_nobody_reads(quote)) from unsaid
            raise
    return _values(done)


def _nobody_reads(quote: str) -> str:
    """Why words that were just said are not known, and are not waited for."""
    return (
        f'the service is not running, so what was said lately is not known yet: "{in_a_line(quote)}" stands in nothing'
        " that was read. Start it with `extractor run` (`extractor service install` keeps it running) and try again, or"
        " let the person say it with `extractor remember`"
    )


def _folder(settings: Settings, env: Mapping[str, str], asked: Asked) -> Path:
    """Where it belongs: with the file it names, else by what it says."""
    said, file = checked(asked)
    if file is not None and file in read_folder(named := own_folder(settings, env, file))[0]:
        return named
    return _folder_for(settings, env, asked.type or guessed(asked.text, now_ms(), local_zone()), said)


def _folder_for(settings: Settings, env: Mapping[str, str], kind: MemoryType, texts: Sequence[str]) -> Path:
    """The folder in which new facts of a type belong that say this."""
    where = places(settings, env)
    if where.personal and reach_of(kind, texts) is Reach.PERSONAL:
        return where.personal
    return home_folder(settings, env)


def remembered_lines(values: Mapping[str, object]) -> Iterator[str]:
    """Where it went, for a person."""
    places = values["statements"]
    for place in places if isinstance(places, list) else []:
        file, said, other = f"{values['folder']}/{place['file']}", place["statement"], place["other"]
        if place["fate"] == Fate.STANDS:
            yield f"{file} says this already: {other}"
            continue
        yield f"kept in {file}: {said}"
        if place["fate"] == Fate.REPLACES:
            yield f"  in place of: {other}"
        elif other:
            yield f"  beside: {other}"
        if "own" in place:
            yield f"  beside: {place['own']} (in {values['folder']}/{place['own_file']}: its name is yours, change it there)"
    if values["pinned"]:
        yield "pinned: it stands in every prompt"
    if values["lifted"]:
        yield "it was removed before, and may be learned again"
    notes = values["notes"]
    yield from (str(note) for note in (notes if isinstance(notes, list) else []))
    if values["run"] is not None:
        yield f"`extractor undo {values['run']}` takes it back"


def _type(text: str | None) -> MemoryType | None:
    if text is None:
        return None
    try:
        return MemoryType(text.strip().lower())
    except ValueError as error:
        raise UsageError(f"--type {name_told(text)}: say one of {', '.join(MemoryType)}") from error


def _values(done: Remembered) -> dict[str, object]:
    return {
        "folder": done.done.folder,
        "run": done.done.run,
        "type": done.type,
        "statements": [_place(place) for place in done.places],
        "pinned": done.pinned,
        "lifted": done.lifted,
        "notes": list(done.done.lines),
    }


def _place(place: Place) -> dict[str, str]:
    told = {"statement": place.sentence, "fate": place.fate, "file": place.file, "other": place.other}
    return {**told, "own_file": place.own[0], "own": place.own[1]} if place.own else told
