"""A question of the agent's retold with a person's answer: the one form in which it may stand in a memory.

Owns the form, and whether a text is no more than it. Promises both sides word for word: whoever reads it sees
what was asked and what was said to it, and nothing made of the two. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from extractor.memory.text.emphasis import unemphasised, without_halves

_HEADING = re.compile(r"````*|#(?<=(?m:^)#)#*\s*")
"""What begins a heading or a block of code: no part of what is said."""
_MARKUP = re.compile(rf"\*\*|__|{_HEADING.pattern}")
"""Those and every mark of emphasis, for comparing. Each begins with its own letter: a text is looked through at once."""
_AT_THE_END = re.compile(
    r"(?:[\s,]*(?:[:;8=]-?[)(|PpDd/\\]|<3|\^\^|[\U0001f300-\U0001faff\u2600-\u27bf]))+\s*$"
)
"""Signs of mood."""
_MOOD = 60
"""Characters at the end of a text that are looked at."""
_MOODY = frozenset(")(|PpDd/\\3^")
_FIRST_DRAWN = "\u2600"
"""Signs of mood end with one of these, or with one from here on."""
_FORMS = ("asked ‘", "the user chose ‘")
FORM = "say both sides word for word: Asked ‘the question or the option’s line’, the user said ‘the answer’"
"""What a writer is told of the form."""
_CUT = re.compile(r"\s*…[’?]?$")
_NUMBER = r"\d{1,2}[.)] +"
_NUMBERED = re.compile(rf"^(asked ‘){_NUMBER}")
"""A list's number, told with the option's line it stands before."""
_LISTED = re.compile(rf"^{_NUMBER}")
_STOPPED = re.compile(r"\.*’\.*")
_LEAST = 40
"""Characters a text that was cut must have to be seen as the beginning of another."""
_SIDES = re.compile(
    r"(?P<lead>asked ‘)(?P<question>.*?)(?P<between>’, the user (?:said|chose) ‘)(?P<answer>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_SHORTENED = re.compile(
    r"(?P<lead>asked ‘)(?P<question>[^’]{12,}?)\s?…(?=’, the user (?:said|chose) ‘)", re.IGNORECASE
)
_ANSWER_SHOWN = 80
"""Characters of an answer that stand in a short form beside the beginning of its question."""


def answered(question: str, answer: str) -> str:
    """A question, or an option, and what a person said to it, as one sentence."""
    return f"Asked ‘{plain(question)}’, the user said ‘{plain(answer).rstrip('.')}’."


def chose(question: str, option: str) -> str:
    """A person's choice among the options of a question, as one sentence; without a question that says nothing."""
    picked = f"the user chose ‘{plain(option).rstrip('.')}’."
    return f"Asked ‘{plain(question)}’, {picked}" if question else f"T{picked[1:]}"


def has_form(text: str) -> bool:
    """Whether a text begins as a question that is retold does."""
    return _folded(text).startswith(_FORMS)


def begins_with(text: str, question: str) -> bool:
    """Whether the first side of a text in this form is the question."""
    told = _NUMBERED.sub(r"\1", _unmarked(text))
    return bool(question) and told.startswith(_unmarked(f"Asked ‘{plain(question)}’"))


def answers(text: str, question: str) -> bool:
    """Whether a text that begins with the question goes on with what was said to it, or chosen."""
    told, begun = _NUMBERED.sub(r"\1", _unmarked(text)), _unmarked(f"Asked ‘{plain(question)}’")
    return told.startswith((f"{begun}, the user said ‘", f"{begun}, the user chose ‘"))


def shortened(text: str, limit: int) -> str:
    """The form in at most `limit` characters: the end of the question left out first, then that of the answer."""
    sides = _SIDES.match(text)
    if sides is None or len(text) <= limit:
        return text
    answer = sides["answer"]
    if len(answer) > _ANSWER_SHOWN:
        answer = f"{answer[:_ANSWER_SHOWN].rsplit(' ', 1)[0]} …"
    room = limit - len(f"{sides['lead']} …{sides['between']}{answer}")
    question = sides["question"]
    if len(question) > room:
        question = f"{question[:room].rsplit(' ', 1)[0]} …"
    return f"{sides['lead']}{question}{sides['between']}{answer}"


def left_out(text: str, question: str) -> str:
    """What a text leaves out of the question it begins with; empty where it holds all of it, or another."""
    cut = _SHORTENED.match(text)
    told, whole = _unmarked(cut["question"] if cut else ""), _unmarked(plain(question))
    if not whole.startswith(told):
        told = _LISTED.sub("", told)
    return whole.removeprefix(told) if cut and whole.startswith(told) else ""


def filled(text: str, question: str) -> str:
    """The text with the whole question in place of its beginning."""
    return _SHORTENED.sub(lambda cut: f"{cut['lead']}{plain(question)}", text, count=1)


def is_retold(text: str, asked: Iterable[str], said: Iterable[str]) -> bool:
    """Whether a text is one of the questions with one of the answers in this form, or its beginning, cut with "…"."""
    if not has_form(text):
        return False
    told = _unmarked(text)
    forms = {told, _NUMBERED.sub(r"\1", told)}
    answers = list(said)
    cut = _CUT.sub("", told)
    for question in asked:
        for answer in answers:
            for whole in (answered(question, answer), chose(question, answer)):
                full = _unmarked(whole)
                if full in forms or (cut != told and len(cut) >= _LEAST and full.startswith(cut)):
                    return True
    return False


def without_mood(text: str) -> str:
    """A text without the signs of mood at its end."""
    last = text.rstrip()[-1:]
    if last not in _MOODY and last < _FIRST_DRAWN:
        return text
    return text[:-_MOOD] + _AT_THE_END.sub("", text[-_MOOD:])


def plain(text: str) -> str:
    """A side as it is told: in one line, without emphasis and signs of mood."""
    return " ".join(without_mood(without_halves(unemphasised(_HEADING.sub("", text)))).split())


def _unmarked(text: str) -> str:
    """A text for comparison: without emphasis, and without full stops where its two sides end."""
    return _STOPPED.sub("’", _folded(_MARKUP.sub("", text)))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
