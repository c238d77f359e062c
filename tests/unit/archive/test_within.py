"""Words are found within others that were said, and what they are read for is bounded."""

from __future__ import annotations

import pytest

from extractor.archive.database import Database
from extractor.archive.scope import Scope
from extractor.archive.within import within
from extractor.recall.query import Term
from tests.support.talk import agent, human, result
from tests.unit.archive.test_search import FILLER, db, found, said

__all__ = ["db"]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("数据库连接池为什么总是超时", "连接池"),
        ("数据库的连接又超时了", "数据库连接超时"),
        ("本番環境へのデプロイは火曜日だけです", "デプロイ 火曜日"),
        ("データベースの接続が切れました", "データベース接続"),
        ("데이터베이스를 매일 백업해 주세요", "데이터베이스"),
        ("서버가 죽었다", "서버는"),
        ("เมื่อคืนนี้เซิร์ฟเวอร์ล่ม", "เซิร์ฟเวอร์"),
    ],
)
def test_a_word_written_without_spaces_is_found_among_others(db: Database, text: str, asked: str) -> None:
    said(db, human("other", f"Nothing of that kind {FILLER}"), human("one", f"{text} {FILLER}"))
    assert found(db, asked) == ["one"]


def test_what_holds_most_of_a_word_comes_first(db: Database) -> None:
    said(
        db,
        human("little", f"数据很多 {FILLER}"),
        human("most", f"数据库的连接 {FILLER}"),
        human("less", f"数据库 {FILLER}"),
    )
    assert found(db, "数据库连接") == ["most", "less", "little"]


def test_it_may_be_needed_or_left_out(db: Database) -> None:
    said(
        db,
        human("one", f"测试数据库，不要模拟 {FILLER}"),
        human("two", f"数据库在法兰克福 webhook {FILLER}"),
        human("whole", f"数据库 {FILLER}"),
    )
    assert sorted(found(db, '"数据库"')) == ["one", "two", "whole"]
    assert found(db, '"数据库" "webhook"') == ["two"]
    assert sorted(found(db, "数据库 -模拟")) == ["two", "whole"]
    assert found(db, "webhook -法兰克福") == []


def test_a_scope_holds_for_what_stands_within_words_too(db: Database) -> None:
    said(db, human("one", f"数据库很慢 {FILLER}"), session="a")
    said(db, human("two", f"数据库很快 {FILLER}"), session="b")
    assert found(db, "数据", Scope(session="b")) == ["two"]


def test_beyond_what_is_read_the_newest_are_found(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("extractor.archive.within.MOST", 2)
    said(
        db, *(human(f"m{n}", f"旧数据库{n} {FILLER}") for n in range(4)), result("r", "c", f"数据库 {FILLER}")
    )
    term = Term(("数据库",), is_within=True)
    read = within(db, [term], (0, 100))[term]
    assert (len(read.rows), read.is_all) == (2, False)
    assert set(found(db, "数据库")) == {"m3", "m2", "r"}


def test_rows_that_are_passed_are_bounded_too(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("extractor.archive.within.MOST_PASSED", 3)
    said(
        db, human("old", "旧数据库"), human("new", "新数据库"), *(result(f"r{n}", f"c{n}") for n in range(2))
    )
    newest = db.number("SELECT max(id) FROM messages")
    term = Term(("数据库",), is_within=True)
    assert within(db, [term], (0, newest))[term] == ((newest - 2,), newest - 2, False)


def test_the_search_ends_with_enough(db: Database) -> None:
    said(db, *(agent(f"a{n}", f"旧数据库{n}") for n in range(4)))
    term = Term(("数据库",), is_within=True)
    assert len(within(db, [term], (0, 100), enough=1)[term].rows) == 1
