"""`forget`: words out of the memory and the archive, for good.

Owns how an order is read from a command and told. Promises that a person sees what goes before it does,
and where else the words are. Never decides what goes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from shlex import quote

from extractor import fs
from extractor.actions.forget import SHOWN, Asked, Forget, NothingHeld, Planned
from extractor.archive.database import STATE_FILE
from extractor.archive.forgetting import Held
from extractor.archive.order import Order
from extractor.clock import local_zone, now_ms
from extractor.commands.counts import counted
from extractor.commands.finding import NoMemory, find_memory, is_memory, memory_folders
from extractor.commands.past import only_folder
from extractor.commands.speakers import name_of
from extractor.config.settings import LOCK_FILE, Settings
from extractor.errors import ConfigError, UsageError
from extractor.memory.team.team import team_folders
from extractor.moment import local
from extractor.recall.excerpt import CLOSE, OPEN, bare, excerpt
from extractor.service.intake import Intake
from extractor.wiring.actions import make_forget, make_removals
from extractor.wiring.clients import make_clients
from extractor.wiring.folders import open_archive, open_folders
from extractor.wiring.places import FORKS

LENGTH = 100
"""Characters that are shown of a message."""
FINISHED = "a forgetting that was cut short is finished now"
NOTHING = Planned(Order((), (), (), (), ()), 0, (), (), ())


def forget(
    settings: Settings,
    env: Mapping[str, str],
    named: Sequence[str],
    *,
    message: str | None,
    session: str | None,
    dry_run: bool,
    ask: Callable[[str], bool],
    show: Callable[[str], None],
) -> dict[str, object]:
    """Show what goes, ask, do it; returns what was done. Raises ConfigError when nothing is of the kind,
    UsageError when not one thing is named. `dry_run`: nobody is asked, and nothing goes.
    """
    words = " ".join(named)
    if sum(bool(each) for each in (words, message, session)) != 1:
        raise UsageError("name one thing to forget: words, a memory file, --message ID or --session ID")
    _check_started(settings)
    _read_what_waits(settings)
    with open_folders(settings) as (archive, folders):
        forgetting = make_forget(
            archive,
            folders,
            teams=team_folders(settings.team_roots),
            others=lambda: memory_folders(settings, env, None),
        )
        is_finished, lines = (False, forgetting.unfinished()) if dry_run else forgetting.finish()
        try:
            asked = _asked(settings, env, words, message, session)
            planned = forgetting.plan(asked)
        except (NoMemory, NothingHeld):
            if not is_finished:
                raise
            # The order that was cut short is the one that is given again.
            return {**_told(NOTHING), "forgotten": True, "finished": True, "notes": [*lines]}
        if asked.words and _is_only_named(planned) and is_memory(settings, env, asked.words):
            way = _way_to_the_file(forgetting, settings, env, asked.words)
            raise ConfigError(f"{asked.words} is the name of a memory file and nothing else holds it: {way}")
        for line in (*([FINISHED] if is_finished else []), *lines):
            show(line)
        for line in _lines(planned, asked.words):
            show(line)
        if asked.words and is_memory(settings, env, asked.words):
            way = _way_to_the_file(forgetting, settings, env, asked.words)
            show(f"{asked.words} is taken for words: {way}")
        if dry_run or not ask("forget this for good? It cannot be taken back"):
            return {**_told(planned), "forgotten": False, "notes": []}
        notes = [line for line in forgetting.carry_out(planned) if line not in planned.elsewhere]
        return {**_told(planned), "forgotten": True, "notes": notes}


def forget_vanished(
    settings: Settings, *, dry_run: bool, ask: Callable[[str], bool], show: Callable[[str], None]
) -> dict[str, object]:
    """A person says that the files that vanished at once were removed on purpose: show them by folder, and ask."""
    _check_started(settings)
    with open_folders(settings) as (archive, folders):
        removals, only = make_removals(archive, folders), only_folder(settings)
        paths = [path for path in archive.statements.folders() if only in (None, path)]
        vanished = {path: files for path in paths if (files := removals.missed(path))}
        count = sum(sum(files.values()) for files in vanished.values())
        for path, files in vanished.items():
            show(f"to be kept out: {path}: {', '.join(files)}")
        statements = counted(count, "statement", "statements")
        question = f"keep {statements} of these files from being learned again?"
        is_meant = bool(vanished) and not dry_run and ask(question)
        for path in vanished if is_meant else ():
            removals.look_at(path, is_meant=True)
    told = [{"folder": path, "files": list(files)} for path, files in vanished.items()]
    return {"forgotten": is_meant, "statements_kept_out": count if is_meant else 0, "vanished": told}


def forgotten_lines(values: Mapping[str, object]) -> Iterator[str]:
    """What was done, for a person."""
    if not values["forgotten"]:
        yield "nothing was forgotten"
        return
    if "statements_kept_out" in values:
        count = counted(int(str(values["statements_kept_out"])), "statement", "statements")
        yield f"{count} of files that vanished will not be learned again; a file that is put back counts again"
        return
    yield (
        FINISHED
        if "finished" in values
        else _done(int(str(values["messages"])), values["statements"], int(str(values["names"])))
    )
    notes = values["notes"]
    yield from (str(line) for line in (notes if isinstance(notes, list) else []))


def _is_only_named(planned: Planned) -> bool:
    """Whether no message and no sentence of a run holds the words."""
    return not planned.order.rows and not planned.order.statements


def _done(messages: int, statements: object, names: int) -> str:
    if messages:
        return f"forgotten: {counted(messages, 'message', 'messages')}, and what was made of that"
    if isinstance(statements, list) and statements:
        taken = counted(len(statements), "sentence or name", "sentences or names")
        return f"no message held it; taken out of the memory: {taken}"
    if names:
        return "no message and no sentence held it; names of files that did were taken out of the memory"
    return (
        "no message, no sentence and no name of ours held it; at most copies of memory files were taken out"
    )


def _read_what_waits(settings: Settings) -> None:
    """Take into the archive what clients wrote since: what is not known cannot be forgotten, and would come later.
    Copies of memory files that a killed process left go.

    A running service has done both.
    """
    lock = settings.state_dir / LOCK_FILE
    if fs.lock_holder(lock) is not None:
        return
    with fs.instance_lock(lock, "forget"), closing(open_archive(settings)) as archive:
        fs.sweep_scratch(settings.state_dir / FORKS)
        intake = Intake(archive, make_clients(settings).sources, now_ms)
        intake.scan()
        intake.run_dry(lambda _taken: None)


def _asked(
    settings: Settings, env: Mapping[str, str], words: str, message: str | None, session: str | None
) -> Asked:
    if words.endswith(".md"):
        folder, file, data = find_memory(settings, env, words)
        return Asked(file=(os.path.realpath(folder), file, data))
    return Asked(words=words, message=message or "", session=session or "")


def _way_to_the_file(forgetting: Forget, settings: Settings, env: Mapping[str, str], name: str) -> str:
    """How the memory file is forgotten that is called as the words are, or why no command of ours does it."""
    file = f"{name}.md"
    try:
        forgetting.plan(_asked(settings, env, file, None, None))
    except ConfigError as refused:
        return str(refused)
    return f"`extractor forget {quote(file)}` forgets that file"


def _told(planned: Planned) -> dict[str, object]:
    return {
        "messages": len(planned.order.rows),
        "sessions": planned.sessions,
        "statements": [{"file": file, "statement": told} for file, told in planned.statements],
        "names": len(planned.order.named),
        "elsewhere": list(planned.elsewhere),
    }


def _lines(planned: Planned, words: str) -> Iterator[str]:
    messages = counted(len(planned.order.rows), "message", "messages")
    how = ", found inside other words too, in capitals or small letters" if words else ""
    yield f"to be forgotten: {messages} in {counted(planned.sessions, 'session', 'sessions')}{how}"
    for held in planned.messages:
        who = name_of(held.speaker)
        yield f"  {local(held.at, local_zone())}  {held.client}  {who}  {_around(held, words)}"
    if more := len(planned.order.rows) - len(planned.messages):
        yield f"  … and {counted(more, 'more message', 'more messages')}"
    for file, statement in planned.statements[:SHOWN]:
        yield f"  {file}: {statement}"
    if len(planned.statements) > SHOWN:
        yield f"  … and {counted(len(planned.statements) - SHOWN, 'more statement', 'more statements')}"
    for line in planned.elsewhere:
        yield f"not touched: {line}"


def _around(held: Held, words: str) -> str:
    """The part of a message in which the words stand, else its beginning, on one line."""
    wanted = " ".join(words.split()).casefold()
    lines = [" ".join(bare(each).split()) for each in (held.text, held.path)]
    line = next((each for each in lines if wanted in each.casefold()), lines[0] or lines[1])
    at, end = (begin := line.casefold().find(wanted)), begin + len(wanted)
    if not wanted or at < 0:
        return excerpt(line, LENGTH)
    return bare(excerpt(f"{line[:at]}{OPEN}{line[at:end]}{CLOSE}{line[end:]}", LENGTH))


def _check_started(settings: Settings) -> None:
    if not (settings.state_dir / STATE_FILE).exists():
        raise ConfigError(f"there is no state file in {settings.state_dir} yet: nothing is there to forget")
