"""Manifests of clusters that hold secrets: what stands in base64 under `data` where the kind is `Secret`.

Owns how such a manifest is written, as YAML and as JSON. Promises one look at each line of its data. Never looks at a
manifest of another kind, nor at certificates.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

from extractor.memory.secret_formats import Span
from extractor.memory.secret_margins import unmargined

KINDS = (b"kind: se", b'kind":"se', b'kind": "se', b'kind: "se', b'kind\\":\\"se', b'kind\\": \\"se')
"""How a manifest's kind is told, up to letters by which the names of secrets are found."""
_BETWEEN = re.compile(r"^ ?---[ \t]*$", re.MULTILINE)
"""The line between manifests."""
_KIND = re.compile(r"kind\\{0,3}\"?:[ \t]?\\{0,3}\"?Secret(?![A-Za-z])")
_CODED = r"(?P<value>[A-Za-z0-9+/]{8,}={0,2})"
_DATA = re.compile(
    r"^(?P<indent>[ \t]*)data:[ \t]*\r?\n(?P<body>(?:(?P=indent)[ \t]+\S[^\n]*(?:\n|\Z))*)", re.MULTILINE
)
_FIELD = re.compile(
    rf"^[ \t]+\\{{0,3}}[\"']?[\w.-]{{1,253}}\\{{0,3}}[\"']?:[ \t]{{1,4}}\\{{0,3}}[\"']?{_CODED}\\{{0,3}}[\"']?[ \t]*\r?$",
    re.MULTILINE,
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
        for block in data.finditer(text, begins, ends):
            for match in field.finditer(text, *block.span("body")):
                if _is_coded(match["value"]):
                    yield Span(*match.span("value"), "secret")


def _is_coded(value: str) -> bool:
    """Whether a value is base64, and no certificate, which may be seen."""
    return len(value) % 4 == 0 and not base64.b64decode(value[:40]).startswith(_CERTIFICATE)
