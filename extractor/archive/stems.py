"""Words as the archive's index reduces them, and what it is asked for the beginning of one.

Owns the tokenizer's name. Promises that what is asked for a beginning brings up every message in which a word
begins so, and to say where it may bring up others. Never reads a message.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from string import ascii_lowercase, digits
from typing import NamedTuple

from extractor.recall.beginnings import is_unfinished, tails
from extractor.recall.query import Term, forms

PLAIN = "unicode61 remove_diacritics 2"
"""How the archive's index takes words apart and folds their letters."""

TOKENIZER = f"porter {PLAIN}"
"""The archive's own: a word found there is found here."""

_LENGTHENED = ("", "ness", "ement", "e", "l", "s", "ing")
"""Behind a stem: one of them makes a word that has it."""


class Stems:
    """The stems of words: a small index of its own in a database in memory."""

    def __init__(self, db: sqlite3.Connection, tokenizer: str = TOKENIZER) -> None:
        self._db = db
        db.execute(f"CREATE VIRTUAL TABLE asked USING fts5(word, tokenize='{tokenizer}')")
        db.execute("CREATE VIRTUAL TABLE stems USING fts5vocab(asked, instance)")

    def of(self, words: Collection[str]) -> dict[str, str]:
        """The stem of each word; none of what the index takes apart or leaves out."""
        listed = sorted(words)
        self._db.execute("BEGIN")
        self._db.execute("DELETE FROM asked")
        self._db.executemany("INSERT INTO asked(rowid, word) VALUES(?, ?)", enumerate(listed))
        self._db.execute("COMMIT")
        found: dict[str, list[str]] = {}
        for number, stem in self._db.execute("SELECT doc, term FROM stems"):
            found.setdefault(listed[int(number)], []).append(str(stem))
        return {word: stems[0] for word, stems in found.items() if len(stems) == 1}


class Opened(NamedTuple):
    """What the index is asked for a term that is the beginning of a word."""

    asked: str
    doubtful: str
    """What of it brings up words that begin otherwise, too: such a message has to be read. Empty: nothing does."""


@lru_cache(maxsize=256)
def opened(term: Term) -> Opened:
    """What brings up every message with a word that begins so.

    The index holds stems alone, and the stem of `operating` is shorter than `operat`.
    """
    *before, last = term.tokens
    asked: dict[str, None] = {}
    doubtful: dict[str, None] = {}
    heads = forms(" ".join(before))
    for form in forms(last):
        folded = _reduced((form,), PLAIN).get(form)
        begun, others = ([f"{form}*"], []) if folded is None else _begun(folded)
        asked |= dict.fromkeys(_row(head, word) for head in heads for word in (*begun, *others))
        if folded is not None and is_unfinished(folded):
            others += [word.removesuffix("*") for word in begun]
        doubtful |= dict.fromkeys(_row(head, word) for head in heads for word in others)
    return Opened(either(asked), either(doubtful))


def either(asked: Collection[str]) -> str:
    """Any of what is asked for; nothing where that is nothing."""
    return f"({' OR '.join(asked)})" if len(asked) > 1 else "".join(asked)


def _row(head: str, word: str) -> str:
    """Words in a row, the last of which may be open."""
    is_open = word.endswith("*")
    return f'"{f"{head} {word}".strip().removesuffix("*")}"{"*" if is_open else ""}'


def _begun(beginning: str) -> tuple[list[str], list[str]]:
    """Words to ask for: with any ending those whose stem begins so, and one for each stem that is shorter."""
    stems = _reduced([f"{beginning}{end}" for end in (*_LENGTHENED, *tails(beginning))], TOKENIZER)
    word = _whose_stem_is(beginning, stems)
    begun = [f"{word}*"] if word is not None else list(_letter_by_letter(beginning))
    return begun, list(
        {stem: word for word, stem in stems.items() if not stem.startswith(beginning)}.values()
    )


def _letter_by_letter(beginning: str) -> Iterator[str]:
    """The beginning with each letter that may follow: of `dns` no word is the stem, for its `s` is taken for an ending."""
    longer = [f"{beginning}{letter}" for letter in (*ascii_lowercase, *digits)]
    stems = _reduced([f"{each}{end}" for each in longer for end in _LENGTHENED], TOKENIZER)
    yield from (f"{word}*" for each in longer if (word := _whose_stem_is(each, stems)) is not None)


def _whose_stem_is(beginning: str, stems: Mapping[str, str]) -> str | None:
    words = (f"{beginning}{end}" for end in _LENGTHENED)
    return next((word for word in words if stems.get(word) == beginning), None)


def _reduced(words: Collection[str], tokenizer: str) -> dict[str, str]:
    db = sqlite3.connect(":memory:", isolation_level=None)
    try:
        return Stems(db, tokenizer).of(set(words))
    finally:
        db.close()
