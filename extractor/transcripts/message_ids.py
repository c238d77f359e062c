"""Ids of messages: which a client gave for good, and one for a message it gave none.

Owns both. Promises the same id for the same words, whenever they are read. Pure.
"""

from __future__ import annotations

import hashlib
import re
from uuid import UUID

_LASTING = re.compile(r"[A-Za-z0-9._-]{20,200}")
"""An id long enough to be the only one of its kind: some servers count their replies and calls anew."""


def is_lasting(id: str) -> bool:
    """Whether an id names one thing for ever."""
    return _LASTING.fullmatch(id) is not None


def derived_uuid(session: str, what: str) -> str:
    """A stable uuid for a message the client gave none."""
    digest = hashlib.blake2b(f"{session}\n{what}".encode("utf-8", "replace"), digest_size=16).digest()
    return str(UUID(bytes=digest, version=5))
