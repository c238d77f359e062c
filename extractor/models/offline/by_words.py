"""Many texts by their words: which of them one text can repeat or correct, without a look at each.

Owns which texts are looked at. Promises the answer of a look at every one. Never does I/O.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from extractor.memory.slots.leading import leading
from extractor.memory.slots.slot import PERMISSION, Slot, Told
from extractor.memory.slots.slot_forms import filled
from extractor.memory.slots.slots import fills_otherwise
from extractor.models.offline.likeness import adds_nothing, corrects, given_up, must_share, tokens


class ByWords:
    """Texts, each once. They only become more."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._holding: dict[str, dict[str, frozenset[str]]] = {}
        self._filling: dict[Slot, dict[str, None]] = {}
        self._ruled: dict[str, Slot] = {}
        self.add(texts)

    def add(self, texts: Iterable[str]) -> None:
        """Take in further texts."""
        for text in texts:
            words = tokens(text)
            for word in words:
                self._holding.setdefault(word, {})[text] = words
            for slot, _ in filled(text):
                self._filling.setdefault(slot, {})[text] = None
                if slot.kind == PERMISSION:
                    self._ruled[text] = slot

    def repeated_by(self, newer: str) -> Iterator[str]:
        """The texts to which a later one adds nothing."""
        # It has none but theirs.
        near = (each for each in self._with_all(tokens(newer)) if adds_nothing(newer, each))
        # "The main branch is called main" has no word that "called master" lacks.
        return (each for each in near if not fills_otherwise(newer, each, at_least=Told.MOVE))

    def corrected_by(self, newer: str, *, at_least: Told = Told.NOTHING) -> Iterator[str]:
        """The texts of which a later one says otherwise. `at_least`: so plainly it tells of a change."""
        found = {each: None for said in leading(newer) for each in self._corrected_by(said, at_least)}
        return iter(found)

    def _corrected_by(self, newer: str, at_least: Told) -> Iterator[str]:
        needed = must_share(newer)
        near = dict.fromkeys(self._with_all(needed) if needed else self._with_any(tokens(newer)))
        near |= dict.fromkeys(self._with_all(given_up(newer)))
        filling = {text: None for slot, _ in filled(newer) for text in self._with_slot(slot)}
        each_once = dict.fromkeys((*near, *filling))
        return (e for e in each_once if corrects(newer, e) or fills_otherwise(newer, e, at_least=at_least))

    def _with_slot(self, slot: Slot) -> Iterable[str]:
        """The texts that fill a slot, or rule upon a part of what it is about."""
        if slot.kind != PERMISSION:
            return self._filling.get(slot, {})
        return (text for text, ruled in self._ruled.items() if slot.covers(ruled))

    def _with_all(self, words: AbstractSet[str]) -> Iterator[str]:
        """The texts with all of these words, of which there is at least one; none for no words."""
        rarest = min((self._holding.get(word, {}) for word in words), key=len, default={})
        return (text for text, theirs in rarest.items() if words <= theirs)

    def _with_any(self, words: AbstractSet[str]) -> Iterable[str]:
        return {text: None for word in words for text in self._holding.get(word, {})}


class Shared:
    """How many words a text shares with each of several, of which it shares any with few."""

    def __init__(self, several: Sequence[AbstractSet[str]]) -> None:
        self._at: dict[str, list[int]] = {}
        for at, words in enumerate(several):
            for word in words:
                self._at.setdefault(word, []).append(at)

    def with_each(self, words: AbstractSet[str]) -> Counter[int]:
        """By place among the several, those with none left out."""
        return Counter(at for word in words for at in self._at.get(word, ()))
