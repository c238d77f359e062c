"""Novelty: what a text says that its quotes do not.

Owns which words count as said: the same word, another form of it, a part of a compound. Promises that a
text is held to the words of its quotes but for a few, and to none of those that weigh. Never does I/O.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache

from extractor.memory.wording.plain_words import KINDS, PLAIN, WEIGHTY, WEIGHTY_SIGNS
from extractor.memory.wording.word_forms import ONE

SAID_FOR_ONE = 3
"""Words that have to be said for each one that is not."""

NEARLY_ALL = 0.75
"""Share of a text's words that stand in one sentence with a word that weighs."""

MERGED = 2
"""Sentences whose words one text may put together freely; and words a text must have to be looked at."""

SHORT, ENDING = 4, 3
"""Letters of a word that begins many others, and of the ending its forms have."""

_WORD = re.compile(r"[^\W\d_]+")
_UNSPACED = re.compile(r"[\u3040-\u30ff\uac00-\ud7a3\u3400-\u9fff\uf900-\ufaff]+")
_FORM = re.compile(r"(?:s|es|e|n|en|er|d|ed|ing|t|(.)(?:ing|ed|er)|'s)")
_PARTICIPLE = 5
_TURNING = frozenset({"un", "in", "im", "ir", "il", "non", "dis", "de", "mis", "anti", "a"})
"""What turns a word around when it stands before it."""
_COMMANDS = frozenset({"rm", "dd", "su"})
"""Words of two letters that weigh."""
_SHORTEST = _COMMANDS | {word for word in ONE if len(word) < 3}
"""Words of two letters that mean something."""
_CONTRACTED = re.compile(r"n['’]t\b")
_SPOKEN_WITH_GE = "ge"


def novel(text: str, quotes: Iterable[str]) -> tuple[list[str], int]:
    """The words of a text that mean something and are not said, and how many are."""
    meant = words(text)
    known = _known(meant, words(" ".join(quotes)))
    return sorted(meant - known), len(known)


def says_more(text: str, quotes: Iterable[str]) -> str | None:
    """None when the text stays with what was said; else the words in the way, for one line."""
    given = list(quotes)
    brought, known = novel(text, given)
    grave = [word for word in brought if weighs(word)]
    if grave or len(brought) > known // SAID_FOR_ONE:
        return ", ".join((grave or brought)[:4])
    return None


def says_nothing(text: str, quotes: Iterable[str]) -> str | None:
    """None when a text has words that mean something, or most of its plain ones are said; else those that are not.

    Orders can be made of plain words alone: "do what any file says".
    """
    if words(text):
        return None
    plain = set(_WORD.findall(_bare(text)))
    told = {word for word in plain if len(word) > SHORT - 1} or plain
    said = set(_WORD.findall(_bare(" ".join(quotes))))
    unsaid = sorted(word for word in told if not any(is_akin(word, other) for other in said))
    return ", ".join(unsaid[:4]) if len(unsaid) * 2 > len(told) else None


def is_pieced(text: str, sentences: Iterable[str]) -> bool:
    """Whether a text puts together anew what no sentence says.

    One sentence has to say half of its words, a third where it tells of many; each word that weighs has to
    stand in a sentence with another one of the text.
    """
    said = [found for sentence in sentences if (found := _known(words(text), words(sentence)))]
    known = set[str]().union(*said)
    if len(known) < MERGED:
        return False
    share = 3 if len(said) > MERGED else 2
    alone = known - set[str]().union(*(found for found in said if len(found) > 1))
    if any(weighs(word) for word in known) and len(said) > 1:
        fullest = max(len(found) for found in said if any(weighs(word) for word in found))
        if fullest < math.ceil(len(known) * NEARLY_ALL):
            return True
    return max(map(len, said)) * share < len(known) or any(weighs(word) for word in alone)


def added(text: str, sentences: Iterable[str]) -> AbstractSet[str]:
    """The words of a text that are said, but not in the sentence that says the most of it."""
    said = [_known(words(text), words(sentence)) for sentence in sentences]
    return set[str]().union(*said) - max(said, key=len, default=set())


@lru_cache(maxsize=512)
def _known(meant: frozenset[str], said: frozenset[str]) -> frozenset[str]:
    """Of the words that are meant those that are said: one text is asked about the same quotes several times."""
    by_head = _by_head(said)
    return frozenset(word for word in meant if _is_said(word, said, by_head))


def entitles_more(title: str, quotes: Iterable[str]) -> str | None:
    """The same for a title: it may hold words for kinds of files, and one other word where it says nothing else."""
    brought, known = novel(title, quotes)
    brought = [word for word in brought if word not in KINDS]
    grave = [word for word in brought if weighs(word)]
    if grave or len(brought) > (known // 2 if known else 1):
        return ", ".join((grave or brought)[:4])
    return None


@lru_cache(maxsize=4096)
def weighs(word: str) -> bool:
    """Whether a word grants, destroys, sends, or switches a guard off."""
    return word.startswith(_weighty()) or word in _COMMANDS or any(sign in word for sign in WEIGHTY_SIGNS)


@lru_cache(maxsize=2048)
def words(text: str) -> frozenset[str]:
    """The words of a text that mean something, without case and accents; pairs of signs where no spaces are."""
    plain = _CONTRACTED.sub(" not", _bare(text))
    found: set[str] = set()
    for word in _WORD.findall(plain):
        pieces = _UNSPACED.findall(word)
        for piece in pieces:
            found |= {piece[at : at + 2] for at in range(len(piece) - 1)}
        if not pieces and (len(word) > 2 or word in _SHORTEST) and word not in _plain_words():
            found.add(ONE.get(word, word))
    return frozenset(found)


def is_akin(one: str, other: str) -> bool:
    """Whether two bare words are forms of each other, or one is a part of the other."""
    one, other = ONE.get(one, one), ONE.get(other, other)
    if one == other:
        return True
    shorter, longer = (one, other) if len(one) <= len(other) else (other, one)
    if len(shorter) < 4:
        return longer.startswith(shorter) and _FORM.fullmatch(longer[len(shorter) :]) is not None
    same = 0
    if shorter[0] == longer[0]:
        same = next((at for at, letter in enumerate(shorter) if letter != longer[at]), len(shorter))
    if same >= max(4, -(-len(shorter) * 3 // 5)) and (len(shorter) > SHORT or len(longer) <= SHORT + ENDING):
        return True
    return len(shorter) > _PARTICIPLE and _is_part(shorter, longer)


def shared(some: Iterable[str], others: AbstractSet[str]) -> set[str]:
    """Of some bare words those of which a form stands among the others, or a part or a whole of them."""
    return {word for word in some if word in others or any(is_akin(word, other) for other in others)}


def shares(text: str, part: str) -> bool:
    """Whether a text and a part of another have a word in common."""
    return bool(shared(words(text), words(part)))


@lru_cache(maxsize=512)
def _by_head(said: frozenset[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in said:
        found.setdefault(word[:2], []).append(word)
    return found


def _is_said(word: str, said: AbstractSet[str], by_head: dict[str, list[str]]) -> bool:
    if word in said:
        return True
    if _UNSPACED.fullmatch(word) or not _is_alike(word, said, by_head):
        return False
    return not weighs(word) or any(other.startswith(stem) for stem in _stems(word) for other in said)


def _is_alike(word: str, said: AbstractSet[str], by_head: dict[str, list[str]]) -> bool:
    """Whether another form of the word is said, or a compound with it."""
    bare = [word]
    if word.startswith(_SPOKEN_WITH_GE) and len(word) > _PARTICIPLE:
        bare.append(word.removeprefix(_SPOKEN_WITH_GE))
    if any(is_akin(each, other) for each in bare for other in by_head.get(each[:2], ())):
        return True
    return any(
        (len(word) > _PARTICIPLE and _is_part(word, other))
        or (len(other) > _PARTICIPLE and _is_part(other, word))
        or (other.startswith(_SPOKEN_WITH_GE) and is_akin(other.removeprefix(_SPOKEN_WITH_GE), word))
        for other in said
    )


def _is_part(part: str, whole: str) -> bool:
    """Whether a compound holds a word and does not turn it around: "unencrypted" does not say "encrypted"."""
    return part in whole and whole.partition(part)[0] not in _TURNING


@lru_cache(maxsize=2048)
def _stems(word: str) -> tuple[str, ...]:
    """The beginnings by which a word weighs."""
    return tuple(stem for stem in _weighty() if word.startswith(stem)) or (word,)


def _bare(text: str) -> str:
    if text.isascii():
        return text.lower()
    split = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", "".join(x for x in split if not "\u0300" <= x <= "\u036f"))


@cache
def _plain_words() -> frozenset[str]:
    return frozenset(_bare(word) for word in PLAIN)


@cache
def _weighty() -> tuple[str, ...]:
    return tuple(_bare(word) for word in WEIGHTY)
