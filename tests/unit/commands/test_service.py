"""The service of one person: what of their shell it is given, and where it keeps another state than the shell's."""

from __future__ import annotations

import os
import plistlib
import pwd
import re
import stat
from pathlib import Path

import pytest

from extractor import fs
from extractor.commands.service import astray, install, is_running, uninstall, unit, went_well
from extractor.commands.shell_places import _NAMES, handed_over, held_back
from extractor.commands.status import status_lines, status_values
from extractor.config.settings import Settings, load
from extractor.errors import ConfigError
from extractor.service.unit import PLACE, Answer
from extractor.wiring.folders import open_archive

ACCOUNTS_HOME = pwd.getpwuid(os.getuid()).pw_dir


def managers(folder: Path, answer: str) -> str:
    """A PATH on which the manager's programs say `answer` to everything."""
    folder.mkdir()
    for name in ("systemctl", "loginctl", "launchctl"):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho {answer}\n")
        program.chmod(stat.S_IRWXU)
    return f"{folder}:/usr/bin:/bin"


def test_what_says_where_things_lie_is_handed_over_and_nothing_else() -> None:
    places = {
        "XDG_STATE_HOME": "/s",
        "XDG_DATA_HOME": "/d",
        "XDG_CONFIG_HOME": "/c",
        "CLAUDE_CONFIG_DIR": "/claude",
        "CODEX_HOME": "/codex",
        "GEMINI_CLI_HOME": "/gemini",
        "EXTRACTOR_CONFIG": "/c.toml",
        "EXTRACTOR_STATE_DIR": "/e",
        "EXTRACTOR_MEMORY_DIR": "/m",
        "EXTRACTOR_OPENCODE_CONFIG_DIR": "/o",
        "EXTRACTOR_PLAIN_FOLDERS": "/p:/q",
    }
    key = "no real " + "key"
    secrets = {"ANTHROPIC_API_KEY": key, "EXTRACTOR_API_KEY": key, "AWS_SESSION_TOKEN": key, "EDITOR": "vi"}
    others = {"EXTRACTOR_MODEL": "offline", "EXTRACTOR_KEY_FILE": "/k", "EXTRACTOR_DAILY_COST": ""}
    shell = {**places, **secrets, **others, "HOME": ACCOUNTS_HOME, "EXTRACTOR_DATA_DIR": ""}
    assert dict(handed_over(shell)) == places
    assert held_back(shell) == ["EXTRACTOR_KEY_FILE", "EXTRACTOR_MODEL"]


def test_every_variable_that_moves_a_place_of_the_settings_is_handed_over() -> None:
    folders = {name for name, field in Settings.model_fields.items() if "Path" in str(field.annotation)}
    kept = {"key_file", "meaning_model", "team_memory"}
    shell = {f"EXTRACTOR_{name.upper()}": "/x" for name in folders}
    assert {name for name, _ in handed_over({**shell, "HOME": ACCOUNTS_HOME})} == {
        f"EXTRACTOR_{name.upper()}" for name in folders - kept
    }


def test_what_is_handed_over_is_known_for_it_in_a_unit_that_stands() -> None:
    shell = dict.fromkeys(("HOME", *_NAMES), "x")
    assert all(re.fullmatch(PLACE, name) for name, _ in handed_over(shell))
    assert not re.fullmatch(PLACE, "HTTPS_PROXY")


def test_a_home_that_is_not_the_accounts_own_is_handed_over(tmp_path: Path) -> None:
    assert handed_over({"HOME": str(tmp_path)}) == [("HOME", str(tmp_path))]


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_a_service_finds_its_state_where_the_shell_that_installed_it_does(
    tmp_path: Path, platform: str
) -> None:
    shell = {"HOME": str(tmp_path), "XDG_STATE_HOME": f"{tmp_path}/my state", "PATH": "/usr/bin"}
    text = unit(shell, lambda _command: Answer(0, "active"), platform).text
    if platform == "darwin":
        assert plistlib.loads(text.encode())["EnvironmentVariables"] == shell
    else:
        assert f'Environment="XDG_STATE_HOME={tmp_path}/my state"' in text.splitlines()


def test_an_install_names_the_settings_it_does_not_hand_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", managers(tmp_path / "bin", "active"))
    shell = {"HOME": str(tmp_path), "PATH": "/usr/bin", "EXTRACTOR_MODEL": "offline"}
    done = install(shell, lambda _question: True, lambda _line: None)
    assert done["not handed over"] == f"EXTRACTOR_MODEL: say it in {tmp_path}/.config/extractor/config.toml"
    assert "EXTRACTOR_MODEL" not in unit(shell).text
    del shell["EXTRACTOR_MODEL"]
    assert "not handed over" not in install(shell, lambda _question: True, lambda _line: None)


@pytest.mark.parametrize("is_started", [True, False])
def test_the_status_tells_of_a_service_that_keeps_another_state_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_started: bool
) -> None:
    shell = {"HOME": str(tmp_path), "PATH": managers(tmp_path / "bin", "active")}
    monkeypatch.setenv("PATH", shell["PATH"])
    settings = load({}, shell).settings
    if is_started:
        open_archive(settings).close()

    def told() -> list[str]:
        return [line for line in status_lines(status_values(settings, shell)) if "another folder" in line]

    assert told() == [], "no unit stands"
    own = unit(shell)
    fs.make_private_dir(own.path.parent)
    own.path.write_text(own.text)
    (line,) = told()
    assert f"than {settings.state_dir}: run `extractor service install`" in line
    fs.make_private_dir(settings.state_dir)
    with fs.instance_lock(settings.state_dir / "extractor.lock"):
        assert told() == []
    managers(tmp_path / "later", "inactive")
    monkeypatch.setenv("PATH", f"{tmp_path}/later:/usr/bin:/bin")
    assert told() == []


def test_a_shell_no_unit_can_be_made_for_can_have_its_unit_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", managers(tmp_path / "bin", "inactive"))
    shell = {"HOME": str(tmp_path), "PATH": "/usr/bin", "CODEX_HOME": "/a\x07b"}
    stands = tmp_path / ".config" / "systemd" / "user" / "extractor.service"
    stands.parent.mkdir(parents=True)
    stands.write_text("[Service]\n")
    uninstall(shell, lambda _question: True)
    assert not stands.exists()


@pytest.mark.parametrize(
    ("told", "runs"),
    [
        ({"active": "active"}, True),
        ({"active": "activating"}, True),
        ({"active": "activating", "failing": "it failed once"}, False),
        ({"active": "inactive"}, False),
        ({"active": "not known: Failed to connect to bus"}, False),
        ({"unit": "does not exist"}, False),
    ],
)
def test_the_service_runs_only_where_its_manager_says_so(told: dict[str, str], runs: bool) -> None:
    assert is_running(told) is runs


def test_a_unit_is_taken_away_without_a_failure_where_nothing_runs_and_no_manager_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "bin"
    managers(folder, "active")
    (folder / "systemctl").write_text("#!/bin/sh\necho Failed to connect to bus\nexit 1\n")
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    shell = {"HOME": str(tmp_path), "PATH": f"{folder}:/usr/bin:/bin"}
    assert not went_well(install(shell, lambda _question: True, lambda _line: None))
    state = load({}, shell).settings.state_dir
    fs.make_private_dir(state)
    with fs.instance_lock(state / "extractor.lock"):
        assert not went_well(uninstall(shell, lambda _question: True))
    install(shell, lambda _question: True, lambda _line: None)
    assert went_well(uninstall(shell, lambda _question: True))


def test_a_place_no_command_accepts_is_not_written_into_a_unit(tmp_path: Path) -> None:
    shell = {"HOME": str(tmp_path), "PATH": "/usr/bin", "CLAUDE_CONFIG_DIR": ".claude-work"}
    with pytest.raises(ConfigError, match="claude_dir"):
        install(shell, lambda _question: True, lambda _line: None)
    assert not (tmp_path / ".config").exists()


def test_a_line_of_the_persons_own_is_no_place_of_a_shell(tmp_path: Path) -> None:
    shell = {"HOME": str(tmp_path), "PATH": "/usr/bin"}
    own = unit(shell, lambda _command: Answer(0, "active"), "linux")
    own.path.parent.mkdir(parents=True)
    own.path.write_text(
        own.text.replace("ExecReload", 'Environment="HTTPS_PROXY=http://proxy:3128"\nExecReload')
    )
    assert "differs from this version's" in own.status()["unit"]
    own.path.write_text(own.text.replace("ExecReload", 'Environment="CODEX_HOME=/codex"\nExecReload'))
    assert "another CODEX_HOME" in own.status()["unit"]


@pytest.mark.parametrize("program", ["exit 1", "printf '\\377'", None])
def test_the_status_is_told_whatever_the_manager_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str | None
) -> None:
    folder = tmp_path / "bin"
    managers(folder, "active")
    if program is None:
        (folder / "systemctl").chmod(stat.S_IRUSR)
    else:
        (folder / "systemctl").write_text(f"#!/bin/sh\n{program}\n")
    monkeypatch.setenv("PATH", str(folder))
    shell = {"HOME": str(tmp_path), "PATH": str(folder)}
    own = unit(shell)
    own.path.parent.mkdir(parents=True)
    own.path.write_text(own.text)
    assert astray(load({}, shell).settings, shell) == ""
