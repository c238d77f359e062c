"""The model `claude-code` is a person's choice: what they are told, and what it cannot do."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.commands import consent
from extractor.commands.compact import compact
from extractor.commands.doctor import STAGES, Finding, examine
from extractor.commands.eval import evaluate
from extractor.commands.stages import World
from extractor.commands.status import status_values
from extractor.config.settings import Settings, load
from extractor.domain import Milliseconds
from extractor.errors import ConfigError
from extractor.wiring.parts import Parts, build, change
from tests.support.machine import Scratch
from tests.support.talk import START


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "EXTRACTOR_MODEL": "claude-code"}


@pytest.fixture
def settings(env: dict[str, str]) -> Settings:
    return load({}, env).settings


@pytest.fixture
def parts(settings: Settings, env: dict[str, str]) -> Iterator[Parts]:
    built = build(settings, env)
    yield built
    built.close()


def test_the_first_use_says_that_it_spends_the_persons_plan_and_asks(parts: Parts) -> None:
    told: list[str] = []
    with pytest.raises(ConfigError, match="claude-code spends your own plan: start once by hand and agree"):
        consent.introduce(parts, told.append, yes=False)
    assert any("cost: your own plan" in line and "500,000 input tokens a day" in line for line in told)
    assert parts.archive.note(consent.agreement(parts.settings)) is None


def test_a_yes_is_asked_for_once(parts: Parts) -> None:
    consent.introduce(parts, consent.silent, yes=True)
    told: list[str] = []
    consent.introduce(parts, told.append, yes=False)
    assert told == []
    consent.still_agreed(parts.settings, parts.archive, yes=False)


def test_a_yes_to_another_model_is_none_to_this_one(parts: Parts, settings: Settings) -> None:
    paid = settings.model_copy(update={"model": "anthropic"})
    parts.archive.set_note(consent.agreement(paid), "1")
    with pytest.raises(ConfigError, match="spends your own plan"):
        consent.still_agreed(settings, parts.archive, yes=False)


def test_it_runs_only_where_it_is_named(tmp_path: Path) -> None:
    offline = load({}, {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}).settings
    assert (offline.model, offline.paid_model) == ("offline", "")


def test_the_status_names_it(settings: Settings, env: dict[str, str]) -> None:
    assert status_values(settings, env)["model"] == "claude-code"


def test_summaries_need_a_model_that_can_be_asked(env: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match="a summary by the model needs model = anthropic"):
        load({"summaries": "model"}, env)


def test_a_ceiling_in_dollars_needs_its_price(settings: Settings, env: dict[str, str]) -> None:
    bounded = settings.model_copy(update={"daily_cost": 1.0})
    with pytest.raises(ConfigError, match="daily_cost needs the price of claude-code"):
        build(bounded, env)


def test_what_needs_single_answers_refuses_it(
    settings: Settings, env: dict[str, str], tmp_path: Path
) -> None:
    with pytest.raises(ConfigError, match="claude-code is not"):
        compact(settings, env, None, ask=lambda _: True, expect=lambda _: None, show=lambda _: None)
    with pytest.raises(ConfigError, match="cannot be forked"):
        evaluate(settings, env, tmp_path, tmp_path, ask=lambda _: True, progress=lambda *_: None)


def test_the_settings_can_change_to_it_and_back_while_the_service_runs(
    parts: Parts, settings: Settings, env: dict[str, str]
) -> None:
    offline = settings.model_copy(update={"model": "offline"})
    back = change(change(parts, offline, env, lambda ledger: ledger), settings, env, lambda ledger: ledger)
    assert back.settings.model == "claude-code"


def test_the_doctor_looks_for_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = Scratch(tmp_path / "home")
    env = {**scratch.env, "EXTRACTOR_MODEL": "claude-code"}

    def found(stage: str, **changes: object) -> Finding:
        world = World(
            load(changes, env).settings, env, now=lambda: Milliseconds(START), free=lambda _: 10**12,
            watch=lambda _: None,
        )  # fmt: skip
        monkeypatch.setattr("extractor.commands.doctor.STAGES", {stage: STAGES[stage]})
        (finding,) = examine(world)
        return finding

    command = tmp_path / "claude"
    command.write_text("#!/bin/sh\n")
    command.chmod(0o700)
    assert found("key", claude_command=str(command)).is_well is True
    missing = found("key", claude_command=str(tmp_path / "none"))
    assert missing.is_well is False
    assert "claude_command" in missing.line()
    assert found("model").is_well is None
