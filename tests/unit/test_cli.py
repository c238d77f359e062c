"""The command line: what is asked for wrongly is a usage error in every command, and nothing else is."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from extractor.cli import app, main
from extractor.cli.other_words import MEANT
from extractor.cli.projects import projects
from extractor.cli.service import service

USAGE, FAILED = 2, 1

GROUPS = {"": app, "projects ": projects, "service ": service}
COMMANDS = [
    f"{group}{command.name or (command.callback.__name__ if command.callback else '')}"
    for group, typer in GROUPS.items()
    for command in typer.registered_commands
]

OF_NO_TELLING = {"mcp", "service show"}
"""Commands that print a protocol or a file."""

Give = Callable[[str], tuple[int, str]]


@pytest.fixture
def give(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Give:
    """Gives a command in a new home; returns the exit code and what was said on standard error."""
    for name in [name for name in os.environ if name.startswith(("EXTRACTOR_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def given(command: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["extractor", *shlex.split(command)])
        with pytest.raises(SystemExit) as ended:
            main()
        return int(str(ended.value.code or 0)), capsys.readouterr().err

    return given


@pytest.mark.parametrize(
    "entry",
    [["-m", "extractor"], ["-c", "from extractor.__main__ import main; main()"]],
    ids=["module", "command"],
)
def test_ctrl_c_while_the_command_line_is_loaded_ends_it_without_noise(
    tmp_path: Path, entry: list[str]
) -> None:
    # What a shell starts in the background ignores SIGINT, and Python leaves that as it is.
    (tmp_path / "typer.py").write_text(
        "import os, signal, time\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "os.kill(os.getpid(), signal.SIGINT)\ntime.sleep(9)\n"
    )
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, *entry], env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252:strict"])
def test_what_the_output_cannot_show_is_written_escaped(tmp_path: Path, encoding: str) -> None:
    memory = tmp_path / "memory"
    memory.mkdir()
    (memory / "db.md").write_text(
        '---\nname: db\ndescription: "数据库 \U0001f600"\nmetadata:\n  type: project\n---\n\n数据库 \U0001f600\n',
        encoding="utf-8",
    )
    env = {name: value for name, value in os.environ.items() if not name.startswith(("EXTRACTOR_", "XDG_"))}
    env |= {"HOME": str(tmp_path), "PYTHONIOENCODING": encoding, "EXTRACTOR_MEMORY_DIR": str(memory)}
    for option in ([], ["--json"]):
        done = subprocess.run(
            [sys.executable, "-m", "extractor", "list", *option],
            env=env, cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        assert "\\u6570\\u636e\\u5e93 \\ud83d\\ude00" in done.stdout


@pytest.mark.parametrize("group", GROUPS)
def test_no_line_of_the_list_of_commands_is_cut_off(group: str) -> None:
    told = CliRunner().invoke(app, [*group.split(), "--help"], terminal_width=80).stdout
    listed = told.partition("Commands:\n")[2].splitlines()
    assert len(listed) >= len(GROUPS[group].registered_commands)
    assert [line for line in listed if line.endswith("...") or len(line.split("  ")) < 2] == []


@pytest.mark.parametrize("command", sorted({*COMMANDS} - OF_NO_TELLING))
def test_a_command_that_tells_something_speaks_json(command: str) -> None:
    assert "--json" in CliRunner().invoke(app, [*command.split(), "--help"]).stdout


def test_what_was_told_while_it_was_done_stands_in_the_json(give: Give) -> None:
    done = CliRunner().invoke(app, ["disconnect", "--json", "--yes"])
    assert json.loads(done.stdout) == {"well": True, "told": ["nothing to change"], "problems": []}
    (told,) = (values := json.loads(CliRunner().invoke(app, ["projects", "part", "--json", "--yes"]).stdout))[
        "told"
    ]
    assert "has a memory of its own" in told
    assert values["parted"]


def test_a_no_is_no_failure(give: Give, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("shop", "clone"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        assert give("remember 'The port is 8080.'")[0] == 0
    words = [sys.executable, "-m", "extractor", "projects", "join", str(tmp_path / "shop"), "--json"]
    terminal, stdin = os.openpty()
    try:
        os.write(terminal, b"n\n")
        done = subprocess.run(words, stdin=stdin, capture_output=True, text=True, check=False)
    finally:
        os.close(terminal)
        os.close(stdin)
    assert done.returncode == 0, done
    told = json.loads(done.stdout)
    assert (told["joined"], told["told"][-1]) == (False, "nothing was changed")
    assert "becomes a link" in done.stderr, "what is asked about is seen"


@pytest.mark.skipif(sys.platform == "darwin", reason="launchd is there")
def test_a_service_that_the_manager_refuses_is_a_failure(tmp_path: Path) -> None:
    refusing = tmp_path / "bin" / "systemctl"
    refusing.parent.mkdir()
    refusing.write_text("#!/bin/sh\necho refused >&2\nexit 1\n")
    refusing.chmod(0o755)
    (tmp_path / "bin" / "loginctl").symlink_to(refusing)
    env = {"HOME": str(tmp_path), "PATH": f"{refusing.parent}:/usr/bin:/bin"}
    words = [sys.executable, "-m", "extractor", "service", "install", "--yes"]
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == FAILED, done
    assert "start: failed (refused)" in done.stdout


@pytest.mark.parametrize("command", ["", "recall", "projects", "service install", "remember"])
def test_help_is_asked_for_in_a_letter_too(
    give: Give, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["extractor", *command.split(), "-h"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    told = capsys.readouterr().out
    assert f"extractor {command}".rstrip() in told.splitlines()[0]
    assert "-h, --help" in told


@pytest.mark.parametrize("command", COMMANDS)
def test_an_option_no_command_has_is_a_usage_error(give: Give, command: str) -> None:
    assert give(f"{command} --nonsense")[0] == USAGE


@pytest.mark.parametrize(
    "command",
    [
        *(f"{command} --model nonsense" for command in ("run", "once", "status", "doctor", "config", "list")),
        *(f"{command} --model nonsense" for command in ("log", "undo", "compact", "show a.md", "why a.md")),
        "eval labels.toml --sessions . --model nonsense", "eval labels.toml --sessions . --model claude-code",
        "recall ''", "recall -- -word", "recall word --since nonsense", "recall word --until nonsense",
        "recall word --when nonsense", "recall word --speaker nonsense", "recall word --client nonsense",
        "recall word --limit 0", "history one two", "history one --level nonsense", "history one --limit 1",
        "forget", "forget words --session one", "forget --vanished words", "undo --vanished 3",
        "remember --type nonsense 'It rains.'", "remember --name ../x 'It rains.'", "remember",
        "digest --tokens 0", "context --tokens 0", "context --hook nonsense", "connect nonsense",
        "disconnect nonsense", "log -n 0", "status --line --json", "status --line --accept", "digest --all --project x",
        "recall word --project ''", "digest --project ''", "context --project ''", "service show --system --network",
        "history one --stats --level task", "history one --stats --explain", "undo nonsense", "projects join", "share",
        "unshare", "unpin", "archive",
    ],
)  # fmt: skip
def test_what_no_machine_could_do_is_a_usage_error(give: Give, command: str) -> None:
    code, told = give(command)
    assert code == USAGE, told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("list --model foo", "--model foo: say one of offline, anthropic or claude-code"),
        ("undo abc", "there is no run abc: `extractor log` shows the numbers of those that changed memory"),
    ],
)
def test_a_word_that_is_none_of_those_it_may_be_is_told_in_one_line(
    give: Give, command: str, told: str
) -> None:
    assert give(command) == (USAGE, f"extractor: {told}\n")


@pytest.mark.parametrize(
    "command",
    [
        "show nothing.md", "why nothing.md", "forget nothing.md", "forget 'words nobody said'", "undo 7", "archive one",
        "history one", "history ./nothing.jsonl", "digest --session one", "recall word --session one",
        "recall word --project nowhere", "pin nothing", "unpin nothing", "share nothing", "projects join nowhere",
        "once nothing.jsonl", "mcp --project nowhere", "connect codex --project nowhere",
    ],
)  # fmt: skip
def test_what_is_not_there_is_a_failure(give: Give, command: str) -> None:
    code, told = give(command)
    assert code == FAILED, told
    assert told.startswith("extractor: ")


@pytest.mark.parametrize(
    "command",
    [
        "show", "why", "log", "pin", "undo", "list --model", "remember 'It rains.' --type", "history", "archive",
        "recall word --session",
    ],
)  # fmt: skip
def test_a_name_that_is_empty_is_told_in_quotes(give: Give, command: str) -> None:
    assert give("remember 'The port is 8080.'")[0] == 0
    code, told = give(f"{command} ''")
    assert code in (FAILED, USAGE)
    assert "''" in told


@pytest.mark.parametrize("command", ["log", "pin", "projects", "why port", "list"])
def test_what_was_asked_for_is_printed_also_where_no_more_is(give: Give, command: str) -> None:
    assert give("remember 'The port is 8080.'")[0] == 0
    assert CliRunner().invoke(app, [*command.split(), "-q"]).stdout


@pytest.mark.parametrize(
    "command",
    [
        "history", "archive", "recall word --session", "digest --session", "context --session",
        "forget --session", "forget --message", "log", "why", "show", "recall word --project",
    ],
)  # fmt: skip
def test_a_name_that_is_no_text_names_nothing(give: Give, command: str) -> None:
    assert give("remember 'The port is 8080.'")[0] == 0
    code, told = give(f"{command} '\udcfc'")
    assert (code, told.count("\n"), "defect" in told) == (FAILED, 1, False), told
    assert "\\udcfc" in told


@pytest.mark.parametrize(
    "command",
    ["log", "undo", "projects", "recall word", "digest", "context", "history one", "forget word", "status"],
)
def test_a_path_nothing_can_be_at_is_no_defect(give: Give, tmp_path: Path, command: str) -> None:
    code, told = give(f"{command} --state-dir {tmp_path / ('x' * 300)}")
    assert (code, told.count("\n")) == (FAILED, 1)
    assert told.startswith("extractor: name is too long: ")
    assert "choose a shorter path" in told


def test_other_tools_words_are_no_commands_and_stand_for_some() -> None:
    assert not set(MEANT) & set(COMMANDS)
    assert {meant for meant in MEANT.values() if not meant.startswith("--")} <= set(COMMANDS)
