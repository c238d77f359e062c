"""Which words of a text tell something by themselves."""

from __future__ import annotations

from extractor.memory.wording.telling import POINTS, every_word, first_telling, telling


def test_small_words_tell_nothing_and_verbs_do() -> None:
    assert telling("We use the staging server, not prod.") == {"use", "staging", "server", "prod"}
    assert first_telling("And then we use it.") == "use"
    assert (telling("it is"), first_telling("is it not")) == ({"it"}, "it")


def test_every_word_has_the_small_ones_too() -> None:
    assert every_word("Never use it, Ana's tool!") == {"never", "use", "it", "ana's", "tool"}


def test_what_points_at_another_clause_is_known() -> None:
    assert POINTS.search("It uses Tokio.")
    assert not POINTS.search("The app uses Tokio.")
