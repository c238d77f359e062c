"""Evidence recall on public conversations: `python -m bench.evidence DATA…`.

Owns the counting. Promises the search as it ships, through an
archive written the way the service writes one. Never keeps a word of the data.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from bench.conversations import Conversation, Line, read
from bench.recalling import NO_BOUND
from extractor.archive.database import Database
from extractor.archive.messages import Messages
from extractor.archive.search import Search
from extractor.domain import Kind, Message, MessageKey, Milliseconds, SessionId, Speaker, Transcript
from extractor.recall.query import Query, Term, parse, tokens
from extractor.recall.ranking import SHIPPED, Weights
from extractor.transcripts.source import Reading, Said

DEPTHS = (5, 10, 50)
"""Hits among which the evidence is looked for."""

EVERY = 8
"""Of the questions in a haystack, every eighth is put: the plain query takes its time."""

START = 1_700_000_000_000


@dataclass(frozen=True, slots=True)
class Share:
    """Of one question: the share of its evidence among the first hits, for each depth."""

    conversation: int
    kind: str
    shares: tuple[float, ...]


# ---------------------------------------------------------------- counting


Finder = Callable[[Search, str, int], list[int]]
"""Rows of the best hits of a question."""


def shipped(search: Search, question: str, most: int) -> list[int]:
    """The search with the settings it ships with."""
    return [row for row, _ in search.best(parse(question), limit=most)]


def _kept_stop_words(search: Search, question: str, most: int) -> list[int]:
    words = tuple(Term((token,)) for token in dict.fromkeys(tokens(question)))
    return [row for row, _ in search.best(Query(words=words), limit=most)]


def _all_needed(search: Search, question: str, most: int) -> list[int]:
    return [row for row, _ in search.best(Query(phrases=parse(question).words), limit=most)]


def _weighed(weights: Weights) -> Finder:
    return lambda search, question, most: [
        row for row, _ in search.best(parse(question), limit=most, weights=weights)
    ]


VARIANTS: Mapping[str, Finder] = {
    "as shipped": shipped,
    "stop words looked for too": _kept_stop_words,
    "all words needed": _all_needed,
    "nothing read along": _weighed(replace(SHIPPED, before=0.0, after=0.0)),
    "people count as agents": _weighed(replace(SHIPPED, person=1.0)),
    "neither of the two": _weighed(replace(SHIPPED, before=0.0, after=0.0, person=1.0)),
}
"""The search without one thing it does."""


def compared(conversations: Sequence[Conversation]) -> Iterator[str]:
    """What each of the things the search does is worth, in R@k."""
    for name, find in VARIANTS.items():
        counted = list(shares(conversations, find))
        cells = " | ".join(f"{mean(each.shares[n] for each in counted):.1f}" for n in range(len(DEPTHS)))
        yield f"| {name} | {cells} |"


def archived(folder: Path, lines: Sequence[Line]) -> tuple[Database, dict[int, str]]:
    """A state file that holds the lines, and the data's id of each row."""
    db = Database.open(folder / "state.db", Milliseconds(0))
    messages = Messages(db, lambda text: text)
    # In the order said: sittings may be mixed with others, and each is read in stretches.
    for sitting, said in _stretches(lines):
        transcript = Transcript("bench", f"/bench/{sitting}.jsonl", SessionId(f"sitting-{sitting}"))
        messages.store(transcript, Reading(list(said), "1"), None)
    rows = db.rows("SELECT id, uuid FROM messages")
    return db, {int(str(row)): lines[int(str(uuid))].id for row, uuid in rows}


def _stretches(lines: Sequence[Line]) -> Iterator[tuple[int, list[Said]]]:
    said: list[Said] = []
    for number, line in enumerate(lines):
        said.append(Said(_message(number, line)))
        if number + 1 == len(lines) or lines[number + 1].sitting != line.sitting:
            yield line.sitting, said
            said = []


def _message(number: int, line: Line) -> Message:
    key = MessageKey("bench", str(number), 0)
    return Message(key, line.speaker, Kind.TEXT, line.text, Milliseconds(START + number * 60_000))


def shares(conversations: Sequence[Conversation], find: Finder = shipped) -> Iterator[Share]:
    """Of every question: the share of its evidence that was found."""
    for number, conversation in enumerate(conversations):
        with tempfile.TemporaryDirectory(prefix="extractor-evidence-") as scratch:
            db, ids = archived(Path(scratch).resolve(), conversation.lines)
            try:
                search = Search(db)
                for question in conversation.questions:
                    hits = [ids[row] for row in find(search, question.text, max(DEPTHS))]
                    found = tuple(
                        len(question.evidence & set(hits[:depth])) / len(question.evidence)
                        for depth in DEPTHS
                    )
                    yield Share(number, question.kind, found)
            finally:
                db.close()


def haystack(conversations: Sequence[Conversation], size: int) -> Iterator[str]:
    """All conversations in one archive of this size, the rest made up of their own words; plain query and plan."""
    lines = [
        Line(f"{n}/{line.id}", n * 1_000 + line.sitting, line.speaker, line.text)
        for n, conversation in enumerate(conversations)
        for line in conversation.lines
    ]
    random = Random(20_260_101)
    words = [word for line in lines for word in line.text.split()]
    spread = sorted(random.sample(range(size), len(lines)))
    with tempfile.TemporaryDirectory(prefix="extractor-haystack-") as scratch:
        db, ids = archived(Path(scratch).resolve(), _mixed(lines, spread, words, size, random))
        try:
            for name, search in (("plain", Search(db, NO_BOUND)), ("planned", Search(db))):
                yield from _asked_in(name, search, ids, conversations)
        finally:
            db.close()


def _mixed(
    lines: Sequence[Line], spread: Sequence[int], words: Sequence[str], size: int, random: Random
) -> list[Line]:
    """The lines at their places, in order, and between them lines of words drawn by how often they are used."""
    places = dict(zip(spread, lines, strict=True))
    mixed: list[Line] = []
    for number in range(size):
        if number in places:
            mixed.append(places[number])
            continue
        text = " ".join(random.choices(words, k=max(3, int(random.lognormvariate(3, 0.6)))))
        mixed.append(Line(f"hay/{number}", 1_000_000 + number // 250, Speaker.HUMAN, text))
    return mixed


def _asked_in(
    name: str, search: Search, ids: Mapping[int, str], conversations: Sequence[Conversation]
) -> Iterator[str]:
    times: list[float] = []
    counted: list[tuple[float, ...]] = []
    for number, conversation in enumerate(conversations):
        for question in conversation.questions[::EVERY]:
            begun = time.process_time()
            hits = [ids[row] for row in shipped(search, question.text, max(DEPTHS))]
            times.append((time.process_time() - begun) * 1_000)
            wanted = {f"{number}/{each}" for each in question.evidence}
            counted.append(tuple(len(wanted & set(hits[:depth])) / len(wanted) for depth in DEPTHS))
    told = ", ".join(f"R@{d} {mean(each[n] for each in counted):.1f}" for n, d in enumerate(DEPTHS))
    times.sort()
    yield f"{name}: {told}; p50 {times[len(times) // 2]:.1f} ms, p95 {times[int(0.95 * len(times))]:.1f} ms"


def table(name: str, counted: Sequence[Share]) -> Iterator[str]:
    """R@k in percent, in all, by half and by kind of question."""
    yield f"| {name} | questions | {' | '.join(f'R@{depth}' for depth in DEPTHS)} |"
    yield f"| --- | --- | {' | '.join('---' for _ in DEPTHS)} |"
    groups = {
        "all": list(counted),
        "first, third, … conversation": [each for each in counted if each.conversation % 2 == 0],
        "second, fourth, … conversation": [each for each in counted if each.conversation % 2],
    }
    for kind in sorted({each.kind for each in counted}):
        groups[kind.replace("_", " ")] = [each for each in counted if each.kind == kind]
    for title, group in groups.items():
        cells = " | ".join(f"{mean(each.shares[n] for each in group):.1f}" for n in range(len(DEPTHS)))
        yield f"| {title} | {len(group):,} | {cells} |"


def mean(values: Iterable[float]) -> float:
    """The mean share, in percent; 0 of none."""
    told = list(values)
    return 100 * sum(told) / len(told) if told else 0.0


def main(words: Sequence[str] | None = None) -> int:
    """Print the tables; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.evidence", description="Evidence recall.")
    parser.add_argument("data", type=Path, nargs="+", help="locomo10.json, or a folder such as chats/100K")
    parser.add_argument(
        "--haystack",
        type=int,
        default=0,
        metavar="N",
        help="LoCoMo among N made-up messages, beside the plain query",
    )
    parser.add_argument("--compare", action="store_true", help="the search without one thing it does")
    parser.add_argument("--json", action="store_true", help="every question's shares")
    options = parser.parse_args(words)
    try:
        for path in options.data:
            name, conversations = read(path)
            if options.haystack:
                print("\n".join(haystack(conversations, options.haystack)), end="\n\n", flush=True)
                continue
            if options.compare:
                print(
                    f"| {name} | {' | '.join(f'R@{depth}' for depth in DEPTHS)} |\n| --- | --- | --- | --- |"
                )
                print("\n".join(compared(conversations)), end="\n\n", flush=True)
                continue
            counted = list(shares(conversations))
            if options.json:
                print(json.dumps([(each.conversation, each.kind, each.shares) for each in counted]))
            else:
                print("\n".join(table(name, counted)), end="\n\n", flush=True)
    except (ValueError, OSError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
