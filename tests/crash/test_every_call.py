"""A kill and a fault at every system call of a pass over several sessions."""

from __future__ import annotations

import errno
import json
import os
import random
import resource
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.errors import ExtractorError
from extractor.memory.memory_file import parse
from tests.support.faults import ALL, DURABLE, KILLED, Calls, Fault, in_child, install, killing
from tests.support.loop import Loop, State, ahead_of_memory, memory_files, speeches, write_transcripts
from tests.support.place import in_memory
from tests.support.tally import number, tally

SEED = number("EXTRACTOR_SEED", 20260302)
POINTS = number("EXTRACTOR_KILL_POINTS", 20)
FAULTS = number("EXTRACTOR_FAULTS", 24)
"""How many of the calls are tried; more than there are means all."""
LIMITS = number("EXTRACTOR_LIMITS", 4)
"""How many sizes of a real limit are tried."""

SAID = speeches(2)
RUN_TOKENS = 180
"""Tokens of one run: a few exchanges, so that a run writes more than one file."""


def work(home: Path, calls: Calls | None = None) -> list[str]:
    """A process from its start to the end of all work, as the service goes through faults; what was told."""
    lines: list[str] = []

    def lift() -> None:
        if isinstance(calls, Fault):
            calls.lift()

    for _ in range(3):
        try:
            loop = Loop(home, run_tokens=RUN_TOKENS)
        except ExtractorError as error:
            lines.append(str(error))
            lift()
            continue
        lines += loop.until_done(between=lift)
        lift()
        loop.close()
        return lines
    raise AssertionError(f"did not start: {lines}")


class Bench:
    """Homes made from one template, and the state an undisturbed pass leaves."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._made = 0
        write_transcripts(path / "template", SAID)
        self.undisturbed = self.home()
        self.recover(self.undisturbed)
        self.expected = State.of(self.undisturbed)

    def home(self) -> Path:
        """A fresh home at always the same path: paths stand in no compared byte, but may in a file's."""
        home = self.path / "home"
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(self.path / "template", home)
        return home

    def recover(self, home: Path) -> None:
        """A start that nothing disturbs, to the end of all work."""

        def run() -> list[str]:
            install(Calls(), (), statements=False)
            return work(home)

        assert in_child(run, self.path / "told") == 0, (self.path / "told").read_text()

    def count(self, kernel: tuple[str, ...], statements: bool) -> list[str]:
        """The calls of an undisturbed pass."""
        calls, home, told = Calls(), self.home(), self.path / "told"

        def run() -> list[str]:
            install(calls, kernel, statements)
            work(home)
            return calls.names

        assert in_child(run, told) == 0, told.read_text()
        names: list[str] = json.loads(told.read_text())
        return names

    def difference(self, home: Path) -> str:
        """In what the home differs from one that was never disturbed."""
        return self.expected.difference(State.of(home))


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """In memory: what is tried is every call, not a disk."""
    with in_memory() as place:
        yield place


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def chosen(total: int, most: int) -> Iterator[int]:
    """Numbers of calls to act at: all of them, or so many spread evenly."""
    if most >= total:
        yield from range(1, total + 1)
        return
    chance = random.Random(SEED)
    for part in range(most):
        yield chance.randint(part * total // most + 1, (part + 1) * total // most)


def torn(home: Path) -> str:
    """A memory file that is neither whole nor absent, told in a line."""
    for name, data in memory_files(home).items():
        if (
            name.endswith(".md")
            and name != "MEMORY.md"
            and (parse(data).problem or not parse(data).statements)
        ):
            return f"{name} is torn"
    return ""


@pytest.mark.timeout(3600)
def test_killed_at_every_durable_call_nothing_is_lost_torn_or_done_twice(bench: Bench) -> None:
    total = len(bench.count(DURABLE, statements=False))
    assert total > 100
    with tally("Killed at every durable system call: nothing lost, torn or done twice") as counted:
        for at in chosen(total, POINTS):
            home = bench.home()

            def run(home: Path = home, at: int = at) -> None:
                install(killing(at), DURABLE, statements=False)
                work(home)

            assert in_child(run, bench.path / "told") == KILLED, (bench.path / "told").read_text()
            early = [*ahead_of_memory(home, SAID), torn(home)]
            bench.recover(home)
            counted.case(*(f"call {at}: {line}" for line in (*early, bench.difference(home)) if line))


def faults() -> Iterator[tuple[int, bool]]:
    """Each errno, once and lasting."""
    for lasts in (True, False):
        for code in (errno.EIO, errno.ENOSPC, errno.EROFS, errno.EMFILE, errno.EINTR):
            yield code, lasts


@pytest.mark.timeout(7200)
def test_a_call_that_fails_loses_nothing_is_told_and_is_caught_up_with(bench: Bench) -> None:
    total = len(bench.count(ALL, statements=True))
    with tally(
        "A system call fails (EIO, ENOSPC, EROFS, EMFILE, EINTR): nothing lost, told, caught up"
    ) as counted:
        kinds = list(faults())
        for turn, at in enumerate(chosen(total, FAULTS)):
            for code, lasts in kinds if total <= FAULTS else [kinds[turn % len(kinds)]]:
                problem = _fault(bench, at, code, lasts)
                counted.case(problem and f"call {at}, {errno.errorcode[code]}, lasts {lasts}: {problem}")


def _fault(bench: Bench, at: int, code: int, lasts: bool) -> str:
    home, told = bench.home(), bench.path / "told"

    def run() -> dict[str, object]:
        fault = Fault(at, code, lasts)
        install(fault, ALL, statements=True)
        return {"lines": work(home, fault), "hit": fault.hit}

    if in_child(run, told) != 0:
        return told.read_text()[-700:]
    answer = json.loads(told.read_text())
    lines: list[str] = answer["lines"]
    if not answer["hit"]:
        return "the fault never came"
    if any("\n" in line or str(home) not in line for line in lines):
        return f"{answer['hit'][0]} failed, an unclear line: {lines}"
    return bench.difference(home) or torn(home)


# the same by the system's own limits, below everything of ours


def under_limit(home: Path, kind: int, low: int) -> list[str]:
    """The work, under a limit that is lifted after the first thing that was told."""
    install(Calls(), (), statements=False)
    high = resource.getrlimit(kind)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(kind, (low, high[1]))

    class Lifted(Fault):
        def lift(self) -> None:
            resource.setrlimit(kind, high)

    try:
        return work(home, Lifted(1 << 60, 0, lasts=False))
    finally:
        resource.setrlimit(kind, high)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", ["files no larger", "no more open files"])
def test_a_limit_of_the_system_loses_nothing_and_is_caught_up_with(bench: Bench, kind: str) -> None:
    chance, told = random.Random(SEED), bench.path / "told"
    in_use = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").is_dir() else 10
    stopped = 0
    with tally(
        "A real limit of the system is reached (file size, open files): nothing lost, caught up"
    ) as counted:
        for _ in range(LIMITS):
            if kind == "files no larger":
                what, low = (
                    resource.RLIMIT_FSIZE,
                    chance.choice((chance.randint(1, 5_000), chance.randint(1, 400_000))),
                )
            else:
                what, low = resource.RLIMIT_NOFILE, in_use + chance.randint(0, 9)
            home = bench.home()
            code = in_child(lambda h=home, w=what, n=low: under_limit(h, w, n), told)
            if code != 0:
                counted.case(f"{kind} than {low}: {told.read_text()[-500:]}")
                continue
            stopped += bool(json.loads(told.read_text()))
            problem = bench.difference(home) or torn(home)
            counted.case(problem and f"{kind} than {low}: {problem}")
    print(f"{stopped} of {LIMITS} limits stopped something")
    assert stopped


def test_a_storm_of_signals_interrupts_nothing(bench: Bench) -> None:
    home, told = bench.home(), bench.path / "told"

    def run() -> list[str]:
        signal.signal(signal.SIGALRM, lambda *_: None)
        signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
        return work(home)

    with tally("A signal every half millisecond of a pass: nothing is interrupted") as counted:
        assert in_child(run, told) == 0, told.read_text()
        counted.case(*json.loads(told.read_text()), bench.difference(home))
