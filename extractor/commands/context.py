"""`context`: everything an agent should be given now.

Owns where its layers are read and how they are told. Promises that nothing is written, and that a new
session costs little more than `status`. Never decides what is given.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from extractor import fs
from extractor.archive.archive import Archive
from extractor.clock import local_zone, now_ms
from extractor.commands.digest import Asked, found_session, in_tokens, projects
from extractor.commands.naming import named
from extractor.config.settings import Settings
from extractor.context.assemble import Context, Layer, Sources, assemble
from extractor.context.digest import Digest
from extractor.context.given import Given
from extractor.context.shares import Shares
from extractor.context.window import Window
from extractor.domain import Reach
from extractor.errors import ConfigError, MemoryConflict, StoreFailed, name_told
from extractor.extraction.folders import Places, current_project
from extractor.letters import without_hidden
from extractor.memory.file_name import INDEX_FILE
from extractor.memory.index import BEGIN, decode, entry_line, without_stale
from extractor.wiring.pins import shares
from extractor.wiring.places import places

HEAD_BYTES = 65_536
"""Bytes of a memory file in which its front matter ends."""

FILE_BYTES = 1_000_000
"""Bytes of a file that is given at most."""


def context(
    settings: Settings, env: Mapping[str, str], asked: Asked, most_pins: int | None = None
) -> tuple[Context, list[str]]:
    """What an agent is given, and a line for each file that could not be read.

    `most_pins`: tokens that pinned files and their headings may take together, where that is bounded.
    Raises ConfigError where a project or a session is not known.
    """
    archive = Archive.maybe(settings.state_dir)
    if archive is None:
        return of_files(settings, env, asked, most_pins)
    most = _shares(settings, asked, most_pins)
    try:
        session = found_session(archive, asked.session) if asked.session is not None else None
        roots = projects(archive, places(settings, env), asked.project, session)
        files, index, problems = _memory(settings, env, roots[0], archive)
        given = Given(archive, roots, session)
        now, zone = now_ms(), local_zone()
        with archive.db.moment():
            sources = Sources(
                files, index, lambda room: given.digest(now, zone, room), given.window, given.requests()
            )
            return assemble(sources, most), problems
    finally:
        archive.close()


def of_files(
    settings: Settings, env: Mapping[str, str], asked: Asked, most_pins: int | None = None
) -> tuple[Context, list[str]]:
    """The same without what the archive tells: pinned files and the index, as they stand. Raises as `context`."""
    files, index, problems = _memory(settings, env, _unarchived(asked, places(settings, env)), None)
    return assemble(
        Sources(files, index, _no_digest, _no_window), _shares(settings, asked, most_pins)
    ), problems


def _shares(settings: Settings, asked: Asked, most_pins: int | None) -> Shares:
    usual = shares(settings)
    return usual._replace(whole=asked.tokens or usual.whole, pins_and_headings=most_pins)


def _unarchived(asked: Asked, where: Places) -> str:
    """The root of the project asked for where no archive knows any: a directory that was named, or the current."""
    if asked.session is not None:
        raise ConfigError(f"there is no session {name_told(asked.session)}: nothing is archived yet")
    if asked.project is None:
        return current_project()
    return named(asked.project, (), where)[0]


def _no_digest(_room: int) -> Digest:
    return Digest((), 0, "")


def _no_window(_room: int) -> Window:
    return Window()


def _memory(
    settings: Settings, env: Mapping[str, str], project: str, archive: Archive | None
) -> tuple[dict[str, bytes], str, list[str]]:
    """The files that may be pinned, the index, and what could not be read."""
    where = places(settings, env)
    folder, personal = where.folder(project), where.personal
    files, problems = _pinned(folder)
    index = decode(files.pop(INDEX_FILE, b""))
    files = _told(folder, files, archive)
    team = _team_lines(settings, archive, project, [folder, *([personal] if personal else [])])
    index = without_stale(index, Reach.TEAM.value, team)
    if personal is not None and not fs.no_folder(personal):
        theirs, more = _pinned(personal)
        theirs.pop(INDEX_FILE, None)
        theirs = _told(personal, theirs, archive)
        files |= {Reach.PERSONAL.named(name) if name in files else name: theirs[name] for name in theirs}
        problems += more
    lines = [] if BEGIN in index else [*_personal_lines(personal, archive), *team]
    return files, index + ("\n" if index and lines else "") + "".join(f"{line}\n" for line in lines), problems


def _team_lines(settings: Settings, archive: Archive | None, project: str, homes: list[Path]) -> list[str]:
    """What an index tells of the project's team's accepted files."""
    if not settings.team_roots:
        return []
    from extractor.commands.team import team_lines

    return team_lines(settings, archive, project, homes)


def _personal_lines(folder: Path | None, archive: Archive | None) -> list[str]:
    """What an index tells of the person, for a project that has none of ours yet."""
    from extractor.memory.listing import entries
    from extractor.memory.snapshot import read_if_open

    if folder is None:
        return []
    found = entries(_told(folder, read_if_open(folder)[0], archive), local_zone())
    return [entry_line(replace(entry, home=Reach.PERSONAL.value)) for entry in found]


def _told(folder: Path, files: dict[str, bytes], archive: Archive | None) -> dict[str, bytes]:
    from extractor.commands.telling import told_in

    return told_in(archive, folder, files) if archive and files else files


def _pinned(folder: Path) -> tuple[dict[str, bytes], list[str]]:
    """The index of a folder and what may be pinned in it, by name, and what could not be read: the folder itself
    where it cannot be entered, or others may write there. The rest is told without it.
    """
    try:
        return _read_pinned(folder)
    except (ConfigError, StoreFailed) as error:
        return {}, [str(error)]


def _read_pinned(folder: Path) -> tuple[dict[str, bytes], list[str]]:
    if fs.no_folder(folder):
        return {}, []
    files: dict[str, bytes] = {}
    problems: list[str] = []
    real = Path(os.path.realpath(folder))
    with fs.Root.open(real, create=False, is_real=True) as root:
        for name in (INDEX_FILE, *fs.holding(real, ".md", b"pinned", HEAD_BYTES)):
            try:
                data = root.read(name, FILE_BYTES)
            except MemoryConflict as error:
                problems.append(str(error))
                continue
            if data is not None:
                files[name] = data
    return files, problems


def context_values(told: Context) -> dict[str, object]:
    """The layers for JSON, as they are printed: a program gives them to a model."""
    return {
        "tokens": told.tokens,
        "budget": told.budget,
        "layers": [_layer(layer) for layer in told.layers],
        "text": context_text(told),
    }


def _layer(layer: Layer) -> dict[str, object]:
    return {
        "name": layer.name,
        "tokens": layer.tokens,
        "budget": layer.budget,
        "left_out": [without_hidden(line) for line in layer.left_out],
        "text": without_hidden(layer.text),
    }


def nothing_told(told: Context) -> str:
    """Why there is no prompt: nothing is known, or none of it fits."""
    left_out = [line for layer in told.layers for line in layer.left_out]
    if left_out:
        return f"what is known does not fit {in_tokens(told.budget)} ({'; '.join(left_out)})"
    return "nothing is known of this project yet: `extractor status` says what waits and why"


def unnamed(told: Context) -> list[str]:
    """A line for each pinned file that is not in the prompt, where its layer had no room to name it."""
    pins = told.layers[0]
    return [
        f"{line} is pinned and not in the prompt: there is no room for it"
        for line in pins.left_out[pins.named :]
    ]


def context_text(told: Context) -> str:
    """The prompt as it is printed: nothing in it acts on a terminal, and no letters nobody sees hide words in it."""
    return without_hidden(told.text)
