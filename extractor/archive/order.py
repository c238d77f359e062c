"""An order to forget: what is to go, as it is written down before anything does.

Owns that form. Promises that one written by an earlier version can be read. Never carries anything out.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from pydantic import TypeAdapter
from pydantic.dataclasses import dataclass

from extractor.domain import MIN_QUOTE
from extractor.memory.gate.phrases import Phrases

BEGINNING = MIN_QUOTE
"""Characters of a sentence that say something of it: a line of an index cuts the second one of a file anywhere.

What begins alike and stays costs an index a rendering.
"""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be forgotten."""

    rows: tuple[int, ...]
    """Messages, by their rows in the archive."""
    statements: tuple[int, ...]
    """Quotes of written sentences, by their rows."""
    words: tuple[str, ...]
    """What the person named."""
    phrases: tuple[str, ...]
    """That, and the sentences and quotes that go with it."""
    files: tuple[tuple[str, str], ...]
    """Memory files of which no earlier text is kept: folder and name."""
    described: tuple[str, ...] = ()
    """What an index says of those files of which nothing stays. Nothing but an index is held to this."""
    named: tuple[tuple[str, str], ...] = ()
    """Folder and name of each memory file whose name goes too."""
    is_again: bool = False
    """Ordered of messages that an older state file brought back: a sentence somebody wants again since stays."""

    def as_told(self) -> Phrases:
        """What is to be forgotten as an index tells it: of a long sentence it may hold no more than its beginning."""
        begun = (each[:BEGINNING] for each in self.phrases if len(each) > BEGINNING)
        return Phrases((*self.words, *self.phrases, *self.described, *begun))

    def to_json(self) -> str:
        """As it stands in the state file."""
        return _orders().dump_json(self).decode()

    @classmethod
    def from_json(cls, text: str) -> Order:
        """Read back what `to_json` wrote."""
        return _orders().validate_json(text)

    def follow(self, old: str, new: str) -> Order:
        """The order once a memory folder has another path."""
        files, named = (
            tuple((new if folder == old else folder, file) for folder, file in each)
            for each in (self.files, self.named)
        )
        return replace(self, files=files, named=named)


@cache
def _orders() -> TypeAdapter[Order]:
    return TypeAdapter(Order)
