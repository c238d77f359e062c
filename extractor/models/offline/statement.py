"""A statement: of whom or what it speaks, and what it says of them.

Owns the cut of a clause into subject, verb and rest. Promises None where a clause makes no statement in the
present. Never decides whether it is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from extractor.models.offline.clause import (
    CLOSED,
    FINITE,
    PREPOSITIONS,
    PUNCTUATION,
    RELATIVE,
    Clause,
    Reach,
    is_plural,
    word_set,
)
from extractor.models.offline.scope import PROJECT, is_scope
from extractor.models.offline.verbs import ENDLESS, LIGHT, REGULATING, is_past, is_verb

_MOST_WORDS = 34
_SEARCHED = 12
"""Words in which the verb of a statement must come."""


class Who(Enum):
    """Of whom or what a statement speaks."""

    KIND = auto()
    """All things of a kind, or none of them."""
    WE = auto()
    OURS = auto()
    PERSON = auto()
    """Somebody named, or a team."""
    THING = auto()
    """A thing as such, or one that is known."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A clause, cut."""

    who: Who
    subject: Clause
    verb: str
    """In lower case; of several words (has to) the first and the last with a space."""
    adverbs: frozenset[str]
    rest: Clause
    demanded: bool
    """It was introduced with "make sure that"."""

    @property
    def head(self) -> Clause:
        """The rest up to its first comma."""
        cut = next((at for at, word in enumerate(self.rest.words) if word in PUNCTUATION), len(self.rest))
        return self.rest.until(cut)


MODALS = word_set("must mustn't should shouldn't shall may can can't cannot ought")
_MODAL_TO = word_set("has have need needs is are")
BEING = word_set("is are isn't aren't get gets")
PAST = word_set("was were did had could would might will won't wasn't weren't didn't hadn't been")
_ADVERBS = word_set(
    "always never only not all also usually generally strictly now still both currently explicitly"
    " exclusively ever mostly normally just"
)
NOBODY = word_set("nobody nothing none everything anything everyone anyone")
COUNTING = word_set("every each all any no")
_NORMATIVE = word_set(
    "need needs require requires start starts begin begins end ends follow follows belong belongs go goes"
    " live lives come comes use uses carry carries stay stays get gets describe describes explain explains"
    " return returns have has contain contains state states mention mentions reference references link"
    " links happen happens run runs ship ships take takes sit sits keep keeps read reads talk talks cover"
    " covers count counts match matches inherit inherits depend depends"
)
OFFICE = (
    "owns", "maintains", "approves", "reviews", "signs off", "decides", "merges", "administers", "manages", "releases",
    "looks after", "takes care of", "is responsible for", "is in charge of", "handles", "runs", "writes",
)  # fmt: skip
_OFFICIAL = frozenset(office.split()[0] for office in OFFICE) - {"is"}
FORBIDDING = word_set(
    "forbids forbid prohibits prohibit bans ban mandates mandate disallows disallow outlaws"
)
_DEMANDING = word_set(
    "requires require demands demand expects expect wants want insists insist allows allow rejects reject"
)


def statement(text: str) -> Statement | None:
    """The statement a text makes; None where it makes none, or is too long for one."""
    clause = Clause.of(text)
    if not 2 < len(clause) <= _MOST_WORDS:
        return None
    demanded = clause.starts("make sure", "make sure that", "ensure", "ensure that", "see to it that")
    return _cut(_after_scope(clause.since(demanded)), demanded > 0)


def _cut(clause: Clause, demanded: bool) -> Statement | None:
    who = _who(clause) if len(clause) else None
    at = _verb_at(clause, who) if who else 0
    if who is None or at <= 0:
        return None
    verb, after = clause.words[at], at + 1
    adverbs: set[str] = set()
    if verb in _SUPPORTING:
        denied = verb.endswith("n't") or clause.word(after) == "not"
        after += clause.word(after) == "not"
        verb, after = clause.word(after), after + 1
        adverbs |= {"not"} if denied else set()
    elif verb.endswith(("n't", "nnot")):
        adverbs.add("not")
    while clause.word(after) in _ADVERBS:
        adverbs.add(clause.word(after))
        after += 1
    if verb in _ADVERBS:
        adverbs.add(verb)
        verb, after = clause.word(after), after + 1
    if verb in _MODAL_TO and clause.word(after) == "to":
        verb, after = f"{verb} to", after + 1
    return Statement(who, clause.until(at), verb, frozenset(adverbs), clause.since(after), demanded)


_SUPPORTING = word_set("don't doesn't do does")


_SCOPE_LEADS = word_set("in for on with within across under")


def _after_scope(clause: Clause) -> Clause:
    """The clause without the scope before it: in this codebase, for new code."""
    if clause.starts("here we", "here everything", "here all"):
        return clause.since(1)
    if clause.word(0) not in _SCOPE_LEADS or not is_scope(clause, 0):
        return clause
    cut = clause.comma()
    if 0 < cut < 7:
        return clause.since(cut + 1)
    begun = (
        at
        for at in range(2, min(8, len(clause)))
        if clause.words[at]
        in ("we", "we're", "our", "everything", "all", "every", "each", "nobody", "nothing")
    )
    return clause.since(next(begun, 0))


def _who(clause: Clause) -> Who | None:
    first, second = clause.word(0), clause.word(1)
    if first in CLOSED - _OPENERS or first in _ORDERING or _is_told_of(clause):
        return None
    if first in ("we", "we're", "we've"):
        return Who.WE
    if first == "our" or (first in ("this", "the") and second in PROJECT):
        return Who.OURS
    if first in NOBODY or first == "only" or clause.starts("no one", "none of"):
        return Who.KIND
    if first in COUNTING:
        if second in _EXCEPTED:
            return None
        return Who.OURS if second in ("our", "my") else Who.KIND
    if clause.written[0].istitle() and second in _OFFICIAL:
        return Who.PERSON
    return _who_by_reach(clause)


def _is_told_of(clause: Clause) -> bool:
    """Whether it tells what was done: fixed the parser, somebody pointed out."""
    return any(is_past(clause.word(at)) and not is_plural(clause.word(at + 1)) for at in (0, 1))


def _who_by_reach(clause: Clause) -> Who | None:
    first, reach = clause.word(0), clause.reach(0)
    if reach is Reach.PLURAL:
        return Who.KIND
    if first == "the" and ("team" in clause.words[:4] or _is_party(clause)):
        return Who.PERSON
    if reach is Reach.BARE:
        return Who.PERSON if clause.written[0].istitle() and not is_verb(clause.word(1)) else Who.THING
    return Who.THING if first in ("the", "a", "an") else None


def _is_party(clause: Clause) -> bool:
    return clause.word(1) in _PARTIES and (clause.word(2) in FINITE or clause.word(2).endswith("s"))


_EXCEPTED = word_set("the these those of other time day one ones")
_PARTIES = word_set("customer client company vendor")
_OPENERS = word_set(
    "we our this the a an every each all any no nobody nothing none everything anything everyone anyone only new old"
)
_ORDERING = (REGULATING | ENDLESS | LIGHT) - word_set(
    "label version type model mock place reference title test"
)


def _verb_at(clause: Clause, who: Who) -> int:
    """The place of the finite verb, 0 where none is found."""
    if who is Who.WE:
        return 1 if clause.word(0) == "we" else 0
    related = False
    candidate = 0
    for at in range(1, min(len(clause), _SEARCHED)):
        word, before = clause.words[at], clause.words[at - 1]
        if word in PAST:
            return 0
        if (
            word in MODALS
            or word in BEING
            or (word in _MODAL_TO and (not related or clause.word(at + 1) == "to"))
        ):
            if related and not candidate and before in RELATIVE:
                continue
            return candidate if candidate and not related and at - candidate > 3 else at
        if word in PUNCTUATION or word in _ENDING:
            break
        related = related or word in RELATIVE
        if not candidate and not related and before not in _BEFORE_NOUNS and _is_plain_verb(clause, at, who):
            candidate = at
    return candidate


_ENDING = word_set("if when because so")
_BEFORE_NOUNS = PREPOSITIONS | word_set("the a an our and or")
_PARTICIPLES = word_set("shown seen given taken written sent made used found known built kept held done")
_LIGHT_FINITE = word_set("don't doesn't do does has have always never only")


def _is_plain_verb(clause: Clause, at: int, who: Who) -> bool:
    """Whether the word at a place is the verb of a plain present: tests hit, our API speaks, nobody deploys."""
    word, before = clause.words[at], clause.words[at - 1]
    if word in _PARTICIPLES:
        return False
    if word in _LIGHT_FINITE:
        return True
    if word in _NORMATIVE or word in FORBIDDING or word in _DEMANDING:
        return not word.endswith("s") or not is_plural(before)
    if who is Who.KIND and is_plural(before) and is_verb(word):
        return True
    if not word.endswith("s") or len(word) < 4:
        return False
    return (who in (Who.OURS, Who.PERSON) and not is_plural(before)) or _is_alone(clause, at)


def _is_alone(clause: Clause, at: int) -> bool:
    """Whether the place follows at once on nobody, nothing or only somebody."""
    first = clause.word(0)
    if first in ("nobody", "nothing"):
        return at == 1
    return (first == "only" and at == 2 and clause.written[1][:1].isupper()) or (
        clause.starts("no one") > 0 and at == 2
    )
