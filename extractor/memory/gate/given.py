"""Given: what others wrote and the agent was given to read, and whether it only repeats it.

Owns the question whether words stand together in one place that was read. Promises to look through
each text once a question, letters that hide or pass for others taken away. Never does I/O.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise

from extractor.domain import Milliseconds
from extractor.memory.gate.packed import PackedTexts
from extractor.memory.gate.undisguised import undisguised
from extractor.memory.wording.literals import literals
from extractor.memory.wording.novelty import is_akin, weighs, words

SHARE = 0.6
"""Of the words of a sentence, so many in one place that was read make them that place's words."""
HEAD = 3
"""Letters by which words are looked for before they are compared."""
FEW = 4
"""Words up to which a sentence stands in many places by chance."""
SHARE_OF_FEW = 0.75
"""Of so few, so many where none of them weighs and what they name is not there."""
NEAR = 2
"""Times its length, within which its words stand where such a sentence was read."""
LONG = 600
"""Characters of a line from which on it is looked at in parts: a page of records may be a single line."""

_ASKING = frozenset(
    "approach approaches option options direction choice choices alternative alternatives variant proposal suggestion way"
    " correct right better best clarify think opinion preference proceed ansatz variante richtung vorschlag losung"
    " lieber bevorzugst welche welchen welcher welches enfoque opcion opciones prefieres propuesta cual".split()
)
"""Words that ask somebody to choose and name nothing to choose."""

_ALIKE = str.maketrans("аеорсухіјѕԁһɡνοαιρτυκ", "aeopcyxijsdhgvoaiptuk")
_WORD_START = re.compile(r"\b\w")
_JOINED = re.compile(r"\w+(?:[./@:]\w+)+")
"""Words that one name holds together: a host, a path, a package."""
_HIDDEN = frozenset({"Cf", "Cc", "Co"})
_KEPT = frozenset("\n\t")
_ACCENTS = re.compile("[\u0300-\u036f]")


@dataclass(frozen=True, slots=True)
class _Sought:
    """A sentence as it is looked for. Those of the same words may differ in all the rest."""

    wanted: frozenset[str]
    lent: frozenset[str]
    before: Milliseconds
    grave: frozenset[str] = frozenset()
    """Of few words those that weigh: one has to be there, or a name."""
    within: int | None = None
    """Characters in which few words that do not weigh have to stand."""
    names: frozenset[frozenset[str]] = frozenset()
    """The words of each name among few words: where one name stands, they need not stand together."""

    @classmethod
    def of(cls, sentence: str, lent: AbstractSet[str], before: Milliseconds) -> _Sought:
        """What is looked for of a sentence: more is asked of one of few words."""
        wanted, borrowed = words(unmasked(sentence)), frozenset(lent)
        if len(wanted) > FEW:
            return cls(wanted, borrowed, before)
        named = (*literals(sentence), *_JOINED.findall(sentence))
        names = frozenset(filter(None, (words(unmasked(name)) for name in named)))
        grave = frozenset(filter(weighs, wanted))
        return cls(wanted, borrowed, before, grave, None if grave else NEAR * len(sentence), names)

    def stands_in(self, place: str) -> bool:
        """Whether the place says it."""
        said = words(place)
        is_named = any(name <= said for name in self.names)
        reach = None if is_named else self.within
        least = SHARE if reach is None else SHARE_OF_FEW
        if _share(self.wanted, said) < least or _share(self.lent, said) < least:
            return False
        if reach is not None and not _stand_near(self.wanted, " ".join(place.split()), reach):
            return False
        return not self.grave or is_named or _share(self.grave, said) > 0


class Given:
    """The texts, each with the time it was given. They are looked at when the first question is asked."""

    def __init__(self, texts: Iterable[tuple[Milliseconds, str]]) -> None:
        self._raw = texts
        self._plain: PackedTexts | None = None
        self._known: dict[_Sought, bool] = {}

    def holds(self, sentence: str, lent: AbstractSet[str], before: Milliseconds) -> bool:
        """Whether a sentence of the agent's repeats a place it had read by then.

        `lent`: the words of it the person did not say. Most words of the sentence have to stand in that
        place, and most of those. Chance brings a few words together: of those that weigh one has to be there; of
        the others nearly all have to stand near each other, unless what they name stands there too. A question that
        names nothing ("Which approach do you prefer?") is in nobody's text but as a word by chance.
        """
        sought = _Sought.of(sentence, lent, before) if lent else None
        if sought is None or not sought.wanted or _names_nothing(sentence, sought.wanted):
            return False
        if sought not in self._known:
            self._known[sought] = self._find(sought)
        return self._known[sought]

    def _find(self, sought: _Sought) -> bool:
        heads = sorted({word[:HEAD] for word in sought.wanted | sought.lent})
        near = re.compile("|".join(map(re.escape, heads)))
        for at, text in self._texts():
            # Most texts are told apart by this alone, at the speed of a search for one word.
            if at > sought.before or sum(head in text for head in heads) * 2 < len(heads):
                continue
            for place in _places(text):
                if len({found[0] for found in near.finditer(place)}) * 2 < len(heads):
                    continue
                if sought.stands_in(place):
                    return True
        return False

    def _texts(self) -> PackedTexts:
        if self._plain is None:
            self._plain = PackedTexts((at, unmasked(text).casefold()) for at, text in self._raw)
            self._raw = ()
        return self._plain


def unmasked(text: str) -> str:
    """A text without accents and the letters that hide or pass for others, and with those that are hidden."""
    text = undisguised(text)
    if not text.isascii():
        plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", text))
        text = "".join(x for x in plain if x in _KEPT or unicodedata.category(x) not in _HIDDEN)
        text = unicodedata.normalize("NFC", text).translate(_ALIKE)
    return text.replace("_", " ").replace("-", " ")


def _names_nothing(sentence: str, meant: AbstractSet[str]) -> bool:
    named = (words(unmasked(literal)) for literal in literals(sentence))
    is_question = sentence.rstrip(" *_").endswith("?")
    return is_question and meant <= _ASKING and all(name and name <= _ASKING for name in named)


def _places(text: str) -> Iterator[str]:
    """The lines of a text two by two: a sentence may be broken once."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) == 1:
        lines.append("")
    for one, other in pairwise(lines):
        both = f"{one} {other}"
        for start in range(0, len(both), LONG):
            yield both[start : start + LONG + LONG // 2]


def _stand_near(wanted: frozenset[str], place: str, reach: int) -> bool:
    """Whether nearly all of the words stand in some `reach` characters of the place."""
    parts = (place[at : at + 2 * reach] for at in range(0, len(place), reach))
    return any(
        _share(wanted, words(part[at : at + reach])) >= SHARE_OF_FEW
        for part in parts
        for at in (match.start() for match in _WORD_START.finditer(part, 0, reach))
    )


def _share(wanted: frozenset[str], said: AbstractSet[str]) -> float:
    heads: dict[str, list[str]] = {}
    for word in said:
        heads.setdefault(word[:HEAD], []).append(word)
    found = sum(any(is_akin(word, other) for other in heads.get(word[:HEAD], ())) for word in wanted)
    return found / len(wanted)
