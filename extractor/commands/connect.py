"""`connect` and `disconnect`: every agent on one memory, and back.

Owns how the settings become a machine, and what is shown and asked. Promises that nothing is written before a
person saw it and agreed. Never decides what a client needs.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from extractor.commands.finding import check_no_memory_folder
from extractor.commands.naming import recorded
from extractor.commands.service import executable
from extractor.commands.shell_places import handed_over, held_back
from extractor.config.places import PREFIX, config_file, home, usual_places
from extractor.config.settings import Loaded
from extractor.connect.clients import CLIENTS, chosen, here
from extractor.connect.connection import Plan, plan_connecting, plan_disconnecting
from extractor.connect.machine import Machine
from extractor.connect.other_memories import found
from extractor.connect.ours import calls
from extractor.connect.planning import is_standing
from extractor.connect.record import Entry, Record
from extractor.errors import ConfigError
from extractor.extraction.folders import current_directory, current_project, project_root
from extractor.wiring.places import places

PASSED_ON = ("memory_dir", "state_dir")
"""Settings that have an option: where options or this shell set them, what the clients call is given them too."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who gives the command."""

    say: Callable[[str], None]
    complain: Callable[[str], None]
    ask: Callable[[str], bool]
    only_looks: bool = False
    """Nobody is asked, and nothing is changed."""


def connect(
    loaded: Loaded,
    env: Mapping[str, str],
    names: Sequence[str],
    project: Path | None,
    agents_md: bool,
    person: Person,
) -> bool:
    """Show what joins these clients (none named: all that are here) to a project's memory, ask, and do it.

    Returns whether all of it went well. Raises ConfigError where nobody is there to ask or the project's name cannot
    be written down, KeyError for a name that is none.
    """
    machine = replace(make_machine(loaded, env, project), agents_md=agents_md)
    check_no_memory_folder(Path(current_directory()) if project is None else project.expanduser())
    recorded(machine.project)
    if not os.access(machine.command[0], os.X_OK):
        raise ConfigError(f"no client could call {machine.command[0]}: install extractor as a command first")
    clients = chosen(names) or here(machine)
    if not clients:
        raise ConfigError(
            f"none of {', '.join(each.name for each in CLIENTS)} was ever used on this machine: name the one you want"
        )
    record = Record(loaded.settings.state_dir)
    plan = plan_connecting(clients, machine, record)
    plan.notes += [
        line for line in found(machine) if line.partition(":")[0] in {each.name for each in clients}
    ]
    plan.notes += _not_passed_on(loaded, env)
    return _carry_out(plan, record, person, "connect")


def disconnect(
    loaded: Loaded, env: Mapping[str, str], names: Sequence[str], project: Path | None, person: Person
) -> bool:
    """Show what takes these clients (none named: all) off a project's memory, ask, and do it; as `connect`."""
    record = Record(loaded.settings.state_dir)
    machine = make_machine(loaded, env, project, {entry.project for entry in record.entries})
    clients = chosen(names) or CLIENTS
    plan = plan_disconnecting(clients, machine, record)
    return _carry_out(plan, record, person, "disconnect")


def connected(state_dir: Path, project: str) -> str:
    """Which clients are connected for a project, in a line, and for which somebody took it out since."""
    standing: dict[str, bool] = {}
    entries = _entries(state_dir, project)
    for entry in entries:
        # A file that is all ours joins nothing: what joins is a link, or something in a file of the client's.
        is_joined = any(each.client == entry.client and each.form != "whole" for each in entries)
        standing[entry.client] = standing.get(entry.client, is_joined) and is_standing(entry)
    whole = [name for name, is_whole in standing.items() if is_whole]
    gone = [name for name, is_whole in standing.items() if not is_whole]
    told = (
        ", ".join(whole) if whole else "none in this project: `extractor connect` shows what it would change"
    )
    return told + (f"; not as it was connected: {', '.join(gone)}, `extractor connect` again" if gone else "")


def uncallable(state_dir: Path, project: str) -> list[str]:
    """What clients of a project were told to call and is not there, a line each."""
    found = [(entry.client, each) for entry in _entries(state_dir, project) for each in _lost(entry)]
    return [
        f"{client} calls {program}, which is not there: `extractor connect` again"
        for client, program in dict.fromkeys(found)
    ]


def _entries(state_dir: Path, project: str) -> list[Entry]:
    return [entry for entry in Record(state_dir).entries if entry.project in (None, project)]


def _lost(entry: Entry) -> Iterator[str]:
    """The programs a client was told to call that are not there to be called."""
    for line in (each for own in entry.values for each in calls(own.value)):
        try:
            program = next(iter(shlex.split(line)), "")
        except ValueError:
            continue  # no shell would run it: a person has changed it
        if os.path.isabs(program) and not os.access(program, os.X_OK):
            yield program


def _carry_out(plan: Plan, record: Record, person: Person, verb: str) -> bool:
    names = ", ".join(plan.clients)
    for line in plan.shown():
        person.say(line)
    if plan.is_nothing:
        if not person.only_looks:
            plan.carry_out(record)
        if not plan.problems:
            person.say("nothing to change")
    # What else there is to know is known before the question.
    for line in plan.notes:
        person.say(line)
    for line in plan.problems:
        person.complain(line)
    told = len(plan.problems)
    if not plan.is_nothing:
        if not person.only_looks and person.ask(f"{verb} {names}?"):
            plan.carry_out(record)
            if len(plan.problems) == told:
                person.say(f"{verb}ed: {names}")
        else:
            person.say("nothing was changed")
    for line in plan.problems[told:]:
        person.complain(line)
    return not plan.problems


def make_machine(
    loaded: Loaded, env: Mapping[str, str], project: Path | None, connected_ones: Container[str | None] = ()
) -> Machine:
    """The machine as the settings describe it.

    Raises ConfigError where the project is no directory, nor one of those that are connected and are gone by now.
    """
    settings, root = loaded.settings, _root(project, connected_ones)
    where = places(settings, env)
    own = home(env)
    return Machine(
        project=root,
        memory=where.folder(root),
        is_client_memory_off=where.is_off(root),
        client_reads_it=where.is_read_by_client(root),
        home=own,
        claude_dir=settings.claude_dir,
        codex_dir=settings.codex_dir or own / ".codex",
        gemini_dir=settings.gemini_dir or own / ".gemini",
        opencode_dir=settings.opencode_dir or own / ".local" / "share" / "opencode",
        opencode_config=settings.opencode_config_dir or own / ".config" / "opencode",
        data_dir=settings.data_dir,
        command=(str(executable(env)),),
        options=_options(loaded, env),
    )


def _options(loaded: Loaded, env: Mapping[str, str]) -> tuple[str, ...]:
    """What the clients' calls are given so that they find the folders this shell finds."""
    words: list[str] = []
    for name in PASSED_ON:
        value = getattr(loaded.settings, name)
        if value is not None and _is_this_shells(loaded, env, name, value):
            words += [f"--{name.replace('_', '-')}", str(value)]
    return tuple(words)


def _is_this_shells(loaded: Loaded, env: Mapping[str, str], name: str, value: Path) -> bool:
    """Whether a folder is named by options or by what only this shell's environment says."""
    source, bare = loaded.sources[name], {"HOME": str(home(env))}
    if source == "default":
        return usual_places(bare).get(name) != value
    return source != str(loaded.file) or config_file(bare) != loaded.file


def _not_passed_on(loaded: Loaded, env: Mapping[str, str]) -> list[str]:
    """A line on what only this shell's environment says and the clients' calls cannot be given."""
    bare = {"HOME": str(home(env))}
    passed = {f"{PREFIX}{name.upper()}" for name in PASSED_ON}
    told = {*(name for name, _ in handed_over(env)), *held_back(env)}
    names = {name for name in told if name.startswith(PREFIX)} - passed
    if loaded.file != config_file(bare) and f"{PREFIX}CONFIG" not in names and loaded.file.exists():
        names.add("XDG_CONFIG_HOME")
    if loaded.sources["data_dir"] == "default" and loaded.settings.data_dir != usual_places(bare)["data_dir"]:
        names.add("XDG_DATA_HOME")
    if not names:
        return []
    return [
        f"{', '.join(sorted(names))}: set in this shell alone, and not given to what the clients call: say it in"
        f" {config_file(bare)}, or start the clients with it"
    ]


def _root(project: Path | None, connected_ones: Container[str | None]) -> str:
    if project is None:
        return current_project()
    path = project.expanduser()
    if not path.is_dir():
        if (gone := os.path.abspath(path)) in connected_ones:
            return gone
        raise ConfigError(f"{project} is no directory: name the project's")
    return project_root(os.path.realpath(path))
