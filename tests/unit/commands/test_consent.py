"""What a first start tells, and to whom."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from extractor.commands.consent import (
    agreement,
    introduce,
    is_agreed,
    lines,
    look_ahead,
    silent,
    still_agreed,
)
from extractor.commands.status import status_lines, status_values
from extractor.config.settings import Settings, load
from extractor.extraction.job import Batch, Brief, Later
from extractor.wiring.parts import Parts, build
from tests.support.machine import Scratch


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Parts]:
    """A home in which one session waits."""
    scratch = Scratch(tmp_path / "home")
    scratch.session().turn("Never mock the database in tests.")
    made = build(load({}, {**scratch.env, "PATH": os.environ["PATH"]}).settings, scratch.env)
    made.intake.scan()
    made.intake.run_dry(lambda _taken: None)
    yield made
    made.close()


def looks(parts: Parts) -> list[int]:
    """Every session that is looked at from now on."""
    found: list[int] = []
    look = parts.extraction.look

    def looked(session: int, is_named: bool = False, *, is_dry: bool = False) -> Batch | Later:
        found.append(session)
        return look(session, is_named, is_dry=is_dry)

    parts.extraction.look = looked  # type: ignore[method-assign]
    return found


def test_a_person_is_told_what_waits(parts: Parts) -> None:
    said: list[str] = []
    looked = looks(parts)
    introduce(parts, said.append, yes=False)
    assert looked != []
    assert said[0] == "waiting to be learned from: 1"


@pytest.mark.parametrize(("bound", "told"), [(0.125, "$0.1250"), (0.004, "$0.0040"), (2.5, "$2.50")])
def test_a_bound_in_dollars_is_told_as_it_was_set(parts: Parts, bound: float, told: str) -> None:
    settings = parts.settings.model_copy(update={"model": "anthropic", "daily_cost": bound})
    assert lines(look_ahead(parts), replace(parts, settings=settings))[-1].endswith(f" or {told}")
    (today,) = (line for line in status_lines(status_values(settings, {})) if line.startswith("today: "))
    assert today.endswith(f" of {told}")


def test_where_nobody_hears_it_nothing_is_looked_at(parts: Parts) -> None:
    looked = looks(parts)
    introduce(parts, silent, yes=False)
    assert looked == []
    assert parts.archive.note(agreement(parts.settings)) is not None


def briefs(parts: Parts) -> list[int]:
    """The session of every request that is made from now on."""
    found: list[int] = []
    brief = parts.extraction.brief

    def briefed(batch: Batch) -> Brief:
        found.append(batch.session.id)
        return brief(batch)

    parts.extraction.brief = briefed  # type: ignore[method-assign]
    return found


def test_where_nothing_is_asked_no_request_is_made_to_be_priced(parts: Parts) -> None:
    said: list[str] = []
    briefed = briefs(parts)
    introduce(parts, said.append, yes=False)
    assert briefed == []
    assert said[-1] == "cost: none (offline rules, nothing leaves this machine)"
    assert any(line.startswith("memory is written to ") for line in said)


def test_what_a_paid_model_could_cost_is_told_from_its_requests(parts: Parts) -> None:
    said: list[str] = []
    paid = replace(parts, settings=parts.settings.model_copy(update={"model": "anthropic"}))
    briefed = briefs(paid)
    introduce(paid, said.append, yes=True)
    assert len(briefed) == 1
    assert said[-1].startswith("cost: at most ")
    assert not said[-1].startswith("cost: at most 0 ")


def test_how_far_the_look_ahead_is_can_be_followed(parts: Parts) -> None:
    shown: list[tuple[str, int, int]] = []
    introduce(parts, [].append, yes=False, progress=lambda *told: shown.append(told))
    assert shown == [("looking ahead", 0, 1)]


def test_a_yes_is_noted_without_the_password_of_the_address(parts: Parts) -> None:
    settings = with_password(parts)
    assert not is_agreed(settings, parts.archive)
    still_agreed(settings, parts.archive, yes=True)
    assert is_agreed(settings, parts.archive)
    assert "secret" not in noted(parts)


def test_a_yes_that_was_noted_with_the_password_holds_and_is_noted_without_it(parts: Parts) -> None:
    settings = with_password(parts)
    parts.archive.set_note(f"agreed:anthropic:{settings.anthropic_model} {settings.base_url}", "1")
    assert is_agreed(settings, parts.archive)
    assert "secret" not in noted(parts)
    assert is_agreed(settings, parts.archive)


def with_password(parts: Parts) -> Settings:
    return parts.settings.model_copy(update={"model": "anthropic", "base_url": "http://me:secret@host:1/"})


def noted(parts: Parts) -> str:
    return str(parts.archive.db.rows("SELECT * FROM meta"))
