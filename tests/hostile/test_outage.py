"""The API is down for a day: tries stay few, nothing is lost or learned out of order, all is caught up with.

EXTRACTOR_OUTAGES gives how many days are played, each from its own seed, by a clock that is moved.
"""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC
from pathlib import Path

import pytest

from extractor.domain import Kind
from extractor.errors import ModelUnavailable
from extractor.models.model import Reply, Request
from extractor.service.learning import Learning
from tests.support.scripted import Desk, Scripted, says, write
from tests.support.talk import agent, human
from tests.support.tally import number, tally

OUTAGES = number("EXTRACTOR_OUTAGES", 1)
HOUR = 3_600_000
DOWN = 24 * HOUR
FIRST_PAUSE = 15
LONGEST_PAUSE = 15 * 60
"""Seconds: what is promised, whatever the service is set to."""
NAMES = (
    "heron ibis jay kestrel lark magpie nightjar osprey plover quail raven snipe teal vulture wren".split()
)


class Day:
    """Sessions in which rules are said all day, while every call fails until the day is over."""

    def __init__(self, place: Path, seed: int) -> None:
        self.random = random.Random(seed)
        self.desk = Desk(place)
        self.begins = self.desk.clock.now
        self.ends = self.begins + DOWN
        self.model = Scripted([self._reply])
        self.starts = 0
        self.failed = 0
        self.shown: dict[str, list[int]] = {}
        """Numbers of the rules in each session's requests that were answered, in order."""
        self.said: Counter[str] = Counter()
        self.sessions: dict[str, int] = {}
        self.taught = self._start()

    def _start(self) -> Learning:
        """A start of the service: what waits is due."""
        self.starts += 1
        made = Learning(
            self.desk.archive,
            self.desk.extraction,
            lambda _run: self.model,
            self.model.name,
            UTC,
            self.desk.clock,
        )
        made.add(self.desk.archive.sessions.waiting())
        return made

    def _reply(self, request: Request) -> Reply:
        if self.desk.clock.now < self.ends:
            self.failed += 1
            asked = self.random.choice((None, None, 1.0, 60.0, 1_000.0))
            raise ModelUnavailable(self.random.choice(("overloaded", "no reply", "HTTP 500")), asked)
        if request.turns:
            return says()
        told = [m for e in request.briefing.newer for m in e.messages if m.is_human and m.kind is Kind.TEXT]
        for message in told:
            session, _, nth = message.key.uuid.partition("-")
            self.shown.setdefault(session, []).append(int(nth))
        return says(*(write(_file(m.key.uuid), m.text, m.key.short, m.text) for m in told))

    def say(self) -> None:
        """A person says one more rule in one of the sessions."""
        session = self.random.choice(NAMES[:5])
        nth = self.said[session]
        self.said[session] += 1
        words = f"Never feed the {session} number {nth + 1000} before noon."
        asked = human(f"{session}-{nth}", words, at=self.desk.clock.now)
        answer = agent(f"{session}-a{nth}", "Understood.", at=self.desk.clock.now + 1)
        row = self.desk.said(session, asked, answer)
        self.taught.grew(row, turn_ended=True)

    def play(self) -> None:
        """The day, with new words and restarts in it, and what follows until nothing is left to do."""
        events = sorted(
            [(self.begins + self.random.randrange(DOWN), self.say) for _ in range(60)]
            + [(self.begins + self.random.randrange(DOWN), self._restart) for _ in range(2)],
            key=lambda event: event[0],
        )
        clock = self.desk.clock
        while True:
            while events and events[0][0] <= clock.now:
                events.pop(0)[1]()
            job = self.taught.next_job()
            if job is not None:
                self.taught.done(self.taught.call(job, self.taught.model(job)))
                continue
            due = self.taught.next_due()
            coming = [at for at in (due, events[0][0] if events else None) if at is not None]
            if not coming:
                return
            clock.now = max(clock.now + 1, min(coming))
            assert clock.now < self.ends + 4 * HOUR, "it comes to an end"

    def _restart(self) -> None:
        self.taught = self._start()

    def problems(self) -> list[str]:
        """What was wrong with the day."""
        found: list[str] = []
        growing = 1
        while FIRST_PAUSE * 2**growing < LONGEST_PAUSE:
            growing += 1
        most = DOWN // 1000 // LONGEST_PAUSE + (growing + 2) * self.starts
        if not 0 < self.failed <= most:
            found.append(f"{self.failed} calls in a day without an answer, {most} are bearable")
        for session, count in self.said.items():
            if self.shown.get(session) != list(range(count)):
                found.append(f"{session}: {count} rules were said, shown {self.shown.get(session)}")
        written = sum(name != "MEMORY.md" for name in self.desk.files())
        if written != self.said.total():
            found.append(f"{written} of {self.said.total()} rules were learned")
        told = self.desk.archive.summary("")
        if told.waiting or told.set_aside or told.problems:
            found.append(f"waiting {told.waiting}, set aside {told.set_aside}, told {told.problems}")
        return found


def _file(uuid: str) -> str:
    """A memory file's name of words that were said."""
    session, _, nth = uuid.partition("-")
    return f"{session}-{int(nth) + 1000}.md"


@pytest.mark.timeout(60 if OUTAGES == 1 else 4 * 3600)
def test_a_day_without_an_answer_costs_few_tries_and_loses_nothing(tmp_path: Path) -> None:
    with tally("API down for 24 simulated hours: tries bounded, order kept, all caught up with") as counted:
        for seed in range(OUTAGES):
            day = Day(tmp_path / str(seed), seed)
            try:
                day.play()
                counted.case(*(f"seed {seed}: {problem}" for problem in day.problems()))
            finally:
                day.desk.close()
