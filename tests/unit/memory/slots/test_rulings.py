"""Whether a text forbids something, allows it, requires it or no longer does."""

from __future__ import annotations

import pytest

from extractor.memory.slots.rulings import Stand, may_be_at_hand, ruling, takes_away


@pytest.mark.parametrize(
    ("text", "stand"),
    [
        ("Never use default exports.", Stand.FORBIDDEN),
        ("You are not allowed to touch the migrations.", Stand.FORBIDDEN),
        ("You may not edit the lock file.", Stand.FORBIDDEN),
        ("Stop adding summaries.", Stand.FORBIDDEN),
        ("Default exports are okay again.", Stand.ALLOWED),
        ("Feel free to refactor.", Stand.ALLOWED),
        ("It's fine to add dependencies.", Stand.ALLOWED),
        ("Emojis are welcome.", Stand.ALLOWED),
        ("Every method needs a docstring.", Stand.REQUIRED),
        ("Always squash.", Stand.REQUIRED),
        ("Docstrings are no longer required.", Stand.RELEASED),
        ("You don't have to run the linter.", Stand.RELEASED),
        ("No need to run the linter.", Stand.RELEASED),
    ],
)
def test_a_text_takes_a_stand(text: str, stand: Stand) -> None:
    found = ruling(text)
    assert found is not None
    assert found.stand is stand


@pytest.mark.parametrize(
    ("text", "stand"),
    [
        ("Ask me before you push.", Stand.ASK_FIRST),
        ("Never push without asking me.", Stand.ASK_FIRST),
        ("You need my ok for pushes.", Stand.ASK_FIRST),
        ("You can push without asking.", Stand.ALLOWED),
        ("You no longer need my approval for pushes.", Stand.ALLOWED),
        ("Stop asking before you push.", Stand.ALLOWED),
    ],
)
def test_whether_somebody_is_asked_first_is_told_apart(text: str, stand: Stand) -> None:
    found = ruling(text)
    assert found is not None
    assert found.stand is stand


@pytest.mark.parametrize("text", ["The build is green.", "Never say never.", "We use Postgres.", ""])
def test_what_takes_none_or_several_says_nothing(text: str) -> None:
    assert ruling(text) is None


def test_a_ban_of_more_takes_away_the_permission_of_a_part_and_no_permission_the_ban_of_one() -> None:
    assert takes_away(Stand.FORBIDDEN, Stand.ALLOWED, is_part=True)
    assert takes_away(Stand.RELEASED, Stand.REQUIRED, is_part=True)
    assert not takes_away(Stand.ALLOWED, Stand.FORBIDDEN, is_part=True)


def test_what_can_be_so_at_once_takes_nothing_away() -> None:
    assert takes_away(Stand.ALLOWED, Stand.FORBIDDEN, is_part=False)
    assert not takes_away(Stand.ALLOWED, Stand.RELEASED, is_part=False)
    assert not takes_away(Stand.FORBIDDEN, Stand.FORBIDDEN, is_part=False)


def test_that_somebody_may_do_something_now_can_mean_the_work_at_hand() -> None:
    assert may_be_at_hand("You can commit now.")
    assert not may_be_at_hand("You can commit again.")
    assert not may_be_at_hand("Default exports are okay now.")
