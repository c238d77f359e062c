"""Expressions: a capital is taken for its small letter, the quick way and the other."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.gate import assent, evidence
from extractor.memory.text.expressions import Expression
from extractor.memory.wording import force, kinship, provisos
from extractor.models.offline import asking, cues, passing, turn, voice

HOUSE = [
    each
    for module in (assent, evidence, force, kinship, provisos, asking, cues, passing, turn, voice)
    for each in vars(module).values()
    if isinstance(each, Expression)
]
WORD = re.compile(r"[^\W_]+(?:['’ ][^\W_]+)*")


@pytest.mark.parametrize("text", ["we ALWAYS ask", "We always ask", "naïve, but ALWAYS", "ſo ALWAYS: K, ı"])
def test_words_are_found_in_whatever_letters(text: str) -> None:
    found = Expression("(?:always|never)").search(text)
    assert found is not None
    assert text[found.start() : found.end()].lower() == "always"


def test_an_expression_that_names_a_capital_means_it() -> None:
    named = Expression(r"ask (?-i:[A-Z])\w+")
    assert named.search("ASK Maria") is not None
    assert named.search("ask maria") is None


def test_a_class_that_is_written_with_a_capital_stays_one() -> None:
    assert Expression(r"\Aok\W*\Z").match("OK!") is not None
    assert Expression(r"\Aok\W*\Z").match("OKAY") is None


def test_what_stands_at_every_place_comes_in_order() -> None:
    assert Expression("not|no").findall("No, NOT that, no") == ["no", "not", "no"]


@given(st.data())
@settings(max_examples=150)
def test_every_expression_of_the_gate_and_the_rules_finds_what_the_flag_finds(data: st.DataObject) -> None:
    ours = data.draw(st.sampled_from(HOUSE))
    known = WORD.findall(ours.pattern)
    drawn = st.sampled_from(known) | st.text("aZ ,.?!'’-:3ſıKİé\n", max_size=6)
    text = " ".join(data.draw(st.lists(drawn, max_size=8)))
    text = "".join(x.upper() if data.draw(st.booleans()) else x for x in text[:60])
    flagged = re.compile(ours.pattern, ours.flags | re.IGNORECASE)
    for mine, theirs in (
        (ours.search(text), flagged.search(text)),
        (ours.match(text), flagged.match(text)),
        (ours.fullmatch(text), flagged.fullmatch(text)),
    ):
        assert (mine and mine.span()) == (theirs and theirs.span()), text
