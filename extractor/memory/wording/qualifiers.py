"""Qualifiers: words by which a clause says less than the same clause without them.

Owns what nearly denies, what is past, what somebody else says and what is left out of all.
Promises to judge the clause a text rests on alone, and to let pass what keeps a word of the kind. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from extractor.memory.text.expressions import Expression
from extractor.memory.wording.amounts import lost_amount
from extractor.memory.wording.force import NOT, SHORT_NOT
from extractor.memory.wording.novelty import shared, shares, words
from extractor.memory.wording.opposites import SAYS_NO, turned
from extractor.memory.wording.reservations import KINDS, Kind
from extractor.memory.wording.unfulfilled import UNFULFILLED

_SELDOM = (
    r"hardly|barely|rarely|seldom|scarcely|kaum|selten|apenas|casi nunca|raras veces|guère|rarement|raramente|quasi mai"
    r"|(?<!\ba )(?<!next )(?<!past )(?<!last )(?<!first )few(?= \w)"
)
_AGAINST = (
    r"refrain(?:s|ed|ing)? from|(?:keep|stay|steer) (?:away|clear) (?:from|of)|anything but|far from|little point in|almost"
    r"|(?:gave|giv(?:e|es|ing)) up(?= on | \w+ing\b)|(?:we|they) (?:lack|doubt|failed to)|i doubt|lacks"
    r"|(?:we|i|they) forg[eo]t(?:s|ten)? to|the last thing (?:we|i|you|they) (?:want|need)"
    r"|verzicht(?:e|en|et)? auf|hört? auf"
)
_PAST = (
    r"(?:we|i|they|he|she|it|this|that|there)(?: all| both| once| always)? used to(?= \w)|formerly"
    r"|back (?:then|in (?:college|school|university|the day|my))"
    r"|in the past"
    r"|(?<!as )previously|back in \d{4}|originally|in (?:my|our) (?:last|old|previous|former) \w+|(?:we|they"
    r"|i) had an? (?:rule|policy|convention|habit)"
    r"|(?<!\w )antes(?! de| que)|(?<!\w )avant(?! de| d['’]| que| qu['’])|früher(?! oder| als)|damals|ehemals|anciennement"
)
_GUESSED = "".join(
    rf"(?<!\b{word},)"
    for word in "glaube vermute weiß weiss know recall remember mistaken afaik iirc".split()
)
"""Behind what is no clause of its own though a comma follows: "as far as I know, …"."""
_CLAUSE = re.compile(
    rf"[;:!?]\s+|\.\s+|\s[–—-]\s|,(?<!\bauf,){_GUESSED}\s+(?:(?:and|but|so|because|since|as|und|aber|weil|denn|pero"
    rf"|porque|mais|car)\s+)?"
    r"|\s(?:because|aber|weil|porque|mais)\s",
    re.IGNORECASE,
)
_ALL_BUT = re.compile(
    r"\b(?:all|every(?:one|body|thing)|any(?:one|body|thing)|alle|jeder|todos|tous)\s+(?:but|bis auf|menos|sauf)\s",
    re.IGNORECASE,
)
_NONE_BUT = re.compile(
    r"\b(?:nobody|no one|none|nothing|niemand|nichts|nadie|nada|personne|rien)\s+(?:but|except|other than|besides|außer|bis auf"
    r"|menos|salvo|excepto|sauf)\s",
    re.IGNORECASE,
)
_LEFT_OUT = re.compile(
    r"\b(?:apart from|aside from|unlike|as opposed to|other than|im gegensatz zu|abgesehen von)\s+(?P<what>(?:[\w'’-]+\s*){1,3})",
    re.IGNORECASE,
)
_UNIVERSAL = Expression(
    r"\b(?:all|every\w*|each|any\w*|nobody|nothing|none|no one|always|never|alle[ns]?|alles|jede\w*|tod[oa]s?|tous|toutes?)\b"
)
_EXCEPTED = re.compile(
    r"\b(?:except|excluding|with the exception of|save(?= for)|außer|excepto|salvo|sauf)"
    r"(?: (?:in|for|on|at|with|bei|für|en|dans|pour))?\s+"
    r"(?P<what>(?:[\w'’/.-]+\s*){1,4})",
    re.IGNORECASE,
)
_EXCEPTS = Expression(
    r"\b(?:but|except\w*|exclud\w*|save|apart|aside|other than|only|unless|außer|nur|excepto|salvo|sauf)\b"
)
_BESIDES = Expression(
    rf"\b(?:but|except\w*|apart|aside|other|unlike|opposed|{NOT}|besides|bis auf|außer|gegensatz|menos|salvo|sauf)\b|{SHORT_NOT}"
)
_SOURCE = re.compile(
    r"\b(?:according to|(?-i:[Ll]aut (?=[A-ZÄÖÜ]))|según|selon|d['’]après|secondo)\s*(?P<who>(?:[\w'’-]+\s?){1,2})"
    r"|\b(?:supposedly|allegedly|reportedly|apparently|i(?:['’]ve| have)? heard|angeblich|al parecer|apparemment|pare che)\b",
    re.IGNORECASE,
)
_TOLD = Expression(
    r"\b(?:supposedly|allegedly|reportedly|apparently|heard|says?|said|claim\w*|according|think\w*|may|might|perhaps|maybe"
    r"|angeblich|laut|soll\w*|según|parecer|selon|apparemment|secondo|pare)\b"
)


_USER_SAYS = re.compile(
    r"(?:the user|der nutzer|el usuario|l['’]utilisateur) (?:says?|said|sagt|dice|dit)\b", re.IGNORECASE
)
_UNREAL = (
    r"might(?! (?:want|need|as well|be worth))|(?:i wish|imagine|suppose|what if|as if)(?= (?:we|i|it|they|there|that|you))"
    r"|(?<=^)(?:suppose|angenommen|supongamos|supposons)(?= \w)"
)
_SOME = r"some|most|a few|several|many|half|einige|manche|die meisten|algun[oa]s|la mayoría|certains|quelques|la plupart"
_THE_USER = re.compile(r"\W*the user (?:also |always |usually )?(?P<verb>[a-z]+(?:s|ed))\b", re.IGNORECASE)
_NOBODY_ELSE = frozenset("i we you who user and also that it name nickname".split())


def _any(pattern: str) -> Expression:
    return Expression(rf"(?<![\w'’-])(?:{pattern})(?!\w)")


_FORMER = Expression(
    r"^\W*(?:(?:in|on|with|im) )?"
    r"(?:(?:the|our|my|your|his|their|die|der|das|dem|unser\w*|mein\w*|el|la|los|las|nuestr[oa]|l['’]|le|notre)\s?)"
    r"(?:old|former|previous|legacy|deprecated|alte[nrsm]?|bisherige[nrsm]?|frühere[nrsm]?|antigu[oa]s?|viej[oa]s?"
    r"|ancien(?:ne)?s?|vieux|vieille)(?= \w)"
)
"""What a clause begins with that is told of one that has a successor."""
_KINDS = (
    *UNFULFILLED,
    Kind(_any(rf"{_SELDOM}|{_AGAINST}"), Expression(rf"\b(?:{_SELDOM}|{_AGAINST}|{SAYS_NO})\b|{SHORT_NOT}")),
    Kind(
        _any(_PAST),
        Expression(
            rf"\b(?:{_PAST}|was|were|had|did|\w+ed|before|once|earlier|{NOT}|war\w*|hatt\w*|\w+te[nt]?|früher)\b|{SHORT_NOT}"
        ),
    ),
    Kind(
        _any(_UNREAL),
        Expression(
            rf"\b(?:{_UNREAL}|may|maybe|perhaps|possibl\w*|could|can|would|wish\w*|if|when|whether|consider\w*)\b"
        ),
    ),
    Kind(
        _FORMER,
        Expression(
            r"\b(?:old\w*|former\w*|previous\w*|legacy|earlier|deprecated|was|were|used to|before|alte\w*|bisherig\w*"
            r"|früher\w*|vorige\w*|war\w*|antigu[oa]s?|viej[oa]s?|anterior|anciens?|anciennes?|vieux|vieille)\b"
        ),
    ),
    Kind(
        Expression(rf"^\W*(?:only )?(?:{_SOME})(?= \w)"),
        Expression(
            rf"\b(?:{_SOME}|any|part\w*|majority|mostly|usually|often|sometimes|can|may|not all|few|more)\b"
        ),
    ),
)
_LEAST = 0.5
"""Of what a text says, that must stand in a clause it rests on."""


def lost_qualifier(text: str, said: Iterable[str]) -> str | None:
    """None when a text keeps what its clauses say less by; else the words it left out. `said`: whole sentences."""
    wanted = words(text)
    for sentence in said:
        clauses = _clauses(sentence)
        shares = [_share(wanted, clause) for clause in clauses]
        most = max((*shares, _LEAST))
        for clause, share in zip(clauses, shares, strict=True):
            if share == most and (found := _lost_in(text, clause)):
                return found
            is_alone = share > _LEAST or shares.count(share) == 1
            if share == most and is_alone and (found := _lost_kind(KINDS, text, clause)):
                return found
    return None


def _clauses(sentence: str) -> list[str]:
    """The parts of a sentence that are judged apart, and it as a whole where one tells whose word it is."""
    parts = [part for part in _CLAUSE.split(sentence) if part]
    told, out = _SOURCE.search(sentence), _LEFT_OUT.search(sentence) or _EXCEPTED.search(sentence)
    return [*parts, sentence] if out or (told and told["who"]) else parts


def _lost_in(text: str, clause: str) -> str | None:
    if who := _other_ones(text, clause):
        return who
    if found := _lost_kind(_KINDS, text, clause):
        return found
    if (every := _ALL_BUT.search(clause)) and not _BESIDES.search(text):
        return every[0].strip()
    if (none := _NONE_BUT.search(clause)) and not _EXCEPTS.search(text):
        return none[0].strip()
    if excepted := _lost_exception(text, clause):
        return excepted
    out = _LEFT_OUT.search(clause)
    is_of_all = out and _UNIVERSAL.search(clause) and _UNIVERSAL.search(text)
    if out and not _BESIDES.search(text) and (is_of_all or shares(text, out["what"])):
        return out[0].strip()
    if (told := _SOURCE.search(clause)) and not (
        _TOLD.search(_USER_SAYS.sub(" ", text)) or (told["who"] and shares(text, told["who"]))
    ):
        return told[0].strip()
    return turned(text, clause) or lost_amount(text, clause)


def _lost_kind(kinds: Iterable[Kind], text: str, clause: str) -> str | None:
    for kind in kinds:
        if (found := kind.words.search(clause)) and not kind.kept.search(text):
            return clause[found.start() : found.end()]
    return None


def _lost_exception(text: str, clause: str) -> str | None:
    """What a clause makes an exception of, where a text says of it what the clause says of all the others."""
    found = _EXCEPTED.search(clause)
    if found is None or _EXCEPTS.search(text):
        return None
    if _UNIVERSAL.search(clause) and _UNIVERSAL.search(text):
        return found[0].strip()
    if not shares(text, found["what"]):
        return None
    before = clause[: found.start()].strip()
    return found[0].strip() if not before or shares(text, before) else None


def _other_ones(text: str, clause: str) -> str | None:
    """What the user is said to do, where the clause says it of somebody else."""
    if (told := _THE_USER.match(text)) is None:
        return None
    verb = re.escape(told["verb"])
    does = re.match(
        rf"\W*(?P<who>(?:(?:my|our|the|his|her|their)\s+)?(?P<one>[\w.-]+))\s+{verb}\b", clause, re.I
    )
    is_another = does is not None and does["one"].lower() not in _NOBODY_ELSE
    return does["who"] if does and is_another and does["one"].casefold() not in text.casefold() else None


def _share(wanted: Collection[str], clause: str) -> float:
    """How much of what a text says stands in the clause: it rests on the one that has most."""
    return len(shared(wanted, words(clause))) / len(wanted) if wanted else 1
