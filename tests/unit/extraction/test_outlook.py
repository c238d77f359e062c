"""What waits, looked at before anything is sent: one session in which something is wrong does not hide the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from extractor.commands.consent import lines, look_ahead
from extractor.errors import StoreFailed
from extractor.extraction.job import Batch, Later
from tests.support.loop import Loop, speeches, write_transcripts


@pytest.fixture
def loop(tmp_path: Path) -> Iterator[Loop]:
    write_transcripts(tmp_path, speeches(2))
    made = Loop(tmp_path)
    made.parts.intake.scan()
    made.parts.intake.run_dry(lambda _taken: None)
    yield made
    made.close()


def hinder(loop: Loop, error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking at the first session ends in an error."""
    look = loop.parts.extraction.look

    def hindered(session: int, is_named: bool = False, is_dry: bool = False) -> Batch | Later:
        if session == 1:
            raise error
        return look(session, is_named, is_dry)

    monkeypatch.setattr(loop.parts.extraction, "look", hindered)


def test_every_session_that_waits_is_told(loop: Loop) -> None:
    ahead = look_ahead(loop.parts)
    assert [one.session.partition("-")[0] for one in ahead.sessions] == ["s0", "s1"]
    assert ahead.hindered == ()


def test_what_it_costs_is_told_for_runs_that_do_not_fail_and_what_bounds_the_rest(loop: Loop) -> None:
    settings = loop.parts.settings.model_copy(update={"model": "anthropic"})
    cost = lines(look_ahead(loop.parts), replace(loop.parts, settings=settings))[-1]
    assert "if no run fails; one that fails is tried again, then in smaller parts" in cost
    assert cost.endswith("never more than 500,000 input tokens a day")


def test_a_session_with_a_defect_is_told_and_the_others_are_looked_at(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    hinder(loop, RecursionError("too deep"), monkeypatch)
    ahead = look_ahead(loop.parts)
    assert [one.session.partition("-")[0] for one in ahead.sessions] == ["s1"]
    told = "session 1 could not be looked at: a defect (RecursionError: too deep): please report it"
    assert told in lines(ahead, loop.parts)


def test_a_state_file_that_fails_is_no_defect_of_a_session(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    hinder(loop, StoreFailed("the disk is full"), monkeypatch)
    with pytest.raises(StoreFailed, match="full"):
        look_ahead(loop.parts)
