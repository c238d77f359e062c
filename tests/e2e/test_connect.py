"""`connect` and `disconnect` as a person gives them, and what the clients then call."""

from __future__ import annotations

import json
import os
import shlex
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.machine import Scratch

KEPT = "The staging port is 8080."


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    made = Scratch(tmp_path / "home")
    for name in (".codex", ".gemini", ".config/opencode"):
        (made.home / name).mkdir(parents=True)
    (made.project / ".git").mkdir()
    return made


def tree(folder: Path) -> dict[str, tuple[int, object]]:
    found: dict[str, tuple[int, object]] = {}
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode
        told: object = (
            os.readlink(path) if stat.S_ISLNK(mode) else path.read_bytes() if stat.S_ISREG(mode) else None
        )
        found[str(path)] = (mode, told)
    return found


def called(on: Scratch, command: str, cwd: Path, told: str) -> subprocess.CompletedProcess[str]:
    """A command as a client calls it: by a shell, from anywhere, with JSON on standard input."""
    return subprocess.run(
        ["/bin/sh", "-c", command],
        env=on.env,
        cwd=cwd,
        input=told,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_client_here_is_connected_shown_first_and_taken_back(scratch: Scratch) -> None:
    before = tree(scratch.home)
    asked = scratch.command("connect")
    assert asked.returncode == 1
    assert asked.stderr.splitlines() == [
        "extractor: nobody is there to answer (connect claude-code, codex, gemini, opencode?): add --yes"
    ]
    assert "+++ " in asked.stdout
    assert tree(scratch.home) == before
    done = scratch.command("connect", "--yes")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(asked.stdout)
    assert "connected: claude-code, codex, gemini, opencode" in done.stdout
    connected = tree(scratch.home)
    again = scratch.command("connect")
    assert (again.returncode, again.stdout.splitlines()[0]) == (0, "nothing to change")
    assert tree(scratch.home) == connected
    gone = scratch.command("disconnect", "--yes")
    assert (gone.returncode, gone.stderr) == (0, "")
    assert tree(scratch.home) == before
    assert scratch.command("disconnect").stdout == "nothing to change\n"


def test_a_dry_run_shows_the_changes_and_makes_none(scratch: Scratch) -> None:
    before = tree(scratch.home)
    looked = scratch.command("connect", "--dry-run", "--yes")
    assert looked.returncode == 0, looked.stderr
    assert "+++ " in looked.stdout
    assert looked.stdout.endswith("nothing was changed\n")
    assert tree(scratch.home) == before

    scratch.command("connect", "--yes")
    joined = tree(scratch.home)
    for verb in ("connect", "disconnect"):
        again = scratch.command(verb, "--dry-run")
        assert again.returncode == 0, again.stderr
        assert ("+++ " in again.stdout) == (verb == "disconnect")
        assert tree(scratch.home) == joined


def test_a_hook_tells_a_session_of_codex_what_is_known(scratch: Scratch) -> None:
    scratch.command("remember", KEPT)
    scratch.command("connect", "codex", "--yes")
    (group,) = json.loads((scratch.home / ".codex/hooks.json").read_text())["hooks"]["SessionStart"]
    command = group["hooks"][0]["command"]
    told = called(
        scratch, command, scratch.home, json.dumps({"cwd": str(scratch.project), "source": "startup"})
    )
    assert (told.returncode, told.stderr) == (0, "")
    output = json.loads(told.stdout)["hookSpecificOutput"]
    assert output["hookEventName"] == "SessionStart"
    assert KEPT in output["additionalContext"]
    elsewhere = called(scratch, command, scratch.home, json.dumps({"cwd": str(scratch.home)}))
    assert (elsewhere.returncode, elsewhere.stdout, elsewhere.stderr) == (0, "", "")


def test_claude_codes_hook_leaves_the_index_to_the_client_unless_it_reads_none(scratch: Scratch) -> None:
    scratch.command("remember", KEPT, "--name", "port", "--pin")
    scratch.command("remember", "The build needs ninja.", "--name", "build")
    (scratch.home / ".claude/settings.json").write_text("{}")
    told = json.dumps({"cwd": str(scratch.project)})
    scratch.command("connect", "claude-code", "--yes")
    hooks = scratch.home / ".local/share/extractor/claude-plugin/extractor/hooks/hooks.json"
    command = json.loads(hooks.read_text())["hooks"]["SessionStart"][0]["hooks"][0]["command"]
    text = json.loads(called(scratch, command, scratch.home, told).stdout)["hookSpecificOutput"][
        "additionalContext"
    ]
    assert KEPT in text
    assert "ninja" not in text
    scratch.settings["CLAUDE_CODE_DISABLE_AUTO_MEMORY"] = "1"
    scratch.command("remember", "The build needs ninja.", "--name", "build")
    off = json.loads(called(scratch, command, scratch.home, told).stdout)["hookSpecificOutput"][
        "additionalContext"
    ]
    assert "ninja" in off
    assert "switched off" in scratch.command("connect", "claude-code", "--yes").stdout


@pytest.mark.parametrize("told", ["", "[]", "{", '{"cwd": 3}', '{"cwd": "/nowhere/at/all"}', "[" * 100_000])
def test_what_a_client_calls_never_fails_its_session(scratch: Scratch, told: str) -> None:
    (scratch.home / ".config/extractor").mkdir()
    (scratch.home / ".config/extractor/config.toml").write_text("no_such_setting = 1\n")
    for words in (["context", "--hook", "codex"], ["context", "--hook", "claude-code"], ["status", "--line"]):
        done = subprocess.run(
            ["/bin/sh", "-c", f'"$0" -m extractor {" ".join(words)}', sys.executable],
            env=scratch.env, cwd=scratch.project, input=told, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_status_line_says_how_much_is_remembered(scratch: Scratch) -> None:
    assert scratch.command("status", "--line").stdout == "memory: empty\n"
    scratch.command("remember", KEPT)
    assert scratch.command("status", "--line").stdout == "1 memory, newest just now\n"
    scratch.settings["EXTRACTOR_MODEL"] = "anthropic"
    assert scratch.command("status", "--line").stdout == "1 memory, newest just now, $0.0000 today\n"


def test_other_projects_stay_connected_and_are_named(scratch: Scratch) -> None:
    other = scratch.home / "other"
    (other / ".git").mkdir(parents=True)
    scratch.command("connect", "opencode", "--yes")
    assert scratch.command("connect", "opencode", "--yes", "--project", str(other)).returncode == 0
    gone = scratch.command("disconnect", "--yes")
    assert f"`extractor disconnect opencode --project {other}`" in gone.stdout
    assert (other / "opencode.json").exists()
    assert not (scratch.project / "opencode.json").exists()


def test_a_folder_of_another_place_is_passed_on_to_what_is_called(scratch: Scratch, tmp_path: Path) -> None:
    state = tmp_path / "a state"
    scratch.command("connect", "codex", "--yes", "--state-dir", str(state))
    assert f"--state-dir '{state}'" in (scratch.home / ".codex/hooks.json").read_text()
    assert (state / "connections.json").exists()


@pytest.mark.parametrize("variable", ["EXTRACTOR_STATE_DIR", "STATE_DIRECTORY", "XDG_STATE_HOME"])
def test_a_folder_this_shell_names_is_passed_on_to_what_is_called(
    scratch: Scratch, tmp_path: Path, variable: str
) -> None:
    state = tmp_path / "a state"
    scratch.settings[variable] = str(state.parent if variable == "XDG_STATE_HOME" else state)
    kept = tmp_path / "extractor" if variable == "XDG_STATE_HOME" else state
    done = scratch.command("connect", "codex", "--yes")
    hooks = json.loads((scratch.home / ".codex/hooks.json").read_text())
    (hook,) = hooks["hooks"]["SessionStart"][0]["hooks"]
    assert shlex.split(hook["command"])[-2:] == ["--state-dir", str(kept)]
    assert "this shell alone" not in done.stdout
    assert (kept / "connections.json").exists()


def test_what_the_settings_file_says_is_not_passed_on_unless_this_shell_alone_names_that_file(
    scratch: Scratch, tmp_path: Path
) -> None:
    told = f'memory_dir = "{tmp_path / "one memory"}"\n'
    usual, other = scratch.home / ".config/extractor/config.toml", tmp_path / "other.toml"
    usual.parent.mkdir(parents=True)
    usual.write_text(told)
    scratch.command("connect", "codex", "--yes")
    assert "--memory-dir" not in (scratch.home / ".codex/hooks.json").read_text()
    usual.rename(other)
    scratch.settings["EXTRACTOR_CONFIG"] = str(other)
    done = scratch.command("connect", "codex", "--yes")
    assert f"--memory-dir '{tmp_path / 'one memory'}'" in (scratch.home / ".codex/hooks.json").read_text()
    assert (
        f"EXTRACTOR_CONFIG: set in this shell alone, and not given to what the clients call: say it in {usual}"
        in done.stdout
    )


def test_settings_that_cannot_be_passed_on_are_named(scratch: Scratch, tmp_path: Path) -> None:
    scratch.settings.update(EXTRACTOR_DATA_DIR=str(tmp_path / "data"), EXTRACTOR_PIN_TOKENS="5")
    done = scratch.command("connect", "codex", "--yes")
    assert "EXTRACTOR_DATA_DIR, EXTRACTOR_PIN_TOKENS: set in this shell alone" in done.stdout


def test_a_data_or_settings_folder_that_this_shell_alone_moves_is_named(
    scratch: Scratch, tmp_path: Path
) -> None:
    scratch.settings.update(
        XDG_CONFIG_HOME=str(scratch.home / ".config"), XDG_DATA_HOME=str(tmp_path / "data")
    )
    assert "XDG_DATA_HOME: set in this shell alone" in scratch.command("connect", "codex", "--dry-run").stdout
    scratch.settings.pop("XDG_DATA_HOME")
    assert "set in this shell alone" not in scratch.command("connect", "codex", "--dry-run").stdout
    moved = tmp_path / "settings/extractor/config.toml"
    moved.parent.mkdir(parents=True)
    moved.write_text("pin_tokens = 5\n")
    scratch.settings["XDG_CONFIG_HOME"] = str(tmp_path / "settings")
    assert (
        "XDG_CONFIG_HOME: set in this shell alone" in scratch.command("connect", "codex", "--dry-run").stdout
    )


def test_a_memory_folder_is_no_project_to_connect(scratch: Scratch) -> None:
    assert scratch.command("remember", "The staging port is 8080.").returncode == 0
    before = tree(scratch.home)
    line = f"extractor: {scratch.memory} is a memory folder: give the command in its project's directory\n"
    assert scratch.command("connect", "opencode", "--yes", cwd=scratch.memory).stderr == line
    assert scratch.command("connect", "opencode", "--yes", "--project", str(scratch.memory)).stderr == line
    assert tree(scratch.home) == before


def test_lines_in_agents_md_say_where_the_memory_is(scratch: Scratch) -> None:
    before = tree(scratch.home)
    scratch.command("connect", "codex", "--agents-md", "--yes")
    assert str(scratch.memory / "MEMORY.md") in (scratch.project / "AGENTS.md").read_text()
    assert not (scratch.home / ".codex/hooks.json").exists()
    scratch.command("disconnect", "--yes")
    assert tree(scratch.home) == before


def test_a_file_git_tracks_is_told(scratch: Scratch) -> None:
    (scratch.project / ".git").rmdir()
    for words in (["init", "-q"], ["add", "opencode.json"]):
        (scratch.project / "opencode.json").write_text("{}\n")
        subprocess.run(["git", *words], cwd=scratch.project, env=scratch.env, check=True, capture_output=True)
    done = scratch.command("connect", "opencode", "--yes")
    assert f"git tracks {scratch.project / 'opencode.json'}" in done.stdout


def test_other_memories_are_told_and_left_as_they_are(scratch: Scratch) -> None:
    (scratch.home / ".claude/settings.json").write_text('{"enabledPlugins": {"claude-mem@thedotmack": true}}')
    (scratch.home / ".codex/config.toml").write_text(
        "[features]\nmemories = true\n[mcp_servers.mem0]\ncommand = 'x'\n"
    )
    (scratch.home / ".gemini/settings.json").write_text('{"experimental": {"autoMemory": true}}')
    told = scratch.command("connect", "--yes").stdout
    for words in ("claude-mem@thedotmack", "features.memories", "MCP server mem0", "experimental.autoMemory"):
        assert words in told
    assert "claude-mem" not in scratch.command("connect", "codex", "--yes").stdout


def test_an_unknown_client_is_a_wrong_word_and_a_file_left_alone_a_failure(scratch: Scratch) -> None:
    wrong = scratch.command("connect", "emacs", "--yes")
    assert wrong.returncode == 2
    assert "claude-code, codex, gemini, opencode" in wrong.stderr
    (scratch.home / ".codex/hooks.json").write_text("{")
    left = scratch.command("connect", "codex", "--yes")
    assert left.returncode == 1
    (line,) = left.stderr.splitlines()
    assert line.startswith(f"extractor: codex: {scratch.home / '.codex/hooks.json'}: line 1: ")
    assert scratch.command("connect", "codex", "--project", "/no/such").returncode == 1
    rest = scratch.command("connect", "--yes")
    assert rest.returncode == 1
    assert "connected: claude-code, gemini, opencode\n" in rest.stdout
