"""Logins that hold a secret without naming it lose it; what only looks like one stays."""

from __future__ import annotations

import pytest

from extractor.memory.redact import redact

PASSWORD = "Qw3" + "rty77b"


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE USER bob IDENTIFIED BY '{}';",
        'alter user "bob" identified by "{}";',
        "create user bob identified by {};",
        "ALTER USER 'bob'@'%' IDENTIFIED WITH mysql_native_password BY '{}';",
        "GRANT ALL ON shop.* TO 'bob'@'%' IDENTIFIED BY PASSWORD '{}'",
        "CREATE USER 'a'@'h'\n  IDENTIFIED WITH caching_sha2_password\n  BY '{}'",
        '{{"sql": "CREATE USER bob IDENTIFIED BY \\"{}\\""}}',
    ],
)
def test_a_statement_that_gives_a_login_its_password_loses_it(statement: str) -> None:
    assert redact(statement.format(PASSWORD)) == statement.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "text",
    [
        "IDENTIFIED BY 'password'",
        "IDENTIFIED BY '${PASS2}'",
        "each row is identified by UUID4 or by 'email2'",
        "create an index; each user is identified by user_id2",
        "IDENTIFIED BY :pw2",
    ],
)
def test_what_is_identified_by_something_else_stays(text: str) -> None:
    assert redact(text) == text
