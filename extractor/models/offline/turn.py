"""One message of a person on its way to a fact: its sentences and clauses weighed, its question found.

Owns which sentences of a message are kept, with what context and what reason. Promises that every quote stands
in its message. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import tzinfo
from functools import cached_property

from extractor.domain import MIN_QUOTE, Evidence, Message
from extractor.memory.dates import dates
from extractor.memory.gate.dialogue import answered, chose
from extractor.memory.gate.interview import spoken
from extractor.memory.gate.options import chosen, without_options
from extractor.memory.own_words.own_words import own_words
from extractor.memory.redaction.placeholders import holds_placeholder
from extractor.memory.slots.slots import is_for_good
from extractor.memory.text.expressions import Expression
from extractor.models.offline import cues, only_told, passing, wording
from extractor.models.offline.answers import (
    Asked,
    is_passed_over,
    picks,
    reacts,
    says_only_its_number,
)
from extractor.models.offline.company import in_company, telling, with_what_is_over
from extractor.models.offline.corrections import with_what_is_so
from extractor.models.offline.fact import Fact, Stated
from extractor.models.offline.first_words import plain_marks
from extractor.models.offline.likeness import tokens
from extractor.models.offline.memory_type import type_of, type_of_all
from extractor.models.offline.passing import tells_of_change
from extractor.models.offline.places import pointers
from extractor.models.offline.reasons import gives_reason, without_reason
from extractor.models.offline.said import Said, is_bare, thought_over
from extractor.models.offline.sentences import MAX_LISTING, MAX_SENTENCE, clauses
from extractor.models.offline.signs import RULES
from extractor.models.offline.spoken import Paragraph, paragraphs
from extractor.models.offline.voice import is_foreign, is_quoted
from extractor.models.offline.weight import ENOUGH, weigh

MAX_STATEMENTS = 24
"""Statements of one message: who dictates a plan or writes down a list of rules says many."""
_MIN_TEXT = 8
"""Characters of a statement."""
_FEW = 3
"""Words that say something, from which a sentence is understood without its question."""
_TWO = 2
"""The same where somebody only tells how things are."""
_PLAINLY = 6
"""Points from which a sentence of fewer words is understood, too."""
_SHORT_ANSWER = 12
"""Words below which an answer is put down with its question."""
_NEAR = 64
"""Sentences before an item of a list among which the list stands."""
_ANSWERS = 5
"""Points for a sentence that decides upon what was asked."""
_TOLD_OF_ONESELF = 4
"""Points for what answers a question of what the person has, is, or does as a rule."""
_BY_A_WORD = 1
"""Points that make up for what the shortness of such an answer costs."""
_OF_THE_MOMENT = 3
"""Points it costs to answer a question of how it stands just now."""

_SENTENCE_ENDS = re.compile(r"[.!?](?=\s|$)")
_MOST_BEGUN = 200
"""Characters of a short answer with the sentence behind it."""
_PARTS = re.compile(r",\s+|\s+[–—-]\s+")
_NEW_TOPIC = Expression(
    r"\W*(?:(?:ok(?:ay)?|yes|no|fine|good|right)\W+)?(?:also|and|by the way|btw|another|one more|next|but first|oh|as for|übrigens"
    r"|außerdem|por cierto|además|au fait|另外)\b",
)


def fact_of(
    message: Message, question: Asked | None, tz: tzinfo, told: Sequence[str], small: bool
) -> Fact | None:
    """The fact a message states, as an answer to the question before it; None where nothing in it weighs enough.

    `told`: parts of the message that are facts of their own. `small`: the person types without capitals.
    """
    return _Turn(message, question, tz, told, small).fact()


def _begun(piece: str, least: int) -> str:
    """The beginning of a piece with the sentence behind so many characters, or some of it where that is long."""
    line = piece.split("\n", 1)[0]
    ends = _SENTENCE_ENDS.search(line, least + 1)
    whole = line[: ends.end()] if ends else line
    return (whole if len(whole) <= _MOST_BEGUN else piece[:60]).strip()


class _Turn:
    def __init__(
        self,
        message: Message,
        question: Asked | None,
        tz: tzinfo,
        told: Sequence[str],
        small: bool,
    ) -> None:
        self._small = small
        self._words = len(message.text.split())
        self._message = message
        self._told = tuple(" ".join(part.split()) for part in told)
        self._question = question
        self._tz = tz
        self._own = own_words(message.text)
        self._said: list[Said] = []
        self._heard: set[str] = set()
        for paragraph in paragraphs(message.text):
            self._take(paragraph)

    @cached_property
    def _changes(self) -> bool:
        return tells_of_change(self._message.text)

    def _take(self, paragraph: Paragraph) -> None:
        speaks = cues.OURS.search(plain_marks(paragraph.text)) is not None
        for sentence in with_what_is_so(paragraph.sentences):
            answers = self._question is not None and not self._said
            if not (speaks or answers) and is_foreign(sentence.text, self._words, self._small):
                continue
            limit = MAX_LISTING if sentence.is_listing else MAX_SENTENCE
            is_listed = any(
                sentence.text in before.quote and (before.points >= ENOUGH or before.weighed.is_doubted)
                for before in self._said[-_NEAR:]
            )
            is_told = self._is_told(" ".join(sentence.text.split()))
            is_taken = (
                sentence.text in self._heard or is_listed or is_told or holds_placeholder(sentence.text)
            )
            self._heard.add(sentence.text)
            if len(sentence.text) <= limit and not is_taken:
                self._said.append(self._weighed(sentence.text))

    def _is_told(self, sentence: str) -> bool:
        """Whether a sentence stands in a part that is told, or holds several of them in a row."""
        return (
            any(sentence in part for part in self._told) or sum(part in sentence for part in self._told) > 1
        )

    def _weighed(self, text: str) -> Said:
        """The sentence, or the clause of it that weighs most."""
        # What only introduces a list answers nothing yet.
        is_answer = self._question is not None and all(
            said.quote.endswith(":") or text in said.quote for said in self._said
        )
        best = self._points(text, is_answer)
        if best.points >= ENOUGH and not (best.weighed.asks or passing.DOUBT.match(best.weighed.body)):
            return best
        parts = clauses(text)
        for number, part in enumerate(parts if len(parts) > 1 else ()):
            if len(part) < _MIN_TEXT or passing.is_bare_condition(part, text):
                continue
            best = max(best, self._points(part, is_answer and number == 0), key=lambda each: each.points)
        return best

    def _points(self, text: str, is_answer: bool) -> Said:
        """A sentence weighed: an answer may point at its question, and gains by deciding upon it."""
        weighed = weigh(text, is_answer)
        gained = self._answering(text) if is_answer else weighed.pointing
        return Said(text, weighed, weighed.points + gained, is_answer)

    def _answering(self, text: str) -> int:
        """What it is worth that a sentence answers the question."""
        asked = self._question
        worth = _ANSWERS if reacts(text) or (asked is not None and picks(text, asked)) else 0
        if asked is not None and asked.of_the_person:
            # A word is enough where that was asked: "pnpm".
            return max(
                worth, _TOLD_OF_ONESELF + (_BY_A_WORD if len(text.split()) < _FEW and tokens(text) else 0)
            )
        return worth - _OF_THE_MOMENT if asked is not None and asked.of_the_moment else worth

    def fact(self) -> Fact | None:
        """What the message states."""
        stated = self._chosen()
        heavy = [said for said in self._said if said.points >= ENOUGH and self._is_kept(said)]
        heavy = heavy or self._only_told()
        if stated or heavy:
            heavy = thought_over(in_company(self._said, heavy, self._is_kept, changes=self._changes))
        if all(is_bare(said) for said in heavy):
            heavy = []
        why, cited = self._reason(heavy)
        stated += [
            replace(made, type=said.type)
            for said in heavy
            if said.quote != why and (made := self._stated(said))
        ]
        if not stated:
            return None
        first = with_what_is_over(stated)
        if why is None:
            first, why = without_reason(first)
        heaviest = sorted(heavy, key=lambda said: -said.points)
        return Fact(
            type_of_all([said.type for said in heaviest] or [type_of(first.text)]),
            (first, *stated[1:MAX_STATEMENTS]),
            self._name(first, heavy),
            wording.statement(why) if why else None,
            cited,
            any(tells_of_change(said.quote) for said in heavy),
            any(is_for_good(said.quote) for said in heavy),
        )

    def _only_told(self) -> list[Said]:
        """The sentences of a message that does nothing but tell how things are; none where one does more."""
        told = [said for said in telling(self._said) if self._is_kept(said, _TWO)]
        is_all = len(told) == len(self._said) <= only_told.MOST and self._question is None
        return told if is_all else []

    def _name(self, first: Stated, heavy: Sequence[Said]) -> str:
        """A name of the person's own words, where they say enough."""
        own = [said.weighed.body for said in heavy if said.quote in first.text]
        return wording.name_of(own[0] if own and len(tokens(own[0])) >= _FEW else first.text)

    def _is_kept(self, said: Said, least: int = _FEW) -> bool:
        """Whether a sentence can be understood: whole, and of so many words that say something."""
        text = said.quote.strip()
        if text.endswith(":") or is_quoted(text):
            return False  # an introduction, or somebody else's words, or a half of them
        if passing.BROKEN_OFF.search(text) or (
            passing.BARE_CHOICE.match(said.weighed.body) and not said.is_answer
        ):
            return False
        if passing.DEPENDENT.match(text) and not said.is_answer:
            return False  # half a sentence
        if said.weighed.orders and len(text.split()) < _SHORT_ANSWER and any(pointers(text)):
            return False  # told as the place it names
        if said.is_answer or said.points >= _PLAINLY or len(tokens(text)) >= least or self._changes:
            return True
        body = said.weighed.body
        is_ruled = any(sign.search(text) or sign.search(body) for sign in RULES) or (
            len(tokens(text)) >= _TWO and any(way.match(body) for way in (cues.LACKING, cues.FORBIDDEN))
        )
        return is_ruled or cues.BANNED_POLITELY.match(body) is not None

    def _chosen(self) -> list[Stated]:
        """The option the message names by its number."""
        asked, text = self._question, "\n".join(self._own).strip()
        if asked is None or not self._said or spoken(text):
            return []
        short = asked.message.key.short
        option_named = chosen(text, asked.message.text)
        if option_named is None or len(option_named) > MAX_SENTENCE or passing.MOMENT.search(option_named):
            return []
        said = self._said[0].quote if len(self._said[0].quote) >= MIN_QUOTE else text
        theirs = (Evidence(short, option_named), Evidence(self._message.key.short, said))
        alone = Stated(chose("", option_named), theirs)
        if len(asked.question) < MIN_QUOTE:
            return [alone]
        sentence = chose(without_options(asked.question), option_named)
        return [Stated(sentence, (Evidence(short, asked.question), *theirs), alone)]

    def _stated(self, said: Said) -> Stated | None:
        """The sentence as it is put down, with its question where it says little without."""
        cited = Evidence(self._message.key.short, self._quote(said.quote))
        text, whole = self._lasting(said.weighed.body), self._lasting(said.quote)
        if not text or not whole:
            return None
        with_lead = Stated(wording.statement(whole), (cited,))
        alone = Stated(wording.statement(text), (cited,), with_lead) if len(text) >= _MIN_TEXT else with_lead
        is_short = len(said.quote.split()) < _SHORT_ANSWER and not (
            said.weighed.orders
            or _NEW_TOPIC.match(said.quote)
            or cues.OPINION.search(plain_marks(said.quote))
        )
        if self._question and said.is_answer and (said.weighed.pointing or is_short):
            if says_only_its_number(whole, self._question):
                return None  # nobody knows by its number later which one it was
            question = self._question.question
            asked = Evidence(self._question.message.key.short, question)
            # Of a word or two nobody knows later to what they were said.
            plainer = alone if len(tokens(text)) >= _FEW else None
            shown = without_options(question)
            if plainer and not said.weighed.pointing and is_passed_over(shown, text):
                return plainer
            # The form holds the answer word for word as it is cited.
            if cited.quote != said.quote and cited.quote.startswith(said.quote):
                whole = self._lasting(cited.quote) or whole
            return Stated(answered(shown, whole), (asked, cited), plainer)
        return alone

    def _lasting(self, text: str) -> str:
        """The text with its dates made absolute, without the parts that name no day; empty where nothing is left."""
        whole = dates.made_absolute(text, self._message.at, self._tz)
        if whole is not None:
            return whole
        parts = (dates.made_absolute(part, self._message.at, self._tz) for part in _PARTS.split(text))
        kept = ", ".join(part for part in parts if part)
        return kept if len(tokens(kept)) >= _FEW else ""

    def _quote(self, text: str) -> str:
        """The words as they stand, with what stands before them where they are too few for the gate."""
        if len(text) >= MIN_QUOTE:
            return text
        for piece in self._own:
            at = piece.find(text)
            if at >= 0:
                return (
                    piece[max(0, at - 60) : at + len(text)].split("\n")[-1].strip()
                    if at
                    else _begun(piece, len(text))
                )
        return text

    def _reason(self, heavy: Sequence[Said]) -> tuple[str | None, tuple[Evidence, ...]]:
        """The sentence after a kept one that says why."""
        for said, following in zip(self._said, self._said[1:], strict=False):
            text = following.quote
            gives = gives_reason(text) and not following.weighed.asks
            if said in heavy and gives and self._lasting(text) == text:
                return text, (Evidence(self._message.key.short, text),)
        return None, ()
