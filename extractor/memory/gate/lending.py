"""What only the agent's words say: taken up by a person's answer, or refused.

Owns what an answer lends a text of the message it answers. Promises that words the agent had read are no proposal of
its own. Never judges the person's own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from extractor.domain import Evidence, Milliseconds
from extractor.memory.gate.assent import adopted, assents
from extractor.memory.gate.bare_yes import is_bare
from extractor.memory.gate.dialogue import FORM, has_form
from extractor.memory.gate.interview import spoken
from extractor.memory.gate.options import chosen, last_question
from extractor.memory.gate.quotes import in_a_line
from extractor.memory.gate.retelling import retells, sides_of
from extractor.memory.gate.witnesses import Witnesses, folded
from extractor.memory.own_words.own_words import own_text
from extractor.memory.text.unseen import unseen
from extractor.memory.wording.force import APOSTROPHE
from extractor.memory.wording.kinship import is_kin, nots, refuses
from extractor.memory.wording.novelty import novel, says_more, shared, words

_ASKS_DENYING = re.compile(rf"\W*(?:(?:so|and|but)\W+)?\w+n{APOSTROPHE}t\b", re.IGNORECASE)
"""A question that expects a yes to the opposite of what it denies."""
_PICK = re.compile(
    r"\W*(?:(?:option|number|nr|the|die|das|la|el|le)\W+)?(?:\d{1,2}|[a-h]|first|second|third|last|former|latter)\W*",
    re.IGNORECASE,
)
"""An answer that is no more than which one: nothing where it is not known which that is."""
_LISTED = re.compile(r"(?:^|\s)\(?(?:1|a)[).:]\s|\boption\b", re.IGNORECASE)


def check_lent(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """What only the agent's words say: taken up by the person's answer, and not repeated from what it read."""
    own = [folded(e.quote) for e in evidence if witnesses.is_person(e)] + witnesses.said(evidence)
    if not novel(text, own)[0]:
        return None
    lent: list[str] = []
    theirs = agents(evidence, witnesses)
    for short in theirs:
        message, answer = witnesses.messages[short], witnesses.answer_to(short)
        if answer is None:
            continue
        asked = last_question(message.text)
        if refuses(answer.text) and nots(text) <= nots(asked):
            return f"the person's answer to message {in_a_line(short)} is a no"
        quotes = [folded(cited.quote) for cited in evidence if cited.message == short]
        answered = own_text(answer.text)
        taken = _taken_up(text, short, answered, witnesses)
        if retells(text, short, evidence, witnesses):
            taken += quotes
        lent += [each for part in taken for quote in quotes if (each := common(folded(part), quote))]
        told = [*quotes, *(s for s in sides_of(text, short, witnesses) if s)]
        if read := _repeated((*told, text), own, message.at, witnesses):
            mended = "leave it out" if has_form(text) else f"quote the person's own words, or {FORM}"
            lent_by = f"message {in_a_line(short)}"
            is_shown = read != text and not unseen(read)
            repeats = f"‘{in_a_line(read)}’ of {lent_by}" if is_shown else f"what it takes from {lent_by}"
            return f"{repeats} only repeats what the agent read; {mended}"
    if theirs and (says_more(text, [*own, *lent]) or _says_theirs(text, [*own, *lent], theirs, witnesses)):
        return f"the person's answer does not take up this part of message {in_a_line(theirs[0])}; {FORM}"
    return None


def _taken_up(text: str, short: str, answer: str, witnesses: Witnesses) -> list[str]:
    """What of the agent's message an answer lends a text: the option it picks, and what it takes up.

    Where the answer has words of its own, the text says them; a yes that says more takes up nothing. An answer by
    numbers lends a point of the list to a text that says as much of it.
    """
    message = witnesses.messages[short].text
    if spoken(answer):
        found = witnesses.parts_of_answer(short)
        judged = [part for part in found if _says_most(text, part.said) and nots(part.said) <= nots(text)]
        return [side for part in judged for side in (part.line, part.question) if side]
    is_no, is_yes = refuses(answer), assents(answer)
    if is_yes and not is_no and not is_bare(answer, [text, last_question(message)]):
        return [option for option in [chosen(answer.strip(), message)] if option]
    if is_yes and nots(text) and _ASKS_DENYING.match(last_question(message)):
        return []
    if (
        _PICK.fullmatch(answer.strip())
        and _LISTED.search(message)
        and chosen(answer.strip(), message) is None
    ):
        return []
    says_it = is_no or is_yes or is_kin(text, [answer])
    whole = [chosen(answer.strip(), message), says_it and adopted(message, answer, is_no)]
    return [part for part in whole if part]


def _says_theirs(text: str, taken: Sequence[str], theirs: Sequence[str], witnesses: Witnesses) -> bool:
    """Whether a text has a word of the agent's that nothing took up: the option that was not picked."""
    brought = set(novel(text, taken)[0])
    return any(shared(brought, words(folded(witnesses.messages[short].text))) for short in theirs)


def _says_most(text: str, said: str) -> bool:
    """Whether a text says what was said: two of its words or more, and most of them."""
    brought, known = novel(said, [text])
    return known > max(1, len(brought))


def agents(evidence: Sequence[Evidence], witnesses: Witnesses) -> list[str]:
    """Short ids of the agent's messages among what is cited."""
    return [c for c in dict.fromkeys(e.message for e in evidence) if witnesses.is_agents(c)]


def _repeated(parts: Iterable[str], own: Sequence[str], at: Milliseconds, witnesses: Witnesses) -> str | None:
    """The first of the parts, the text itself or words of the agent's it rests on, that the agent had read by then."""
    return next((part for part in parts if witnesses.given.holds(part, set(novel(part, own)[0]), at)), None)


def common(part: str, quote: str) -> str:
    """What of the part was quoted."""
    if part in quote:
        return part
    return quote if quote in part else ""
