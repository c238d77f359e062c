"""A session looked at again and again is seen as a fresh reading sees it, whatever happened in between."""

from __future__ import annotations

import itertools
import tempfile
from datetime import UTC
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.archive.archive import Archive
from extractor.archive.database import Row
from extractor.archive.live import KEPT, Live
from extractor.archive.order import Order
from extractor.archive.standing import Project, SessionInfo
from extractor.domain import Kind, Message, Milliseconds, Passed, SessionId, Transcript
from extractor.extraction.homes import Homes
from extractor.extraction.job import Batch, Brief, Later
from extractor.extraction.limits import Limits
from extractor.extraction.run import Extraction
from extractor.extraction.sight import Sight
from extractor.extraction.sights import HELD, Sights, sight_of
from extractor.extraction.subagent import converse
from extractor.memory.gate.witnesses import folded
from extractor.memory.redaction.redact import redact
from extractor.transcripts.source import (
    Boundary,
    BoundaryKind,
    Reading,
    Record,
    Replaced,
    Said,
    Withdrawn,
)
from tests.support.scripted import TEMPLATES, Desk, Scripted, says
from tests.support.sessions import conversations
from tests.support.talk import START, agent, call, human, message, result, script

LIMITS = Limits(
    run_tokens=300, lead_in=500, max_output=1_000, learn_headless=False, horizon=Milliseconds(START + 3_000)
)
"""Little of everything, so that few messages fill it; the first three seconds are before the horizon."""


class Room:
    """A session of several transcripts beside another one, and all that may happen to it."""

    def __init__(self, folder: Path, said: list[Message]) -> None:
        self.desk = Desk(folder)
        self.kept = self._extraction()
        self.said = said
        self.begun = 0
        self.session = self.store("main", [])
        self.other = Archive.open(folder / "state", redact, self.desk.clock)
        self._numbers = itertools.count()

    def _extraction(self) -> Extraction:
        desk = self.desk
        return Extraction(
            desk.archive, lambda _: Homes(desk.folder), TEMPLATES, LIMITS, UTC, desk.clock, desk.removals
        )

    @property
    def info(self) -> SessionInfo:
        found = self.desk.archive.sessions.of_row(self.session)
        assert found is not None
        return found

    def store(self, name: str, records: list[Record], session: str = "s") -> int:
        is_aside = name == "aside"
        transcript = Transcript("plain", f"/home/dev/{name}.jsonl", SessionId(session), is_aside)
        reading = Reading(records, str(len(records)), cwd="/home/dev/shop", modified=self.desk.clock())
        project = Project("/home/dev/shop", is_seen=True)
        return self.desk.archive.messages.store(transcript, reading, project).session

    def message_at(self, place: int) -> Message | None:
        standing = self.desk.archive.messages.live(self.session)
        return standing[place % len(standing)].message if standing else None

    def do(self, act: str, size: int) -> None:
        """One thing that may happen. `size` says where, or how much of it."""
        at = self.desk.clock()
        if act in ("say", "say more", "aside", "fork", "resume"):
            chunk = [Said(m) for m in self.said[self.begun : self.begun + 1 + size % 9]]
            self.begun += len(chunk)
            name, session = {"aside": ("aside", "s"), "resume": ("resumed", "s"), "fork": ("fork", "t")}.get(
                act, ("main", "s")
            )
            self.store(name, list(chunk), session)
        elif act == "copy":
            self.store("fork", [Said(m) for m in self.said[: 1 + size]], "t")
        elif act == "tell again":
            self.store(("main", "resumed", "aside")[size % 3], [Said(m) for m in self.said[: size * 2]])
        elif act == "end":
            kind = (BoundaryKind.TURN_END, BoundaryKind.CANCELLED, BoundaryKind.ABORTED)[size % 3]
            self.store("main", [Boundary(kind, at)])
        elif act == "type":
            made = human if size % 3 else script
            self.store("main", [Said(made(f"typed{next(self._numbers)}", "Tabs, never spaces.", at=at))])
        elif act == "restart":
            boundary = Boundary(BoundaryKind.RESTART, Milliseconds(0))
            self.store("main", [boundary, *(Said(m) for m in self.said[size : self.begun])])
        elif (found := self.message_at(size * 7)) is not None:
            self._change(act, found)

    def _change(self, act: str, said: Message) -> None:
        other, now = self.other, self.desk.clock()
        if act == "withdraw":
            self.store("main", [Withdrawn((said.key.uuid,))])
        elif act == "replace":
            self.store("main", [Replaced(said._replace(text=said.text + " and so on", ends_turn=True))])
        elif act == "forget":
            (row,) = other.messages.rows_of(said.key)
            order = Order((row,), (), (), (), ())
            other.forgetting.begin(order)
            other.forgetting.erase(other.forgetting.pending()[-1][0], order, folded, now)
        elif act == "wait again":
            for why in (Passed.OLD, Passed.LEARNED, Passed.SET_ASIDE):
                other.messages.wait_again(why, self.session)
        elif act == "pass":
            other.messages.pass_over(other.messages.rows_of(said.key), Passed.SET_ASIDE)
        elif act == "learn":
            batch = self.kept.look(self.session)
            if isinstance(batch, Batch):
                job = self.kept.begin(batch, "scripted")
                self.kept.finish(job, converse(Scripted([says()]), job.request, job.workspace))

    def compare(self) -> None:
        """The same to a reader who remembers as to one who does not."""
        self.desk.clock.pass_by(1)
        fresh = self._extraction()
        # What an API's counts taught is no reading: it decides how much goes into a run.
        fresh.correction = self.kept.correction
        expected = fresh.look(self.session, is_dry=True)
        found = self.kept.look(self.session)
        assert _told(found) == _told(expected)
        if isinstance(found, Batch) and isinstance(expected, Batch):
            self.desk.clock.pass_by(1)
            assert _brief(self.kept.brief(found)) == _brief(fresh.brief(expected))
        with self.kept._sights.of(self.info, LIMITS.learn_headless) as kept:
            assert _seen(kept) == _seen(sight_of(self.desk.archive, self.info, LIMITS.learn_headless))

    def close(self) -> None:
        self.other.close()
        self.desk.close()


def _told(found: Batch | Later) -> object:
    names = ("exchanges", "older", "rows", "cursor", "still_waiting", "waiting_tokens", "stored", "ends")
    return found if isinstance(found, Later) else [getattr(found, name) for name in names]


def _brief(brief: Brief) -> object:
    witnesses = brief.workspace._witnesses
    return brief.request, brief.summed_up, witnesses.messages, witnesses.order, witnesses.newer


def _seen(sight: Sight) -> object:
    taken = sight.ready(1 << 60)[:2]
    return (
        sight.cut,
        [sight.waits(e) for e in sight.cut],
        taken and sight.older(taken),
        [sight.material(e) for e in sight.cut],
        sight.ready(0),
        sight.verdicts(LIMITS.is_old, 1 << 60, lambda _: True),
        sight.understood(),
        (sight.cursor_behind(), sight.cursor_behind(taken)),
        sight.summary(()),
        sight.ends,
        [sight.rows(e.messages) for e in sight.cut],
    )


ACTS = st.sampled_from(
    ["say"] * 6
    + ["aside", "fork", "resume", "copy", "tell again", "end", "type", "type", "restart"]
    + ["withdraw", "withdraw", "replace", "forget", "wait again", "pass", "learn", "learn"]
)


@settings(max_examples=30)
@given(
    conversations(most=70, words=120),
    st.lists(st.tuples(ACTS, st.integers(0, 40)), min_size=5, max_size=20),
)
def test_whatever_happens_a_look_tells_what_a_fresh_reading_tells(
    said: list[Message], acts: list[tuple[str, int]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder), said)
        for act, size in acts:
            room.do(act, size)
            room.compare()
        room.close()


class Counted(Live):
    """Counts the messages that are read."""

    read = 0

    def _rows(self, transcript: int, position: int, is_whole: bool) -> list[Row]:
        found = super()._rows(transcript, position, is_whole)
        self.read += len(found)
        return found


def long_session(desk: Desk, turns: int = 40) -> int:
    said = [m for n in range(turns) for m in (human(f"h{n}", f"Question {n} of many?"), agent(f"a{n}"))]
    return desk.said("s", *said)


def looked(desk: Desk, session: int) -> tuple[Sights, Counted, SessionInfo]:
    counted = Counted(desk.archive.db)
    desk.archive.messages.standing = counted
    info = desk.archive.sessions.of_row(session)
    assert info is not None
    sights = Sights(desk.archive)
    with sights.of(info, learn_headless=False):
        pass
    counted.read = 0
    return sights, counted, info


def test_a_look_at_a_session_that_did_not_change_reads_no_message(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    sights, counted, info = looked(desk, long_session(desk))
    with sights.of(info, learn_headless=False) as sight:
        assert (counted.read, sight.size) == (0, 80)
    desk.close()


def test_of_a_session_that_grew_the_last_exchange_and_what_came_is_read(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    sights, counted, info = looked(desk, long_session(desk))
    desk.said("s", human("more", "One more question?"), agent("answer"))
    with sights.of(info, learn_headless=False) as sight:
        assert (counted.read, sight.size) == (4, 82)
    desk.close()


def test_a_sight_that_grew_is_as_one_read_anew_wherever_it_changes_next(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    sights, _, info = looked(desk, long_session(desk, turns=4))
    for grown in range(3):
        more = [
            m
            for n in range(4)
            for m in (human(f"g{grown}-{n}", f"Question {n} of many?"), agent(f"b{grown}-{n}"))
        ]
        desk.said("s", *more)
        with sights.of(info, learn_headless=False) as sight:
            assert sight.cut == sight_of(desk.archive, info, False).cut
        for n in (3, 1, 2, 0):
            told = agent(f"b{grown}-{n}", f"Answer {n} in other words, of round {grown}.")
            desk.said("s", Replaced(told), script(f"s{grown}-{n}", "Nightly run."), ended=False)
            with sights.of(info, learn_headless=False) as sight:
                assert _seen(sight) == _seen(sight_of(desk.archive, info, False)), (grown, n)
        both = (Replaced(agent(f"b{grown}-{n}", f"Both at once, in round {grown}.")) for n in (0, 3))
        desk.said("s", *both, ended=False)
        with sights.of(info, learn_headless=False) as sight:
            assert _seen(sight) == _seen(sight_of(desk.archive, info, False)), grown
    desk.close()


def test_the_end_and_the_scripts_of_exchanges_that_are_cut_anew_are_let_go(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    session = long_session(desk, turns=4)
    desk.said("s", human("h9", "Run it?"), script("p1", "Nightly run."), ended=False)
    desk.said("s", agent("a9"), Boundary(BoundaryKind.CANCELLED, desk.clock()), ended=False)
    sights, _, info = looked(desk, session)
    desk.said("s", Withdrawn(("p1", "a9")), human("h10", "And then?"), agent("a10"))
    with sights.of(info, learn_headless=False) as sight:
        assert _seen(sight) == _seen(sight_of(desk.archive, info, False))
    desk.close()


def test_a_script_that_was_taken_back_with_its_exchange_is_let_go(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.said("s", human("h0", "A question?"), agent("a0"), human("h1", "Another?"), agent("a1"))
    sights, _, info = looked(desk, desk.said("s", script("p1", "Nightly run."), agent("b1")))
    desk.said("s", Withdrawn(("p1", "b1")), ended=False)
    with sights.of(info, learn_headless=False) as sight:
        assert _seen(sight) == _seen(sight_of(desk.archive, info, False))
    desk.close()


def test_what_another_process_noted_as_understood_is_seen_without_reading_again(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    sights, counted, info = looked(desk, long_session(desk))
    other = Archive.open(tmp_path / "state", redact, desk.clock)
    other.messages.pass_over(range(1, 21), Passed.LEARNED)
    other.close()
    with sights.of(info, learn_headless=False) as sight:
        assert (counted.read, len(sight.understood())) == (0, 10)
    desk.close()


def test_a_sight_whose_changes_are_no_longer_noted_is_read_from_the_start(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    sights, counted, info = looked(desk, long_session(desk))
    with desk.archive.db.transaction():
        for _ in range(2 * KEPT // 80 + 2):
            desk.archive.messages.pass_over(range(1, 81), Passed.LEARNED)
    desk.archive.messages.standing.prune()
    assert desk.archive.messages.standing.changes(0) is None
    with sights.of(info, learn_headless=False) as sight:
        assert (counted.read, sight.anything_waits) == (80, False)
    desk.close()


def test_a_sight_is_not_kept_when_what_is_done_with_it_fails(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    sights, counted, info = looked(desk, long_session(desk))
    with pytest.raises(OSError, match="the disk is gone"), sights.of(info, learn_headless=False) as sight:
        sight.note([(1, Passed.LEARNED)])
        raise OSError("the disk is gone")
    with sights.of(info, learn_headless=False) as sight:
        assert (counted.read, len(sight.understood())) == (80, 0)
    desk.close()


def test_a_dry_look_leaves_nothing_behind(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    sights, _, info = looked(desk, long_session(desk))
    with sights.of(info, learn_headless=False, is_dry=True) as sight:
        sight.note([(1, Passed.LEARNED)])
    with sights.of(info, learn_headless=False) as sight:
        assert sight.understood() == []
    desk.close()


def test_more_than_a_bound_is_kept_only_of_the_session_looked_at_last(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    sights, counted, first = looked(desk, long_session(desk))
    second = desk.archive.sessions.of_row(desk.said("t", human("x1", "Something else?"), agent("x2")))
    assert second is not None
    with sights.of(second, learn_headless=False) as sight:
        sight._standing = sight._standing * HELD
    counted.read = 0
    with sights.of(first, learn_headless=False):
        assert counted.read == 80
    desk.close()


def test_an_answer_is_given_its_words_when_its_sub_agent_turns_out_later(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.said("s", human("h0", "Ask somebody?"), result("r0", "t1", "the answer"), agent("a0"))
    desk.said("s", human("h1", "And then?"), agent("a1"))
    sights, _, info = looked(desk, desk.said("s", human("h2", "Well?")))
    desk.said("s", call("c1", "t1", tool="Task"))
    with sights.of(info, learn_headless=False) as sight:
        said = {m.key.uuid: m.text for exchange in sight.cut for m in exchange.messages}
    assert said["r0"] == "the answer"
    desk.close()


def test_a_result_that_comes_late_joins_the_exchange_of_its_call(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.said("s", human("h0", "Run it?"), call("c0", "t1"))
    desk.said("s", human("h1", "And then?"), agent("a1"))
    sights, _, info = looked(desk, desk.said("s", human("h2", "Well?"), message("n", "", kind=Kind.NOTICE)))
    desk.said("s", result("r0", "t1"))
    with sights.of(info, learn_headless=False) as sight:
        assert sight.cut == sight_of(desk.archive, info, False).cut
        assert {"c0", "r0"} <= {m.key.uuid for m in sight.cut[0].messages}
    desk.close()


def test_a_switch_of_learn_headless_is_seen_at_the_next_look(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    session = desk.said("s", script("p1", "Never mock."), agent("a1"))
    info = desk.archive.sessions.of_row(session)
    assert info is not None
    sights = Sights(desk.archive)
    waits: list[bool] = []
    for learn_headless in (False, True, False):
        with sights.of(info, learn_headless) as sight:
            waits.append(sight.anything_waits)
    assert waits == [False, True, False]
    desk.close()
