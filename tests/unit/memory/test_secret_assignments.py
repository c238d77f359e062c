"""However a value is given to a secret's name, it goes; what is no value stays."""

from __future__ import annotations

import pytest

from extractor.memory.redact import redact

PASSWORD = "Qw3" + "rty77c"


@pytest.mark.parametrize(
    "statement",
    [
        "SET PASSWORD FOR 'bob'@'%' = '{}'",
        "SET PASSWORD FOR bob = PASSWORD('{}');",
        "set password = password('{}')",
        "CREATE ROLE x WITH LOGIN PASSWORD '{}'",
    ],
)
def test_a_password_set_in_sql_is_taken_out(statement: str) -> None:
    assert redact(statement.format(PASSWORD)) == statement.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "statement", ["SET PASSWORD FOR 'bob'@'%' = ''", "CREATE ROLE x WITH LOGIN PASSWORD :pw2"]
)
def test_sql_that_sets_no_password_stays(statement: str) -> None:
    assert redact(statement) == statement
