"""Numbers: a part of one is no number, and one number stands in all its spellings."""

from __future__ import annotations

from datetime import UTC

import pytest

from extractor.domain import Evidence, Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.memory.gate.evidence import check
from extractor.memory.gate.quotes import quote_problem
from extractor.memory.gate.witnesses import Witnesses, folded
from extractor.memory.wording.numbers import normalised, parts_a_number, quantities, quantity
from extractor.memory.wording.quoted import Quoted, missing_literal

NOON = Milliseconds(1_790_000_000_000)


def held(said: str) -> Witnesses:
    message = Message(MessageKey("plain", "h1", 0), Speaker.HUMAN, Kind.TEXT, said, NOON)
    return Witnesses.build([message], frozenset({"h1"}), UTC)


def missing(said: str, text: str) -> str | None:
    return missing_literal(text, [Quoted(folded(said), NOON)], UTC)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("the upload limit is 10² items", "The upload limit is 102 items."),
        ("the upload limit is 10⁶ items", "The upload limit is 10 items."),
        ("the upload limit is 10^6 items", "The upload limit is 10 items."),
        ("imports time out after 1½ hours", "Imports time out after 11⁄2 hours."),
        ("imports time out after 1½ hours", "Imports time out after 1 hours."),
        ("the price is 5'000 euros", "The price is 5 euros."),
        ("the price is 5’000 euros", "The price is 000 euros."),
        ("the price is 5 000 euros", "The price is 5 euros."),
        ("the price is 5\u00a0000 euros", "The price is 5 euros."),
        ("the price is 5\u202f000 euros", "The price is 000 euros."),
        ("the price is 5\u2009000 euros", "The price is 5 euros."),
        ("the offset is -5 hours", "The offset is 5 hours."),
        ("the offset is −5 hours", "The offset is 5 hours."),
        ("the offset is –5 hours", "The offset is 5 hours."),
        ("the offset is 5 hours", "The offset is -5 hours."),
        ("the budget is <10 euros", "The budget is 10 euros."),
        ("the budget is ≤10 euros", "The budget is 10 euros."),
        ("the budget is ~10 euros", "The budget is 10 euros."),
        ("the budget is ≠10 euros", "The budget is 10 euros."),
        ("the version is !=10 there", "The version is 10 there."),
        ("the version is ^1.2 there", "The version is 1.2 there."),
        ("the budget is <10 euros", "The budget is over 10 euros."),
    ],
)
def test_a_part_of_a_number_is_none_that_was_said(said: str, text: str) -> None:
    assert missing(said, text) is not None
    assert check(text, [Evidence("h1", said)], held(said)) is not None


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("- 5 items per page\n- 3 rows", "Show 5 items per page and 3 rows."),
        ("wait 5-10 minutes", "Wait 5 to 10 minutes."),
        ("a range of 5 -10", "A range of 5 to 10."),
        ("call +49 170 555 1234", "The number is +49 170 555 1234."),
        ("python >= 3.11 please", "Python 3.11 or newer."),
        ("we use python>=3.11", "Use python>=3.11."),
        ("keep it ~40 lines", "Keep it about 40 lines."),
        ("functions <40 lines", "Functions under 40 lines."),
        ("functions ≤40 lines", "Functions have <=40 lines."),
        ("max 5 000 euros", "At most 5,000 euros."),
        ("max 5'000 euros", "At most 5000 €."),
        ("open ports 80 443 8080", "Open the ports 80, 443 and 8080."),
        ("-2026-11-18: the freeze", "The freeze is on 2026-11-18."),
        ("versions 3-5, pages 10–12", "Versions 3 to 5, pages 10 to 12."),
        ("1. use tabs 2. use 4 spaces", "Use 4 spaces."),
        ("10⁶ rows", "10^6 rows."),
        ("the job takes 1½ hours", "The job takes 1½ hours."),
        ("the room has 30 m2", "The room has 30 m²."),
        ("the zone is UTC-5 and v1.2-3", "The zone is UTC-5 and v1.2-3."),
        ("10:30-11:00 daily", "From 10:30 to 11:00 daily."),
        ("x->5 items", "There are 5 items."),
        ("set retries=5", "Set 5 retries."),
    ],
)
def test_a_number_stands_in_all_its_spellings_and_a_dash_makes_no_other(said: str, text: str) -> None:
    assert missing(said, text) is None


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("the backup is offset by -5 hours here", "5 hours here"),
        ("the price of a seat is 5 000 euros here", "the price of a seat is 5"),
        ("the price of a seat is 5 000 euros here", "000 euros here"),
        ("the price of a seat is 5'000 euros here", "the price of a seat is 5"),
        ("the limit of a page is 10² items here", "the limit of a page is 10"),
        ("the budget of a team is >=10 euros", "10 euros"),
    ],
)
def test_a_quote_that_parts_a_number_is_none(said: str, quote: str) -> None:
    assert quote_problem(Evidence("h1", quote), held(said)) is not None
    assert quote_problem(Evidence("h1", said), held(said)) is None


def test_a_cut_beside_a_number_parts_none() -> None:
    text = "from 5 to 10"
    assert not any(parts_a_number(text, at) for at in range(len(text) + 1))


def test_a_raised_number_is_a_power_and_a_fraction_stands_apart() -> None:
    assert normalised("10²³ 1½ ½ m² 2① x₂") == "10^23 1 1⁄2 1⁄2 m2 2 1 x2"


def test_numbers_with_a_space_between_them_may_be_one_or_two() -> None:
    assert [*quantities("ports 80 443 ms")] == [("80443", "ms"), ("80", "·"), ("443", "·")]
    assert quantity("-05 hours") == ("-5", "h")
    assert quantity("≤3 days") == ("<=3", "d")
    assert quantity("two weeks") == ("2", "w")
    assert quantity("weeks") is None
