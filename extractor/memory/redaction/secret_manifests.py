"""Manifests of clusters that hold secrets: what stands under `data`, in base64, and `stringData` where the kind is `Secret`.

Owns how such a manifest is written, as YAML and as JSON. Promises one look at each line of its data. Never looks at a
manifest of another kind, nor at certificates.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_margins import unmargined
from extractor.memory.redaction.secret_values import looks_secret

KINDS = (b"kind: se", b'kind":"se', b'kind": "se', b'kind: "se', b'kind\\":\\"se', b'kind\\": \\"se')
"""How a manifest's kind is told, up to letters by which the names of secrets are found."""
_BETWEEN = re.compile(r"^ ?---[ \t]*$", re.MULTILINE)
"""The line between manifests."""
_KIND = re.compile(r"kind\\{0,3}\"?:[ \t]?\\{0,3}\"?Secret(?![A-Za-z])")
_CODED = r"(?P<value>[A-Za-z0-9+/]{8,}={0,2})"
_DATA = re.compile(
    r"^(?P<indent>[ \t]*)data:[ \t]*\r?\n(?P<body>(?:(?P=indent)[ \t]+\S[^\n]*(?:\n|\Z))*)", re.MULTILINE
)
_ESC = r"\\{0,3}"
_KEY = rf"^[ \t]+{_ESC}[\"']?[\w.-]{{1,253}}{_ESC}[\"']?:[ \t]{{1,4}}"
_FIELD = re.compile(
    rf"{_KEY}(?:[>|][+-]?[ \t]{{0,4}}\r?\n[ \t]+)?{_ESC}[\"']?{_CODED}{_ESC}[\"']?[ \t]*\r?$", re.MULTILINE
)
_PLAIN_DATA = re.compile(_DATA.pattern.replace("data:", "stringData:"), re.MULTILINE)
_PLAIN_FIELD = re.compile(
    rf"{_KEY}(?:{_ESC}(?P<quote>[\"'])(?P<quoted>[^\"'\\\r\n]{{4,256}}){_ESC}(?P=quote)"
    r"|(?P<bare>[^\s\"'>|#][^\s#]{3,255}))[ \t]*(?:#[^\n]*)?\r?$",
    re.MULTILINE,
)
"""A field whose value is not in base64."""
_JSON_PLAIN = re.compile(r"stringData\\{0,3}\"[ \t]?:[ \t]?\{(?P<body>[^{}]*)\}")
_JSON_PLAIN_FIELD = re.compile(
    rf"{_ESC}\":[ \t]?{_ESC}(?P<quote>\")(?P<quoted>[^\"\\\r\n]{{4,256}}){_ESC}\"(?P<bare>(?!))?"
)
_JSON_DATA = re.compile(r"data\\{0,3}\"[ \t]?:[ \t]?\{(?P<body>[^{}]*)\}")
_JSON_FIELD = re.compile(rf"\":[ \t]?\\{{0,3}}\"{_CODED}\\{{0,3}}\"")
_CERTIFICATE = b"-----BEGIN CERTIFICATE"


def in_manifests(text: str) -> Iterator[Span]:
    """The values of a text's manifests of secrets."""
    yield from _in(text)
    kind = _KIND.search(text)
    if kind and (seen := unmargined(text, kind.start())):
        for start, end, what in _in(seen.text):
            yield Span(seen.place(start), seen.place(end - 1) + 1, what)


def _in(text: str) -> Iterator[Span]:
    begins = 0
    for between in [*_BETWEEN.finditer(text), None]:
        ends = between.start() if between else len(text)
        if _KIND.search(text, begins, ends):
            yield from _values(text, begins, ends)
        begins = ends


def _values(text: str, begins: int, ends: int) -> Iterator[Span]:
    for data, field in ((_DATA, _FIELD), (_JSON_DATA, _JSON_FIELD)):
        for match in _fields(text, begins, ends, data, field):
            if _is_coded(match["value"]):
                yield Span(*match.span("value"), "secret")
    for data, field in ((_PLAIN_DATA, _PLAIN_FIELD), (_JSON_PLAIN, _JSON_PLAIN_FIELD)):
        for match in _fields(text, begins, ends, data, field):
            group = "quoted" if match["quote"] else "bare"
            if looks_secret(match[group], match["quote"] is not None, "password"):
                yield Span(*match.span(group), "secret")


def _fields(
    text: str, begins: int, ends: int, data: re.Pattern[str], field: re.Pattern[str]
) -> Iterator[re.Match[str]]:
    for block in data.finditer(text, begins, ends):
        yield from field.finditer(text, *block.span("body"))


def _is_coded(value: str) -> bool:
    """Whether a value is base64, and no certificate, which may be seen."""
    return len(value) % 4 == 0 and not base64.b64decode(value[:40]).startswith(_CERTIFICATE)
