"""`connect` and `disconnect`, planned and carried out.

Owns the order: everything is planned before anything is shown, shown before it is asked, asked before it is
written. Promises that a file nobody understands stops no other. Never speaks to a person itself.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from extractor.connect.applying import apply
from extractor.connect.change import Change, Link, Whole, Wish
from extractor.connect.machine import Client, Machine
from extractor.connect.planning import Owner, connecting, disconnecting, is_not_found, untraced
from extractor.connect.record import Entry, Record, place
from extractor.connect.strays import Strays, found_of, place_of
from extractor.errors import ExtractorError


@dataclass(slots=True)
class Plan:
    """What would be done."""

    changes: list[Change] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def shown(self) -> list[str]:
        """Every change as a unified diff."""
        return [line for change in self.changes for line in change.diff()]

    @property
    def is_nothing(self) -> bool:
        """No file would be changed."""
        return all(change.is_none() for change in self.changes)

    @property
    def clients(self) -> tuple[str, ...]:
        """For whom anything changes, in order."""
        entries = [change.entry or change.old for change in self.changes if not change.is_none()]
        return tuple(dict.fromkeys(entry.client for entry in entries if entry is not None))

    def carry_out(self, record: Record) -> None:
        """Make the changes; one that cannot be made is a problem and stops no other."""
        for change in self.changes:
            try:
                apply(change, record)
            except ExtractorError as error:
                self.problems.append(str(error))


def plan_connecting(clients: Sequence[Client], machine: Machine, record: Record) -> Plan:
    """What joins these clients to the memory."""
    plan = Plan()
    for client in clients:
        wanted = client.wanted(machine)
        plan.problems += wanted.problems
        owner, told = Owner(client.name, wanted.project), len(plan.problems)
        strays = found_of(client, machine, record)
        changes = _wished(wanted.wishes, owner, record, strays, plan.problems)
        if len(plan.problems) == told or not wanted.is_whole:
            plan.notes += wanted.notes
            plan.changes += changes
            stays = {
                *(change.path for change in changes),
                *(Path(os.path.realpath(path)) for path in wanted.keeps),
            }
            known = (*record.entries, *strays.entries)
            plan.changes += _outdated(owner, stays, plan.problems, known) if changes else ()
    return plan


def _wished(
    wishes: Sequence[Wish], owner: Owner, record: Record, strays: Strays, problems: list[str]
) -> list[Change]:
    """What changes for these. A file that only serves a link beside it is not made where that cannot be."""
    found: list[tuple[Wish, Change]] = []
    lost: set[Path] = set()
    for wish in wishes:
        try:
            found.append((wish, _planned(wish, owner, record, strays)))
        except ExtractorError as error:
            problems.append(f"{owner.client}: {error}")
            lost.update([wish.path.parent] if isinstance(wish, Link) else ())
    return [change for wish, change in found if not (isinstance(wish, Whole) and wish.path.parent in lost)]


def _outdated(
    owner: Owner, stays: set[Path], problems: list[str], known: Sequence[Entry]
) -> Iterator[Change]:
    """What takes out what this client was given before for the same, and is not given any more."""
    for entry in known:
        if (entry.client, entry.project) == (owner.client, owner.project) and Path(place(entry)) not in stays:
            try:
                yield disconnecting(entry)
            except ExtractorError as error:
                problems.append(f"{owner.client}: {error}")


def _planned(wish: Wish, owner: Owner, record: Record, strays: Strays) -> Change:
    real = place_of(wish)
    old = record.at(str(real), owner.client)
    if old is None:
        old = strays.at(real)
    change = connecting(wish, owner, old, real)
    if old is None or change.entry is None:
        return change
    # It stays on record where the client looks for it, links that came since not followed.
    folders = tuple(dict.fromkeys((*old.folders, *change.entry.folders)))
    return replace(change, entry=change.entry.model_copy(update={"path": old.path, "folders": folders}))


def plan_disconnecting(clients: Sequence[Client], machine: Machine, record: Record) -> Plan:
    """What parts these clients from the memory, as far as it was joined to them for this project or for all."""
    plan = Plan()
    names = {client.name for client in clients}
    found = [found_of(client, machine, record) for client in clients]
    plan.notes += [note for strays in found for note in strays.notes]
    off_record = [entry for strays in found for entry in strays.entries]
    for entry in (*off_record, *reversed(record.entries)):
        if entry.client not in names:
            continue
        if entry.project not in (None, machine.project):
            plan.notes.append(
                f"{entry.client} stays connected for {entry.project}: `extractor disconnect {entry.client}"
                f" --project {shlex.quote(entry.project)}`"
            )
            continue
        try:
            change = disconnecting(entry)
        except ExtractorError as error:
            plan.problems.append(f"{entry.client}: {error}")
            continue
        plan.changes.append(change)
        root = Path(entry.project or "")
        if root in Path(entry.path).parents and not root.is_dir():
            plan.notes.append(
                f"{entry.client}: {root} is gone: if it was moved, what was put into its files moved along:"
                " take that out by hand"
            )
        if is_not_found(change):
            plan.notes.append(
                f"{entry.client}: {change.path} does not hold what was put in: what you made of it stays"
            )
    gone = {change.old.client for change in plan.changes if change.old}
    traces = dict.fromkeys(
        trace
        for client in clients
        if client.name in gone
        for made in (machine, *client.earlier(machine))
        for trace in client.wanted(made).traces
    )
    # First, while the record still says that there is something to take out.
    plan.changes[:0] = [noted for trace in traces if (noted := untraced(trace)) is not None]
    plan.notes = list(dict.fromkeys(plan.notes))
    return plan
