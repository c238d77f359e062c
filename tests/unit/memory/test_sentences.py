"""Sentences are taken out however they stand, and every other word stays."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.body import take_apart
from extractor.memory.gate.tombstones import words
from extractor.memory.hidden import without_comments
from extractor.memory.sentences import without_sentences
from extractor.memory.typed import typed

OURS, OTHER = "We deploy only on Tuesdays.", "The train is called Zephyr."
GONE = {words(OURS)}


@pytest.mark.parametrize(
    ("body", "left"),
    [
        (f"{OURS}\n\n{OTHER}\n", f"{OTHER}\n"),
        (f"\n{OURS}\n\n{OTHER}\n", f"\n{OTHER}\n"),
        (f"{OTHER}\n\n{OURS}\n", f"{OTHER}\n\n"),
        (f"{OURS} {OTHER}\n", f"{OTHER}\n"),
        (f"{OTHER} {OURS}\n", f"{OTHER}\n"),
        (f"{OTHER} {OURS} And so on.\n", f"{OTHER} And so on.\n"),
        (f"We deploy only\non Tuesdays. {OTHER}\n", f"{OTHER}\n"),
        (f"{OTHER} We deploy only\n  on Tuesdays.\nMine.\n", f"{OTHER}\nMine.\n"),
        (f"- {OURS}\n- {OTHER}\n", f"- {OTHER}\n"),
        (f"- {OURS}\n- {OTHER}\n- {OURS}\n", f"- {OTHER}\n"),
        (f"{OURS} <!-- mine -->\n", " <!-- mine -->\n"),
        (f"{OTHER}\r\n\r\n{OURS}\r\n\r\n# Mine\r\n", f"{OTHER}\r\n\r\n# Mine\r\n"),
        (f"{OURS}", ""),
        (f"{OTHER}\n\n**Why:** so.\n\n{OURS}\n", f"{OTHER}\n\n**Why:** so.\n\n"),
    ],
)
def test_a_sentence_is_taken_out_however_it_stands(body: str, left: str) -> None:
    assert without_sentences(body, GONE) == left


@pytest.mark.timeout(20)  # in the square of their number they take minutes
@pytest.mark.parametrize(
    "line", ["We deploy only on Tuesdays.\n", "We <!-- c --> deploy only on Tuesdays.\n"]
)
def test_no_heap_of_sentences_holds_it_up(line: str) -> None:
    assert "deploy" not in without_sentences(line * 10_000, GONE)


@settings(max_examples=500)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([OURS, "We deploy only\non Tuesdays.", OTHER, "# Mine", "- Mine too", "> Mine",
                             "<!-- a -->", "```\nx\n```", "**Why:** so", "", "| a |", "    Mine"]),
            st.sampled_from(["\n", "\n\n", " ", "\r\n", "\n \n"]),
        ),
        max_size=8,
    )
)  # fmt: skip
def test_every_other_word_keeps_its_place(parts: list[tuple[str, str]]) -> None:
    text = "".join(part + end for part, end in parts)
    before = take_apart(text)
    made = without_sentences(text, GONE)
    after = take_apart(made)
    assert not {words(each) for each in after.statements} & GONE
    kept = [each for each in before.statements if words(each) not in GONE]
    assert [each for each in kept if words(each) not in words(without_comments(made))] == []
    # A fence behind words opens a block once they are gone, and what stood in one below is text then.
    if not any(end == " " and part.startswith("```") for (_, end), (part, _) in pairwise(parts)):
        assert [
            each for each in typed(text, GONE) if each not in kept and words(each) not in words(made)
        ] == []
    if len(kept) == len(before.statements):
        assert made == text


def test_what_stood_in_code_only_for_what_went_before_it_goes_too() -> None:
    assert "Tuesdays" not in without_sentences(f"{OURS} ```\nx\n```\n{OURS}\n", GONE)
