"""Frames: what a sentence puts around words, so that they are not what the person says or orders.

Owns what somebody else wants or likes, what one was told, what is complained of, and what stands between quotation
marks for work to be done with it. Promises to let pass what keeps the frame. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from extractor.memory.wording.novelty import shared, shares, words
from extractor.memory.wording.telling import every_word, telling

_OURS = r"i|we|you|it|this|that|these|those|they|one|who|what|which|if|when|as|everyone|everybody|people|users?|nobody|anyone"
_WANTED = re.compile(
    rf"\W*(?:(?:and|but|so|well|fyi|btw|also)\W+)*(?P<who>(?!(?:{_OURS})\b)\w[\w'’.-]*(?:\s+(?!(?:{_OURS})\b)\w[\w'’.-]*){{0,2}}?)\s+"
    r"(?:wants?|would like|['’]d like|likes?|loves?|hates?|plans?|intends?|hopes?|tries|tried|prefers?"
    r"|believes?|feels|finds|wanted|liked|asks?|asked"
    r"|will|möchte|mag|hasst|findet|glaubt|quiere|cree|piensa|odia|veut|aime|déteste)\b(?! be\b)",
    re.IGNORECASE,
)
"""What somebody else wants, or likes."""
_WANTS = re.compile(r"\bwill\b", re.IGNORECASE)
_TOLD = re.compile(
    r"\W*(?:(?:and|but|so|well|fyi|btw|also)\W+)*(?:i|we)(?:['’]ve| have| had)? (?:was|were|been|got|am|are) (?:always |once )?"
    r"(?:told|asked|advised|instructed|taught)\b",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"\b(?:told|ask\w*|advis\w*|instruct\w*|taught|said|according|claim\w*|suppos\w*)\b", re.IGNORECASE
)
_COMPLAINED = re.compile(
    r"\W*(?:(?:and|but|so|again|ugh|argh|man|wow)\W+)*you (?:always|never|keep|kept|often|usually|still)\b",
    re.IGNORECASE,
)
"""What the agent is said to do."""
_YOU = re.compile(r"\byou\b", re.IGNORECASE)
_QUOTED = re.compile(
    r"`([^`]{8,})`|“([^“”]{8,})”|«([^«»]{8,})»|„([^„“]{8,})“|\"([^\"]{8,})\"|(?<!\w)'([^']{8,})'(?!\w)"
)
_FOR_WORK = re.compile(
    r"\W*(?:(?:please|now|can you|could you|and|then|just)\W+)*(?:grep|search|find|look (?:for|up)|replace|rename|change"
    r"|fix the|correct the|write (?:me )?an?"
    r"|translate|rephrase|proofread|print|echo|type|spell|summari[sz]e|explain|parse|match|highlight|quote|delete|remove|reply|answer"
    r"|suche?|ersetze|übersetze|busca|reemplaza|traduce|cherche|remplace|traduis)\b",
    re.IGNORECASE,
)
"""What is done with words, and not what they say."""
_BUT = re.compile(r",\s+(?:(?:but|and|while|aber|und|pero|y|mais|et)\s+)?|;\s+", re.IGNORECASE)
_KIDDING = re.compile(r"\W*(?:not|nope|just kidding|kidding|jk|/s|haha,? no)\W*", re.IGNORECASE)
"""A sentence that takes back the one before it."""
_RULED = re.compile(
    r"\b(?:rules?|polic(?:y|ies)|motto|principles?|guidelines?|conventions?|remember|we say|i say|regeln?|regla|règle)\b",
    re.IGNORECASE,
)
"""What says that quoted words are meant."""
_SENTENCE = 4
"""Words of a quotation from which it says something by itself; of fewer it names a thing."""
_USERS = frozenset("user user's users says say said wants want".split())
_SHOWN = 60
"""Characters of what stands around quoted words that are told."""
_STRUCK = re.compile(r"~~(?P<struck>[^~\n]{2,80})~~")
"""What is crossed out."""
_WITH_WORDS = re.compile(
    r"\W*(?:(?:please|now|can you|could you)\W+)*(?:grep|translate|rephrase|proofread|print|echo|spell|summari[sz]e|explain"
    r"|fix the|correct the|übersetze|traduce|traduis)\b",
    re.IGNORECASE,
)
"""The same, before a colon: what else stands there may be the name of a thing."""
_COLON = re.compile(r"[^:]{3,60}:\s+(?P<behind>\S.*)", re.DOTALL)


def taken_for_a_joke(said: Iterable[str]) -> bool:
    """Whether one of the sentences takes back, in a word, what stands before it."""
    return any(_KIDDING.fullmatch(sentence) for sentence in said)


def lost_frame(text: str, said: Iterable[str]) -> str | None:
    """None when a text keeps what its sentences put around its words; else that. `said`: whole sentences."""
    for sentence in said:
        wanted = _WANTED.match(_resting_on(text, sentence))
        if wanted and _is_wish(wanted) and not shares(text, wanted["who"]):
            return wanted[0].strip()
        told = _TOLD.match(sentence)
        if told and not _SAID.search(text):
            return told[0].strip()
        complained = _COMPLAINED.match(sentence)
        if complained and not _YOU.search(text):
            return complained[0].strip()
        if struck := _STRUCK.search(sentence):
            rest = every_word(sentence.replace(struck[0], " "))
            if (every_word(struck["struck"]) - rest) & every_word(text):
                return struck[0]
        if found := _quoted_in(text, sentence):
            return found
    return None


def _resting_on(text: str, sentence: str) -> str:
    """The clause of a sentence that says most of a text."""
    clauses = [part for part in _BUT.split(sentence) if part.strip()]
    return max(clauses, key=lambda part: len(shared(telling(text), telling(part))), default=sentence)


def _is_wish(wanted: re.Match[str]) -> bool:
    """Whether somebody is named who wants something: a thing that likes nothing has no words of its own."""
    return bool(words(wanted["who"])) and not (_WANTS.search(wanted[0]) and not wanted["who"][:1].isupper())


def _quoted_in(text: str, sentence: str) -> str | None:
    """What stands before the words a text is made of, where those are quoted, or stand behind a colon, for work."""
    colon = _COLON.match(sentence) if _WITH_WORDS.match(sentence) else None
    quoted = ((found[0], part) for found in _QUOTED.finditer(sentence) for part in found.groups() if part)
    least = 1 if _FOR_WORK.match(sentence) else _SENTENCE if not _RULED.search(sentence) else None
    meant = telling(text) - _USERS
    for whole, part in (*quoted, *([(colon["behind"], colon["behind"])] if colon else [])):
        around, held = sentence.replace(whole, " "), telling(part)
        is_whole = least is not None and len(part.split()) >= least and len(shared(meant, held)) == len(meant)
        if meant and telling(around) and is_whole:
            return " ".join(around.split())[:_SHOWN]
    return None
