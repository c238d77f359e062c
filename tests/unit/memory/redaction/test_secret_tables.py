"""A value below a heading that names a secret goes; the rest of the table stays."""

from __future__ import annotations

import pytest

from extractor.memory.redaction.redact import redact
from tests.support.cost import grows_as_it_does

PASSWORD = "aQ" + "7zR4tkW9"


@pytest.mark.parametrize(
    "table",
    [
        "| user | password |\n|---|---|\n| admin | {} |\n| bob | x |\n",
        "| Service | User | Password |\n|---|---|---|\n| pg | admin | `{}` |\n",
        " id | username | password \n----+----------+-----------\n  1 | admin    | {}\n(1 row)\n",
        "+----+----------+\n| id | password |\n+----+----------+\n|  1 | {} |\n",
        "username,password,role\nadmin,{},owner\n",
        '"url","username","password"\n"https://x.example.com","bob","{}"\n',
        "username\tpassword\trole\nadmin\t{}\towner",
        "┌───────┬──────────┐\n│ user  │ password │\n├───────┼──────────┤\n│ admin │ {} │\n└───────┴──────────┘\n",
        "┏━━━━━━━┳━━━━━━━━━━┓\n┃ user  ┃ password ┃\n┡━━━━━━━╇━━━━━━━━━━┩\n│ admin │ {} │\n└───────┴──────────┘\n",
        "╭───┬──────────╮\n│ # │ password │\n├───┼──────────┤\n│ 0 │ {} │\n╰───┴──────────╯\n",
        '{{"content": "a\\nusername,password\\nadmin,{}\\nbob,x"}}',
    ],
)
def test_a_password_below_its_heading_is_taken_out(table: str) -> None:
    assert redact(table.format(PASSWORD)) == table.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "table",
    [
        "| Gate | Pass |\n|---|---|\n| n = 1 | 79.7% (108K names) |\n",
        "| Variable | Token | Use |\n|---|---|---|\n| a | VITE_WEB3AUTH_CLIENT_ID | id |\n",
        "| Field | Password |\n|---|---|\n| hash | argon2id |\n| other | EIP-712 signature |\n",
        "│ Variable │ Token │\n├──────────┼───────┤\n│ a │ VITE_WEB3AUTH_CLIENT_ID │\n",
        "│ Enter the password? Then use it │\n│ a1b2C3d4e5 │\n",
        "user, password, host\nfoo, a1b2c3d4e5, x\n",
        "Name\tKey\nConfigHash\tuint64\n",
        "username,password\n\nadmin,a1b2c3d4\n",
        "| user | password |\n|---|---|\n\n| a | a1b2c3d4 |\n",
    ],
)
def test_tables_without_a_secret_stay(table: str) -> None:
    assert redact(table) == table


@pytest.mark.parametrize(
    "unit", ["password|a\n", "a,password\n", "a|password|\n" + "b|c|\n" * 50, "token\ta\n", "│password│a│\n"]
)
def test_tables_without_an_end_cost_time_that_grows_as_they_do(unit: str) -> None:
    assert grows_as_it_does(redact, unit, 500)
