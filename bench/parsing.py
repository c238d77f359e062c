"""Reading transcripts to records, beside plain `json.loads` of the same lines.

Owns the two ways of reading and how they take turns. Promises that both see the same bytes in the same
process. Never stores anything.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

from bench.corpus import Corpus
from bench.table import Aim, Figure, Unit
from extractor.domain import Milliseconds
from extractor.service.intake import QUOTA
from extractor.transcripts.claude_code import ClaudeCode
from extractor.transcripts.source import Reading

LATER = Milliseconds(4_000_000_000_000)
"""A moment at which every file has been still for long."""


def readings(source: ClaudeCode, path: Path) -> Iterator[Reading]:
    """One transcript, from its start to its end, in the daemon's own portions."""
    transcript, checkpoint = source.named(path), None
    while True:
        reading = source.read(transcript, checkpoint, QUOTA, LATER)
        yield reading
        if not reading.more:
            return
        checkpoint = reading.checkpoint


def measure(corpus: Corpus) -> list[Figure]:
    """Time to records over the time of `json.loads`, which gets its lines ready made."""
    source = ClaudeCode(corpus.claude_dir)
    ours = plain = 0.0
    for number, path in enumerate(corpus.files):
        lines = path.read_bytes().splitlines()
        if number % 2:
            ours += _ours(source, path)
            plain += _plain(lines)
        else:
            plain += _plain(lines)
            ours += _ours(source, path)
    megabytes = corpus.size / 1e6
    note = f"{ours:.2f} s, json.loads {plain:.2f} s of processor time, {megabytes:,.0f} MB"
    return [
        Figure("parsing to records ÷ json.loads (time)", ours / plain, Unit.RATIO, Aim(1.0), note),
        Figure("parsing to records", megabytes / ours, Unit.SPEED),
        Figure("json.loads", megabytes / plain, Unit.SPEED),
    ]


def _ours(source: ClaudeCode, path: Path) -> float:
    begun = time.process_time()
    for _ in readings(source, path):
        pass
    return time.process_time() - begun


def _plain(lines: list[bytes]) -> float:
    begun = time.process_time()
    for line in lines:
        try:
            json.loads(line)
        except ValueError:
            continue  # real transcripts hold damaged lines; both sides meet them
    return time.process_time() - begun
