"""Lines of MEMORY.md that are known: ours as last written, and those a person accepted, as hashes.

Owns both tables and `accepted.jsonl`. Promises that what a person accepted survives the state file, and
that no word of a line is kept. Never judges a line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import islice

from pydantic import TypeAdapter, ValidationError

from extractor.archive.beside import Beside
from extractor.archive.database import Database, Value
from extractor.archive.outcome import Outcome
from extractor.domain import Milliseconds
from extractor.memory.journal import IntentState

FILE = "accepted.jsonl"
"""Name of the copy in the state folder: one line for each line that was accepted."""

MOST_REPLACED = 200
"""Lines noted of one writing: more than our block may have were not read by any client."""

_MADE = f"""SELECT s.file FROM statements s WHERE s.folder = :folder AND NOT EXISTS
        (SELECT 1 FROM journal j WHERE j.run = s.run AND j.folder = s.folder AND j.file = s.file
         AND j.before IS NOT NULL)
    UNION SELECT j.file FROM journal j JOIN runs r ON r.id = j.run WHERE j.folder = :folder
        AND j.state <> '{IntentState.KEPT_HUMAN}' AND r.undoes IS NULL
        AND (j.before IS NULL OR r.outcome = '{Outcome.MOVED}')"""
"""Files of a folder that runs made: what such a file says beside a run's sentences, a person wrote there. Of those
that moved or came from the team the journal keeps the name."""


@dataclass(frozen=True, slots=True)
class _Line:
    folder: str
    line: str


@cache
def _lines() -> TypeAdapter[_Line]:
    return TypeAdapter(_Line)


class IndexLines:
    """What is known of each folder's MEMORY.md. Folders are absolute paths, lines are hashes."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._beside = Beside(db, FILE)

    # ------------------------------------------------------------ ours

    def own(self, folder: str) -> frozenset[str]:
        """The lines of our block as it was last written; empty where that is not known."""
        found = self._db.rows("SELECT line FROM index_lines WHERE folder = ?", (folder,))
        return frozenset(str(line) for (line,) in found)

    def wrote(self, folder: str, own: Collection[str], replaced: Collection[str], now: Milliseconds) -> None:
        """Note our block as it now stands, and the lines of others that gave way to it."""
        before, after = self.own(folder), frozenset(own)
        if before == after and not replaced:
            return
        with self._db.transaction():
            self._db.run_many(
                "DELETE FROM index_lines WHERE folder = ? AND line = ?",
                [(folder, line) for line in before - after],
            )
            self._db.run_many(
                "INSERT INTO index_lines VALUES(?, ?) ON CONFLICT DO NOTHING",
                [(folder, line) for line in after - before],
            )
            self._db.run_many(
                "INSERT INTO replaced_lines VALUES(?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at",
                [(folder, line, now) for line in islice(replaced, MOST_REPLACED)],
            )

    # ------------------------------------------------------------ others'

    def accepted(self, folder: str) -> frozenset[str]:
        """The lines a person accepted."""
        found = self._db.rows("SELECT line FROM accepted_lines WHERE folder = ?", (folder,))
        return frozenset(str(line) for (line,) in found)

    def replaced(self, folder: str) -> dict[str, Milliseconds]:
        """Lines of others that stood in our block, and when ours took their place; without those accepted."""
        found = self._db.rows(
            """SELECT line, at FROM replaced_lines r WHERE folder = :folder AND NOT EXISTS
               (SELECT 1 FROM accepted_lines a WHERE a.folder = :folder AND a.line = r.line)""",
            {"folder": folder},
        )
        return {str(line): Milliseconds(int(str(at))) for line, at in found}

    def settle(self, folders: Iterable[str], lines: Collection[str]) -> None:
        """Tell no more that these lines of others gave way. None is accepted by it: one that comes back is told."""
        with self._db.transaction():
            self._db.run_many(
                "DELETE FROM replaced_lines WHERE folder = ? AND line = ?",
                [(folder, line) for folder in folders for line in lines],
            )

    def accept(self, folder: str, lines: Iterable[str], now: Milliseconds) -> None:
        """Note that a person accepts these lines. After a change, `save` writes the copy beside."""
        with self._db.transaction():
            self._db.run_many(
                "INSERT INTO accepted_lines VALUES(?, ?, ?) ON CONFLICT DO NOTHING",
                [(folder, line, now) for line in lines],
            )
            self._beside.changed()

    def withdraw(self, folder: str, lines: Iterable[str]) -> None:
        """Take back that a person accepts these lines; `save` as after `accept`."""
        with self._db.transaction():
            self._db.run_many(
                "DELETE FROM accepted_lines WHERE folder = ? AND line = ?", [(folder, line) for line in lines]
            )
            self._beside.changed()

    # ------------------------------------------------------------ the client's

    def calls_on(self, paths: Iterable[str]) -> list[str]:
        """Inputs of the client's calls that wrote these files and did not fail, oldest first."""
        found = [
            row
            for path in paths
            for row in self._db.rows(
                """SELECT id, text FROM messages m WHERE path = ? AND path IS NOT NULL AND NOT EXISTS
                   (SELECT 1 FROM messages r WHERE r.call = m.call AND r.failed = 1)""",
                (path,),
            )
        ]
        return [str(text) for _, text in sorted(found, key=lambda row: int(str(row[0])))]

    def files_written(self, folder: str, spellings: Iterable[str]) -> frozenset[str]:
        """Names of the files in a folder that a run of ours made, or the client wrote under any spelling of it.

        A file that a run only changed, as a pin does, or brought back is still of the hand that made it.
        """
        ours = self._db.rows(_MADE, {"folder": folder})
        theirs = [
            str(path).rpartition("/")[2]
            for spelling in spellings
            for (path,) in self._db.rows(
                "SELECT DISTINCT path FROM messages WHERE path IS NOT NULL AND path > ? AND path < ?",
                (f"{spelling}/", f"{spelling}0"),
            )
        ]
        return frozenset([*(str(file) for (file,) in ours), *theirs])

    def folders(self) -> list[str]:
        """Every folder a run wrote to or whose index we rendered."""
        found = self._db.rows("SELECT folder FROM runs UNION SELECT folder FROM index_lines")
        return [str(folder) for (folder,) in found]

    def missing(self) -> list[str]:
        """Every folder a run wrote to whose index we never rendered: the run was cut short before it came to that."""
        found = self._db.rows(
            """SELECT DISTINCT folder FROM runs WHERE added + changed + removed > 0
               AND folder NOT IN (SELECT folder FROM index_lines) ORDER BY 1"""
        )
        return [str(folder) for (folder,) in found]

    # ------------------------------------------------------------ beside the state file

    def moved(self) -> None:
        """Count, in its transaction, that what is accepted goes by another folder. `save` follows."""
        self._beside.changed()

    def save(self) -> None:
        """Write the copy beside the state file, if it says something else. Raises StoreFailed."""
        # Inside a transaction: of two processes the one that reads last also writes last.
        with self._db.transaction():
            self._beside.save(self._all())

    def take_over(self) -> None:
        """Take over what the copy knows and this state file, a new or an older one, does not; write the copy anew.

        A line that was cut off or is not ours is passed over. Raises StoreFailed.
        """
        if self._beside.is_saved(self._all()):
            return
        with self._db.transaction():
            newer = self._beside.newer()
            if newer is not None:
                kept = [line for text in newer.lines if (line := _line(text))]
                if newer.is_later and len(kept) == len(newer.lines):
                    self._db.run("DELETE FROM accepted_lines")  # some may be taken back since
                self._db.run_many(
                    "INSERT INTO accepted_lines VALUES(?, ?, 0) ON CONFLICT DO NOTHING",
                    [(k.folder, k.line) for k in kept],
                )
                self._beside.caught_up(newer)
            self.save()

    def _all(self) -> list[dict[str, Value]]:
        rows = self._db.rows("SELECT folder, line FROM accepted_lines ORDER BY at, 1, 2")
        return [{"folder": folder, "line": line} for folder, line in rows]


def _line(text: str) -> _Line | None:
    try:
        return _lines().validate_json(text)
    except ValidationError:
        return None  # only whole lines name anything
