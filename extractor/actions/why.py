"""Why: what every sentence of a memory file rests on.

Owns the way from a sentence as it stands now to the run and the quotes behind it. Promises to say so where
nothing is known, instead of guessing. Only reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from extractor.archive.provenance import Recorded
from extractor.archive.reader import Reader
from extractor.domain import Milliseconds
from extractor.extraction.folders import spellings
from extractor.memory.gate.tombstones import statement_hash, words
from extractor.memory.memory_file import MemoryFile, parse, sentences

GONE = "what it rests on stands in its session no more: the person went back before it, or the client replaced its history"
"""Said of a sentence whose every witness is gone."""


class Origin(StrEnum):
    """Who wrote a sentence."""

    RUN = "run"
    OWN = "own"
    """No run did: a person's own words, or the client's own writing."""
    UNKNOWN = "unknown"
    """It may be older than what the archive knows."""


@dataclass(frozen=True, slots=True)
class Witness:
    """One quote a sentence rests on. What the archive does not know any more is empty."""

    client: str
    session: str
    message: str
    """The message's id."""
    at: Milliseconds
    """When it was said."""
    speaker: str
    quote: str
    is_gone: bool
    """The message stands in its session no more."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one sentence stands in a memory file."""

    statement: str
    origin: Origin
    run: int | None
    model: str
    is_undone: bool
    """The run was undone: somebody put the sentence back."""
    witnesses: tuple[Witness, ...]
    note: str
    """One line about what is not known, or about who wrote it if no run did; empty otherwise."""


def why(
    archive: Reader | None, folder: str, file: str, data: bytes, former: Sequence[str] = ()
) -> list[Reason]:
    """A reason for every sentence of a file (its bytes as they stand now) in a folder (its resolved path).

    Sentences are found by their words, so a file a person renamed keeps its reasons. `former`: paths the folder had,
    under which the archive still knows it.
    """
    read, paths = parse(data), tuple(dict.fromkeys((*former, folder)))
    recorded: list[Recorded] = []
    reworded: dict[str, tuple[int, str]] = {}
    moved: dict[str, list[Recorded]] = {}
    if archive is not None:
        for path in paths:
            recorded += archive.provenance.of_folder(path)
            reworded |= archive.provenance.reworded(path)
        if read.session:  # a person may have moved the file here from another folder
            moved = _by_words(archive.provenance.of_session(read.session))
    undone = archive.run_log.undone() if archive else {}
    by_words = {**moved, **_by_words(recorded)}
    unknown = _unknown(archive, paths, file, read)
    reasons: list[Reason] = []
    for statement in read.statements:
        found = by_words.get(words(statement), [])
        made = reworded.get(statement_hash(statement))
        if archive is None or (not found and made is None):
            reasons.append(_unwitnessed(statement, unknown))
        elif not found and made is not None:
            reasons.append(_reworded(statement, *made, made[0] in undone))
        else:
            reasons.append(_witnessed(archive, statement, found, file, undone))
    return reasons


def _by_words(recorded: Iterable[Recorded]) -> dict[str, list[Recorded]]:
    """What is recorded, by the words of each sentence."""
    found: dict[str, list[Recorded]] = {}
    for entry in recorded:
        for sentence in sentences(entry.statement):
            found.setdefault(sentence, []).append(entry)
    return found


def _witnessed(
    archive: Reader,
    statement: str,
    found: Sequence[Recorded],
    file: str,
    undone: Mapping[int, tuple[int, bool]],
) -> Reason:
    """The newest run that wrote it: one that stands rather than an undone one, in this file rather than another."""
    best = max(found, key=lambda e: (e.run not in undone, e.file == file, e.run))
    own = [entry for entry in found if (entry.run, entry.file) == (best.run, best.file)]
    witnesses = tuple(
        Witness(
            client=entry.key.client,
            session=archive.sessions.of_message(entry.key) or entry.session,
            message=entry.key.uuid,
            at=entry.at,
            speaker=archive.provenance.speaker_of(entry.key),
            quote=entry.quote,
            is_gone=archive.provenance.is_gone(entry.key),
        )
        for entry in own
    )
    is_undone = best.run in undone
    notes = [f"run {best.run} was undone: somebody put the sentence back"] if is_undone else []
    if all(witness.is_gone for witness in witnesses):
        notes.append(GONE)
    return Reason(
        statement,
        Origin.RUN,
        best.run,
        best.model,
        is_undone,
        witnesses,
        "; ".join(notes),
    )


def _reworded(statement: str, run: int, model: str, is_undone: bool) -> Reason:
    note = "it said anew what stood there before: no message is quoted for that"
    return Reason(statement, Origin.RUN, run, model, is_undone, (), note)


def _unwitnessed(statement: str, unknown: str) -> Reason:
    return Reason(
        statement,
        Origin.UNKNOWN if unknown else Origin.OWN,
        None,
        "",
        is_undone=False,
        witnesses=(),
        note=unknown or "no run wrote it: a person's own words, or the client's own writing",
    )


def is_origin_unknown(archive: Reader, folder: str, file: str, data: bytes) -> bool:
    """Whether what no run is known to have written in a file may be of a run all the same."""
    return bool(_unknown(archive, (folder,), file, parse(data)))


def _unknown(archive: Reader | None, folders: Sequence[str], file: str, read: MemoryFile) -> str:
    """Why it cannot be told who wrote a sentence no run is known for; empty where no run can have.

    `folders`: the paths of the file's folder. What names a session was written by a run or by the client.
    """
    if read.session is None:
        return ""
    told = f"the file names session {read.session}"
    if archive is None:
        return f"not known: there is no state file; {told}"
    begun, written = archive.provenance.begun(), read.modified_at
    here = {
        each.session for path in folders for each in archive.provenance.of_folder(path) if each.file == file
    }
    if (written is not None and written < begun) or (here and read.session not in here):
        return f"not known: older than this archive, whose runs did not write it; {told}"
    moved = _by_words(archive.provenance.of_session(read.session))
    if (
        here
        or any(words(each) in moved for each in read.statements)
        or _is_the_clients(archive, folders, file)
    ):
        return ""
    return (
        f"not known: neither a run of this archive nor a call of the client's it knows wrote the file; {told}"
    )


def _is_the_clients(archive: Reader, folders: Sequence[str], file: str) -> bool:
    """Whether a call of the client's wrote the file, as far as its transcripts are known."""
    former = (path for each in folders for path in archive.whereabouts.former(each))
    named = {name for path in (*folders, *former) for name in spellings(Path(path), Path(path))}
    return bool(archive.index_lines.calls_on(f"{name}/{file}" for name in sorted(named)))
