"""Transcripts as the archive knows them: whose each is, how far it was read, and what is wrong with it.

Owns their rows. Promises that a transcript not read to its end is told as such until it is, and that two files of one
name are two sessions where each of them is a whole one. Never opens a transcript, never renames a session.
"""

from __future__ import annotations

from hashlib import blake2b

from extractor.archive.database import Database
from extractor.archive.standing import as_int, as_text
from extractor.domain import Milliseconds, SessionId, Transcript
from extractor.transcripts.source import Reading, Said


class TranscriptTable:
    """The table of transcripts."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def row_of(self, transcript: Transcript) -> tuple[int, int, int]:
        """Its row, its session's, and the position of its next message; made where there is none."""
        known = self._db.row(
            "SELECT id, session_id, next_position FROM transcripts WHERE path = ?", (transcript.path,)
        )
        if known:
            return as_int(known[0]), as_int(known[1]), as_int(known[2])
        named = (transcript.client, _session_name(self._db, transcript))
        self._db.run("INSERT INTO sessions(client, session) VALUES(?, ?) ON CONFLICT DO NOTHING", named)
        session = self._db.number("SELECT id FROM sessions WHERE client = ? AND session = ?", named)
        made = self._db.run(
            "INSERT INTO transcripts(client, path, session_id, sidechain, folder) VALUES(?, ?, ?, ?, ?)",
            (transcript.client, transcript.path, session, int(transcript.sidechain), transcript.folder),
        )
        return made.lastrowid or 0, session, 0

    def reached(self, transcript_id: int, position: int, reading: Reading) -> None:
        """Note how far a transcript was read."""
        self._db.run(
            """UPDATE transcripts SET checkpoint = ?, held = ?, modified = ?, next_position = ?, more = ?,
               first = coalesce(min(coalesce(first, ?), ?), first), problem = NULL WHERE id = ?""",
            (
                reading.checkpoint, reading.held, reading.modified, position, int(reading.more), *_first(reading),
                transcript_id,
            ),
        )  # fmt: skip

    def trouble(self, transcript: Transcript, line: str | None) -> None:
        """Record that a transcript cannot be read on, and why; cleared by the next reading that works.

        None: it has vanished, as clients let old ones do. What was read of it stands for itself.
        """
        with self._db.transaction():
            transcript_id, _, _ = self.row_of(transcript)
            # What is only out of reach is read on when it is back: nothing is known of when it was written.
            vanished = "" if line else ", held = 0, modified = 0"
            sql = f"UPDATE transcripts SET problem = ?, more = 0{vanished} WHERE id = ?"
            self._db.run(sql, (line, transcript_id))

    def checkpoint(self, transcript: Transcript) -> str | None:
        """Where the reading of a transcript ended."""
        found = self._db.row("SELECT checkpoint FROM transcripts WHERE path = ?", (transcript.path,))
        return str(found[0]) if found and found[0] is not None else None

    def ends(self) -> dict[str, tuple[Milliseconds, int | None]]:
        """For each transcript that was read to its end: when it had last been written at that time, and its bytes.

        None for the bytes where its checkpoint does not count them.
        """
        found = self._db.rows(
            """SELECT path, modified, json_extract(checkpoint, '$.mark.offset') FROM transcripts
               WHERE more = 0 AND problem IS NULL AND held = 0 AND (checkpoint IS NULL OR json_valid(checkpoint))"""
        )
        return {
            str(path): (Milliseconds(as_int(modified)), None if size is None else as_int(size))
            for path, modified, size in found
        }

    def unfinished(self) -> list[Transcript]:
        """The transcripts that were not read to their end: in part, without their last line, or not at all."""
        found = self._db.rows(
            """SELECT t.client, t.path, s.session, t.sidechain, t.folder FROM transcripts t
               JOIN sessions s ON s.id = t.session_id WHERE t.more = 1 OR t.problem IS NOT NULL OR t.held > 0"""
        )
        return [
            Transcript(str(client), str(path), SessionId(str(session)), bool(sidechain), as_text(folder))
            for client, path, session, sidechain, folder in found
        ]


def _session_name(db: Database, transcript: Transcript) -> str:
    """The id the transcript gives its session; with something that tells its path where another file is that session.

    Plain transcripts are named below their folder: a folder put in front of the others in the settings has the names
    that the one behind it had.
    """
    taken = db.row(
        """SELECT 1 FROM sessions s JOIN transcripts t ON t.session_id = s.id
           WHERE s.client = ? AND s.session = ? AND t.path <> ?""",
        (transcript.client, transcript.session, transcript.path),
    )
    if not taken or not transcript.is_whole:
        return transcript.session
    return f"{transcript.session}-{blake2b(transcript.path.encode(), digest_size=4).hexdigest()}"


def _first(reading: Reading) -> tuple[int | None, int | None]:
    """Time of the reading's first message, twice: for a minimum that is NULL only while there is none."""
    first = min((r.message.at for r in reading.records if isinstance(r, Said)), default=None)
    return first, first
