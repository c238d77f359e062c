"""Changes: whether a text tells that something is otherwise than it was.

Owns that one question. Promises the same answer for the same text. Never does I/O.
"""

from __future__ import annotations

from extractor.models.offline import passing
from extractor.models.offline.first_words import plain_marks


def tells_of_change(text: str) -> bool:
    """Whether a text says that something is otherwise than it was."""
    plain = plain_marks(text)
    return any(sign.search(plain) for sign in (passing.TAKEN_BACK, passing.CHANGED, passing.RETHOUGHT))
