"""The witness gate: a statement stands only on words a person said.

Owns the rules of evidence and the question whether every literal of a text stands in its quotes.
Promises one plain line to the sub-agent for each refusal: what is wrong and what to do. Never does I/O.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from itertools import pairwise

from extractor.domain import Evidence, Message, Milliseconds, Speaker
from extractor.memory import dates
from extractor.memory.assent import adopted, is_repeated
from extractor.memory.kinship import (
    denials,
    denies,
    is_kin,
    leaves_out_a_not,
    refuses,
    says_not,
    withdraws,
)
from extractor.memory.literals import Quoted, literals, missing_literal
from extractor.memory.novelty import novel, says_more, words
from extractor.memory.own_words import own_words
from extractor.memory.provisos import is_question, lost_condition, sentences
from extractor.memory.redact import contains_secret, holds_placeholder, redact

MIN_QUOTE = 12
"""Characters a quote must have, unless it is the whole message."""

_JOINERS = frozenset(".,/\\-:@~_")
"""What holds the parts of a number, a path or an address together."""
_SPACE = re.compile(r"\s+")
_BREAK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+•]|\d+[.)])\s)")
"""Between paragraphs, and before an item of a list."""
_CLAUSE_END = re.compile(r"[.!?;:…]+(?:\s+|$)|,\s+")
_TRAILING_NO = re.compile(
    r"[?,\s–—-]+(?:no way|nope|not?|never|nicht|nein)(?=\s*(?:[.!?,]|$))", re.IGNORECASE
)
_SPOKEN_SECRET = re.compile(
    r"\b(?:password|passphrase|passcode|pin(?: code)?|passwor[dt]|contraseña|mot de passe)\b"
    r"(?: (?:of|for|to|für|von) [\w ]{1,30}?)? (?:is|ist|lautet|es|est|=|:)"
    r" (?!(?:never|always|not|stored|in|kept|set|required|hashed|read|taken|a|an|the|nie|nicht)\b)\S+",
    re.IGNORECASE,
)
"""A secret somebody said in plain words."""


@dataclass(frozen=True, slots=True)
class Witnesses:
    """What a run may cite: the messages it was shown, and which of them are its material."""

    messages: Mapping[str, Message]
    order: Mapping[str, int]
    """Where each message stands in the conversation, by short id."""
    newer: frozenset[str]
    """Short ids of the messages after the cursor."""
    tz: tzinfo
    read: tuple[str, ...] = ()
    """What the agent was given to read by others: what tools, pages and sub-agents brought, and the client."""

    @classmethod
    def build(
        cls, messages: Iterable[Message], newer: frozenset[str], tz: tzinfo, read: tuple[str, ...] = ()
    ) -> Witnesses:
        """From messages in the order they were said, and what the agent read between them."""
        shown = {message.key.short: message for message in messages}
        pasted = tuple(text for m in shown.values() if m.is_human and (text := _pasted(m)))
        return cls(shown, {short: number for number, short in enumerate(shown)}, newer, tz, (*read, *pasted))

    def answer_to(self, short: str) -> Message | None:
        """The first thing the person said after this message."""
        later = (
            m for name, m in self.messages.items() if self.order[name] > self.order[short] and m.is_human
        )
        return next(later, None)


def check(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when the statement is witnessed; else one line for the sub-agent."""
    return check_evidence(evidence, witnesses) or check_rule(text, evidence, witnesses)


def check_rule(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """`check_text`, and that a question was not made a rule and no condition was lost."""
    return check_text(text, evidence, witnesses) or _check_sentences(text, evidence, witnesses)


def check_deletion(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when a person's new words that take this text back are cited for it; else one line."""
    if problem := check_evidence(evidence, witnesses):
        return problem
    quotes = _texts(evidence, witnesses)
    if not is_kin(text, quotes):
        return "the quotes have no word in common with the file; quote what the person says about it"
    if not any(withdraws(sentence) for sentence in _persons_sentences(evidence, witnesses)):
        return "the quotes do not take it back; quote where the person says that it no longer holds"
    return None


def check_replaced(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when the quotes have to do with the sentence that is to go; else one line."""
    if is_kin(text, _texts(evidence, witnesses)):
        return None
    return "the quotes have no word in common with the sentence replaced; add a sentence instead"


def check_literals(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when a name says what the quotes say, as it is and with its hyphens taken for spaces."""
    if contains_secret(text) or holds_placeholder(text):
        return "this looks like a password, key or token; leave the secret out"
    quoted = _quoted(evidence, witnesses)
    spaced = text.replace("-", " ").replace("_", " ")
    missing = missing_literal(text, quoted, witnesses.tz) or missing_literal(spaced, quoted, witnesses.tz)
    if missing:
        return missing
    if more := says_more(
        _without_literals(spaced), [*(q.text for q in quoted), *_persons_sentences(evidence, witnesses)]
    ):
        return f"name: its quotes do not say: {_shown(more)}; name it in the person's words"
    return None


def check_text(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when the text is fit to last and all its literals stand in the quotes; else one line.

    Judges the text alone: whether the quotes themselves stand is `check_evidence`'s question.
    """
    if contains_secret(text) or _SPOKEN_SECRET.search(text):
        return "this looks like a password, key or token; leave the secret out"
    if holds_placeholder(text):
        return "it names what was taken out of the conversation; leave that out"
    if relative := dates.relative_words(text):
        return f'"{relative[0]}" will not mean the same later; give the absolute date (year-month-day)'
    quoted = _quoted(evidence, witnesses)
    if problem := missing_literal(text, quoted, witnesses.tz):
        return problem
    said = [quote.text for quote in quoted]
    if more := says_more(_without_literals(text), [*said, *_persons_sentences(evidence, witnesses)]):
        return f"its quotes do not say: {_shown(more)}; leave that out or quote where the person says it"
    if leaves_out_a_not(text, said):
        return 'it leaves out the "not" of its quotes; say it as it was said, or quote the part that says so'
    if denies(text, said):
        return 'it says "not" where the quotes do not; say what was said'
    return _check_lent(text, evidence, witnesses)


def check_evidence(evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when every quote stands where it is cited, a person's new words among them; else one line."""
    if not evidence:
        return "there is no evidence; cite the message and quote the person's own words"
    for cited in evidence:
        if problem := _quote_problem(cited, witnesses):
            return problem
    persons = [cited.message for cited in evidence if witnesses.messages[cited.message].is_human]
    if not persons:
        return "no quote is the person's; the assistant's words count only beside the person's answer to them"
    if not any(short in witnesses.newer for short in persons):
        return "no quote is from the new messages; quote what the person says under New, or leave this out"
    for cited in evidence:
        if witnesses.messages[cited.message].speaker is Speaker.ASSISTANT:
            answer = witnesses.answer_to(cited.message)
            if answer is None or answer.key.short not in persons:
                return (
                    f"message {_shown(cited.message)} is the assistant's; cite also the person's answer to it"
                )
    return None


def _without_literals(text: str) -> str:
    """The text without what is held letter by letter anyway."""
    for literal in literals(text):
        text = text.replace(literal, " ")
    return text


def _check_lent(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """What only the agent's words say: taken up by the person's answer, and not repeated from what it read."""
    own = [folded(e.quote) for e in evidence if _is_person(e, witnesses)]
    own += _persons_sentences(evidence, witnesses)
    lent = set(novel(text, own)[0])
    for cited in evidence:
        message = witnesses.messages.get(cited.message)
        if message is None or message.speaker is not Speaker.ASSISTANT or not lent:
            continue
        answer = witnesses.answer_to(cited.message)
        if answer is None:
            continue
        if refuses(answer.text) and not says_not(text):
            return f"the person's answer to message {_shown(cited.message)} is a no"
        part = folded(adopted(message.text, " ".join(witness_texts(answer)), refuses(answer.text)))
        if not part or says_more(text, [*own, _common(part, folded(cited.quote))]):
            return f"the person's answer does not take up this part of message {_shown(cited.message)}"
        quoted = set(novel(folded(cited.quote), own)[0])
        if is_repeated(lent, witnesses.read) or is_repeated(quoted, witnesses.read):
            return f"message {_shown(cited.message)} only repeats what the agent read; quote the person's own words"
    return None


def _common(part: str, quote: str) -> str:
    """What of the part was quoted."""
    if part in quote:
        return part
    return quote if quote in part else ""


def _check_sentences(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """The sentences a text rests on are no questions, and their conditions are kept."""
    if any(witnesses.messages[e.message].speaker is Speaker.ASSISTANT for e in evidence):
        return None
    said = _persons_sentences(evidence, witnesses)
    near = [sentence for sentence in said if words(sentence) and is_kin(text, [sentence])] or said
    if near and all(is_question(sentence) for sentence in near):
        return "the person asks this and does not say it; leave it out"
    if condition := lost_condition(text, near):
        return f'it leaves out "{_shown(condition)}"; say it with its condition'
    return None


def _persons_sentences(evidence: Sequence[Evidence], witnesses: Witnesses) -> list[str]:
    """The whole sentences in which a person's quotes stand."""
    found: list[str] = []
    for cited in evidence:
        quote = folded(cited.quote)
        if not quote or not _is_person(cited, witnesses):
            continue
        for piece in _pieces(witnesses.messages[cited.message]):
            at = piece.text.find(quote)
            if at >= 0:
                found += piece.sentences(at, at + len(quote))
    return found


def _is_person(cited: Evidence, witnesses: Witnesses) -> bool:
    message = witnesses.messages.get(cited.message)
    return message is not None and message.is_human


def _texts(evidence: Sequence[Evidence], witnesses: Witnesses) -> list[str]:
    return [quote.text for quote in _quoted(evidence, witnesses)]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of a person's own words, folded, and where in it a paragraph or an item of a list begins."""

    text: str
    breaks: tuple[int, ...]

    def sentences(self, start: int, end: int) -> list[str]:
        """The sentences between two places, whole."""
        found: list[str] = []
        edges = (0, *self.breaks, len(self.text))
        for left, right in pairwise(edges):
            at = left
            for sentence in sentences(self.text[left:right]):
                at = self.text.index(sentence, at)
                if at < end and at + len(sentence) > start:
                    found.append(sentence)
                at += len(sentence)
        return found


def _pieces(message: Message) -> tuple[_Piece, ...]:
    """The pieces of a message a quote may stand in."""
    found: list[_Piece] = []
    for part in own_words(message.text):
        text, breaks = "", []
        for paragraph in _BREAK.split(redact(part)):
            if plain := _SPACE.sub(" ", unicodedata.normalize("NFKC", paragraph)).strip():
                text = f"{text} {plain}" if text else plain
                breaks.append(len(text) - len(plain))
        if text:
            found.append(_Piece(text, tuple(at for at in breaks if at)))
    return tuple(found)


def _pasted(message: Message) -> str:
    """What of a person's message is pasted."""
    rest: list[str] = []
    at = 0
    for part in own_words(message.text):
        start = message.text.index(part, at)
        rest.append(message.text[at:start])
        at = start + len(part)
    return "\n".join((*rest, message.text[at:])).strip()


def folded(text: str) -> str:
    """The text as quotes are compared: redacted, normalised (NFKC), white space folded to one space."""
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", redact(text))).strip()


def witness_texts(message: Message) -> tuple[str, ...]:
    """The pieces of a message a quote may stand in, folded. Marked paste is cut; no quote spans a cut."""
    return tuple(piece.text for piece in _pieces(message))


def _quote_problem(cited: Evidence, witnesses: Witnesses) -> str | None:
    message = witnesses.messages.get(cited.message)
    if message is None:
        return f"there is no message {_shown(cited.message)}; use an id that stands before a message"
    if not message.is_visible:
        return f"message {_shown(cited.message)} cannot witness; quote what the person typed"
    quote = folded(cited.quote)
    if holds_placeholder(quote):
        return f'"{_shown(quote)}" holds something that was taken out; quote words without it'
    pieces = _pieces(message)
    standing = [sentence for piece in pieces for sentence in _around(quote, piece)] if quote else []
    if standing:
        if all(denials(sentence) > denials(quote) for sentence in standing) and len(quote) >= MIN_QUOTE:
            return f'the quote "{_shown(quote)}" leaves out a "not" of its sentence; quote the whole sentence'
        if len(quote) >= MIN_QUOTE or [piece.text for piece in pieces] == [quote]:
            return None
        return f'"{_shown(quote)}" is too short; quote {MIN_QUOTE} characters or more, or the whole message'
    if quote and quote in folded(message.text):
        return f'"{_shown(quote)}" is pasted in message {cited.message}; quote what the person wrote'
    return f'"{_shown(quote)}" does not stand in message {cited.message}; copy it letter by letter'


def _around(quote: str, piece: _Piece) -> list[str]:
    """The clause around each place where the quote stands in whole words."""
    found: list[str] = []
    text = piece.text
    at = text.find(quote)
    while at >= 0:
        end = at + len(quote)
        if not (_joins(text, at) or _joins(text, end)):
            starts = [0, *(b for b in piece.breaks if b <= at)]
            starts += [m.end() for m in _CLAUSE_END.finditer(text, 0, at)]
            limit = min((b for b in piece.breaks if b >= end), default=len(text))
            after = _TRAILING_NO.match(text, end) or _CLAUSE_END.search(text, max(at, end - 1), limit)
            stop = limit if after is None else after.end() if after.re is _TRAILING_NO else after.start()
            found.append(text[max(starts) : stop])
        at = text.find(quote, at + 1)
    return found


def _joins(text: str, at: int) -> bool:
    """Whether a cut at this place would go through a word, a number, a path or an address."""
    if not 0 < at < len(text):
        return False
    left, right = text[at - 1], text[at]
    before, behind = text[at - 2 : at - 1], text[at + 1 : at + 2]
    if _is_part(left) and (_is_part(right) or (right in _JOINERS and bool(behind) and _is_part(behind))):
        return True
    return left in _JOINERS and _is_part(right) and bool(before) and _is_part(before)


def _is_part(letter: str) -> bool:
    # Scripts written without spaces have no place a word could be cut at.
    return letter.isdigit() or letter == "_" or (letter.isalpha() and letter < "\u0e00")


def _quoted(evidence: Sequence[Evidence], witnesses: Witnesses) -> list[Quoted]:
    quoted = []
    for cited in evidence:
        message = witnesses.messages.get(cited.message)
        at = message.at if message else Milliseconds(0)
        quoted.append(Quoted(folded(cited.quote), at))
    return quoted


def _shown(text: str) -> str:
    """A text from outside, safe and short enough for one line."""
    clean = "".join(letter if letter.isprintable() else " " for letter in text)
    return clean if len(clean) <= 60 else f"{clean[:57]}..."
