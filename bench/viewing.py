"""The project view of a session, beside the reading of its transcript.

Owns the two and how they take turns. Promises that the largest session is among what is measured. Never
stores anything.
"""

from __future__ import annotations

import time

from bench.corpus import Corpus
from bench.parsing import readings
from bench.table import Aim, Figure, Unit
from extractor.domain import Message
from extractor.history.levels import project_view
from extractor.history.timeline import timeline
from extractor.transcripts.claude_code import ClaudeCode
from extractor.transcripts.source import Said

TRANSCRIPTS = 18
"""Transcripts that are measured: every session once."""


def measure(corpus: Corpus) -> list[Figure]:
    """Time of the view over the time of reading, of the largest session and of all of them."""
    source = ClaudeCode(corpus.claude_dir)
    reading = viewing = largest = 0.0
    size = 0
    for path in corpus.files[:TRANSCRIPTS]:
        said: list[Message] = []
        begun = time.process_time()
        for each in readings(source, path):
            said += [record.message for record in each.records if isinstance(record, Said)]
        read = time.process_time() - begun
        begun = time.process_time()
        project_view(timeline(said))
        viewed = time.process_time() - begun
        reading, viewing = reading + read, viewing + viewed
        if path.stat().st_size > size:
            size, largest = path.stat().st_size, viewed / read
    note = f"{viewing * 1000:.0f} ms over {reading * 1000:.0f} ms"
    return [
        Figure("project view ÷ reading, largest session (time)", largest, Unit.RATIO, Aim(1.0)),
        Figure("project view ÷ reading, all sessions (time)", viewing / reading, Unit.RATIO, Aim(1.0), note),
    ]
