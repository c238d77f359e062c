"""Letters written by their number and signs written by their name are read as what they are."""

from __future__ import annotations

import html
import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.redaction.redact import redact
from extractor.memory.redaction.unescaped import unescaped
from tests.support.cost import grows_as_it_does

PASSWORD = "aQ" + "7zR4tkW9"
PIECES = st.sampled_from(
    ["a", "\\u00f1", "\\\\u00fc", "&quot;", "&#39;", "\n", "&", "\\u", "\\u001b[32m", ";"]
)


@pytest.mark.parametrize("text", ["", "plain", "a & b", "C:\\users\\bob", "&copy;", "a&b;c"])
def test_a_text_without_any_is_not_read_again(text: str) -> None:
    assert list(unescaped(text)) == []


def test_letters_signs_and_colours_are_read() -> None:
    (seen,) = unescaped("\\u001b[1mcontrase\\u00f1a\\u001b[0m &lt;b&gt; &#39;x&#x27;")
    assert seen.text == "contraseña <b> 'x'"


def test_only_the_lines_beside_them_are_read_again() -> None:
    assert [seen.text for seen in unescaped("a\nb\nc&amp;d\ne\nf\ng")] == ["b\nc&d\ne\n"]


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=30))
def test_every_letter_that_is_no_escape_stands_where_its_place_is_told(pieces: list[str]) -> None:
    text = "".join(pieces)
    for seen in unescaped(text):
        places = [seen.place(at) for at in range(len(seen.text))]
        assert places == sorted(set(places))
        assert all(
            text[place] in "\\&" or text[place] == letter
            for place, letter in zip(places, seen.text, strict=True)
        )


@pytest.mark.parametrize(
    "wrap",
    [
        lambda text: json.dumps({"content": text}),
        lambda text: json.dumps({"content": json.dumps({"command": text})}),
        html.escape,
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        "La contraseña es {}",
        "пароль: {}",
        "密码：{}",
        "\x1b[32mpw: {}\x1b[0m",
        "password => '{}'",
        "setPassword('{}')",
        '<property name="password" value="{}"/>',
    ],
)
def test_no_escape_hides_a_password(text: str, wrap: Callable[[str], str]) -> None:
    assert PASSWORD not in redact(wrap(text.format(PASSWORD)))


@pytest.mark.parametrize("letter", ["ñ", "é"])
def test_a_value_that_ends_with_an_escape_goes_whole(letter: str) -> None:
    text = json.dumps(f"password: {PASSWORD}{letter}")
    assert redact(text) == '"password: [REDACTED:password]"'


@pytest.mark.parametrize("mark", ["\\n", "\\\\n", "\\\\\\\\n"])
def test_an_end_of_a_line_inside_strings_inside_strings_is_one(mark: str) -> None:
    text = f"- name: DB_PASSWORD{mark}  value: {PASSWORD}{mark}| user | password |{mark}| bob | {PASSWORD} |{mark}x"
    assert PASSWORD not in redact(text)


@pytest.mark.parametrize("unit", ["\\u00f1", "&quot;", "&quot;password\\u0020", "&amp;\n", "\\\\n"])
def test_escapes_without_an_end_cost_time_that_grows_as_they_do(unit: str) -> None:
    assert grows_as_it_does(redact, unit, 1000)


@pytest.mark.parametrize("stroke", ["\\/", "\\\\/", "\\\\\\/"])
@pytest.mark.parametrize(
    "address",
    [
        '"url":"https://bob:{}@shop.invalid/x"',
        '"dsn": "postgres://bob:{}@db.invalid/shop"',
        '"hook":"https://hooks.slack.com/services/T012AB3CD/B012AB3CD/{}xyz90Qr7sT2"',
        '"hook":"https://discord.com/api/webhooks/123456789012345678/{}xyz90Qr7sT2"',
    ],
)
def test_a_secret_in_an_address_whose_strokes_are_escaped_goes(address: str, stroke: str) -> None:
    text = address.replace("/", stroke)
    redacted = redact(text.replace("{}", PASSWORD))
    assert PASSWORD not in redacted
    assert redacted.partition(":")[0] == text.partition(":")[0]


def test_a_stroke_that_is_escaped_elsewhere_costs_nothing() -> None:
    assert list(unescaped("sed 's/\\/srv\\//x/' a")) == []
    assert redact('"a":"https:\\/\\/shop.invalid\\/@bob"') == '"a":"https:\\/\\/shop.invalid\\/@bob"'
    assert grows_as_it_does(redact, '"https:\\/\\/a:b', 1000)
