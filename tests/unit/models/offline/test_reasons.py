"""Reasons: cut off where the rest of the sentence is whole, and nowhere else."""

from __future__ import annotations

import pytest

from extractor.domain import Evidence
from extractor.models.offline.fact import Stated
from extractor.models.offline.reasons import gives_reason, without_reason


def cut(text: str) -> tuple[str, str | None]:
    stated, why = without_reason(Stated(text, (Evidence("m1", text),)))
    return stated.text, why


@pytest.mark.parametrize(
    ("text", "fact", "why"),
    [
        ("We use Postgres because the team knows it.", "We use Postgres.", "because the team knows it."),
        ("Keep the lock file, since we ship it.", "Keep the lock file.", "since we ship it."),
        ("Tag every image, otherwise nobody finds it.", "Tag every image.", "otherwise nobody finds it."),
    ],
)
def test_a_reason_at_the_end_is_taken_off(text: str, fact: str, why: str) -> None:
    assert cut(text) == (fact, why)


@pytest.mark.parametrize(
    "text",
    [
        "For the tech stack, since I work alone, the goal is few tools.",
        "There is no prompt if the value is otherwise provided.",
        "Nimm IndexedDB, Safari löscht sonst alles nach 7 Tagen.",
        "We always use fakes since the rewrite, not since we like them.",
        "We never skip the review since the audit, unless since they left nobody is there.",
        "We don't use Redis because it is fast, we use it because it is cheap.",
        "Don't ever push to main, otherwise than through the release bot.",
        "Never touch the payments (ask Anna first, otherwise we lose the licence).",
        "We keep the old API, but only because somebody still calls it.",
        "The auth rewrite is because of the audit, no matter of debt.",
        "It's because the vendor asks for it.",
    ],
)
def test_a_sentence_that_would_say_otherwise_without_it_stays_whole(text: str) -> None:
    assert cut(text) == (text, None)


def test_a_sentence_may_be_the_reason_of_the_one_before() -> None:
    assert gives_reason("We got burned in March when a mock hid a broken migration.")
    assert not gives_reason("Use real tables in the tests.")
