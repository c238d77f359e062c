"""A value that was found goes wherever else it stands in the same text."""

from __future__ import annotations

import pytest

from extractor.memory.redaction.redact import redact
from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_rests import again
from tests.support.cost import least_seconds

ODD = "xK9m" + "Q2vL8pR4"
YEARLY = "Sommer" + "2031!"


@pytest.mark.parametrize(
    "text",
    [
        "DB_PASSWORD={0}\nFATAL: authentication failed for '{0}'",
        "tried {0} but it failed. The password is {0}",
        "x\nDB_PASSWORD='{0}'\npsql postgres://a:{0}@h/db\nI used {0}.",
        '{{"password": "{0}", "args": ["{0}"]}}',
    ],
)
@pytest.mark.parametrize("value", [ODD, YEARLY])
def test_a_value_named_once_goes_from_every_place_of_the_text(text: str, value: str) -> None:
    assert value.rstrip("!") not in redact(text.format(value))


def test_a_part_of_another_word_stays() -> None:
    assert f"a{ODD}b" in redact(f"password={ODD} and a{ODD}b")


def test_what_a_person_marked_private_is_not_looked_for_elsewhere() -> None:
    assert redact("<private>room 12a of us</private> room 12a of us").endswith("room 12a of us")


def test_nothing_of_a_value_longer_than_any_that_is_judged_stays() -> None:
    value = "IQoJ" + "b3Jp9Zx" * 90
    assert redact(f"AWS_SESSION_TOKEN={value} next") == "AWS_SESSION_TOKEN=[REDACTED:token] next"


def test_many_values_cost_time_that_grows_as_they_do() -> None:
    def seconds(count: int) -> float:
        text = "".join(f"x={number:06}abcdef\n" for number in range(count))
        found = [Span(at, at + 12, "password") for at in range(2, len(text), 15)]
        return least_seconds(lambda: list(again(text, found)))

    assert seconds(8_000) < 8 * seconds(2_000) + 0.1
