"""The team's folders, as commands read them: what is told of them, and what waits to be accepted.

Owns which projects' folders are looked into and the words in which they are told. Promises that nothing of a file
nobody accepted is told but its name. Never writes.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from extractor.archive.reader import Reader
from extractor.clock import local_zone
from extractor.commands.counts import counted
from extractor.config.settings import Settings
from extractor.errors import printable
from extractor.memory.index import MAX_BYTES, entry_line
from extractor.memory.team.team import (
    TeamFolder,
    real_root,
    team_entries,
    team_folder,
    team_folders,
)

NAMED = 3
"""File names that are told of those that wait."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a person should look at in one team's folder."""

    folder: str
    files: Mapping[str, bytes]
    """Files that are new or were changed, by name."""
    unused: Sequence[str]
    """One line for each file that cannot be read."""
    problem: str
    """Why the folder is not read."""

    def told(self) -> list[str]:
        """For a person, with the remedy: what waits."""
        if not self.files:
            return []
        names = ", ".join(f'"{printable(name)}"' for name in sorted(self.files)[:NAMED])
        more = " and more" if len(self.files) > NAMED else ""
        count = counted(len(self.files), "file is", "files are")
        return [
            f"{count} new or changed in the team's folder {self.folder}: {names}{more}: no agent is told of them before"
            " `extractor status --accept`, which shows them and asks"
        ]

    def problems(self) -> list[str]:
        """What is wrong with the folder, in one line."""
        if self.problem:
            return [self.problem]
        more = f" and {len(self.unused) - 1} more like it" if len(self.unused) > 1 else ""
        return [f"the team's folder: {self.unused[0]}{more}"] if self.unused else []

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "folder": printable(self.folder),
            "waiting": [printable(name) for name in sorted(self.files)],
            "told": [printable(line) for line in self.told()],
            "problems": [printable(line) for line in self.problems()],
        }


def waiting(archive: Reader, settings: Settings) -> list[Waiting]:
    """What waits in each team's folder of the settings; those with nothing to tell are left out."""
    found: list[Waiting] = []
    for team in team_folders(settings.team_roots):
        sight = team.sight()
        files = sight.waiting(archive.index_lines.accepted(team.path))
        unused = [sight.unused[name] for name in sorted(sight.unused)]
        if files or unused or sight.problem:
            found.append(Waiting(team.path, files, unused, sight.problem))
    return found


def team_told(settings: Settings, archive: Reader | None, project: str) -> tuple[str, dict[str, bytes]]:
    """A project's team's folder and the accepted files in it; nothing where there is no such folder."""
    team = team_folder(settings.team_roots, project)
    return ("", {}) if team is None or archive is None else (team.path, _told(archive, team))


def teams_told(
    settings: Settings, archive: Reader | None, projects: Sequence[str] | None
) -> dict[str, dict[str, bytes]]:
    """The accepted files of every team's folder, or of the projects of these roots."""
    teams = team_folders(settings.team_roots) if archive is not None else []
    return {
        team.path: _told(archive, team) for team in teams if archive is not None and _is_of(team, projects)
    }


def team_lines(settings: Settings, archive: Reader | None, project: str, homes: Sequence[Path]) -> list[str]:
    """The lines an index has of a project's team's files, as many as a client would read.

    `homes`: the project's other memory folders; what their files say is not told again.
    """
    from extractor.memory.snapshot import read_if_open

    path, files = team_told(settings, archive, project)
    if not files or path == os.path.realpath(homes[0]):
        return []
    lines: list[str] = []
    room = MAX_BYTES
    for entry in team_entries(files, [read_if_open(home)[0] for home in homes], local_zone()):
        line = entry_line(entry)
        room -= len(line.encode()) + 1
        if room < 0:
            break
        lines.append(line)
    return lines


def _told(archive: Reader, team: TeamFolder) -> dict[str, bytes]:
    return team.sight().told(archive.index_lines.accepted(team.path))


def _is_of(team: TeamFolder, projects: Sequence[str] | None) -> bool:
    return projects is None or str(team.root) in map(real_root, projects)
