"""Mutual exclusion with the agent's own memory writing."""

from __future__ import annotations

import pytest

from extractor.extraction.guard import agent_wrote
from extractor.history.exchanges import Exchange
from tests.support.talk import agent, call, human, result

FOLDER = "/home/dev/.claude/projects/-home-dev-shop/memory"


def exchange(*rest: object) -> Exchange:
    return Exchange((human("h1"), *rest))  # type: ignore[arg-type]


def test_a_write_into_the_memory_folder_keeps_the_service_out() -> None:
    wrote = call("c1", "t1", "Write", f"{FOLDER}/short-diffs.md")
    assert agent_wrote(exchange(wrote, result("r1", "t1"), agent("a1")), FOLDER)


def test_a_write_that_failed_does_not() -> None:
    wrote = call("c1", "t1", "Write", f"{FOLDER}/short-diffs.md")
    assert not agent_wrote(exchange(wrote, result("r1", "t1", failed=True)), FOLDER)


def test_a_write_without_a_result_counts_as_done() -> None:
    assert agent_wrote(exchange(call("c1", "t1", "Edit", f"{FOLDER}/MEMORY.md")), FOLDER)


@pytest.mark.parametrize("path", ["/home/dev/shop/orders.py", FOLDER + "-notes/x.md", FOLDER])
def test_writes_elsewhere_do_not(path: str) -> None:
    assert not agent_wrote(exchange(call("c1", "t1", "Write", path), result("r1", "t1")), FOLDER)


@pytest.mark.parametrize(
    "command", ["echo x > {0}/a.md", "rm {0}/a.md", "sed -i s/a/b/ {0}/a.md", "tee {0}/a.md"]
)
def test_a_shell_command_that_writes_there_counts(command: str) -> None:
    shell = call("c1", "t1", "Bash", text=command.format(FOLDER))
    assert agent_wrote(exchange(shell, result("r1", "t1")), FOLDER)


def test_a_shell_command_that_only_reads_there_does_not() -> None:
    shell = call("c1", "t1", "Bash", text=f"cat {FOLDER}/a.md")
    assert not agent_wrote(exchange(shell, result("r1", "t1")), FOLDER)


def test_words_about_the_folder_are_not_a_write() -> None:
    assert not agent_wrote(exchange(agent("a1", f"I wrote > {FOLDER}/a.md")), FOLDER)
