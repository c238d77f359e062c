"""Whether a text forbids something, allows it, asks for it or releases from it."""

from __future__ import annotations

import pytest

from extractor.memory.allowed import Stand, ruling


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
        ("Every method needs a docstring.", Stand.ASKED),
        ("Always squash.", Stand.ASKED),
        ("Docstrings are no longer required.", Stand.RELEASED),
        ("You don't have to run the linter.", Stand.RELEASED),
        ("No need to run the linter.", Stand.RELEASED),
    ],
)
def test_a_text_takes_a_stand(text: str, stand: Stand) -> None:
    found = ruling(text)
    assert found is not None
    assert (found.stand, found.asks_first) == (stand, False)


@pytest.mark.parametrize(
    ("text", "stand"),
    [
        ("Ask me before you push.", Stand.ASKED),
        ("Never push without asking me.", Stand.ASKED),
        ("You need my ok for pushes.", Stand.ASKED),
        ("You can push without asking.", Stand.RELEASED),
        ("You no longer need my approval for pushes.", Stand.RELEASED),
        ("Stop asking before you push.", Stand.RELEASED),
    ],
)
def test_whether_somebody_is_asked_first_is_told_apart(text: str, stand: Stand) -> None:
    found = ruling(text)
    assert found is not None
    assert (found.stand, found.asks_first) == (stand, True)


@pytest.mark.parametrize("text", ["The build is green.", "Never say never.", "We use Postgres.", ""])
def test_what_takes_none_or_several_says_nothing(text: str) -> None:
    assert ruling(text) is None
