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

from extractor.domain import Evidence, Message, Milliseconds, Speaker
from extractor.memory import dates
from extractor.memory.literals import Quoted, missing_literal
from extractor.memory.own_words import own_words
from extractor.memory.redact import contains_secret, redact

MIN_QUOTE = 12
"""Characters a quote must have, unless it is the whole message."""

_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Witnesses:
    """What a run may cite: the messages it was shown, and which of them are its material."""

    messages: Mapping[str, Message]
    order: Mapping[str, int]
    """Where each message stands in the conversation, by short id."""
    newer: frozenset[str]
    """Short ids of the messages after the cursor."""
    tz: tzinfo

    @classmethod
    def build(cls, messages: Iterable[Message], newer: frozenset[str], tz: tzinfo) -> Witnesses:
        """From messages in the order they were said."""
        shown = {message.key.short: message for message in messages}
        return cls(shown, {short: number for number, short in enumerate(shown)}, newer, tz)


def check(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when the statement is witnessed; else one line for the sub-agent."""
    return check_evidence(evidence, witnesses) or check_text(text, evidence, witnesses)


def check_deletion(evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when a person's new words are cited for taking a file away; else one line for the sub-agent."""
    return check_evidence(evidence, witnesses)


def check_text(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when the text is fit to last and all its literals stand in the quotes; else one line.

    Judges the text alone: whether the quotes themselves stand is `check_evidence`'s question.
    """
    if contains_secret(text):
        return "this looks like a password, key or token; leave the secret out"
    if relative := dates.relative_words(text):
        return f'"{relative[0]}" will not mean the same later; give the absolute date (year-month-day)'
    return missing_literal(text, _quoted(evidence, witnesses), witnesses.tz)


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
    last_said = max(witnesses.order[short] for short in persons)
    for cited in evidence:
        is_assistant = witnesses.messages[cited.message].speaker is Speaker.ASSISTANT
        if is_assistant and witnesses.order[cited.message] > last_said:
            return (
                f"message {_shown(cited.message)} is the assistant's; cite also the person's answer after it"
            )
    return None


def folded(text: str) -> str:
    """The text as quotes are compared: redacted, normalised (NFKC), white space folded to one space."""
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", redact(text))).strip()


def witness_texts(message: Message) -> tuple[str, ...]:
    """The pieces of a message a quote may stand in, folded. Marked paste is cut; no quote spans a cut."""
    return tuple(piece for part in own_words(message.text) if (piece := folded(part)))


def _quote_problem(cited: Evidence, witnesses: Witnesses) -> str | None:
    message = witnesses.messages.get(cited.message)
    if message is None:
        return f"there is no message {_shown(cited.message)}; use an id that stands before a message"
    if not message.is_visible:
        return f"message {_shown(cited.message)} cannot witness; quote what the person typed"
    quote = folded(cited.quote)
    pieces = witness_texts(message)
    if quote and any(quote in piece for piece in pieces):
        if len(quote) >= MIN_QUOTE or pieces == (quote,):
            return None
        return f'"{_shown(quote)}" is too short; quote {MIN_QUOTE} characters or more, or the whole message'
    if quote and quote in folded(message.text):
        return f'"{_shown(quote)}" is pasted in message {cited.message}; quote what the person wrote'
    return f'"{_shown(quote)}" does not stand in message {cited.message}; copy it letter by letter'


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
