"""Secrets said in plain words, which look like any other word: "the password is swordfish".

Owns the sentences that say one. Promises nothing of a secret's own form: `redact` knows those. Pure.
"""

from __future__ import annotations

import re

from extractor.memory.expressions import Expression
from extractor.memory.redact import contains_secret

_NAME = (
    r"(?:password|passphrase|passcode|passwor[dt]|kennwort|contraseña|mot de passe|senha|wachtwoord|hasło|пароль"
    r"|pwd?(?!\W{1,3}[/~.]))"
)
_PIN = r"(?:pin(?: code)?|(?:access|alarm|door|entry|gate|lock|security|unlock) code)"
_OF = r"(?: (?:of|for|to|für|vo[nm]|fürs|zum|zur|de[lr]?|du|d[ao]|van|voor|para|pour|для|от) [\w -]{1,40}?)"
_IS = rf"{_OF}? (?:is|ist|lautet|es|est|é|jest|=|:)"
_GIVEN = rf"(?:{_IS}|{_OF}?[=:])"
_ALWAYS = (
    r"(?: (?:actually|again|always|currently|just|now|really|simply|still|einfach|immer|jetzt|noch|weiterhin"
    r"|ahora|siempre|maintenant|toujours|sempre|altijd|zawsze|всегда))"
)
"""That it is so now, or at all times."""
_TYPE = (
    r"(?:bool(?:ean)?|bytes|empty|env|false|hidden|none|null|optional|required|secret|str|string|text|true)"
)
"""What a field of that name is, as code and manuals say it."""

SPOKEN_SECRET = Expression(
    rf"\b(?:{_NAME}|{_PIN})\b{_IS}"
    r" (?!(?:never|always|not|stored|in|kept|set|required|hashed|read|taken|a|an|the|nie|nicht)\b)\S+"
    rf"|\b(?:{_NAME}|{_PIN})\b{_IS}{_ALWAYS} [^\s\d]*\d",
)
"""A secret somebody said in plain words."""
_ENDS_WITH_SECRET = re.compile(
    rf"\b{_NAME}\b{_GIVEN}{_ALWAYS}?"
    rf" (?!(?:never|always|not|stored|kept|set|hashed|read|taken|nie|nicht|{_TYPE})\b)"
    r"\S*[^\s.!\"'”’)](?<!\wed)(?<!\wly)(?:[.!\"'”’)]*$|[.!\"'”’)]+\s+(?-i:[A-Z]))"
    rf"|\b{_PIN}{_GIVEN}{_ALWAYS}? \d{{4,8}}\b"
    rf"|\b(?:credentials?|log-?ins?|user(?:name)?|zugangsdaten){_OF}?(?: (?:is|are|ist|sind)|:) \S+ / [^\s\d]*\d",
    re.IGNORECASE | re.MULTILINE,
)
"""One that is the last word of its sentence, or behind its name and a stroke; what was done to a password
("is rotated") is none."""


def tells_a_secret(text: str) -> bool:
    """Whether a person's sentence holds a key or a password, or ends by saying one ("the password is swordfish").

    What a model writes is held to more: a word behind "the password is" may be one wherever it stands.
    """
    return contains_secret(text) or _ENDS_WITH_SECRET.search(text) is not None
