"""Files that end as memory files do and hold no text: pictures, databases, text in another encoding.

Owns one question. Promises that a text in UTF-8, and one of which a few bytes are not, passes. Never does I/O.
"""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE

NO_TEXT = "is no text in UTF-8, and no agent is told of it: save it as UTF-8, or move it elsewhere"
"""What is told of one, behind its path."""

MOST_ODD = 0.3
"""Share of letters that may be none in a text, as perl's `-T` has it: Latin-1 in a language with accents has a tenth."""

_CONTROLS = bytes({*range(32), 127} - {*b"\t\n\r\f\x1b"})
_LOST = "\ufffd".encode()


def is_no_text(data: bytes) -> bool:
    """Whether these bytes are mostly control characters and bytes that are not UTF-8, or begin as UTF-16 does."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return True
    odd = len(data) - len(data.translate(None, _CONTROLS))
    if not data or data.isascii():
        return odd > MOST_ODD * len(data)
    try:
        letters = len(data.decode("utf-8"))
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
        letters, odd = len(text), odd + text.count("\ufffd") - data.count(_LOST)
    return odd > MOST_ODD * letters
