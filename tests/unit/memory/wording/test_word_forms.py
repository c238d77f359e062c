"""What is written short or long, or in another form of the verb, is the same word to the gate."""

from __future__ import annotations

import pytest

from extractor.memory.wording.novelty import words
from extractor.memory.wording.word_forms import ONE
from tests.support.gate import is_admitted


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("The staging DB is on db2.internal.", "The staging database is on db2.internal."),
        ("We keep prod secrets in Vault.", "Production secrets are kept in Vault."),
        ("Put docs in the repo.", "Documentation is put in the repository."),
        ("The env has three replicas.", "The environment has three replicas."),
        ("We're freezing merges after Thursday.", "Merges are frozen after Thursday."),
        ("Lena broke the staging cluster on purpose.", "Lena breaks the staging cluster on purpose."),
        ("I don't like emojis.", "The user doesn't like emojis."),
        ("We don't use Docker.", "The team does not use Docker."),
        ("Stop summarising at the end.", "Don't summarise at the end."),
        ("Wir benutzen Poetry statt pip.", "Das Team benutzt Poetry statt pip."),
    ],
)
def test_the_other_form_of_a_word_is_said(said: str, text: str) -> None:
    assert is_admitted(text, said)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("The staging DB is on db2.internal.", "The staging cache is on db2.internal."),
        ("The auth lives in the gateway.", "The authorization lives in the gateway."),
        ("I like emojis.", "The user doesn't like emojis."),
    ],
)
def test_another_word_is_not(said: str, text: str) -> None:
    assert not is_admitted(text, said)


def test_no_word_stands_for_a_word_that_stands_for_another() -> None:
    assert not ONE.keys() & set(ONE.values())


def test_a_contraction_brings_no_word_along() -> None:
    assert words("She doesn’t deploy") == words("She does not deploy")
