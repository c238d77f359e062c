"""The five errors, each named for what the operator does next.

Promises that every message to a person is one clear line: what happened, to which file, what to do.
A reached budget is a state, not an error; an edit the sub-agent may not make is an answer to it.
"""

from __future__ import annotations

from extractor.letters import HIDDEN

_JOINERS = "\u200c\u200d"


def printable(text: str) -> str:
    """`text` as one line that does nothing to a terminal: what cannot be printed is written as `\\u202e` is.

    File names and other people's words may hold line breaks, escape codes, marks that turn text around and letters
    nobody sees. What a language or a picture needs of these stays.
    """
    if text.isascii() and text.isprintable():
        return text
    hidden = {match.start() for match in HIDDEN.finditer(text)}
    kept = (place not in hidden and (c.isprintable() or c in _JOINERS) for place, c in enumerate(text))
    return "".join(c if stays else ascii(c)[1:-1] for c, stays in zip(text, kept, strict=True))


def is_text(words: str) -> bool:
    """Whether words can be written down: bytes that are no UTF-8, in a file's name or as typed, cannot."""
    return not any("\ud800" <= letter <= "\udfff" for letter in words)


def name_told(name: str) -> str:
    """A name as it was typed; one that is empty in quotes, so that a line tells of it."""
    return name or "''"


def defect(error: Exception) -> str:
    """A failure that is none of ours in words for a person: what they should report."""
    return f"a defect ({type(error).__name__}: {error}): please report it"


class ExtractorError(Exception):
    """Base of the five. `str(error)` is the one line shown to a person."""

    def __str__(self) -> str:
        return printable(super().__str__())


class ConfigError(ExtractorError):
    """Fix the settings: a wrong key, path, option or permission. Nothing was lost; nothing goes on."""


class UsageError(ConfigError):
    """The same where the command itself is to be given otherwise, whatever the machine holds. Its exit code is 2."""


class TranscriptError(ExtractorError):
    """Look at the transcript: it cannot be opened or read. The rest goes on; it is tried again."""


class MemoryConflict(ExtractorError):
    """A person changed the file first, and won. The edit is tried again on the new text."""


TRIED_AGAIN = "it is tried again by itself"
"""How a line ends on what a running service tries again. A command that stops says something else."""

TRY_AGAIN = "try again"
"""How it ends there: after such a command nobody tries again, and there may be no service."""


class ModelUnavailable(ExtractorError):
    """Wait: the model cannot be reached or has no room. Work is kept and tried again by itself.

    `retry_after` is the pause in seconds the other side asked for, None where it did not say.
    """

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after

    def as_told_by_hand(self) -> ModelUnavailable:
        """The same as a command says it that stops, and that no service tries again."""
        return ModelUnavailable(str(self).replace(TRIED_AGAIN, TRY_AGAIN), self.retry_after)


class StoreFailed(ExtractorError):
    """Repair the disk or the state file: nothing can be stored safely until it is done."""
