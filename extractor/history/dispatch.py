"""Dispatch: what the agent asks of a sub-agent it sends.

Owns where the words stand in the input of the call that sends it. Promises text that can be written in any encoding of
Unicode, whatever the input holds. Never does I/O.
"""

from __future__ import annotations

import json

_NAMES = ("description", "prompt", "message")
"""What clients call the words, in the order in which they are told."""


def asked(call: str) -> str:
    """What a sub-agent is asked, from the input of the call that sends it; the input itself where it says nothing."""
    try:
        given = json.loads(call)
    except (ValueError, RecursionError):
        return call
    if not isinstance(given, dict):
        return call
    words = [word for name in _NAMES if isinstance(word := given.get(name), str) and word.strip()]
    return _whole("\n".join(words)) or call


def _whole(text: str) -> str:
    """The text with U+FFFD for halves of signs: an escape in JSON may name one, and no encoding has it."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
