"""Forget: words taken out of the memory, the archive and every byte we keep.

Owns what an order to forget takes in and the order in which it is carried out. Promises that it is
finished once begun, whatever comes between, and that it says where else the words are. Never touches a
client's transcript or a repository.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from extractor.actions.folder import Folder
from extractor.actions.from_folders import FromFolders
from extractor.actions.out_of_reach import OutOfReach
from extractor.actions.own_files import Holding, OwnFiles
from extractor.actions.recording import record_cut_short
from extractor.actions.removals import Removals
from extractor.actions.rewriting import descriptions_lost, lost, renamed
from extractor.actions.team_files import TeamFiles
from extractor.actions.which_session import id_meant
from extractor.archive.archive import Archive
from extractor.archive.forgetting import Held
from extractor.archive.kept_paths import KeptPaths
from extractor.archive.of_runs import files_of_runs, moved_into
from extractor.archive.order import Order
from extractor.archive.statements import Written
from extractor.archive.unfinished import FORGETTING
from extractor.domain import MIN_QUOTE, Milliseconds
from extractor.errors import ConfigError, MemoryConflict, StoreFailed, UsageError
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.memory.gate.phrases import LEAST, Phrases
from extractor.memory.gate.tombstones import words
from extractor.memory.gate.witnesses import folded
from extractor.memory.memory_file import parse, sentences
from extractor.memory.redaction.placeholders import FORGOTTEN

SHOWN = 10
"""Messages, and sentences, that are shown of what goes."""


_STOPS = ".!?…。 "
"""What ends a sentence, and may not end its repetition."""
_TELLING = 16
"""Bytes of a sentence that is looked for in other messages: shorter ones are said of many things."""


class NothingHeld(ConfigError):
    """Nothing of ours holds what is to be forgotten."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person names: exactly one of these."""

    words: str = ""
    file: tuple[str, str, bytes] | None = None
    """A memory file: its folder (resolved path), name and bytes."""
    message: str = ""
    """A message's id, whole or short."""
    session: str = ""
    """A session's id, or a beginning no other one has."""


@dataclass(frozen=True, slots=True)
class Planned:
    """What an order would take away, for a person to look at first."""

    order: Order
    sessions: int
    messages: tuple[Held, ...]
    """The newest that go, the newest first: as many as are shown."""
    statements: tuple[tuple[str, str], ...]
    """Path of a memory file as it stands, and a sentence or reason that goes from it; where none does, its description
    or name."""
    elsewhere: tuple[str, ...]
    """One line for each other place that holds the words, or may. Nothing is done there."""


class Forget:
    """Forgets. `folder_at` gives the memory folder at a resolved path."""

    def __init__(
        self,
        archive: Archive,
        folder_at: Callable[[str], Folder],
        clock: Callable[[], Milliseconds],
        teams: Callable[[], Mapping[str, bytes]] = dict,
        own: Holding = lambda _holds: (),
    ) -> None:
        """`teams`: the bytes of every file in a team's folder, by its path; looked at, never touched, as is `own`."""
        self._archive = archive
        self._folder_at = folder_at
        self._clock = clock
        self._teams = TeamFiles(archive.index_lines, teams)
        self._own = OwnFiles(archive, own)
        self._folders = FromFolders(archive, folder_at, self._teams, self._own)
        self._away = OutOfReach(archive.statements, folder_at)
        self._removals = Removals(archive, folder_at, clock)

    def plan(self, asked: Asked) -> Planned:
        """What would be forgotten. Raises ConfigError when there is nothing of the kind, or a part is out of reach."""
        self.recover()
        record_cut_short(self._archive, self._folder_at, self._clock)
        self._removals.look_everywhere()  # what stands is known before the journal loses any of it
        phrases = Phrases([asked.words])
        rows = self._rows(asked, phrases)
        forgetting = self._archive.forgetting
        found: dict[int, Written] = {each.id: each for each in forgetting.written(phrases)}
        for key in forgetting.keys(rows).values():
            found.update((each.id, each) for each in self._archive.statements.on(key))
        forgetting.complete(found)
        files = self._files(asked, found.values())
        if not (rows or found or files or self._held_by_us(phrases) or self._teams.told(phrases)):
            told = (
                *self._teams.lines(phrases),
                *self._own.beyond(self._folders.paths(), self._folders.reach(), phrases),
                *self._in_paths(phrases),
            )
            raise NothingHeld(
                "; ".join(("nothing in the archive or the memory holds this: nothing was forgotten", *told))
            )
        texts = {text for e in found.values() for text in (e.statement, e.quote) if len(text) >= MIN_QUOTE}
        order = Order(
            rows=tuple(rows),
            statements=tuple(sorted(found)),
            words=(asked.words,) if asked.words else (),
            phrases=tuple(sorted(texts - {FORGOTTEN})),
            files=files,
        )
        self._away.check(order)
        here = {
            path: self._folders.changes(path, order, self._folders.at(path)) for path in self._folders.reach()
        }
        named = tuple((path, each.file) for path, made in here.items() for each in made if each.after is None)
        told = descriptions_lost([each for made in here.values() for each in made])
        order = replace(order, described=told, named=named)
        places = forgetting.transcripts(rows)
        shown = tuple((str(Path(path) / file), said) for path in here for file, said in lost(here[path]))
        lines = (*self._transcripts(places), *self._beside(order, here))
        newest = tuple(forgetting.newest(rows, SHOWN))
        return Planned(order, len({session for session, _ in places}), newest, shown, lines)

    def carry_out(self, planned: Planned) -> tuple[str, ...]:
        """Do it; returns what a person should be told. It cannot be taken back.

        Raises StoreFailed or MemoryConflict where it is cut short (the next start brings it to its end), ConfigError
        where a part is out of reach since it was planned (then nothing is done).
        """
        self._away.check(planned.order)
        self._archive.forgetting.begin(planned.order)
        try:
            lines = self.recover()
        except StoreFailed as error:
            raise StoreFailed(f"{error}; {FORGETTING}") from error
        if any(order for _, order in self._archive.forgetting.pending()):
            raise MemoryConflict("; ".join(lines))
        return lines

    def finish(self) -> tuple[bool, tuple[str, ...]]:
        """`recover`; and whether by that a forgetting that was cut short is at its end."""
        was_pending = bool(self._archive.forgetting.pending())
        lines = self.recover()
        return was_pending and not self._archive.forgetting.pending(), lines

    def unfinished(self) -> tuple[str, ...]:
        """The line of a forgetting that was cut short, if there is one; nothing is brought to its end."""
        return (FORGETTING,) if self._archive.forgetting.pending() else ()

    def recover(self) -> tuple[str, ...]:
        """Bring to an end every order a crash cut short that is in reach; returns what a person should be told."""
        lines: dict[str, None] = {}
        for number, order in self._archive.forgetting.pending():
            if order is not None:
                # What a run under way when it was given wrote is known now; none begins to write any of it.
                record_cut_short(self._archive, self._folder_at, self._clock)
                order = self._archive.forgetting.up_to_date(order)
                if away := [*self._away.holding(order)]:
                    lines.update(dict.fromkeys(f"not forgotten yet: {line}" for line in away))
                    continue
                lines.update(dict.fromkeys(self._folders.take_out(order)))
                self._archive.forgetting.erase(number, order, folded, self._clock())
        self._archive.forgetting.clean()
        return tuple(lines)

    # ------------------------------------------------------------ what goes

    def _rows(self, asked: Asked, phrases: Phrases) -> list[int]:
        forgetting = self._archive.forgetting
        if asked.file is not None:
            folder, name, data = asked.file
            is_ours = name in files_of_runs(self._archive.statements, folder, {name: data})
            keys = {each.key for each in self._written_in(folder, name, data)} if is_ours else set()
            if not keys and self._own.is_unknown(folder, name, data):
                raise ConfigError(
                    f"who wrote {name} is not known, `extractor why {name}` says why: delete it yourself"
                )
            if not keys and is_ours:
                raise ConfigError(
                    f"{name} says by now what you wrote into it: delete it yourself, and `extractor forget WORDS` takes"
                    " what it was learned from"
                )
            if not keys:
                raise ConfigError(f"no run wrote {name}: it is your own, delete it yourself")
            cited = {row for key in keys for row in self._archive.messages.rows_of(key)}
            return sorted(cited.union(forgetting.holding(self._repeated(folder, name, data))))
        if asked.message:
            return self._some(forgetting.named(asked.message), f"there is no message {asked.message}")
        if asked.session:
            named = id_meant(self._archive.sessions, asked.session)
            rows = forgetting.of_session(named) if named else []
            return self._some(rows, f"there is no session {asked.session}")
        if not phrases:
            raise UsageError(f"name at least {LEAST} characters to forget, a file, --message or --session")
        return forgetting.holding(phrases)

    @staticmethod
    def _some(rows: list[int], line: str) -> list[int]:
        if not rows:
            raise ConfigError(f"{line} in the archive: `extractor why FILE --json` names both")
        return rows

    def _written_in(self, folder: str, name: str, data: bytes) -> list[Written]:
        said, statements = {words(each) for each in parse(data).statements}, self._archive.statements
        moved = moved_into(statements, folder, {name: data}).get(name, [])
        return [
            each
            for each in (*statements.of_folder(folder), *moved)
            if (parts := sentences(each.statement)) and parts <= said
        ]

    def _repeated(self, folder: str, name: str, data: bytes) -> Phrases:
        """What a file says, as other messages may repeat it. What it rests on may be a bare yes, said of many things."""
        told = {each.statement.rstrip(_STOPS) for each in self._written_in(folder, name, data)}
        return Phrases(text for text in told if len(text.encode()) >= _TELLING)

    @staticmethod
    def _files(asked: Asked, found: Iterable[Written]) -> tuple[tuple[str, str], ...]:
        files = {(each.folder, each.file) for each in found if each.statement != FORGOTTEN}
        return tuple(sorted(files | ({asked.file[:2]} if asked.file else set())))

    def _held_by_us(self, phrases: Phrases) -> bool:
        return any(
            folder.tells(phrases.stand_in)
            or any(map(phrases.stand_in, (files := folder.snapshot()).values()))
            or any(
                name in files and phrases.are_named(name)
                for name in files_of_runs(self._archive.statements, folder.path, files)
            )
            for folder in (*self._folders.folders(), *self._folders.set_aside())
        )

    # ------------------------------------------------------------ elsewhere

    @staticmethod
    def _transcripts(places: Sequence[tuple[int, str]]) -> list[str]:
        there = sorted(path for path in {path for _, path in places} if Path(path).exists())
        return [f"the client's own transcript {path} holds it" for path in there]

    def _beside(self, order: Order, changes: Mapping[str, Sequence[FileChange]]) -> list[str]:
        phrases = Phrases((*order.words, *order.phrases))
        lines: list[str] = []
        for path, made in changes.items():
            snapshot = self._folders.at(path)
            left = ChangeSet(tuple(made)).on(snapshot)
            lines += self._own.lines(path, left, phrases, renamed(made))
            touched = any(folder == path for folder, _ in order.files)
            if not touched and not any(phrases.stand_in(data) for data in snapshot.values()):
                continue
            repository = _repository(Path(path))
            if repository is not None:
                lines.append(f"the history of the git repository {repository} may hold {path} as it was")
        reach, unseen = self._folders.reach(), self._away.unseen()
        return [
            *lines,
            *self._own.beyond(self._folders.paths(), reach, phrases, unseen),
            *self._teams.lines(phrases),
            *self._in_paths(Phrases(order.words)),
        ]

    def _in_paths(self, phrases: Phrases) -> Iterator[str]:
        for kind, path in KeptPaths(self._archive.db).holding(phrases):
            yield f"the path of the {kind} {path} holds it, and the state file keeps paths as they are"


def _repository(folder: Path) -> Path | None:
    return next((each for each in (folder, *folder.parents) if (each / ".git").exists()), None)
