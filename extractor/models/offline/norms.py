"""Norms and practices: what must be, what is not allowed, who may, what we do, what is ours.

Owns which statements last. Promises that each speaks of a kind of thing, of nobody, of us or of one person's
office, and reports nothing that goes wrong. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.models.offline.clause import (
    PREPOSITIONS,
    RELATIVE,
    Clause,
    Reach,
    is_code,
    is_file,
    is_plural,
    word_set,
)
from extractor.models.offline.passing import SCREEN, TROUBLE
from extractor.models.offline.scope import points_at_hand
from extractor.models.offline.statement import (
    BEING,
    COUNTING,
    FORBIDDING,
    MODALS,
    NOBODY,
    OFFICE,
    PAST,
    Statement,
    Who,
    statement,
)
from extractor.models.offline.verbs import is_doing, is_past, is_verb

_IDLE = word_set(
    "pass work compile removed added moved renamed deleted updated changed replaced refactored converted"
    " split fixed shown hidden displayed visible called created skipped ignored green fine ok okay there"
    " done gone back good enough able restarted ready"
)
_FORBIDDEN = (
    "not allowed", "forbidden", "prohibited", "banned", "mandatory", "compulsory", "off limits", "off-limits", "discouraged",
    "not welcome", "not ok", "not okay", "not acceptable", "reserved for", "a no-go", "taboo", "optional", "required",
    "not optional", "not negotiable", "non-negotiable", "out of bounds",
)  # fmt: skip
_KEPT_SO = word_set("frozen read-only off-limits public deprecated closed locked stable vendored")
_DURATIONS = word_set("until till for in since from before unless outside")
_AS_A_RULE = word_set(
    "need needs require requires follow follows belong belongs go goes live lives come comes start starts end ends"
)
_PRACTISED = word_set(
    "use freeze announce run deploy host store keep ship release target support follow write test build"
    " log track document manage squash merge review tag version name format lint pin vendor work prefer"
    " avoid require practise practice treat commit publish develop plan measure bill charge speak rely"
    " standardise standardize depend code model handle encrypt translate rebase branch cut put call say"
    " spell audit back count generate serve allow accept license maintain aim pay sell mock stub validate"
    " index archive rotate"
)
_UNPRACTISED = word_set(
    "have know see need want get think understand care find remember expect mind seem make do be go"
)
_HEADS = word_set(
    "owner contact maintainer lead manager reviewer admin architect expert designer product boss client"
)
_WHERE = word_set(
    "in as with by after on under from via to like without through at before only alphabetically per inside next"
)
_CONVENTIONAL = word_set(
    "written stored kept named formatted versioned signed reviewed sorted generated tracked released"
    " deployed tagged squashed rebased spelled spelt capitalized capitalised handled documented merged cut"
    " built published managed expressed measured represented encoded separated prefixed suffixed indented"
    " ordered grouped rounded validated escaped localized localised translated run approved numbered"
    " pinned vendored planned discussed hosted billed dated encrypted hashed archived imported injected"
    " licensed called wiped backed tested checked covered mocked linted held done spoken paid sent routed"
    " logged owned maintained audited marked flagged labelled labeled"
)
"""How a way of working is told: commit messages are written in English."""
_NO_TIME = word_set(
    "offline online live unavailable idle busy full dead stale outdated old new empty red green large huge"
    " big dirty slow fine ok okay ready done down up too so very still pretty quite bad good back here"
    " there about"
)
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_RECURRING = re.compile(
    rf"\b(?:every|each)(?: (?:second|other|third|first|last|single|\d+))? (?:{_WEEKDAY}s?|day|week|weekend"
    rf"|month|quarter|sprint|night|morning|evening|year|hour|release)\b|\bon (?:{_WEEKDAY}s)\b"
    rf"|\b{_WEEKDAY}s? (?:to|through|and|until|till) {_WEEKDAY}s?\b|\b(?:twice|once) an? (?:day|week|month"
    r"|year|quarter|sprint)\b|\b(?:daily|nightly|weekly|monthly|quarterly)(?= (?:at|on)\b)",
    re.IGNORECASE,
)
_DEFAULTS = re.compile(
    r"(?:the |our )?(?:minimum|maximum|minimal|maximal|min|max|default|preferred|official|canonical"
    r"|supported|oldest supported|target|line(?= (?:length|width|limit|endings?))|indent(?:ation)?|tab"
    r"|coverage|required) (?!value|argument|parameter|case|behaviou?r|constructor|export"
    r"|number \d)(?:[\w./-]+ ){0,4}?(?:is|are|should be|must be) (?P<rest>(?:at (?:least"
    r"|most) )?[\w`\"'].*)|(?:the |our )?(?:indentation|line width|line length) (?:is|are|should be"
    r"|must be) (?P<more>.+)",
    re.IGNORECASE,
)

_SOLE = word_set("nobody only nothing no none")
_STYLES = word_set(
    "plural singular lower-case lowercase upper-case uppercase capitalized capitalised"
    " immutable private public idempotent"
)
_STRESSED = word_set("always never only")
_ITS = word_set("them it there")
_HERE = word_set("here this that")
_MARKED = word_set("called marked flagged labelled labeled")
_COUNTED = _AS_A_RULE | word_set("gets get uses use carries carry has describes")
_PLAIN = word_set("use need require get return run take keep read")
_UNFINISHED = word_set("to fixing work updating")
_ASTRAY = word_set("to away back up down wrong")
_ARTICLES = ("the", "a", "an")


def is_stated(text: str, has_reason: bool) -> bool:
    """Whether a text states a norm, a practice or a standing fact."""
    if default := _DEFAULTS.match(text):
        told = default["rest"] or default["more"]
        return not TROUBLE.search(told) and not points_at_hand(Clause.of(default[0]))
    said = statement(text)
    if said is None or said.verb in PAST or ":" in said.rest.words or ":" in said.subject.words:
        return False
    if any(is_code(word) or is_file(word) for word in said.subject.written):
        return False
    here = _ITS | {"here"} if said.who is Who.WE and _is_set_against(said) else _ITS
    if points_at_hand(said.head, here) or points_at_hand(said.subject, _HERE):
        return False
    return _lasts(said, text, has_reason)


def _lasts(said: Statement, text: str, has_reason: bool) -> bool:
    if said.who is Who.WE:
        return _is_practised(said)
    if said.who is not Who.OURS and _noun(said.subject) in SCREEN:
        return False
    recurs = _RECURRING.search(text) is not None and said.subject.word(0) not in ("a", "an")
    if recurs and said.verb and not TROUBLE.search(" ".join(said.rest.words)):
        return True
    if said.verb in FORBIDDING:
        return True
    if said.who is Who.PERSON:
        allowed = said.verb in ("must", "has to", "may", "should") and said.rest.reach(1) is Reach.PLURAL
        return allowed or _is_office(said)
    if said.verb in MODALS or said.verb.endswith(" to"):
        return _is_demand(said)
    has_object = said.verb in ("get", "gets") and said.rest.word(0) in _ARTICLES
    return _is_so(said, has_reason) if said.verb in BEING and not has_object else _is_done(said)


def _noun(subject: Clause) -> str:
    """The noun of a subject: the last word before what is joined to it."""
    joints = (at for at in range(1, len(subject)) if subject.words[at] in PREPOSITIONS | RELATIVE)
    return subject.word(next(joints, len(subject)) - 1)


def _is_demand(said: Statement) -> bool:
    """Whether a modal demands something of a kind."""
    first, subject = said.rest.word(0), said.subject.word(0)
    denied = subject in _SOLE or "not" in said.adverbs
    if first == "be" and not denied and not _IDLE.isdisjoint(said.rest.words[1:3]):
        return False
    if not first or (first in _IDLE and len(said.head) < 2):
        return False
    if said.who is Who.THING:
        if subject in _ARTICLES:
            return said.verb in _OBLIGING and first in ("stay", "remain")
        return said.verb == "must" and (not _is_definite(said) or "never" in said.adverbs)
    if said.verb in ("may", "can"):
        return bool({"not", "only"} & said.adverbs) or subject in _SOLE
    if said.verb in ("can't", "cannot"):
        return subject in _SOLE
    if said.verb in ("should", "need to", "is to", "are to"):
        return not _is_definite(said) or bool({"never", "not", "always", "only"} & said.adverbs)
    return True


_DATING = word_set("after before when once until every within")
_OBLIGING = ("must", "has to", "needs to", "should")


def _is_definite(said: Statement) -> bool:
    return any(word in ("the", "its", "their", "a") for word in said.head.words[1:])


def _is_so(said: Statement, has_reason: bool) -> bool:
    """Whether "are …" tells a norm or a way, and not a state."""
    text = " ".join([*sorted(said.adverbs & {"not"}), *said.rest.words])
    first, is_ours = said.rest.word(0), said.who is Who.OURS
    if text.startswith(_FORBIDDEN) and not said.rest.starts("required to", "required by"):
        firm = text.startswith(("not allowed", "forbidden", "off", "banned"))
        return firm or has_reason or said.subject.word(0) not in _ARTICLES
    if first in _KEPT_SO and (is_ours or not _DURATIONS.isdisjoint(said.rest.words[1:3])):
        return True
    if (
        said.rest.starts("owned by", "maintained by", "managed by", "operated by", "run by")
        or first == "protected"
    ):
        return True
    general = is_ours or said.who is Who.KIND
    if general and _STRESSED & said.adverbs:
        return not TROUBLE.search(text)
    if not general or TROUBLE.search(text) or is_doing(first) or first in _NO_TIME:
        return False
    if said.verb == "get" and first.endswith("ed"):
        return not _DATING.isdisjoint(said.rest.words[1:])
    if first in _CONVENTIONAL:
        return first in _MARKED or not _WHERE.isdisjoint(said.rest.words[1:3])
    if is_ours:
        return _is_ours(said)
    return (
        _is_set_against(said) or first in _STYLES or (len(said.rest) > 0 and said.rest.written[0].istitle())
    )


def _is_ours(said: Statement) -> bool:
    """Whether it says what a thing of ours is, and not how it is at the moment."""
    reach = said.rest.reach(0)
    if _is_at_work(said.subject):
        return False
    if reach is Reach.BARE:
        named = said.rest.written[0][:1].isupper() or len(said.head) > 2
        return named or said.verb == "is" or "so" in said.rest.words
    return reach in (Reach.PLURAL, Reach.SINGLE)


_AT_WORK = word_set(
    "problem issue bug approach solution idea fix change goal aim test mistake error plan guess"
)
_AT_THE_MOMENT = word_set("current first last next latest new old previous only")


def _is_at_work(subject: Clause) -> bool:
    """Whether a thing of ours is a piece of the work at hand."""
    return _noun(subject) in _AT_WORK or subject.word(1) in _AT_THE_MOMENT


def _is_set_against(said: Statement) -> bool:
    """Whether it says what is so, and what is not."""
    rest = said.rest
    return any(
        rest.words[at] == "," and rest.word(at + 1) in ("not", "never", "no")
        for at in range(1, len(rest) - 2)
    )


def _is_done(said: Statement) -> bool:
    """Whether a plain present tells what things of a kind do, or ours do."""
    subject, verb, rest = said.subject.word(0), said.verb, said.rest
    if not len(rest) or is_past(verb) or TROUBLE.search(" ".join(rest.words)):
        return False
    if said.who is Who.OURS:
        counted = verb in ("returns", "return", "shows", "show") and any(
            word.isdigit() for word in rest.words
        )
        return not counted and not _is_at_work(said.subject) and not _GOING_WRONG.search(verb)
    if subject in _SOLE:
        return subject == "only" or (verb not in _UNSAID and not _LIMITING.isdisjoint(rest.words))
    if said.who is Who.THING:
        return subject not in _ARTICLES and verb in ("comes", "lives", "belongs") and len(rest) > 1
    if verb in ("has", "have"):
        return said.demanded or rest.starts("its own", "their own", "exactly one", "at most", "no") > 0
    if subject in COUNTING:
        return verb in _COUNTED
    if _STRESSED & said.adverbs or _is_set_against(said):
        return verb not in _UNPRACTISED
    if verb in _PLAIN:
        return not {"the", "some"} & set(said.head.words[:2]) and rest.word(0) not in _UNFINISHED
    return verb in _AS_A_RULE and rest.word(0) not in _ASTRAY


_GOING_WRONG = re.compile(
    r"fail|crash|break|hang|leak|complain|warn|reject|refus|report|stall|freez|flak|time|lag|lose|miss|work"
)
_UNSAID = word_set("answers knows happens changes matters works fails helps shows looks says seems is was")
_LIMITING = word_set("without before until unless except on to into from in but outside")


def _is_practised(said: Statement) -> bool:
    """Whether what "we" do is done as such, and not with a thing at hand."""
    verb, first, rest = said.verb, said.rest.word(0), said.rest
    if verb == "follow":
        return True
    if verb not in _PRACTISED:
        denied = bool({"never", "only", "not"} & said.adverbs)
        return denied and is_verb(verb) and verb not in _UNPRACTISED and rest.reach(0).is_general
    if not first or first in _PARTICLES or (is_doing(first) and first not in NOBODY):
        return False
    if first in _HALF_PARTICLES and verb in _PHRASAL:
        return first == "on" and verb == "run"
    if TROUBLE.search(" ".join(rest.words)) or is_code(rest.written[0]):
        return False
    return _AT_HAND.isdisjoint(said.head.words)


_AT_HAND = word_set("the a an some same another twice later too much enough")
_PHRASAL = word_set("run work keep put call cut count build")
_HALF_PARTICLES = word_set("through on to")
_PARTICLES = word_set("into out up off back down a an the some it this that")


def _is_office(said: Statement) -> bool:
    """Whether a person's office covers a kind of thing."""
    words = said.rest.words
    if said.verb in ("is", "are"):
        in_charge = said.rest.starts("responsible for", "in charge of") > 0
        return in_charge or said.rest.word(0) == "our" or not _HEADS.isdisjoint(words[:5])
    told = f"{said.verb} {' '.join(words)}"
    if not told.startswith(OFFICE):
        return False
    if told.startswith(("owns", "maintains", "looks", "takes", "decides", "signs")):
        return True
    return any(is_plural(word) or word in _COVERING for word in words[:6])


_COVERING = word_set("every all each any our")
