"""Summaries by a model over real HTTP: what is asked, what is booked, what a failure costs."""

from __future__ import annotations

import json

from tests.support.hostile import Stage, conversation
from tests.support.messages_server import Answer, Body, Fails, Says, Text

SETTINGS = {
    "EXTRACTOR_SUMMARIES": "model",
    "EXTRACTOR_RUN_INPUT_TOKENS": "2000",
}


def is_summary(body: Body) -> bool:
    return "sum up a stretch" in json.dumps(body["system"])


def long_session(stage: Stage) -> None:
    session = stage.scratch.session()
    for number in range(60):
        session.turn(f"request {number} " + "w" * 900, f"answer {number} " + "x" * 900)


def test_earlier_conversation_is_summed_up_by_the_model_and_shown_to_the_next_run(stage: Stage) -> None:
    def answers(body: Body) -> Answer:
        return Says((Text("They wrote a parser.") if is_summary(body) else Text("nothing"),))

    stage.plays(answers)
    long_session(stage)
    done = stage.here("once", "--yes", "--json", **SETTINGS)
    assert done.code == 0, done.err
    asked = [r for r in stage.server.messages if is_summary(r.body)]
    assert 1 <= len(asked) <= 8, "when half the lead-in is full, not once a run"
    assert len(stage.runs) - len(asked) >= 9
    assert all("tools" not in r.body for r in asked)
    shown = [r for r in stage.server.messages if "They wrote a parser." in str(conversation(r))]
    assert len(shown) >= 3
    spent = stage.status()["spent_today"]
    assert isinstance(spent, dict)
    assert spent["calls"] == len(stage.server.messages), "a summary is booked like any call"


def test_a_service_that_never_sums_up_holds_nothing_up(stage: Stage) -> None:
    def answers(body: Body) -> Answer:
        return Fails(500, "api_error", "no") if is_summary(body) else Says((Text("nothing"),))

    stage.plays(answers)
    long_session(stage)
    done = stage.here("once", "--yes", "--json", **SETTINGS)
    assert done.code == 0, done.err
    assert stage.status()["waiting"] == 0
    assert "failed (500)" in str(stage.status()["problems"])


def test_summaries_by_a_model_need_a_model(stage: Stage) -> None:
    done = stage.here("status", EXTRACTOR_SUMMARIES="model", EXTRACTOR_MODEL="offline")
    assert done.code == 1
    assert done.problem == (
        "extractor: EXTRACTOR_SUMMARIES: summaries is not usable (a summary by the model needs model = anthropic, and"
        " here it is offline): correct it"
    )
