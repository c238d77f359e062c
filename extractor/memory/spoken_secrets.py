"""Secrets said in plain words, which look like any other word: "the password is swordfish".

Owns the sentences that say one. Promises nothing of a secret's own form: `redact` knows those. Pure.
"""

from __future__ import annotations

import re

from extractor.memory.expressions import Expression
from extractor.memory.redact import contains_secret
from extractor.memory.secret_values import UUID, is_drawn, is_made_up, is_stand_in, is_unlike_words
from extractor.memory.secret_words import pieces

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


_NAMED = re.compile(rf"\b(?:{_NAME}s?|{_PIN}|mdp|pass)\b|密码|密碼|口令|パスワード|비밀번호", re.IGNORECASE)
_SIGNED_IN = re.compile(
    r"\b(?:log-?ins?|log(?:ged|ging)? in|sign(?:ed|ing)? in|credentials?|creds|zugangsdaten|identifiants"
    r"|root|account|test user"
    r"|(?:deploy|signing|access|encryption|master|license|api) (?:key|secret)s?|secret|token)\b",
    re.IGNORECASE,
)
_LEAST = 6
"""Characters of a password or a key."""
_HEX = re.compile(r"[0-9a-f]{16,}", re.IGNORECASE)
_WORD_AND_NUMBER = re.compile(r"[A-Za-z]{4,}\d{1,6}")
_TOKEN = re.compile(r"[^\s\"'`“”‘’(),;:!?。，]+[!?]*")


def may_hold_a_secret(text: str) -> bool:
    """Whether a sentence names a secret, or how somebody signs in, and holds something that may be one.

    It takes more for a secret than is taken out of an archive: to leave a sentence out of memory costs little.
    """
    is_named = _NAMED.search(text) is not None
    if not is_named and not _SIGNED_IN.search(text):
        return False
    words = (piece for word in _TOKEN.findall(text) for piece in pieces(word))
    return any(_may_be_one(word.rstrip(".?"), is_named) for word in words)


def _may_be_one(word: str, is_named: bool) -> bool:
    """Whether a word is letters and digits as keys and passwords are, be it a word and a number where one is named."""
    plain = word.rstrip("!")
    if len(plain) < _LEAST or is_stand_in(plain):
        return False
    if UUID.fullmatch(plain) or _HEX.fullmatch(plain):
        return any(map(str.isdigit, plain))
    return is_unlike_words(plain) and (
        is_made_up(word) or is_drawn(word) or (is_named and _WORD_AND_NUMBER.fullmatch(plain) is not None)
    )


def tells_a_secret(text: str) -> bool:
    """Whether a person's sentence holds a key or a password, or ends by saying one ("the password is swordfish").

    What a model writes is held to more: a word behind "the password is" may be one wherever it stands.
    """
    return contains_secret(text) or _ENDS_WITH_SECRET.search(text) is not None
