"""What was left out, as `status` tells it: exchanges set aside, lines held back or parked, transcripts of no known form,
memory files of unknown hand.

Owns how many of each are named. Promises that the number of the rest is told, and what helps. Only words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from extractor.archive.parked import ParkedIn
from extractor.archive.summary import Summary
from extractor.commands.counts import counted
from extractor.transcripts.source import STRANGE

NAMED = 3
"""Sessions or files that are named; of the others the number is told."""


def set_aside_values(summary: Summary) -> list[dict[str, object]]:
    """What is set aside of each session, for one reason each."""
    found = Counter(summary.set_aside)
    return [
        {"session": session, "reason": reason, "exchanges": count}
        for (session, reason), count in found.items()
    ]


def set_aside_lines(values: Mapping[str, object]) -> Iterator[str]:
    """How much is set aside and what to do; then of which sessions."""
    entries = _dicts(values.get("set_aside"))
    if not entries:
        return
    yield f"set aside: {_exchanges(entries)}; `extractor once --set-aside`, while the service is stopped, tries again"
    for entry in entries[:NAMED]:
        yield f"  {_exchanges([entry])} of session {entry['session']}: {entry['reason']}"
    if rest := entries[NAMED:]:
        sessions = len({str(entry["session"]) for entry in rest})
        yield f"  {_exchanges(rest)} of {counted(sessions, 'other session', 'other sessions')}"


def _exchanges(entries: Sequence[Mapping[str, object]]) -> str:
    return counted(sum(_int(entry["exchanges"]) for entry in entries), "exchange", "exchanges")


def held_values(summary: Summary) -> dict[str, object]:
    """The first transcripts that end within a line, and how many there are."""
    places = summary.held_back
    first = [{"path": each.path, "bytes": each.bytes} for each in places[:NAMED]]
    return {"transcripts": len(places), "first": first}


def held_lines(values: Mapping[str, object]) -> Iterator[str]:
    """How much is held back, and where."""
    held, where = _int(values["held_bytes"]), values["held_in"]
    if not held or not isinstance(where, dict):
        return
    places = _dicts(where["first"])
    yield f"held back until their lines are finished: {_bytes(held)}"
    for place in places:
        yield f"  {_bytes(place['bytes'])} in {place['path']}"
    if rest := _int(where["transcripts"]) - len(places):
        left = held - sum(_int(place["bytes"]) for place in places)
        yield f"  {_bytes(left)} in {counted(rest, 'other transcript', 'other transcripts')}"


def _bytes(number: object) -> str:
    return counted(_int(number), "byte", "bytes")


def parked_values(summary: Summary) -> list[dict[str, object]]:
    """For each reason the first transcripts in which something is parked for it, and how many there are."""
    found = {
        reason: [each for each in summary.parked_in if each.reason == reason] for reason, _ in summary.parked
    }
    return [
        {
            "reason": reason,
            "transcripts": len(places),
            "first": [{"path": p.path, "lines": p.lines, "byte": p.byte} for p in places[:NAMED]],
        }
        for reason, places in found.items()
    ]


def parked_lines(values: Mapping[str, object]) -> Iterator[str]:
    """What is parked for each reason, and where."""
    told = values["parked"]
    where = {entry["reason"]: entry for entry in _dicts(values["parked_in"])}
    for reason, count in told.items() if isinstance(told, dict) else ():
        yield f"parked: {count} × {reason}"
        if reason in STRANGE or reason not in where:
            continue  # the files of these are named with the problem they are
        places = _dicts(where[reason]["first"])
        for place in places:
            yield f"  {_lines(place['lines'])} in {place['path']}, the first at byte {place['byte']}"
        if rest := _int(where[reason]["transcripts"]) - len(places):
            left = count - sum(_int(place["lines"]) for place in places)
            yield f"  {_lines(left)} in {counted(rest, 'other transcript', 'other transcripts')}"


def _lines(number: object) -> str:
    return counted(_int(number), "line", "lines")


def strange_lines(values: Mapping[str, object]) -> Iterator[str]:
    """How many memory files are of unknown hand, which, and what to do."""
    count, folders = _int(values["unknown_memory_files"]), _dicts(values["unknown_memory_files_in"])
    if not count:
        return
    yield (
        f"{counted(count, 'memory file was', 'memory files were')} written neither by the service nor by the client:"
        " `extractor status --accept` shows them and asks whether they are yours"
    )
    for entry in folders[:NAMED]:
        files = _texts(entry["files"])
        more = f" and {len(files) - NAMED} more" if len(files) > NAMED else ""
        names = ", ".join(f'"{name}"' for name in files[:NAMED])
        yield f"  in {entry['folder']}: {names}{more}"
    if rest := folders[NAMED:]:
        left = sum(len(_texts(entry["files"])) for entry in rest)
        yield f"  {counted(left, 'file', 'files')} in {counted(len(rest), 'other folder', 'other folders')}"


def unknown_values(summary: Summary) -> list[dict[str, object]]:
    """Of each client and version the transcripts whose form is not known."""
    return [
        {
            "client": client,
            "version": version,
            "transcripts": count,
            "first": strange(summary.parked_in, client, version),
        }
        for client, version, count in summary.unknown
    ]


def strange(places: Sequence[ParkedIn], client: str, version: str) -> list[str]:
    """The first transcripts of a client and version whose form is not known."""
    found = (p.path for p in places if p.reason in STRANGE and (p.client, p.version) == (client, version))
    return list(dict.fromkeys(found))[:NAMED]


def unknown_lines(values: Mapping[str, object]) -> Iterator[str]:
    """A problem for each client and version."""
    for entry in _dicts(values.get("unknown_forms")):
        count = _int(entry["transcripts"])
        yield (
            f"problem: {counted(count, 'transcript has', 'transcripts have')} a form this version does not know"
            f" ({entry['client']}, version {entry['version']}): not all of it can be learned from, a newer extractor may"
            f" read it: {named(entry['first'], count)}"
        )


def named(paths: object, count: int) -> str:
    """Some of so many files."""
    told = [str(path) for path in paths] if isinstance(paths, list) else []
    rest = count - len(told)
    return ", ".join(told) + (f" and {counted(rest, 'other', 'others')}" if rest else "")


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0


def _dicts(value: object) -> list[dict[str, object]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
