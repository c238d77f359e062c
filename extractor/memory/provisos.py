"""Provisos: what a person's sentence says beside the rule in it, that it is a question or holds only if.

Owns the marks of conditions and questions. Promises to judge sentence by sentence: what one says does not
bind another. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from extractor.memory.novelty import is_akin, words

_END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|;\s+")
_CONDITION = re.compile(
    r"\b(?:only (?:if|when|for|on|in|after|with|while)|unless|except(?: for| when| if)?|as long as|provided(?: that)?"
    r"|if|when|until|es sei denn|außer(?: wenn)?|nur (?:wenn|bei|für|nach)|wenn|falls|sofern|solange"
    r"|a menos que|salvo|excepto|solo si|sólo si|sauf(?: si)?|à moins que|seulement si|tranne|a meno che|solo se|se"
    r"|tenzij|behalve|alleen als|если|кроме|jeśli|chyba że)\b(?!['’])",
    re.IGNORECASE,
)
_NO_CONDITION = re.compile(
    r"\b(?:see|check|ask(?: me)?|know|wonder\w*|(?:not|n['’]t|un)[ ]?(?:sure|certain)|no idea|curious|doubt|tell me|as|even"
    r"|what) if\b"
    r"|\bif (?:possible|you (?:can|like|want|wish|please|would)|needed|necessary|so|not|that)\b"
    r"|\bwhen(?:ever)? (?:possible|needed|necessary)\b|\bno matter (?:if|when)\b",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"\b(?:if|when\w*|unless|only|except\w*|until|till|while|once|as long as|provided|without|wenn|falls|sofern|nur"
    r"|außer|ohne|bis|sobald|wo|si|solo|sólo|salvo|sauf|sans|sin|cuando|quand|se|quando|senza|sem|als|tenzij|alleen"
    r"|если|только|без|jeśli|tylko|chyba|bez)\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"\b(?:(?:can|could|would|will|won't|can't|mind) (?:you|we|u)|you (?:can|could)|please|pls"
    r"|why (?:not|don't)|(?:kannst|könntest|würdest|magst) du|bitte|(?:puedes|podrías)|por favor"
    r"|(?:peux|pourrais|veux)[- ]tu|(?:pourriez|pouvez)[- ]vous|s'il (?:te|vous) pla[iî]t|puoi|potresti|podes?"
    r"|poderia|kun je|kan du)\b",
    re.IGNORECASE,
)
_FOR_GOOD = re.compile(r"\b(?:from now on|always|never|immer|nie|ab jetzt)\b", re.IGNORECASE)
"""A wish put with a mark of doubt: "never mock it, yes?"."""
_TAG = re.compile(
    r"[,\s](?:ok|okay|alright|all right|please|ja|gut|vale|d'accord|va bene)\s*\?+$", re.IGNORECASE
)
_WONDER = re.compile(
    r"^\W*(?:(?:so|and|but|hm+|well|also)\W+)?(?:i (?:wonder|was wondering|am not sure|'m not sure)|not sure (?:if|whether)"
    r"|(?:why|how|what|who|where|which|is|are|was|were|does|do|did|should|has|have|had|may|might|warum|wieso|wie|wer"
    r"|ist|sind|soll|sollen|sollten|qué|cómo|por qué|est-ce|pourquoi|perché)\b.*\?)",
    re.IGNORECASE | re.DOTALL,
)


def sentences(text: str) -> list[str]:
    """The sentences of a text, none of them empty."""
    return [part.strip() for part in _END.split(text) if part.strip()]


def is_question(sentence: str) -> bool:
    """Whether a sentence asks to be told something, rather than asking for something to be done."""
    if _WONDER.match(sentence) and not re.match(r"\W*why (?:not|don't)", sentence, re.IGNORECASE):
        return not _asks_politely(sentence) or sentence.casefold().lstrip().startswith(("why", "how", "what"))
    is_wish = _asks_politely(sentence) or _FOR_GOOD.search(sentence) or _TAG.search(sentence)
    return sentence.endswith(("?", "？")) and not is_wish


def _asks_politely(sentence: str) -> bool:
    return _REQUEST.search(sentence) is not None


def lost_condition(text: str, said: Iterable[str]) -> str | None:
    """None when the text keeps the conditions of the sentences it rests on; else a condition it left out.

    `said`: whole sentences. A condition is kept by a word that limits, or by any word of the condition itself.
    """
    if _LIMIT.search(text):
        return None
    wanted = words(text)
    lost: str | None = None
    for sentence in said:
        rule, condition = _parts(sentence)
        if not (condition and _share(wanted, rule)):
            if wanted and len(_shared(wanted, words(sentence))) == len(wanted):
                return None
            continue
        if not words(condition) or not _share(wanted, condition):
            lost = condition.strip() or sentence
    return lost


def _parts(sentence: str) -> tuple[str, str]:
    """What a sentence says, and the condition it says it under."""
    masked = _NO_CONDITION.sub(lambda match: "·" * len(match[0]), sentence)
    found = _CONDITION.search(masked)
    if found is None:
        return sentence, ""
    # A condition that comes first ends at the comma; one that comes last, with the sentence.
    comma = sentence.find(",", found.end())
    end = comma if comma >= 0 else len(sentence)
    return sentence[: found.start()] + " " + sentence[end:], sentence[found.start() : end]


def _share(wanted: AbstractSet[str], text: str) -> bool:
    return bool(_shared(wanted, words(text)))


def _shared(wanted: AbstractSet[str], said: AbstractSet[str]) -> AbstractSet[str]:
    return {word for word in wanted if any(is_akin(word, other) for other in said)}
