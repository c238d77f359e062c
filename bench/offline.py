"""The offline rules with the gate, beside plain `json.loads` of the lines the messages come from.

Owns the messages that are judged and how they are put into one request or into several. Promises that reading
them is no part of the time, and of everything the quickest of several passes: what else the machine does comes and
goes. Never writes a memory.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from datetime import UTC, date
from pathlib import Path

from bench.corpus import Corpus
from bench.parsing import readings
from bench.table import Aim, Figure, Unit
from extractor.domain import Message
from extractor.history.exchanges import Exchange, exchanges
from extractor.models.model import Briefing, Request
from extractor.models.offline import Offline
from extractor.models.offline.weight import weigh
from extractor.transcripts.claude_code import ClaudeCode
from extractor.transcripts.source import Said

TRANSCRIPTS = 18
"""Transcripts that are judged: every session once."""
TODAY = date(2026, 1, 1)
PASSES = 5
"""Passes of which the quickest counts, after one that fills what is kept."""
WORDS = "we keep going and never stop using things without asking in tests because of it "


def measure(corpus: Corpus) -> list[Figure]:
    """Messages a second on one core, over lines a second of `json.loads`; and how the time grows."""
    source = ClaudeCode(corpus.claude_dir)
    paths = corpus.files[:TRANSCRIPTS]
    sessions = [exchanges(_messages(source, path)) for path in paths]
    messages = sum(len(exchange.messages) for session in sessions for exchange in session)
    _seconds(sessions)
    apart = min(_seconds(sessions) for _ in range(PASSES))
    whole = [[exchange for session in sessions for exchange in session]]
    together = min(_seconds(whole) for _ in range(PASSES))
    lines = [line for path in paths for line in path.read_bytes().splitlines()]
    plain = min(_plain(lines) for _ in range(PASSES)) / len(lines)
    note = (
        f"{messages:,} messages in {apart:.2f} s of processor time, json.loads {1 / plain:,.0f} lines/s"
        f" (each the quickest of {PASSES} passes)"
    )
    return [
        Figure(
            "offline rules with the gate", messages / apart, Unit.MESSAGES, Aim(20_000, is_most=False), note
        ),
        Figure("the same ÷ json.loads (lines of the same sessions)", messages / apart * plain, Unit.RATIO),
        Figure("all sessions in one request ÷ one by one (time)", together / apart, Unit.RATIO, Aim(1.3)),
        Figure("a sentence ten times as long ÷ ten (time)", _growth(), Unit.RATIO, Aim(1.3)),
    ]


def _messages(source: ClaudeCode, path: Path) -> list[Message]:
    return [r.message for each in readings(source, path) for r in each.records if isinstance(r, Said)]


def _seconds(sessions: Sequence[Sequence[Exchange]]) -> float:
    model = Offline(UTC)
    begun = time.process_time()
    for session in sessions:
        model.reply(Request("", (), (), "", Briefing((), tuple(session), (), TODAY), ()))
    return time.process_time() - begun


def _growth() -> float:
    short, long = WORDS * 20, WORDS * 200
    return min(_weighing(long, 10) for _ in range(PASSES)) / min(_weighing(short, 100) for _ in range(PASSES))


def _weighing(text: str, times: int) -> float:
    begun = time.process_time()
    for _ in range(times):
        weigh(text)
    return time.process_time() - begun


def _plain(lines: Sequence[bytes]) -> float:
    begun = time.process_time()
    for line in lines:
        try:
            json.loads(line)
        except ValueError:
            continue  # real transcripts hold damaged lines
    return time.process_time() - begun
