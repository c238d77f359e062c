"""Headers that carry a login: `Authorization` in whatever form it is written, and cookies.

Owns how a header and its value are joined, in a request, in code, in a server's settings and in a recording. Promises to
read no further from a header's name than a bounded number of characters. Never looks at headers whose names name a secret.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_values import UUID, is_random, looks_secret

_BEARER = re.compile(
    r"[Bb](?:earer|EARER)(?: |%20|\+){1,4}(?P<value>(?=[A-Za-z._~+/=%-]{0,200}\d)(?:[A-Za-z0-9._~+/=-]|%2[BFbf]|%3[Dd]){16,})"
)
_NAMED = re.compile(rb"uthorization(?![a-z0-9_-])")
_AUTHORIZATION = re.compile(
    r"\\{0,7}[\"'`]?(?:[ \t]{0,4}[:=,][ \t]{0,4}|[ \t]{1,4}(?=\\{0,7}[\"'`]))"
    r"(?:\\{0,7}[\"']value\\{0,7}[\"'][ \t]?:[ \t]?)?\\{0,7}[\"'`]?(?!AWS4-)"
    r"(?:(?P<scheme>[A-Za-z][A-Za-z-]{1,20})(?:[ \t]{1,4}|%20))?"
    r"(?P<value>[A-Za-z0-9+/][A-Za-z0-9+/=_.~:%-]{7,1000}+)(?![({\[$<])"
)
"""What stands between the header's name and its value, the name of a scheme among it, and the value."""
_CODED = re.compile(r"(?=[a-z+/]{0,200}[0-9A-Z=])[A-Za-z0-9+/]{8,}={0,2}")
_COOKIES = re.compile(
    r"kie\\{0,7}[\"']?(?:[ \t]?[:=][ \t]?|[ \t]{1,4}(?=\\{0,7}[\"']?[\w.-]{1,64}=)"
    r"|,\s{0,40}\\{0,7}[\"']value\\{0,7}[\"'][ \t]?:[ \t]?)(?P<value>[^\n\r]{1,1024})",
    re.IGNORECASE,
)
_LIST = re.compile(r"kies\\{0,7}[\"']?\s?[:=(]\s{0,8}\[\s{0,40}", re.IGNORECASE)
_LISTED = re.compile(r"\{[^{}]{1,2000}\}(?:\s{0,40},\s{0,40})?")
"""One of the cookies that a recording or a script lists, with what is told of it."""
_LISTED_VALUE = re.compile(
    r"(?<!\w)value\\{0,7}[\"']?\s?:\s?\\{0,7}[\"'](?P<value>[A-Za-z0-9_%.+/:=~-]{16,512})\\{0,7}[\"']"
)
_IN_JAR = re.compile(
    r"(?:TRUE|FALSE)\t ?\d{1,12}\t ?[^\t\r\n\\]{1,80}\t ?(?P<value>[A-Za-z0-9_%.+/:=~-]{16,512})"
)
"""A line of the file in which curl and others keep cookies: whether sent encrypted alone, until when, its name and itself."""
_COOKIE = re.compile(r"=(?P<value>[A-Za-z0-9_%.+/:~-]{16,512})")


def bearers(text: str) -> Iterator[Span]:
    """What is sent behind the word `Bearer`."""
    for match in _BEARER.finditer(text):
        yield Span(*match.span("value"), "bearer-token")


def authorizations(text: str, low: bytes) -> Iterator[Span]:
    """What is sent to log in, of whatever scheme. `low`: the text as lower-case bytes, one for each character."""
    for named in _NAMED.finditer(low):
        if match := _AUTHORIZATION.match(text, named.end()):
            begins, value = match.start("value"), match["value"].rstrip(".,:")
            if (match["scheme"] or "").lower() == "basic":
                if coded := _CODED.match(value):
                    yield Span(begins, begins + coded.end(), "basic-credentials")
            elif looks_secret(value, False, "token", is_sure=True) or UUID.fullmatch(value.partition(":")[0]):
                yield Span(begins, begins + len(value), "token")


def cookies(text: str, at: int) -> Iterator[Span]:
    """The cookies of a header on whose name the place is."""
    if line := _COOKIES.match(text, at):
        yield from in_cookies(text, *line.span("value"))
    elif begun := _LIST.match(text, at):
        at = begun.end()
        while listed := _LISTED.match(text, at):
            for match in _LISTED_VALUE.finditer(text, *listed.span()):
                yield from _cookie(match)
            at = listed.end()


def in_jars(text: str) -> Iterator[Span]:
    """The cookies that stand as files keep them."""
    for match in _IN_JAR.finditer(text):
        yield from _cookie(match)


def in_cookies(text: str, start: int, end: int) -> Iterator[Span]:
    """The secrets among the cookies that stand there."""
    for match in _COOKIE.finditer(text, start, end):
        yield from _cookie(match)


def _cookie(match: re.Match[str]) -> Iterator[Span]:
    if is_random(match["value"], 3.6) and not UUID.fullmatch(match["value"]):
        yield Span(*match.span("value"), "cookie")
