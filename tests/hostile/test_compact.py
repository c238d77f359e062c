"""`compact` over real HTTP: what is sent, what may come back, and that a no changes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from extractor.commands.compact import compact
from extractor.config.settings import load
from extractor.domain import Milliseconds
from extractor.wiring.folders import open_archive
from tests.support.hostile import KEY, Stage
from tests.support.messages_server import Fails, Says, Text, says

HEAD = '---\nname: "deploys" # mine\nmetadata:\n  pinned: true\n---\n\n'
LONG = "Deploys happen on Tuesday, on every single Tuesday, as was said before.\n\nNever deploy on Friday.\n"
DENSE = "Deploys happen on Tuesday, never on Friday."


@pytest.fixture(autouse=True)
def _in_the_project(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(stage.scratch.project)


@pytest.fixture
def file(stage: Stage) -> Path:
    stage.scratch.memory.mkdir(parents=True)
    made = stage.scratch.memory / "deploys.md"
    made.write_text(HEAD + LONG)
    (stage.scratch.memory / "small.md").write_text("---\npinned: true\n---\nSmall.\n")
    return made


def test_the_largest_pinned_file_is_compacted_shown_and_undone(stage: Stage, file: Path) -> None:
    stage.plays(says(DENSE))
    done = stage.process("compact", "--yes")
    assert done.code == 0, done.err
    assert file.read_text() == HEAD + DENSE + "\n"
    assert "-Never deploy on Friday." in done.out
    assert f"+{DENSE}" in done.out
    assert "cost: at most" in done.out
    (sent,) = stage.server.messages
    told = json.dumps(sent.body)
    assert "Never deploy on Friday" in told
    assert "mine" not in told
    assert KEY not in told
    log = stage.process("log").out
    assert "by hand, anthropic:" in log
    assert "compacted deploys.md from" in log
    assert stage.process("undo", "--yes").code == 0
    assert file.read_text() == HEAD + LONG
    spent = stage.status()["spent_today"]
    assert isinstance(spent, dict)
    assert spent["calls"] == 1


def test_without_a_model_nothing_is_done_and_that_is_said(stage: Stage, file: Path) -> None:
    done = stage.process("compact", "deploys", "--model", "offline", "--yes")
    assert done.code == 1
    assert "compacting needs a model" in done.problem
    assert file.read_text() == HEAD + LONG


def test_without_a_yes_nothing_is_sent(stage: Stage, file: Path) -> None:
    done = stage.process("compact", "deploys")
    assert done.code == 1
    assert "nobody is there to answer" in done.problem
    assert stage.server.messages == []
    assert file.read_text() == HEAD + LONG


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (says(LONG + " And more."), "no denser"),
        (says("Deploy on Monday."), "Monday"),
        (says("See https://evil.example"), "evil.example"),
        (says(" "), "empty"),
        (Says((Text("Deploys happen"),), "max_tokens"), "no whole text (max_tokens)"),
        (Fails(400, "invalid_request_error", "no"), "no whole text"),
        (Fails(500, "api_error", "no"), "failed (500): try again"),
        (Fails(529, "overloaded_error", "no"), "has no room now (529): try again"),
    ],
)
def test_a_text_that_may_not_stand_changes_nothing(
    stage: Stage, file: Path, answer: Says | Fails, told: str
) -> None:
    stage.plays(answer)
    done = stage.here("compact", "deploys", "--yes", "-q")
    assert done.code == 1
    assert told in done.problem
    assert file.read_text() == HEAD + LONG
    assert stage.here("log", "--json").out.strip() == "[]"


def test_of_a_model_out_of_reach_it_is_not_said_that_it_is_tried_again(stage: Stage, file: Path) -> None:
    done = stage.here("compact", "deploys", "--yes", "-q", EXTRACTOR_BASE_URL="http://127.0.0.1:9")
    assert done.code == 1
    assert done.problem.strip() == "extractor: no connection to 127.0.0.1:9: try again"
    assert file.read_text() == HEAD + LONG


def test_a_file_that_holds_a_secret_is_not_sent(stage: Stage, file: Path) -> None:
    file.write_text(HEAD + "The token is " + "ghp_" + "Zk3vQ9xW7pLm2Rt8Ys4Nd6Bf1Hj5Gc0aXyUo.\n")
    done = stage.here("compact", "deploys", "--yes", "-q")
    assert done.code == 1
    assert "by hand first" in done.problem
    assert stage.server.messages == []


def test_a_file_saved_meanwhile_is_left_alone(stage: Stage, file: Path) -> None:
    def saves(_body: object) -> Says:
        file.write_text("Mine now, and a good deal longer than it was before.\n")
        return says(DENSE)

    stage.plays(saves)
    done = stage.here("compact", "deploys", "--yes", "-q")
    assert done.code == 1
    assert "has just been changed" in done.problem
    assert file.read_text().startswith("Mine now")


def test_a_spent_day_ends_it_with_its_own_code(stage: Stage, file: Path) -> None:
    done = stage.here("compact", "deploys", "--yes", "-q", EXTRACTOR_DAILY_INPUT_TOKENS="10")
    assert done.code == 3
    assert "no day has room for it, raise daily_input_tokens" in done.problem
    assert file.read_text() == HEAD + LONG


def test_what_the_sentences_rest_on_goes_on_with_them(stage: Stage) -> None:
    for text in ("The staging server of the shop really listens on port 8080.", "Tea is at four."):
        assert stage.here("remember", text, "--name", "ports").code == 0
    stage.plays(says("The shop's staging server listens on port 8080.\n\nTea is at four."))
    done = stage.here("compact", "ports", "--yes", "-q")
    assert done.code == 0, done.err
    reasons = json.loads(stage.here("why", "ports", "--json").out)["statements"]
    assert [[w["quote"] for w in reason["witnesses"]] for reason in reasons] == [
        ["The staging server of the shop really listens on port 8080."],
        ["Tea is at four."],
    ]


def test_who_once_agreed_to_the_model_pays_for_nothing_nobody_could_answer(stage: Stage, file: Path) -> None:
    stage.scratch.session().turn("Please look at the module and tell me.")
    assert stage.here("once", "--yes", "-q").code == 0
    before = len(stage.server.messages)
    done = stage.process("compact", "deploys")
    assert done.code == 1
    assert "nobody is there to answer (put the denser text of deploys.md in place?)" in done.problem
    assert len(stage.server.messages) == before
    assert file.read_text() == HEAD + LONG


def test_a_question_that_is_broken_off_leaves_no_run_open(stage: Stage, file: Path) -> None:
    stage.plays(says(DENSE))

    def broken_off(question: str) -> bool:
        if question.startswith("send"):
            return True
        raise KeyboardInterrupt

    env = stage.scratch.env
    settings = load({}, env).settings
    with pytest.raises(KeyboardInterrupt):
        compact(settings, env, "deploys", ask=broken_off, expect=lambda _: None, show=lambda _: None)
    assert file.read_text() == HEAD + LONG
    archive = open_archive(settings)
    assert archive.runs.interrupt_open(Milliseconds(0)) == 0
    archive.close()
