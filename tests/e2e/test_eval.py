"""`extractor eval` and `make eval` as people run them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from bench.eval import LABELS, REAL, WRITTEN, line, main, measured
from tests.support.machine import Scratch
from tests.support.shared import need_shared

RETRACTED = LABELS / "synthetic" / "retracted.json"
MISSED = LABELS / "synthetic" / "confirmations.json"
"""A session of which the rules do not find all that matters."""


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path / "home")


def evaluated(scratch: Scratch, *words: str, labels: Path = RETRACTED) -> subprocess.CompletedProcess[str]:
    return scratch.command("eval", str(labels), "--sessions", str(WRITTEN), *words)


def facts() -> set[str]:
    return {save["id"] for save in json.loads(RETRACTED.read_text(encoding="utf-8"))["save"]}


def files(scratch: Scratch) -> list[Path]:
    return [path for path in scratch.home.rglob("*") if path.is_file()]


def test_it_prints_a_line_a_session_and_one_for_all_and_leaves_nothing_behind(scratch: Scratch) -> None:
    done = evaluated(scratch)
    assert done.returncode == 0, done.stderr
    assert [line.split(" ", 1)[0] for line in done.stdout.splitlines()[1:3]] == ["retracted", "total"]
    assert not [name for name in facts() if name in done.stdout]
    assert done.stderr == ""
    assert files(scratch) == []


def test_json_tells_every_fact_and_can_be_compared_with(scratch: Scratch, tmp_path: Path) -> None:
    done = evaluated(scratch, "--json")
    made = json.loads(done.stdout)
    (session,) = made["sessions"]
    assert set(session["found"]) | set(session["missed"]) == facts()
    made["sessions"][0]["found"] = []
    made["sessions"][0]["counts"]["must_found"] = 0
    earlier = tmp_path / "earlier.json"
    earlier.write_text(json.dumps(made))
    told = evaluated(scratch, "--compare", str(earlier)).stdout
    gained = ", ".join(session["found"])
    assert f"facts gained: {gained}" in told
    assert "must recall: 0 % →" in told


def test_details_name_what_was_missed_and_totals_name_nothing(scratch: Scratch) -> None:
    assert "missed (must)" in evaluated(scratch, "--details", labels=MISSED).stdout
    told = evaluated(scratch, "--totals", "--details").stdout
    assert "missed" not in told
    assert "retracted" not in told
    assert json.loads(evaluated(scratch, "--totals", "--json").stdout)["sessions"] == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nowhere.json", "--sessions", str(WRITTEN)), "there is no label file at nowhere.json"),
        ((str(RETRACTED), "--sessions", "nowhere"), "nowhere/retracted.jsonl, which retracted speaks about"),
        (
            (str(RETRACTED), "--sessions", str(WRITTEN), "--compare", str(RETRACTED)),
            "retracted.json is no result of `extractor eval --json`",
        ),
        (
            (str(RETRACTED), "--sessions", str(WRITTEN), "--compare", "nowhere.json"),
            "cannot read nowhere.json",
        ),
        (
            (str(RETRACTED), "--sessions", str(WRITTEN), "--model", "anthropic"),
            "nobody is there to answer (1 session is sent to",
        ),
    ],
)
def test_what_cannot_be_done_is_one_line(scratch: Scratch, words: tuple[str, ...], told: str) -> None:
    done = scratch.command("eval", *words)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert told in line
    assert done.stdout == ""


def test_without_the_real_sessions_only_the_written_ones_are_measured_and_it_is_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([]) == 0
    tuned, sealed, reread, wide, unseen, synthetic = capsys.readouterr().out.splitlines()
    assert "not shipped; SESSIONS=DIR names their folder" in tuned
    assert "not shipped; SESSIONS=DIR names their folder" in sealed
    assert "not shipped; SESSIONS=DIR names their folder" in reread
    assert "not shipped; PUBLISHED=DIR names their folder" in wide
    assert "not shipped; PUBLISHED=DIR names their folder" in unseen
    assert "; 0 duplicates; 0 secrets in memory, " in synthetic
    assert_told(synthetic)


@pytest.mark.parametrize("option", ["--sessions", "--published"])
def test_a_folder_that_is_not_there_is_told_with_the_option_that_named_it(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([option, str(tmp_path / "none")]) == 1
    told = capsys.readouterr().err
    assert f"{tmp_path / 'none'}" in told
    assert told.endswith(f"is no folder: check {option}\n")


@pytest.mark.slow
@pytest.mark.parametrize("group", REAL)
def test_real_sessions_bring_no_duplicate_and_no_secret_and_their_figures_are_those_of_the_page(
    group: str,
) -> None:
    tally = measured(group, need_shared() / "transcripts" / "public")
    assert (tally.duplicates, tally.secrets) == (0, 0)
    assert tally.runs_again
    assert_told(f"{group:9}  {line(tally)}")


def assert_told(printed: str) -> None:
    page = (LABELS.parents[1] / "docs" / "evaluation.md").read_text(encoding="utf-8")
    assert printed in page.splitlines(), f"docs/evaluation.md does not show the line of today: {printed}"
