"""What a person looks for, taken apart.

Owns the query's grammar: words, "phrases", prefix*, -excluded, and how else a name in it may be written.
Promises that every text of whatever length can be parsed and that a term holds letters, digits and their marks
only. Never searches.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from extractor.recall.unspaced import is_unspaced, pieces

LONGEST = 10_000
"""Characters of a query that are read."""

MOST_TERMS = 24
"""Words that are looked for: the first that say something. A query may hold as many phrases, and leave out as many."""

STOP_WORDS = frozenset(
    """a about above after again against all also am an and any are as at be because been before being below
    between both but by can could d did do does doing don down during each few for from further had has have
    having he her here hers him his how i if in into is it its itself just ll m me more most my myself no nor
    not now of off on once only or other our ours out over own re s same she should so some such t than that
    the their theirs them then there these they this those through to too under until up us ve very was we
    were what when where which while who whom whose why will with would you your yours yourself""".split()
)
"""English words that say nothing of what a text is about, and what apostrophes leave of others."""

MOST_JOINED = 5
"""Words in a row that may be one name, at most: `get by agent type` for `GetByAgentType`."""

_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
"""A part of a name such as `checkVpn` or `HTTPServer`; numbers are parts of their own."""

_BETWEEN_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
"""Where a name such as `base64Encode` is taken apart if its numbers belong to the words before them."""

_APOSTROPHE = re.compile("['\u2019]")
"""It makes forms of a word, not a name of several."""

_PART = re.compile(
    r'-"(?P<unclosed>[^"]*)$|(?P<not>-(?!-))?(?:"(?P<phrase>[^"]*)"|(?P<word>[^\s"]+))',
)
"""A mark that is never closed quotes nothing; behind a hyphen it goes on to the end, or what is unwanted is searched.
Two hyphens lead in a command's option, which is looked for."""


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to find: a token, several in a row, or the beginning of one."""

    tokens: tuple[str, ...]
    is_prefix: bool = False
    """Of the last token, any ending will do."""
    is_within: bool = False
    """The one token may stand in the midst of a word."""


@dataclass(frozen=True, slots=True)
class Query:
    """What must stand in a message, what counts for it, and what must not stand in it."""

    words: tuple[Term, ...] = ()
    """Each counts; none is needed."""
    phrases: tuple[Term, ...] = ()
    """All are needed."""
    excluded: tuple[Term, ...] = ()
    names: tuple[Term, ...] = ()
    """How else a name among the words may be written, and what may be said of a word within others.

    Each counts; none is needed.
    """
    unread: tuple[Term, ...] = ()
    """Words that are not looked for: there are too many before them."""

    @property
    def wanted(self) -> tuple[Term, ...]:
        """Everything that is looked for."""
        return (*self.phrases, *self.words)


def parse(text: str) -> Query:
    """The query a text is. Nothing to look for gives a query that wants nothing."""
    words: dict[Term, None] = {}
    phrases: dict[Term, None] = {}
    excluded: dict[Term, None] = {}
    names: dict[Term, None] = {}
    parts: dict[Term, None] = {}
    row: list[str] = []
    for part in _PART.finditer(text[:LONGEST]):
        phrase, word = part["unclosed"] or part["phrase"], part["word"] or ""
        whole = tuple(tokens(word if phrase is None else phrase))
        if not whole:
            continue
        is_prefix = word.endswith("*")
        if part["not"] or part["unclosed"]:
            excluded[_alone(whole) or Term(whole, is_prefix)] = None
        elif phrase is not None:
            phrases[_alone(whole) or Term(whole)] = None
        else:
            words |= dict.fromkeys(_terms(whole, is_prefix))
            if not _APOSTROPHE.search(word):
                names |= dict.fromkeys(_apart(whole, is_prefix))
            parts |= {Term((piece,), is_within=True): None for token in whole for piece in pieces(token)}
            row += whole
    telling = _telling(words)
    told, unread = telling[:MOST_TERMS], telling[MOST_TERMS:]
    written = dict.fromkeys(
        [*tuple(names)[:MOST_TERMS], *_joined(row[:MOST_TERMS]), *tuple(parts)[:MOST_TERMS]]
    )
    return Query(
        told, tuple(phrases), tuple(excluded), tuple(term for term in written if term not in told), unread
    )  # fmt: skip


def _apart(whole: tuple[str, ...], is_prefix: bool) -> Iterator[Term]:
    """A name of several parts as these in a row: of `checkVpn` and `check-vpn.sh` a text may say `check_vpn`.

    Numbers may be written with the word before them: `base64_encode`.
    """
    for taken_apart in (_HUMP.findall, _BETWEEN_HUMPS.split):
        parts = tuple(
            part for token in whole for part in (taken_apart(token) if token.isascii() else [token])
        )
        if 1 < len(parts) <= MOST_TERMS and _says_something(parts):
            yield Term(parts, is_prefix)


def _joined(row: Sequence[str]) -> Iterator[Term]:
    """Words in a row as one, where one of them says something."""
    for size in range(2, MOST_JOINED + 1):
        for begin in range(len(row) - size + 1):
            held = row[begin : begin + size]
            if _says_something(held):
                yield Term(("".join(held),))


def _says_something(held: Sequence[str]) -> bool:
    return any(token.casefold() not in STOP_WORDS for token in held)


def _alone(whole: tuple[str, ...]) -> Term | None:
    """The one token of a phrase that may stand among others without a space."""
    return Term(whole, is_within=True) if len(whole) == 1 and is_unspaced(whole[0]) else None


def _terms(whole: tuple[str, ...], is_prefix: bool) -> Iterator[Term]:
    """The tokens one by one: of `cart_total.py` a text may say any."""
    for token in whole[:-1]:
        yield Term((token,))
    yield Term(whole[-1:], is_prefix)


def _telling(words: dict[Term, None]) -> tuple[Term, ...]:
    """The words that say something; all of them where none does."""
    telling = [term for term in words if term.is_prefix or term.tokens[0].casefold() not in STOP_WORDS]
    return tuple(telling or words)


_GREEK = re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]")
_GREEK_ACCENT = re.compile(r"([αεηιουω]\u0308?)\u0301")
_GREEK_VOWEL = re.compile(r"[αεηιουωϊϋ]")
_LONGEST_GREEK = 30
"""Letters of a word of which vowels are taken to be accented."""


_TURKISH = re.compile("[ıİşŞğĞ]")
_BEGINS_DOTLESS = re.compile(r"\bı")

_SHARP = re.compile("[ßẞ]")
_TWO_S = re.compile(r"(?i)s(?=s)")
"""Also where a third follows: in `massstab` the first two or the last two may be one."""
_MOST_SHARP = 4
"""Places of a text where two may be one."""


def is_among_others(term: Term) -> bool:
    """Whether a term holds letters in which words stand side by side without spaces, or with particles.

    The index does not know such a word where it stands among others.
    """
    return any(map(is_unspaced, term.tokens))


def forms(text: str) -> tuple[str, ...]:
    """A text with its marks composed and apart: the index keeps the letters of most languages as they were typed.

    Of Greek, whose capitals go without accents, also without them, and a word without one with it at each vowel. A
    sharp s also as two, as capitals write it, and two as one. Of Turkish, whose i without a dot has a capital that the
    index takes for that of i, also as it is with capitals, and as it is without.
    """
    made = [text] if text.isascii() else [unicodedata.normalize(form, text) for form in ("NFC", "NFD")]
    greek = _accented(made[0]) if _GREEK.search(made[0]) else ()
    return tuple(dict.fromkeys((*made, *greek, *_dotless(made[0]), *_sharpened(made[0]))))


def _sharpened(text: str) -> Iterator[str]:
    plain = _SHARP.sub("ss", text)
    found = list(islice(_TWO_S.finditer(plain), _MOST_SHARP))
    if found:
        yield plain
        yield re.sub("(?i)ss", "ß", plain)
    for each in found:
        yield f"{plain[: each.start()]}ß{plain[each.start() + 2 :]}"


def _dotless(text: str) -> Iterator[str]:
    if _TURKISH.search(text):
        small = text.replace("I", "ı")
        yield from (small, _BEGINS_DOTLESS.sub("i", small), small.replace("ı", "i"))


def _accented(text: str) -> Iterator[str]:
    text = unicodedata.normalize("NFC", text.lower())  # no capital holds two marks in one letter
    plain = unicodedata.normalize("NFC", _GREEK_ACCENT.sub(r"\1", unicodedata.normalize("NFD", text)))
    yield plain
    if plain == text and " " not in text:
        for vowel in _GREEK_VOWEL.finditer(text[:_LONGEST_GREEK]):
            yield unicodedata.normalize("NFC", f"{text[: vowel.end()]}\u0301{text[vowel.end() :]}")


def spelled(term: Term) -> str:
    """A name as one word, however its parts are written."""
    return forms("".join(term.tokens).casefold())[0]


def is_spelled(term: Term, names: Sequence[str]) -> bool:
    """Whether a word is one of these names, as `spelled` gives them, or a part of one."""
    return any(spelled(term) in name for name in names)


_MARKS = ("Mn", "Mc", "Me")
"""Categories of what stands above, beside or around a letter: a vowel of Hindi stands beside it."""


def tokens(text: str) -> Iterator[str]:
    """Runs of letters and digits with their marks; where the index takes marks for gaps, it is asked for a row."""
    run: list[str] = []
    for character in f"{text} ":
        if character.isalnum() or (run and unicodedata.category(character) in _MARKS):
            run.append(character)
        elif run:
            yield "".join(run)
            run.clear()
