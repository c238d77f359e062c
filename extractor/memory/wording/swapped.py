"""Swapped: things that trade the places they have in a sentence, so that the same words say something else.

Owns the rules by which "use pnpm, not npm" does not witness "use npm, not pnpm", nor "Tom owns billing, Lisa owns
search" that Lisa owns billing. Promises to let pass what is put in front, a list or whole parts in another order, and
whatever some sentence says in the order of the text. Never does I/O.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations, takewhile
from typing import NamedTuple

from extractor.memory.wording.word_order import Name, Names, Order, Reading, is_same, side_by_side

_TWO = 2
"""Names of a part that leaves out the verb of the one before it: "Ben the frontend"."""


class _Turn(NamedTuple):
    """Of the second name a text says what a sentence says of the first."""

    one: Name
    other: Name
    behind: Name | None = None
    """The word they stand behind; None where they stand on both sides of something."""


def swapped(text: str, near: Iterable[str], said: Iterable[str]) -> tuple[str, str] | None:
    """Two words of which a text says of the second what a sentence of `near` says of the first; None where none are.

    `said`: all sentences the text may rest on; what one of them says in the text's order is said.
    """
    said, plainly = list(said), _plainly(text)
    if any(plainly in _plainly(sentence) for sentence in said):
        return None  # said letter for letter, as most texts are
    reading = Reading(text)
    told, others = reading.text, [reading.order(sentence) for sentence in said]
    if any(told.names in _stretches(each, len(told.names)) for each in others):
        return None  # said word for word
    for sentence in (reading.order(each) for each in near):
        turns = [
            *(
                (turn, own)
                for own in told.parts()
                for part in sentence.parts()
                for turn in _traded(part, own)
            ),
            *((turn, told) for turn in (*_governed(sentence, told), *_suffered(sentence, told))),
        ]
        for turn, own in turns:
            if not any(_says(part, turn, own) for each in others for part in each.parts()):
                return reading.word(turn.one), reading.word(turn.other)
        for one, other in (
            *_renamed(sentence, told),
            *_mixed(sentence, told),
            *_crossed(sentence, told),
        ):
            if not any({one, other} <= set(each.names) for each in others if each.names != sentence.names):
                return reading.word(one), reading.word(other)
    return None


def _plainly(text: str) -> str:
    """The words of a text, without capitals and the mark it ends with, between spaces."""
    return f" {' '.join(text.casefold().split()).rstrip(' .!?')} "


def _says(sentence: Order, turn: _Turn, text: Order) -> bool:
    """Whether a sentence has the two as the text has them: in its order, with the same between them."""
    if turn.behind is not None:
        return sentence.names.count(turn.behind) == 1 and turn.other in sentence.behind(turn.behind)
    if not {turn.one, turn.other} <= sentence.places.keys() & text.places.keys():
        return False
    here, there = ((order.place(turn.other), order.place(turn.one)) for order in (sentence, text))
    return here[0].stop <= here[1].start and is_same(sentence.between(*here), text.between(*there))


# ---------------------------------------------------------------- two around a relation


def _traded(sentence: Order, text: Order) -> Iterator[_Turn]:
    """The names that stand in the other order in the text, each with its own beside it, and the same between them."""
    shared = sorted((place, name) for name, place in sentence.places.items() if name in text.places)
    for number, (_, one) in enumerate(shared):
        for _, other in shared[number + 1 :]:
            if text.places[other] < text.places[one] and _is_turned(sentence, text, one, other):
                yield _Turn(one, other)


def _is_turned(sentence: Order, text: Order, one: Name, other: Name) -> bool:
    """Whether the text turns around how two are related: a word each, or as much around them as stays the same."""
    words = (sentence.place(one), sentence.place(other)), (text.place(other), text.place(one))
    if _trade(sentence, text, *words):
        return True
    (first, theirs), (last, before) = _alike(sentence, text, one), _alike(sentence, text, other)
    return _trade(sentence, text, (first, last), (before, theirs))


def _trade(sentence: Order, text: Order, here: tuple[range, range], there: tuple[range, range]) -> bool:
    """Whether stretches of a sentence, which are no points of a list, are related in a text the other way round."""
    if any(one.stop > other.start for one, other in (here, there)) or sentence.lists(*here):
        return False
    between = sentence.between(*here)
    return not sentence.relations.isdisjoint(between) and is_same(between, text.between(*there))


def _alike(sentence: Order, text: Order, name: Name) -> tuple[range, range]:
    """The stretches around a name that are the same in both."""
    here, there = sentence.places[name], text.places[name]
    behind = _same(sentence.names[here:], text.names[there:])
    before = _same(sentence.names[:here][::-1], text.names[:there][::-1])
    return range(here - before, here + behind), range(there - before, there + behind)


def _same(some: Names, others: Names) -> int:
    """How many names two sentences begin with alike."""
    pairs = zip(some, others, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] is not None and pair[0] == pair[1], pairs))


def _governed(sentence: Order, text: Order) -> Iterator[_Turn]:
    """What stands behind a word that takes one thing before or for another, and behind the same word of the text.

    A text with a word of its own before it may turn around what it says: "faster than", "slower than".
    """
    for word in sorted(sentence.orders & text.orders):
        if max(order.names.count(word) for order in (sentence, text)) > 1:
            continue
        theirs, own = sentence.behind(word), text.behind(word)
        if not set(text.names[: text.names.index(word)][-1:]) <= {None, *sentence.names}:
            continue
        if theirs and own and theirs[0] not in own and own[0] not in theirs and theirs[0] in text.names:
            yield _Turn(theirs[0], own[0], word)


def _suffered(sentence: Order, text: Order) -> Iterator[_Turn]:
    """Who does what in the sentence and has it done to them in the text: "a calls b", "a is called by b"."""
    for by in text.agents - set(sentence.names):
        at = text.names.index(by)
        one, verb, other = (
            text.names[max(at - 2, 0)],
            text.names[max(at - 1, 0)],
            [*text.names, None][at + 1],
        )
        if (
            verb is None
            or one is None
            or other is None
            or text.names.count(by) > 1
            or sentence.names.count(verb) != 1
        ):
            continue
        does, suffers = (
            sentence.names[: sentence.names.index(verb)],
            sentence.names[sentence.names.index(verb) + 1 :],
        )
        if one in does and other in suffers and not {one, other} & sentence.anywhere:
            yield _Turn(one, other)


# ---------------------------------------------------------------- word for word


def _renamed(sentence: Order, text: Order) -> Iterator[tuple[Name, Name]]:
    """Names of a text that is a sentence, or a stretch of one, word for word but for what stands in whose place.

    Two neighbours trade places as the form of the verb wants it: "wrap errors" and "errors are wrapped".
    """
    length = len(text.names)
    for stretch in _stretches(sentence, length):
        moved = [
            place for place, pair in enumerate(zip(stretch, text.names, strict=True)) if len(set(pair)) > 1
        ]
        named = length - text.names.count(None)
        if not moved or len(moved) * 2 > named or any(b - a == 1 for a, b in pairwise(moved)):
            continue
        trades = {(stretch[place], text.names[place]) for place in moved}
        places = {a: b for a, b in trades if a is not None and b is not None}
        is_trade = len(places) == len(trades) and set(places) == set(places.values())
        if is_trade and not (_is_reordered(stretch, text.names, places) or _is_list(sentence, places)):
            yield min(places.items())


def _stretches(sentence: Order, length: int) -> list[tuple[Name | None, ...]]:
    """All of so many names one behind the other."""
    return [sentence.names[at : at + length] for at in range(len(sentence.names) - length + 1)]


def _is_reordered(stretch: Names, text: Names, places: Mapping[Name, Name]) -> bool:
    """Whether whole parts, told side by side, stand in another order: what only a later one says stays together."""
    parts, theirs = side_by_side(stretch), side_by_side(text)
    if len(parts) == 1 or any({one, other} <= set(part) for part in parts for one, other in places.items()):
        return False
    if any(sum(name in part for part in parts) > 1 for name in places):
        return False
    own = ([name for name in part if sum(name in each for each in parts) == 1] for part in parts[1:])
    return all(sum(not set(names).isdisjoint(part) for part in theirs) <= 1 for names in own)


def _is_list(sentence: Order, places: Mapping[Name, Name]) -> bool:
    """Whether all that trade places are points of a list."""
    for one, other in places.items():
        if not {one, other} <= sentence.places.keys():
            return False
        first, last = sorted((sentence.places[one], sentence.places[other]))
        if not sentence.lists(range(first, first + 1), range(last, last + 1)):
            return False
    return True


# ---------------------------------------------------------------- told side by side


def _mixed(sentence: Order, text: Order) -> Iterator[tuple[Name, Name]]:
    """A name of one part and one of another that stand in a text, or a part of it, without those they are told with."""
    parts, theirs = side_by_side(sentence.names), side_by_side(text.names)
    texts = [set(part) for part in theirs] + [{name for part in theirs for name in part}]
    said = Counter(name for part in parts for name in set(part))
    alike = sentence.anywhere | {name for name, count in said.items() if count > 1}
    for one, other in permutations(parts, 2):
        for relation in sorted(set(one) & set(other)):
            (before, behind), (lead, after) = (_around(part, relation) for part in (one, other))
            least = min(len(before), len(lead))  # the first part may have a beginning for all of them
            first, told, second, taken = (
                set(names) - alike
                for names in (before[len(before) - least :], behind, lead[len(lead) - least :], after)
            )
            for names in texts if second and told else ():
                if names & first and names & taken and not names & (second | told):
                    yield min(names & first), min(names & taken)


def _crossed(sentence: Order, text: Order) -> Iterator[tuple[Name, Name]]:
    """Of two parts, of which the other says two things alone, one of each without those they are told of or with.

    "Anna reviews the backend, Ben the frontend" does not say that Ben reviews the backend.
    """
    if sentence.points_back:
        return  # the one part speaks of what the other names
    parts = [
        [name for name in part if name not in sentence.anywhere] for part in side_by_side(sentence.names)
    ]
    said = Counter(name for part in parts for name in set(part))
    told = {name for name in text.names if name is not None}
    for part, short in pairwise(parts):
        if (
            len(short) != _TWO
            or len(part) < _TWO
            or any(said[name] > 1 for name in (part[0], part[-1], *short))
        ):
            continue
        (first, rest), (subject, thing) = (part[0], part[1:]), short
        if subject in told and told.isdisjoint((first, thing)) and not told.isdisjoint(rest):
            yield subject, next(name for name in rest if name in told)
        if {first, thing} <= told and told.isdisjoint((subject, part[-1])):
            yield first, thing


def _around(part: Sequence[Name], name: Name) -> tuple[Sequence[Name], Sequence[Name]]:
    """What stands before and behind a name."""
    at = part.index(name)
    return part[:at], part[at + 1 :]
