"""Asked names: what a person named in a question of theirs and then speaks of as "it".

Owns when such a name may stand in the place of that word. Promises that the person's sentence around it is told whole,
that the name stands in one piece in their question, and that nothing that grants, destroys or sends comes in by it.
Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from extractor.domain import Evidence
from extractor.memory.novelty import is_akin, shared, weighs, words
from extractor.memory.provisos import is_question
from extractor.memory.telling import POINTS, every_word, telling
from extractor.memory.witnesses import Witnesses

_CLAUSE = re.compile(r"[,;:.!?…]+\s+|\s[-–—]+\s")
_WORD = re.compile(r"[^\W_][\w'’./-]*")
_OR = re.compile(r"\b(?:or|oder|ou)\b|\s[ou]\s", re.IGNORECASE)
_LEAST = 2
"""Words that tell something which the person says of it."""
_LONGEST = 120
"""Characters of a name."""
_OF_ONESELF = frozenset({"i", "my", "mine", "ours", "s"})
"""Words for who speaks, whom a text calls the user, and what is left of "it's"."""


def names_lent(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> list[str]:
    """The pieces of a person's questions a text puts in the place of an "it" in the same message, or the one before or
    behind it: further off it may be an "it" for something else.
    """
    said: dict[int, list[str]] = {}
    for cited in filter(witnesses.is_person, evidence):
        said.setdefault(witnesses.turn_of(cited.message), []).extend(witnesses.said([cited]))
    together = ([*said.get(turn - 1, ()), *said[turn]] for turn in sorted(said))
    return [name for sentences in together for name in names_asked_about(text, sentences)]


def names_asked_about(text: str, said: Sequence[str]) -> list[str]:
    """The pieces of a person's questions in `said` that a text puts in the place of an "it" of another sentence.

    "How about the commit sha?", and later "remove it again, it is no stable link": the text is "Remove the commit sha
    again, it is no stable link". Of several things a question puts up ("a or b?") it is the last.
    """
    questions = [sentence for sentence in said if is_question(sentence)]
    meant, told = words(text), _in_order(text)
    found: list[str] = []
    for sentence in said if questions else ():
        lent = meant - shared(meant, words(sentence))
        if (
            sentence in questions
            or not lent
            or any(map(weighs, lent))
            or not _speaks_of_it(every_word(text), sentence)
        ):
            continue
        found.extend(piece for question in questions for piece in _pieces(lent, told, question))
    return found


def _speaks_of_it(told: AbstractSet[str], sentence: str) -> bool:
    """Whether a text of these words tells whole clauses of a sentence, one of which points at something."""
    said: set[str] = set()
    points = False
    for clause in _CLAUSE.split(sentence):
        wanted = {word for word in telling(POINTS.sub(" ", clause)) if word not in _OF_ONESELF}
        if wanted and len(shared(wanted, told)) == len(wanted):
            said |= wanted
            points = points or POINTS.search(clause) is not None
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
