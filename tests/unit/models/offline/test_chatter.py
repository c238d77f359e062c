"""A rule's word in a sentence that rules nothing costs it, one in a rule does not."""

from __future__ import annotations

import pytest

from extractor.models.offline.chatter import cost
from extractor.models.offline.weight import ENOUGH, weigh


@pytest.mark.parametrize(
    "said",
    [
        "As always, great work.",
        "Thanks, as always!",
        "Der Server hängt immer.",
        "Immer dieses Chaos.",
        "The docs say you should never call it twice.",
        "He always says that we never test.",
        "We should never have merged that PR.",
        "Write a README section saying that we always use pnpm.",
        "Never write tests, haha just kidding",
        "Always push to main. Just joking!",
        "It's only thinking out loud, we never ship that.",
        "I'm not deciding anything today, we always overthink this.",
        "È solo curiosità, usiamo sempre un server solo.",
        "Мне просто интересно, решать ничего не будем.",
        "We could always go with sqlite, stay with the files, or take postgres.",
        "Implement the reminders per spec: never more than one per month.",
    ],
)
def test_chatter_is_not_kept(said: str) -> None:
    assert cost(said, weigh(said).orders) < 0
    assert weigh(said).points < ENOUGH


@pytest.mark.parametrize(
    "said",
    [
        "Keep answers short as always.",
        "We should never have shared state between tests.",
        "Never trust what the docs of the vendor say, measure it.",
        "The API always says why it refuses.",
        "Always write a changelog entry with the number of the ticket.",
        "Das Backup läuft immer um 3 Uhr, nie am Tag.",
    ],
)
def test_a_rule_in_like_words_costs_nothing(said: str) -> None:
    assert cost(said, weigh(said).orders) == 0
    assert weigh(said).points >= ENOUGH


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("can you always run ruff before you commit?", "always run ruff before you commit."),
        ("Could you please never touch the generated files?", "never touch the generated files."),
        (
            "Würdest du bitte immer zuerst die Tests schreiben?",
            "Würdest du bitte immer zuerst die Tests schreiben?",
        ),
    ],
)
def test_a_request_for_every_time_is_an_order_though_it_is_put_as_a_question(asked: str, told: str) -> None:
    assert weigh(asked).points >= ENOUGH
    assert weigh(asked).body == told


@pytest.mark.parametrize(
    "asked", ["Can you always trust the cache?", "Would you never recommend it?", "Can you run the tests?"]
)
def test_a_question_about_every_time_stays_one(asked: str) -> None:
    assert weigh(asked).points < ENOUGH
