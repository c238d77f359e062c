"""An evaluation with a paid model over real HTTP: booked with the person, bounded by them, asked for first."""

from __future__ import annotations

import json
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

from bench.eval import LABELS, WRITTEN
from tests.support.hostile import Done, Stage
from tests.support.messages_server import Body, Fails, Says, Text

GERMAN = str(LABELS / "synthetic" / "german.json")
FOLDER = str(LABELS / "synthetic")
USED = {
    "input_tokens": 1_000,
    "cache_read_input_tokens": 2_000,
    "cache_creation_input_tokens": 400,
    "output_tokens": 100,
}


def evaluated(stage: Stage, *words: str, labels: str = GERMAN, **settings: str) -> Done:
    return stage.here("eval", labels, "--sessions", str(WRITTEN), *words, **settings)


def spent(stage: Stage) -> dict[str, object]:
    values = stage.status()["spent_today"]
    assert isinstance(values, dict)
    return dict(values)


def test_every_call_of_both_passes_is_in_the_persons_ledger_and_those_of_the_first_in_the_result(
    stage: Stage,
) -> None:
    stage.plays(Says((Text("nothing"),), usage=USED))
    done = evaluated(stage, "--yes", "--json")
    assert done.code == 0, done.err
    counts = json.loads(done.out)["total"]["counts"]
    assert (counts["calls"], counts["input"], counts["cached"], counts["output"]) == (1, 3_400, 2_000, 100)
    assert len(stage.server.messages) == 2
    assert spent(stage)["calls"] == 2
    assert spent(stage)["input_tokens"] == 6_800
    assert stage.status()["sessions"] == 0


def test_one_pass_asks_the_model_once(stage: Stage) -> None:
    stage.plays(Says((Text("nothing"),), usage=USED))
    done = evaluated(stage, "--yes", "--one-pass")
    assert done.code == 0, done.err
    assert len(stage.server.messages) == 1
    assert "second pass: none" in done.out


def test_nothing_is_sent_before_a_person_agreed(stage: Stage) -> None:
    done = evaluated(stage)
    assert (done.code, stage.server.messages) == (1, [])
    assert "add --yes" in done.problem


def test_a_model_that_fails_leaves_what_was_scored_and_says_what_was_not(stage: Stage) -> None:
    said = Says((Text("nothing"),), usage=USED)
    stage.plays(said, said, Fails(529, "overloaded_error", "later"))
    done = evaluated(stage, "--yes", labels=FOLDER)
    assert done.code == 1
    assert "of 16 cases not scored" in done.problem
    assert [line.split(" ", 1)[0] for line in done.out.splitlines()[1:3]] == ["answers", "total"]


def test_a_session_whose_call_could_not_be_booked_is_not_scored_as_if_nothing_was_learned(
    stage: Stage,
) -> None:
    with ExitStack() as until_told:

        def held_meanwhile(_body: Body) -> Says:
            state = sqlite3.connect(
                stage.scratch.state / "state.db", isolation_level=None, check_same_thread=False
            )
            until_told.enter_context(closing(state)).execute("BEGIN IMMEDIATE")
            return Says((Text("nothing"),), usage=USED)

        stage.plays(held_meanwhile)
        done = evaluated(stage, "--yes", "--one-pass")
    assert done.code == 1
    assert "1 of 1 cases not scored" in done.problem
    assert "is held by another process" in done.problem


def test_a_result_kept_of_an_evaluation_that_was_stopped_is_not_taken_for_a_whole_one(
    stage: Stage, tmp_path: Path
) -> None:
    said = Says((Text("nothing"),), usage=USED)
    stage.plays(said, said, Fails(529, "overloaded_error", "later"))
    part = evaluated(stage, "--yes", "--json", "--totals", "--one-pass", labels=FOLDER)
    kept = tmp_path / "part.json"
    kept.write_text(part.out, encoding="utf-8")
    stage.plays(said)
    told = evaluated(stage, "--yes", "--totals", "--one-pass", "--compare", str(kept), labels=FOLDER).out
    assert "the earlier result is not whole: 14 of 16 cases not scored" in told
    assert told.endswith("total: not compared\n")


def test_the_persons_ceiling_of_the_day_stops_it_with_the_exit_code_of_the_budget(stage: Stage) -> None:
    stage.plays(Says((Text("nothing"),), usage=USED))
    done = evaluated(stage, "--yes", EXTRACTOR_DAILY_INPUT_TOKENS="500")
    assert (done.code, stage.server.messages) == (3, [])
    assert "1 of 1 cases not scored" in done.problem
    assert "daily_input_tokens" in done.problem


def test_a_day_used_up_by_the_evaluation_itself_stops_it_and_sets_nothing_aside(stage: Stage) -> None:
    stage.plays(Says((Text("nothing"),), usage={**USED, "input_tokens": 1_000_000}))
    done = evaluated(stage, "--yes", EXTRACTOR_DAILY_INPUT_TOKENS="900000")
    assert (done.code, len(stage.server.messages)) == (3, 1)
    assert "1 of 1 cases not scored" in done.problem
