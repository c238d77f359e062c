"""The corpus: real sessions, or made-up ones, repeated to a size.

Owns which sessions are read and the renaming that keeps every copy apart. Promises that no copy shares a
uuid or a session with another one, so that nothing in it is known already. Never changes a source.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from bench import generated

_UUID = re.compile(rb"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_WRITTEN = 1_760_000_000
"""Seconds since 1970: when the copies seem to have been written, long enough ago to be finished."""
_MADE_UP, _MADE_UP_TURNS = 12, 60


@dataclass(frozen=True, slots=True)
class Original:
    """One session as it was found or made up."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Corpus:
    """Transcripts on disk, below a client's folder."""

    told: str
    """Which sessions these are, for the table."""
    claude_dir: Path
    files: tuple[Path, ...]
    size: int
    """Bytes of all files."""


class Renaming:
    """One copy's own names: each uuid becomes another one, the same wherever it stands in the copy."""

    def __init__(self, copy: int) -> None:
        self._copy = copy.to_bytes(8, "big")
        self._names: dict[bytes, bytes] = {}

    def applied(self, data: bytes) -> bytes:
        """The bytes with every uuid renamed; their length and all else stays."""
        return _UUID.sub(self._renamed, data)

    def name(self, text: str) -> str:
        """A uuid for anything that has a name."""
        digest = hashlib.blake2b(text.encode(), digest_size=16, salt=self._copy).digest()
        return str(UUID(bytes=digest, version=4))

    def _renamed(self, match: re.Match[bytes]) -> bytes:
        old = match[0].lower()
        new = self._names.get(old)
        if new is None:
            new = self._names[old] = self.name(old.decode()).encode()
        return new


def find_sessions(named: Path | None, env: Mapping[str, str], repository: Path) -> Path | None:
    """The folder of real sessions: the one named, the environment's, or the one beside the repository.

    None where there is none. Raises ValueError where one is named that holds no transcript.
    """
    told = named or (Path(env["EXTRACTOR_BENCH_SESSIONS"]) if env.get("EXTRACTOR_BENCH_SESSIONS") else None)
    if told is not None:
        if not any(told.glob("*.jsonl")):
            raise ValueError(f"{told} holds no .jsonl file: name a folder of Claude Code transcripts")
        return told
    beside = repository.parent / "shared" / "transcripts" / "public"
    return beside if any(beside.glob("*.jsonl")) else None


def originals(folder: Path | None, seed: int) -> tuple[str, list[Original]]:
    """What they are called in the table, and the sessions that are repeated."""
    if folder is None:
        made = [
            Original(f"made-up-{number}", data)
            for number, data in enumerate(generated.sessions(seed, _MADE_UP, _MADE_UP_TURNS))
        ]
        return f"{len(made)} made-up sessions", made
    found = [Original(path.stem, path.read_bytes()) for path in sorted(folder.glob("*.jsonl"))]
    return f"{len(found)} sessions of {folder}", found


def copies(sources: Iterable[Original], size: int) -> Iterator[tuple[int, str, bytes]]:
    """Number of the copy, session id and bytes of one transcript after the other, until `size` bytes are there.

    Raises ValueError where the sources are empty.
    """
    known = list(sources)
    if not any(source.data for source in known):
        raise ValueError("the sessions to repeat are empty")
    made = copy = 0
    while made < size:
        renaming = Renaming(copy)
        for source in known:
            if made >= size:
                return
            data = renaming.applied(source.data)
            if not data.endswith(b"\n"):
                data += b"\n"
            made += len(data)
            yield copy, renaming.name(source.name), data
        copy += 1


def build(told: str, sources: Iterable[Original], claude_dir: Path, size: int) -> Corpus:
    """Write copies of the sessions below `claude_dir` until `size` bytes are there."""
    files: list[Path] = []
    written = 0
    for copy, session, data in copies(sources, size):
        path = claude_dir / "projects" / f"-home-dev-copy-{copy}" / f"{session}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, (_WRITTEN, _WRITTEN))
        files.append(path)
        written += len(data)
    return Corpus(told, claude_dir, tuple(files), written)
