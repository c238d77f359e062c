"""Asked names: what a person named in a question of theirs and then speaks of as "it".

Owns when such a name may stand in the place of that word. Promises that the person's sentence around it is told whole,
with what it denies, that they name nothing else in between, that the name stands in one piece in their question, and that
nothing that grants, destroys or sends comes in by it. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from extractor.domain import Evidence
from extractor.memory.gate.witnesses import Witnesses
from extractor.memory.wording.kinship import leaves_out_a_not
from extractor.memory.wording.novelty import is_akin, shared, weighs, words
from extractor.memory.wording.provisos import is_question, lost_limit
from extractor.memory.wording.taken_back import taken_back
from extractor.memory.wording.telling import POINTS, every_word, telling

_CLAUSE = re.compile(r"[,;:.!?…]+\s+|\s[-–—]+\s")
_WORD = re.compile(r"[^\W_][\w'’./-]*")
_OR = re.compile(r"\b(?:or|oder|ou)\b|\s[ou]\s", re.IGNORECASE)
_LEAST = 2
"""Words that tell something which the person says of it."""
_LONGEST = 120
"""Characters of a name."""
_IDLE = 1
"""Words of a sentence that names nothing: "thanks"."""
_NODS = frozenset(
    {"thanks", "thank", "ok", "okay", "great", "good", "fine", "yes", "danke", "gut", "gracias", "merci"}
)
_ASKS = re.compile(r"\W*(?:(?:and|then|also|please)\W+)*(?:can|could|would|will) (?:you|we)\b", re.IGNORECASE)
"""A clause that asks for something else to be done."""
_OF_ONESELF = frozenset({"i", "my", "mine", "ours", "s"})
"""Words for who speaks, whom a text calls the user, and what is left of "it's"."""


def names_lent(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> list[str]:
    """The pieces of a person's questions a text puts in the place of an "it" behind it in the same message or in the next:
    further off it may be an "it" for something else, and so it may behind what the agent asked in between.
    """
    cited: dict[int, list[Evidence]] = {}
    for each in filter(witnesses.is_person, evidence):
        cited.setdefault(witnesses.turn_of(each.message), []).append(each)
    found: list[str] = []
    for turn, here in sorted(cited.items()):
        before = cited.get(turn - 1, [])
        whole = [said for each in (before[:1], here[:1]) for said in _sentences(each, witnesses)]
        asked = [said for each in here[:1] for said in witnesses.asked_before(each.message)]
        found += names_asked_about(text, witnesses.said(here), whole)
        found += (
            name
            for name in names_asked_about(text, witnesses.said([*before, *here]), whole)
            if all(shared(words(name), words(said)) for said in asked if telling(said))
        )
    return found


def names_asked_about(text: str, said: Sequence[str], whole: Sequence[str] = ()) -> list[str]:
    """The pieces of a person's questions in `said` that a text puts in the place of an "it" of another sentence.

    "How about the commit sha?", and later "remove it again, it is no stable link": the text is "Remove the commit sha
    again, it is no stable link". Of several things a question puts up ("a or b?") it is the last. `whole`: all that was
    said in those messages, where `said` is a part of it.
    """
    meant, told = words(text), _in_order(text)
    found: list[str] = []
    for sentence in said if any(map(is_question, said)) else ():
        lent = meant - shared(meant, words(sentence))
        if (
            is_question(sentence)
            or not lent
            or any(map(weighs, lent))
            or not _speaks_of_it(every_word(text), sentence)
        ):
            continue
        names = [
            piece
            for question in _just_before(sentence, whole or said)
            for piece in _pieces(lent, told, question)
        ]
        found.extend(name for name in names if not leaves_out_a_not(text, [_filled(sentence, name)]))
    return found


def _filled(sentence: str, name: str) -> str:
    return POINTS.sub(lambda _: name, sentence)


def _sentences(cited: Sequence[Evidence], witnesses: Witnesses) -> Iterator[str]:
    """All a person says in the messages cited."""
    for each in cited:
        for piece in witnesses.pieces(each.message):
            yield from piece.sentences(0, len(piece.text))


def _just_before(sentence: str, said: Sequence[str]) -> Iterator[str]:
    """The question before a sentence, with nothing named between the two, unless the next sentence takes it back."""
    at = said.index(sentence) if sentence in said else 0
    if taken_back(said[at + 1 : at + 2]):
        return
    for before in reversed(said[:at]):
        if is_question(before) and lost_limit("", before) is None:
            yield before
        asks_of_it = is_question(before) and POINTS.search(before)
        if not asks_of_it and len(telling(before)) > _IDLE:
            return


def _speaks_of_it(told: AbstractSet[str], sentence: str) -> bool:
    """Whether a text of these words tells whole clauses of a sentence, one of which points at something, and no other
    clause names something else.
    """
    said: set[str] = set()
    points = False
    for clause in _CLAUSE.split(sentence):
        wanted = telling(POINTS.sub(" ", clause)) - _OF_ONESELF
        does_point = POINTS.search(clause) is not None
        if len(shared(wanted, told)) == len(wanted):
            said |= wanted
            points = points or (does_point and bool(wanted))
        elif not does_point and not _ASKS.match(clause) and len(wanted - _NODS) > (0 if points else _IDLE):
            return False
    return points and len(said) >= _LEAST


def _pieces(lent: AbstractSet[str], told: Sequence[str], question: str) -> Iterator[str]:
    """The pieces of a question that hold all of the words, as short as can be, and stand in what is told as they are."""
    last_way = max((way.start() for way in _OR.finditer(question)), default=0)
    at: dict[str, int] = {}
    for match in _WORD.finditer(question):
        names = shared(lent, words(match[0]))
        at.update(dict.fromkeys(names, match.start()))
        if not names or len(at) < len(lent) or match.end() <= last_way:
            continue
        start = min(at.values())
        if match.end() - start <= _LONGEST and _stands_in(_in_order(question[start : match.end()]), told):
            yield question[start : match.end()]


def _in_order(text: str) -> list[str]:
    """The words of a text that tell something, as they stand."""
    return [word for match in _WORD.finditer(text) for word in telling(match[0])]


def _stands_in(piece: Sequence[str], told: Sequence[str]) -> bool:
    """Whether so many words of what is told, one behind the other, are forms of those of the piece."""
    places = range(len(told) - len(piece) + 1)
    return any(all(map(is_akin, piece, told[at : at + len(piece)])) for at in places)
