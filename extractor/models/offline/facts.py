"""Facts of a message as the offline model writes them down.

Owns how a recognised sentence becomes a statement, a reason, a description and a name.
Promises that every fact keeps the person's words and the quote it rests on. Never does I/O.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import tzinfo
from functools import lru_cache
from hashlib import sha256

from extractor.domain import Evidence, MemoryType, Message
from extractor.memory import dates
from extractor.memory.dates import mentions
from extractor.memory.own_words import own_words
from extractor.models.offline.references import pointers
from extractor.models.offline.rules import recognise
from extractor.models.offline.sentences import MAX_SENTENCE, Sentence, sentences

MAX_DESCRIPTION = 150
"""Characters: clients load only the index line."""

_MAX_FACTS = 128
"""A batch that seems to hold more than these is no conversation; a run can write as many after its reads."""

_MIN_SENTENCE = 12
_MAX_REASON = 200
_NAME_WORDS = 5
_MAX_NAME = 50


def _word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_STOP = _word_set(
    "a an and are as at be been but by can could did do does for from had has have he her his i if in into"
    " is it its me my of off on or our out she should so some such than that the their them then there"
    " these they this those to too up us very was we were what when where which who will with would you"
    " your user please always also der die das den dem des ein eine einen und oder ist sind mit auf für"
    " von zu wir ich im am"
)
"""Words without which two texts still say the same."""
_FILLING = _STOP | _word_set(
    "personally ideally really basically actually generally usually typically normally strongly much just"
    " simply even ever wants want wanted expects expect likes like make sure ensure going gonna kindly"
    " bitte immer id im ive ill youre theyre were thats lets theres heres whats something things thing"
    " everything anything http https www sich dass"
)
"""Words a name does without."""
_DANGLING = _word_set(
    "before after when whenever under over with without use using not never no only instead rather than"
    " per until unless via as like between through because since every each any all nicht kein keine statt"
    " bevor wenn"
)
"""Words a name does not end with."""
_PARENTHESIS = re.compile(r"\([^()]*\)")
_NAMED = re.compile(r"[a-z]{2,}|(?<![\w.,:/-])\d{1,3}(?![\w.,:/-])")
_WORD = re.compile(r"[^\W_]+")
_NEGATION = _word_set("not no never don dont nicht kein keine nie niemals without avoid stop")
_TOLD = _STOP | _word_set("don dont just no nor not only never nicht")
"""Words that do not tell what a text is about."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing to keep."""

    type: MemoryType
    text: str
    evidence: tuple[Evidence, ...]
    name: str
    why: str | None = None

    @property
    def description(self) -> str:
        """The fact in at most 150 characters, cut at a word."""
        if len(self.text) <= MAX_DESCRIPTION:
            return self.text
        return self.text[: MAX_DESCRIPTION - 1].rsplit(" ", 1)[0].rstrip(" ,;:(-–—`\"'")


def name_of(text: str, with_numbers: bool = True) -> str:
    """A name of at most five words in ASCII, "don't" among them; a hash of the text where it has none."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    if len(plain) * 2 < len(text):
        return hashed_name(text)
    told = _PARENTHESIS.sub(" ", plain).lower().replace("do not", "dont").replace("'", "")
    words = [word for word in _NAMED.findall(_CODED.sub(" ", told)) if word not in _FILLING]
    if not with_numbers:
        words = [word for word in words if not word.isdigit()]
    words = words[:_NAME_WORDS]
    while len(words) > 1 and (words[-1] in _DANGLING or len("-".join(words)) > _MAX_NAME):
        words.pop()
    return (
        "-".join(words)[:_MAX_NAME].rstrip("-")
        if any(word.isalpha() for word in words)
        else hashed_name(text)
    )


_CODED = re.compile(r"\b(?=\w*\d)(?=\w*[a-z_])\w+\b")
"""A word that holds a digit: a name is held to its quotes too."""


def hashed_name(text: str) -> str:
    """A name that says nothing, the same for the same text."""
    return f"note-{sha256(text.encode(errors='replace')).hexdigest()[:8]}"


def facts(messages: Iterable[Message], tz: tzinfo) -> list[Fact]:
    """What the people's messages state for good, in order, each once; a later word overtakes an earlier."""
    kept: list[Fact] = []
    for message in messages:
        if not message.is_human or message.sidechain:
            continue
        for fact in _facts_of(message, tz):
            if len(kept) == _MAX_FACTS:
                return kept
            if not any(says_same(fact.text, other.text) for other in kept):
                kept = [other for other in kept if not contradicts(fact.text, other.text)]
                kept.append(fact)
    return kept


def _facts_of(message: Message, tz: tzinfo) -> list[Fact]:
    found: list[Fact] = []
    for piece in own_words(message.text):
        said = sentences(piece)
        for number, sentence in enumerate(said):
            following = said[number + 1] if number + 1 < len(said) else None
            fact = _fact(sentence, following, message, tz)
            if fact is not None:
                found.append(fact)
        for text, name, quote in pointers(piece):
            if not any(name in fact.text for fact in found):
                cited = (Evidence(message.key.short, quote),)
                found.append(Fact(MemoryType.REFERENCE, text, cited, name_of(text)))
    return found


def _fact(sentence: Sentence, following: Sentence | None, message: Message, tz: tzinfo) -> Fact | None:
    words = sentence.text
    if sentence.is_question or not _MIN_SENTENCE <= len(words) <= MAX_SENTENCE or "[REDACTED" in words:
        return None
    reason = following.text if following and not following.is_question else None
    if reason is not None and len(reason) > _MAX_REASON:
        reason = None
    found = recognise(sentence, reason)
    if found is None:
        return None
    if found.needs_date and not _lies_ahead(found.fact, message, tz):
        return None
    text = dates.made_absolute(found.fact, message.at, tz)
    if text is None:
        return None
    evidence = [Evidence(message.key.short, words)]
    why = dates.made_absolute(found.why, message.at, tz) if found.why else None
    if why and reason is not None and found.why == reason:
        evidence.append(Evidence(message.key.short, reason))
    stated = _sentence(_of_the_user(text))
    return Fact(found.type, stated, tuple(evidence), name_of(stated), _sentence(why) if why else None)


def _lies_ahead(text: str, message: Message, tz: tzinfo) -> bool:
    today = dates.day_of(message.at, tz)
    named = [mention for mention in mentions(text, today) if not mention.general]
    return any(mention.days and mention.days[0] >= today for mention in named) or any(
        not mention.days and mention.months[0] >= (today.year, today.month)
        for mention in named
        if mention.months
    )


_LISTED = re.compile(r"\s*\n\s*(?:[-*•–]|\d{1,2}[.)]|[a-z]\)|->|→)\s+")
_AN_IDENTIFIER = re.compile(r"[\w-]*[_`/.\d][\w./`-]*|[a-z]+[A-Z]\w*|[\w.-]+-[\w.-]+")


def _sentence(text: str) -> str:
    """One line that begins with a capital and ends with a full stop."""
    first, *items = _LISTED.split(text.strip())
    text = " ".join(f"{first} {'; '.join(items)}".split()) if items else " ".join(text.split())
    text = text.strip().rstrip("!,;:–— ").replace("**", "")
    head = text.split(" ", 1)[0].rstrip(",.")
    if text[:1].islower() and not _AN_IDENTIFIER.fullmatch(head):
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "…", '."', ".)")) else f"{text}."


_FIRST_PERSON = re.compile(
    r"i(?P<contracted>'d|'m|'ve)? (?P<adverbs>(?:(?:would|really|strongly|much|always|usually|generally"
    r"|personally|never|typically|normally) )*)(?P<verb>prefer|hate|dislike|like|want|expect|work|live"
    r"|speak|use)\b(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_ABOUT_ONESELF = re.compile(r"\b(?:i|me|my|mine|myself|we|you|your)\b", re.IGNORECASE)


def _of_the_user(text: str) -> str:
    """A plain first-person preference said of the user; anything more tangled stays in the person's words."""
    match = _FIRST_PERSON.match(text)
    if match is None or _ABOUT_ONESELF.search(match["rest"]):
        return text
    adverbs = match["adverbs"].lower()
    if match["contracted"] == "'d" or "would" in adverbs:
        return f"The user would {adverbs.replace('would ', '')}{match['verb'].lower()}{match['rest']}"
    return f"The user {adverbs}{match['verb'].lower()}s{match['rest']}"


@lru_cache(maxsize=1024)
def tokens(text: str) -> frozenset[str]:
    """The content words of a text, endings taken off."""
    words = (word for word in _WORD.findall(text.casefold()) if word not in _TOLD)
    return frozenset(_stem(word) for word in words)


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s", "en"):
        if len(word) - len(ending) > 3 and word.endswith(ending):
            return word.removesuffix(ending).removesuffix("e")
    return word.removesuffix("e") if len(word) > 4 else word


def says_same(one: str, other: str) -> bool:
    """Whether two texts state the same: nearly the same words, the same numbers, both negated or neither."""
    ours, theirs = tokens(one), tokens(other)
    if not ours or not theirs or _numbers(ours) != _numbers(theirs):
        return False
    return likeness(ours, theirs) >= 0.8 and _is_negated(one) == _is_negated(other)


def contradicts(one: str, other: str) -> bool:
    """Whether two texts speak of one thing in nearly the same words and differ in a number, a date or a no."""
    ours, theirs = tokens(one), tokens(other)
    differ = _numbers(ours) != _numbers(theirs) or _is_negated(one) != _is_negated(other)
    return differ and likeness(_words(ours), _words(theirs)) >= 0.75


def likeness(ours: frozenset[str], theirs: frozenset[str]) -> float:
    """How much of the smaller set stands in the larger, 0 where either has fewer than two words."""
    smaller = min(len(ours), len(theirs))
    return len(ours & theirs) / smaller if smaller > 1 else float(ours == theirs and smaller == 1)


def _numbers(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if word[0].isdigit())


def _words(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if not word[0].isdigit())


def _is_negated(text: str) -> bool:
    return not _NEGATION.isdisjoint(_WORD.findall(text.casefold()))
