"""Values as secrets have them, told from placeholders, references of code, names and words.

Owns what a value given to a secret's name must look like. Promises nothing of what stands around it, and never
looks at the name: what it is called comes in as its kind.
"""

from __future__ import annotations

import re

# What nobody's password holds by chance counts anywhere in a value, words that people put into theirs as whole words.
_PLACEHOLDER = re.compile(
    r"(?i)example|placeholder|change_?me|redacted|your[_-]|x{4,}|^\*{2}|\*{6}|\.{3}"
    r"|\A[\d-]*x{3}[x\d-]*\Z|(?<![^\W_])(?:12345\d*|(?:my|your|the|some|new|old|test|user|db|api|access|auth){0,3}"
    r"(?:secret|token|passw(?:or)?d|dummy|sample)(?:s|key|here|value|name){0,2})(?![^\W_])"
)
CODED = re.compile(r"(?:[a-z]+\d+|[A-Z]+\d+|[A-Z][a-z]+\d+)")
"""A word and a number: what a key of a table names, where its own name is a word of everyday talk."""
UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_FEW = 6
"""Different letters at most of a uuid that stands for another."""
_NUMBER = re.compile(r"[0-9]{6,20}")
_ROUND = re.compile(r"20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|\d+000")
"""A day of this century, or an amount."""
_YEARLY = re.compile(r"[A-Z][a-z]+\d{2,4}!+")
"""A word, a year and a mark: what people change a password to."""
_REFERENCE = re.compile(r"[A-Za-z_]\w*(?:(?:\.|::|->)[A-Za-z_]\w*)+")
_IN_OBJECT = re.compile(
    r"(?:this|self|form|var|user|args|argv|cfg|config|conf|data|local|module|props|req|request|res|body|values|process|os|settings"
    r"|state|ctx|context|env|options|opts|params|input|event|model|vm|page|client|driver|playwright)(?:\??\.[A-Za-z_]\w*)+"
    r"|[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)*\.\w*(?i:pass(?:w(?:or)?d)?|pw)\d?"
)
"""A dotted name of code by what it begins or ends with, though a digit stands in it."""
_PATHS = ("/", "./", "../", "~/")
_WINDOWS_PATH = re.compile(r"(?:[A-Za-z]:|~|\\{2}[\w.-])\\")
_PATH = re.compile(r"\.{0,2}/(?![A-Za-z0-9+/]{30,}={0,2}\Z)|~/|[a-z]+://|.*\.[a-z]{2,4}\Z")
_CODE = re.compile(r"\$\{|\{\{|\(\)|^[<{(\[]|\\[nrt]|[<>]$|^\w+\(")
_TEMPLATE = re.compile(
    r"\$\{|\{\{|\(\)|\\[nrt]|^\w+\(.*\)\Z|^[:=?]|^\*+\Z|^&.*=|^\$[({$]|^\$[A-Za-z_]\w*(?![!#^&*+?%\w])|^%[\w.-]*%|^%[({]"
    r"|^%[-+#0-9.$]*[A-Za-z](?!\w)|^\{.*\}|^<.*>|^\(.*\)\Z|^\[.*\]|^[{\[][\"']|[<>].*[<>]$|=>$"
)
"""What stands for a password between quotation marks, where a sign alone may begin or end one."""
_TOLD = re.compile(
    r"(?i)\b(?:must|should|can|be|is|are|was|has|have|not|no|enter|require\w*|invalid|wrong|password\w*|char\w*|digits?|letters?|numbers?"
    r"|at|least|most|min\w*|max\w*|the|your|an?|to|for|of|in|on|with|without|and|or|as|by|from|see|used?|set|if|it|this|only"
    r"|mit|muss|der|die|das|und|oder|mindestens|d[eu]|l[ae]s?|el|y|et|au|moins|con|por|para"
    r"|\d{0,3}(?:zeichen|znak\w*|merkki\w*|tecken|tegn|tekens|karakter\w*|caract\w*|caratter\w*|символ\w*|знак\w*)"
    r"|hasło|haslo|heslo|jelszó|jelszo|senha|salasana|lösenord\w*|passord\w*|wachtwoord\w*|kennwort\w*|passwort\w*|contraseña|parol[ae]?"
    r"|пароль|şifre\w*)\b|[$%{}()<>\[\]/\\=|]"
)
"""A word of a sentence about passwords, or a sign of code."""
_KNOWN = re.compile(
    r"(?i)sha-?\d+|md5|base\d\d|utf-?\d+|oauth2|ed25519|rsa\d+|aes.{0,8}|argon2\w*|bcrypt\d*|1password\Z"
)
_METHOD = (
    r"hmac|pbkdf2|sha-?\d{1,3}(?:crypt)?|md\d|rsa|e?c?dsa|aes-?\d{0,3}|oauth2?|utf-?\d{1,2}|base\d\d|[bsy]?crypt\d?"
    r"|argon2(?:id|[id])?|rot\d\d?|ed25519|2fa|mfa|[th]otp"
)
_METHODS = re.compile(
    rf"(?i)(?:(?:[a-z]+|\d{{1,4}})[-_])*(?:(?:{_METHOD})(?![^\W_])|\d{{1,3}}-(?:char|digit|letter|byte|bit|word)[a-z]{{0,6}}(?![^\W_]))"
    rf"(?:[-_](?:{_METHOD}|[a-z]+|\d{{1,4}}))*"
)
"""How passwords are kept, checked or made, or how many of something they have."""
_HASH = re.compile(r"[0-9a-f]{7,12}|(?:0x)?[0-9a-fA-F]{40}|[0-9a-f]{64}")
_THING = re.compile(
    r"(?:[A-Z][a-z]{0,12}\d{1,5})?(?:[A-Z][a-z]{2,12}){0,3}(?:Private|Public|Secret|Signing|Verifying)(?:Key|Bytes|Numbers)"
    r"|\d{4}-\d\d-\d\d[T_ ]\d\d(?::?\d\d){1,2}(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?"
    r"|#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})"
)
_OBJECT = re.compile(r"(?:[a-z]{1,20}\d{0,2}-){1,6}[a-z0-9]{4,10}")
_PART = r"(?:[A-Za-z]+|\d\dT\d\d|[A-Za-z]{0,5}\d{1,4}[A-Za-z]?)"
_JOINED = re.compile(rf"{_PART}(?:[-_.:+]+{_PART})+")
"""A name, version, date or time of words and short numbers joined by signs."""
_TURN = re.compile(r"[A-Za-z](?=\d)|\d(?=[A-Za-z])")
_ODD = 3
"""Turns from letters to digits and back that names of code do not have."""
_DRAWN = 24
"""Characters of a value between quotation marks that was drawn by chance, of whatever kind: signs may begin it."""
_LEAST_DRAWN, _PARTS = 8, 2.6
"""Characters of one that may stand where anything may, and how long its words and numbers are on average at most."""
_CLASSES = re.compile(r"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])\D*\d")
_TEMPLATED = re.compile(r"\$[{(]|\{\{|%[({]|<%|%\w+%\Z|<[^<>]*>\Z|\[[^\[\]]*\]\Z|\{[^{}]*\}\Z")
"""A variable, a template, or something between brackets, whatever is in it."""
_OPENERS = "$%:=?*&(<[{"
"""Signs that open what stands for a password, or a password."""
_ESCAPED = re.compile(r"%[0-9A-Fa-f]{2}")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_SIGNS = "!@#%^&*?$+~(){}[];,|<>="
_BEHIND_OPTIONS = frozenset(
    "option options flag flags switch switches argument arguments parameter parameters because before after also and"
    " does from have here instead into just like means must need needs only should since takes than that then there"
    " they this used uses using when where which while will with without work works would your".split()
)


def is_stand_in(password: str) -> bool:
    """Whether a login's password is a placeholder or a variable."""
    return (
        stands_for_nothing(password)
        or (password[0] in "$%{[*<:" and not _is_odd_behind_a_sign(password))
        or password in {"pass", "pw", "pwd", "pass@word"}
    )


def is_given(value: str) -> bool:
    """Whether what a command is given as a password is one, and no variable, path or word for one."""
    plain = value.strip("()[].,:")
    return (
        len(plain) > 3
        and not (is_stand_in(value) or follows_an_option(plain))
        and not plain.startswith(("/", "./", "~/", "file:", "env:"))
    )


def stands_for_nothing(value: str) -> bool:
    """Whether a value says no more than that a secret belongs there: "example", "changeme"."""
    return bool(_PLACEHOLDER.search(value) and not is_random(value))


def turns(value: str) -> int:
    """How often letters and digits follow each other in a value."""
    return len(_TURN.findall(value))


def _is_odd_behind_a_sign(value: str) -> bool:
    """Whether a sign that begins a variable or a template begins a password here: escaped, or before odd letters."""
    if _TEMPLATED.match(value):
        return False
    return _ESCAPED.match(value) is not None or turns(value) >= _ODD


def follows_an_option(word: str) -> bool:
    """Whether a word is what a sentence goes on with behind the name of an option ("the -a option"), and no value."""
    return word in _BEHIND_OPTIONS


def names_a_method(value: str) -> bool:
    """Whether what a password is said to be is a way of keeping or checking it: "HMAC-SHA256", "12-character"."""
    return _METHODS.fullmatch(value) is not None


def names_a_thing(value: str) -> bool:
    """Whether a value is a type of code that holds a key ("X25519PrivateKey"), a colour or a time."""
    return _THING.fullmatch(value) is not None


def names_an_object(value: str) -> bool:
    """Whether a secret is called that where it is kept, with letters drawn by chance behind words: "db-creds-7f9d8"."""
    return _OBJECT.fullmatch(value) is not None


def is_unlike_words(value: str) -> bool:
    """Whether a value behind a name and a space is nobody's next word: letters and digits, and no name or hash."""
    mixed = any(map(str.isalpha, value)) and any(map(str.isdigit, value))
    is_name = "/" in value or _KNOWN.match(value) or _REFERENCE.fullmatch(value) or _JOINED.fullmatch(value)
    return mixed and not (is_name or _HASH.fullmatch(value))


def is_made_up(value: str) -> bool:
    """Whether letters, digits and signs stand in an order that names of code, with a number or two, do not have.

    A mark at the end may be that of the sentence, or of a product's name.
    """
    if turns(value) >= _ODD or _YEARLY.fullmatch(value):
        return True
    return any(sign in value.rstrip("!?+") for sign in "!#$%^&*?+~")


def is_drawn(value: str) -> bool:
    """Whether small letters, capitals and digits stand in an order that looks drawn by chance. 8 characters at least."""
    if len(value) < _LEAST_DRAWN or not value.isascii() or not _CLASSES.match(value):
        return False
    return len(value) < _PARTS * len(_WORD.findall(value))


def is_random(value: str, longest: float = 2.6) -> bool:
    """Whether letters and digits stand in an order no words and numbers have. 12 characters at least.

    `longest`: letters that a word, a part of a camel-cased name or a number has in random letters on average.
    """
    words = _WORD.findall(value)
    size = sum(map(len, words))
    return size >= 12 and size < longest * len(words) and not _is_list(value)


def _is_list(value: str) -> bool:
    """Words and short numbers joined by signs."""
    parts = [part for part in re.split(r"[_.:/-]+", value) if part]
    return len(parts) > 1 and all(
        (part.isdigit() and len(part) < 9)
        or (part.isalpha() and len(_WORD.findall(part)) <= 1 + len(part) // 7)
        for part in parts
    )


def _is_path(value: str) -> bool:
    return bool(_PATH.match(value)) and (value[0] in "/.~" or len(value) >= 3 * len(_WORD.findall(value)))


def _is_reference(value: str) -> bool:
    """A dotted name of code, in words."""
    return bool(_REFERENCE.fullmatch(value)) and len(value) >= 3 * len(_WORD.findall(value))


def _is_in_object(value: str) -> bool:
    """A dotted name of code by the object it is in or by its last word, with a digit or two."""
    return (
        sum(map(str.isdigit, value)) < _ODD
        and turns(value) < _ODD
        and _IN_OBJECT.fullmatch(value) is not None
    )


def is_phrase(value: str) -> bool:
    """Whether words between quotation marks are a password: one holds a digit, and none is of a sentence."""
    words = value.split()
    return (
        2 <= len(words) <= 8
        and not _TOLD.search(value)
        and not _PLACEHOLDER.search(value)
        and any(is_unlike_words(word) and not CODED.match(word) for word in words)
    )


def _stands_for_another(value: str, is_password: bool) -> bool:
    """Whether it is a reference or code. `is_password`: it stands between quotation marks, where signs may begin it."""
    if is_password:
        if value[:1] in _OPENERS and not _TEMPLATED.match(value) and turns(value) >= _ODD:
            value = value.lstrip(_OPENERS)
        return not value or _TEMPLATE.search(value) is not None
    return value[:1] in ("", "$", "%", "*", "&", "?", ":", "=") or _CODE.search(value) is not None


def _is_chosen(value: str) -> bool:
    """Whether a person made it up as they do a password: of no use as a name of code or of an object."""
    return len(value) >= 8 and is_made_up(value) and is_unlike_words(value) and not names_an_object(value)


def looks_secret(value: str, quoted: bool, kind: str, in_env: bool = False, is_sure: bool = False) -> bool:
    """Whether the value given to a name of this kind is a secret, not a placeholder, reference or word.

    `in_env`: it is given as environment variables are, in which names of code do not stand. `is_sure`: its name
    names nothing but a secret, so that a number or a uuid is one.
    """
    is_long = len(value) >= _DRAWN and turns(value) >= _ODD
    if _stands_for_another(value, quoted and (kind == "password" or is_long)):
        return False
    if _PLACEHOLDER.search(value) and not (len(value) >= 20 and is_random(_PLACEHOLDER.sub("", value))):
        return False
    if UUID.fullmatch(value):
        return is_sure and len(set(value)) > _FEW
    if kind == "password" and _NUMBER.fullmatch(value):
        return is_sure and len(set(value)) > 2 and not _ROUND.fullmatch(value)
    digits = sum(letter.isdigit() for letter in value)
    letters = sum(letter.isalpha() for letter in value)
    if turns(value) < _ODD and (
        (value.startswith(_PATHS) and value.count("/") > 1) or _WINDOWS_PATH.match(value)
    ):
        return False
    if not (quoted or in_env) and _is_in_object(value):
        return False
    if (_is_path(value) or (not quoted and _is_reference(value))) and not (digits and kind == "password"):
        return False
    if kind == "password":
        if len(value) < 6 or not letters or _KNOWN.fullmatch(value):
            return False
        signs = len({letter for letter in value if letter in _SIGNS})
        return digits > 0 or (signs > 0 if quoted else signs > 1 and "&" not in value) or is_random(value)
    if kind == "secret" and is_drawn(value):
        return True
    if is_sure and kind != "password" and _is_chosen(value):
        return True
    if len(value) < 12 or not letters:
        return False
    mixed = value.lower() != value and value.upper() != value
    longest = 3.3 if len(value) < 24 else 4.2 if in_env else 3.8
    if is_random(value, longest) and (mixed or digits > 1):
        return True
    if digits < 2 or _is_list(value):
        return False
    return turns(value) >= _ODD or (digits >= 3 and mixed)
