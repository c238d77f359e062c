"""Share and unshare: memory files taken to the team's folder in the repository, and back, by a person.

Owns which files may go and the order of the steps. Promises that a file leaves one folder only when it stands in the
other, that all named go or none, and that nothing stands in the repository the judge refused. Never commits to git.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from extractor.actions.by_hand import ByHand, Done, Wanted
from extractor.actions.folder import Folder
from extractor.actions.recording import is_cut_short
from extractor.archive.archive import Archive
from extractor.archive.of_runs import written_into
from extractor.archive.outcome import Outcome
from extractor.archive.way import Way
from extractor.domain import Milliseconds
from extractor.errors import ConfigError, MemoryConflict, StoreFailed
from extractor.memory.changeset import FileChange
from extractor.memory.described import all_told
from extractor.memory.memory_file import parse
from extractor.memory.team.team import TYPES, TeamFolder, mark
from extractor.memory.team.team_form import Shared, for_team, left_out
from extractor.memory.team.team_judge import TeamJudge


@dataclass(frozen=True, slots=True)
class Going:
    """One file on its way to the team."""

    before: bytes
    """As it stands in the project's memory folder."""
    shared: Shared
    """As it would stand in the repository."""


@dataclass(frozen=True, slots=True)
class Unshared:
    """What came back."""

    done: Done
    files: tuple[str, ...]
    left: tuple[str, ...]
    """Files that were changed in the repository at that moment: they stand in both folders."""


class Sharing:
    """Takes files to a team's folder and back. What a person shares, they have accepted."""

    def __init__(self, archive: Archive, judge: TeamJudge, clock: Callable[[], Milliseconds]) -> None:
        self._archive = archive
        self._judge = judge
        self._clock = clock
        self._by_hand = ByHand(archive, Way.COMMAND_LINE, clock)

    def plan(self, folder: Folder, team: TeamFolder, names: Sequence[str]) -> tuple[Going, ...]:
        """What would go. Raises ConfigError, naming the file and what it holds, where one of them may not."""
        finished = self._finish(folder)
        files, sight = folder.snapshot(), team.sight()
        if sight.problem:
            raise ConfigError(f"{sight.problem}: nothing was shared")
        told = all_told(files, written_into(self._archive.statements, folder.path, files))
        planned: list[Going] = []
        for name in dict.fromkeys(names):
            if name not in files and name in sight.files and name in finished:
                raise ConfigError(f"{name} went to {team.path}: the share that was cut short is finished now")
            if name not in files and name in sight.files:
                raise ConfigError(
                    f"{name} stands in {team.path} already: to hand it on, commit it with git yourself"
                )
            if name not in files:
                raise ConfigError(
                    f"there is no memory file {name} in {folder.path}: only the project's own are shared"
                )
            going = Going(files[name], for_team(name, told[name]))
            if beside := left_out(files[name]):
                raise ConfigError(
                    f"{name} has {beside} in its front matter, which share would leave out: take that out first"
                )
            refused = self._judge.refusal(going.shared)
            if refused:
                raise ConfigError(f"nothing was shared: {refused}")
            if name in sight.unused or sight.files.get(name, going.shared.data) != going.shared.data:
                raise ConfigError(
                    f"{team.path}/{name} is there already and says something else: nothing was shared; rename your"
                    f" file, or `extractor unshare {shlex.quote(name)}` first and make one of the two"
                )
            planned.append(going)
        return tuple(planned)

    def _finish(self, folder: Folder) -> frozenset[str]:
        """Bring to its end what was cut short in the folder; returns the files that went to a team by that."""
        if not is_cut_short(self._archive):
            return frozenset()
        with folder.held() as store:
            store.recover()
            runs = [
                run for run, plan in self._archive.cut_short.ready(folder.path) if plan.folder == folder.path
            ]
            self._archive.complete_plans(folder.path, self._clock())
            folder.render(store)
        entries = (self._archive.run_log.entry(run) for run in runs)
        shared = [each.run for each in entries if each and each.outcome == Outcome.SHARED]
        return frozenset(change.file for run in shared for change in self._archive.journal.net(run))

    def share(self, folder: Folder, project: str, team: TeamFolder, planned: Sequence[Going]) -> Done:
        """Put the files into the repository, then take them out of the project's folder.

        Raises MemoryConflict where a file was changed since it was planned and ConfigError where its place was taken
        since: what was put there is taken away again. StoreFailed: it may stand in both, and sharing it again goes on.
        """
        wanted = {going.shared.file: going.shared.data for going in planned}
        made: list[str] = []

        def put(files: Mapping[str, bytes]) -> Wanted:
            # Asked again where a person saved one file at that moment: the others went.
            left = [each for each in planned if each.shared.file in files or each.shared.file not in made]
            for going in left:
                if files.get(going.shared.file) != going.before:
                    # Only here: once a commit has begun, whatever failed, a file may still be taken out of the folder.
                    team.take({name: wanted[name] for name in made if name in files})
                    raise MemoryConflict(
                        f"{Path(folder.path) / going.shared.file} was changed at that moment: look at it, then share"
                        " again"
                    )
            self._accept(team, wanted)
            made.extend(team.put(wanted))
            changes = tuple(FileChange(going.shared.file, going.before, None) for going in left)
            return Wanted(changes, detail=f"{', '.join(wanted)} went to {team.path}", outcome=Outcome.SHARED)

        try:
            return self._by_hand.change(folder, project, put)
        except StoreFailed as error:
            stands = f"; {', '.join(made)} may stand in both folders: share again then" if made else ""
            raise StoreFailed(f"{error}{stands}") from error

    def unshare(self, folder: Folder, project: str, team: TeamFolder, names: Sequence[str]) -> Unshared:
        """Put accepted files of the team's back into the project's folder, then take them out of the repository.

        One that says there what it said when it was shared comes back byte for byte as it left. Raises ConfigError,
        with nothing changed, where one is not there, not accepted, or its name is taken here.
        """
        files = self._accepted(team, names)

        def back(live: Mapping[str, bytes]) -> Wanted:
            for name, data in files.items():
                if name in live and not _says_the_same(name, live[name], data):
                    raise ConfigError(
                        f"{Path(folder.path) / name} is there already and says something else: rename one of the two"
                    )
            changes = tuple(
                FileChange(name, None, self._as_it_left(folder.path, name, data))
                for name, data in files.items()
                if name not in live
            )
            return Wanted(
                changes, detail=f"{', '.join(files)} came from {team.path}", outcome=Outcome.UNSHARED
            )

        done = self._by_hand.change(folder, project, back)
        return Unshared(done, tuple(files), tuple(team.take(files)))

    def _as_it_left(self, folder: str, name: str, data: bytes) -> bytes:
        """The file as it stood in the folder before it was shared, where that is kept and the team's says it still."""
        run = self._archive.journal.later_run(0, folder, name)
        entry = self._archive.run_log.entry(run) if run else None
        if run is None or entry is None or entry.outcome != Outcome.SHARED:
            return data
        left = {c.file: c.before for c in self._archive.journal.net(run) if c.before is not None}
        told = all_told(left, written_into(self._archive.statements, folder, left))
        return left[name] if name in left and _says_the_same(name, told[name], data) else data

    def _accepted(self, team: TeamFolder, names: Sequence[str]) -> dict[str, bytes]:
        sight, accepted = team.sight(), self._archive.index_lines.accepted(team.path)
        if sight.problem:
            raise ConfigError(sight.problem)
        found: dict[str, bytes] = {}
        for name in dict.fromkeys(names):
            if name in sight.unused:
                raise ConfigError(sight.unused[name])
            if name not in sight.files:
                raise ConfigError(
                    f"there is no memory file {name} in {team.path}: `extractor list` names those there are"
                )
            data = sight.files[name]
            if mark(name, data) not in accepted:
                raise ConfigError(
                    f"{team.path}/{name} is new or was changed: read it, then `extractor status --accept`, then unshare it"
                )
            kind = parse(data).type
            if kind not in TYPES:
                raise ConfigError(
                    f"{team.path}/{name} is of type {kind or 'none'}: it is no memory of a team's"
                )
            found[name] = data
        return found

    def _accept(self, team: TeamFolder, files: Mapping[str, bytes]) -> None:
        marks = [mark(name, data) for name, data in files.items()]
        self._archive.index_lines.accept(team.path, marks, self._clock())
        self._archive.index_lines.save()


def _says_the_same(name: str, own: bytes, shared: bytes) -> bool:
    """Whether a project's file is the team's, but for what the team's form leaves out (an undone share)."""
    try:
        return own == shared or for_team(name, own).data == shared
    except ConfigError:
        return False  # of no form a team's file has
