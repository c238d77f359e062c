"""Where the sentences of a body stand."""

from __future__ import annotations

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from extractor.memory.sentences import _code_spans, take_apart


def naive(text: str) -> list[tuple[int, int]]:
    """The rule of CommonMark, run by run: code ends at the next run of the same length."""
    runs = [match.span() for match in re.finditer("`+", text)]
    found: list[tuple[int, int]] = []
    for begin, end in runs:
        if found and begin < found[-1][1]:
            continue
        close = next((b for a, b in runs if a >= end and b - a == end - begin), None)
        if close is not None:
            found.append((begin, close))
    return found


@settings(deadline=None, derandomize=True, max_examples=500)
@given(st.text(alphabet="`ab. ", max_size=40))
@example("`a` b `c")
@example("``a`b`` c")
@example("``.`.`")
def test_code_stands_between_runs_of_backticks_of_one_length(text: str) -> None:
    assert _code_spans(text, 0, len(text)) == naive(text)


def test_a_dot_in_code_ends_no_sentence() -> None:
    assert take_apart("Use `a. B` here. Then go.").statements == ("Use `a. B` here.", "Then go.")


def test_a_text_of_many_runs_is_taken_apart() -> None:
    text = "x " + " ".join("`" * size for size in range(1, 300))
    assert take_apart(text).statements == (text,)
