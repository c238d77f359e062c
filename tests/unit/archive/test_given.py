"""What an agent was given to read, out of the archive."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.scripted import Desk
from tests.support.talk import agent, call, human, result


def test_neither_the_person_s_nor_the_agent_s_words_are_given(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.said("talk", human("h1", "use tabs"), agent("a1"))
    assert list(desk.archive.given.of(1)) == []
    desk.close()


@pytest.mark.parametrize(
    ("client", "tool"),
    [
        ("claude-code", "AskUserQuestion"),
        ("gemini", "ask_user"),
        ("codex", "request_user_input"),
        ("opencode", "question"),
    ],
)
def test_a_person_s_answers_to_a_tool_that_asks_are_not_given(tmp_path: Path, client: str, tool: str) -> None:
    desk = Desk(tmp_path)
    desk.said(
        "talk",
        *(human("h1", "go on"), call("c1", "asked", tool), result("r1", "asked", "it is blue")),
        *(call("c2", "read", "WebFetch"), result("r2", "read", "a page"), agent("a1")),
    )
    desk.archive.db.run("UPDATE messages SET client = ?", (client,))
    assert [text for _, text in desk.archive.given.of(1)] == ["a page"]
    desk.archive.db.run("UPDATE messages SET client = 'another'")
    assert [text for _, text in desk.archive.given.of(1)] == ["it is blue", "a page"]
    desk.close()


def test_a_page_is_given_though_a_person_s_words_stand_on_its_line(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.said("talk", human("h1", "go on"), call("c1", "read", "WebFetch"), result("r1", "read", "a page"))
    desk.archive.db.run("UPDATE messages SET uuid = 'h1', block = 7 WHERE uuid = 'r1'")
    assert [text for _, text in desk.archive.given.of(1)] == ["a page"]
    desk.close()


def test_what_tools_brought_is_given_also_when_it_was_withdrawn(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.said("talk", human("h1", "use tabs"), agent("a1"))
    desk.archive.db.run("UPDATE messages SET kind = 'tool_result', speaker = 'tool' WHERE uuid = 'a1'")
    desk.archive.db.run("UPDATE membership SET live = 0")
    ((at, text),) = desk.archive.given.of(1)
    assert text == "words of a1"
    assert at > 0
    desk.close()
