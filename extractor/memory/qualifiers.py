"""Qualifiers: words by which a clause says less than the same clause without them, or its opposite.

Owns what nearly denies, what is past, what somebody else says, what is left out of all and what is put before another.
Promises to judge the clause a text rests on alone, and to let pass what keeps a word of the kind. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from extractor.memory.amounts import lost_amount
from extractor.memory.expressions import Expression
from extractor.memory.force import NOT, SHORT_NOT
from extractor.memory.novelty import shared, words
from extractor.memory.opposites import opposite
from extractor.memory.reservations import KINDS, Kind
from extractor.memory.telling import telling
from extractor.memory.unfulfilled import UNFULFILLED

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
_SAYS_NO = (
    rf"{NOT}|avoid\w*|without|stop\w*|against|few|little|less|drop\w*|remov\w*|missing"
    r"|forg[eo]t\w*|vermeid\w*|ohne|wenig\w*|sin|sans"
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
_OTHER = r"(?P<other>(?:(?!(?:but|and|so|because|for|in|on|to|when|if)\b)[\w'’-]+\s*){1,3})"
_PREFERRED = (
    re.compile(
        r"\b(?:prefer\w*|favou?r\w*|choose|chose|chosen|pick(?:ed)?|(?:i|we|they) like) (?P<one>(?!\w+ing )[\w'’ -]{2,40}?) over "
        + _OTHER,
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:prefier\w+|preferimos|préfèr\w+|préférons|preferisc\w+|prefiro|preferimos) (?P<one>[\w'’ -]{2,40}?)"
        r" (?:al?|a la|antes que|à|au|aux) " + _OTHER,
        re.IGNORECASE,
    ),
    re.compile(
        r"(?<![\w'’-])(?P<one>[\w'’-]+(?: [\w'’-]+)?) (?:instead of|rather than) " + _OTHER, re.IGNORECASE
    ),
)
"""One thing that is put before another."""
_LEFT_BEHIND = re.compile(
    r"\b(?:(?:mov|migrat|switch)\w+|chang(?:ed|ing)) (?:away )?(?:from|off(?: of)?) (?P<what>[^,.;:!?]{2,40}?)"
    r"(?: (?:to|towards|onto) (?P<to>[^,.;:!?]{2,40}))?(?=[,.;:!?]|$)",
    re.IGNORECASE,
)
"""What is given up for something else."""
_GIVEN_UP = Expression(
    rf"\b(?:from|away|off|left|leav\w*|replac\w*|instead|former\w*|previous\w*|old|used to|was|were|{_SAYS_NO})\b|{SHORT_NOT}"
)
_TOO_MUCH = re.compile(
    r"\btoo (?P<how>\w+) (?:to|for) (?P<what>[^,.;:!?]{2,60}?)(?=[,.;:!?]|\s(?:so|but|and)\s|$)",
    re.IGNORECASE,
)
_NOT_CHOSEN = Expression(rf"\b(?:{_SAYS_NO}|instead|over)\b|{SHORT_NOT}")
_SAID_TOO_MUCH = Expression(rf"\b(?:too|{_SAYS_NO})\b|{SHORT_NOT}")
_MAY_DO = re.compile(
    r"\b(?:may|might|could) (?:also |sometimes |still |well )?(?P<does>[a-z]{3,})\b", re.IGNORECASE
)
_MAY = Expression(
    r"\b(?:may|might|could|can|would|possibl\w*|perhaps|maybe|sometimes|allowed|permitted|free to|if|when"
    r"|nobody|no one|only|except\w*)\b"
)
_WAS_DOING = re.compile(r"\b(?:was|were) (?P<doing>\w+ing)\b", re.IGNORECASE)
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
_WAS = re.compile(r"\b(?:was|were)\b(?! \w+(?:ed|en|t)\b)", re.IGNORECASE)
_IS = re.compile(r"\b(?:is|are|will|must|should|always|never|be)\b|['’](?:s|re)\b", re.IGNORECASE)
_DID = re.compile(
    r"\b(?:i|we|they|he|she|(?-i:[A-Z])\w+) (?!want|need|lik|prefer|decid|agre|hop|nam|call|ask|us)(?P<verb>[a-z]{3,}?)e?d\b",
    re.IGNORECASE,
)
_BEFORE_NOW = re.compile(
    r"\b(?:was|were|had|used|did|before|former\w*|previous\w*|once|no longer|until|\w+ed)\b", re.IGNORECASE
)
_USERS = frozenset("user user's users team".split())
_ONLY_WHO = re.compile(
    r"\W*(?:only|nur|sólo|solo|seuls?) (?:the |die |der |los |las |les )?(?P<who>[\w-]+s|(?-i:[A-ZÄÖÜ])\w+)\s",
    re.IGNORECASE,
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
    Kind(_any(rf"{_SELDOM}|{_AGAINST}"), Expression(rf"\b(?:{_SELDOM}|{_AGAINST}|{_SAYS_NO})\b|{SHORT_NOT}")),
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
    if out and not _BESIDES.search(text) and (is_of_all or _shares(text, out["what"])):
        return out[0].strip()
    if (told := _SOURCE.search(clause)) and not (
        _TOLD.search(_USER_SAYS.sub(" ", text)) or (told["who"] and _shares(text, told["who"]))
    ):
        return told[0].strip()
    return _turned(text, clause) or lost_amount(text, clause)


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
    if not _shares(text, found["what"]):
        return None
    before = clause[: found.start()].strip()
    return found[0].strip() if not before or _shares(text, before) else None


def _turned(text: str, clause: str) -> str | None:
    """What a text turns into the opposite: the one thing that is put after another, what is too much, what was."""
    for form in _PREFERRED:
        chosen, told = form.search(clause), form.search(text)
        if chosen is None:
            continue
        is_swapped = (
            told is not None
            and _shares(told["one"], chosen["other"])
            and _shares(told["other"], chosen["one"])
            and not (_shares(told["one"], chosen["one"]) or _shares(told["other"], chosen["other"]))
        )
        is_alone = not (_shares(text, chosen["one"]) or _NOT_CHOSEN.search(text)) and _shares(
            text, chosen["other"]
        )
        if is_swapped or is_alone:
            return chosen[0].strip()
    left = _LEFT_BEHIND.search(clause)
    if (
        left
        and _shares(text, left["what"])
        and not (_GIVEN_UP.search(text) or _shares(text, left["to"] or ""))
    ):
        return left[0].strip()
    too = _TOO_MUCH.search(clause)
    if too and _shares(text, too["what"]) and not (_SAID_TOO_MUCH.search(text) or _shares(text, too["how"])):
        return too[0]
    may = _MAY_DO.search(clause)
    if may and not _MAY.search(text) and re.search(rf"\b{may['does']}e?s\b", text, re.IGNORECASE):
        return may[0]
    if contrary := opposite(text, clause):
        return contrary
    if past := _past_told_as_present(text, clause):
        return past
    if (only := _ONLY_WHO.match(clause)) and _moves_only(text, only["who"]):
        return only[0].strip()
    was = _WAS_DOING.search(clause)
    if was and re.search(rf"\b(?:is|are) {was['doing']}\b", text, re.IGNORECASE):
        return was[0]
    return None


def _past_told_as_present(text: str, clause: str) -> str | None:
    if _BEFORE_NOW.search(text):
        return None
    was = _WAS.search(clause) if telling(text) <= telling(clause) | _USERS else None
    if was and not _IS.search(clause) and re.search(r"\b(?:is|are)\b", text, re.IGNORECASE):
        return was[0]
    for did in _DID.finditer(clause):
        if re.search(rf"\b{re.escape(did['verb'])}(?:e?s|e)\b", text, re.IGNORECASE):
            return did[0]
    return None


def _moves_only(text: str, who: str) -> bool:
    """Whether a text limits something else than who does it."""
    told = text.casefold()
    return (
        who.casefold() in told
        and re.search(
            rf"\b(?:only|nur|sólo|solo|seuls?)\b(?! (?:the |die |der |los |las |les )?{re.escape(who.casefold())})",
            told,
        )
        is not None
    )


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


def _shares(text: str, part: str) -> bool:
    return bool(shared(words(text), words(part)))
