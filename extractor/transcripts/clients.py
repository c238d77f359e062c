"""The clients whose transcripts are read, taken together.

Owns which source a file named by hand belongs to. Promises one line that names the file where it is none's.
Never reads a transcript.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from extractor.domain import Transcript
from extractor.errors import ConfigError
from extractor.transcripts.opencode import OpenCode
from extractor.transcripts.sniff import sniff
from extractor.transcripts.source import Source


class Named(Source, Protocol):
    """A source that also reads a file anywhere on disk."""

    def named(self, path: Path) -> Transcript:
        """The transcript a person names by hand; symbolic links are resolved."""
        ...


class Clients:
    """Every source there is."""

    def __init__(self, sources: Sequence[Named]) -> None:
        self.sources = tuple(sources)

    def roots(self) -> list[Path]:
        """The folders in which transcripts appear, whether they exist yet or not."""
        return [root for source in self.sources for root in source.roots()]

    def named(self, path: Path) -> tuple[Source, Transcript]:
        """The transcript at a path and the source that reads it.

        Raises ConfigError when its form is not known or it holds none or many, TranscriptError when it cannot
        be opened.
        """
        source, found = self.all_named(path)
        if len(found) != 1:
            raise ConfigError(
                f"{path} holds {len(found)} sessions: name one by its id, or give the file to `once`"
            )
        return source, found[0]

    def all_named(self, path: Path) -> tuple[Source, list[Transcript]]:
        """The transcripts in a file and the source that reads them. Raises as `named` does."""
        client = sniff(path)
        for source in self.sources:
            if source.client == client:
                if isinstance(source, OpenCode) and path.suffix != ".json":
                    return source, source.inside(path)
                return source, [source.named(path)]
        known = ", ".join(source.client for source in self.sources)
        raise ConfigError(f"{path} is no transcript of a known form: those of {known} are read")
