from __future__ import annotations

import json
import os
import shlex
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor import fs
from extractor.connect.applying import apply
from extractor.connect.planning import is_standing
from extractor.connect.record import Record
from extractor.errors import MemoryConflict
from tests.support.place import in_two_spellings
from tests.unit.connect.home import EVERY, Home
from tests.unit.connect.json_texts import texts

FILES = {
    "claude-code": ".claude/settings.json",
    "codex": ".codex/hooks.json",
    "opencode": "shop/opencode.jsonc",
}


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def lived_in(home: Home) -> None:
    """A home whose clients were set up by hand before, each in its own way."""
    home.write(
        ".claude/settings.json",
        '\ufeff{\r\n\t"env": {"A": "1"},\r\n\t"enabledPlugins": {"other@market": true},\r\n'
        '\t"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "date"}]}]}\r\n}',
        0o600,
    )
    home.write(".codex/hooks.json", '{"hooks":{"SessionStart":[{"hooks":[]}],"Stop":[]}}', 0o640)
    home.write(".codex/config.toml", "[features]\nmemories = true\n")
    home.write(".gemini/projects.json", json.dumps({"projects": {str(home.project): "shop"}}))
    home.write(".gemini/tmp/shop/.project_root", str(home.project))
    (home.root / ".gemini/tmp/shop/memory").mkdir(mode=0o750)
    home.write("shop/opencode.jsonc", '// ours\n{\n  "instructions": [\n    "RULES.md", // first\n  ],\n}\n')
    home.write("shop/AGENTS.md", "Be brief.", 0o664)


@pytest.mark.parametrize("is_lived_in", [False, True])
def test_a_home_that_was_connected_and_disconnected_is_as_it_was(home: Home, is_lived_in: bool) -> None:
    if is_lived_in:
        lived_in(home)
    before = home.tree()
    home.options["agents_md"] = True
    assert home.connect().problems == []
    home.options["agents_md"] = False
    assert home.connect().problems == []
    changed = home.tree()
    assert {
        name: changed[name][:2] for name in changed if name in before and not name.endswith("/memory")
    } == {name: before[name][:2] for name in before if not name.endswith("/memory")}
    assert home.disconnect().problems == []
    assert home.tree() == before


@pytest.mark.parametrize("is_lived_in", [False, True])
def test_a_second_time_changes_nothing(home: Home, is_lived_in: bool) -> None:
    if is_lived_in:
        lived_in(home)
    home.connect()
    before = home.tree()
    again = home.connect()
    assert again.is_nothing
    assert again.shown() == []
    assert home.tree() == before
    home.disconnect()
    assert home.parting().changes == []


@pytest.mark.parametrize("client", EVERY)
def test_one_client_is_parted_and_the_others_stay(home: Home, client: str) -> None:
    home.connect(*(name for name in EVERY if name != client))
    before = {name: told for name, told in home.tree().items() if "connections.json" not in name}
    home.connect(client)
    home.disconnect(client)
    assert {name: told for name, told in home.tree().items() if "connections.json" not in name} == before


def test_what_each_client_is_given(home: Home) -> None:
    home.connect()
    hooks = json.loads((home.root / ".codex/hooks.json").read_text())
    (hook,) = hooks["hooks"]["SessionStart"][0]["hooks"]
    assert hook["command"] == "'/opt/a tool/extractor' context --hook codex"
    link = home.root / ".gemini/tmp/shop/memory"
    assert os.readlink(link) == str(home.memory)
    assert link.is_dir()
    assert (link.parent / ".project_root").read_text() == str(home.project)
    told = json.loads((home.project / "opencode.json").read_text())
    assert told["instructions"] == [str(home.memory / "MEMORY.md")]
    settings = json.loads((home.root / ".claude/settings.json").read_text())
    market = Path(settings["extraKnownMarketplaces"]["extractor"]["source"]["path"])
    assert settings["enabledPlugins"] == {"extractor@extractor": True}
    assert settings["statusLine"]["command"] == "'/opt/a tool/extractor' status --line"
    (listed,) = json.loads((market / ".claude-plugin/marketplace.json").read_text())["plugins"]
    plugin = market / listed["source"]
    assert json.loads((plugin / ".claude-plugin/plugin.json").read_text())["name"] == "extractor"
    assert sorted(file.stem for file in (plugin / "commands").iterdir()) == [
        "forget", "pin", "recall", "remember", "status",
    ]  # fmt: skip


def test_a_status_line_of_a_persons_own_stays(home: Home) -> None:
    home.write(".claude/settings.json", '{"statusLine": {"type": "command", "command": "mine"}}')
    home.connect("claude-code")
    told = json.loads((home.root / ".claude/settings.json").read_text())
    assert told["statusLine"]["command"] == "mine"
    assert told["enabledPlugins"] == {"extractor@extractor": True}
    assert home.plan("claude-code").is_nothing


def test_nothing_typed_by_anyone_becomes_part_of_a_shells_line(home: Home) -> None:
    home.connect("claude-code")
    commands = home.root / ".local/share/extractor/claude-plugin/extractor/commands"
    for file in commands.iterdir():
        for line in file.read_text().splitlines():
            assert not ("!`" in line and "$" in line), file


@settings(max_examples=40)
@given(st.data(), st.sampled_from(sorted(FILES)))
def test_whatever_stands_in_a_settings_file_it_comes_back_to_the_byte(
    data: st.DataObject, client: str
) -> None:
    text = data.draw(texts(comments=client == "opencode"))
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        home.write(FILES[client], text, data.draw(st.sampled_from([0o600, 0o644, 0o664])))
        before = home.tree()
        plan = home.connect(client)
        if plan.problems:
            assert home.tree() == before
        home.disconnect(client)
        assert home.tree() == before


@settings(max_examples=30)
@given(st.text(st.sampled_from("ab \n\r#<!->é"), max_size=40))
def test_whatever_stands_in_agents_md_it_comes_back_to_the_byte(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder), {"agents_md": True})
        home.write("shop/AGENTS.md", text)
        before = home.tree()
        assert home.connect("codex").problems == []
        assert (home.project / "AGENTS.md").read_bytes().startswith(text.encode())
        home.disconnect("codex")
        assert home.tree() == before


# ---------------------------------------------------------------- people change files


def test_what_a_person_changed_since_stays_theirs(home: Home) -> None:
    lived_in(home)
    home.connect()
    path = home.root / ".codex/hooks.json"
    told = json.loads(path.read_text())
    told["hooks"]["Stop"].append({"hooks": [{"type": "command", "command": "mine"}]})
    path.write_text(json.dumps(told, indent=4))
    assert home.disconnect().problems == []
    left = json.loads(path.read_text())
    assert left["hooks"]["SessionStart"] == [{"hooks": []}]
    assert left["hooks"]["Stop"][0]["hooks"][0]["command"] == "mine"


def test_a_file_that_was_made_and_a_person_added_to_stays_without_ours(home: Home) -> None:
    home.connect("opencode")
    path = home.project / "opencode.json"
    told = json.loads(path.read_text())
    path.write_text(json.dumps({**told, "model": "local/one"}, indent=2) + "\n")
    home.disconnect("opencode")
    assert json.loads(path.read_text()) == {"model": "local/one"}


@pytest.mark.parametrize(("above", "below"), [("// mine\n", ""), ("", "/* mine */\n")])
def test_a_note_a_person_wrote_around_a_file_that_was_made_stays(home: Home, above: str, below: str) -> None:
    home.connect("opencode")
    path = home.project / "opencode.json"
    path.write_text(above + path.read_text() + below)
    home.disconnect("opencode")
    assert path.read_text() == above + "{}\n" + below


def test_a_file_that_was_made_and_only_rewritten_is_gone_again(home: Home) -> None:
    home.connect("opencode", "codex")
    for path in (home.project / "opencode.json", home.root / ".codex/hooks.json"):
        path.write_text(json.dumps(json.loads(path.read_text()), indent=8))
    home.disconnect()
    assert not (home.project / "opencode.json").exists()
    assert not (home.root / ".codex/hooks.json").exists()


def test_lines_a_person_wrote_around_and_between_the_marks_stay(home: Home) -> None:
    home.options["agents_md"] = True
    home.write("shop/AGENTS.md", "Be brief.\n")
    home.connect("codex")
    path = home.project / "AGENTS.md"
    lines = path.read_text().splitlines()
    path.write_text("\n".join(["New first line.", *lines[:-1], "Mine inside.", lines[-1], "Mine below.", ""]))
    home.disconnect("codex")
    assert path.read_text() == "New first line.\nBe brief.\nMine inside.\nMine below.\n"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("is_ended", [False, True])
def test_lines_written_above_since_leave_the_end_as_it_was(home: Home, newline: str, is_ended: bool) -> None:
    home.options["agents_md"] = True
    text = newline.join(["Be brief.", "Use tabs."]) + (newline if is_ended else "")
    path = home.write("shop/AGENTS.md", text.encode())
    home.connect("codex")
    more = f"Mine.{newline}".encode()
    path.write_bytes(more + path.read_bytes())
    home.disconnect("codex")
    assert path.read_bytes() == more + text.encode()
    home.connect("codex")
    path.write_bytes(path.read_bytes() + more)
    home.disconnect("codex")
    assert path.read_bytes().decode().splitlines() == ["Mine.", "Be brief.", "Use tabs.", "Mine."]


def test_what_a_person_took_out_is_put_in_again_by_connecting(home: Home) -> None:
    home.connect("codex")
    path = home.root / ".codex/hooks.json"
    path.write_text("{}\n")
    assert not home.plan("codex").is_nothing
    home.connect("codex")
    assert "--hook codex" in path.read_text()
    home.disconnect("codex")
    assert not path.exists()


def edited(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_hook_or_status_line_a_person_set_more_of_is_still_ours(home: Home) -> None:
    home.connect()
    hooks, settings = home.root / ".codex/hooks.json", home.root / ".claude/settings.json"
    edited(hooks, '"timeout": 10', '"timeout": 30')
    edited(settings, '"type": "command",', '"type": "command", "padding": 0,')
    assert all(is_standing(entry) for entry in Record(home.state).entries)
    assert home.plan().is_nothing
    home.disconnect()
    assert not hooks.exists()
    assert not settings.exists()


def test_a_hook_of_a_persons_own_beside_ours_is_neither_doubled_nor_taken_out(home: Home) -> None:
    home.connect("codex")
    path = home.root / ".codex/hooks.json"
    told = json.loads(path.read_text())
    told["hooks"]["SessionStart"][0]["hooks"].append({"type": "command", "command": "date"})
    path.write_text(json.dumps(told))
    assert home.plan("codex").is_nothing
    (line,) = home.disconnect("codex").problems
    assert "take ours out by hand" in line
    assert json.loads(path.read_text()) == told


def test_a_hook_a_person_made_another_of_stays_and_that_is_told(home: Home) -> None:
    home.connect("codex")
    path = home.root / ".codex/hooks.json"
    edited(path, "--hook codex", "--hook codex | head -50")
    text = path.read_text()
    plan = home.disconnect("codex")
    assert plan.notes == [f"codex: {path} does not hold what was put in: what you made of it stays"]
    assert plan.is_nothing
    assert path.read_text() == text


@pytest.mark.parametrize("is_lived_in", [False, True])
@pytest.mark.parametrize("is_connected_again", [False, True])
def test_who_deleted_the_state_folder_gets_what_is_ours_taken_out_all_the_same(
    home: Home, is_lived_in: bool, is_connected_again: bool
) -> None:
    home.write(".claude/settings.json", '{"model": "opus"}\n')
    home.write(".codex/hooks.json", '{"hooks": {"Stop": []}}\n')
    if is_lived_in:
        lived_in(home)
    home.write("shop/AGENTS.md", "Be brief.\n")
    before = home.tree()
    for agents_md in (True, False):
        home.options["agents_md"] = agents_md
        home.connect("codex", "claude-code")
    shutil.rmtree(home.state)
    if is_connected_again:
        again = home.connect("codex", "claude-code")
        assert (again.is_nothing, again.problems) == (True, [])
        assert Record(home.state).entries
    assert home.disconnect().problems == []
    assert home.tree() == before


def test_what_may_be_a_persons_own_without_a_record_stays_and_is_told(home: Home) -> None:
    home.connect("gemini", "opencode")
    shutil.rmtree(home.state)
    before = home.tree()
    plan = home.disconnect()
    assert plan.is_nothing
    assert [note.partition(":")[0] for note in plan.notes] == ["gemini", "opencode"]
    assert all("not on record" in note for note in plan.notes)
    assert home.tree() == before


def test_the_command_for_another_project_can_be_given_to_a_shell(home: Home) -> None:
    other = home.root / "my proj"
    (other / ".git").mkdir(parents=True)
    own = home.options
    home.options = {**own, "project": str(other)}
    home.connect("gemini")
    home.options = own
    (note,) = home.parting("gemini").notes
    command = note.partition("`")[2].rpartition("`")[0]
    assert shlex.split(command) == ["extractor", "disconnect", "gemini", "--project", str(other)]


def test_without_a_record_a_plugin_of_our_name_from_elsewhere_is_not_ours(home: Home) -> None:
    theirs = {"extractor": {"source": {"source": "github", "repo": "somebody/extractor"}}}
    told = {"extraKnownMarketplaces": theirs, "enabledPlugins": {"extractor@extractor": True}}
    path = home.write(".claude/settings.json", json.dumps(told))
    assert home.disconnect().is_nothing
    assert json.loads(path.read_text()) == told


def test_a_command_that_moved_takes_the_place_of_the_old_one(home: Home) -> None:
    lived_in(home)
    before = home.tree()
    home.connect()
    home.options["command"] = ("/usr/bin/extractor",)
    assert home.connect().problems == []
    text = (home.root / ".codex/hooks.json").read_text()
    assert "/opt/a tool" not in text
    assert text.count("--hook codex") == 1
    assert "/opt/a tool" not in (home.root / ".claude/settings.json").read_text()
    home.disconnect()
    assert home.tree() == before


def test_a_file_that_is_gone_is_not_missed(home: Home) -> None:
    home.connect()
    (home.root / ".codex/hooks.json").unlink()
    (home.root / ".gemini/tmp/shop/memory").unlink()
    assert home.disconnect().problems == []
    assert not home.state.exists()


def test_an_entry_of_a_persons_own_is_not_taken_out(home: Home) -> None:
    text = json.dumps({"instructions": [str(home.memory / "MEMORY.md")]})
    path = home.write("shop/opencode.json", text)
    assert home.connect("opencode").is_nothing
    home.disconnect("opencode")
    assert path.read_text() == text


# ---------------------------------------------------------------- what is left alone


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "line 1"), ('{"hooks": {}, "hooks": {}}', "twice"), ('{"hooks": []}', "hooks is no object"), ("// x", "a comment"),
        ('{"a": 1} // x', "a comment"), ('{"a": 1} x', "follows"), (b"\xff\xfe{\x00}\x00", "UTF-8"), ("[]", "no object"),
    ],
)  # fmt: skip
def test_a_file_nobody_understands_is_left_alone_with_a_line(home: Home, text: str | bytes, why: str) -> None:
    path = home.write(".codex/hooks.json", text)
    before = home.tree()
    plan = home.connect("codex")
    (line,) = plan.problems
    assert str(path) in line
    assert why in line
    assert "left as it is" in line
    assert home.tree() == before


@pytest.mark.parametrize("text", ["", "\n", " \r\n\t", "\ufeff", "\ufeff\n"])
@pytest.mark.parametrize("client", FILES)
def test_a_file_in_which_nothing_stands_is_an_empty_one_and_comes_back_to_the_byte(
    home: Home, client: str, text: str
) -> None:
    path = home.write(FILES[client], text)
    before = home.tree()
    assert home.connect(client).problems == []
    assert json.loads(path.read_text("utf-8-sig"))
    assert home.plan(client).is_nothing
    home.disconnect(client)
    assert home.tree() == before


@pytest.mark.parametrize("is_ours", [False, True])
def test_a_file_that_was_emptied_since_is_no_hindrance(home: Home, is_ours: bool) -> None:
    path = home.root / ".codex/hooks.json"
    if not is_ours:
        path.write_text('{"hooks": {}}\n')
    home.connect("codex")
    path.write_text("")
    assert home.connect("codex").problems == []
    assert "--hook codex" in path.read_text()
    path.write_text("")
    assert home.disconnect("codex").problems == []
    assert not path.exists() if is_ours else path.read_text() == ""


def test_one_file_that_is_left_alone_stops_no_other_client(home: Home) -> None:
    home.write(".codex/hooks.json", "{")
    assert len(home.connect().problems) == 1
    assert (home.project / "opencode.json").exists()


def test_memory_gemini_keeps_itself_is_never_touched(home: Home) -> None:
    home.write(".gemini/tmp/shop/.project_root", str(home.project))
    home.write(".gemini/tmp/shop/memory/MEMORY.md", "- mine\n")
    before = home.tree()
    (line,) = home.connect("gemini").problems
    assert "holds memory of its own" in line
    assert str(home.memory) in line
    assert home.tree() == before


def test_where_gemini_cannot_be_joined_nothing_of_it_is_written(home: Home) -> None:
    home.write(".gemini/tmp/shop/memory/MEMORY.md", "- mine\n")
    before = home.tree()
    plan = home.connect("gemini")
    assert (plan.is_nothing, plan.clients, len(plan.problems)) == (True, (), 1)
    assert "gemini: " in plan.problems[0]
    assert "holds memory of its own" in plan.problems[0]
    assert home.tree() == before
    sub = home.project / "web"
    sub.mkdir()
    home.write(".gemini/projects.json", json.dumps({"projects": {str(sub): "web"}}))
    assert len(home.connect("gemini").problems) == 1
    assert (home.root / ".gemini/tmp/web/memory").is_symlink()
    assert not (home.root / ".gemini/tmp/shop/.project_root").exists()


def test_folders_of_a_persons_own_that_are_links_are_followed(home: Home) -> None:
    for name in ("gemini-elsewhere/tmp/shop-elsewhere", "codex-elsewhere"):
        (home.root / name).mkdir(parents=True)
    (home.root / ".gemini/tmp").mkdir()
    (home.root / ".gemini/tmp/shop").symlink_to(home.root / "gemini-elsewhere/tmp/shop-elsewhere")
    home.write(".gemini/projects.json", json.dumps({"projects": {str(home.project): "shop"}}))
    (home.root / ".codex").rmdir()
    (home.root / ".codex").symlink_to("codex-elsewhere")
    before = home.tree()
    assert home.connect().problems == []
    assert (home.root / "gemini-elsewhere/tmp/shop-elsewhere/memory").is_symlink()
    assert (home.root / "codex-elsewhere/hooks.json").exists()
    assert home.connect().is_nothing
    home.disconnect()
    assert home.tree() == before


def test_gemini_is_joined_in_every_directory_of_the_project_it_knows(home: Home) -> None:
    sub = home.project / "web"
    sub.mkdir()
    home.write(".gemini/projects.json", json.dumps({"projects": {str(sub): "web", "/elsewhere": "shop"}}))
    home.connect("gemini")
    links = {path.parent.name for path in (home.root / ".gemini/tmp").glob("*/memory")}
    assert links == {"web", "shop-1"}


def test_a_folder_that_holds_what_the_finder_leaves_there_alone_is_empty(home: Home) -> None:
    home.write(".gemini/tmp/shop/.project_root", str(home.project))
    home.write(".gemini/tmp/shop/memory/.DS_Store", "Bud1")
    assert home.connect("gemini").problems == []
    assert (home.root / ".gemini/tmp/shop/memory").is_symlink()
    home.write(".claude/projects/shop/.DS_Store", "Bud1")
    home.disconnect("gemini")
    assert list((home.root / ".gemini/tmp/shop/memory").iterdir()) == []
    assert not (home.root / ".claude/projects/shop").exists()


@pytest.mark.parametrize("is_known", [False, True])
def test_gemini_finds_a_project_whose_name_the_disk_spells_otherwise(home: Home, is_known: bool) -> None:
    composed, decomposed = in_two_spellings(home.root)
    if is_known:
        home.write(".gemini/tmp/own/.project_root", str(decomposed))
    home.options["project"] = str(composed)
    home.connect("gemini")
    (link,) = (home.root / ".gemini/tmp").glob("*/memory")
    assert (link.parent / ".project_root").read_text() == str(decomposed)


def test_a_chat_folder_of_an_older_gemini_is_not_shadowed(home: Home) -> None:
    from hashlib import sha256

    (home.root / ".gemini/tmp" / sha256(str(home.project).encode()).hexdigest()).mkdir(parents=True)
    before = home.tree()
    (line,) = home.connect("gemini").problems
    assert "start Gemini CLI there once" in line
    assert home.tree() == before


def test_a_linked_settings_file_stays_a_link_and_what_it_leads_to_is_changed(home: Home) -> None:
    real = home.write("dotfiles/hooks.json", '{"hooks": {}}\n')
    link = home.root / ".codex/hooks.json"
    link.symlink_to(real)
    before = home.tree()
    plan = home.connect("codex")
    assert link.is_symlink()
    assert "--hook codex" in real.read_text()
    assert str(real) in plan.shown()[0]
    home.disconnect("codex")
    assert home.tree() == before


def put_behind_a_link(path: Path, behind: Path) -> Path:
    """What a keeper of dotfiles does with a file."""
    behind.parent.mkdir(exist_ok=True)
    path.rename(behind)
    path.symlink_to(behind)
    return behind


@pytest.mark.parametrize("is_connected_again", [False, True])
@pytest.mark.parametrize("command", ["/opt/a tool/extractor", "/usr/bin/extractor"])
def test_a_settings_file_that_became_a_link_since_is_followed(
    home: Home, is_connected_again: bool, command: str
) -> None:
    path = home.write(".claude/settings.json", '{\n  "model": "opus"\n}\n')
    home.connect("claude-code")
    real = put_behind_a_link(path, home.root / "dotfiles/settings.json")
    assert all(is_standing(entry) for entry in Record(home.state).entries)
    if is_connected_again:
        home.options["command"] = (command,)
        assert home.connect("claude-code").problems == []
        assert f"{command}' status" in real.read_text() or f"{command} status" in real.read_text()
    assert home.disconnect("claude-code").problems == []
    assert path.is_symlink()
    assert real.read_text() == '{\n  "model": "opus"\n}\n'
    assert not home.state.exists()


def test_a_file_that_was_made_and_became_a_link_since_is_emptied_and_leads_somewhere(home: Home) -> None:
    home.connect("codex")
    path = home.root / ".codex/hooks.json"
    put_behind_a_link(path, home.root / "dotfiles/hooks.json")
    assert home.disconnect("codex").problems == []
    assert path.read_text() == "{}\n"


def test_a_file_of_a_project_that_became_a_link_out_of_it_is_left_and_told(home: Home) -> None:
    home.connect("opencode")
    path = home.project / "opencode.json"
    real = put_behind_a_link(path, home.root / "dotfiles/opencode.json")
    before = real.read_text()
    (line,) = home.disconnect("opencode").problems
    assert "leads out of" in line
    assert real.read_text() == before
    (entry,) = Record(home.state).entries
    assert not is_standing(entry)


@pytest.mark.parametrize("client", ["opencode", "codex"])
def test_a_project_leads_nowhere_else(home: Home, client: str) -> None:
    home.options["agents_md"] = True
    outside = home.write("outside.json", "{}\n")
    for name in ("opencode.json", "AGENTS.md"):
        (home.project / name).symlink_to(outside)
    (line,) = home.connect(client).problems
    assert "leads out of" in line
    assert outside.read_text() == "{}\n"


def test_a_link_inside_the_project_is_followed(home: Home) -> None:
    home.options["agents_md"] = True
    real = home.write("shop/CLAUDE.md", "Rules.\n")
    (home.project / "AGENTS.md").symlink_to("CLAUDE.md")
    before = home.tree()
    home.connect("codex")
    assert real.read_text().startswith("Rules.\n\n<!-- extractor")
    home.disconnect("codex")
    assert home.tree() == before


@pytest.mark.parametrize("kind", ["dangling", "loop", "folder", "hard link", "read-only", "pipe"])
def test_what_is_no_plain_file_of_the_persons_is_left_alone(home: Home, kind: str) -> None:
    path = home.root / ".codex/hooks.json"
    if kind == "dangling":
        path.symlink_to("nowhere")
    elif kind == "loop":
        path.symlink_to("hooks.json")
    elif kind == "folder":
        path.mkdir()
    elif kind == "hard link":
        os.link(home.write("other", "{}"), path)
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        home.write(".codex/hooks.json", "{}", 0o444)
    (line,) = home.connect("codex").problems
    assert str(path) in line
    assert not home.state.exists()


def test_a_file_changed_between_the_look_and_the_write_is_left_as_it_is(home: Home) -> None:
    path = home.write(".codex/hooks.json", "{}\n")
    plan = home.plan("codex")
    path.write_text('{"hooks": {}}\n')
    plan.carry_out(Record(home.state))
    assert "changed meanwhile" in plan.problems[0]
    assert path.read_text() == '{"hooks": {}}\n'
    assert not home.state.exists()
    assert [each.name for each in path.parent.iterdir()] == ["hooks.json"]


# ---------------------------------------------------------------- crashes


class Killed(BaseException):
    pass


def killed_at(monkeypatch: pytest.MonkeyPatch, nth: int) -> None:
    """Every call that changes something on disk is one step; the process ends before the nth."""
    left = [nth]
    for name in ("write_atomic", "replace_file", "make_folder", "make_link", "remove_link", "remove_empty_folder",
                 "remove_private", "private_root"):  # fmt: skip
        real = getattr(fs, name)

        def step(*given: object, real: object = real, **named: object) -> object:
            left[0] -= 1
            if left[0] < 0:
                raise Killed
            return real(*given, **named)  # type: ignore[operator]

        monkeypatch.setattr(fs, name, step)


def without_state(home: Home) -> dict[str, tuple[str, int, bytes]]:
    """The tree but for the state folder, in which nothing may be."""
    found = home.tree()
    found.pop(str(home.state), None)
    return found


@pytest.mark.parametrize("nth", range(60))
def test_killed_at_any_step_of_connecting_the_next_disconnect_takes_all_of_it_back(
    home: Home, nth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lived_in(home)
    before = home.tree()
    with monkeypatch.context() as patch:
        killed_at(patch, nth)
        with suppress(Killed):  # the process may end here
            home.connect()
    assert home.disconnect().problems == []
    assert without_state(home) == before


@pytest.mark.parametrize("nth", range(60))
def test_killed_at_any_step_of_disconnecting_the_next_one_ends_it(
    home: Home, nth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lived_in(home)
    before = home.tree()
    home.connect()
    with monkeypatch.context() as patch:
        killed_at(patch, nth)
        with suppress(Killed):  # the process may end here
            home.disconnect()
    assert home.disconnect().problems == []
    assert without_state(home) == before


def test_a_left_over_of_a_killed_write_is_swept(home: Home) -> None:
    from extractor.fs.others import temp_name

    path = home.write(".codex/hooks.json", "{}\n")
    before = home.tree()
    plan = home.plan("codex")
    Record(home.state).keep(plan.changes[0].entry)  # type: ignore[arg-type]
    (path.parent / temp_name(path)).write_text("half")
    home.disconnect("codex")
    assert home.tree() == before


def test_the_record_is_private_and_holds_nothing_a_person_wrote(home: Home) -> None:
    secret = "-".join(["sk", "of", "a", "person"])
    home.write(".claude/settings.json", json.dumps({"env": {"KEY": secret}}, indent=2))
    home.connect()
    record = home.state / "connections.json"
    assert record.stat().st_mode & 0o777 == 0o600
    assert secret not in record.read_text()


def test_a_failed_change_leaves_the_record_as_it_was(home: Home) -> None:
    path = home.write(".codex/hooks.json", "{}\n")
    record = Record(home.state)
    (change,) = home.plan("codex").changes
    path.write_text("{ }\n")
    with pytest.raises(MemoryConflict):
        apply(change, record)
    assert record.entries == ()


def test_a_secret_beside_a_change_is_not_shown(home: Home) -> None:
    secret = "".join(["sk-ant-", "api03-", "Zx9Kq2" * 8])
    home.write(".claude/settings.json", json.dumps({"env": {"ANTHROPIC_API_KEY": secret}}, indent=2))
    shown = "\n".join(home.plan().shown())
    assert "extraKnownMarketplaces" in shown
    assert secret not in shown


def test_a_new_file_of_the_project_that_git_would_show_is_told(home: Home) -> None:
    home.options["agents_md"] = True
    notes = home.plan().notes
    for file in ("opencode.json", "AGENTS.md"):
        assert any(f"git will show {home.project / file} as new" in note for note in notes)


def test_a_path_that_is_no_text_is_no_crash(tmp_path: Path) -> None:
    home = Home(tmp_path / "home", {"memory": Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))})
    (line,) = home.connect("opencode").problems
    assert "not UTF-8" in line
