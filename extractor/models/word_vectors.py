"""Word vectors on this machine: which words are near to a word.

Owns the reading of a folder of static embeddings (`model.safetensors` and `tokenizer.json`, as model2vec writes
them). Promises that nothing is fetched and nothing leaves. Never sees what was said.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, NonNegativeInt

from extractor.errors import ConfigError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

VECTORS, WORDS = "model.safetensors", "tokenizer.json"
NEEDED = f"{WORDS} and {VECTORS}, as model2vec writes them"
MOST = 4
"""Words near to one word."""
LEAST = 0.6
"""Cosine from which on two words are near."""
SAME = 4
"""First letters by which words count as forms of one: the index' stems find those already."""


class _Vocabulary(BaseModel):
    """What is read of a tokenizer: each piece's row."""

    vocab: dict[str, NonNegativeInt]


class _Tokenizer(BaseModel):
    model: _Vocabulary


class WordVectors:
    """The words of a model and where they lie."""

    def __init__(self, folder: Path) -> None:
        """Raises ConfigError where the extra is missing or the folder holds no such model."""
        try:
            from safetensors import SafetensorError
            from safetensors.numpy import load_file
        except ImportError as error:
            raise ConfigError(
                "search by meaning needs an extra that is not installed: `pip install 'memory-extractor[meaning]'`"
            ) from error
        try:
            vocabulary = _Tokenizer.model_validate_json((folder / WORDS).read_bytes()).model.vocab
            (table,) = [t for t in load_file(folder / VECTORS).values() if t.ndim == 2]
        except (OSError, ValueError, SafetensorError) as error:
            raise ConfigError(f"{folder} holds no word vectors ({NEEDED}): {error}") from error
        # Of word pieces only those are words that stand alone.
        self._rows = {word: row for word, row in vocabulary.items() if word.isalpha()}
        if not self._rows or max(self._rows.values()) >= len(table):
            raise ConfigError(f"{folder} holds no word vectors ({NEEDED}): its words and vectors do not fit")
        self._table: NDArray[np.float32] = table.astype("float32", copy=False)

    def near(self, word: str) -> list[tuple[str, float]]:
        """Other words of like meaning, the nearest first: at most `MOST`, each at least `LEAST` like it."""
        row = self._rows.get(word)
        if row is None:
            return []
        likeness = self._unit @ self._unit[row]
        nearest = (-likeness).argsort(kind="stable")[: MOST * 8]
        found = [(self._names[int(n)], float(likeness[int(n)])) for n in nearest if int(n) in self._names]
        others = [(w, like) for w, like in found if like >= LEAST and not _is_form(w, word)]
        return others[:MOST]

    @cached_property
    def _names(self) -> dict[int, str]:
        return {row: word for word, row in self._rows.items()}

    @cached_property
    def _unit(self) -> NDArray[np.float32]:
        import numpy as np

        lengths = np.linalg.norm(self._table, axis=1, keepdims=True)
        lengths[lengths == 0] = 1
        unit: NDArray[np.float32] = self._table / lengths
        return unit


def _is_form(one: str, other: str) -> bool:
    shared = min(len(one), len(other), SAME)
    return one[:shared] == other[:shared]
