from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from extractor.connect.plugin import files
from tests.unit.connect.home import Home

COMMAND = '/opt/a "tool"/$x/extractor'


def test_every_file_runs_this_command_by_its_absolute_path() -> None:
    told = files(shlex.join([COMMAND, "context"]), (COMMAND, "--state-dir", "/s t"), has_server=True)
    hooks = json.loads(told["extractor/hooks/hooks.json"])
    (hook,) = hooks["hooks"]["SessionStart"][0]["hooks"]
    assert shlex.split(hook["command"]) == [COMMAND, "context"]
    server = json.loads(told["extractor/.claude-plugin/plugin.json"])["mcpServers"]["extractor"]
    assert (server["command"], server["args"]) == (COMMAND, ["mcp", "--state-dir", "/s t"])
    for name, data in told.items():
        if name.endswith(".md"):
            text = data.decode()
            assert "{extractor}" not in text
            assert text.startswith("---\ndescription: ")
            is_run = name.endswith(("/recall.md", "/status.md"))
            assert (shlex.quote(COMMAND) in text) is is_run, name


@pytest.mark.parametrize("name", ["recall", "status"])
def test_what_a_command_runs_asks_the_same_state_folder(name: str) -> None:
    told = files("x", (COMMAND, "--state-dir", "/s t"), has_server=True)
    text = told[f"extractor/commands/{name}.md"].decode()
    called = text.count(shlex.quote(COMMAND))
    assert called == text.count(f"{shlex.quote(COMMAND)} {name} --state-dir '/s t'") > 0


def test_without_the_extra_no_server_is_named() -> None:
    told = files("x", ("x",), has_server=False)
    assert "mcpServers" not in json.loads(told["extractor/.claude-plugin/plugin.json"])


@pytest.mark.parametrize("name", ["remember", "pin", "forget", "status"])
def test_what_changes_or_runs_something_is_for_people_to_call(name: str) -> None:
    text = files("x", ("x",), has_server=True)[f"extractor/commands/{name}.md"].decode()
    assert "disable-model-invocation: true" in text


def test_a_plugin_a_person_switched_off_is_taken_out_all_the_same(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    before = home.tree()
    home.connect("claude-code")
    settings = home.root / ".claude/settings.json"
    told = json.loads(settings.read_text())
    settings.write_text(json.dumps({**told, "enabledPlugins": {"extractor@extractor": False}}))
    home.disconnect("claude-code")
    assert home.tree() == before


def test_what_the_client_noted_of_the_plugin_goes_with_it(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    plugins = home.root / ".claude/plugins"
    folder = home.root / ".local/share/extractor/claude-plugin"
    home.connect("claude-code")
    ours = {"source": {"source": "directory", "path": str(folder)}, "installLocation": str(folder)}
    home.write(
        ".claude/plugins/known_marketplaces.json", json.dumps({"extractor": ours, "other": {}}, indent=2)
    )
    installed = {"installPath": str(plugins / "cache/extractor/extractor/0.0.9")}
    told = {"version": 2, "plugins": {"extractor@extractor": [installed]}}
    home.write(".claude/plugins/installed_plugins.json", json.dumps(told, indent=2))
    home.disconnect("claude-code")
    assert json.loads((plugins / "known_marketplaces.json").read_text()) == {"other": {}}
    assert json.loads((plugins / "installed_plugins.json").read_text()) == {"version": 2, "plugins": {}}


def test_a_marketplace_of_that_name_that_is_somebody_elses_stays(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.connect("claude-code")
    path = home.write(
        ".claude/plugins/known_marketplaces.json", json.dumps({"extractor": {"source": {"path": "/theirs"}}})
    )
    before = path.read_bytes()
    home.disconnect("claude-code")
    assert path.read_bytes() == before


def test_a_plugin_file_of_an_older_version_that_is_no_more_is_taken_away(tmp_path: Path) -> None:
    from extractor.connect.applying import apply
    from extractor.connect.change import Whole
    from extractor.connect.planning import Owner, connecting
    from extractor.connect.record import Record

    home = Home(tmp_path / "home")
    home.connect("claude-code")
    old = home.root / ".local/share/extractor/claude-plugin/extractor/commands/gone.md"
    record = Record(home.state)
    apply(connecting(Whole(old, b"old"), Owner("claude-code", None), None, old), record)
    assert old.exists()
    home.connect("claude-code")
    assert not old.exists()


def test_a_folder_others_may_write_to_is_no_place_for_what_a_client_runs(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    share = home.root / ".local/share/extractor/claude-plugin/extractor/commands"
    share.mkdir(parents=True)
    share.chmod(0o777)
    plan = home.connect("claude-code")
    assert "other users may write" in plan.problems[0]
    assert not (home.root / ".claude/settings.json").exists()


def test_a_plugin_file_somebody_changed_is_left_and_told(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.connect("claude-code")
    file = home.root / ".local/share/extractor/claude-plugin/extractor/commands/recall.md"
    file.write_text("mine")
    (line,) = home.disconnect("claude-code").problems
    assert str(file) in line
    assert file.read_text() == "mine"
    assert not (home.root / ".claude/settings.json").exists()
