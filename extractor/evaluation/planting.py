"""Secrets planted in written sessions: placeholders and the values that take their place.

Owns the placeholders `{{secret:…}}` and the shapes of the values. Promises the same value for the same
placeholder of the same session, and that none stands in any file of the project. Never does I/O.
"""

from __future__ import annotations

import hashlib
import re
import string

from extractor.errors import ConfigError
from extractor.evaluation.labels import Label, MustNot

_PLACE = re.compile(r"\{\{secret:([a-z]+)\}\}")
_UPPER = string.ascii_uppercase + "234567"
_ALNUM = string.ascii_letters + string.digits


def _letters(seed: str, alphabet: str, count: int) -> str:
    """So many letters that look drawn by chance and follow from the seed."""
    drawn = hashlib.sha512(seed.encode()).digest()
    return "".join(alphabet[byte % len(alphabet)] for byte in drawn[:count])


def value(kind: str, session: str) -> str:
    """What takes the place of `{{secret:kind}}` in a session. Raises ConfigError for a kind nobody knows."""
    seed = f"{session}:{kind}"
    if kind == "aws":
        return "AK" + "IA" + _letters(seed, _UPPER, 16)
    if kind == "github":
        return "gh" + "p_" + _letters(seed, _ALNUM, 36)
    if kind == "password":
        return (
            "Kestrel" + "-" + _letters(seed, string.digits, 4) + "-" + _letters(seed[::-1], _ALNUM, 6) + "7x"
        )
    raise ConfigError(
        f"{session}: there is no secret of the kind {kind!r}: aws, github and password are known"
    )


def planted(text: str, session: str) -> tuple[str, frozenset[str]]:
    """The text with a value in place of each placeholder, and the values."""
    values = {kind: value(kind, session) for kind in sorted(set(_PLACE.findall(text)))}
    return _PLACE.sub(lambda place: values[place[1]], text), frozenset(values.values())


def planted_label(label: Label, session: str) -> Label:
    """The label with the value, as an expression that fits only it, in place of each placeholder."""

    def filled(must_not: MustNot) -> MustNot:
        forbid = tuple(
            _PLACE.sub(lambda place: re.escape(value(place[1], session)), expression)
            for expression in must_not.forbid
        )
        return must_not.model_copy(update={"forbid": forbid})

    return label.model_copy(update={"must_not": tuple(map(filled, label.must_not))})
