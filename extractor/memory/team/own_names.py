"""The person's own names, as others would find them in a text.

Owns how names are compared. Promises that a name counts in whatever letters, case and joining it is written. Never
asks the machine: the names come in.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

_GENERIC = frozenset(
    "root user users linux windows android unix"
    " admin administrator dev devel developer developers test tester tests guest ubuntu debian fedora"
    " centos arch alpine pi runner ci build builder jenkins docker container vagrant ec2 aws azure gcp home local"
    " localhost localdomain lan host node server desktop laptop pc workstation macbook mbp imac mini pro air book"
    " thinkpad dell lenovo hp xps surface work code coder git github gitlab noreply email mail com org net io inc gmbh"
    " ltd team company and the van von der den de la le el di da dos du bin ibn mac jr sr ii iii dr prof info contact"
    " office machine computer vm web app api db main my me mr mrs ms svc service daemon default system nobody data".split()
)
"""What names nobody: accounts, machines and the small words between names."""

_ORDINARY = frozenset(
    "will mark may bill grant rich page chase hope joy art drew guy jack rob sue pat dean max ray gene frank miles"
    " summer grace rose dawn amber ruby jade crystal faith young long short king prince price cook baker field fields"
    " wood woods stone rice day days case west north south east hill banks law power bush brown white black green gray"
    " grey reed reid wise sharp rust china paris london berlin sydney jordan israel carter walker porter turner mason".split()
)
"""Names that are words: only with a capital letter do they name somebody."""

_SHORT = frozenset(
    "ai al am an as at be br by ci co cd db de do ed el em en es eu eg gb go he hr id ie if in io ip is it js kb ki la le li"
    " ma mb me ml mr ms my no of ok ol on op or os pm pr px py qa re rs rb sh so td th to tr ts tv ui ul up us ux vm we".split()
)
"""Words of two letters that are met in any text."""

_BEFORE_A_NAME = frozenset(
    "by from with ask ping cc owner account login user author assignee reviewer hi dear".split()
)
"""Words behind which a word is more likely a name."""

_NAME_WORD = re.compile(r"[^\W_]+")
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_CJK = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_LETTER = re.compile(r"LATIN (?:SMALL |CAPITAL )?LETTER (?:SMALL CAPITAL |DOTLESS )?([A-Z]{1,2})\b")
_ALIKE = str.maketrans("аеорсухіѕјкнмтвԁԛԝαορκνιτυχ", "aeopcyxisjkhmtbdqwaopkvitux")
_SPOKEN = str.maketrans(
    {
        **dict(zip("абвгдеёзийклмнопрстуфыэ", "abvgdeeziiklmnoprstufye", strict=True)),
        "ж": "zh",
        "х": "kh",
        "ц": "ts",
        "ч": "ch",
        "ш": "sh",
        "щ": "shch",
        "ю": "yu",
        "я": "ya",
        "ь": "",
        "ъ": "",
    }
)
"""Cyrillic letters by their sound."""
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_SQUASHED = 6
"""Letters from which on a name is also looked for across the words of a text."""


class OwnNames:
    """The names of one person and their machine: as the system, version control and the network know them."""

    def __init__(self, names: Iterable[str]) -> None:
        self._whole: set[str] = set()
        """Words that name the person wherever they stand alone."""
        self._capital: set[str] = set()
        """Those that do with a capital letter."""
        self._inside: set[str] = set()
        """Letters that name the person wherever they stand."""
        for name in names:
            self._add(name.split("@")[0] if "@" in name else name)

    def found(self, text: str) -> str | None:
        """The first word of a text that names the person; None where none does."""
        before = ""
        for word in map(str, _NAME_WORD.findall(text)):
            is_named = before.casefold() in _BEFORE_A_NAME
            if any(self._is_own(part, is_named) for part in {word, *_PARTS.findall(word)}):
                return word
            before = word
        squashed = {re.sub(r"[\W_]", "", form) for form in _forms(text)}
        return next((own for own in sorted(self._inside) if any(own in each for each in squashed)), None)

    def _is_own(self, word: str, is_named: bool) -> bool:
        forms = _forms(word)
        bare = {form.removesuffix("s") for form in forms if len(form) > 3}
        if (forms | bare) & self._whole:
            return True
        is_capital = word[:1].isupper() and word[1:2] == word[1:2].lower()
        if (is_capital or is_named) and (forms | bare) & self._capital:
            return True
        return any(
            len(own) > 3 and form.startswith(own) and form[len(own) :].isdigit()
            for own in self._whole
            for form in forms
        )

    def _add(self, name: str) -> None:
        words = [word for word in _NAME_WORD.findall(name) if _says(word)]
        for word in words:
            for form in {*_forms(word), *_forms(word.rstrip("0123456789"))}:
                self._add_form(form)
        for joined in _joined(words):
            self._inside |= {form for form in _forms(joined) if len(form) >= _SQUASHED}
            self._whole |= {form for form in _forms(joined) if len(form) > 3}

    def _add_form(self, form: str) -> None:
        if _CJK.search(form):
            self._inside.add(form)
        elif form in _ORDINARY or form in _SHORT:
            self._capital.add(form)
        elif len(form) > 1 and form not in _GENERIC:
            self._whole.add(form)
            if len(form) >= _SQUASHED:
                self._inside.add(form)


def _says(word: str) -> bool:
    is_number = word.isdigit() and len(word) < 4
    return word.casefold() not in _GENERIC and not is_number and (len(word) > 1 or bool(_CJK.match(word)))


def _joined(words: list[str]) -> Iterator[str]:
    """How several names become one word: all of them, and with an initial as accounts have them."""
    if len(words) > 1:
        yield "".join(words)
        yield "".join(reversed(words))
        yield words[0] + words[-1]
        yield words[0][0] + words[-1]
        yield words[-1] + words[0][0]
        yield words[0] + words[-1][0]


def _forms(text: str) -> set[str]:
    """A text without case and accents, in each way letters are written for others."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    plain = unicodedata.normalize("NFC", folded)
    return {_bare(plain.translate(way)) for way in ({}, _GERMAN, _ALIKE, _SPOKEN)}


def _bare(text: str) -> str:
    kept = (letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))
    return "".join(_latin(letter) for letter in kept)


def _latin(letter: str) -> str:
    if letter.isascii():
        return letter
    read = _LETTER.match(unicodedata.name(letter, ""))
    return read[1].lower() if read else letter
