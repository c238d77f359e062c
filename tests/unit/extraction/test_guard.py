"""Mutual exclusion with the agent's own memory writing."""

from __future__ import annotations

import pytest

from extractor.domain import Message
from extractor.extraction.guard import agent_wrote
from extractor.history.exchanges import Exchange
from tests.support.talk import agent, call, human, result

FOLDER = "/home/dev/.claude/projects/-home-dev-touch-ui/memory"
SPELLINGS = (
    FOLDER,
    "/mnt/home/dev/.claude/projects/-home-dev-touch-ui/memory",
    FOLDER.replace("/home/dev", "~"),
)


def wrote(*rest: Message) -> bool:
    return agent_wrote(Exchange((human("h1"), *rest)), SPELLINGS)


def test_a_write_into_the_memory_folder_keeps_the_service_out() -> None:
    assert wrote(call("c1", "t1", "Write", f"{FOLDER}/short-diffs.md"), result("r1", "t1"), agent("a1"))


def test_the_folder_is_known_in_every_spelling() -> None:
    for folder in SPELLINGS:
        assert wrote(call("c1", "t1", "Write", f"{folder}/short-diffs.md"), result("r1", "t1"))


def test_a_write_that_failed_does_not() -> None:
    assert not wrote(call("c1", "t1", "Write", f"{FOLDER}/short-diffs.md"), result("r1", "t1", failed=True))


def test_a_write_without_a_result_counts_as_done() -> None:
    assert wrote(call("c1", "t1", "Edit", f"{FOLDER}/MEMORY.md"))


@pytest.mark.parametrize("path", ["/home/dev/shop/orders.py", FOLDER + "-notes/x.md", FOLDER])
def test_writes_elsewhere_do_not(path: str) -> None:
    assert not wrote(call("c1", "t1", "Write", path), result("r1", "t1"))


@pytest.mark.parametrize(
    "command",
    [
        "echo x > {0}/a.md", "rm {0}/a.md", "sed -i s/a/b/ {0}/a.md", "tee {0}/a.md", "cd {0} && echo x > a.md",
        "rm -rf {0}", "python3 -c \\\"open('{0}/a.md', 'w').write('x')\\\"", "cat x >> {0}/a.md",
    ],
)  # fmt: skip
def test_a_shell_command_that_writes_there_counts(command: str) -> None:
    assert wrote(call("c1", "t1", "Bash", text=command.format(FOLDER)), result("r1", "t1"))


@pytest.mark.parametrize(
    "command",
    [
        "cat {0}/a.md",
        "cat {0}/MEMORY.md 2>/dev/null",
        "ls {0}/ 2>&1",
        "grep -rn x {0}",
        "echo x > {0}-notes/a.md",
    ],
)
def test_a_shell_command_that_only_reads_there_does_not(command: str) -> None:
    assert not wrote(call("c1", "t1", "Bash", text=command.format(FOLDER)), result("r1", "t1"))


def test_a_read_of_a_memory_file_is_no_write_whatever_the_project_is_called() -> None:
    text = f'{{"file_path": "{FOLDER}/touch-cp-rm.md"}}'
    assert not wrote(call("c1", "t1", "Read", text=text), result("r1", "t1"))


def test_a_writing_tool_of_a_server_counts() -> None:
    text = f'{{"path": "{FOLDER}/a.md", "content": "x"}}'
    assert wrote(call("c1", "t1", "mcp__files__write_file", text=text), result("r1", "t1"))
    assert not wrote(call("c1", "t1", "mcp__files__read_file", text=text), result("r1", "t1"))


def test_words_about_the_folder_are_not_a_write() -> None:
    assert not wrote(agent("a1", f"I wrote > {FOLDER}/a.md"))


@pytest.mark.parametrize("tool", ["shell", "exec_command", "run_shell_command", "bash"])
def test_every_clients_shell_is_known(tool: str) -> None:
    assert wrote(call("c1", "t1", tool, text=f'{{"cmd":"echo x > {FOLDER}/a.md"}}'), result("r1", "t1"))
    assert not wrote(call("c1", "t1", tool, text=f'{{"cmd":"cat {FOLDER}/a.md"}}'), result("r1", "t1"))


def test_a_patch_of_many_files_counts_where_it_names_the_folder() -> None:
    patch = "*** Begin Patch\n*** Add File: {}/a.md\n*** Add File: b.md\n*** End Patch"
    assert wrote(call("c1", "t1", "apply_patch", text=patch.format(FOLDER)), result("r1", "t1"))
    assert not wrote(call("c1", "t1", "apply_patch", text=patch.format("/tmp")), result("r1", "t1"))
