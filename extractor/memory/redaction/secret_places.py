"""Places of names: what stands before a secret's name and says what its value may be.

Owns the words and signs that are looked for there. Promises to look back a bounded number of characters. Never looks at
what stands behind the name, and never judges a value.
"""

from __future__ import annotations

import re

from extractor.memory.redaction.secret_words import Name

_IN_PLACEHOLDER = re.compile(rb"\[redacted:[a-z0-9-]{0,18}\Z")
_WORD_BYTES = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_-")
_ISSUED = re.compile(rb"(?:api|access|secret)[ _-]?\Z")
"""What stands before "key" where it is one to a service: a hotkey and a cache key have names."""
_OF_CIPHER = re.compile(rb"(?:encrypt(?:ion)?|signing|master|private|hmac|fernet|unseal)[_-]?\Z")
"""What stands before "key" where it locks or signs: one may be made up like a password."""
_CHANGES = re.compile(
    rb"(?<![a-z])(?:(?:re)?set|chang|updat|rotat|switch|setz|stell|\?nder|cambi|mud|alter|troc|modifi|imposta|d\?fini)[^\W_]{0,5}"
    rb" [^.!;\n]{0,40}\Z"
)
"""The verb before a name that says it is given another value."""
_SENDS = re.compile(
    rb"uthorization\\{0,7}[\"']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,7}[\"']?(?:to|api[ _-]?)\Z"
    rb"|(?<![\w-])setx[ \t]{1,4}[\"']?[a-z_]{0,30}\Z"
)
"""What stands before the word that tells the kind of a login ("Authorization: Token"), and before a variable."""
_SETS = (b"set", b"set_", b"with", b"with_", b".")
"""What stands before the name of what is called to give one."""
_OF_LOGIN = re.compile(rb"(?:auth|access|api|bearer|refresh)[ _-]?to\Z")
"""What stands before "ken" where a token is nothing but a secret, and no number of tokens."""
_PUBLIC = (b"public", b"public_", b"public-", b"public ")
"""What stands before a key that is no secret."""
_SENT_TOKEN = re.compile(
    rb"(?:(?<![\w-])--(?!lock|client|next|page|starting|continuation)(?:[a-z]{1,20}-){0,3}|(?<![\w-])x-(?:[a-z]{1,20}-){0,4}"
    rb"|(?<![\w-])setx[ \t]{1,4}[\"']?[a-z_]{0,30})to\Z"
)
"""What stands before "ken" where one is sent or set: an option, but for those of pages and locks, or a header."""
_NETRC = re.compile(rb"machine\s{1,8}\S{1,200}\s{1,40}login\s{1,8}\S{1,200}\s{1,40}\Z")
"""What stands before a password in a netrc file."""
_USER = re.compile(
    rb"(?:user(?:name)?|login|email)[\"']?[ \t]?[:=][ \t]?[^\s,:{}]{1,80},?(?:[ \t]{1,4}|[ \t]{0,4}\r?\n[ \t-]{0,40})[\"']?\Z"
)
"""A user's name in the field or on the line before."""


def is_in_placeholder(low: bytes, name: Name) -> bool:
    """Whether the name is the kind that a placeholder tells, and names nothing that follows it but what it becomes."""
    if low[name.end : name.end + 1] != b"]":
        return False
    placed = _IN_PLACEHOLDER.search(low, max(0, name.start - 30), name.start)
    if placed is None:
        return False
    becomes = low.startswith(b'" -> "', name.end + 1) and not low.endswith(b'-> "', 0, placed.start())
    return not becomes


def is_issued(low: bytes, start: int) -> bool:
    """Whether a key that is named there is one to a service."""
    return _ISSUED.search(low, max(0, start - 8), start) is not None


def is_public(low: bytes, name: Name) -> bool:
    """Whether the name is that of a public key, or of the short form of one by which programs name each other."""
    if name.kind == "token":
        return low[max(0, name.start - 11) : name.start].endswith(b"publickeyto")
    return name.kind == "key" and low[max(0, name.start - 7) : name.start].endswith(_PUBLIC)


def is_changed(low: bytes, start: int) -> bool:
    """Whether a verb says that what is named there is given another value."""
    return _CHANGES.search(low, max(0, start - 60), start) is not None


def is_set(low: bytes, start: int) -> bool:
    """Whether the name is that of something called to give a value."""
    return low[max(0, start - 5) : start].endswith(_SETS)


def is_sent(low: bytes, start: int) -> bool:
    """Whether the name is the end of a long option (`--api-key`), the kind of a login in a header, or what `setx` sets."""
    return _is_option(low, start) or _SENDS.search(low, max(0, start - 48), start) is not None


def is_beside_user(low: bytes, start: int) -> bool:
    """Whether a user is named in the field or on the line before."""
    return _USER.search(low, max(0, start - 160), start) is not None


def is_in_netrc(low: bytes, start: int) -> bool:
    """Whether the name stands in a netrc file, behind a machine and a login."""
    return _NETRC.search(low, max(0, start - 480), start) is not None


def is_bare_pass(low: bytes, name: Name) -> bool:
    """Whether the name is "pass" and nothing joined to it, which tests do too."""
    return low[name.start : name.end] == b"pass" and low[name.start - 1 : name.start] not in (b"_", b"-")


def names_nothing_else(low: bytes, name: Name) -> bool:
    """Whether what the name is given is a secret, be it a number or a uuid."""
    start, word = name.start, low[name.start : name.end]
    if name.kind == "key":
        return is_issued(low, start) or _OF_CIPHER.search(low, max(0, start - 11), start) is not None
    if name.kind == "token":
        if word != b"ken":
            return False
        is_sent_there = _SENT_TOKEN.search(low, max(0, start - 48), start) is not None
        return is_sent_there or _OF_LOGIN.search(low, max(0, start - 12), start) is not None
    if name.kind == "password":
        return not (word in (b"pw", b"pwd") or is_bare_pass(low, name) or name.is_word)
    return word == b"cret"


def is_parameter(low: bytes, at: int) -> bool:
    """Whether the name stands in the query of an address."""
    begins = max(low.rfind(b"?", max(0, at - 40), at), low.rfind(b"&", max(0, at - 40), at))
    return (begins >= 0 and low[begins + 1 : at].replace(b"_", b"").replace(b"-", b"").isalnum()) or (
        begins == at - 1 and begins >= 0
    )


def _is_option(low: bytes, at: int) -> bool:
    start = at
    while start > max(0, at - 40) and low[start - 1] in _WORD_BYTES:
        start -= 1
    return low[start : start + 1] == b"-"
