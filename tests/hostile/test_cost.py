"""Cost over real HTTP: shown as it was, and never past what a person set."""

from __future__ import annotations

from tests.support.hostile import Stage, use
from tests.support.messages_server import Fails, Says, Text

PRICES = {
    "EXTRACTOR_PRICES": '{"claude-haiku-4-5": {"input": 1.0, "output": 5.0, "cached": 0.1, "written": 1.25}}'
}
USED = {
    "input_tokens": 1_000,
    "cache_read_input_tokens": 2_000,
    "cache_creation_input_tokens": 400,
    "output_tokens": 100,
}


def said(stage: Stage, *rules: str) -> None:
    session = stage.scratch.session()
    for rule in rules:
        session.turn(rule)
    stage.plays(Says((Text("nothing"),), usage=USED))


def test_what_a_call_cost_is_told_after_it_today_this_week_and_by_project(stage: Stage) -> None:
    said(stage, "Always run the linter.")
    done = stage.here("once", "--yes", **PRICES)
    assert done.code == 0, done.err
    assert "tokens: 3,400 in (2,000 cached), 100 out, $0.0022" in done.out
    status = stage.here("status", **PRICES).out
    assert (
        "today: 1 call, 3,400 of 100,000,000 input tokens (2,000 cached, 400 written), 100 output tokens, $0.0022"
        in status
    )
    assert (
        "last 7 days: 1 call, 3,400 input tokens (2,000 cached, 400 written), 100 output tokens, $0.0022"
        in status
    )
    (project,) = stage.status()["spent_by_project"]  # type: ignore[misc]
    assert isinstance(project, dict)
    assert (project["project"], project["cost"]) == (str(stage.scratch.project), 0.0022)


def test_a_run_that_broke_off_half_way_tells_what_it_cost(stage: Stage) -> None:
    said(stage, "Always run the linter.")
    stage.plays(Says((use("read_memory", file="a.md"),), usage=USED), Fails(504))
    done = stage.here("once", "--yes", "--json", **PRICES)
    booked = stage.status()["spent_today"]
    assert isinstance(booked, dict)
    assert done.code == 1
    assert done.values["input_tokens"] == booked["input_tokens"]
    assert done.values["output_tokens"] == booked["output_tokens"] == 100 + 4096
    assert done.values["cached_tokens"] == 2_000


def test_an_unknown_price_is_told_as_unknown(stage: Stage) -> None:
    said(stage, "Always run the linter.")
    done = stage.here("once", "--yes")
    assert "$" not in done.out
    assert "100 out, 1 call at an unknown price" in done.out
    assert "1 call at an unknown price" in stage.here("status").out
    ahead = stage.here("once", "--dry-run").out
    assert "its price is not known" in ahead


def test_a_days_money_is_never_passed_and_the_work_waits(stage: Stage) -> None:
    said(stage, *(f"Always run tool number {n}." for n in range(12)))
    most = {**PRICES, "EXTRACTOR_DAILY_COST": "0.03", "EXTRACTOR_RUN_INPUT_TOKENS": "1000"}
    first = stage.here("once", "--yes", "--json", **most)
    assert first.code in (0, 3)
    stage.scratch.session().turn("Never mock the database. " * 3)
    for number in range(6):
        stage.scratch.session().turn(f"Never push to branch {number}.")
    second = stage.here("once", "--yes", "--json", **most)
    assert second.code == 3
    status = stage.here("status", **most)
    assert "of $0.03" in status.out
    assert "raise daily_cost" in status.out
    assert isinstance(stage.status()["waiting"], int)
    assert stage.status()["waiting"] != 0
    values = stage.status()["spent_today"]
    assert isinstance(values, dict)
    assert isinstance(values["cost"], float)
    assert values["cost"] <= 0.03


def test_bounded_money_needs_a_known_price(stage: Stage) -> None:
    said(stage, "Always run the linter.")
    done = stage.here("once", "--yes", EXTRACTOR_DAILY_COST="1")
    assert (done.code, stage.server.messages) == (1, [])
    assert done.problem == (
        "extractor: daily_cost needs the price of claude-haiku-4-5: add it under [prices] in the settings"
    )
