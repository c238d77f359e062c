"""A value that stands in a field before the one that names it is taken out; other values stay."""

from __future__ import annotations

import pytest

from extractor.memory.redaction.redact import redact

VALUE = "pLIi" + "x6MEOLeM"


@pytest.mark.parametrize(
    "text",
    [
        '{{"value":"{}","name":"DB_PASSWORD"}}',
        '{{"value": "{}", "key": "api_token"}}',
        "- value: {}\n  name: DB_PASSWORD",
        '{{\\"value\\": \\"{}\\", \\"name\\": \\"DB_PASSWORD\\"}}',
        '<input value="{}" class="x" type="password">',
        '{{"element":"Password field","ref":"e12","text":"{}"}}',
        "page.getByRole('textbox', {{ name: 'Password' }}).fill('{}')",
        "page.getByRole('textbox', {{ name: 'Password', exact: true }}).fill('{}')",
        '"db_password": {{"sensitive": true, "type": "string", "value": "{}"}}',
    ],
)
def test_a_value_beside_the_field_that_names_it_is_taken_out(text: str) -> None:
    assert VALUE not in redact(text.format(VALUE))


@pytest.mark.parametrize(
    "text",
    [
        '{{"value":"{}","name":"LOG_LEVEL"}}',
        '<input value="{}" type="text">',
        '{{"element":"Search field","ref":"e12","text":"{}"}}',
        "page.getByRole('textbox', {{ name: 'City' }}).fill('{}')",
    ],
)
def test_a_value_beside_a_field_that_names_no_secret_stays(text: str) -> None:
    assert VALUE in redact(text.format(VALUE))
