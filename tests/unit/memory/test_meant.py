"""A name that no memory file has is answered with those that may be meant."""

from __future__ import annotations

import pytest

from extractor.memory.meant import meant

FILES = ("run-lint-before-every-push.md", "dont-use-table-tests.md", "dont-log-pins.md", "Über uns.md")


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("lint", "run-lint-before-every-push"),
        ("run-lint", "run-lint-before-every-push"),
        ("Run lint before every push", "run-lint-before-every-push"),
        ("Don’t use table tests.md", "dont-use-table-tests"),
        ("push lint", "run-lint-before-every-push"),
        ("über", "'Über uns'"),
        ("run-lnt-before-evry-push", "run-lint-before-every-push"),
        ("dont", "dont-log-pins or dont-use-table-tests"),
    ],
)
def test_a_file_is_meant_by_words_of_its_name_and_by_one_that_is_nearly_its_own(
    typed: str, named: str
) -> None:
    assert meant(typed, FILES) == f"did you mean {named}? "


@pytest.mark.parametrize("typed", ["prices", "lint-rules", "int", "", ".md", "…"])
def test_a_word_that_no_name_has_means_none(typed: str) -> None:
    assert meant(typed, FILES) == ""


def test_of_many_that_may_be_meant_few_are_named() -> None:
    assert meant("a", [f"a{number}.md" for number in range(9)]) == "did you mean a0 or a1 or a2? "
