"""Told whole: what limits a person's sentences, and of whom they are said, stays in a text that rests on them.

Owns which sentences those are, and that none of them is a question, a joke or told in half. Promises one plain line for
what is lost. Never asks whether the quotes themselves stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from extractor.domain import Evidence
from extractor.memory.gate.asked_names import names_lent
from extractor.memory.gate.assent import assents
from extractor.memory.gate.lending import agents
from extractor.memory.gate.quotes import in_a_line
from extractor.memory.gate.retelling import retells
from extractor.memory.gate.witnesses import Witnesses, folded
from extractor.memory.wording.amounts import crossed
from extractor.memory.wording.frames import lost_frame, taken_for_a_joke
from extractor.memory.wording.kinship import is_kin
from extractor.memory.wording.novelty import novel, says_more, words
from extractor.memory.wording.parallels import crossed_parallel, joined
from extractor.memory.wording.provisos import is_question, lost_condition, lost_limit, lost_mood
from extractor.memory.wording.qualifiers import lost_qualifier
from extractor.memory.wording.relatives import told_of_the_person
from extractor.memory.wording.scopes import lost_scope, lost_this
from extractor.memory.wording.swapped import swapped
from extractor.memory.wording.taken_back import unsaid_by
from extractor.memory.wording.telling import telling

_LASTS = re.compile(
    r"\b(?:from now on|always|never|every|each|any|(?:i|we) (?:want|need|prefer)(?! (?:you|us) to)|ab jetzt|immer|nie|jede[nrms]?"
    r"|siempre|nunca|cada|toujours|jamais|chaque)\b",
    re.IGNORECASE,
)
"""What says that a sentence is meant for more than the moment."""
LEFT_OUT = "it leaves out"
"""How it is told that a condition is missing."""


def check_sentences(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when the sentences of a person's a text rests on are no questions and their conditions are kept; else one line.

    Where the agent is cited too, an answer that shares no word with the text is none it rests on.
    """
    said = witnesses.said(evidence)
    near = [sentence for sentence in said if words(sentence) and is_kin(text, [sentence])]
    theirs = agents(evidence, witnesses)
    if not near and not theirs:
        near = said
    if any(retells(text, short, evidence, witnesses) for short in theirs):
        return None
    theirs_said = [folded(cited.quote) for cited in evidence if cited.message in theirs]
    asked = [sentence for sentence in near if is_question(sentence)]
    if asked and not _keeps_asking(text, asked):
        lent, stated = names_lent(text, evidence, witnesses), [each for each in said if each not in asked]
        if more := says_more(text, [*stated, *lent, *theirs_said]):
            if not stated or not is_kin(text, [*stated, *lent]):
                return "the person asks this and does not say it; leave it out"
            return f"only a question of theirs says: {in_a_line(more)}; leave that out or quote where they state it"
        near = [each for each in near if each not in asked] if lent else near
    near = [f"{sentence} {turn}" for turn in witnesses.turns(evidence) for sentence in near] or near
    # Nothing is lost of a sentence that is told whole.
    partly = [sentence for sentence in near if not _is_whole(text, sentence)]
    told = [*said, *theirs_said]
    return (
        _check_places(text, partly, [*near, *theirs_said], told)
        or (None if theirs else _check_pieces(text, said) or _check_undone(text, witnesses.steps(evidence)))
        or _check_left_out(text, near, partly, theirs, theirs_said, witnesses)
    )


def _keeps_asking(text: str, questions: Iterable[str]) -> bool:
    """Whether a text is a piece of one of the questions, word for word up to its mark."""
    told = " ".join(text.casefold().split())
    cut = told.removesuffix(" …?")
    for question in questions:
        asked = " ".join(folded(question).casefold().split())
        if told.endswith(("?", "？", "؟")) and (asked.endswith(told) or (cut != told and cut in asked)):
            return True
    return False


def _is_whole(text: str, sentence: str) -> bool:
    """Whether a text is a sentence letter for letter, but for the capital and the mark at its end."""
    told, said = (" ".join(each.split()).rstrip(" .!…").casefold() for each in (text, sentence))
    return told == said


def _check_places(text: str, partly: Sequence[str], near: Sequence[str], told: Sequence[str]) -> str | None:
    """What is said of something, or somebody, stays with it. `partly`: sentences not told whole; `told`: all there are."""
    if number := crossed(text, partly):
        return f'"{in_a_line(number)}" is said of something else in its sentence; write what it is said of'
    if turned := swapped(text, near, told):
        one, other = (in_a_line(word) for word in turned)
        return (
            f'it says of "{other}" what is said of "{one}"; keep the two in the places they have in the quote'
        )
    if who := told_of_the_person(text, told):
        return f'"{in_a_line(who)}" is who the quotes speak of, not the user; say of whom it is said'
    return None


def _check_undone(text: str, steps: Iterable[tuple[str, str]]) -> str | None:
    """No sentence is told that the one behind it takes back, unless the text says what that one says instead."""
    for said, behind in steps:
        if not unsaid_by(behind) or not is_kin(text, [said]):
            continue
        if not telling(text) & (telling(behind) - telling(said)):
            return f'"{in_a_line(behind)}" takes it back; quote what is said instead, or leave it out'
    return None


def _check_pieces(text: str, said: Sequence[str]) -> str | None:
    """Of a person's sentences alone: none is a joke, and what one says is not told of what another names."""
    if taken_for_a_joke(said):
        return "the person takes it back in a word, as a joke; leave it out"
    if lent := crossed_parallel(text, said) or joined(text, said):
        return f'it says of "{in_a_line(lent)}" what is said of something else; keep the two apart'
    return None


def _for_good(text: str, said: Sequence[str]) -> list[str]:
    """The sentences that say all of a text, where one of them says for how long: what another tells of the moment does
    not limit it then. "The linter is broken right now. Skip the linter." stays of the moment.
    """
    alone = [sentence for sentence in said if not novel(text, [sentence])[0]]
    return alone if any(map(_LASTS.search, alone)) else []


def _check_left_out(
    text: str,
    near: Sequence[str],
    partly: Sequence[str],
    theirs: Sequence[str],
    theirs_said: Sequence[str],
    witnesses: Witnesses,
) -> str | None:
    """What limits the sentences, of the agent's question and of the answer to it too, stays."""
    condition = lost_condition(text, near) if partly else None
    condition = condition or lost_scope(text, partly)
    alone = partly if theirs else _for_good(text, partly) or partly
    lost = (lost_mood, lost_qualifier, lost_frame)
    condition = condition or next((left for rule in lost if (left := rule(text, alone))), None)
    for answer in (witnesses.answer_to(short) for short in theirs):
        if answer and assents(answer.text):
            condition = condition or lost_limit(text, answer.text)
    # What was asked for once, or under a condition, is not said for good by a yes.
    asked_once = (lost_limit(text, each) or lost_this(text, each) for each in theirs_said)
    condition = condition or next((left for left in asked_once if left), None)
    return f'{LEFT_OUT} "{in_a_line(condition)}"; say it with its condition' if condition else None
