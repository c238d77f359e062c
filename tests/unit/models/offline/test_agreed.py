"""A plain yes to an agent that asks what it shall do every time."""

from __future__ import annotations

import pytest

from extractor.domain import MemoryType, Speaker
from extractor.models.offline.agreed import agreed
from extractor.models.offline.answers import asked
from extractor.models.offline.fact import Fact
from tests.support.talk import message


def fact(question: str, answer: str) -> Fact | None:
    put = asked(message("q", question, Speaker.ASSISTANT))
    assert put is not None
    return agreed(message("a", answer), put)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Should I always run the formatter before I commit?", "yes please"),
        ("Do you want me to run the tests before every push?", "Yes."),
        ("Soll ich vor jedem Commit die Tests laufen lassen?", "ja, bitte"),
        ("¿Quieres que use siempre comillas simples?", "sí"),
    ],
)
def test_a_yes_to_what_is_done_every_time_is_kept_with_its_question(question: str, answer: str) -> None:
    told = fact(question, answer)
    assert told is not None
    assert told.type is MemoryType.FEEDBACK
    assert question in told.text
    assert [each.quote for each in told.stated[0].evidence] == [question, answer]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Should I run the formatter?", "yes please"),
        ("Should I always run the formatter before I commit?", "no"),
        ("Should I always run the formatter before I commit?", "yes, but not for the generated files"),
        ("Should I always run the formatter before I commit?", "Where is the log of the last run of it?"),
        ("Is the formatter always run before a commit?", "yes"),
        ("Do you want me to continue with every file now?", "yes"),
        ("Should I always use tabs or spaces?", "yes"),
    ],
)
def test_what_is_no_plain_yes_to_that_is_not(question: str, answer: str) -> None:
    assert fact(question, answer) is None
