"""What the offline model takes for a fact: sentences that say outright that they are meant to last.

Owns the way from a sentence to the form it has.
Promises to stay silent about questions, guesses, requests and all that means this moment only. Never does I/O.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from extractor.domain import MemoryType
from extractor.models.offline.form import Form, starts
from extractor.models.offline.forms import DECISIONS, FEEDBACK, INVARIANTS, PREFERENCES
from extractor.models.offline.norms import FRAGMENTS, NORMS, PRACTICES
from extractor.models.offline.orders import is_standing
from extractor.models.offline.passing import LEAD, PASSING, POINTING
from extractor.models.offline.references import REFERENCES
from extractor.models.offline.sentences import Sentence

_I = re.IGNORECASE

_REMEMBER = starts(
    r"(?:merk dir(?: bitte)?,? dass|.{0,40}\b(?:keep|bear) in mind(?: that)?"
    r"|(?:you |we |i )?(?:should |must |need to |have to )?(?:always )?"
    r"(?:remember|take note|make a (?:mental )?note|note|be aware)(?: that| dass)"
    r"|(?:remember|note|fyi|for the record|for future reference|reminder|important|keep in mind|nb|note to self"
    r"|merk dir(?: bitte)?|denk daran|beachte)(?:\s*[:,–—]| -)"
    r"|remember(?= (?:i|we|our|all|every|never|always)\b))"
    r"\s+(?P<fact>\S.{8,})$"
)

_BECAUSE = re.compile(
    r"(?P<fact>.{12,}?)(?:\s*[,;(–—-]+)?\s+(?P<why>(?:because|otherwise|since (?:we|it|the|they|i|our|that)|weil|sonst)\b"
    r".{6,})$",
    _I | re.DOTALL,
)
_REASON = re.compile(
    r"(?:because|otherwise|the reason|reason:|why:|we (?:got|were|had|lost|once|broke|shipped|spent|need|have to)"
    r"|i (?:got|was|had|lost|once|can)|last (?:time|year|quarter|month|week)|(?:that|it|they) (?:broke|caused|burned"
    r"|cost|bit|breaks|hides|hid|confuses?|confused|broke|made)|weil|sonst)\b"
    r"|.*\b(?:hid|broke|caused|burned|burnt|cost us|lost|leaked|bit us|crashed|corrupted|wiped|took down|went down)\b",
    _I | re.DOTALL,
)

_DEADLINE = re.compile(
    r"(?=.*\b(?:freez\w*|frozen|deadline|due|releas\w+|launch\w*|go(?:es|ing)?[ -]live|cut-?off|cutover|ships?|shipping"
    r"|demo|milestone|sunset|end[ -]of[ -](?:life|support)|eol|expires?|maintenance|audit|submission|complete"
    r"|hand-?over|rollout|migration|on leave|on vacation|out of office|offsite|abgabe|frist|termin|stichtag)\b)"
    r"(?=.*\b(?:is|are|starts?|begins?|ends?|by|on|until|till|before|after|due|must|needs?|has to|have to|will|ships?"
    r"|moved|happens|from|am|bis|ab|ist|beginnt)\b)"
    r"(?!(?:i|you|it|this|that|please|can|could|finish|review|fix|do|make|prepare|write|add|get|let's|lets|look|check"
    r"|ship|release|deploy|launch|merge|push|cut|move|set|if|when)\b(?! (?:[\w.-]+ )?(?:is|starts|has|will)\b))(?!.*\bif\b)"
    r"(?!.*\b(?:was|were|did|released|shipped|launched|deployed|happened|broke|failed|crashed|since)\b)"
    r".+",
    _I | re.DOTALL,
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


@dataclass(frozen=True, slots=True)
class _Group:
    """Forms tried only on sentences that begin with one of some words, or hold one of others."""

    forms: tuple[Form, ...]
    first: frozenset[str] = frozenset()
    any: frozenset[str] = frozenset()


_GROUPS: tuple[_Group, ...] = (
    _Group(PREFERENCES, first=_words("i i'd i'm i've my ich call nenn nennt")),
    _Group(
        DECISIONS,
        first=_words(
            "we we're we've the our i i've let's lets let wir decision agreement policy convention entscheidung ideally"
        ),
    ),
    _Group(
        REFERENCES,
        any=_words(
            "http https # linear jira asana notion trello confluence clickup shortcut youtrack redmine bugzilla gitlab github"
            " slack discord zulip mattermost grafana datadog sentry pagerduty kibana looker airtable figma google sharepoint"
            " zendesk statuspage splunk relic honeycomb opsgenie folder directory bucket drive vault workspace account share"
            " dashboard board tracker wiki runbook channel"
        ),
    ),
    _Group(
        FEEDBACK,
        first=_words(
            "always never under immer nie niemals do don't dont stop avoid from going as house new rule convention ab künftig"
            " in grundsätzlich whenever every each before after when run use check update bump write format lint rebase"
            " squash sign regenerate rebuild verify document keep prefer choose ask consult prompt tell warn notify ping be"
            " answer reply respond talk explain antworte schreib"
        ),
    ),
    _Group(
        INVARIANTS,
        first=_words("all every each no"),
        any=_words(
            "always never only must mustn't directive rule rules principle principles policy convention conventions priority"
            " goal constraint constraints requirement standard guideline guidelines separate seperate different distinct"
            " independent same truth off-limits off owned maintained deprecated generated autogenerated auto-generated"
            " vendored read-only owns maintains responsible contact"
        ),
    ),
)
_LISTING_GROUPS = _GROUPS[:2]
_CONJUNCTIONS = _words("because otherwise since weil sonst")
_EXPLICIT = _words("remember mind note aware fyi record reference reminder important nb merk denk beachte")
_DATED = _words(
    "freeze freezes freezing frozen deadline due release releases releasing launch launches launching live cutoff cut-off cut"
    " cutover ship ships shipping demo milestone sunset end eol expire expires maintenance audit submission complete"
    " handover hand-over rollout migration leave vacation office offsite abgabe frist termin stichtag"
)
_TERM = re.compile(r"[\w'-]+|#(?=[a-z])")
_AFTERTHOUGHT = re.compile(
    r"(?:[,;.]|\s[–—-])?\s+(?:but|although|though)\s+(?:i think|maybe|i guess|i'm|not sure|let's|can|could)\b.*$",
    _I | re.DOTALL,
)
_OPINION = re.compile(r"^i (?:do )?(?:think|believe) (?:that )?(?=we (?:should|must|need)\b)", _I)


@dataclass(frozen=True, slots=True)
class Found:
    """A sentence recognised as lasting: its type, the words that say it, and the reason given in it."""

    type: MemoryType
    fact: str
    why: str | None = None
    needs_date: bool = False
    """It is a deadline, and none without a day that still lies ahead."""


def recognise(sentence: Sentence, following: str | None) -> Found | None:
    """What a sentence states for good, or None. `following` is the sentence after it, a possible reason."""
    plain = sentence.text.replace("’", "'").lstrip("*_ ")
    terms = frozenset(_TERM.findall(plain.lower()))
    lead = LEAD.match(plain)
    body = plain[lead.end() :] if lead else plain
    explicit = _REMEMBER(body) if not _EXPLICIT.isdisjoint(terms) else None
    body = _OPINION.sub("", explicit["fact"].strip() if explicit else body, count=1)
    groups = _open_groups(body, terms, sentence.is_listing)
    body = _AFTERTHOUGHT.sub("", body)
    split = None if _CONJUNCTIONS.isdisjoint(terms) else _BECAUSE.match(body)
    fact, why = (split["fact"].strip(), split["why"].strip()) if split else (body, None)
    if why is None and following is not None and _REASON.match(following):
        why = following
    found = _by_form(fact, groups, why)
    is_order = False
    if found is None and not sentence.is_listing:
        found = _standing(fact, why)
        if found is None and is_standing(fact, why is not None):
            found, is_order = Found(MemoryType.FEEDBACK, fact, why), True
    if found is None and _is_dated(fact, terms):
        found = Found(MemoryType.PROJECT, fact, why, needs_date=True)
    if found is None and (explicit or sentence.is_ruled or (sentence.is_listing and _RULED_LIST(fact))):
        found = Found(MemoryType.PROJECT if explicit else MemoryType.FEEDBACK, fact, why)
    if (
        found is None
        or PASSING.search(body)
        or (not is_order and _points(found.fact, is_told=explicit is not None))
    ):
        return None
    return found


_RULED_LIST = starts(
    r"(?:please )?(?:always|never|don't|do not|avoid|from now on|immer|nie|niemals)\b[^\n]*:\s*\n"
)


def _points(fact: str, is_told: bool) -> bool:
    """Whether a fact means nothing without what stands around it. Of what is told to be remembered only the beginning counts."""
    return POINTING.match(fact) is not None and (not is_told or _POINTS_AT_A_THING.search(fact) is not None)


_POINTS_AT_A_THING = re.compile(
    r"^(?:this|that|these|those|it|they|he|she|here|there|what)\b|\b(?:this|these|those) (?!on|in|with|at|as|for|by|from|is|was|means|project"
    r"|repo|codebase|team|company)\w+|\b(?:above|below|following)\b",
    _I,
)


_BEGINS = re.compile(r"[\w`@#.~/-]").match


_EVENT = starts(
    r"(?:the|our|my) (?:[\w-]+ ){1,5}?(?:is|are|starts?|begins?|ends?|takes? place|happens?|closes?|opens?|expires?|moves?) (?:\w+ )?(?:on|by|from"
    r"|until|till|in|at|for|next|tomorrow)\b.*"
)
_CALENDAR = re.compile(
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
    r"|\w+day|tomorrow|(?:next|this) (?:week|month|quarter)|20\d\d)\b",
    _I,
)


def _is_dated(fact: str, terms: frozenset[str]) -> bool:
    """Whether a sentence says when something will be."""
    if not _DATED.isdisjoint(terms):
        return _DEADLINE.match(fact) is not None
    return _CALENDAR.search(fact) is not None and _EVENT(fact) is not None


def _standing(fact: str, why: str | None) -> Found | None:
    """A norm, a practice or a fragment."""
    if fact.endswith(":") or not _BEGINS(fact):
        return None
    for forms in (PRACTICES, NORMS, FRAGMENTS):
        for form in forms:
            match = form.match(fact)
            if match and form.holds(match, why is not None):
                return Found(form.type, fact, why)
    return None


def _open_groups(body: str, terms: frozenset[str], is_listing: bool) -> list[_Group]:
    """The groups whose words stand in the sentence."""
    first = _TERM.match(body.lower())
    word = first[0] if first else ""
    groups = _LISTING_GROUPS if is_listing else _GROUPS
    return [group for group in groups if word in group.first or not group.any.isdisjoint(terms)]


def _by_form(fact: str, groups: list[_Group], why: str | None) -> Found | None:
    for group in groups:
        for form in group.forms:
            match = form.match(fact)
            if match and form.holds(match, why is not None):
                return Found(form.type, (match.groupdict().get("fact") or fact).strip(), why)
    return None
