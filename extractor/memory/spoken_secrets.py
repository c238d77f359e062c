"""Secrets said in plain words, which look like any other word: "the password is swordfish".

Owns the sentences that say one. Promises nothing of a secret's own form: `redact` knows those. Pure.
"""

from __future__ import annotations

import re

from extractor.memory.expressions import Expression
from extractor.memory.redact import contains_secret

_NAME = r"(?:password|passphrase|passcode|passwor[dt]|kennwort|contraseña|mot de passe|senha|wachtwoord|hasło|пароль)"
_PIN = r"pin(?: code)?"
_OF = r"(?: (?:of|for|to|für|vo[nm]|de[lr]?|du|d[ao]|van|voor|para|pour|для|от) [\w -]{1,40}?)"
_IS = rf"{_OF}? (?:is|ist|lautet|es|est|é|jest|=|:)"

SPOKEN_SECRET = Expression(
    rf"\b(?:{_NAME}|{_PIN})\b{_IS}"
    r" (?!(?:never|always|not|stored|in|kept|set|required|hashed|read|taken|a|an|the|nie|nicht)\b)\S+",
)
"""A secret somebody said in plain words."""
_ENDS_WITH_SECRET = re.compile(
    rf"\b{_NAME}\b{_IS} (?!(?:never|always|not|stored|kept|set|hashed|read|taken|nie|nicht)\b)"
    r"\S*[^\s.!\"'”’)](?<!\wed)(?<!\wly)(?:[.!\"'”’)]*$|[.!\"'”’)]+\s+(?-i:[A-Z]))"
    rf"|\b{_PIN} is \d{{4,8}}\b",
    re.IGNORECASE | re.MULTILINE,
)
"""One that is the last word of its sentence; what was done to a password ("is rotated") is none."""


def tells_a_secret(text: str) -> bool:
    """Whether a person's sentence holds a key or a password, or ends by saying one ("the password is swordfish").

    What a model writes is held to more: a word behind "the password is" may be one wherever it stands.
    """
    return contains_secret(text) or _ENDS_WITH_SECRET.search(text) is not None
