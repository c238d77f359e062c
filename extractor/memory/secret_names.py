"""Values given to a secret's name: assignments, headers, options, addresses.

Owns the names, the ways a value is given and what a value must look like to be a secret. Promises that
code, references and placeholders are no secrets. Never looks for key formats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from extractor.memory.secret_formats import Span
from extractor.memory.secret_words import GAP, IS, LETTERS, OF, PLAIN, UNSPACED, Name, names_in, pieces


class Hint(StrEnum):
    """What stands in a text besides names, seen on the same way through it."""

    PRIVATE = "private"
    PLACEHOLDER = "placeholder"
    CUT = "cut"


class Named(NamedTuple):
    """What one way through a text found."""

    spans: list[Span]
    hints: set[Hint]


# Searched for in the lower-case bytes of a text. Each begins with one plain letter, which is found with
# memchr, many times faster than a pattern that begins with a class or a word boundary; and all that needs a
# way through the text hangs on one of these letters.
_ANCHORS = (
    re.compile(
        rb"k(?:en(?<=token)s?|ey(?:(?<=[a-z0-9_-]key)|(?<=api key)|(?<=access key)|(?<=secret key))|ie(?<=cookie)|s(?<=hooks)"
        rb"|ennwort(?:e?s)?(?![a-z])|ode(?:ord(?:et)?|(?<=adgangskode)n?)(?![a-z])|ata sandi(?![a-z]))"
    ),
    re.compile(
        rb"p(?:ass(?:w(?:or)?d|phrase|code|wort(?:e?s)?|ord(?:et)?)?(?![a-z])|rivate"
        rb"|asse(?![a-z])(?:(?<=mot de passe)|(?<=mots de passe)|(?<=palavra-passe))"
        rb"|arola?\??(?![a-z])(?<![a-z]parola)(?<![a-z]parol\?)(?! chiave)"
        rb"|w(?<![a-z]pw)d?(?![a-z])|(?<= -p))"
    ),
    re.compile(
        rb"c(?:ret(?<=secret)s?|redentials?|[ \t](?<=basic.)|ted:(?<=\[redacted:)|haracters left out\]|url[ \t]"
        rb"|ontrase(?:n\??|\?)as?(?![a-z])|htwoord(?<=wachtwoord)(?:en)?(?![a-z])"
        rb"|hl(?<=schl)(?:u?\?|ue?)ssel(?![a-z])"
        rb"|[lh]ave(?<![a-z]c[lh]ave)(?<!palabra clave)(?<!palavra.chave)(?: (?:de )?api)?(?![a-z]))"
    ),
    re.compile(
        rb"=(?<=[ghe]=)(?:(?<=[?&;]sig=)|(?<=[_&?-]code=)|(?<=signature=)|(?<=_auth=)|(?<=[?&]auth=))"
    ),
)
_KINDS = {
    b"ken": "token", b"kens": "token", b"key": "key", b"cret": "secret", b"crets": "secret",
    b"credential": "secret", b"credentials": "secret", b"=": "signature", b"chl?ssel": "key", b"chlu?ssel": "key",
    b"chluessel": "key", b"chlussel": "key",
}  # fmt: skip
_SPOKEN = frozenset(_KINDS.keys() - {b"="}) | {
    b"password", b"passwd", b"passphrase", b"passcode", b"pw", b"pwd", b"passe",
}  # fmt: skip
"""Names behind which people say the value with nothing but a space between."""
_IN_OTHER_TONGUES = re.compile(
    rb"(?:pass|kenn)wort|passord|contrase|htwoord|kode|kata|(?P<word>[cp](?:[lh]ave|arol))"
)
"""Names of passwords in them; some are words of everyday talk."""
_ISSUED = re.compile(rb"(?:api|access|secret)[ _-]?\Z")
"""What stands before "key" where it is one to a service: a hotkey and a cache key have names."""
_LEAST_SPOKEN = 8
"""Characters of such a value."""
_HINTS = {b"private": Hint.PRIVATE, b"cted:": Hint.PLACEHOLDER, b"characters left out]": Hint.CUT}

_SUFFIX = r"(?:[_-]?(?:base64|base|b64|value|string|prod|dev|test|live|old|new|v?\d{1,2}))?"
_ESC = r"\\{0,7}"
"""Before a quotation mark inside strings inside strings."""
_GIVEN = re.compile(
    _SUFFIX + rf"(?:{_ESC}[\"'`]|\]){{0,2}}"
    rf"(?P<by>{GAP}{{0,8}}(?::=|=>|->|[:=：＝]){GAP}{{0,8}}(?:[|>][+-]?\r?\n[ \t]{{1,40}})?"
    rf"|{OF}?{GAP}{IS}:?{GAP}|{OF}{GAP}?[:：]{GAP}{{0,8}}|['’]s[ \t]"
    rf"|{GAP}{{0,2}}(?:就?是|为|為|は|が|은|는|이|가|คือ|เป็น)[:：]?{GAP}{{0,2}}"
    rf"|>|,[ \t]?(?={_ESC}[\"'`])|[ \t]{{1,3}}|(?<==)|(?<=[{UNSPACED}]))"
)
_VALUE = re.compile(
    rf"{_ESC}\"(?P<double>[^\s\"]{{4,256}}?){_ESC}\"|{_ESC}'(?P<single>[^\s']{{4,256}}?){_ESC}'"
    rf"|`(?P<tick>[^\s`]{{4,256}})`"
    rf"|[„“»«「『‚‘]{GAP}?(?P<curly>[^\s„“”»«」』‚‘’]{{4,256}}){GAP}?[“”»«」』‘’]"
    rf"|(?:{_ESC}[\"'`])?(?P<bare>(?:(?![{UNSPACED}])[A-Za-z0-9_+/=.~!@#%^&*?$:{LETTERS}-]){{6,256}})(?P<after>(?=[(\[{{<]))?"
)
_URL_LOGIN = re.compile(r"://(?P<user>[^\s/:@'\"<>`]{0,100})(?::(?P<password>[^\s/'\"<>`]{1,200}))?@")
_BEARER = re.compile(
    r"[Bb]earer(?: |%20|\+){1,4}(?P<value>(?=[A-Za-z._~+/=-]{0,200}\d)[A-Za-z0-9._~+/=-]{16,})"
)
_BASIC = re.compile(
    r"(?i:uthorization\\{0,7}[\"']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,7}[\"']?Basic[ \t]{1,4})"
    r"(?P<value>(?=[a-z+/]{0,200}[0-9A-Z=])[A-Za-z0-9+/]{8,}={0,2})"
)
_COOKIES = re.compile(r"kie\\{0,7}[\"']?[ \t]?[:=][ \t]?(?P<value>[^\n\r]{1,1024})", re.IGNORECASE)
_COOKIE = re.compile(r"=(?P<value>[A-Za-z0-9_%.+/:~-]{16,512})")
_CURL = re.compile(
    r"curl[ \t][^\n]{0,300}?(?:-u|--user)[ =]?\\{0,7}[\"']?[^\s:\"']{1,100}:(?P<value>[^\s\"'\\]{3,200})",
    re.IGNORECASE,
)
_P_USERS = re.compile(r"\b(?:mysql\w*|mariadb[\w-]*)\b[^|;&]*\Z|\bsshpass[ \t]+-\Z")
_P_OPTION = re.compile(r"p[ \t]*\\{0,7}[\"']?(?P<value>[^\s\"'=\\-][^\s\"'\\]{3,200})")
_HOOK = re.compile(r"k(?:s\.slack\.com/(?:services|workflows|triggers)|s/\d{16,20})/(?P<value>[\w/-]{20,})")

# What nobody's password holds by chance counts anywhere in a value, words that people put into theirs as whole words.
_PLACEHOLDER = re.compile(
    r"(?i)example|placeholder|change_?me|redacted|your[_-]|x{4,}|^\*|\*{6}|\.{3}"
    r"|\A[\d-]*x{3}[x\d-]*\Z|(?<![^\W_])(?:12345\d*|(?:my|your|the|some|new|old|test|user|db|api|access|auth){0,3}"
    r"(?:secret|token|passw(?:or)?d|dummy|sample)(?:s|key|here|value|name){0,2})(?![^\W_])"
)
_CODED = re.compile(r"(?:[a-z]+\d+|[A-Z]+\d+|[A-Z][a-z]+\d+)")
"""A word and a number: what a key of a table names, where its own name is a word of everyday talk."""
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_REFERENCE = re.compile(r"[A-Za-z_]\w*(?:(?:\.|::|->)[A-Za-z_]\w*)+")
_PATH = re.compile(r"\.{0,2}/(?![A-Za-z0-9+/]{30,}={0,2}\Z)|~/|[a-z]+://|.*\.[a-z]{2,4}\Z")
_CODE = re.compile(r"\$\{|\{\{|\(\)|^[<{(\[]|\\[nrt]|[<>]$|^\w+\(")
_KNOWN = re.compile(
    r"(?i)sha-?\d+|md5|base\d\d|utf-?\d+|oauth2|ed25519|rsa\d+|aes.{0,8}|argon2\w*|bcrypt\d*|1password\Z"
)
_HASH = re.compile(r"[0-9a-f]{7,12}|(?:0x)?[0-9a-fA-F]{40}|[0-9a-f]{64}")
_PART = r"(?:[A-Za-z]+|\d\dT\d\d|[A-Za-z]{0,5}\d{1,4}[A-Za-z]?)"
_JOINED = re.compile(rf"{_PART}(?:[-_.:+]+{_PART})+")
"""A name, version, date or time of words and short numbers joined by signs."""
_TURN = re.compile(r"[A-Za-z](?=\d)|\d(?=[A-Za-z])")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_SIGNS = "!@#%^&*?$+~(){}[];,|<>="


def named_secrets(text: str, low: bytes) -> Named:
    """Every value given to a secret's name. `low`: the text as lower-case bytes, one for each character."""
    spans: list[Span] = []
    hints: set[Hint] = set()
    in_netrc = b"machine " in low
    for anchor in _ANCHORS:
        for match in anchor.finditer(low):
            word = match[0]
            if word in _HINTS:
                hints.add(_HINTS[word])
            elif rule := _LINE_RULES.get(word[:3]):
                spans += rule(text, match.start())
            elif (given := _GIVEN.match(text, match.end())) and (
                span := _assigned(text, low, _named(match), given, in_netrc)
            ):
                spans.append(span)
    if not text.isascii() or PLAIN in low:
        for name in names_in(text, low):
            if (given := _GIVEN.match(text, name.end)) and (
                span := _assigned(text, low, name, given, in_netrc)
            ):
                spans.append(span)
    if b"@" in low and b"://" in low:
        spans += _addresses(text)
    if b"earer" in low:
        spans += (Span(*match.span("value"), "bearer-token") for match in _BEARER.finditer(text))
    return Named(spans, hints)


def _addresses(text: str) -> Iterator[Span]:
    for match in _URL_LOGIN.finditer(text):
        password, user = match["password"], match["user"]
        if password is not None:
            if len(password) > 2 and not _is_stand_in(password):
                yield Span(*match.span("password"), "url-password")
        elif len(user) >= 16 and is_random(user):
            yield Span(*match.span("user"), "url-password")


def _basic(text: str, at: int) -> Iterator[Span]:
    if match := _BASIC.search(text, max(0, at - 40), at + 400):
        yield Span(*match.span("value"), "basic-credentials")


def _cookies(text: str, at: int) -> Iterator[Span]:
    line = _COOKIES.match(text, at)
    for match in _COOKIE.finditer(text, *line.span("value")) if line else ():
        if is_random(match["value"], 3.6) and not _UUID.fullmatch(match["value"]):
            yield Span(*match.span("value"), "cookie")


def _hooks(text: str, at: int) -> Iterator[Span]:
    if match := _HOOK.match(text, at):
        yield Span(*match.span("value"), "webhook")


def _login(text: str, at: int) -> Iterator[Span]:
    """The login of a `curl`."""
    match = _CURL.match(text, at, at + 600)
    if match and not _is_stand_in(match["value"]):
        yield Span(*match.span("value"), "password")


def _short_option(text: str, at: int) -> Iterator[Span]:
    """`-p` directly before a password, or behind `sshpass`."""
    line = text[max(text.rfind("\n", 0, at) + 1, at - 300) : at]
    match = _P_OPTION.match(text, at) if _P_USERS.search(line) else None
    if match and not _is_stand_in(match["value"]):
        yield Span(*match.span("value"), "password")


_LINE_RULES = {
    b"c ": _basic,
    b"c\t": _basic,
    b"kie": _cookies,
    b"ks": _hooks,
    b"cur": _login,
    b"p": _short_option,
}


def _is_stand_in(password: str) -> bool:
    return (
        bool(_PLACEHOLDER.search(password) and not is_random(password))
        or password[0] in "$%{[*<:"
        or password in {"pass", "pw", "pwd", "pass@word"}
    )


def _named(match: re.Match[bytes]) -> Name:
    """The name an anchor found."""
    word = match[0]
    if word in _KINDS or word in _SPOKEN:
        return Name(*match.span(), _KINDS.get(word, "password"), word in _SPOKEN)
    other = _IN_OTHER_TONGUES.match(word)
    return Name(*match.span(), "password", other is not None, other is not None and other["word"] is not None)


def _assigned(text: str, low: bytes, name: Name, given: re.Match[str], in_netrc: bool) -> Span | None:
    """The value given to the name that was found, where it is one. `given`: what stands between the two.

    `in_netrc`: the text has lines of a netrc file, which rules of their own read.
    """
    by, start, kind, word = given["by"], name.start, name.kind, low[name.start : name.end]
    is_spoken = (
        not by.strip() and word != b"=" and not (_is_option(low, start) or (kind == "password" and in_netrc))
    )
    if is_spoken and (
        not name.is_spoken or (kind == "key" and not _ISSUED.search(low, max(0, start - 8), start))
    ):
        return None
    if word == b"pass" and not (low[start - 1 : start] in (b"_", b"-") or "=" in by or given[0][0] in "\"'"):
        return None
    value = _VALUE.match(text, given.end())
    if value is None or (by == ">" and value["bare"] is None):
        return None
    group = value.lastgroup if value.lastgroup != "after" else "bare"
    said = value[group or "bare"]
    whole = said
    quoted = group != "bare"
    if not quoted:
        if value["after"] is not None and by != ">":
            return None
        if _is_parameter(low, start):
            said = said.partition("&")[0]
        said = said.rstrip(".,:!?*&")
    in_env = by == "=" and text[start].isupper()
    least = _LEAST_SPOKEN if is_spoken or name.is_word else 0
    # Behind a name in letters without spaces the whole may be a sentence.
    for core in pieces(said) if b"?" in word else dict.fromkeys((said, *pieces(said))):
        size = len(whole if core == said else core)
        is_plain = least and (size < least or not _is_unlike_words(core))
        if _looks_secret(core, quoted, kind, in_env) and not (
            is_plain or (name.is_word and _CODED.fullmatch(core))
        ):
            break
    else:
        return None
    begins = value.start(group or "bare")
    return Span(begins, begins + len(said), kind)


def _is_unlike_words(value: str) -> bool:
    """Whether a value behind a name and a space is nobody's next word: letters and digits, and no name or hash."""
    mixed = any(map(str.isalpha, value)) and any(map(str.isdigit, value))
    is_name = "/" in value or _KNOWN.match(value) or _REFERENCE.fullmatch(value) or _JOINED.fullmatch(value)
    return mixed and not (is_name or _HASH.fullmatch(value))


_WORD_BYTES = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_-")


def _is_option(low: bytes, at: int) -> bool:
    """Whether the name is the end of a long option: `--api-key`."""
    start = at
    while start > max(0, at - 40) and low[start - 1] in _WORD_BYTES:
        start -= 1
    return low[start : start + 1] == b"-"


def _is_parameter(low: bytes, at: int) -> bool:
    """Whether the name stands in the query of an address."""
    begins = max(low.rfind(b"?", max(0, at - 40), at), low.rfind(b"&", max(0, at - 40), at))
    return (begins >= 0 and low[begins + 1 : at].replace(b"_", b"").replace(b"-", b"").isalnum()) or (
        begins == at - 1 and begins >= 0
    )


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


def _looks_secret(value: str, quoted: bool, kind: str, in_env: bool = False) -> bool:
    """Whether the value given to a name of this kind is a secret, not a placeholder, reference or word.

    `in_env`: it is given as environment variables are, in which names of code do not stand.
    """
    if value[:1] in ("", "$", "%", "*", "&", "?", ":", "=") or _CODE.search(value):
        return False
    if _PLACEHOLDER.search(value) and not (len(value) >= 20 and is_random(_PLACEHOLDER.sub("", value))):
        return False
    if _UUID.fullmatch(value):
        return False
    digits = sum(letter.isdigit() for letter in value)
    letters = sum(letter.isalpha() for letter in value)
    if (_is_path(value) or (not quoted and _is_reference(value))) and not (digits and kind == "password"):
        return False
    if kind == "password":
        if len(value) < 6 or not letters or _KNOWN.fullmatch(value):
            return False
        signs = len({letter for letter in value if letter in _SIGNS})
        return digits > 0 or (signs > 0 if quoted else signs > 1 and "&" not in value) or is_random(value)
    if len(value) < 12 or not letters:
        return False
    mixed = value.lower() != value and value.upper() != value
    longest = 3.3 if len(value) < 24 else 4.2 if in_env else 3.8
    if is_random(value, longest) and (mixed or digits > 1):
        return True
    if digits < 2 or _is_list(value):
        return False
    return len(_TURN.findall(value)) >= 3 or (digits >= 3 and mixed)
