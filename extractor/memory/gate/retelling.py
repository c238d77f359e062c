"""Retelling: whether a text is the agent's question, or an option, with the words of the person's answer to it.

Owns which sides the cited messages have: the question at the end with the quotes of the answer, and under each number
of a list the part of the answer that has it. Promises one plain line that names what would fit. Never does I/O.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from extractor.domain import Evidence
from extractor.memory.gate.dialogue import answers, begins_with, filled, has_form, is_retold, left_out, plain
from extractor.memory.gate.interview import spoken
from extractor.memory.gate.options import as_listed, chosen, last_question, options, without_options
from extractor.memory.gate.witnesses import Witnesses, folded
from extractor.memory.own_words.own_words import own_text
from extractor.memory.wording.kinship import nots
from extractor.memory.wording.provisos import lost_limit, sentences, turns_away
from extractor.memory.wording.taken_back import taken_back

_LIMITS = re.compile(
    r"\b(?:only|if|unless|until|except|once|for now|this time|nur|wenn|solo|si)\b", re.IGNORECASE
)
"""What limits a choice."""
_HEADED = re.compile(r"^[ \t]*\*\*([^*\n]+\?)\*\*[ \t]*$", re.MULTILINE)
"""A question in bold on a line of its own, above what asks the same at length: the options are its own, too."""
_BLANK = re.compile(r"\n[ \t]*\n")
_BETWEEN = 2
"""Paragraphs behind a bold question up to the first option: what asks at length, and the option's own mark."""
_UNASKED = ""
"""A choice told without its question."""
_MOST_NAMED = 3
"""Questions a refusal names."""


class _Sides(NamedTuple):
    """What may stand between the first marks, and what between the second."""

    asked: tuple[str, ...]
    said: tuple[str, ...]
    typed: tuple[str, ...] = ()
    """The same with the number it was typed behind."""


def retells(text: str, short: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> bool:
    """Whether a text is what an agent's message asks, or an option of it, with the answer to it and no more.

    The end of a question may be left out, but for what limits or denies it.
    """
    asked_of = text, short, tuple(evidence)
    if asked_of not in witnesses.retold:
        witnesses.retold[asked_of] = has_form(text) and _retells(text, short, evidence, witnesses)
    return witnesses.retold[asked_of]


def _retells(text: str, short: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> bool:
    for asked, said, typed in _sides(short, evidence, witnesses):
        whole = (filled(text, question) for question in asked if _is_cut(text, question))
        if any(is_retold(told, asked, (*said, *typed)) for told in (text, *whole)):
            return True
    return False


def _is_cut(text: str, question: str) -> bool:
    """Whether a text leaves out an end of a question that neither limits nor denies."""
    rest = left_out(text, question)
    return bool(rest) and not (nots(rest) or turns_away(rest.strip()) or lost_limit("", rest))


def misfit(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str:
    """Which side of a retold question does not stand so in the cited messages, and what would."""
    cited = dict.fromkeys(e.message for e in evidence)
    agents = [short for short in cited if witnesses.is_agents(short)]
    sides = [side for short in agents for side in _sides(short, evidence, witnesses)]
    if not agents:
        return "it retells a question and cites none; quote the agent's question beside the answer"
    begun = [side for side in sides if any(begins_with(text, asked) for asked in side.asked)]
    if begun and not any(answers(text, asked) for side in begun for asked in side.asked):
        return "nothing stands between the question and what was said to it: ’, the user said ‘"
    if begun:
        fits = _listed(said for side in begun for said in side.said)
        behind = (
            f"‘{fits}’"
            if fits
            else 'what you quote of the answer: the sentence with its "but" and its condition'
        )
        return f"between the second marks stands, word for word, {behind}"
    asked = _listed(side.asked[0] for side in sides if side.asked[0] != _UNASKED)
    if not asked:
        return "the agent's message asks nothing the person's next words answer; leave it out"
    return f"no such question was asked; between the first marks may stand, word for word, ‘{asked}’"


def _listed(texts: Iterator[str]) -> str:
    named = list(dict.fromkeys(folded(plain(text)) for text in texts))[:_MOST_NAMED]
    return "".join(letter if letter.isprintable() else " " for letter in "’ or ‘".join(named))


def sides_of(text: str, short: str, witnesses: Witnesses) -> list[str]:
    """What of the points of an agent's list a retelling holds."""
    told = folded(text).casefold()
    held = (s for part in witnesses.parts_of_answer(short) for s in (part.question, part.line, *part.chosen))
    return [side for side in held if side and folded(plain(side)).casefold() in told]


def _sides(short: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> Iterator[_Sides]:
    message, answer = witnesses.messages[short], witnesses.answer_to(short)
    if answer is None:
        return
    for part in witnesses.parts_of_answer(short):
        yield _Sides(
            tuple(filter(None, (part.question, part.line))), (*part.chosen, part.said), (part.quote,)
        )
    own = own_text(answer.text)
    question = last_question(message.text)
    if question and not spoken(own):
        cited = [e for e in evidence if e.message == answer.key.short and _is_whole(e, witnesses)]
        option = None if _is_limited(own) else chosen(own, message.text)
        picked = (option, *as_listed(option, message.text)) if option else ()
        said = (*picked[:1], *(e.quote for e in cited), *picked[1:], *_first_sentences(cited, witnesses))
        yield _Sides((question, without_options(question)), said)
        if option:
            yield _Sides((_UNASKED, *_heading(message.text, option)), picked)


def _heading(message: str, option: str) -> tuple[str, ...]:
    """The bold question above the options, where no more than one paragraph stands between."""
    listed = options(message)
    if not any(text == option for _, text in listed):
        return ()
    above = message[: message.find(listed[0][1])]
    found = deque(_HEADED.finditer(above), maxlen=1)
    return tuple(each[1] for each in found if len(_BLANK.split(above[each.end() :].strip())) <= _BETWEEN)


def _beginning(answer: str) -> str:
    """The first sentence of an answer."""
    return next(iter(sentences(" ".join(answer.split()))), "")


def _is_limited(answer: str) -> bool:
    """Whether what picks an option limits it, or what follows does or takes it back."""
    following = [said for line in answer.splitlines() for said in sentences(line)][1:]
    return _LIMITS.search(_beginning(answer)) is not None or taken_back(following)


def _first_sentences(cited: Sequence[Evidence], witnesses: Witnesses) -> Iterator[str]:
    """The first sentence of each quote that goes on, where what follows takes nothing of it back."""
    for each in cited:
        first = Evidence(each.message, _beginning(each.quote))
        if first.quote != each.quote.strip() and _is_whole(first, witnesses):
            yield first.quote


def _is_whole(cited: Evidence, witnesses: Witnesses) -> bool:
    """Whether a quote leaves no "but" and no condition of its sentences behind, and nothing takes it back at once."""
    left = " ".join([*witnesses.said([cited]), *witnesses.turns([cited])]).replace(folded(cited.quote), " ")
    goes_on = any(map(taken_back, witnesses.following(cited)))
    return not (goes_on or turns_away(left)) and lost_limit(cited.quote, left) is None
