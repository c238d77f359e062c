"""Word order: a sentence as what it names, one behind the other, and what it tells side by side.

Owns the words that say the same in any place, those that relate what stands before them to what stands behind, and the
signs between things told side by side. Promises one name for all forms of a word of the text that is asked about.
Never does I/O.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile, zip_longest
from typing import TypeAlias

from extractor.memory.wording.novelty import is_akin

Name: TypeAlias = int
Names: TypeAlias = Sequence[Name | None]
"""What a sentence names, in order. None: a sign, or a word between things told side by side."""

_UNSPACED = "\u3040-\u30ff\uac00-\ud7a3\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(
    rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}](?:[^\W{_UNSPACED}]|[.'’/:@+#-](?=[^\W{_UNSPACED}]))*|[,;:()、，；。！？]|[.!?](?=\s|$)|\s[–—-]\s"
)
_WITHOUT_SPACES = re.compile(f"[{_UNSPACED}]")
_AND = frozenset(
    "and or nor but also because since so while whereas und oder aber sowie auch bzw weil denn y e o u pero también porque"
    " et ou mais aussi parce car ed anche ma mas maar och eller men и или а но i lub ale ve veya plus"
    " 和 与 及 以及 跟 或 或者 や と か および または".split()
)
"""Words that stand between things told side by side, in whatever order."""
_PLAIN = frozenset(
    "a an the this that these those is are was were be been being am has have had do does did will would shall"
    " i we you he she it they me us him them my our your his her its their user"
    " what whats what's what’s it's it’s that's that’s there's there’s i'm i’m you're you’re we're we’re they're they’re"
    " der die das den dem des ein eine einen einem einer eines ist sind war waren wird werden hat haben ich wir du ihr sie es"
    " el la los las un una unos unas es son era está están ha han yo nosotros tú"
    " le les l une des du est sont était a ont je nous tu vous il elle ils elles".split()
)
"""Words that may come and go between two others and leave what is said of them as it is."""
_ADVERBS = frozenset(
    "always never only first then next finally again still already just instead directly now today nowadays"
    " immer nie niemals nur zuerst erst jetzt heute"
    " dann danach siempre nunca solo sólo primero luego después ahora hoy toujours jamais seulement puis ensuite maintenant"
    " всегда никогда только".split()
)
"""Words that stand in many places of one sentence."""
_STAND_INS = frozenset(
    "one ones other others former latter both same each all must may can could should might if when stay stays keep kept"
    " muss darf kann soll sollte wenn falls beide doit peut si quand celle celui ceux celles debe puede cuando".split()
)
"""Words that stand for others, or leave open whether: which of two they stand beside tells nothing."""
_TIMES = frozenset("daily weekly monthly hourly yearly nightly early family reply july".split())
"""Words that end like an adverb and are none."""
_RELATIONS = frozenset(
    "than not over instead before after to from into onto until by with without of under above for like via on in at per"
    " then against versus vs beats calls uses owns replaces extends wraps imports blocks overrides supersedes precedes follows"
    " includes contains needs requires reviews triggers feeds becomes"
    " als statt nicht vor nach zu zum zur von vom in im bis durch mit ohne für über unter auf gegen dann nutzt ersetzt"
    " que no antes después de del por con sin para sobre contra luego"
    " avant après pas par avec sans pour sur contre puis"
    " не до после перед вместо из в на не niet voor na inte före efter وليس قبل بعد".split()
)
"""Words that relate what stands before them to what stands behind. A verb that is none of them may stand between what
only changed its order: "the warehouse counts on Mondays" begins with either in German."""
_ORDERS = frozenset(
    "than over before after vor nach statt als bevor nachdem avant antes prima dopo voor na före efter до после вместо"
    " قبل بعد".split()
)
"""Words that put one thing before, behind or in the place of another."""
_LANGUAGES = frozenset(
    "english german french spanish italian portuguese dutch swedish polish russian ukrainian turkish arabic chinese japanese"
    " korean hindi".split()
)
"""What something is in that a sentence may name the other way round: "German in the UI", "the UI is in German"."""
_POINTING = frozenset(
    "they them it its he she him which who that sie es er il ils elle elles ellos ellas".split()
)
"""Words that stand for what was named before."""
_WAYS = frozenset({"from", "to"})
"""Words of a way: together they tell which end is which."""
_BY = frozenset("by por par da door av".split())
"""Words before who does what is done, behind the verb."""
_LONGEST = 60
"""Words of a sentence that are looked at: from there on it tells too much for the places of two to say anything."""


@dataclass(frozen=True, slots=True)
class Order:
    """A sentence as what it names, in order."""

    names: tuple[Name | None, ...]
    places: dict[Name, int]
    """Where each name stands that stands in it once and says something by its place."""
    relations: frozenset[Name]
    """The names of words that relate what stands before them to what stands behind."""
    orders: frozenset[Name]
    """The names of words that put one thing before, behind or in the place of another."""
    anywhere: frozenset[Name]
    """The names of words whose place tells nothing: adverbs, and what relates or stands for others."""
    agents: frozenset[Name]
    """The names of words before who does what is done."""
    points_back: bool
    """A word in it stands for what was named before."""

    def parts(self) -> list[Order]:
        """Each of the things told side by side by itself, and the whole: what stands twice may stand once in a part."""
        parts = side_by_side(self.names)
        alone = [replace(self, names=tuple(part), places=_once(part, self.anywhere)) for part in parts]
        return [self, *alone] if len(alone) > 1 else [self]

    def place(self, name: Name) -> range:
        """The stretch of one name that stands once."""
        return range(self.places[name], self.places[name] + 1)

    def between(self, first: range, last: range) -> Names:
        """What stands between two stretches."""
        return self.names[first.stop : last.start]

    def behind(self, name: Name) -> list[Name]:
        """The names behind one, up to what is told beside it or another word that relates."""
        point = _point(self.names[self.names.index(name) + 1 :])
        return list(takewhile(lambda each: each not in self.relations, point))

    def lists(self, first: range, last: range) -> bool:
        """Whether two stretches are points of a list, which says the same in any order."""
        if None not in self.between(first, last):
            return False
        behind, ahead = _point(self.names[first.stop :]), _point(self.names[last.stop :])
        lead = _point(self.between(first, last)[::-1])
        before = _point(self.names[: first.start][::-1])
        return lead == before[: len(lead)] and behind == ahead[: len(behind)]


class Reading:
    """Reads sentences in the words of one text: forms of a word of the text have one name."""

    def __init__(self, text: str) -> None:
        self._names: dict[str, Name] = {}
        self._words: list[str] = []
        self._of_text = 0
        self.text = self.order(text)
        self._of_text = len(self._words)

    def word(self, name: Name) -> str:
        """A word of this name, as it was met first."""
        return self._words[name]

    def order(self, sentence: str) -> Order:
        """What a sentence names, in order, up to its sixtieth word."""
        tokens = [found[0].strip() for found in _TOKEN.finditer(sentence.casefold())]
        tokens = [
            token
            for token, behind in zip_longest(tokens, tokens[1:])
            if token != "in" or behind not in _LANGUAGES
        ]
        kept = [token for token in tokens if token not in _PLAIN][:_LONGEST]
        names = tuple(
            None if token in _AND or not token[0].isalnum() else self._name(token) for token in kept
        )
        names = names[: max((place + 1 for place, name in enumerate(names) if name is not None), default=0)]
        named = [(name, word) for name, word in zip(names, kept, strict=False) if name is not None]
        has_way = set(kept) >= _WAYS
        anywhere = frozenset(name for name, word in named if _is_anywhere(word))
        return Order(
            names,
            _once(names, anywhere),
            frozenset(name for name, word in named if _relates(word)),
            frozenset(name for name, word in named if word in _ORDERS or (word in _WAYS and has_way)),
            anywhere,
            frozenset(name for name, word in named if word in _BY),
            not _POINTING.isdisjoint(tokens),
        )

    def _name(self, word: str) -> Name:
        if word not in self._names:
            of_text = enumerate(self._words[: self._of_text or None])
            is_word = word.isalpha()
            akin = (name for name, known in of_text if is_word and known.isalpha() and is_akin(known, word))
            self._names[word] = next(akin, len(self._words))
            if self._names[word] == len(self._words):
                self._words.append(word)
        return self._names[word]


def side_by_side(names: Names) -> list[list[Name]]:
    """What is told side by side: the names between signs and "and"s, without what is empty."""
    return [part for part in _parts(names) if part]


def is_same(some: Names, others: Names) -> bool:
    """Whether two stretches name the same in one order, with the sign or "and" in one place where both have one."""
    if None in some and None in others:
        return _parts(some) == _parts(others)
    return [name for name in some if name is not None] == [name for name in others if name is not None]


def _once(names: Names, anywhere: frozenset[Name]) -> dict[Name, int]:
    """Where each name stands that stands once and says something by its place."""
    counts = Counter(names)
    return {
        name: place
        for place, name in enumerate(names)
        if name is not None and counts[name] == 1 and name not in anywhere
    }


def _parts(names: Names) -> list[list[Name]]:
    """The names between signs and "and"s; several signs are one."""
    parts: list[list[Name]] = [[]]
    for is_sign, group in groupby(names, lambda name: name is None):
        if is_sign:
            parts.append([])
        else:
            parts[-1] += [name for name in group if name is not None]
    return parts


def _point(names: Names) -> list[Name]:
    """The names up to the next sign or "and"."""
    return _parts(names)[0]


def _is_anywhere(token: str) -> bool:
    """Whether the place of a word in a sentence tells nothing."""
    is_adverb = token in _ADVERBS or (token.isascii() and token.endswith("ly") and token not in _TIMES)
    is_relation = token in _RELATIONS and token not in _ORDERS
    return is_adverb or is_relation or token in _STAND_INS or token.endswith(("n't", "n’t"))


def _relates(token: str) -> bool:
    """Whether a word relates others; what stands between two without a space does."""
    return token in _RELATIONS or _WITHOUT_SPACES.match(token) is not None
