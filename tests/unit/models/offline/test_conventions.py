"""Conventions: a matter of form that a team settles once, said as shortly as people say it."""

from __future__ import annotations

import pytest

from tests.unit.models.offline.test_model import put_down

SETTLED = [
    "we use tabs",
    "indent with two spaces",
    "tests go in __tests__",
    "Tests live next to the code they test.",
    "no semicolons in the frontend",
    "Single quotes in JS please",
    "snake_case for python functions",
    "line length 100",
    "Commit messages in imperative mood",
    "we follow conventional commits",
    "PR titles need a ticket number",
    "squash before merging",
    "type hints on all functions",
    "British spelling in the docs",
    "our code style is black",
    "named exports only",
    "dates are ISO 8601 everywhere",
    "all times are UTC",
    "money is stored in cents",
    "the generated folder is off limits",
    "we format with prettier",
    "we lint with ruff",
    "we deploy with Kamal",
    "we're a small team of 3",
    "explain like I know SQL but not React",
    "merge freeze starts on March 5",
    "If the tests fail, tell me first",
]
OF_THE_MOMENT = [
    "we use it",
    "we use the first one",
    "we run it now",
    "fix the single quotes in this file",
    "the semicolons are missing here",
    "add type hints to the parser",
    "convert this to snake_case",
    "there is a missing semicolon on line 3",
    "it complains about trailing commas",
    "why are there tabs in this file?",
    "change the named imports in utils.ts",
    "the tests go in a loop",
    "the default export is broken",
    "pull requests are failing",
    "build artifacts are missing",
    "If the tests fail, fix them",
    "if the build breaks let me know",
    "explain it like I'm five",
    "we're a bit lost",
]


@pytest.mark.parametrize("said", SETTLED)
def test_what_a_team_settles_is_kept_however_shortly_it_is_said(said: str) -> None:
    assert len(put_down(said)) == 1


@pytest.mark.parametrize("said", OF_THE_MOMENT)
def test_a_convention_in_work_at_hand_or_in_trouble_is_not(said: str) -> None:
    assert put_down(said) == []
