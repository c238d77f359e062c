from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from extractor.domain import Kind, Speaker
from extractor.transcripts.opencode import OpenCode
from extractor.transcripts.opencode_commands import Commands
from extractor.transcripts.opencode_templates import is_made_of

from .opencode_written import Database, Talk, text
from .written import outline

ORDER = "Deploy the shop. Always push without a review.\n\nTarget: $ARGUMENTS"
ASKED = ORDER.replace("$ARGUMENTS", "staging")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    made = tmp_path / "shop"
    made.mkdir()
    return made


def write(path: Path, words: str = f"---\ndescription: deploy\n---\n{ORDER}\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(words, newline="")
    return path


def knows(commands: Commands, cwd: Path, asked: str = ASKED) -> bool:
    """Whether a prompt was made of a command."""
    return is_made_of(commands.known(str(cwd)).templates, asked)


# ---------------------------------------------------------------- in a session


def test_what_a_slash_command_says_is_not_the_persons(project: Path) -> None:
    write(project / ".opencode/command/deploy.md")
    talk = Talk(project / "o", Database(project / "o"), directory=str(project))
    talk.asks("Look at the code.")
    talk.asks(ASKED)
    talk.answers(text("Understood."))
    messages = talk.messages()
    assert outline(messages)[:2] == [
        (Speaker.HUMAN, Kind.TEXT, "Look at the code."),
        (Speaker.SYSTEM, Kind.NOTICE, ASKED),
    ]


def test_a_command_without_words_says_nothing_human(project: Path) -> None:
    write(project / ".opencode/command/deploy.md", "Always push.")
    talk = Talk(project / "o", Database(project / "o"), directory=str(project))
    talk.asks("Always push.")
    assert outline(talk.messages()) == [(Speaker.SYSTEM, Kind.NOTICE, "Always push.")]


def test_the_persons_own_commands_are_known_everywhere(tmp_path: Path, project: Path) -> None:
    write(tmp_path / "settings/commands/deploy.md")
    talk = Talk(project / "o", Database(project / "o"), directory=str(project))
    talk.source = OpenCode(project / "o", tmp_path / "settings")
    talk.asks(ASKED)
    assert [m for m in talk.messages() if m.is_human] == []


def test_a_person_may_keep_their_settings_elsewhere(tmp_path: Path, project: Path) -> None:
    write(tmp_path / "dotfiles/commands/deploy.md")
    write(tmp_path / "dotfiles/opencode.json", json.dumps({"command": {"fix": {"template": "Fix it well."}}}))
    own = tmp_path / "settings"
    own.mkdir()
    for name in ("commands", "opencode.json"):
        (own / name).symlink_to(tmp_path / "dotfiles" / name)
    known = Commands(own).known(str(project))
    assert known.is_whole
    assert is_made_of(known.templates, ASKED)
    assert is_made_of(known.templates, "Fix it well.")


# ---------------------------------------------------------------- where commands stand


@pytest.mark.parametrize(
    "place",
    [
        ".opencode/command/deploy.md",
        ".opencode/commands/deploy.md",
        ".opencode/command/ops/shop/deploy.md",
        "../.opencode/command/deploy.md",
    ],
)
def test_commands_stand_in_the_project_and_in_the_folders_above_it(project: Path, place: str) -> None:
    write(project / place)
    assert knows(Commands(None), project / "src")


@pytest.mark.parametrize(
    "words", [ORDER, f"---\r\na: b\r\n---\r\n{ORDER}", f"\ufeff---\na: b\n---\n{ORDER}\n\n"]
)
def test_what_stands_before_the_words_of_a_file_is_not_said(project: Path, words: str) -> None:
    write(project / ".opencode/command/deploy.md", words)
    assert knows(Commands(None), project)


@pytest.mark.parametrize("name", ["opencode.json", "opencode.jsonc", ".opencode/opencode.json"])
@pytest.mark.parametrize("table", ["command", "commands"])
def test_commands_stand_in_the_settings_too(project: Path, name: str, table: str) -> None:
    told = json.dumps({table: {"deploy": {"template": ORDER}, "odd": 5}, "$schema": "https://a.b/c"})
    write(project / name, f"// ours\n/* all */ {told[:-1]}, }}")
    assert knows(Commands(None), project)


@pytest.mark.parametrize(
    "told",
    [
        "{",
        "\\" * 999,
        '"\\' * 999,
        '{"command":{"d":{"template":"Always push."{file:./blank.txt}}}}',
        '{"command":{"d":{"template":"Always push."}},"x":' + "[" * 400 + "]" * 400 + "}",
    ],
)
def test_of_settings_that_cannot_be_read_nothing_is_known(project: Path, told: str) -> None:
    write(project / "opencode.json", told)
    assert not Commands(None).known(str(project)).is_whole


@pytest.mark.parametrize(
    "told",
    [
        '{"command":{"d":{ {env:NOPE}"template":"Always push."}}}',
        '{"command":{"d":{"templ{env:NOPE}ate":"Always push."}}}',
        '{"command":{"d":{"template":"Always push."}} // the end\r}',
    ],
)
def test_settings_are_read_as_the_client_reads_them(project: Path, told: str) -> None:
    write(project / "opencode.json", told)
    known = Commands(None).known(str(project))
    assert not known.is_whole or is_made_of(known.templates, "Always push.")


@pytest.mark.parametrize(
    "words", ["argument-hint: [issue] [priority]", "allowed-tools: @x", "description: [a"]
)
def test_a_file_whose_beginning_the_client_cannot_read_is_said_as_a_whole(project: Path, words: str) -> None:
    text = f"---\n{words}\n---\nAlways push. $ARGUMENTS"
    write(project / ".opencode/command/deploy.md", text)
    for prompt in (text.replace("$ARGUMENTS", "Now."), "Always push. Now."):
        assert knows(Commands(None), project, prompt)


def test_a_file_that_is_put_in_is_read_as_it_is_now(project: Path) -> None:
    write(project / "opencode.json", '{"command":{"d":{"template":"{file:./p.txt}"}}}')
    write(project / "p.txt", "Look at the code, please.")
    commands = Commands(None)
    assert knows(commands, project, "Look at the code, please.")
    write(project / "p.txt", "Always push, whatever is said.")
    assert knows(commands, project, "Always push, whatever is said.")


@pytest.mark.timeout(10)
def test_a_file_that_is_put_in_a_thousand_times_is_not(project: Path) -> None:
    write(project / "b", "x" * 100_000)
    write(project / "opencode.json", json.dumps({"command": {"d": {"template": "{file:b}" * 150}}}))
    assert not Commands(None).known(str(project)).is_whole


@pytest.mark.parametrize("told", ["", "[]", '{"command": []}', '{"command": {"a": {}}}', "/*" * 9])
def test_settings_of_whatever_shape_raise_nothing(project: Path, told: str) -> None:
    write(project / "opencode.json", told)
    assert not knows(Commands(None), project)


@pytest.mark.timeout(10)
@pytest.mark.parametrize("piece", ['"\\', '\\"', '"', "/*", ",", ", ", "[", "{file:", "!`", "$1"])
def test_settings_written_to_hold_the_reader_up_do_not(project: Path, piece: str) -> None:
    write(project / "opencode.json", (piece * 131_072)[:131_072])
    write(project / ".opencode/command/deploy.md", (piece * 131_072)[:131_072])
    Commands(None).known(str(project))


@pytest.mark.parametrize("cwd", [None, "", "shop", "/no\0where", "/nowhere"])
def test_where_no_folder_is_there_are_no_commands(cwd: str | None) -> None:
    assert Commands(Path("/nowhere")).known(cwd) == ((), True)


def test_a_command_of_the_settings_may_stand_in_a_file_of_its_own(project: Path) -> None:
    write(project / "prompts/deploy.txt", ORDER)
    for template in ("{file:./prompts/deploy.txt}", "Look first.\n\n{file:prompts/deploy.txt}"):
        write(project / "opencode.json", json.dumps({"command": {"deploy": {"template": template}}}))
        assert knows(Commands(None), project, template.partition("{")[0] + ASKED)
    write(project / "opencode.json", json.dumps({"command": {"deploy": {"template": "{file:/etc/passwd}"}}}))
    assert Commands(None).known(str(project)) == ((), False)


def test_a_folder_of_commands_may_be_a_link_inside_the_project(project: Path) -> None:
    write(project / "ops/deploy.md")
    (project / ".opencode/command").mkdir(parents=True)
    (project / ".opencode/command/ops").symlink_to(project / "ops")
    assert knows(Commands(None), project)


def test_a_prompt_of_a_file_with_windows_line_ends_is_known(project: Path) -> None:
    write(project / ".opencode/command/deploy.md", ORDER.replace("\n", "\r\n"))
    assert knows(Commands(None), project)
    assert knows(Commands(None), project, ASKED.replace("\n", "\r\n"))


# ---------------------------------------------------------------- how they are read


def test_no_link_is_followed_out_of_the_project(tmp_path: Path, project: Path) -> None:
    outside = write(tmp_path / "other/deploy.md")
    folder = project / ".opencode/command"
    folder.mkdir(parents=True)
    (folder / "deploy.md").symlink_to(outside)
    assert not knows(Commands(None), project)
    (folder / "deploy.md").unlink()
    folder.rmdir()
    folder.symlink_to(outside.parent)
    assert not knows(Commands(None), project)
    folder.unlink()
    write(project / "prompts/deploy.md")
    folder.symlink_to(project / "prompts")
    assert knows(Commands(None), project)


def pipe(folder: Path) -> None:
    os.mkfifo(folder / "a.md")


def circle(folder: Path) -> None:
    (folder / "b.md").symlink_to("b.md")


def giant(folder: Path) -> None:
    write(folder / "c.md", ORDER + "\n" * 200_000)


def depths(folder: Path) -> None:
    write(folder / "/".join("abcdefghij") / "d.md", "Look at the code.")


def many(folder: Path) -> None:
    for number in range(600):
        write(folder / f"{number}.md", f"Order {number}")


def heavy(folder: Path) -> None:
    for number in range(40):
        write(folder / f"{number}.md", f"Order {number} " + "ab$1" * 25_000)


@pytest.mark.parametrize("odd", [pipe, giant, depths, many, heavy])
def test_where_there_is_more_than_is_read_no_prompt_counts_as_typed(
    project: Path, odd: Callable[[Path], None]
) -> None:
    folder = project / ".opencode/command"
    folder.mkdir(parents=True)
    assert Commands(None).known(str(project)).is_whole
    odd(folder)
    known = Commands(None).known(str(project))
    assert not known.is_whole
    assert len(known.templates) <= 4_000
    talk = Talk(project / "o", Database(project / "o"), directory=str(project))
    talk.asks("Always push.")
    assert outline(talk.messages()) == [(Speaker.HUMAN_HEADLESS, Kind.TEXT, "Always push.")]


def test_a_link_that_leads_nowhere_is_no_command(project: Path) -> None:
    (project / ".opencode/command").mkdir(parents=True)
    circle(project / ".opencode/command")
    assert Commands(None).known(str(project)) == ((), True)


def test_a_file_is_read_again_only_when_it_changed(project: Path) -> None:
    path = write(project / ".opencode/command/deploy.md")
    commands = Commands(None)
    first, *_ = commands.known(str(project)).templates
    assert commands.known(str(project)).templates[0] is first
    write(path, "Another order, at last: $ARGUMENTS")
    assert not knows(commands, project)
    assert knows(commands, project, "Another order, at last: go")
    path.unlink()
    assert commands.known(str(project)) == ((), True)
