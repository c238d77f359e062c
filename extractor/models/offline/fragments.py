"""Rules that are no full sentence, and those of other speech acts: tabs, not spaces; no default exports.

Owns the forms of fragments, permissions, names and the German orders. Promises that each speaks of a kind
of thing. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.domain import MemoryType
from extractor.models.offline.clause import is_identifier, is_plural, word_set
from extractor.models.offline.form import PLURAL, Form, starts
from extractor.models.offline.passing import TROUBLE
from extractor.models.offline.verbs import ENDLESS, is_verb

_SUBJECT = (
    r"(?!(?:i|you|we|it|he|she|they|this|that|there|these|those|which|what|who|if|but|and|so|when|because"
    r"|since|let's|why|how|where|then|not|please|can|could|do|does|did|is|are|was|were|the|some|my|your"
    r"|their|its|his|her|here|now|other|both)\b)"
)
_WORD = (
    r"(?!(?:is|are|was|were|must|should|will|can|may|has|have|had|not|that|which|who|when|if|the|this|it|we"
    r"|you|i)\b)[\w`/.#'-]+"
)
_MISSED = word_set(
    "errors warnings changes tests issues problems results differences worries thanks matches failures"
    " questions objections clues updates bugs hits conflicts complaints regressions news logs ideas plans"
    " probs surprises entries rows lines files"
)


def _is_contrast(match: re.Match[str], _has_reason: bool) -> bool:
    """Whether two kinds of things stand against each other with nothing else said."""
    one, other = match["one"], match["other"]
    if any(is_identifier(word) for word in (*one.split(), *other.split())):
        return False
    words = [*one.lower().split(), *other.lower().split()]
    named = one[1:].lower() == one[1:] and other[:1].isupper()
    return any(is_plural(word) for word in words) or named


def _names_many(match: re.Match[str], has_reason: bool) -> bool:
    """Whether "no …" forbids things of a kind, where nothing is reported missing."""
    words = match["what"].lower().split()
    if words[-1] in _MISSED or words[0] in ("more", "other", "such", "longer"):
        return False
    return len(words) > 1 or match["rest"].strip() != "" or has_reason


def _two_verbs(match: re.Match[str], _has_reason: bool) -> bool:
    one, other = match["one"].lower(), match["other"].lower()
    return is_verb(one) and is_verb(other) and one not in ENDLESS


def _untroubled(match: re.Match[str], _has_reason: bool) -> bool:
    return not TROUBLE.search(match["rest"]) and not re.search(
        r"\b(?:this|that|it|these|now)\b", match["rest"], re.I
    )


_AT_THIS_TIME = re.compile(r"\b(?:gerade|jetzt|diesmal|gesehen|gehört|erlebt)\b", re.IGNORECASE)

FRAGMENTS = (
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:no more than|at most|max(?:imum)?(?: of)?|at least|not more than) (?:\d+|one|two|three"
            r"|four|five|ten) [\w-]+(?: [\w-]+)? (?:per|in|for|to) (?:an? |one |every "
            rf"|each )?(?P<rest>[\w-]+.*)|only (?:{_WORD} ){{1,2}}?{PLURAL}(?P<more>(?:,? please)?[.!]?$)"
        ),
        lambda match, _has_reason: not TROUBLE.search(match[0]) and "tests" not in match[0].lower(),
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            rf"(?!no\b|not\b|yes\b)(?P<one>{_SUBJECT}{_WORD}(?: {_WORD}){{0,2}})(?:, ?(?:not|never|no)"
            r"| instead of| rather than) (?!(?:an?|any|now|yet|to|just|only|sure|on|in|for|with|from|so|too"
            rf"|very|really|even)\b)(?P<other>{_SUBJECT}{_WORD}(?: {_WORD}){{0,2}}?)(?:,? (?:in|for|on"
            r"|everywhere|please|with|when|throughout)\b.{0,60})?[.!]?$"
        ),
        _is_contrast,
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            rf"(?:absolutely |please )?no (?P<what>(?:{_WORD} ){{0,3}}?{PLURAL})(?P<rest>(?:,? (?:in|on|for"
            r"|without|outside|unless|anywhere|ever|at|inside|to|from|of|by|with|before|after|please|or"
            r"|and)\b.*|, \w.*)?)[.!]?$"
        ),
        _names_many,
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:\w+ )?\w+(?:ity|ness|tion|sion|ance|ence|ment|ism|ship) over (?!the|this"
            r"|that)(?:[\w-]+ ?){1,3}[.!]?$"
        ),
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(r"(?P<one>\w+), (?:don't|do not|never|not) (?P<other>\w+)[.!]?$"),
        _two_verbs,
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            rf"{_SUBJECT}(?:{_WORD} ){{0,2}}?{PLURAL} (?:on|in|for|per|with|at) (?:every|each"
            rf"|all) (?P<rest>(?:{_WORD} ?){{1,4}}?)(?:,? please)?[.!]?$"
        ),
        _untroubled,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:at most |max(?:imum)? |exactly |only )?(?:one|two|three) [\w-]+(?: [\w-]+)? per (?!second)\w.+"
        ),
    ),
)
"""Rules without a verb."""

OTHERS = (
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:you (?:don't|do not|never) (?:need|have) to|no need to) (?:ask|confirm|check|wait)(?: me"
            r"| with me| for \w+)? (?:before|to|for|when|if) (?P<rest>.{4,})|you (?:may|can"
            r"|are allowed to) (?=.*(?:,|but) (?:but )?(?:never|not|only)\b)(?P<some>\w+ .+)|you (?:may|can"
            r"|are allowed to) (?:always )?(?P<more>\w+ .*\bwithout (?:asking|confirmation|my|checking"
            r"|approval)\b.*)"
        ),
        lambda match, _has_reason: (
            not re.search(
                r"\b(?:this|that|it|these|now)\b", match["rest"] or match["some"] or match["more"], re.I
            )
        ),
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:the (?:right |correct |official )?(?:word|term|spelling|name) (?:is"
            r"|for [\w \"'-]{2,30} is) (?P<rest>.+,? not .+)|we (?:say|call|write|spell"
            r"|name) .{2,40}(?:,? not|never) .{2,}|what we call .{2,40} is .{2,}"
            r"|what .{2,30} calls? .{2,30} we call .+)"
        ),
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:please )?(?:ask|ping|contact|consult|talk to|check with|cc|notify|loop in"
            r"|involve) (?P<who>(?-i:[A-Z])[\w-]+(?: [A-Z]\w+)?)(?: \(.*?\)| in #\S+)? (?:about|for|on"
            r"|before|when|whenever|if|regarding) (?P<rest>(?:it(?:'s| is) about|anything|any|all|every"
            r"|everything|you \w+|(?!the|this|that|it|a|an)[\w-]+)\b.*)"
        ),
        _untroubled,
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"let me (?:see|review|approve|check|confirm|read|know|decide|look at|sign off) (?!it|this"
            r"|that)(?P<rest>.*\b(?:before you|whenever you|every time you) \w+.*)"
        ),
        _untroubled,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"you can (?:always |safely )?(?:assume|rely on|count on|expect) (?!this|that|it|the)(?P<rest>.{4,})"
        ),
        _untroubled,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"we(?:'re| are) (?:still |now |only )?(?:a|an|just) (?P<rest>(?:[\w-]+ ){0,4}(?:team|company"
            r"|startup|start-up|agency|shop|group|department|bank|hospital|ngo)\b.*)"
        ),
        _untroubled,
    ),
    Form(
        MemoryType.PROJECT,
        starts(r"we(?:'re| are) (?:still |all |now |stuck |currently )?on (?P<rest>(?-i:[A-Z0-9])[\w.-]*.*)"),
        _untroubled,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"we have (?:a|an|one|two|three|no|\d+) (?:\w+ ){0,3}?(?:rule|policy|convention|guideline"
            r"|freeze|agreement|sla|environments?|stagings?|teams?|code owners?|tenants?)\b(?P<rest>.*)"
        ),
        _untroubled,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"wir (?:benutzen|verwenden|nutzen|setzen auf|deployen|schreiben|speichern|arbeiten|testen"
            r"|releasen|entwickeln|loggen|committen|mergen)(?! (?:das|dies\w*|es|den|dem|die|der|ein\w*"
            r"|hier)\b) (?P<rest>.{2,})|(?-i:[A-ZÄÖÜ])[\w-]+ (?:\w+ ){0,2}?(?:sollen|müssen|dürfen (?:nie"
            r"|niemals|nicht|nur)|sollten) .{5,}|bei uns (?!ist das|geht|läuft|klappt)\w+ .{5,}"
        ),
        lambda match, _has_reason: not re.search(r"\b(?:hier|gerade|jetzt|einmal|noch)\b", match[0]),
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:absolut )?keine? (?P<what>[\w-]+(?: [\w-]+)?) (?:in|auf|ohne|außer|für|bei)\b .{3,}|(?:bei"
            r"|für|in) [\w -]{3,30} (?:immer|nie|niemals|stets|nur) .{5,}en[.!]?$|ich (?:spreche|nutze"
            r"|benutze|verwende|schreibe|lese) (?!das|den|die|dem|es|gerade|mir|dir|hier)\w+.*"
            r"|keine? (?-i:[A-ZÄÖÜ])(?!ahnung|änderungen|fragen|ideen|tests)[\w-]+(?:s|en)[.!]?$"
            r"|bitte (?:immer|nie|niemals|keine?|nur|stets) .{6,}|(?:immer|nie|niemals"
            r"|stets) (?:\w+ ){1,8}\w+en(?:,.*)?[.!]?$|(?:frag|frage|warn|sag|informier\w*)(?: (?:mich|uns"
            r"|mir|bescheid))?(?: (?:immer|vorher|zuerst|erst|bitte))*,? (?:bevor|wenn|ehe|falls) .{5,}"
            r"|(?:benutze?|verwende|nutze|nimm) (?!das|den|die|diese\w*|hier|mal|ein\w*"
            r"|lieber)[^,.]{2,60}(?:,? (?:nicht|statt|anstatt|anstelle|und nicht|keine?)\b) .{2,}"
            r"|(?:benutze?|verwende|nutze|schreib\w*|frag\w*|antworte|halte?|mach\w*|gib"
            r"|teste?) (?:\w+ ){0,2}?(?:immer|nie|niemals|grundsätzlich|stets)\b.{6,}"
            r"|[\w -]{4,40} (?:bitte )?(?:immer |nur |stets )?auf (?:deutsch|englisch)[.!]?$|(?:antworte"
            r"|schreib|sprich|rede)\w* .{0,30}auf (?:deutsch|englisch)\b.*|(?:bitte )?(?:antworte|schreib"
            r"|fass|halte|sei|bleib)\w* (?:dich |bitte |immer |mir )*(?:kurz|knapp|ohne|sachlich"
            r"|direkt)\b.*|(?!ich|du|er|sie|es|das|die|der|wir)[\w-]+(?: [\w-]+){0,3} (?:bitte )?(?:immer"
            r"|niemals|nur|stets) (?:bitte )?(?:im|in|auf|mit|als|ohne|nach|unter|über|per) .{3,}|(?:wenn"
            r"|falls|sobald) du .{3,60}, (?:dann )?(?:frag|sag|warn|aktualisier|lass|führ|schreib|erhöh"
            r"|pass)\w*\b.{3,}"
        ),
        lambda match, _has_reason: not _AT_THIS_TIME.search(match[0]),
    ),
)
"""Permissions, what we call things, and the German forms."""
