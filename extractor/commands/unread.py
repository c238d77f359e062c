"""Transcripts that grew since they were read: what waits before anything of it is known.

Owns the comparison of the clients' folders with the state file. Promises to open no transcript. Only reads.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from extractor.domain import Milliseconds, Transcript
from extractor.errors import is_text


def unread(transcripts: Iterator[Transcript], known: Mapping[str, Milliseconds], now: Milliseconds) -> int:
    """How many transcripts are new or were written since they were read.

    `known`: when each one that was read had last been written, as far as it was read.
    """
    return sum(1 for each in transcripts if is_text(each.path) and _is_unread(each, known, now))


def _is_unread(transcript: Transcript, known: Mapping[str, Milliseconds], now: Milliseconds) -> bool:
    try:
        written = (
            transcript.stamp[0] if transcript.stamp else os.lstat(transcript.path).st_mtime_ns // 1_000_000
        )
    except OSError:
        return False  # gone since it was listed: nothing of it waits
    read = known.get(transcript.path)
    return read is None or min(written, now) > read
