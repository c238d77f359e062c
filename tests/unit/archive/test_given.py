"""What an agent was given to read, out of the archive."""

from __future__ import annotations

from pathlib import Path

from tests.support.scripted import Desk
from tests.support.talk import agent, human


def test_neither_the_person_s_nor_the_agent_s_words_are_given(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.said("talk", human("h1", "use tabs"), agent("a1"))
    assert desk.archive.given.of(1) == ()
    desk.close()


def test_a_result_that_carries_a_person_s_answer_is_not_given(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.said("talk", human("h1", "use tabs"), agent("a1"), human("h2", "and wide ones"), agent("a2"))
    desk.archive.db.run("UPDATE messages SET kind = 'tool_result', speaker = 'tool' WHERE uuid LIKE 'a%'")
    desk.archive.db.run("UPDATE messages SET uuid = 'h1', block = 7 WHERE uuid = 'a1'")
    assert [text for _, text in desk.archive.given.of(1)] == ["words of a2"]
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
