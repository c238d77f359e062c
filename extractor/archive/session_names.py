"""What a session is called when its first transcript is read.

Owns that two files of one name are two sessions where each of them is a whole one. Never renames a session.
"""

from __future__ import annotations

from hashlib import blake2b

from extractor.archive.database import Database
from extractor.domain import Transcript


def session_name(db: Database, transcript: Transcript) -> str:
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
