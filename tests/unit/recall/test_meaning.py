"""Words near to those of a query are looked for too, and never count as much as the query's own."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.recall.meaning import MOST_KIN, WORTH, kin
from extractor.recall.query import parse


class Near:
    """Words somebody says are near."""

    def __init__(self, words: dict[str, list[tuple[str, float]]]) -> None:
        self._words = words

    def near(self, word: str) -> Sequence[tuple[str, float]]:
        return self._words.get(word, [])


CARS = Near({"car": [("vehicle", 0.9), ("truck", 0.7)], "repair": [("mend", 0.8), ("car", 0.6)]})


def test_near_words_are_looked_for_the_nearest_first() -> None:
    found = kin(parse("car repair"), CARS)
    assert [each.term.tokens for each in found] == [("vehicle",), ("mend",), ("truck",)]
    assert [round(each.worth / WORTH, 1) for each in found] == [0.9, 0.8, 0.7]


def test_a_word_the_query_has_or_leaves_out_is_not_looked_for_again() -> None:
    assert [each.term.tokens for each in kin(parse("repair car -vehicle"), CARS)] == [("mend",), ("truck",)]


def test_phrases_and_beginnings_of_words_mean_what_they_say() -> None:
    assert kin(parse('"car repair" repair*'), CARS) == ()


@settings(max_examples=60)
@given(
    st.dictionaries(
        st.sampled_from(["a1", "b1", "c1"]),
        st.lists(st.tuples(st.text("xyz", min_size=1, max_size=4), st.floats(0.01, 1)), max_size=40),
    )
)
def test_a_near_word_never_counts_as_much_as_an_own_one(words: dict[str, list[tuple[str, float]]]) -> None:
    found = kin(parse("a1 b1 c1"), Near(words))
    assert len(found) <= MOST_KIN
    assert all(0 < each.worth <= WORTH < 1 for each in found)
    assert len({each.term for each in found}) == len(found)
