"""A word without spaces is taken apart into what may be said of it elsewhere."""

from __future__ import annotations

import pytest

from extractor.recall.unspaced import is_unspaced, pieces


@pytest.mark.parametrize(
    ("token", "apart"),
    [
        ("部署", ["部署"]),
        ("连接池", ["连接池", "连接", "接池"]),
        ("データベース", ["データベース"]),
        ("データベース接続", ["データベース接続", "データベース", "接続"]),
        ("接続が切れる", ["接続が切れる", "接続", "続が", "が切", "切れ"]),
        ("서버는", ["서버는", "서버"]),
        ("데이터베이스에서", ["데이터베이스에서", "데이터베이스에", "데이터베이스"]),
        ("ฐานข้อมูล", ["ฐานข้อมูล"]),
        ("API接続", ["接続"]),
        ("webhook", []),
    ],
)
def test_a_token_gives_its_runs_and_their_pieces(token: str, apart: list[str]) -> None:
    assert list(pieces(token)) == apart
    assert is_unspaced(token) is bool(apart)
