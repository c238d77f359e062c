"""Secrets said in plain words, which look like any other word: "the password is swordfish".

Owns the sentences that say one. Promises nothing of a secret's own form: `redact` knows those. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from extractor.memory.redaction.redact import contains_secret
from extractor.memory.redaction.secret_values import UUID, is_drawn, is_made_up, is_stand_in, is_unlike_words
from extractor.memory.redaction.secret_words import pieces
from extractor.memory.text.expressions import Expression

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
_NAMED_BEFORE = re.compile(
    rf"\b(?:{_NAME}s?|(?-i:PIN)"
    r"|(?:pin|access|alarm|door|entry|gate|lock|security|unlock) code)\b|密码|密碼|口令|パスワード|비밀번호",
    re.IGNORECASE,
)
"""The same where it stands in another sentence: tests pass and versions are pinned far more often."""
_SIGNED_IN = re.compile(
    r"\b(?:(?:log|sign)(?:s|ged|ging|ed|ing)?[ -]?(?:in|on)(?:to|s)?|logins?|credentials?|creds|zugangsdaten|identifiants"
    r"|root|admin|account|test user|(?-i:PATs?)|ssh|sudo|ldap|vpn|wi-?fi|wlan|bitlocker|luks|key(?:chain|ring)|vault"
    r"|auth|authenticat\w{1,4}|authentifi\w{1,6}|autentic\w{1,5}|(?:un)?lock(?:s|ed|ing)?|(?:de|en)crypt(?:s|ed|ing)?"
    r"|entsperr\w{1,3}|(?:ent|ver)schlüssel\w{1,3}|anmeld\w{1,4}|einlogg\w{1,3}|melden? (?:[dms]ich|euch)"
    r"|déverrouill\w{1,4}|déchiffr\w{1,4}|desbloque\w{1,3}|descifr\w{1,3}|inici\w{1,3} sesión"
    r"|(?:deploy|signing|access|encryption|master|license|api) (?:key|secret)s?|secret|token)\b"
    r"|\bcn=|\w@[\w-]+\.[\w.-]*\w[\"'`]?\s?(?:[(/|:]|(?:and|with|und|mit|et|avec|y|con)\b)",
    re.IGNORECASE,
)
"""How somebody signs in, or what is locked; an address of mail is a user's name where something stands beside it."""
_LEAST = 6
"""Characters of a password or a key."""
_HEX = re.compile(r"[0-9a-f]{16,}", re.IGNORECASE)
_WORD_AND_NUMBER = re.compile(r"[A-Za-z]{4,}\d{1,6}")
_ENDS = r"\s\"'`“”‘’(),;:!?。，"
_TOKEN = re.compile(rf"[^{_ENDS}]+(?:[!?]+[^{_ENDS}]+)*[!?]*")
_LEAST_MARKED = 9
"""Characters of one that nothing in its sentence names."""
_MARKED = re.compile(r"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=\D*\d)[A-Za-z\d][A-Za-z\d!@#$%^*_-]+")
"""Three kinds of letters, and signs as passwords have them."""
_GOES_ON = re.compile(r"[,;:)\]\"'`’”。，]| (?:[^\W\d_A-Z]|-{1,2}\w)")
"""What stands behind a word where the mark at its end is its own, and not its sentence's."""


def may_hold_a_secret(text: str, before: Iterable[str] = ()) -> bool:
    """Whether a sentence names a secret, or how somebody signs in, and holds something that may be one.

    It takes more for a secret than is taken out of an archive: to leave a sentence out of memory costs little. Where
    nothing is named, what no sentence has but for a password counts. `before`: the sentences it follows and the
    questions it answers, which may name one too; they are asked for only where a word may be one.
    """
    words = list(_words(text))
    if any(_is_marked(word, has_mark) for word, has_mark in words):
        return True
    likely = [(word, has_mark) for word, has_mark in words if _may_be_one(word, True, has_mark)]
    if not likely:
        return False
    led = list(before)
    is_named = _NAMED.search(text) is not None or any(map(_NAMED_BEFORE.search, led))
    if not (is_named or any(map(_SIGNED_IN.search, (text, *led)))):
        return False
    return any(_may_be_one(word, is_named, has_mark) for word, has_mark in likely)


def _words(text: str) -> Iterator[tuple[str, bool]]:
    """The words of a sentence as a secret may stand there, and whether the mark at the end of each belongs to it."""
    for token in _TOKEN.finditer(text):
        goes_on = token[0].endswith(".") or _GOES_ON.match(text, token.end()) is not None
        for piece in pieces(token[0]):
            word = piece.strip("*~#").rstrip(".?")
            yield word, word.endswith("!") and goes_on


def _may_be_one(word: str, is_named: bool, has_mark: bool) -> bool:
    """Whether a word is letters and digits as keys and passwords are, be it a word and a number where one is named.

    `has_mark`: the mark at its end belongs to it.
    """
    plain = word.rstrip("!")
    if len(plain) < _LEAST or is_stand_in(plain):
        return False
    if UUID.fullmatch(plain) or _HEX.fullmatch(plain):
        return any(map(str.isdigit, plain))
    return is_unlike_words(plain) and (
        has_mark
        or is_made_up(word)
        or is_drawn(word)
        or ((is_named or word != plain) and _WORD_AND_NUMBER.fullmatch(plain) is not None)
    )


def _is_marked(word: str, has_mark: bool) -> bool:
    """Whether a word is a password whatever its sentence speaks of: letters, digits and signs as no word has them."""
    plain = word.rstrip("!")
    if len(plain) < _LEAST_MARKED or not _MARKED.fullmatch(word) or is_stand_in(plain):
        return False
    has_sign = not word.replace("-", "").replace("_", "").isalnum()
    return has_sign and is_unlike_words(plain) and (has_mark or is_drawn(plain))


def tells_a_secret(text: str) -> bool:
    """Whether a person's sentence holds what may be a key or a password, or ends by saying one ("the password is
    swordfish").

    What a model writes is held to more: a word behind "the password is" may be one wherever it stands.
    """
    return contains_secret(text) or _ENDS_WITH_SECRET.search(text) is not None or may_hold_a_secret(text)
