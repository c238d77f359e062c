"""Scoring: labels held against what was saved.

Owns the definition of every measure. Promises a pure function of labels and memories; a share of nothing
is None, never a made-up number. Never does I/O.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import tzinfo
from typing import Self

from extractor.evaluation.labels import Label, MustNot, Save, Weight
from extractor.evaluation.saved import Memory, by_file
from extractor.memory.dates.dates import literal_dates, relative_words


@dataclass(frozen=True, slots=True)
class Tally:
    """What was counted over one session or many."""

    must: int = 0
    """Facts that had to be saved."""
    must_found: int = 0
    facts: int = 0
    found: int = 0
    saved: int = 0
    """Memories, which are files, that a session added or added to."""
    useful: int = 0
    statements: int = 0
    """Statements that a session added."""
    statements_useful: int = 0
    must_nots: int = 0
    broken: int = 0
    typed: int = 0
    """Facts found in a file of the right type."""
    dated: int = 0
    """Statements that speak of a day their quotes name relatively."""
    absolute: int = 0
    duplicates: int = 0
    """Second memories of one fact after a second pass."""
    runs_again: int = 0
    """Runs of the second pass."""
    again: int = 0
    """Statements of whatever kind a second pass added."""
    secrets: int = 0
    """Memory files and planted values: what redaction finds in the first, which of the second stand in them."""
    archived_secrets: int = 0
    """Planted values that stand in the state file."""
    human_turns: int = 0
    runs: int = 0
    failed: int = 0
    """Runs that failed of themselves."""
    refused: int = 0
    """Edits the memory did not take."""
    calls: int = 0
    """Calls of a model that costs."""
    input: int = 0
    """Tokens, all that were sent."""
    cached: int = 0
    output: int = 0

    def __add__(self, other: Self) -> Tally:
        return Tally(
            **{field.name: getattr(self, field.name) + getattr(other, field.name) for field in fields(self)}
        )


@dataclass(frozen=True, slots=True)
class Break:
    """A must-not and the first memory that breaks it."""

    must_not: MustNot
    by: Memory


@dataclass(frozen=True, slots=True)
class Score:
    """A session's tally and what stands behind it."""

    session: str
    tally: Tally
    found: tuple[Save, ...] = ()
    missed: tuple[Save, ...] = ()
    broken: tuple[Break, ...] = ()
    useless: tuple[Memory, ...] = ()
    """Memories that fulfil no label, or one that another memory fulfils."""

    def with_counts(self, counts: Tally) -> Score:
        """The same with these counts added."""
        return replace(self, tally=self.tally + counts)


def total(scores: Sequence[Score]) -> Tally:
    """The sum of all."""
    return sum((score.tally for score in scores), Tally())


def score(
    session: str,
    label: Label,
    before: Sequence[Memory],
    after: Sequence[Memory],
    tz: tzinfo,
    earlier: Sequence[Label] = (),
) -> Score:
    """A session's score.

    A memory is a file: a fact or a few of one kind.
    `before`, `after`: the folder's statements before and after it was learned from. `earlier`: labels of
    sessions learned from into the same folder before.
    """
    standing, added = apart(before, after)
    files = by_file(after)
    found = [save for save in label.save if any(save.matches(memory.whole) for memory in files)]
    missed = [save for save in label.save if save not in found]
    broken = [made for must_not in label.must_not if (made := _break(must_not, after))]
    free = [*label.save, *_left(earlier, standing)]
    grown = [memory for memory in files if any(memory.file == one.file for one in added)]
    useless = _useless(grown, free)
    dated = [memory for memory in added if _is_dated(memory, tz)]
    tally = Tally(
        must=sum(save.weight is Weight.MUST for save in label.save),
        must_found=sum(save.weight is Weight.MUST for save in found),
        facts=len(label.save),
        found=len(found),
        saved=len(grown),
        useful=len(grown) - len(useless),
        statements=len(added),
        statements_useful=len(added) - len(_useless(added, free)),
        must_nots=len(label.must_not),
        broken=len(broken),
        typed=sum(_has_right_type(save, files) for save in found),
        dated=len(dated),
        absolute=sum(not relative_words(memory.text) for memory in dated),
    )
    return Score(session, tally, tuple(found), tuple(missed), tuple(broken), tuple(useless))


def _break(must_not: MustNot, memories: Sequence[Memory]) -> Break | None:
    return next((Break(must_not, memory) for memory in memories if must_not.breaks(memory.whole)), None)


def apart(before: Sequence[Memory], after: Sequence[Memory]) -> tuple[list[Memory], list[Memory]]:
    """The memories whose statement stood before, and those that are new.

    A statement that stood once and stands twice now is new once.
    """
    left = Counter(memory.text for memory in before)
    standing: list[Memory] = []
    added: list[Memory] = []
    for memory in after:
        (standing if left[memory.text] > 0 else added).append(memory)
        left[memory.text] -= 1
    return standing, added


def _left(labels: Sequence[Label], standing: Sequence[Memory]) -> list[Save]:
    """The facts of earlier sessions that no older statement holds: one that does has taken them."""
    saves = [save for label in labels for save in label.save]
    return [save for save in saves if not any(save.matches(memory.text) for memory in standing)]


def _has_right_type(save: Save, memories: Sequence[Memory]) -> bool:
    return any(memory.type is save.type and save.matches(memory.whole) for memory in memories)


def _useless(added: Sequence[Memory], free: Sequence[Save]) -> list[Memory]:
    """Memories or statements for which no fact is left: every useful one needs a fact of its own.

    Those whose own words hold a fact come first, so that a statement is not useful merely for standing in
    a good file.
    """
    taken: dict[int, int] = {}

    def place(number: int, tried: set[int]) -> bool:
        """Give the statement a fact of its own, moving others to another of theirs where that makes room."""
        for at, save in enumerate(free):
            if at in tried or not save.matches(added[number].whole):
                continue
            tried.add(at)
            if at not in taken or place(taken[at], tried):
                taken[at] = number
                return True
        return False

    def holds_itself(number: int) -> bool:
        return any(save.matches(added[number].text) for save in free)

    order = sorted(range(len(added)), key=lambda number: not holds_itself(number))
    placed = {number for number in order if place(number, set())}
    return [memory for number, memory in enumerate(added) if number not in placed]


def _is_dated(memory: Memory, tz: tzinfo) -> bool:
    """Whether a statement speaks of a day and its quotes name one relatively."""
    said = [quote for quote in memory.quotes if relative_words(quote.text)]
    if not said:
        return False
    return bool(relative_words(memory.text) or literal_dates(memory.text, said[0].at, tz))


def repeated(first: Sequence[Memory], second: Sequence[Memory], labels: Sequence[Label]) -> Tally:
    """What a second pass over the same sessions added to the folder, and what of it repeats a fact.

    A statement repeats one where another statement that stands holds the same labelled fact or has nearly
    the same words.
    """
    standing, added = apart(first, second)
    saves = [save for label in labels for save in label.save]
    duplicates = 0
    for number, memory in enumerate(added):
        duplicates += any(_same(memory, other, saves) for other in (*standing, *added[:number]))
    return Tally(duplicates=duplicates, again=len(added))


def _same(one: Memory, other: Memory, saves: Sequence[Save]) -> bool:
    if any(save.matches(one.text) and save.matches(other.text) for save in saves):
        return True
    words, others = _words(one.text), _words(other.text)
    return bool(words) and len(words & others) >= 0.8 * len(words | others)


def _words(text: str) -> frozenset[str]:
    return frozenset("".join(letter if letter.isalnum() else " " for letter in text.casefold()).split())


SHARES: Mapping[str, tuple[str, str]] = {
    "must recall": ("must_found", "must"),
    "all recall": ("found", "facts"),
    "useful": ("useful", "saved"),
    "of statements": ("statements_useful", "statements"),
    "must-nots broken": ("broken", "must_nots"),
    "type": ("typed", "found"),
    "dates absolute": ("absolute", "dated"),
}
"""Every share by its name: the counts it is made of."""


def share(tally: Tally, name: str) -> float | None:
    """One of SHARES, 0 to 1; None where there is nothing to have a share of."""
    part, whole = SHARES[name]
    of = int(getattr(tally, whole))
    return int(getattr(tally, part)) / of if of else None
