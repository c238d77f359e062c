"""What limits a person's sentences, and of whom they are said, stays in a text that rests on them."""

from __future__ import annotations

import pytest

from extractor.domain import Speaker
from extractor.memory.gate.evidence import check
from tests.support.gate import quotes, said, witnesses

WONDERED = said("h6", "hm. should we always push straight to main?")


def test_a_person_s_question_is_kept_as_the_question_it_is() -> None:
    evidence = quotes(("h6", "should we always push straight to main?"))
    assert check("Should we always push straight to main?", evidence, witnesses(WONDERED)) is None


@pytest.mark.parametrize(
    "text",
    [
        "Always push straight to main.",
        "Always push straight to main (why?).",
        "Always push straight to main, ok?",
        "We always push straight to main. Should we?",
    ],
)
def test_a_person_s_question_is_made_no_rule_by_a_question_mark(text: str) -> None:
    evidence = quotes(("h6", "should we always push straight to main?"))
    assert check(text, evidence, witnesses(WONDERED)) is not None


def test_the_agent_s_words_beside_a_person_s_question_do_not_make_it_a_rule() -> None:
    asked = said("a6", "The release is done. What comes next?", Speaker.ASSISTANT)
    evidence = quotes(("a6", "What comes next?"), ("h6", "should we always push straight to main?"))
    assert check("Always push straight to main.", evidence, witnesses(asked, WONDERED)) is not None


def test_an_order_with_a_guess_behind_it_is_an_order() -> None:
    order = said("h8", "let's fix it. write the test first, I assume it's a change in the parser?")
    shown = witnesses(order)
    assert check("Write the test first.", quotes(("h8", "write the test first")), shown) is None
    asked = said("h8", "we write the test first, I assume?")
    assert (
        check("We write the test first.", quotes(("h8", "we write the test first")), witnesses(asked))
        is not None
    )


def test_a_wish_for_speed_is_no_condition_but_one_behind_it_is() -> None:
    whole = "Deploy hotfixes to prod as soon as possible regressions are ruled out."
    shown = witnesses(said("h1", whole))
    assert "condition" in (check("Deploy hotfixes to prod.", quotes(("h1", whole)), shown) or "")
