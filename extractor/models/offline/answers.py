"""Answers: what a person's words take from the question before them.

Owns the last question of the agent, the options it gave, and which of them an answer names. Promises the agent's
words as they stand, or nothing. Never does I/O.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from extractor.domain import Message

MAX_QUESTION = 200
"""Characters of a question, or of an option, that are taken into a fact."""

_STARTS = re.compile(r"(?:(?<=[.!。！])\s+|\n|^|(?<=[?？؟])\s+)")
_OPTION = re.compile(
    r"^\s*(?:[-*]\s*)?(?:\*\*)?(?:option\s+)?(?P<key>\d{1,2}|[a-hA-H])(?:\*\*)?[.):]\s*(?P<text>\S.*)$",
    re.MULTILINE,
)
_INLINE = re.compile(
    r"\((?P<key>\d|[a-h])\)\s*(?P<text>[^()\n]{4,160}?)(?=,? (?:or |and )?\([a-h\d]\)|[?.]|$)"
)
_NAMED = re.compile(
    r"\W*(?:(?:option|number|nummer|nr\.?|no\.?|the|let's do|let's go with|i'd go with|go with|do|use|yes,?|ok,?|die|der|das|la|el"
    r"|le)\s+)*(?:(?P<key>\d{1,2}|[a-h])(?![\w%:]|[.,]\d)|(?P<word>first|second|third|fourth|last|former|latter|erste|zweite|dritte"
    r"|letzte|primera|primero|segunda|segundo|tercera|tercero|última|première|premier|deuxième|troisième|dernière?)\b)",
    re.IGNORECASE,
)
_PLACES = {
    0: ("first", "former", "erste", "primera", "primero", "première", "premier"),
    1: ("second", "zweite", "segunda", "segundo", "deuxième"),
    2: ("third", "dritte", "tercera", "tercero", "troisième"),
    3: ("fourth",),
    -1: ("last", "latter", "letzte", "última", "dernière", "dernier"),
}
_MARKUP = re.compile(r"\*\*|__|`{3,}|^#+\s*", re.MULTILINE)
_REACTS = re.compile(
    r"\W*(?:(?:ok(?:ay)?|yeah|yes|hm+|right|thanks|alright)[,.\s]+)*(?:no\b|nope|nah|don't|do not|do nothing|leave|keep (?!going)"
    r"|skip|not (?:now|yet|needed)|drop|neither|both|i'll|i will|we'll do|let's (?:not|keep|leave|skip|go back|drop)|always|never"
    r"|nein|nicht|lass|beide|no,|nada|ninguno|non|laisse|les deux|不|别|لا)",
    re.IGNORECASE,
)
_OFFERED = 600
"""Characters from the end of a message in which its question stands."""


_ITEM = re.compile(r"^\s*(?P<key>\d{1,2}|[a-h])[.):]\s+(?P<text>\S.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Asked:
    """The message of an agent that a person answers, and what it asks at its end."""

    message: Message
    question: str

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """Keys in lower case and texts, as they stand; of several lists the last."""
        text = self.message.text
        for pattern in (_OPTION, _INLINE):
            found = [(m["key"].lower(), m["text"].strip()) for m in pattern.finditer(text)]
            if len(found) > 1:
                starts = [at for at, (key, _) in enumerate(found) if key in ("1", "a")]
                return tuple(found[starts[-1] if starts else 0 :])
        return ()


def asked(message: Message | None) -> Asked | None:
    """What a message of the agent asks at its end; None where it asks nothing there."""
    if message is None:
        return None
    end = message.text[-_OFFERED:]
    marks = [match.end() for match in re.finditer(r"[?？؟]", end)]
    if not marks:
        return None
    begins = [match.end() for match in _STARTS.finditer(end, 0, marks[-1] - 1)]
    question = end[begins[-1] if begins else 0 : marks[-1]].strip(" *_#>-")
    return Asked(message, question) if 4 < len(question) <= MAX_QUESTION else None


def chosen(answer: str, question: Asked) -> str | None:
    """The option an answer names by its number, letter or place; None where it names none."""
    named = _NAMED.match(answer)
    options = question.options
    if named is None or not options:
        return None
    if named["key"]:
        return next((text for key, text in options if key == named["key"].lower()), None)
    place = next((at for at, words in _PLACES.items() if named["word"].lower() in words), None)
    return options[place][1] if place is not None and place < len(options) else None


def items(answer: str, question: Asked) -> dict[str, str]:
    """The option each numbered item of an answer speaks of, by the item's text; empty where it is no such list."""
    options = dict(question.options)
    found = {
        m["text"].strip(): options[m["key"].lower()]
        for m in _ITEM.finditer(answer)
        if m["key"].lower() in options
    }
    return found if len(found) > 1 else {}


def without_options(question: str) -> str:
    """A question up to the options it lists in itself."""
    match = _INLINE.search(question)
    return question[: match.start()].rstrip(" :,") if match and match.start() > 4 else question


def reacts(sentence: str) -> bool:
    """Whether a sentence decides upon what was asked: leaves, refuses, keeps, takes it over."""
    return _REACTS.match(sentence) is not None


def plain(text: str) -> str:
    """The agent's words on one line, without marks of emphasis."""
    return " ".join(_MARKUP.sub("", text).split())
