"""Nothing outside a root is read or written, whoever swaps what for links and whatever names stand there.

EXTRACTOR_RACES and EXTRACTOR_NAMES give how many; without them a quick form runs.
"""

from __future__ import annotations

import os
import random
import stat
import unicodedata
from collections.abc import Callable, Iterator
from datetime import UTC
from pathlib import Path

import pytest

from extractor.clock import now_ms
from extractor.commands.status import problem_lines, status_values
from extractor.config.settings import load
from extractor.domain import SessionId
from extractor.errors import ExtractorError
from extractor.extraction.tools import Toolbox
from extractor.fs import Kernel, Root
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.memory.gate.witnesses import Witnesses
from extractor.memory.index import BEGIN
from extractor.memory.journal import IntentState
from extractor.memory.snapshot import read_folder
from extractor.memory.store import Store
from extractor.memory.workspace import Workspace
from extractor.models.model import ToolCall
from extractor.service.memory_folder import MemoryFolder
from extractor.transcripts.claude_code import ClaudeCode
from extractor.wiring.parts import build
from tests.support.machine import Scratch
from tests.support.place import in_memory
from tests.support.races import OUTSIDE, Outside, Swapper
from tests.support.scripted import write
from tests.support.talk import human
from tests.support.tally import number, tally
from tests.unit.memory.test_store import ListJournal

RACES = number("EXTRACTOR_RACES", 2_000)
NAMES = number("EXTRACTOR_NAMES", 2_000)
RACED = "A link swapped in during a read or commit: nothing outside is touched"
NAMED = "A hostile name: one segment in its folder, or refused and told"
SEED = 20260302
RULE = "Never mock the database in tests."
FILES = ("a.md", "b.md", "c.md")
LINE = b'{"uuid": "u%d", "role": "user", "content": "said inside"}\n'


@pytest.fixture(autouse=True)
def nobody_else_may_write() -> Iterator[None]:
    """A file keeps the mode it has, and a person's umask of 002 lets their group write what a test puts down."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def place() -> Iterator[Path]:
    """In memory: a race is with system calls, not with a disk."""
    with in_memory() as folder:
        yield folder


class Arena:
    """A memory folder and transcripts, and an outside with the same names."""

    def __init__(self, place: Path) -> None:
        self.home = place / "home"
        self.project = self.home / "projects" / "-shop"
        self.memory = self.project / "memory"
        self.memory.mkdir(parents=True, mode=0o700)
        for file in FILES:
            (self.memory / file).write_bytes(b"inside 0\n")
        (self.memory / "MEMORY.md").write_text(f"{BEGIN}\n", encoding="utf-8")
        self.transcripts = [self.project / "s.jsonl", self.project / "x" / "subagents" / "agent-1.jsonl"]
        for path in self.transcripts:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(LINE % 1)
        inside = [*self.memory.iterdir(), *self.transcripts]
        self.outside = Outside(place / "outside", *(str(p.relative_to(self.home)) for p in inside))
        self.journal = ListJournal()
        self.gained = 0
        self.folder = MemoryFolder(self.memory, self.journal, self.hurried, "", UTC)
        self.source = ClaudeCode(self.home)
        self.rounds = 0

    def pairs(self) -> dict[Path, Path]:
        """What is swapped: memory files, the memory folder, transcripts, and the folders above them."""
        places = [self.memory / "a.md", self.memory / "MEMORY.md", self.memory, *self.transcripts]
        places += [self.project / "x", self.project / "x" / "subagents", self.project]
        return {place: self.outside.place / place.relative_to(self.home) for place in places}

    def hurried(self) -> int:
        """Now, ten seconds later at every look: copies grow old enough to be dropped while links are swapped."""
        self.gained += 10_000
        return now_ms() + self.gained

    def forget_ended(self) -> None:
        """As the archive does in time, or every look at the journal would take longer than the one before."""
        ended = (IntentState.CLOSED, IntentState.KEPT_HUMAN)
        for intent in [i for i in self.journal.intents.values() if i.state in ended]:
            del self.journal.intents[intent.id]
        self.journal.history.clear()

    # what is raced: each returns bytes that were read

    def commit(self) -> bytes:
        self.rounds += 1
        self.forget_ended()
        before = self.folder.snapshot()
        file = FILES[self.rounds % len(FILES)]
        after = b"inside %d\n" % self.rounds
        self.folder.commit(self.rounds, ChangeSet((FileChange(file, before.get(file), after),)))
        return b"".join(before.values())

    def index(self) -> bytes:
        self.folder.refresh_index()
        return b"".join(self.folder.snapshot().values())

    def sweep(self) -> bytes:
        self.folder.sweep()
        return b""

    def listed(self) -> bytes:
        return repr([t.path for t in self.source.transcripts()]).encode()

    def read(self) -> bytes:
        path = self.transcripts[self.rounds % 2]
        transcript = self.source.owns(path)
        assert transcript is not None
        self.rounds += 1
        return repr(self.source.read(transcript, None, 1 << 20, now_ms()).records).encode()


def race(arena: Arena, acts: list[Callable[[], bytes]], races: int) -> tuple[int, int, int]:
    """Act until so many acts had a swap fall into them. Returns raced acts, refused ones and escapes."""
    raced = refused = escapes = 0
    with Swapper(arena.pairs(), SEED) as swapper:
        for nth in range(races * 100):
            before = swapper.swaps
            try:
                escapes += OUTSIDE in acts[nth % len(acts)]()
            except ExtractorError:
                refused += 1
            raced += swapper.swaps != before
            if raced == races:
                break
    escapes += not arena.outside.is_untouched()
    return raced, refused, escapes


@pytest.mark.timeout(4 * 3600 if RACES > 2_000 else 60)
def test_no_race_with_links_leads_outside(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arena = Arena(place)
    reads = [arena.read] * 12
    acts = [arena.commit, *reads, arena.index, arena.sweep, arena.listed, *reads]
    with tally(RACED) as counted:
        raced, refused, escapes = race(arena, acts, RACES)
        counted.cases = raced
        counted.violations += ["outside was reached"] * escapes
    with capsys.disabled():
        print(f"\nraces with links: {raced:,} ({refused:,} refused), {escapes} escapes, seed {SEED}")
    assert raced == RACES
    assert escapes == 0
    assert refused > RACES // 100, "the swaps were met"


def test_the_race_catches_whoever_follows_a_link(place: Path) -> None:
    for name in ("reads", "writes"):
        (place / name).mkdir()
    reads, writes = Arena(place / "reads"), Arena(place / "writes")

    def naive() -> bytes:
        return (reads.memory / "a.md").read_bytes()

    def careless() -> bytes:
        (writes.memory / "b.md").write_bytes(b"inside")
        return b""

    assert race(reads, [naive], 1000)[2] > 0
    assert race(writes, [careless], 1000)[2] > 0


class Swapping(Kernel):
    """Swaps a place for a link just before the n-th call, and back before the one after that."""

    def __init__(self, nth: int, swap: Callable[[], None]) -> None:
        self.calls, self._nth, self._swap = 0, nth, swap
        self.is_armed = False

    def _step(self) -> None:
        self.calls += self.is_armed
        if self.is_armed and self.calls in (self._nth, self._nth + 1):
            self._swap()

    def open(self, name: str, flags: int, at: int, mode: int = 0o600) -> int:
        self._step()
        return super().open(name, flags, at, mode)

    def stat(self, name: str, at: int) -> os.stat_result:
        self._step()
        return super().stat(name, at)

    def chmod(self, fd: int, mode: int) -> None:
        self._step()
        super().chmod(fd, mode)

    def write(self, fd: int, data: bytes) -> int:
        self._step()
        return super().write(fd, data)

    def rename_exchange(self, one: str, other: str, at: int) -> None:
        self._step()
        super().rename_exchange(one, other, at)

    def rename_exclusive(self, source: str, target: str, at: int) -> None:
        self._step()
        super().rename_exclusive(source, target, at)

    def rename(self, source: str, target: str, at: int) -> None:
        self._step()
        super().rename(source, target, at)

    def unlink(self, name: str, at: int) -> None:
        self._step()
        super().unlink(name, at)


@pytest.mark.parametrize("what", ["file", "temporary file", "folder", "folder above"])
def test_a_swap_at_any_step_of_a_commit_leads_nowhere(place: Path, what: str) -> None:
    with tally(RACED) as counted:
        for nth in range(1, 200):
            root = place / f"{nth}"
            root.mkdir()
            calls, problems = swapped_before(nth, what, Arena(root))
            counted.case(*problems)
            if calls < nth:
                break
    assert counted.cases > 20
    assert calls < nth, "every step was tried"


def swapped_before(nth: int, what: str, arena: Arena) -> tuple[int, list[str]]:
    """Commit with a swap before the n-th call. Returns the calls made and what was wrong."""

    def swap() -> None:
        at = {"file": arena.memory / "a.md", "folder": arena.memory, "folder above": arena.project}.get(what)
        if at is None:
            temps = [p for p in arena.memory.iterdir() if p.name.startswith(".extractor-")]
            at = temps[0] if temps else arena.memory / ".extractor-none"
        link = at.with_name(".link")
        if not os.path.lexists(at):
            return
        if not os.path.lexists(link):
            counterpart = at if at in arena.pairs() else arena.memory / "a.md"
            link.symlink_to(arena.outside.place / counterpart.relative_to(arena.home))
        Kernel().rename_exchange(at.name, link.name, _fd(at.parent))

    kernel = Swapping(nth, swap)
    with Root.open(arena.memory, kernel=kernel) as opened:
        store = Store(opened, arena.journal, now_ms)
        before = store.snapshot().files
        kernel.is_armed = True
        changes = [FileChange("a.md", before["a.md"], b"new"), FileChange("new.md", None, b"new")]
        changes.append(FileChange("b.md", before["b.md"], None))
        try:
            store.commit(1, ChangeSet(tuple(changes)))
            store.recover()
            store.sweep(now_ms())
        except ExtractorError:
            pass  # to refuse is well too: what counts is what stands afterwards
        seen = store.snapshot()
    modes = [p.lstat().st_mode for p in arena.memory.rglob("*") if stat.S_ISREG(p.lstat().st_mode)]
    wrong = {
        "outside was touched": not arena.outside.is_untouched(),
        "what stands outside was read": any(OUTSIDE in data for data in seen.files.values()),
        "others may write": any(mode & 0o022 for mode in modes),
    }
    return kernel.calls, [f"{what} before call {nth}: {told}" for told, is_so in wrong.items() if is_so]


_open: dict[Path, int] = {}


def _fd(folder: Path) -> int:
    if folder not in _open:
        _open[folder] = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    return _open[folder]


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    while _open:
        os.close(_open.popitem()[1])


# names

_PARTS = (
    "..", ".", "/", "//", "\\", "a", "MEMORY", "memory", ".md", ".MD", "con", "aux", "nul", "com1", "lpt9", "PRN",
    "\0", "\n", "\r\n", "\t", "\x1b[2J", "\x1b]0;x\x07", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "é",
    "e\u0301", "ﬁ", "K", "İ", "ß", "ſ", "．", "／", "∕", "%2e%2e%2f", "%00", " ", "...", "~", "-rf", "$HOME", "`id`",
    "$(id)", "|", ";", "*", "?", "<", ">", ":", "::$DATA", "\udce9", "😀", "ا", "א", "[x](y)", "<!--", "-->",
    ".extractor-", "state.db", "x" * 80, "é" * 130, "{executable}", "%i", "'", '"', "#", "&",
)  # fmt: skip

_WHOLE = (
    "", ".", "..", "../a.md", "../../etc/passwd", "/etc/passwd", "a/../../b.md", "MEMORY.md", "memory.md", "Memory.MD",
    "MEMORY.md ", "MEMORY.md.", "ＭＥＭＯＲＹ.md", "ΜEMORY.md", "MEMORY\u200b.md", "con.md", "CON.md", "nul", "a.md\0.txt",
    "a.md/", "./a.md", "a\n.md", "café.md", "cafe\u0301.md", ".hidden.md", "-.md", "a.md ", "x" * 256 + ".md", "~root/a.md",
    "file:///etc/passwd", "C:\\a.md", "a.md::$DATA", ".extractor-0", "a\u202edm.exe.md", "\udcff.md",
)  # fmt: skip


def hostile_names(count: int) -> list[str]:
    """Names of every bad kind, each once, from a fixed seed."""
    rng = random.Random(SEED)
    found = dict.fromkeys(_WHOLE)
    while len(found) < count:
        made = "".join(rng.choices(_PARTS, k=rng.randint(1, 5))) + rng.choice(
            ("", ".md", ".md", ".MD", ".Md")
        )
        form = rng.choice(("", "", "NFC", "NFD", "NFKC"))
        found[unicodedata.normalize(form, made) if form else made] = None
    return list(found)[:count]


def test_a_hostile_name_given_by_a_model_reaches_nothing(place: Path) -> None:
    arena = Arena(place)
    witnesses = Witnesses.build([human("h1", RULE)], frozenset({"h1"}), UTC)
    on = Workspace(arena.folder.snapshot(), witnesses, SessionId("s"), "2026-03-02T10:00:00.000Z")
    refused = 0
    names = hostile_names(NAMES)
    with tally(NAMED) as counted:
        for name in names:
            calls = (
                write(name, RULE, "h1", RULE),
                ToolCall("d", "delete_memory", {"file": name, "evidence": []}),
            )
            for call in calls:
                (outcome,) = Toolbox(on).carry_out([call])
                refused += outcome.is_error
            counted.case()
        changes = on.changes().changes
        plain = {n for n in names if n.isascii() and n.islower() and "/" not in n}
        counted.violations += [f"{c.file!r} was taken" for c in changes if c.file not in plain]
    arena.folder.commit(1, on.changes())
    assert arena.outside.is_untouched()
    inside = {p.name for p in arena.memory.iterdir()}
    assert inside == {*FILES, "MEMORY.md", *(c.file for c in changes)}
    print(f"names through tools: {len(names):,}, {refused:,} of {2 * len(names):,} calls refused")
    assert refused > len(names)


def test_a_hostile_name_given_to_a_root_is_one_segment_or_refused(place: Path) -> None:
    arena = Arena(place)
    around = {p for p in place.rglob("*") if arena.memory not in p.parents}
    moves, told = 0, list[str]()
    with tally(NAMED) as counted, Root.open(arena.memory, kernel=Unsynced()) as root:
        for name in hostile_names(NAMES):
            for act in (
                lambda name=name: root.read(name, 1_000),
                lambda name=name: root.create(name, b"inside", ".extractor-1"),
                lambda name=name: root.write_aside(".extractor-2", b"inside", like=name),
                lambda name=name: root.exchange(name, ".extractor-2"),
                lambda name=name: root.move_aside(name, ".extractor-3"),
                lambda name=name: root.remove(name),
                lambda name=name: root.has_writer(name),
            ):
                try:
                    act()
                except ExtractorError as refusal:
                    told.append(str(refusal))
                else:
                    moves += 1
            counted.case()
        reached = {p for p in place.rglob("*") if arena.memory not in p.parents} ^ around
        counted.violations += [f"{path} was reached" for path in sorted(reached)]
        counted.violations += [f"{line!a} was told" for line in told if not line.isprintable()]
    assert arena.outside.is_untouched()
    assert moves > 0


class Unsynced(Kernel):
    """Names are what is tried here, not the platter."""

    def sync(self, fd: int) -> None:
        return

    def sync_folder(self, at: int) -> None:
        return


def planted(folder: Path, names: list[str]) -> int:
    """Make a file, a folder, a link or a pipe of each name the file system takes; returns how many."""
    made = 0
    for nth, name in enumerate(names):
        if not name or "/" in name or "\0" in name or name in (".", "..", "MEMORY.md"):
            continue
        path = os.fsencode(folder) + b"/" + os.fsencode(name)
        try:
            if nth % 10 == 0:
                os.symlink(folder.parent / "outside.md", path)
            elif nth % 10 == 1:
                os.mkdir(path)
            elif nth % 50 == 2:
                os.mkfifo(path)
            else:
                with open(path, "wb") as file:
                    file.write(b"---\nname: x\ndescription: planted\n---\n\nPlanted.\n")
        except OSError:
            continue  # too long, or the twin of one that is there
        made += 1
    return made


@pytest.mark.timeout(180)
def test_hostile_names_planted_in_the_folder_are_read_or_told_and_lead_nowhere(place: Path) -> None:
    own = {"state_dir": place / "state", "memory_dir": place / "memory", "claude_dir": place / "claude"}
    settings = load(dict(own), {"HOME": str(place)}).settings
    outside = Outside(place / "other")
    (place / "outside.md").write_bytes(OUTSIDE)
    (place / "memory").mkdir(mode=0o700)
    (place / "memory" / "MEMORY.md").write_text(f"Mine.\n\n{BEGIN}\n", encoding="utf-8")
    names = hostile_names(NAMES)
    made = planted(place / "memory", names)
    parts = build(settings, {"HOME": str(place)})
    try:
        folder = parts.folders.get(place / "memory")
        parts.folders.look(now_ms())
        for path, problem in parts.folders.render_due(now_ms() + 10_000):
            parts.archive.problem(f"index:{path}", problem, now_ms())
        seen = folder.snapshot()
        folder.sweep()
    finally:
        parts.folders.close()
        parts.archive.close()
    index = (place / "memory" / "MEMORY.md").read_bytes().decode("utf-8")
    assert index.startswith("Mine.\n")
    told = problem_lines(status_values(settings, {}))
    assert any("symbolic link" in line and "more files like these" in line for line in told)
    files, problems = read_folder(place / "memory")
    assert files.keys() == seen.keys()
    assert problems
    with tally(NAMED) as counted:
        counted.cases = made
        counted.violations += [f"{name!a} was read outside" for name, data in seen.items() if OUTSIDE in data]
        lines = [*index.split("\n"), *told, *problems]
        counted.violations += [f"{line!a} was told" for line in lines if not line.isprintable()]
    assert outside.is_untouched()
    print(f"names planted: {made:,} of {len(names):,}, {len(seen):,} read, {len(problems):,} told")
    assert made > len(names) // 4


def test_the_commands_stand_a_folder_of_hostile_names(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "home")
    scratch.session().turn(RULE)
    assert scratch.command("once").returncode == 0
    made = planted(scratch.memory, hostile_names(400))
    assert made > 100
    for words in (("once",), ("list",), ("list", "--json"), ("status",), ("log",), ("doctor",)):
        done = scratch.command(*words)
        assert "defect" not in done.stderr, done.stderr
        assert "Traceback" not in done.stderr, done.stderr
        if "--json" not in words:
            assert all(line.isprintable() for line in (done.stdout + done.stderr).split("\n")), words


# modes


def test_whatever_the_service_makes_is_closed_to_others(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "home")
    before = {p: p.stat().st_mode for p in scratch.home.rglob("*")}
    scratch.session().turn(RULE)
    transcript = next(scratch.transcripts.glob("*.jsonl"))
    before[transcript] = transcript.stat().st_mode
    before[scratch.transcripts] = scratch.transcripts.stat().st_mode
    umask = os.umask(0)
    try:
        done = scratch.command("once")
    finally:
        os.umask(umask)
    assert done.returncode == 0, done.stderr
    made = [p for p in scratch.home.rglob("*") if p not in before]
    assert {"memory", "state.db", "MEMORY.md", ".local", "extractor"} <= {p.name for p in made}
    for path in made:
        mode = stat.S_IMODE(path.lstat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), f"{path} has mode {mode:o}"
    assert all(p.stat().st_mode == mode for p, mode in before.items()), "no mode of others was changed"
