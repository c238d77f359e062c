"""However a value is given to a secret's name, it goes; what is no value stays."""

from __future__ import annotations

import pytest

from extractor.memory.redact import redact

PASSWORD = "Qw3" + "rty77c"
KEY = "x9Kd83mZ" + "qP02vLr7"


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


@pytest.mark.parametrize(
    "text",
    [
        "**Password:** {}",
        "**Password**: `{}`",
        "__Password:__ {}",
        "_Password:_ {}",
        "_Password_: {}",
        "- **`Password`**: `{}`",
        "- **Password:** **{}**",
        "The password is **{}**.",
        "| password | {} |",
        "| host | x |\n|`password`|`{}`|\n",
        "> | **DB password** (staging) | {} | rotated |",
        "password:\n  {}",
        "Password:\n\n{}\n\nThen log in.",
        "password:\n```text\n{}\n```",
        "**Passwort:** {}",
        "| Пароль | {} |",
    ],
)
def test_marks_lines_and_cells_of_markdown_hide_no_password(text: str) -> None:
    assert redact(text.format(PASSWORD)) == text.format("[REDACTED:password]")
    assert "Qw3" not in redact(text.format(PASSWORD + "!"))


@pytest.mark.parametrize("text", ["**API key:** {}", "**Token:** {}", "| API_KEY | {} |", "**Token**: `{}`"])
def test_marks_and_cells_of_markdown_hide_no_key(text: str) -> None:
    assert KEY not in redact(text.format(KEY))


@pytest.mark.parametrize(
    "text",
    [
        "**Password:** at least 8 characters",
        "**Password**: required",
        "| password | varchar(255) | NOT NULL |",
        "| password | VARCHAR255 |",
        "| Password | Field2Name |",
        "| Token | 123456 |",
        "| API_KEY | required since v2.3.1 |",
        "grep 'token|ab3cd4ef5gh6|' log",
        "password:\n  type: string2\n  minLength: 8",
        "password:\n  oauth2login:\n    min8: true",
        "Password:\n\n## Step2 of the login",
        "Reset the password:\n- item2 here",
        "the token:\n  field2Name\n",
    ],
)
def test_tables_and_lines_that_only_name_a_secret_stay(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "text",
    [
        '{{"name": "DB_PASSWORD", "value": "{}"}}',
        '{{"Key":"DB_PASSWORD","Value":"{}"}}',
        '{{\\"name\\": \\"DB_PASSWORD\\", \\"value\\": \\"{}\\"}}',
        '{{\n  "name": "DB_PASSWORD",\n  "slotSetting": false,\n  "value": "{}"\n}}',
        '- name: DB_PASSWORD\n  value: "{}"',
        "- key: DB_PASSWORD\r\n  value: {}\r\n",
        'name = "DB_PASSWORD"\nvalue = "{}"',
        "--overrides name=DB_PASSWORD,value={}",
        '<property name="password" value="{}"/>',
        '<add key="Password" value="{}"/>',
        "<password>{}</password>",
        '<entry key="db.password">{}</entry>',
    ],
)
def test_a_value_in_a_field_beside_its_name_is_taken_out(text: str) -> None:
    assert redact(text.format(PASSWORD)) == text.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "password", "type": "string", "description": "at least 8 chars"}',
        '{"name": "max_tokens", "value": "4096"}',
        '- name: DB_PASSWORD\n  value: "$(DB_PASS2)"',
        "- name: DB_PASSWORD\n  value: ${DB_PASS2}",
        "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db-secret-2\n      key: password2",
        '- name: password\n- name: version\n  value: "v2.3.1"',
    ],
)
def test_a_field_beside_a_name_that_holds_no_secret_stays(text: str) -> None:
    assert redact(text) == text
