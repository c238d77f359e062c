"""Passwords of tools whose names say nothing of one: given as a word of their own, or told in what the tool prints.

Owns these tools and where each takes or tells its password. Promises to read a few hundred characters from a place, and
to look for a tool only where its name stands in a text. Never looks at options that say what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.redaction.secret_commands import LINE, VALUE, WORD
from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_values import is_drawn, is_given, is_made_up, is_unlike_words

_SNMP = r"snmp(?:bulk)?(?:walk|get|getnext|set|table|test|trap|inform|status|df|check|netstat|translate)"
_NOT_THE_DEFAULT = r"(?!\\{0,7}[\"']?(?:public|private)\b)"
_ESC = r"\\{0,7}"
_TOOLS: tuple[tuple[bytes, tuple[re.Pattern[str], ...]], ...] = (
    (
        b"snmp",
        (
            *(re.compile(rf"{_SNMP}\s{LINE}-{option}[ \t]*{_NOT_THE_DEFAULT}{VALUE}") for option in "cAX"),
            re.compile(rf"snmp-server[ \t]+community[ \t]+{_NOT_THE_DEFAULT}{VALUE}"),
        ),
    ),
    (b"community", (re.compile(rf"(?<!\w)r[ow]community6?[ \t]+{_NOT_THE_DEFAULT}{VALUE}"),)),
    (b"pragma ", (re.compile(rf"(?i:pragma)[ \t]+(?i:(?:re|hex)?key)[ \t]*=[ \t]*{VALUE}"),)),
    (
        b"acl setuser",
        (re.compile(rf"(?i:acl[ \t]+setuser)[ \t]+{WORD}+[ \t](?:[^\n>]{{0,100}}[ \t])?[\"']?>{VALUE}"),),
    ),
    (b"bw unlock", (re.compile(rf"(?<![\w-])bw[ \t]+unlock[ \t]+(?:--?[\w-]+[ \t]+){{0,3}}{VALUE}"),)),
    (
        b"wifi:",
        (
            re.compile(
                r"WIFI:(?:[A-Z]{1,4}:[^;\n]{0,64};){0,4}P:(?P<value>(?:[^;\\\s]|\\{1,2}[;:,\\\"]){4,63});"
            ),
        ),
    ),
    (
        b"securestring",
        (
            re.compile(
                rf"{_ESC}\"Type{_ESC}\"\s?:\s?{_ESC}\"SecureString{_ESC}\",\s{{0,40}}(?:{_ESC}\"\w+{_ESC}\"\s?:\s?[^,{{}}]{{1,100}},\s{{0,40}})"
                rf"{{0,3}}{_ESC}\"Value{_ESC}\"\s?:\s?{_ESC}\"(?P<value>[^\"\\\n]{{4,4096}})"
            ),
        ),
    ),
    (
        b'"username',
        (
            re.compile(
                rf"\"username{_ESC}\"\s?:\s?{_ESC}\"[^\"\\\n]{{1,60}}{_ESC}\",\s{{0,40}}{_ESC}\"key{_ESC}\"\s?:\s?{_ESC}\"(?P<value>[0-9a-f]{{32}})(?!\w)"
            ),
        ),
    ),
)
"""By what a text must hold in lower case: how the tool is called, or what it prints, up to the password."""
_OF_SECRETS: tuple[tuple[bytes, tuple[re.Pattern[str], ...]], ...] = (
    (b"slappasswd", (re.compile(rf"slappasswd\s{LINE}-s[ \t]+{VALUE}"),)),
    (b"dscl ", (re.compile(rf"dscl\s{LINE}-passwd[ \t]+{WORD}+[ \t]+{VALUE}"),)),
    (b"user:password", (re.compile(rf"drush\s{LINE}user:password[ \t]+{WORD}+[ \t]+{VALUE}"),)),
)
"""The same of tools called so that a text with them names a secret."""
_ODD_ONES: tuple[tuple[bytes, re.Pattern[str]], ...] = (
    (
        b"user-secrets set",
        re.compile(
            rf"user-secrets[ \t]+set[ \t]+(?:--?\w+[ \t]+[^\s-]\S*[ \t]+){{0,2}}[\"']?[\w:.-]+[\"']?[ \t]+{VALUE}"
        ),
    ),
    (b":create", re.compile(rf"eas[ \t]+(?:secret|env):create\s{LINE}--value[ \t=]+{VALUE}")),
)
"""The same of tools that take other values there too: only what is unlike them all is a password."""
_PAIR = re.compile(
    r" -(?:[aAuU]|P(?= \w+:\S+ https?:)|-(?:auth(?:-creds?)?|user(?:pass)?|basic-auth|proxy-user|creds?|login))(?:[ \t]{1,4}|=)"
    r"\\{0,7}[\"']?[A-Za-z][\w.@-]{0,60}:(?P<value>[^\s\"'`\\|;&<>/,:][^\s\"'`\\|;&<>/,:]{5,100})(?=[\s\"'`\\]|\Z)"
)
"""A user and a password in one word behind an option for both, whatever the tool."""
_GENERATED = re.compile(r"\"type\\{0,3}\"\s?:\s?\\{0,3}\"random_password")
_RESULT = re.compile(r"\"result\\{0,3}\"\s?:\s?\\{0,3}\"(?P<value>[^\"\n]{4,256}?)\\{0,3}\"")
_MOST_OF_STATE = 6000
"""Characters of one resource's state in which what was generated is looked for."""


def of_tools(text: str, low: bytes, names_a_secret: bool) -> Iterator[Span]:
    """The passwords of a text's tools. `low`: the text as lower-case bytes, one for each character.

    `names_a_secret`: a password or a secret is named in it.
    """
    for held, patterns in (*_TOOLS, *_OF_SECRETS) if names_a_secret else _TOOLS:
        if held in low:
            for pattern in patterns:
                for match in pattern.finditer(text):
                    if is_given(match[_group(match)]):
                        yield Span(*match.span(_group(match)), "password")
    if b" -" in low:
        yield from _odd(text, _PAIR)
    if names_a_secret:
        for held, pattern in _ODD_ONES:
            if held in low:
                yield from _odd(text, pattern)
        if b"random_password" in low:
            yield from _generated(text)


def _group(match: re.Match[str]) -> str:
    return "quoted" if match.groupdict().get("quoted") else "value"


def _odd(text: str, pattern: re.Pattern[str]) -> Iterator[Span]:
    for match in pattern.finditer(text):
        value = match[_group(match)]
        is_odd = is_made_up(value) or is_drawn(value) or value.endswith("!")
        if is_odd and is_unlike_words(value) and is_given(value):
            yield Span(*match.span(_group(match)), "password")


def _generated(text: str) -> Iterator[Span]:
    """What a tool that builds machines generated and keeps in its state."""
    for resource in _GENERATED.finditer(text):
        ends = text.find('"type', resource.end(), resource.end() + _MOST_OF_STATE)
        for result in _RESULT.finditer(
            text, resource.end(), ends if ends >= 0 else resource.end() + _MOST_OF_STATE
        ):
            if is_given(result["value"]):
                yield Span(*result.span("value"), "password")
