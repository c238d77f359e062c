"""The words of a clause, and the kinds of words that tell a rule from a task.

Owns the closed classes (what points, what joins, what counts) and the noun phrase at a place.
Promises to look at every word at most a few times. Never decides whether a clause is kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto


def word_set(text: str) -> frozenset[str]:
    """The words of a line as a set."""
    return frozenset(text.split())


_WORD = re.compile(
    r"`[^`\n]*`|https?://\S+|[^\W_][\w'./+#@*-]*(?<=[\w+#/*])|[@#.~/_][\w./-]*\w/?|[,;:()–—→]|-(?= )"
)

POINTING = word_set(
    "the this that these those it them him her his its their theirs my mine both another here there which"
    " what how where who why whether me us so such one ones something everything"
)
"""Words a noun phrase begins with that means something just spoken of."""
INDEFINITE = word_set("a an some")
QUANTIFYING = word_set("all any every each no only your anything anyone")
JOINING = word_set("and or but nor then so because since while though although yet")
PREPOSITIONS = word_set(
    "in on at for with without by from into onto under over after before below above within inside outside"
    " across through throughout via per as like against between beyond until during to about around upon"
    " instead rather except not when whenever if unless than where"
)
RELATIVE = word_set("that which who whose where")
PUNCTUATION = word_set(", ; : ( ) – — - → ->")
FINITE = word_set(
    "says said means uses runs shows takes keeps makes gives returns works fails looks seems wants expects"
    " is are isn't aren't was were must mustn't should shouldn't shall will won't would can can't cannot"
    " could may might has have had does did doesn't needs gets got goes lives belongs gehört ist sind muss"
    " müssen"
)
_PRONOUNS = word_set(
    "i i'd i'm i've i'll you you'd you'll you're you've we we'd we'll we're we've he she they they're it"
    " it's its that's there's here's what's let's who he's she's they've they'll ich du er sie wir ihr es"
)
CLOSED = (
    POINTING
    | INDEFINITE
    | QUANTIFYING
    | JOINING
    | PREPOSITIONS
    | FINITE
    | _PRONOUNS
    | word_set(
        "be been being am do don't dont doesn't didn't never always ever also just only even still already"
        " again once maybe perhaps hi hey hello thanks thank thx yes yeah no ok okay sure sorry please"
        " great good nice perfect cool well right wrong same other others many most more few several much"
        " less least first second third last next new old now today tomorrow yesterday currently recently"
        " actually really very too quite almost nearly exactly not none nothing nobody neither either else"
        " up down off out back away together apart"
    )
)
_STARTING = POINTING | INDEFINITE | word_set("our your")
_OPENING = QUANTIFYING | POINTING
_NO_PLURAL = word_set(
    "this its has was is as us yes does always sometimes perhaps otherwise address process access progress"
    " success class pass focus status bus plus minus less unless across kubernetes postgres redis css js"
    " https news series canvas alias analysis basis https aws ios macos windows gas bias nowadays besides"
    " towards afterwards regardless goes gets needs lives says lets exists fails passes breaks happens"
)
_IRREGULAR = word_set("people children indices criteria data men women")


def is_plural(word: str) -> bool:
    """Whether a word looks like a plural noun."""
    if word in _IRREGULAR:
        return True
    return (
        word.endswith("s")
        and len(word) > 2
        and word not in _NO_PLURAL
        and not word.endswith(("ss", "us", "is", "js", "'s"))
        and word.replace("-", "").replace("'", "").isalpha()
    )


_STYLED = r"(?!(?:i|mac|tv|iPad)OS$|(?i:[a-z]+[_-]?case)$)"
"""Not the name of a system, nor of a style of naming."""
_IDENTIFIER = re.compile(_STYLED + r"(?:[a-z]+[A-Z]\w*|.*\(.*|[\w-]+\.(?!js$)[a-z]{1,4}|\d+|#.*|.*_.*)")
_CODE = re.compile(_STYLED + r"(?:[a-z]+[A-Z]\w*|.*\(.*)")
_FILE = re.compile(_STYLED + r"(?:.*\w\.(?!js$|net$|io$)[a-z]{1,5}|.*_.*)")


def is_identifier(word: str) -> bool:
    """Whether a word, as written, names a piece of code, a file or an item of a list."""
    return _IDENTIFIER.fullmatch(word) is not None


def is_code(word: str) -> bool:
    """Whether a word, as written, is a name out of a program."""
    return _CODE.fullmatch(word) is not None


def is_file(word: str) -> bool:
    """Whether a word names a file or a variable."""
    return _FILE.fullmatch(word) is not None


class Reach(Enum):
    """How far a noun phrase reaches."""

    NONE = auto()
    """There is none."""
    POINTED = auto()
    """One thing, known from what was just said."""
    SINGLE = auto()
    """One new thing."""
    BARE = auto()
    """A thing as such, or things of a kind: no article."""
    PLURAL = auto()
    """Things of a kind."""

    @property
    def is_general(self) -> bool:
        """Whether it speaks of a kind rather than of a thing at hand."""
        return self in (Reach.BARE, Reach.PLURAL)


@dataclass(frozen=True, slots=True)
class Clause:
    """Words in lower case, punctuation that parts among them, and the same words as written."""

    words: tuple[str, ...]
    written: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Clause:
        """The words of a text."""
        written = tuple(_WORD.findall(text))
        return cls(tuple(word.lower() for word in written), written)

    def __len__(self) -> int:
        return len(self.words)

    def word(self, at: int) -> str:
        """The word at a place, empty beyond the end."""
        return self.words[at] if 0 <= at < len(self.words) else ""

    def since(self, at: int) -> Clause:
        """The clause from a place on."""
        return Clause(self.words[at:], self.written[at:])

    def until(self, at: int) -> Clause:
        """The clause up to a place."""
        return Clause(self.words[:at], self.written[:at])

    def starts(self, *phrases: str) -> int:
        """How many words the longest of the phrases has that the clause begins with; 0 where none does."""
        best = 0
        for phrase in phrases:
            parts = phrase.split()
            if len(parts) > best and list(self.words[: len(parts)]) == parts:
                best = len(parts)
        return best

    def comma(self) -> int:
        """The place of the first comma, -1 without one."""
        return self.words.index(",") if "," in self.words else -1

    def phrase_end(self, at: int) -> int:
        """Where the noun phrase that begins at a place ends."""
        end = at
        while end < len(self.words):
            word = self.words[end]
            if word in PUNCTUATION or (
                end > at and (word in PREPOSITIONS or word in RELATIVE or word in JOINING)
            ):
                break
            if (
                word in FINITE
                or word in PREPOSITIONS
                or (end > at and word in _STARTING and self.words[end - 1] not in _OPENING)
            ):
                break
            end += 1
        return end

    def reach(self, at: int) -> Reach:
        """How far the noun phrase at a place reaches."""
        end = self.phrase_end(at)
        if end == at:
            return Reach.NONE
        first, rest = self.words[at], self.words[at + 1 : end]
        if any(word.endswith("'s") for word in self.words[at:end]):
            return Reach.POINTED
        plural = any(is_plural(word) for word in self.words[at:end])
        if first in QUANTIFYING:
            if first == "your":
                return Reach.PLURAL if plural else Reach.POINTED
            return Reach.POINTED if rest[:1] and rest[0] in POINTING else Reach.PLURAL
        if first in POINTING:
            return Reach.POINTED
        if first in INDEFINITE:
            return Reach.SINGLE
        return Reach.PLURAL if plural else Reach.BARE


def find(words: Sequence[str], *phrases: str) -> int:
    """The place of the first of the phrases (words joined by spaces), -1 without one."""
    found = -1
    for phrase in phrases:
        parts = tuple(phrase.split())
        for at in range(len(words) - len(parts) + 1):
            if words[at] == parts[0] and tuple(words[at : at + len(parts)]) == parts:
                found = at if found < 0 else min(found, at)
                break
    return found
