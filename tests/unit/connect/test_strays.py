"""What of ours stands in clients' files off the record goes all the same, or is told with its place."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path

import pytest

from extractor.connect.clients import chosen
from extractor.connect.connection import plan_connecting
from extractor.connect.record import Record
from tests.unit.connect.home import Home

PERSONS = '{"hooks": {"Stop": []}}\n'
OTHERS: dict[str, dict[str, object]] = {
    "the command moved": {"command": ("/usr/bin/extractor",)},
    "folders were named": {"options": ("--memory-dir", "/srv/my memory", "--state-dir", "/srv/gone")},
    "another memory": {"memory": Path("/srv/memory")},
}


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made = Home(tmp_path / "home")
    made.write(".claude/settings.json", '{"model": "opus"}\n')
    made.write(".codex/hooks.json", PERSONS)
    made.write("shop/AGENTS.md", "Be brief.\n")
    return made


def connected_once(home: Home, state: Path, **options: object) -> None:
    """What joins Claude Code and both ways of Codex, by another command or to other folders than the home's."""
    own = home.options
    for agents_md in (True, False):
        home.options = {**own, **options, "agents_md": agents_md}
        plan_connecting(chosen(("claude-code", "codex")), home.machine(), Record(state)).carry_out(
            Record(state)
        )
    home.options = own


@pytest.mark.parametrize("case", [*OTHERS, "another data folder"])
@pytest.mark.parametrize("is_connected_again", [False, True])
def test_without_a_record_ours_goes_whatever_command_and_folders_it_names(
    home: Home, case: str, is_connected_again: bool
) -> None:
    before = home.tree()
    data = home.root / "data"
    connected_once(home, home.state, **OTHERS.get(case, {"data_dir": data}))
    shutil.rmtree(home.state)
    if is_connected_again:
        assert home.connect("claude-code", "codex").problems == []
        settings = (home.root / ".claude/settings.json").read_text() + (
            home.root / ".codex/hooks.json"
        ).read_text()
        assert settings.count("--hook codex") == 1
        assert "/usr/bin" not in settings
        assert "--state-dir" not in settings
        assert str(data) not in settings
    plan = home.disconnect()
    assert (plan.problems, plan.notes) == ([], [])
    assert home.tree() == before


@pytest.mark.parametrize("is_on_record_here", [False, True])
def test_what_is_on_record_in_another_state_folder_stays_and_is_told_with_the_command(
    home: Home, is_on_record_here: bool
) -> None:
    other = home.root / "other state"
    connected_once(home, other, options=("--state-dir", str(other)))
    before = home.tree()
    if is_on_record_here:
        home.connect("codex")
    plan = home.disconnect()
    assert home.tree() == before
    commands = [shlex.split(note.partition("`")[2].rpartition("`")[0]) for note in plan.notes]
    assert commands == [
        ["extractor", "disconnect", name, "--state-dir", str(other)] for name in ("claude-code", "codex")
    ]
    assert all("stays connected" in note for note in plan.notes)


def test_what_is_off_the_record_beside_what_is_on_it_is_told(home: Home) -> None:
    connected_once(home, home.state, command=("/usr/bin/extractor",))
    shutil.rmtree(home.state)
    strange = home.root / ".codex/hooks.json"
    stray = strange.read_text()
    strange.write_text(PERSONS)
    home.connect("codex")
    own = json.loads(strange.read_text())
    own["hooks"]["SessionStart"] += json.loads(stray)["hooks"]["SessionStart"]
    strange.write_text(json.dumps(own))
    plan = home.disconnect("codex")
    assert [note for note in plan.notes if str(strange) in note and "/usr/bin/extractor" in note]
    home.disconnect("codex")
    assert json.loads(strange.read_text()) == {"hooks": {"Stop": []}}


def test_a_file_of_the_plugin_that_was_changed_stays_and_is_told(home: Home) -> None:
    connected_once(home, home.state)
    shutil.rmtree(home.state)
    changed = home.root / ".local/share/extractor/claude-plugin/extractor/commands/recall.md"
    changed.write_text("mine\n")
    plan = home.disconnect()
    assert "extractor" not in (home.root / ".claude/settings.json").read_text()
    assert changed.read_text() == "mine\n"
    assert [path for path in (home.root / ".local/share/extractor").rglob("*") if path.is_file()] == [changed]
    (note,) = plan.notes
    assert str(changed) in note
    assert "remove it by hand" in note


def test_a_hook_that_was_made_another_of_is_told(home: Home) -> None:
    connected_once(home, home.state)
    shutil.rmtree(home.state)
    hooks = home.root / ".codex/hooks.json"
    hooks.write_text(hooks.read_text().replace("--hook codex", "--hook codex | head -50"))
    (note,) = home.disconnect("codex").notes
    assert str(hooks) in note
    assert "| head -50" in note
    assert "--hook codex | head -50" in hooks.read_text()


def test_a_hook_of_a_persons_own_in_one_group_with_ours_stays_and_is_told(home: Home) -> None:
    connected_once(home, home.state, command=("/usr/bin/extractor",))
    shutil.rmtree(home.state)
    hooks = home.root / ".codex/hooks.json"
    told = json.loads(hooks.read_text())
    told["hooks"]["SessionStart"][0]["hooks"].append({"type": "command", "command": "date"})
    hooks.write_text(json.dumps(told))
    (line,) = home.disconnect("codex").problems
    assert "take ours out by hand" in line
    assert json.loads(hooks.read_text()) == told


def test_a_link_and_an_entry_to_another_memory_are_told(home: Home) -> None:
    home.options = {"memory": home.root / "elsewhere"}
    home.connect("gemini", "opencode")
    shutil.rmtree(home.state)
    home.options = {}
    before = home.tree()
    plan = home.disconnect()
    assert [note.partition(":")[0] for note in plan.notes] == ["gemini", "opencode"]
    assert all("not on record" in note and "elsewhere" in note for note in plan.notes)
    assert home.tree() == before


@pytest.mark.parametrize(
    "line",
    [
        "date",
        "/opt/other context --hook codex",
        "/opt/extractor recall x",
        "/opt/extractor context --hook codex --json",
    ],
)
def test_what_calls_anything_else_is_neither_taken_nor_told(home: Home, line: str) -> None:
    hook = {"hooks": [{"type": "command", "command": line, "timeout": 10}]}
    hooks = home.write(".codex/hooks.json", json.dumps({"hooks": {"SessionStart": [hook]}}))
    before = hooks.read_text()
    plan = home.disconnect()
    assert plan.is_nothing
    assert hooks.read_text() == before
    assert bool(plan.notes) is line.endswith("--json")


def test_a_marketplace_of_our_name_in_a_folder_that_is_not_ours_stays(home: Home) -> None:
    folder = home.root / "src/claude-plugin"
    home.write("src/claude-plugin/extractor/hooks/hooks.json", '{"hooks": {}}')
    source = {"source": {"source": "directory", "path": str(folder)}}
    told = {"extraKnownMarketplaces": {"extractor": source}, "enabledPlugins": {"extractor@extractor": True}}
    settings = home.write(".claude/settings.json", json.dumps(told))
    assert home.disconnect().is_nothing
    assert json.loads(settings.read_text()) == told


@pytest.mark.parametrize("broken", [b'{"statusLine": "/opt/extractor", ', b'\xff{"extractor": 1}'])
def test_a_file_nobody_can_look_into_is_told_where_it_may_hold_something_of_ours(
    home: Home, broken: bytes
) -> None:
    home.write(".claude/settings.json", '{"model": ')
    path = home.write(".codex/hooks.json", broken)
    (note,) = home.disconnect().notes
    assert note.startswith(f"codex: {path} cannot be looked into (")
    assert path.read_bytes() == broken
