"""From folders: what an order to forget takes out of memory folders, their indexes and copies.

Owns which folders and files it reaches. Promises that a person's own files stay and are named, also where they stand
beside one that was moved there. Never touches the state file's rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from extractor.actions.folder import Folder
from extractor.actions.joining import set_aside
from extractor.actions.own_files import OwnFiles, beside
from extractor.actions.rewriting import taken_out
from extractor.actions.team_files import TeamFiles
from extractor.archive.archive import Archive
from extractor.archive.of_runs import files_of_runs, moved_into
from extractor.archive.order import Order
from extractor.archive.statements import Written
from extractor.errors import MemoryConflict
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.memory.file_name import INDEX_FILE
from extractor.memory.gate.phrases import Phrases
from extractor.memory.redaction.placeholders import FORGOTTEN

TRIES = 5
"""Times a folder is written anew when a person saves a file at the same moment."""


class FromFolders:
    """Takes words out of memory folders. `folder_at` gives the one at a resolved path."""

    def __init__(
        self, archive: Archive, folder_at: Callable[[str], Folder], teams: TeamFiles, own: OwnFiles
    ) -> None:
        self._archive = archive
        self._folder_at = folder_at
        self._teams = teams
        self._own = own

    def take_out(self, order: Order) -> list[str]:
        """Take it out of every memory folder that may hold it."""
        self._teams.withdraw(Phrases((*order.words, *order.phrases)))
        lines: list[str] = []
        for path in self.reach():
            if Path(path).is_dir():
                lines += self._in_folder(path, order)
        return [*lines, *self._in_indexes(order), *self._in_set_aside(order)]

    def _in_indexes(self, order: Order) -> Iterator[str]:
        """Take it out of every index that told it of another home, and out of what the index was before.

        Only now that no home says it any more is none told of it again.
        """
        told = order.as_told()
        for folder in self.folders():
            if not folder.tells(told.stand_in):
                continue
            if folder.is_ours():
                with folder.held() as store:
                    folder.render(store)
            folder.drop_copies(told.stand_in)
            if Phrases((*order.words, *order.phrases)).stand_in(folder.own_index()):
                yield f"{Path(folder.path) / INDEX_FILE} holds it in words of your own: take them out there"

    def _in_set_aside(self, order: Order) -> Iterator[str]:
        """Take it out of our copies in what `projects join` set aside; of the rest there, name what holds it."""
        phrases = Phrases((*order.words, *order.phrases))
        for folder in self.set_aside():
            names = [*folder.drop_copies(phrases.stand_in)]
            names += [name for name, data in folder.snapshot().items() if phrases.stand_in(data)]
            names += [INDEX_FILE] if folder.tells(phrases.stand_in) else []
            for name in names:
                path = Path(folder.path) / name
                yield f"{path} holds it: it was set aside when projects were joined, take it out there"

    def folders(self) -> list[Folder]:
        """Every memory folder we wrote to, if only its index; what leads to one folder is one."""
        return list({folder.path: folder for folder in map(self._folder_at, self.paths())}.values())

    def set_aside(self) -> list[Folder]:
        """What stands beside memory folders that became links."""
        return [self._folder_at(str(each)) for path in self.paths() for each in set_aside(Path(path))]

    def paths(self) -> list[str]:
        """The path of every memory folder we wrote to, if only its index."""
        return sorted({*self._archive.statements.folders(), *self._archive.folders()})

    def at(self, path: str) -> Mapping[str, bytes]:
        """The memory files of a folder, by name; none where it is away."""
        return self._folder_at(path).snapshot() if Path(path).is_dir() else {}

    def changes(self, path: str, order: Order, files: Mapping[str, bytes]) -> tuple[FileChange, ...]:
        """What the order changes in a folder that holds these files, of which a person's own stay."""
        statements = self._archive.statements
        names = files_of_runs(statements, path, files)
        ours = {name: data for name, data in files.items() if name in names}
        moved = moved_into(statements, path, ours)
        written, phrases = self._written(path), Phrases((*order.words, *order.phrases))
        changes = self._taken_out(
            {name: data for name, data in ours.items() if name not in moved}, written, order, phrases
        )
        for name, elsewhere in moved.items():
            known = [*written, *(each for each in elsewhere if each.statement != FORGOTTEN)]
            changes += self._taken_out({name: ours[name]}, known, order, phrases)
        return changes

    @staticmethod
    def _taken_out(
        files: Mapping[str, bytes], written: Sequence[Written], order: Order, phrases: Phrases
    ) -> tuple[FileChange, ...]:
        gone = [each for each in written if each.id in order.statements]
        by_file: dict[str, set[str]] = {}
        for each in gone:
            by_file.setdefault(each.file, set()).add(each.statement)
        said = [each.statement for each in written]
        return taken_out(files, said, [each.statement for each in gone], phrases, by_file)

    def reach(self) -> list[str]:
        """Every folder runs wrote to, and those to which a person moved a file of theirs."""
        statements = self._archive.statements
        known = statements.folders()
        others = [path for path in self._archive.folders() if path not in known]
        return [*known, *(path for path in others if moved_into(statements, path, self.at(path)))]

    def _written(self, folder: str) -> list[Written]:
        return [each for each in self._archive.statements.of_folder(folder) if each.statement != FORGOTTEN]

    def _in_folder(self, path: str, order: Order) -> list[str]:
        folder = self._folder_at(path)
        for _ in range(TRIES):
            with folder.held() as store:
                store.recover()
                changes = self.changes(path, order, store.snapshot().files)
                result = store.commit(0, ChangeSet(changes))
                folder.render(store)
            if not result.conflicts:
                break
        else:
            raise MemoryConflict(
                f"{Path(path) / result.conflicts[0]} is being saved again and again: close it"
            )
        phrases = Phrases((*order.words, *order.phrases))
        others = folder.drop_copies(phrases.stand_in)
        made = [each.file for each in changes if each.before is None]
        return [
            *result.lines,
            *(f"what is left of a memory file stands in {Path(path) / name}" for name in made),
            *self._own.lines(path, folder.snapshot(), phrases, dict(zip(made, made, strict=True))),
            *(beside(Path(path) / name) for name in others),
        ]
