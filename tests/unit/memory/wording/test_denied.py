"""A "not" of one sentence is not told of what another one says."""

from __future__ import annotations

import pytest

from extractor.memory.wording.denied import denies_another
from tests.support.gate import is_admitted


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Never log emails. Always log user ids.", "Never log user ids."),
        ("Don't mock the database. Mock the mail server.", "Don't mock the mail server."),
        ("The wiki is not public. The handbook is public.", "The handbook is not public."),
        ("Kein Redis in den Tests. Der Cache liegt in Redis.", "Der Cache liegt nicht in Redis."),
    ],
)
def test_what_another_sentence_says_is_not_denied(said: str, text: str) -> None:
    assert not is_admitted(text, said)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Never log emails. Always log user ids.", "Never log emails."),
        ("Never log emails. Always log user ids.", "Always log user ids, never emails."),
        ("Use pnpm. Never npm.", "Use pnpm, never npm."),
        ("Tests are slow. Don't run all tests locally.", "Do not run all tests locally."),
        ("You mocked the database. Don't do that.", "Do not mock the database."),
        (
            "The API key is not in the repo. It lives in Vault.",
            "The API key lives in Vault, not in the repo.",
        ),
        (
            "The export includes drafts. The import does not include drafts.",
            "The import does not include drafts.",
        ),
        (
            "We use Kafka. That's not true anymore, it's RabbitMQ.",
            "We do not use Kafka anymore, it's RabbitMQ.",
        ),
    ],
)
def test_what_its_own_sentence_denies_or_points_at_is(said: str, text: str) -> None:
    assert is_admitted(text, said)


def test_it_tells_what_is_denied() -> None:
    said = ["Never log emails.", "Always log user ids."]
    assert denies_another("Never log user ids.", said) == "log user ids."
    assert denies_another("Never log user ids.", said[:1]) is None
    assert denies_another("Never log.", said) is None, "too few words to tell"
