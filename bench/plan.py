"""How much is measured.

Owns the sizes of a whole and of a quick run. Promises that every measurement takes its sizes from here.
Never measures.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """The sizes of one run; the defaults are those the aims are stated for."""

    megabytes: float = 300
    """Size of the corpus, in millions of bytes."""
    transcripts: int = 10_000
    """Transcripts on disk while the daemon is watched."""
    appends: int = 60
    """Messages written while the daemon is watched."""
    idle_seconds: float = 60
    turns: int = 1_000
    """Turns of the shorter of the sessions that are learned from nothing."""
    status_runs: int = 11
    """Runs of each of the processes that are compared."""
    archived: tuple[int, ...] = (10_000, 100_000)
    """Messages in the archive that is searched."""
    questions: int = 200
    """Questions put to it at each size."""
    seed: int = 20_260_101

    @classmethod
    def quick(cls) -> Plan:
        """A tenth of everything: enough to see that it works, not enough to judge an aim by."""
        return cls(
            megabytes=30,
            transcripts=500,
            appends=20,
            idle_seconds=10,
            turns=250,
            status_runs=9,
            archived=(10_000,),
            questions=40,
        )
