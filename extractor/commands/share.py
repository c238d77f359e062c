"""`share` and `unshare`: memory files taken to the team's folder in the repository, and back.

Owns how they are asked for and told. Promises that a person sees every destination and every byte before it is
written, and that git is left to them. Never decides what may be shared.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from extractor.actions.share import Going, Sharing
from extractor.archive.archive import Archive
from extractor.clock import now_ms
from extractor.commands.counts import counted
from extractor.commands.finding import home_folder
from extractor.commands.owner import names_of
from extractor.config.places import config_file
from extractor.config.settings import Settings
from extractor.errors import ConfigError
from extractor.extraction.folders import current_project
from extractor.memory.team.own_names import OwnNames
from extractor.memory.team.team import PARTS, TeamFolder, team_folder
from extractor.memory.team.team_judge import TeamJudge
from extractor.wiring.folders import open_folders


def share(
    settings: Settings,
    env: Mapping[str, str],
    names: Sequence[str],
    *,
    ask: Callable[[str], bool],
    show: Callable[[str], None],
) -> dict[str, object]:
    """Show what would stand in the repository, ask, put it there; returns what was done.

    Raises ConfigError where a file may not be shared: then none is.
    """
    team, home = _places(settings, env)
    with open_folders(settings) as (archive, folders):
        folder, sharing = folders.get(home), _sharing(archive, env, team)
        planned = sharing.plan(folder, team, _files(names))
        for line in _shown(team, planned):
            show(line)
        files = [going.shared.file for going in planned]
        told = {"team_folder": team.path, "files": files}
        question = f"put {counted(len(planned), 'file', 'files')} into the repository, as above, for everybody who reads it?"
        if not ask(question):
            return {**told, "shared": False, "run": None, "notes": []}
        done = sharing.share(folder, current_project(), team, planned)
        return {**told, "shared": True, "run": done.run, "notes": list(done.lines)}


def shared_lines(values: Mapping[str, object]) -> Iterator[str]:
    """What was done, for a person."""
    if not values["shared"]:
        yield "nothing was shared"
        return
    for file in _texts(values["files"]):
        yield f"{file} went to {values['team_folder']}"
    yield from _texts(values["notes"])
    names = shlex.join(_texts(values["files"]))
    yield f"`extractor unshare {names}` brings it back; to hand it on, commit it with git yourself: git add {'/'.join(PARTS)}"


def unshare(settings: Settings, env: Mapping[str, str], names: Sequence[str]) -> dict[str, object]:
    """Take files of the team's back into the project's folder. Raises ConfigError, with nothing changed."""
    team, home = _places(settings, env)
    with open_folders(settings) as (archive, folders):
        back = _sharing(archive, env, team).unshare(folders.get(home), current_project(), team, _files(names))
    return {
        "team_folder": team.path,
        "folder": back.done.folder,
        "files": list(back.files),
        "left": list(back.left),
        "run": back.done.run,
        "notes": list(back.done.lines),
    }


def unshared_lines(values: Mapping[str, object]) -> Iterator[str]:
    """What was done, for a person."""
    for file in _texts(values["files"]):
        yield f"{file} is back in {values['folder']}"
    for file in _texts(values["left"]):
        yield f"{values['team_folder']}/{file} was changed at that moment: it stays there too"
    yield from _texts(values["notes"])
    yield "what was committed of it git still knows: commit the removal yourself, its history keeps the words"


def _places(settings: Settings, env: Mapping[str, str]) -> tuple[TeamFolder, Path]:
    """The current project's team's folder and its memory folder. Raises ConfigError where there is no such team."""
    project = current_project()
    team = team_folder(settings.team_roots, project)
    if team is None and settings.memory_dir is not None:
        raise ConfigError("memory_dir keeps everything in one folder: there is no project to share from")
    if team is None:
        raise ConfigError(
            f"{project} is not named in team_memory: add its path there, in {config_file(env)}, to share with its team"
        )
    home = Path(os.path.realpath(home_folder(settings, env)))
    if str(home) == team.path:
        raise ConfigError(
            f"{home} is the project's memory folder already: name another one in the client's settings"
        )
    return team, home


def _sharing(archive: Archive, env: Mapping[str, str], team: TeamFolder) -> Sharing:
    return Sharing(archive, TeamJudge(OwnNames(names_of(env, team.root))), now_ms)


def _files(names: Sequence[str]) -> list[str]:
    """The names with their `.md`. Raises ConfigError for a path."""
    files = [name if name.endswith(".md") else f"{name}.md" for name in names]
    for file in files:
        if "/" in file or "\0" in file or file.startswith("."):
            raise ConfigError(
                f"{file} is no memory file's name: give the name alone, as `extractor list` prints it"
            )
    return files


def _shown(team: TeamFolder, planned: Sequence[Going]) -> Iterator[str]:
    for going in planned:
        yield f"would stand in {team.path}/{going.shared.file}:"
        yield from (f"  {line}" for line in going.shared.data.decode().rstrip("\n").split("\n"))


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []
