"""How a run ended.

Owns the words for it, as they stand in the state file and in the log. Promises that none changes its meaning.
Never decides which one is true.
"""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """How a run ended."""

    LEARNED = "learned"
    NOTHING = "nothing worth keeping"
    FAILED = "failed"
    UNAVAILABLE = "model unavailable"
    BUDGET = "budget reached"
    INTERRUPTED = "interrupted"
    CONFLICT = "a person's edit came first"
    OVERTAKEN = "another run came first"
    """Another run wrote in a folder they share while this one's model was thinking: it is held again."""
    REMOVAL_REFUSED = "large removal refused"
    """All it wanted was to remove too much of the folder."""
    UNDONE = "undone"
    """Another run's files are as they were before it."""
    PARTLY_UNDONE = "partly undone"
    """The same, but for files that were changed since."""
    MOVED = "moved"
    """Files changed folders, and say what they said."""
    BY_HAND = "by hand"
    """A person changed memory by a command."""
    SHARED = "shared with the team"
    """A person took files to the repository."""
    UNSHARED = "taken back from the team"
    """A person took files out of it."""
