"""What a text says is put aside for something else, or is no more."""

from __future__ import annotations

import time

import pytest

from extractor.memory.wording.left_behind import is_left, left_behind, names, names_as_name, over


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Import questions go to Runa, Tobias retired.", "tobias"),
        ("The Sphinx cluster has been switched off.", "sphinx"),
        ("less was kicked out of the project", "less"),
        ("We killed the suffixes, formats are negotiated.", "suffixes"),
        ("Ripped Passport out last week.", "passport"),
        ("The Linode subscription was closed in May.", "linode"),
        ("Henrik moved to the billing team.", "henrik"),
        ("Trello got too pricey for us.", "trello"),
        ("Trello ist gekündigt.", "trello"),
        ("Mme Roche est à la retraite.", "roche"),
        ("whatever is in cron/ is dead code", "cron"),
    ],
)
def test_what_is_no_more_is_told_by_its_words(text: str, word: str) -> None:
    assert word in over(text)
    assert is_left(text)


@pytest.mark.parametrize(
    "text",
    [
        "I thought somebody had got rid of Sphinx, can you look",
        "If the Sphinx cluster is switched off, warn me.",
        "Has the Sphinx cluster been switched off?",
        "The Sphinx cluster must not be switched off.",
        "Let's say the Sphinx cluster was switched off.",
        "Never deploy before the old one has been shut down.",
        "The exports moved to Notion.",
        "The login page was removed from the menu.",
    ],
)
def test_what_is_thought_of_or_elsewhere_is_not_over(text: str) -> None:
    assert over(text) == frozenset()


def test_a_question_before_it_leaves_a_statement_one() -> None:
    assert over("Could you look at the exporter? The Sphinx cluster has been switched off.") == {"sphinx"}


def test_names_are_left_behind_for_others() -> None:
    assert left_behind("Deploys go to Hetzner, we moved off Linode.") == {"linode"}
    assert left_behind("We moved the docs from Linode.") == frozenset()
    assert left_behind("We moved the docs from Linode.", alone=True) == {"linode"}
    assert left_behind("We moved away from Mondays.") == frozenset()


def test_a_name_of_two_words_is_another_one() -> None:
    assert names("We use Sphinx.", "sphinx")
    assert not names("We use Sphinx Gallery.", "sphinx")
    assert names_as_name("see cron/", "cron")
    assert not names_as_name("a cron of ours", "cron")
    assert names_as_name("Ask Tobias.", "tobias")
    assert not names_as_name("Tests use Catch2.", "tests")


@pytest.mark.parametrize("piece", ["a ", "a", "killed the ", "x is retired, ", "not ", "/", "a is "])
def test_the_time_grows_with_the_text(piece: str) -> None:
    # Eight times the length: 64 times the time where it grows with the square.
    assert _seconds(piece * 16_000) < 30 * max(_seconds(piece * 2_000), 0.0005)


def _seconds(text: str) -> float:
    def once() -> float:
        begun = time.process_time()
        over.__wrapped__(text)
        left_behind.__wrapped__(text)
        return time.process_time() - begun

    return min(once() for _ in range(3))
