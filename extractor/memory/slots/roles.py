"""Roles: what a text says serves a purpose of which it names the purpose, as "our error tracker is Sentry" does.

Owns how a role and what fills it are found in a short text. Promises nothing of a text that names two that fill
one role. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from extractor.memory.dates.date_words import MONTHS, WEEKDAYS
from extractor.memory.slots.role_words import COUNTED, MEASURES, NAMES, NOUNS, PEOPLE, TWO_WORDS
from extractor.memory.slots.slot_words import AT_A_TIME, AT_ALL_TIMES

_MOST = 24
"""Words of a text that is looked at: a longer one says more than what fills a role."""
_LONGEST = 3
"""Words of a role's name."""


def _by_noun(table: Mapping[str, str]) -> dict[str, str]:
    return {noun.strip(): role for role, nouns in table.items() for noun in nouns.split(",")}


def _named() -> dict[str, str]:
    """By a name, its role."""
    return {
        name: role
        for table in (NAMES, AT_A_TIME, AT_ALL_TIMES)
        for role, names in table.items()
        if role in NOUNS or table is NAMES
        for name in names.split()
    }


NAMED = _named()
"""By a name, the role of what has it."""
_NOUNS = _by_noun(NOUNS) | _by_noun(PEOPLE) | _by_noun(MEASURES)
_FIRST = frozenset(noun.split()[0] for noun in _NOUNS)
_NO_NAMES = frozenset(
    {*MONTHS, *WEEKDAYS, *AT_ALL_TIMES["tongue"].split(), *AT_ALL_TIMES["spelling"].split()}
)
"""Words in capitals that fill no role."""
_TWO = re.compile("|".join(map(re.escape, TWO_WORDS)), re.IGNORECASE)
_TOKEN = re.compile(r"[^\W_][\w+#/-]*(?:\.\w+)*%?")
_VERSION = re.compile(r"v?\d[\w.]*")
_NUMBER = re.compile(rf"\d[\d.,]*%?|{COUNTED.replace(' ', '|')}", re.IGNORECASE)
_PLACED = frozenset("in on at to from into under".split())
_BEFORE = _PLACED | frozenset(
    "is are with by use uses using via through called named be was as than for replaced".split()
)
"""Words behind which stands what fills a role; of some of them, or where the purpose has its place."""
_NOWHERE = frozenset({"codename", "language"})
"""What is renamed to something, or written in it, stands nowhere."""
_FILLS = frozenset("is took takes handles handle serves serve runs does became becomes".split())
"""Words in front of which it stands where it begins the text."""
_DOES = (
    r"(?:use|run|host|track|manage|write|build|log|style|test|bundle|store|keep|have|queue|monitor|handle|train|validate|translate"
    r"|ship|format|lint|deploy)s?"
)
_PLAINLY = re.compile(
    rf"(?:(?:we|i|they|everyone|the team|this (?:project|repo|app)) (?:all |only |always |now |still |mostly )*{_DOES}\b"
    r"|(?:(?:all|our|my|the|this) )*(?:[\w/-]+ ){1,3}(?:is|are|lives?|runs?|comes?|goe?s?|sits?|gets?)\b"
    r"|[\w.-]+ (?:is|handles|serves|runs) (?:our|the|my|all)\b"
    r"|use [\w.-]+ (?:for|as)\b)",
    re.IGNORECASE,
)
"""How a sentence begins that says how things are."""


@dataclass(frozen=True, slots=True)
class Filling:
    """What fills a role, in small letters, and what its text says beside."""

    role: str
    value: str
    is_known: bool
    """It is known to serve the purpose, or is a number; else it stands where such a name does."""
    is_place: bool
    """It stands where a place would: "in", "on", "at"."""
    version: str
    """The number behind a name; empty where there is none."""
    rest: str

    @property
    def is_where(self) -> bool:
        """Whether it is known for another purpose and tells where this one is: "the database runs on Hetzner"."""
        return self.is_place and not self.is_known and self.value in NAMED


def has_role(text: str) -> bool:
    """Whether a text may name a role at all, without a look at how its words stand."""
    return any(word in _FIRST or word in NAMED for word in _words(text))


def plainly_fills(text: str) -> bool:
    """Whether a text says of a role, in a sentence of how things are, what fills it."""
    return (
        _PLAINLY.match(text) is not None
        and has_role(text)
        and any(each.role in NOUNS for each in fillings(text))
    )


def names_any(text: str) -> bool:
    """Whether a text names anything known to serve a purpose."""
    return any(word in NAMED for word in _words(text))


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _TOKEN.findall(text)]


def fillings(text: str) -> Iterator[Filling]:
    """What a text says fills which role."""
    text = _TWO.sub(lambda found: TWO_WORDS[found[0].casefold()], text)
    words = [found for _, found in zip(range(_MOST + 1), _TOKEN.finditer(text), strict=False)]
    if len(words) > _MOST:
        return
    said = [word[0].casefold() for word in words]
    nouns = list(_found_nouns(said))
    for role in dict.fromkeys(role for role, _, _ in nouns):
        taken = {at for its, start, end in nouns if its == role for at in range(start, end)}
        at = _number(words, taken) if role in MEASURES else _value(role, words, said, taken)
        if at is not None:
            version = at + 1 if at + 1 < len(words) and _VERSION.fullmatch(said[at + 1]) else None
            taken |= {at} if version is None else {at, version}
            rest = " ".join(word[0] for place, word in enumerate(words) if place not in taken)
            value, is_known = said[at].rstrip("%.,"), role in MEASURES or NAMED.get(said[at]) == role
            is_place = at > 0 and said[at - 1] in _PLACED and role not in _NOWHERE
            yield Filling(role, value, is_known, is_place, said[version] if version else "", rest)


def _found_nouns(said: list[str]) -> Iterator[tuple[str, int, int]]:
    """Roles that are named, with the place of their first word and of the one behind them; the longest name first."""
    at = 0
    while at < len(said):
        step = 1
        for size in range(min(_LONGEST, len(said) - at), 0, -1) if said[at] in _FIRST else ():
            noun = " ".join(said[at : at + size])
            role = _NOUNS.get(noun)
            if role:
                yield role, at, at + size
                step = size
                break
        at += step


def _value(role: str, words: list[re.Match[str]], said: list[str], taken: set[int]) -> int | None:
    """The place of what fills a role: the one name known to, or the one name that stands where such a one does."""
    known = [at for at, word in enumerate(said) if NAMED.get(word) == role and at not in taken]
    if known:
        return known[0] if len({said[at] for at in known}) == 1 else None
    names = [at for at in range(len(words)) if at not in taken and _is_name(words, said, at)]
    return names[0] if len(names) == 1 else None


def _is_name(words: list[re.Match[str]], said: list[str], at: int) -> bool:
    """Whether a name stands at a place at which something is said to fill a role."""
    word = words[at][0]
    if not word[0].isupper() or said[at] in _NO_NAMES or said[at] in _BEFORE or word == "I":
        return said[at] in NAMED and at > 0 and said[at - 1] in _BEFORE
    if at == 0:
        return len(said) > 1 and said[1] in _FILLS
    before = said[at - 1]
    return before in _BEFORE or words[at - 1].string[words[at - 1].end() :].startswith(": ")


def _number(words: list[re.Match[str]], taken: set[int]) -> int | None:
    found = [at for at, word in enumerate(words) if at not in taken and _NUMBER.fullmatch(word[0])]
    return found[0] if len(found) == 1 else None
