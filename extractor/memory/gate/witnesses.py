"""Witnesses: the messages a run may cite, and the words in them that a quote may stand in.

Owns how a text is folded before it is compared, and the sentences of a person's own words.
Promises that what was pasted and what was taken out is in none of them. Never judges a statement.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import lru_cache
from itertools import chain, groupby

from extractor.domain import Evidence, Message, Milliseconds, Speaker
from extractor.memory.gate.given import Given
from extractor.memory.gate.interview import Part, parts
from extractor.memory.gate.option_tables import tabled
from extractor.memory.gate.options import chosen
from extractor.memory.gate.piece import Piece
from extractor.memory.gate.tombstones import Tombstone
from extractor.memory.own_words.own_words import agents_words, own_text, own_words
from extractor.memory.redaction.redact import redact
from extractor.memory.wording.numbers import normalised
from extractor.memory.wording.provisos import sentences
from extractor.memory.wording.quoted import Quoted

_ASKED_AGAIN = 16_000
"""Characters up to which a folded text is kept: the same quotes are compared at every question."""
_ASKS = ("?", "？", "؟")
LONGEST = 400_000
"""Characters of a text behind which nothing counts as a person's own words."""

_CUT = re.compile(r"^\[(?:… )?[\d,]{1,20} characters left out(?: …)?\]$", re.MULTILINE)
"""The line that tells of a cut: of what is shown (`extraction.shown`), and of what was read (`transcripts.lines`)."""
_BREAK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+•]|\d+[.)])\s)")
"""Between paragraphs, and before an item of a list."""
_HIDDEN = r"\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
_JOINED = r"[0-9A-Za-z\u00c0-\u058f]"
_WITHIN = re.compile(
    rf"(?<=[\w'’])[{_HIDDEN}]+(?=[\w'’])|(?<={_JOINED})[{_HIDDEN}\u200c\u200d]+(?={_JOINED})"
)
"""What nobody sees within a word. The two joiners are letters of scripts beyond Latin, Greek and Cyrillic."""


@dataclass(frozen=True, slots=True)
class Witnesses:
    """What a run may cite: the messages it was shown, and which of them are its material."""

    messages: Mapping[str, Message]
    order: Mapping[str, int]
    """Where each message stands in the conversation, by short id."""
    newer: frozenset[str]
    """Short ids of the messages after the cursor."""
    tz: tzinfo
    tombstones: Mapping[str, Sequence[Tombstone]] = field(default_factory=dict)
    """What a person no longer wants remembered, by short id of the message."""
    given: Given = field(default_factory=lambda: Given(()))
    """What others wrote and the agent was given to read."""
    whole: Mapping[str, str] = field(default_factory=dict)
    """Texts of which only a part was shown, by short id: where a paste begins is seen in the whole."""
    retold: dict[tuple[str, str, tuple[Evidence, ...]], bool] = field(default_factory=dict)
    """Which texts were found to retell an agent's message, by its short id and what they cite: asked at every rule."""
    _people: tuple[Message, ...] = ()
    """The messages of people, in order."""
    _people_at: tuple[int, ...] = ()
    """Where they stand."""
    _agents: tuple[int, ...] = ()
    """Where the agent's texts stand."""
    _texts: Mapping[int, Message] = field(default_factory=dict)
    """The agent's texts, by where they stand."""
    _pieces: dict[str, tuple[Piece, ...]] = field(default_factory=dict)
    _stands: dict[Evidence, tuple[tuple[Piece, int, int], ...]] = field(default_factory=dict)
    """Where each quote stands: every rule of the gate asks for it."""
    _quotes: dict[Evidence, Quoted] = field(default_factory=dict)

    @classmethod
    def build(
        cls,
        messages: Iterable[Message],
        newer: frozenset[str],
        tz: tzinfo,
        tombstones: Mapping[str, Sequence[Tombstone]] | None = None,
        given: Iterable[tuple[Milliseconds, str]] = (),
        whole: Mapping[str, str] | None = None,
    ) -> Witnesses:
        """From messages in the order they were said, and what the agent was given to read between them.

        `whole`: the full texts, where `messages` have only parts.
        """
        shown = {message.key.short: message for message in messages}
        order = {short: number for number, short in enumerate(shown)}
        pasted = ((m.at, text) for m in shown.values() if m.is_human and (text := _pasted(m.text)))
        people = {order[short]: message for short, message in shown.items() if message.is_human}
        agents = {
            order[short]: message
            for short, message in shown.items()
            if message.speaker is Speaker.ASSISTANT and message.is_visible and message.text.strip()
        }
        given_too = Given(chain(given, pasted))
        return cls(
            shown,
            order,
            newer,
            tz,
            tombstones or {},
            given_too,
            whole or {},
            _people=tuple(people.values()),
            _people_at=tuple(people),
            _agents=tuple(agents),
            _texts=agents,
        )

    def is_person(self, cited: Evidence) -> bool:
        """Whether the message cited is a person's."""
        message = self.messages.get(cited.message)
        return message is not None and message.is_human

    def turn_of(self, short: str) -> int:
        """Which of the person's messages this one is: the next they said is one more. Raises KeyError for no message."""
        return bisect_left(self._people_at, self.order[short])

    def is_agents(self, short: str) -> bool:
        """Whether the message with this id is the agent's."""
        message = self.messages.get(short)
        return message is not None and message.speaker is Speaker.ASSISTANT

    def answer_to(self, short: str) -> Message | None:
        """The first thing the person said after this message; None where the agent said more before it."""
        at = bisect_right(self._people_at, self.order[short])
        if at >= len(self._people):
            return None
        after = bisect_right(self._agents, self.order[short])
        is_last = after >= len(self._agents) or self._agents[after] > self._people_at[at]
        return self._people[at] if is_last else None

    def led_to(self, evidence: Sequence[Evidence]) -> Iterator[str]:
        """What a person's quotes may rest on for what they are of: the sentence before each, and what the agent had asked."""
        for piece, at, _ in self._places(evidence):
            yield from piece.sentences(0, at)[-1:]
        for short in {cited.message for cited in evidence if self.is_person(cited)}:
            yield from self.asked_before(short)

    def asked_before(self, short: str) -> list[str]:
        """The questions of the agent's last text before this message."""
        at = bisect_left(self._agents, self.order[short])
        if not at:
            return []
        text = self._texts[self._agents[at - 1]].text
        return [said for said in sentences(text) if said.endswith(_ASKS)]

    def parts_of_answer(self, short: str) -> tuple[Part, ...]:
        """What the answer by numbers to an agent's message says to which of its points."""
        answer = self.answer_to(short)
        message = self.whole.get(short, self.messages[short].text)
        if answer is None or _CUT.search(message):
            return ()  # what was left out may hold the end of one list and the beginning of another
        return parts(own_text(answer.text), message)

    def pieces(self, short: str) -> tuple[Piece, ...]:
        """The pieces of a message a quote may stand in. No quote spans a cut."""
        if short not in self._pieces:
            shown = self.messages[short].text
            whole = self.whole.get(short, shown)
            between = agents_words if self.is_agents(short) else own_words
            own = between(shown) if whole == shown else _shown_of(between(whole[:LONGEST]), shown)
            if self.is_agents(short):
                own = [*own, *self._picked(short, shown)]
            self._pieces[short] = _folded_pieces(own)
        return self._pieces[short]

    def _picked(self, short: str, shown: str) -> Iterator[str]:
        """The option the answer picks from a table: else a table counts as pasted."""
        answer = self.answer_to(short)
        option = chosen(own_text(answer.text), shown) if answer else None
        if option and option in tabled(shown).values():
            yield option

    def quoted(self, evidence: Sequence[Evidence]) -> list[Quoted]:
        """The quotes as they are compared, with the time of their messages and the sentences they stand in."""
        return [self._quotes.get(cited) or self._quoted(cited) for cited in evidence]

    def _quoted(self, cited: Evidence) -> Quoted:
        message, text = self.messages.get(cited.message), folded(cited.quote)
        places = (piece.around(at, end) for piece, at, end in self._places([cited]))
        whole, start = next(places, (text, 0))
        at = message.at if message else Milliseconds(0)
        return self._quotes.setdefault(cited, Quoted(text, at, whole, start))

    def texts(self, evidence: Sequence[Evidence]) -> list[str]:
        """The quotes as they are compared."""
        return [quote.text for quote in self.quoted(evidence)]

    def leads(self, evidence: Sequence[Evidence]) -> list[str]:
        """The headings of the lists a person's quotes stand in."""
        return [lead for piece, at, _ in self._places(evidence) if (lead := piece.lead(at))]

    def turns(self, evidence: Sequence[Evidence]) -> list[str]:
        """The sentences after a person's quotes that begin with a "but"."""
        return [turn for piece, _, end in self._places(evidence) if (turn := piece.turn(end))]

    def steps(self, evidence: Sequence[Evidence]) -> list[tuple[str, str]]:
        """The whole sentences in which a person's quotes stand, each with the one behind it."""
        return [each for piece, at, end in self._places(evidence) for each in piece.steps(at, end)]

    def following(self, cited: Evidence) -> list[list[str]]:
        """What stands behind a person's quote, wherever it stands, sentence by sentence."""
        return [piece.following(end) for piece, _, end in self._places([cited])]

    def said(self, evidence: Sequence[Evidence]) -> list[str]:
        """The whole sentences in which a person's quotes stand."""
        return [each for piece, at, end in self._places(evidence) for each in piece.sentences(at, end)]

    def _places(self, evidence: Sequence[Evidence]) -> Iterator[tuple[Piece, int, int]]:
        """The pieces a person's quotes stand in, and from where to where."""
        for cited in evidence:
            if cited not in self._stands:
                self._stands[cited] = tuple(self._standing(cited))
            yield from self._stands[cited]

    def _standing(self, cited: Evidence) -> Iterator[tuple[Piece, int, int]]:
        quote = folded(cited.quote)
        if not quote or not self.is_person(cited):
            return
        for piece in self.pieces(cited.message):
            at = piece.text.find(quote)
            if at >= 0:
                yield piece, at, at + len(quote)


def folded(text: str) -> str:
    """The text as quotes are compared: redacted, normalised (NFKC), white space folded to one space.

    What nobody sees within a word is left out: a "not" that is parted by it is one.
    """
    return _kept_folded(text) if len(text) <= _ASKED_AGAIN else _folded(text)


@lru_cache(maxsize=256)
def _kept_folded(text: str) -> str:
    return _folded(text)


def _folded(text: str) -> str:
    return _plain(redact(text))


def _plain(text: str) -> str:
    """The text normalised and on one line, without what nobody sees within its words."""
    plain = text if text.isascii() else _WITHIN.sub("", normalised(text))
    return " ".join(plain.split())


def witness_texts(message: Message) -> tuple[str, ...]:
    """The pieces of a message a quote may stand in, folded. Marked paste is cut; no quote spans a cut."""
    between = own_words if message.is_human else agents_words
    return tuple(piece.text for piece in _folded_pieces(between(message.text)))


def _shown_of(own: Iterable[str], shown: str) -> list[str]:
    """Of a person's own words, the whole lines that were shown; lines with a gap between them stay apart."""
    lines = {line.strip() for line in shown.split("\n")}
    found: list[str] = []
    for part in own:
        for is_shown, together in groupby(part.split("\n"), lambda line: line.strip() in lines):
            found += ["\n".join(together)] if is_shown else []
    return found


def _folded_pieces(own: Iterable[str]) -> tuple[Piece, ...]:
    found: list[Piece] = []
    for part in own:
        joined, breaks = "", []
        for paragraph in _BREAK.split(redact(part)):
            if plain := _plain(paragraph):
                joined = f"{joined} {plain}" if joined else plain
                breaks.append(len(joined) - len(plain))
        if joined:
            found.append(Piece.cut(joined, tuple(at for at in breaks if at)))
    return tuple(found)


def _pasted(text: str) -> str:
    """What of a person's text is pasted."""
    rest: list[str] = []
    at = 0
    for part in own_words(text):
        start = text.index(part, at)
        rest.append(text[at:start])
        at = start + len(part)
    return "\n".join((*rest, text[at:])).strip()
