"""Force: small words that make a sentence hold for more than was said, or for the opposite.

Owns the families of such words, in the languages people write to agents in. Promises that a text has none of a
family unless the person's sentences have one that licenses it. Never weighs words that name things: `novelty` does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from extractor.memory.text.expressions import Expression

APOSTROPHE = r"(?:['’‘`´ʼʹ′＇ˈ՚]| \u0301)"
"""The sign in "don't" as it is typed; ´ is a space and an accent where a text is folded."""
SHORT_NOT = rf"n{APOSTROPHE}t\b"
"""The end of a word that says "not"."""
NOT = (
    rf"(?=[acdhimnsw])(?:ai|are|ca|could|did|do|does|had|has|have|is|might|must|need|sha|should|was|were|wo|would)n{APOSTROPHE}?t"
    r"|n(?:ot|ever|o|one|obody|othing|or|icht|ie|unca|iet|ooit|ão)|kein\w*|jamais|pas|aucun\w*|geen|mai|inte|aldrig"
    r"|не|нет|никогда"
)
"""The words for "not", as a part of an expression: whoever looks for one begins with these."""
BEHIND_A_NO = (
    r"i|i['’]?m|i['’]?d|i['’]?ll|we|we['’]?re|we['’]?ll|you|you['’]?re|it|it['’]?s|that|that['’]?s|this|these|those|there|there['’]?s|they|he"
    r"|she|the|an?|my|your|our|let['’]?s|please|just|still|only|not|never|always|don['’]?t|do|does|but|and|if|when|because|instead|sorry"
    r"|thanks|actually|wait|use(?! of)|keep|leave|make|put|go|take|write|run|call|stick|should|yes|no|is|was|as|both|neither"
    r"|drop|skip|remove|stop|avoid"
)
"""What stands behind a "no" that answers, without a mark between: other words are what there shall be none of."""
NOT_PICTURED = "🙅🚫⛔❌👎"
"""The pictures that say it."""
_NOT = rf"{NOT}|nowhere|neither|nie\w*|jam[aá]i?s|ning\w+|non|ingen|ikke"
_AGAINST = (
    r"avoid\w*|stop\w*|hate\w*|dislike\w*|leave|out|off|skip\w*|drop\w*|remov\w*|ban\w*|forbid\w*|forbidden|against|too|instead"
    r"|rather|prefer\w*|over|only|no longer|vermeid\w*|verboten|lass\w*|weg|statt|evit\w*|sin|sans|senza|sem|ohne|zonder"
)


@dataclass(frozen=True, slots=True)
class Family:
    """Words of a text, and those of which a person has to have said one for them."""

    written: str
    """The first as they are written, between strokes."""
    words: Expression
    licence: Expression


def _family(words: str, licence: str) -> Family:
    return Family(words, _any(words), _any(f"{words}|{licence}"))


def _any(words: str) -> Expression:
    return Expression(rf"(?<![\w'’-])(?:{words})(?!\w)")


FAMILIES = (
    _family(
        r"always|every(?:thing|one|body|where)?|each|any(?:thing|one|body|where)?|all|whenever|whatever|whoever|wherever"
        r"|immer|jede\w*|alles?|siempre|cada|tod[oa]s?|toujours|chaque|tous|toutes|sempre|ogni|tutt[ie]|altijd|elke?"
        r"|всегда|кажд\w+|alltid|varje|zawsze|her zaman",
        rf"per|one|{_NOT}|unless|only|general\w*|default|rule|from (?:now|here) on|going forward|must|both|n?either|usual\w*"
        r"|ab jetzt|grundsätzlich|stets",
    ),
    _family(
        r"without|ohne|sin|sans|senza|sem|zonder|без|bez|utan|uten",
        rf"{_NOT}|avoid\w*|stop\w*|leave|out|off|skip\w*|drop\w*|remov\w*|unless|before|first|free\w*|erst|bevor|vor|antes|avant|prima",
    ),
    _family(
        r"avoid\w*|dislikes?|vermeid\w*|evita\w*|évite\w*",
        rf"{_NOT}|{_AGAINST}|less|fewer|without|{_NOT}",
    ),
    _family(
        r"ask(?:s|ed|ing)?|consult\w*",
        r"quer\w+|questions?|confirm\w*|check with|says? so|tell\w*|told|permission|approv\w*|own|ok(?:ay)?|allow\w*|may|can|free"
        r"|wish\w*|frag\w*|absprache|gefragt|pregunt\w*|avis\w*|demande\w*|consult\w*|chied\w*|vraag\w*|спрос\w*|спраш\w*"
        r"|knows?|owns?|responsible|decides?|leads?|reviews?|need to|go ahead|whenever|let me know|sign[- ]?off",
    ),
    _family(
        r"if|unless|except|provided that|falls|sofern|es sei denn|a menos que|sauf si|tenzij|если|jeśli",
        r"when\w*|where\w*|while|until|till|once|case|whether|should|otherwise|or else|else|depend\w*|or|without|only|but"
        r"|as long as|assuming|given|upon|apart|aside|exception|exclud\w*"
        r"|suppos\w*|would|could|might|may|can|any\w*|every\w*|each|always|for|sometimes"
        r"|si|se|wenn|wann|ob|bei|sonst|solange|nur|außer"
        r"|oder|cuando|donde|sólo|solo|o|quand|lorsque|ou|seulement|als|wanneer|of|когда|или|только",
    ),
    _family(
        r"follow(?:s|ed|ing)?", r"per|as|like|stick\w*|according|use[sd]?|by|in|after|guide\w*|then|next"
    ),
)
_OF_ANY = _any("|".join(family.written for family in FAMILIES))
_PAIRS = (
    ("on", "off"),
    ("before|until|prior to|wait", "after|wait"),
    ("at most|maximum|max|up to", "at least|minimum|min"),
    (r"(?:under|below)(?= \W?\d)", r"(?:over|above)(?= \W?\d)"),
    ("new|newer", "old|older"),
    ("first", "last"),
    ("short|shorter", "long|longer"),
    ("small|smaller", "large|larger|big|bigger"),
    ("right", "wrong"),
    ("good|better", "bad|worse"),
    ("more", "less|fewer"),
    ("enabled?|enabling", "disabled?|disabling"),
    ("private|internal", "public"),
    ("vor|bevor", "nach|nachdem"),
    ("antes", "después"),
    ("avant", "après"),
    ("höchstens|maximal", "mindestens"),
)
OPPOSITES = tuple((_any(one), _any(other)) for one, other in _PAIRS)
_OPPOSED = _any("|".join(word for pair in _PAIRS for word in pair))


def unsaid_force(text: str, said: Iterable[str]) -> str | None:
    """None when the small words of a text are licensed by what was said; else one that is not."""
    sentences = list(said)
    for family in FAMILIES if _OF_ANY.search(text) else ():
        if (found := family.words.search(text)) and not _has(family.licence, sentences):
            return text[found.start() : found.end()]
    for one, other in OPPOSITES if _OPPOSED.search(text) else ():
        for mine, theirs in ((one, other), (other, one)):
            found = None if theirs.search(text) else mine.search(text)
            if found and _has(theirs, sentences) and not _has(mine, sentences):
                return text[found.start() : found.end()]
    return None


def _has(words: Expression, sentences: Iterable[str]) -> bool:
    return any(words.search(sentence) for sentence in sentences)
