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
from extractor.connect.planning import Owner, connecting, disconnecting, is_not_found, real_path, untraced
from extractor.connect.record import Entry, Record, place
from extractor.connect.unrecorded import may_be_ours, unrecorded
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
        changes = _wished(wanted.wishes, owner, record, machine, plan.problems)
        if len(plan.problems) == told or not wanted.is_whole:
            plan.notes += wanted.notes
            plan.changes += changes
            stays = {
                *(change.path for change in changes),
                *(Path(os.path.realpath(path)) for path in wanted.keeps),
            }
            plan.changes += _outdated(owner, stays, plan.problems, record) if changes else ()
    return plan


def _wished(
    wishes: Sequence[Wish], owner: Owner, record: Record, machine: Machine, problems: list[str]
) -> list[Change]:
    """What changes for these. A file that only serves a link beside it is not made where that cannot be."""
    found: list[tuple[Wish, Change]] = []
    lost: set[Path] = set()
    for wish in wishes:
        try:
            found.append((wish, _planned(wish, owner, record, machine)))
        except ExtractorError as error:
            problems.append(f"{owner.client}: {error}")
            lost.update([wish.path.parent] if isinstance(wish, Link) else ())
    return [change for wish, change in found if not (isinstance(wish, Whole) and wish.path.parent in lost)]


def _outdated(owner: Owner, stays: set[Path], problems: list[str], record: Record) -> Iterator[Change]:
    """What takes out what this client was given before for the same, and is not given any more."""
    for entry in record.entries:
        if (entry.client, entry.project) == (owner.client, owner.project) and Path(place(entry)) not in stays:
            try:
                yield disconnecting(entry)
            except ExtractorError as error:
                problems.append(f"{owner.client}: {error}")


def _planned(wish: Wish, owner: Owner, record: Record, machine: Machine) -> Change:
    real = _real(wish)
    old = record.at(str(real), owner.client)
    if old is None:
        old = unrecorded(wish, owner.client, owner.project, real, machine.data_dir)
    change = connecting(wish, owner, old, real)
    if old is None or change.entry is None:
        return change
    # It stays on record where the client looks for it, links that came since not followed.
    return replace(change, entry=change.entry.model_copy(update={"path": old.path}))


def _real(wish: Wish) -> Path:
    """Where what a wish is for stands. Raises LeftAlone."""
    if isinstance(wish, Link):
        return Path(os.path.realpath(wish.path.parent)) / wish.path.name
    return real_path(wish.path, None if isinstance(wish, Whole) else wish.within)


def plan_disconnecting(clients: Sequence[Client], machine: Machine, record: Record) -> Plan:
    """What parts these clients from the memory, as far as it was joined to them for this project or for all."""
    plan = Plan()
    names = {client.name for client in clients}
    found = [entry for client in clients for entry in _not_on_record(client, machine, record, plan)]
    for entry in (*found, *reversed(record.entries)):
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
    traces = [trace for client in clients if client.name in gone for trace in client.wanted(machine).traces]
    # First, while the record still says that there is something to take out.
    plan.changes[:0] = [noted for trace in traces if (noted := untraced(trace)) is not None]
    plan.notes = list(dict.fromkeys(plan.notes))
    return plan


def _not_on_record(client: Client, machine: Machine, record: Record, plan: Plan) -> Iterator[Entry]:
    """What of ours a client was given though no record says so. A plan is told of what may be a person's own."""
    seen: set[Path] = set()
    for wanted in (client.wanted(machine), client.wanted(replace(machine, agents_md=True))):
        for wish in wanted.wishes:
            try:
                real = _real(wish)
                if real in seen or record.at(str(real), client.name) is not None:
                    continue
                seen.add(real)
                entry = unrecorded(wish, client.name, wanted.project, real, machine.data_dir)
                is_told = entry is None and may_be_ours(wish, real)
            except ExtractorError:
                continue  # a file nothing is known to be put into is no business of ours
            if entry is not None:
                yield entry
            elif is_told:
                plan.notes.append(
                    f"{client.name}: {real} leads to the memory, which is not on record: it stays as it is"
                )
