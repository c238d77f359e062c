"""Finding what was said, as the archive grows.

Owns the made-up conversations and the questions put to them. Promises that the plan and the plain query
search the same archive, and processor time where others use the machine too. Never measures a start-up.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from uuid import NAMESPACE_OID, uuid5

from bench.generated import Vocabulary
from bench.table import Aim, Figure, Unit
from extractor.archive.database import Database
from extractor.archive.messages import Messages
from extractor.archive.search import Search
from extractor.archive.standing import Project
from extractor.domain import Kind, Message, MessageKey, Milliseconds, SessionId, Speaker, Transcript
from extractor.recall.query import parse
from extractor.transcripts.source import Reading, Said

SESSION = 250
"""Messages of one session."""

_SAID = (
    (Speaker.HUMAN, Kind.TEXT, 20),
    (Speaker.ASSISTANT, Kind.TEXT, 60),
    (Speaker.ASSISTANT, Kind.CALL, 10),
    (Speaker.TOOL, Kind.RESULT, 60),
)
"""In turn; how many words they have in the middle."""

WORDS = (2, 8)
"""Words of a question, at least and at most."""

NO_BOUND = 1 << 60


@dataclass(slots=True)
class Grown:
    """An archive of made-up sessions that grows."""

    db: Database
    random: Random
    vocabulary: Vocabulary
    size: int = 0
    seconds: float = 0.0
    """Processor time of storing and indexing."""
    project: Project | None = None
    """Where all of it was said."""

    def grow(self, size: int) -> None:
        """Add sessions up to this many messages."""
        messages = Messages(self.db, lambda text: text)
        while self.size < size:
            said = [Said(self._message(self.size + n)) for n in range(min(SESSION, size - self.size))]
            name = session_name(self.size // SESSION)
            transcript = Transcript("bench", f"/bench/{name}.jsonl", SessionId(name))
            begun = time.process_time()
            messages.store(transcript, Reading(list(said), "1"), self.project)
            self.seconds += time.process_time() - begun
            self.size += len(said)

    def _message(self, number: int) -> Message:
        speaker, kind, median = _SAID[number % len(_SAID)]
        count = max(2, int(median * self.random.lognormvariate(0, 0.8)))
        text = self.vocabulary.words(self.random, count)
        at = Milliseconds(1_700_000_000_000 + number * 1_000)
        return Message(MessageKey("bench", str(number), 0), speaker, kind, text, at)


def session_name(number: int) -> str:
    """The id of a made-up session, of the form clients give theirs."""
    return str(uuid5(NAMESPACE_OID, str(number)))


def questions(grown: Grown, count: int, seed: int) -> Iterator[tuple[int, str]]:
    """A message's row, and some of its words in any order, common ones among them as in the text."""
    random = Random(seed)
    while count:
        row = random.randint(1, grown.size)
        found = grown.db.row("SELECT text FROM messages WHERE id = ? AND kind = 'text'", (row,))
        words = sorted(set(str(found[0]).split())) if found else []
        if len(words) >= WORDS[0]:
            count -= 1
            yield row, " ".join(random.sample(words, min(len(words), random.randint(*WORDS))))


@dataclass(frozen=True, slots=True)
class Answered:
    """What the questions came to."""

    milliseconds: Sequence[float]
    """Of processor time, each, in rising order."""
    found: float
    """Share of the messages asked for that were among the first five hits, in percent."""

    def percentile(self, share: float) -> float:
        """Milliseconds that this share of the questions took at most."""
        return self.milliseconds[min(len(self.milliseconds) - 1, int(share * len(self.milliseconds)))]


def answered(search: Search, asked: Sequence[tuple[int, str]]) -> Answered:
    """Put the questions."""
    times: list[float] = []
    found = 0
    for row, words in asked:
        begun = time.process_time()
        hits = search.best(parse(words), limit=10)
        times.append((time.process_time() - begun) * 1_000)
        found += row in [hit for hit, _ in hits[:5]]
    return Answered(sorted(times), 100 * found / len(asked))


def measure(folder: Path, sizes: Sequence[int], count: int, seed: int) -> list[Figure]:
    """Latency, quality beside the plain query, growth, for each size."""
    random = Random(seed)
    db = Database.open(folder / "state.db", Milliseconds(0))
    grown = Grown(db, random, Vocabulary(random))
    figures: list[Figure] = []
    try:
        for size in sizes:
            grown.grow(size)
            db.run("PRAGMA wal_checkpoint(TRUNCATE)")
            asked = list(questions(grown, count, seed))
            plain, plan = (answered(search, asked) for search in (Search(db, NO_BOUND), Search(db)))
            figures += _figures(grown, plain, plan, (folder / "state.db").stat().st_size)
    finally:
        db.close()
    return figures


def _figures(grown: Grown, plain: Answered, plan: Answered, size: int) -> list[Figure]:
    at = f"at {grown.size:,} messages"
    rate = f"{grown.size / grown.seconds:,.0f} messages a second stored and indexed"
    took = f"plain {plain.percentile(0.5):.1f} and {plain.percentile(0.95):.1f}"
    figure: Callable[[str, float, Unit, Aim | None, str], Figure] = Figure
    return [
        figure(f"recall p50 {at}", plan.percentile(0.5), Unit.MILLISECONDS, None, f"of {took}"),
        figure(f"recall p95 {at}", plan.percentile(0.95), Unit.MILLISECONDS, Aim(50), "processor time"),
        figure(
            f"recall R@5 less the plain query's {at}",
            plan.found - plain.found,
            Unit.PERCENT,
            Aim(-1.0, is_most=False),
            f"{plan.found:.1f} % against {plain.found:.1f} %",
        ),
        figure(f"recall state file {at}", size / 1e6, Unit.MEGABYTES, None, rate),
    ]
