"""Which project a session belongs to, and where that project's memory stands.

Owns the way from a working directory to a memory folder. Promises that all work trees and sub-folders
of a repository share one folder, the one the client reads by itself where there is one. Only reads.
"""

from __future__ import annotations

import hashlib
import operator
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from extractor import fs
from extractor.errors import ConfigError
from extractor.extraction.client_settings import (
    DIRECTORY,
    ClientSettings,
    behind_a_link,
    settings_of,
    why_no_memory,
)
from extractor.extraction.repository import main_work_tree
from extractor.memory.file_name import INDEX_FILE
from extractor.transcripts.paths import slug

OFF = {"1", "true", "yes", "on"}
_SWITCH = "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
"""What switches Claude Code's memory off. A service does not see a shell's: it decides who reads, never where."""
_PLAIN = re.compile("[A-Za-z0-9/]+")
"""A path that can be told from its slug."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where memory may stand on this machine."""

    override: Path | None
    """The setting `memory_dir`: one folder for everything."""
    claude_dir: Path
    """The Claude Code client's own folder, whether it exists or not."""
    data_dir: Path
    """`$XDG_DATA_HOME/extractor`."""
    env: Mapping[str, str]
    is_personal: bool = True
    """What is known of the person stands in a folder of its own."""

    @property
    def personal(self) -> Path | None:
        """The folder of what holds wherever the person works; None where all stands in one folder."""
        return self._persons if self.is_personal and self.override is None else None

    @property
    def _persons(self) -> Path:
        return self.data_dir / "personal"

    def folder(self, project: str) -> Path:
        """The memory folder of a project (its root's absolute path).

        Memory that stands in our own folder stays there until it is brought to where the client looks: the client
        may have come to the machine after it. Where the client's memory was switched off since, it stays as well.
        """
        wanted = self.wanted(project)
        return self.left_behind(project) or (
            wanted if memories(wanted) else self._left(project, wanted) or wanted
        )

    def standing(self, projects: Iterable[str]) -> list[Path]:
        """Every memory folder that stands where these projects' or any other one's may, and the person's own."""
        named = [each for each in (self.override, self.personal) if each is not None]
        below = [Path(base) / name / "memory" for base in self._bases for name in _names(base)]
        found = dict.fromkeys((*named, *map(self.folder, projects), *below))
        return [each for each in found if os.path.isdir(each)]

    def reaching(self, projects: Callable[[], Iterable[str]]) -> Callable[[str], bool]:
        """Tells of a folder, links resolved, whether it is one in which this home keeps memory.

        A state file that was copied names the folders of the home it was copied from, too. However many folders it
        is asked of, it looks everywhere once: that takes long where there are thousands of projects.
        """
        if self.override is not None:
            return partial(operator.eq, os.path.realpath(self.override))
        bases, persons = {os.path.realpath(each) for each in self._bases}, os.path.realpath(self._persons)
        everywhere: list[frozenset[str]] = []

        def reaches(folder: str) -> bool:
            base, _, name = folder.rpartition("/")
            if name == "memory" and os.path.dirname(base) in bases:
                return True
            if folder == persons:
                return True  # with the setting off, too: what was written there is still ours
            if not everywhere:
                everywhere.append(frozenset(map(os.path.realpath, self.standing(projects()))))
            return folder in everywhere[0]

        return reaches

    def wanted(self, project: str) -> Path:
        """Where a project's memory belongs, wherever it stands."""
        if self.override is not None:
            return self.override
        if fs.no_folder(self.claude_dir) or self._setting(project, "autoMemoryEnabled") is False:
            return self.own(project)
        return self._named(project) or self._clients(project)

    def left_behind(self, project: str) -> Path | None:
        """Our own folder of a project, or a link to another's, where it holds memory and the client looks in its own."""
        if not memories(self.own(project)):
            return None  # asked first: there may be thousands of projects
        wanted = self.wanted(project)
        return self._left(project, wanted) if wanted == self.looks(project) else None

    def _left(self, project: str, wanted: Path) -> Path | None:
        """The other of the two folders a project's memory may stand in, where it holds memory."""
        clients, own = self._clients(project), self.own(project)
        other = {clients: own, own: clients}.get(wanted)
        if other is None or not memories(other):
            return None
        return other if os.path.realpath(wanted) != os.path.realpath(other) else None

    def looks(self, project: str) -> Path:
        """The folder in which the client looks for a project's memory, while its memory is on."""
        return self._named(project) or self._clients(project)

    def named_like(self, folder: str, projects: Iterable[str]) -> Iterator[str]:
        """Those of the projects whose memory folder may be this one, by its name alone: nothing is looked at."""
        name = os.path.basename(os.path.dirname(folder))
        return (project for project in projects if name in (slug(project), own_name(project)))

    def alike(self, project: str, known: Iterable[str]) -> list[str]:
        """The project, and those of the known ones that are joined with it: one's folder is a link to the other's.

        Projects to which the client gives one folder, since it names it so, are not joined.
        """
        if self.override is not None:
            return [project]
        place = os.path.realpath(self.folder(project))
        bases = [(str(base), os.path.realpath(base)) for base in self._bases]
        clients = bases[0][1]
        own = {f"{clients}/{slug(project)}/memory", f"{bases[1][1]}/{own_name(project)}/memory"}
        others = (p for p in known if p != project and _leads_to(place, bases, p, own))
        return [project, *(p for p in others if os.path.realpath(self.folder(p)) == place)]

    def _named(self, project: str) -> Path | None:
        """The place the client was told to keep memory in, where it may be a project's."""
        for told in self._settings(project):
            if DIRECTORY in told.says and not self._why_not(told, project):
                return told.directory
        return None

    def unbelieved(self, project: str) -> str:
        """A line where the client is told to keep a project's memory in a place not believed to be it, or may be; else empty."""
        if self.override is not None or fs.no_folder(self.claude_dir):
            return ""
        if linked := behind_a_link(project):
            return f"{linked} is not read, for a link leads to it: put the file itself there"
        for told in self._settings(project):
            if why := self._why_not(told, project):
                return f"{told.file} names {told.directory} as memory, which is not used: {why}"
        return ""

    def _why_not(self, told: ClientSettings, project: str) -> str:
        """Why the place that settings name is not believed to be a project's memory; empty where it is, or none is named."""
        if told.directory is None:
            return ""
        place = os.path.realpath(told.directory)
        if self._is_never_a_projects(place, project):
            return "no project's memory may stand there: name a folder outside the repository"
        if told.is_local and self._is_anothers(place, project):
            return (
                "it is another project's, or not for memory: `extractor projects join` gives two projects one"
            )
        return why_no_memory(project, place) if told.is_local else ""

    def _is_anothers(self, place: str, project: str) -> bool:
        """Whether a place lies in the client's folder or ours, and is not where this project's memory stands anyway."""
        own = [os.path.realpath(each) for each in (self._clients(project), self.own(project))]
        if fs.compared(place) in map(fs.compared, own):
            return False
        return any(fs.lies_in(place, os.path.realpath(each)) for each in (self.claude_dir, self.data_dir))

    def _clients(self, project: str) -> Path:
        return self._bases[0] / slug(project) / "memory"

    def own(self, project: str) -> Path:
        """The folder of a project's memory in ours, whether it stands there or not."""
        return self._bases[1] / own_name(project) / "memory"

    def _is_never_a_projects(self, place: str, project: str) -> bool:
        """Whether a place is not believed to be a project's memory, whatever the client is told.

        What is told in every project is no project's own folder; and a repository may bring a memory of anyone's
        along, with the setting that names it.
        """
        if self.personal is not None and fs.compared(place) == fs.compared(os.path.realpath(self.personal)):
            return True
        return fs.lies_in(place, os.path.realpath(project)) and os.path.exists(Path(project) / ".git")

    @property
    def _bases(self) -> tuple[Path, Path]:
        """The folders of all projects' folders: the client's and ours."""
        return self.claude_dir / "projects", self.data_dir / "projects"

    def is_read_by_client(self, project: str) -> bool:
        """Whether Claude Code reads this folder by itself: its memory is on, and it looks there.

        Where it was told to look elsewhere and we do not follow, it does not.
        """
        if self.is_off(project) or fs.no_folder(self.claude_dir) or self.unbelieved(project):
            return False
        return os.path.realpath(self.looks(project)) == os.path.realpath(self.folder(project))

    def is_off(self, project: str) -> bool:
        """Whether Claude Code's own memory is switched off in a project: it then reads none."""
        told = [read.says.get("env") for read in self._settings(project)]
        switches = [self.env.get(_SWITCH), *(each.get(_SWITCH) for each in told if isinstance(each, dict))]
        if any(str(switch).lower() in OFF for switch in switches):
            return True
        return self._setting(project, "autoMemoryEnabled") is False

    def _setting(self, project: str, name: str) -> object:
        """A setting of the client."""
        return next((told.says[name] for told in self._settings(project) if name in told.says), None)

    def _settings(self, project: str) -> Iterator[ClientSettings]:
        return settings_of(project, self.claude_dir)


def _names(base: Path) -> list[str]:
    try:
        return os.listdir(base)
    except OSError:
        return []  # nothing stands in what is not there, or cannot be looked into


def _leads_to(place: str, bases: Sequence[tuple[str, str]], other: str, own: Set[str]) -> bool:
    """Whether another project's folder is a link to this place, or this place, to which ours (`own`) is a link.

    `bases`: the client's and ours, as they are named, and links resolved. A look at a name is all it costs: there
    may be thousands of projects.
    """
    names = (slug(other), own_name(other))
    clients = f"{bases[0][1]}/{names[0]}/memory"
    for (base, real), name in zip(bases, names, strict=True):
        stands = f"{real}/{name}/memory"
        if stands in own:
            continue
        path = f"{base}/{name}/memory"
        is_linked = place != clients and os.path.islink(path) and os.path.realpath(path) == place
        if is_linked or (stands == place and place not in own):
            return True
    return False


def own_name(project: str) -> str:
    """The name of a project's folder in ours: the client's, with a mark of the path where that is not all of it.

    The client names "shop-api" and "shop/api" alike, and every letter beyond ASCII.
    """
    name = slug(project)
    if _PLAIN.fullmatch(project) and len(name) == len(project):
        return name
    return f"{name}-{hashlib.blake2b(os.fsencode(project), digest_size=4).hexdigest()}"


def memories(folder: Path) -> int:
    """How many memory files stand in a folder; 0 where it cannot be looked into."""
    try:
        names = os.listdir(folder)
    except OSError:
        return 0
    return sum(name.endswith(".md") and name.casefold() != INDEX_FILE.casefold() for name in names)


def spellings(path: Path, real: Path) -> tuple[str, ...]:
    """Every way an agent may name the folder: as configured, with links resolved, and from the home."""
    plain = {str(path), str(real)}
    homes = {os.path.expanduser("~"), os.path.realpath(os.path.expanduser("~"))}
    short = {"~" + name.removeprefix(home) for name in plain for home in homes if name.startswith(home + "/")}
    return tuple(sorted(plain | short))


def project_root(cwd: str) -> str:
    """The root of the repository a working directory lies in (of its main work tree), else the directory itself.

    One path for one project, whether a client tells its directory as it was typed or as the disk spells it.
    """
    return fs.composed(_root(cwd))


def _root(cwd: str) -> str:
    path = Path(cwd)
    if not path.is_absolute():
        return cwd
    try:
        if path.exists():
            path = path.resolve()
        for folder in (path, *path.parents):
            mark = folder / ".git"
            if mark.is_dir():
                return str(folder)
            if mark.is_file():
                return main_work_tree(folder) or str(folder)
    except (OSError, ValueError, RuntimeError):
        return cwd  # a directory we may not look into, or whose marks make no sense, is its own project
    return str(path)


def current_project() -> str:
    """The project of the directory the command was given in. Raises ConfigError where that is gone."""
    return project_root(current_directory())


def current_directory() -> str:
    """The directory the command was given in. Raises ConfigError where that is gone."""
    try:
        return os.getcwd()
    except FileNotFoundError as error:
        raise ConfigError(
            "the directory you are in does not exist any more: change to another one"
        ) from error
