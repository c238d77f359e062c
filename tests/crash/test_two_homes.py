"""A kill and a failing disk at every step of a commit in two homes, of which a person saved a file first."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from extractor.archive.runs import Finished
from extractor.errors import ExtractorError
from extractor.extraction.job import Batch, Job
from extractor.extraction.subagent import Conversation, converse
from extractor.memory.memory_file import parse
from extractor.models.model import ToolCall
from tests.crash.test_every_call import chosen
from tests.support.faults import DURABLE, KILLED, Calls, Fault, in_child, install, killing
from tests.support.place import in_memory
from tests.support.scripted import Scripted, says, write
from tests.support.talk import agent, human
from tests.support.tally import number, tally
from tests.unit.extraction.test_homes import TwoHomes

POINTS = number("EXTRACTOR_HOMES_POINTS", 20)
"""How many of the calls are tried; more than there are means all."""

NEVER = 1 << 60

RULE = "Never mock the database in tests."
DAY = "Deploys happen on Tuesdays."
SAID = f"I am colour-blind. {RULE} {DAY}"
TEA = "And I like tea."
MINE = "Mine.\n"
WANTED = {
    "project": sorted([RULE, DAY, "Mine."]),
    "personal": sorted(["The user lives in Berlin.", "The user is colour-blind.", TEA]),
}
"""The sentences of each home in the end: a person's own, and ours, each once."""


def calls() -> tuple[ToolCall, ...]:
    return (
        write("me.md", "The user is colour-blind.", "h1", "I am colour-blind", type="user"),
        write("no-mocks.md", RULE, "h1", RULE),
        write("days.md", DAY, "h1", DAY, type="project"),
    )


def thought(desk: TwoHomes, session: int) -> tuple[Job, Conversation] | None:
    """A run whose model has answered; None where nothing is left to learn."""
    batch = desk.extraction.look(session)
    if not isinstance(batch, Batch):
        return None
    model = Scripted([says(*calls()), says()])
    job = desk.extraction.begin(batch, model.name)
    return job, converse(model, job.request, job.workspace)


def prepared(place: Path) -> int:
    """A personal file of ours, and a session in which more is said; returns its row."""
    desk = TwoHomes(place)
    first = desk.said("z", human("h0", "I live in Berlin, by the way."), agent("a0"))
    seed = write("me.md", "The user lives in Berlin.", "h0", "I live in Berlin", type="user")
    batch = desk.extraction.look(first)
    assert isinstance(batch, Batch)
    model = Scripted([says(seed), says()])
    job = desk.extraction.begin(batch, model.name)
    desk.extraction.finish(job, converse(model, job.request, job.workspace))
    session = desk.said("s", human("h1", SAID), agent("a1"))
    desk.close()
    return session


def disturbed(place: Path, session: int, steps: Calls) -> list[str]:
    """The commit, while a person has saved one file of each home first; what was told of it.

    A run that fails half-way is brought to its end as the service does it.
    """
    install(steps, DURABLE, statements=isinstance(steps, Fault))
    steps.act, act = Calls().act, steps.act
    desk = TwoHomes(place)
    run = thought(desk, session)
    assert run is not None
    me = Path(desk.personal.path) / "me.md"
    me.write_text(me.read_text() + f"\n{TEA}\n")
    desk.path.mkdir(mode=0o700, exist_ok=True)
    (desk.path / "days.md").write_text(MINE)
    steps.names.clear()
    steps.act = act
    try:
        desk.extraction.finish(*run)
    except ExtractorError as error:
        told = [str(error)]
        if isinstance(steps, Fault):
            steps.lift()
        desk.extraction.resume(run[0])
        return told
    return steps.names


def started_again(place: Path, session: int) -> list[Finished]:
    """A start that nothing disturbs, to the end of all work."""
    desk, done = TwoHomes(place), list[Finished]()
    for home in (desk.folder, desk.personal):
        home.recover()
    desk.extraction.recover()
    while (run := thought(desk, session)) is not None:
        done.append(desk.extraction.finish(*run))
        assert len(done) < 3, done
    desk.close()
    return done


def wrong(place: Path, session: int) -> list[str]:
    """What is lost, twice, unexplained or not recorded."""
    desk = TwoHomes(place)
    problems: list[str] = []
    for name, home in (("project", desk.folder), ("personal", desk.personal)):
        stands = {file: parse(data).statements for file, data in home.snapshot().items()}
        if sorted(said for each in stands.values() for said in each) != WANTED[name]:
            problems.append(f"{name}: {stands}")
        for file, said in stands.items():
            quoted = [quote.statement for quote in desk.archive.provenance.of_file(home.path, file)]
            if sorted(quoted) != sorted(set(said) - {TEA, "Mine."}):
                problems.append(f"{file} says {said}, and of these is known {quoted}")
    if desk.archive.db.number("SELECT count(*) FROM messages WHERE uuid = 'h1' AND passed = 'learned'") != 1:
        problems.append("the message is not learned")
    if desk.archive.db.number("SELECT count(*) FROM runs WHERE finished IS NULL"):
        problems.append("a run is open")
    desk.close()
    return problems


def made(at: int, error: int) -> Calls:
    """The process ends at the call of this number, or that call fails."""
    return Fault(at, error, lasts=False) if error else killing(at)


def _told(home: Path, what: Callable[[], object]) -> tuple[int, list[str]]:
    """The exit code of a child that does this, and what it returned."""
    told = home / "told"
    code = in_child(what, told)
    return code, json.loads(told.read_text()) if code == 0 else []


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("error", [0, errno.ENOSPC])
def test_cut_short_anywhere_what_a_person_saved_first_costs_no_sentence(error: int) -> None:
    with in_memory() as home:
        session = prepared(home / "0")
        total = len(_told(home, lambda: disturbed(home / "0", session, made(NEVER, error)))[1])
        assert total > 30
        what = "fails" if error else "is the last"
        with tally(
            f"A commit in two homes, a person first, and a call that {what}: no sentence lost"
        ) as counted:
            for at in chosen(total, POINTS):
                place = home / str(at)
                session = prepared(place)
                steps = made(at, error)
                code, _ = _told(home, lambda s=steps, p=place, n=session: disturbed(p, n, s))
                assert code == (0 if error else KILLED), (home / "told").read_text()
                _told(home, lambda p=place, n=session: [done.outcome for done in started_again(p, n)])
                counted.case(*(f"call {at} of {total}: {line}" for line in wrong(place, session)))
