"""Taking secrets out of texts, beside plain `json.loads` of the same texts.

Owns which texts are measured and how the two take turns. Promises that both see the same words in the same
process. Never stores anything.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator

from bench.corpus import Corpus
from bench.parsing import readings
from bench.table import Figure, Unit
from extractor.memory.redaction.redact import redact
from extractor.transcripts.claude_code import ClaudeCode
from extractor.transcripts.source import Said

ENOUGH = 20_000_000
"""Characters that are measured at most."""


def measure(corpus: Corpus) -> list[Figure]:
    """Time to clean the texts of the messages over the time of `json.loads` of each as a JSON string."""
    ours = plain = 0.0
    characters = changed = 0
    for number, text in enumerate(_texts(corpus)):
        if characters >= ENOUGH:
            break
        characters += len(text)
        as_json = json.dumps(text, ensure_ascii=False)
        steps: list[tuple[Callable[[str], object], str]] = [(redact, text), (json.loads, as_json)]
        spent = [0.0, 0.0]
        for step in (0, 1) if number % 2 else (1, 0):
            do, given = steps[step]
            begun = time.perf_counter()
            do(given)
            spent[step] = time.perf_counter() - begun
        ours, plain = ours + spent[0], plain + spent[1]
        changed += redact(text) is not text
    note = f"{ours:.2f} s, json.loads {plain:.2f} s, {characters / 1e6:,.0f} million characters, {changed} texts changed"
    return [Figure("redaction ÷ json.loads of the same texts (time)", ours / plain, Unit.RATIO, None, note)]


def _texts(corpus: Corpus) -> Iterator[str]:
    source = ClaudeCode(corpus.claude_dir)
    for path in corpus.files:
        for reading in readings(source, path):
            yield from _said(reading.records)


def _said(records: Iterable[object]) -> Iterator[str]:
    return (record.message.text for record in records if isinstance(record, Said) and record.message.text)
