from __future__ import annotations

import json
import shlex
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from extractor.commands.connect import Person, connect, connected, disconnect, uncallable
from extractor.config.settings import Loaded, load
from extractor.connect.codex import TRUST
from extractor.errors import ConfigError
from tests.support.machine import Scratch


@dataclass
class Told:
    """A person who answers one way, and what they were told."""

    answer: bool = True
    lines: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)

    def ask(self, question: str) -> bool:
        self.questions.append(question)
        return self.answer

    @property
    def person(self) -> Person:
        return Person(self.lines.append, self.complaints.append, self.ask)


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scratch:
    made = Scratch(tmp_path / "home")
    (made.home / ".codex").mkdir()
    monkeypatch.chdir(made.project)
    return made


def loaded(scratch: Scratch) -> Loaded:
    return load({}, scratch.env)


def joined(scratch: Scratch, told: Told, *names: str) -> bool:
    return connect(loaded(scratch), scratch.env, names, None, False, told.person)


def test_a_no_changes_nothing_and_what_there_is_to_know_is_told_before_it(scratch: Scratch) -> None:
    told = Told(answer=False)
    assert joined(scratch, told)
    assert told.questions == ["connect claude-code, codex?"]
    assert told.lines[-1] == "nothing was changed"
    assert TRUST in told.lines[:-1]
    assert not (scratch.home / ".codex/hooks.json").exists()


def test_who_is_connected_is_told_and_where_somebody_took_it_out(scratch: Scratch) -> None:
    project = str(scratch.project)
    assert connected(scratch.state, project).startswith("none in this project")
    joined(scratch, Told(), "codex", "opencode")
    assert connected(scratch.state, project) == "codex, opencode"
    assert connected(scratch.state, "/elsewhere") == "codex"
    (scratch.home / ".codex/hooks.json").write_text("{}")
    assert connected(scratch.state, project) == (
        "opencode; not as it was connected: codex, `extractor connect` again"
    )
    disconnect(loaded(scratch), scratch.env, (), None, Told().person)
    assert connected(scratch.state, project).startswith("none in this project")


def test_a_client_that_was_only_given_a_file_of_ours_is_not_connected(scratch: Scratch) -> None:
    joined(scratch, Told(), "gemini")
    project = str(scratch.project)
    assert connected(scratch.state, project) == "gemini"
    record = scratch.state / "connections.json"
    kept = json.loads(record.read_text())
    kept["entries"] = [entry for entry in kept["entries"] if entry["form"] == "whole"]
    record.write_text(json.dumps(kept))
    assert connected(scratch.state, project).startswith("none in this project")
    assert "not as it was connected: gemini" in connected(scratch.state, project)


def test_where_gemini_keeps_memory_of_its_own_nothing_is_said_to_be_connected(scratch: Scratch) -> None:
    own = scratch.home / ".gemini/tmp" / scratch.project.name / "memory"
    own.mkdir(parents=True)
    (own / "MEMORY.md").write_text("- mine\n")
    told = Told()
    assert not joined(scratch, told, "gemini")
    assert [line.partition(":")[0] for line in told.complaints] == ["gemini"]
    assert not any("connected" in line for line in told.lines)
    assert told.questions == []


def test_a_client_that_calls_what_is_not_there_any_more_is_told(scratch: Scratch) -> None:
    joined(scratch, Told(), "codex")
    hooks = scratch.home / ".codex/hooks.json"
    line = json.loads(hooks.read_text())["hooks"]["SessionStart"][0]["hooks"][0]["command"]
    program = shlex.split(line)[0]
    for file in (hooks, scratch.state / "connections.json"):
        file.write_text(file.read_text().replace(program, "/gone/venv/bin/extractor"))
    told = "codex calls /gone/venv/bin/extractor, which is not there: `extractor connect` again"
    assert uncallable(scratch.state, str(scratch.project)) == [told]
    joined(scratch, Told(), "codex")
    assert uncallable(scratch.state, str(scratch.project)) == []
    assert program in hooks.read_text()


def test_where_no_client_is_on_the_machine_one_has_to_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "empty"
    home.mkdir()
    monkeypatch.chdir(home)
    env = {"HOME": str(home)}
    with pytest.raises(ConfigError, match="name the one you want"):
        connect(load({}, env), env, (), None, False, Told().person)


def test_what_will_be_left_alone_is_told_before_the_question(scratch: Scratch) -> None:
    (scratch.home / ".codex/hooks.json").write_text("{")
    told = Told()

    def ask(question: str) -> bool:
        assert len(told.complaints) == 1
        return told.ask(question)

    assert not connect(
        loaded(scratch), scratch.env, (), None, False, Person(told.lines.append, told.complaints.append, ask)
    )
    assert told.questions == ["connect claude-code?"]
    assert told.lines[-1] == "connected: claude-code"
    assert len(told.complaints) == 1


def test_what_is_left_alone_is_complained_of(scratch: Scratch) -> None:
    (scratch.home / ".codex/hooks.json").write_text("{")
    told = Told()
    assert not joined(scratch, told, "codex")
    assert len(told.complaints) == 1
    assert told.questions == []
    assert "nothing to change" not in told.lines


def test_a_project_that_was_moved_or_deleted_since_is_parted_by_the_name_it_had(scratch: Scratch) -> None:
    (scratch.home / ".gemini").mkdir()
    joined(scratch, Told(), "gemini", "opencode")
    scratch.project.rename(scratch.home / "moved")
    told = Told()
    assert disconnect(loaded(scratch), scratch.env, (), scratch.project, told.person)
    assert told.lines[-1] == "disconnected: gemini"
    (line,) = (line for line in told.lines if "is gone" in line)
    assert line.startswith(f"opencode: {scratch.project} is gone: if it was moved")
    assert list((scratch.home / ".gemini").rglob("*")) == []
    with pytest.raises(ConfigError, match="is no directory"):
        disconnect(loaded(scratch), scratch.env, (), scratch.project, Told().person)
