"""What a sentence only names: words between quotation marks, and the addresses of pages.

Owns how they are left out of what is weighed: a label or a title rules nothing. Never does I/O.
"""

from __future__ import annotations

import re

ADDRESS = re.compile(r"https?://\S+")
"""In an order of work it is what is worked on."""
_MENTIONED = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”")
"""Words that are spoken of."""


def without_mentions(sentence: str) -> str:
    """The sentence without the words between its quotation marks."""
    return _MENTIONED.sub('"…"', sentence) if '"' in sentence or "“" in sentence else sentence


def without_addresses(sentence: str) -> str:
    """The sentence without the addresses of pages in it."""
    return ADDRESS.sub(" ", sentence)
