"""Placeholders: what stands for words that were taken out.

Owns their spelling. Promises nothing of what is taken out, nor why. Never does I/O.
"""

PRIVATE = "[PRIVATE]"
"""What stands for words a person marked private, and for the text of files named private."""

FORGOTTEN = "[FORGOTTEN]"
"""What stands for words a person had forgotten."""


def holds_placeholder(text: str) -> bool:
    """Whether something was taken out of the text."""
    return "[REDACTED:" in text or PRIVATE in text or FORGOTTEN in text
