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
    "use pnpm, npm breaks our lockfile",
    "Don't mock the database in tests, we got burned last quarter when mocked tests passed but the migration failed.",
    "run the linter before you say you're done",
    "run tests after every change",
    "if you're unsure, ask",
    "ask if unclear",
    "when in doubt, ask me",
    "skip the preamble",
    "no comments in the code",
    "one commit per change",
    "small PRs only",
    "don't over-engineer",
    "we value readability over cleverness",
    "I've been writing Go for 10 years",
    "I'm on a Mac",
    "I'm in Berlin (CET)",
    "I use vim",
    "we're 3 people",
    "Sarah is our designer",
    "the budget is 200 euros a month",
    "we have about 500 users",
    "our users are mostly nurses",
    "the customer is a hospital",
    "error logs are in Sentry",
    "ask in #backend if CI is red",
    "release is on Mondays",
    "we freeze on Friday",
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
    "I've been debugging this for 2 hours",
    "I'm on a call",
    "I'm in Chrome, Windows",
    "we're two people short today",
    "Sarah is our hero",
    "our users are getting errors",
    "our users are unable to log in",
    "the client is a bit slow",
    "we have 3 users in the test db",
    "skip the summary for now",
    "Opus is the reviewer here",
    "the error logs are empty",
    "check the board if it is red",
    "the build got burned, it fails now",
    "use pnpm, npm breaks",
    "see you on friday",
]


@pytest.mark.parametrize("said", SETTLED)
def test_what_a_team_settles_is_kept_however_shortly_it_is_said(said: str) -> None:
    assert len(put_down(said)) == 1


@pytest.mark.parametrize("said", OF_THE_MOMENT)
def test_a_convention_in_work_at_hand_or_in_trouble_is_not(said: str) -> None:
    assert put_down(said) == []
