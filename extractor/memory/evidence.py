"""The witness gate: a statement stands only on words a person said.

Owns the rules of evidence and the question whether every literal of a text stands in its quotes.
Promises one plain line to the sub-agent for each refusal: what is wrong and what to do. Never does I/O.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo

from extractor.domain import Evidence, Message, Milliseconds, Speaker
from extractor.memory import dates
from extractor.memory.kinship import denials, denies, is_kin, leaves_out_a_not, refuses
from extractor.memory.literals import Quoted, missing_literal
from extractor.memory.own_words import own_words
from extractor.memory.redact import contains_secret, holds_placeholder, redact
from extractor.memory.tombstones import CLAUSE_END, Tombstone, is_covered

MIN_QUOTE = 12
"""Characters a quote must have, unless it is the whole message."""

_JOINERS = frozenset(".,/\\-:@~_")
"""What holds the parts of a number, a path or an address together."""
_SPACE = re.compile(r"\s+")
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
    tombstones: Mapping[str, Sequence[Tombstone]] = field(default_factory=dict)
    """What a person no longer wants remembered, by short id of the message."""

    @classmethod
    def build(
        cls,
        messages: Iterable[Message],
        newer: frozenset[str],
        tz: tzinfo,
        tombstones: Mapping[str, Sequence[Tombstone]] | None = None,
    ) -> Witnesses:
        """From messages in the order they were said."""
        shown = {message.key.short: message for message in messages}
        order = {short: number for number, short in enumerate(shown)}
        return cls(shown, order, newer, tz, tombstones or {})

    def answer_to(self, short: str) -> Message | None:
        """The first thing the person said after this message."""
        later = (
            m for name, m in self.messages.items() if self.order[name] > self.order[short] and m.is_human
        )
        return next(later, None)


def check(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when the statement is witnessed; else one line for the sub-agent."""
    return (
        check_evidence(evidence, witnesses)
        or _check_tombstones(evidence, witnesses)
        or check_text(text, evidence, witnesses)
        or _check_answers(text, evidence, witnesses)
    )


def check_deletion(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when a person's new words about this text are cited for taking it away; else one line."""
    if problem := check_evidence(evidence, witnesses):
        return problem
    if not is_kin(text, [cited.quote for cited in evidence]):
        return "the quotes have no word in common with the file; quote what the person says about it"
    return None


def check_literals(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when the literals of a name stand in the quotes, as it is and with its hyphens taken for spaces."""
    if contains_secret(text) or holds_placeholder(text):
        return "this looks like a password, key or token; leave the secret out"
    quoted = _quoted(evidence, witnesses)
    return missing_literal(text, quoted, witnesses.tz) or missing_literal(
        text.replace("-", " "), quoted, witnesses.tz
    )


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
    words = [quote.text for quote in quoted]
    if not is_kin(text, words):
        return "it has no word in common with its quotes; say it in the person's own words"
    if leaves_out_a_not(text, words):
        return 'it leaves out the "not" of its quotes; say it as it was said, or quote the part that says so'
    if denies(text, words):
        return 'it says "not" where the quotes do not; say what was said'
    return None


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


def _check_tombstones(evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """What a person removed does not come back from the same words, whatever is made of them."""
    for cited in evidence:
        stones = witnesses.tombstones.get(cited.message)
        quote = folded(cited.quote)
        if stones and is_covered(quote, witness_texts(witnesses.messages[cited.message]), stones):
            return (
                f'what rested on "{_shown(quote)}" was removed by a person; '
                "leave it out unless a new message asks for it, and then cite only that"
            )
    return None


def _check_answers(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """What the assistant proposed and the person turned down is only witnessed as turned down."""
    if denials(text):
        return None
    for cited in evidence:
        if witnesses.messages[cited.message].speaker is Speaker.ASSISTANT:
            answer = witnesses.answer_to(cited.message)
            if answer is not None and refuses(answer.text):
                return f"the person's answer to message {_shown(cited.message)} is a no"
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
    if holds_placeholder(quote):
        return f'"{_shown(quote)}" holds something that was taken out; quote words without it'
    pieces = witness_texts(message)
    standing = [sentence for piece in pieces for sentence in _around(quote, piece)] if quote else []
    if standing:
        if all(denials(sentence) > denials(quote) for sentence in standing) and len(quote) >= MIN_QUOTE:
            return f'the quote "{_shown(quote)}" leaves out a "not" of its sentence; quote the whole sentence'
        if len(quote) >= MIN_QUOTE or pieces == (quote,):
            return None
        return f'"{_shown(quote)}" is too short; quote {MIN_QUOTE} characters or more, or the whole message'
    if quote and quote in folded(message.text):
        return f'"{_shown(quote)}" is pasted in message {cited.message}; quote what the person wrote'
    return f'"{_shown(quote)}" does not stand in message {cited.message}; copy it letter by letter'


def _around(quote: str, piece: str) -> list[str]:
    """The clause around each place where the quote stands in whole words."""
    found: list[str] = []
    at = piece.find(quote)
    while at >= 0:
        end = at + len(quote)
        if not (_joins(piece, at) or _joins(piece, end)):
            ends = [m.end() for m in CLAUSE_END.finditer(piece, 0, at)]
            after = _TRAILING_NO.match(piece, end) or CLAUSE_END.search(piece, max(at, end - 1))
            stop = len(piece) if after is None else after.end() if after.re is _TRAILING_NO else after.start()
            found.append(piece[ends[-1] if ends else 0 : stop])
        at = piece.find(quote, at + 1)
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
