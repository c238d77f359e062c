"""All of one client's that is ours and on no record here: the record is lost, or in another state folder.

Owns where it is looked for, and what is told of what stays. Promises that nothing of a record in another state folder
is taken for a stray, and a line for everything that stays though it looks like ours. Only reads.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from extractor import fs
from extractor.connect.change import Fragments, Link, Whole, Wish
from extractor.connect.earlier import is_ours, recorded_elsewhere, words_of
from extractor.connect.json_text import load, read
from extractor.connect.machine import Client, Machine
from extractor.connect.ours import calls
from extractor.connect.planning import real_path
from extractor.connect.record import Entry, Record
from extractor.connect.unrecorded import may_be_ours, unrecorded
from extractor.errors import ExtractorError

OWN_NAME = b"extractor"
"""Stands in whatever is ours."""


@dataclass(frozen=True, slots=True)
class Strays:
    """What was found."""

    entries: tuple[Entry, ...] = ()
    """What the record would say, each place once."""
    notes: tuple[str, ...] = ()
    """What stays, a line each."""

    def at(self, real: Path) -> Entry | None:
        """What is ours at a place, links resolved."""
        return next((entry for entry in self.entries if entry.path == str(real)), None)


def place_of(wish: Wish) -> Path:
    """Where what a wish is for stands. Raises LeftAlone."""
    if isinstance(wish, Link):
        return Path(os.path.realpath(wish.path.parent)) / wish.path.name
    return real_path(wish.path, None if isinstance(wish, Whole) else wish.within)


def found_of(client: Client, machine: Machine, record: Record) -> Strays:
    """What of ours a client was given off the record, by this command or an earlier one."""
    machines = list(dict.fromkeys((machine, *client.earlier(machine))))
    elsewhere = [named for made in machines if (named := recorded_elsewhere(made, record.folder)) is not None]
    if elsewhere:
        return Strays(
            notes=tuple(_connected_elsewhere(client.name, named) for named in dict.fromkeys(elsewhere))
        )
    entries: dict[Path, Entry] = {}
    wishes: dict[Path, Wish] = {}
    for real, wish, entry in _looked_at(client, machines):
        wishes.setdefault(real, wish)
        if entry is not None:
            entries[real] = _together(entries.get(real), entry)
    known = {real: record.at(str(real), client.name) for real in wishes}
    notes = (
        note
        for real, wish in wishes.items()
        for note in _staying(client.name, machine, known[real], real, wish, entries.get(real))
    )
    return Strays(tuple(entry for real, entry in entries.items() if known[real] is None), tuple(notes))


def _looked_at(client: Client, machines: Sequence[Machine]) -> Iterator[tuple[Path, Wish, Entry | None]]:
    """Every place something of ours may stand at, what for, and what of it does."""
    for machine in machines:
        wanted = client.wanted(machine)
        for wish in wanted.wishes:
            try:
                real = place_of(wish)
            except ExtractorError:
                continue  # a file nothing is known to be put into is no business of ours
            entry = None
            with suppress(ExtractorError):  # what cannot be read stays, and is told
                entry = unrecorded(wish, client.name, wanted.project, real, machine.data_dir)
            yield real, wish, entry


def _together(one: Entry | None, other: Entry) -> Entry:
    """What two machines would have put into one file."""
    if one is None:
        return other
    more = [own for own in other.values if own not in one.values]
    return one.model_copy(update={"values": (*one.values, *more)})


def _connected_elsewhere(client: str, state_dir: str) -> str:
    command = shlex.join(["extractor", "disconnect", client, "--state-dir", state_dir])
    return f"{client} stays connected with another state folder, which has it on record: `{command}`"


def _staying(
    client: str, machine: Machine, on_record: Entry | None, real: Path, wish: Wish, found: Entry | None
) -> Iterator[str]:
    """What is told of a place at which something stays that looks like ours."""
    if isinstance(wish, Fragments):
        yield from _calling(client, machine, real, found, on_record)
        if on_record is None:
            yield from _not_understood(client, wish, real)
    if found is not None or on_record is not None:
        return
    if isinstance(wish, Whole):
        # What we make in a folder of Gemini CLI's it makes itself.
        is_clients = Path(os.path.realpath(machine.gemini_dir)) in real.parents
        if os.path.lexists(real) and not is_clients:
            yield f"{client}: {real} is not as it would be put there: it stays as it is, remove it by hand"
    elif led := _leads(wish, real):
        yield f"{client}: {real} leads to {led}, which is not on record: it stays as it is"


def _not_understood(client: str, wish: Fragments, real: Path) -> Iterator[str]:
    """What is told of a file nobody can look into for what may be ours."""
    try:
        data = fs.look_at(real).data or b""
        if OWN_NAME in data:
            read(data.decode("utf-8"), comments=wish.comments)
    except (ExtractorError, UnicodeDecodeError) as error:
        why = str(error).removeprefix(f"{real}: ")
        yield f"{client}: {real} cannot be looked into ({why}): what may be of ours in it stays"


def _leads(wish: Wish, real: Path) -> str:
    try:
        return may_be_ours(wish, real)
    except ExtractorError:
        return ""  # what cannot be read is told by whoever would change it


def _calling(
    client: str, machine: Machine, real: Path, found: Entry | None, on_record: Entry | None
) -> Iterator[str]:
    """What a file's hooks call that looks like ours and is taken out by nobody."""
    known = [line for entry in (on_record,) if entry for own in entry.values for line in calls(own.value)]
    stray = [
        line for own in (found.values if found else ()) for line in calls(own.value) if line not in known
    ]
    if on_record is not None:
        for line in stray:
            yield (
                f"{client}: {real} calls `{line}` as well, which is not on record:"
                f" `extractor disconnect {client}` once more takes it out"
            )
        return
    for line in calls(load(real)):
        if line not in stray and _is_made_for(client, machine, line):
            yield f"{client}: {real} calls `{line}`, which is not as it was put in: it stays, take it out by hand"


def _is_made_for(client: str, machine: Machine, line: str) -> bool:
    """Whether a line calls ours as no person would."""
    words = words_of(line)
    return is_ours(machine, words) and (
        _holds(words, ("--hook", client)) or _holds(words, ("status", "--line"))
    )


def _holds(words: Sequence[str], wanted: tuple[str, str]) -> bool:
    return wanted in pairwise(words)
