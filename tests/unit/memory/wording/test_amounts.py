"""What a number is the number of is kept by what takes it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.wording.amounts import crossed, lost_amount
from tests.support.gate import refusal


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Cut the retries by 3.", "Cut the retries to 3."),
        ("Grow the cache by 20%.", "The cache grows to 20%."),
        ("Das Limit um 10 senken.", "Das Limit ist 10."),
        ("The cache is 1.5 GB per node.", "The cache is 1.5 GB."),
        ("We allow 100 calls per minute.", "We allow 100 calls."),
        ("Two of the five servers are in Frankfurt.", "Five servers are in Frankfurt."),
        ("3 out of 10 builds fail on ARM.", "10 builds fail on ARM."),
        ("Every second release is an LTS.", "Every release is an LTS."),
        ("Every other Friday we deploy.", "We deploy every Friday."),
        ("The port is 8080 on staging, 9090 on prod.", "The port is 9090 on staging."),
        ("Ana has 3 keys and Tom has 5.", "Ana has 5 keys."),
        ("Timeouts are 30s in prod and 5s in tests.", "Timeouts are 5s in prod."),
        ("Dev has 2 nodes, staging has 4 nodes, prod has 2 nodes.", "Dev has 4 nodes."),
        ("Timeouts are 10 seconds in tests, in production 30.", "Timeouts in tests are 30 seconds."),
    ],
)
def test_a_number_of_something_else_is_refused(words: str, text: str) -> None:
    assert refusal(words, text) is not None


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Cut the retries by 3.", "Cut the retries by 3."),
        ("Cut the retries by 3 to 5.", "Cut the retries to 5."),
        ("Cut the release by 3pm.", "Cut the release at 3pm."),
        ("We allow 100 calls per minute.", "100 calls a minute are allowed."),
        ("Two of the five servers are in Frankfurt.", "Two servers are in Frankfurt."),
        ("Every other Friday we deploy.", "We deploy every other Friday."),
        ("The port is 8080 on staging, 9090 on prod.", "The port is 9090 on prod."),
        ("The port is 8080 on staging, 9090 on prod.", "The port is 8080 on staging, 9090 on prod."),
        ("Ana has 3 keys and Tom has 5.", "Tom has 5 keys."),
        ("Use Python 3.12 and Node 20.", "Use Node 20."),
        ("We have 12 services, 3 of them on ARM.", "3 services are on ARM."),
        ("The limit is 10 and the timeout 30.", "The timeout is 30."),
        ("Max 100 chars per line.", "Lines are at most 100 characters."),
        ("Line length is 100 as per the config.", "Line length is 100."),
        ("We do 2 releases per month.", "There are 2 releases monthly."),
        ("We reduced the bundle by 30 kb, it's 120 kb now.", "The bundle is 120 kb."),
        ("We dropped Node 18, the CI uses 20.", "The project uses Node 20."),
        ("4 of our 12 services are in PHP.", "There are 12 services."),
        ("Retro is every second Thursday.", "The retro is every other Thursday."),
    ],
)
def test_a_number_with_what_it_is_of_is_admitted(words: str, text: str) -> None:
    assert refusal(words, text) is None


THINGS = ["the port", "the limit", "the timeout", "the cache"]
PLACES = ["on staging", "on prod", "in tests", "for interns"]


@settings(max_examples=100)
@given(
    st.lists(st.sampled_from(PLACES), min_size=2, max_size=4, unique=True),
    st.sampled_from(THINGS),
)
def test_of_several_told_side_by_side_each_number_stays_with_its_own(places: list[str], thing: str) -> None:
    numbers = [str(10 * (at + 1)) for at in range(len(places))]
    told = ", ".join(f"{number} {place}" for number, place in zip(numbers, places, strict=True))
    sentence = f"{thing} is {told}"
    assert crossed(sentence, [sentence]) is None
    assert lost_amount(sentence, sentence) is None
    for number, place in zip(numbers, places, strict=True):
        assert crossed(f"{thing} is {number} {place}", [sentence]) is None
        for other in {*numbers} - {number}:
            assert crossed(f"{thing} is {other} {place}", [sentence]) == other


@pytest.mark.parametrize(
    "piece", ["1", "1,", "1.", "by 1 ", "1 per ", "from 1 ", "1 of the the ", "every second ", "1 or "]
)
def test_no_text_of_numbers_holds_the_judgement_up(piece: str) -> None:
    text = piece * (60_000 // len(piece))
    assert lost_amount("use tabs", text) is None
    assert crossed("1 of 2", [text]) is None
