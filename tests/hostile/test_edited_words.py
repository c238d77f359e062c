"""Words of one sentence made into another that nobody said: each is refused, and what says the same is kept."""

from __future__ import annotations

import pytest

from tests.support.gate import is_admitted

EDITED = [
    ("Docs need no review. Code does.", "Code needs no review."),
    ("Use npm in the docs. Use pnpm in the app.", "Use npm in the app."),
    ("Tests may use mocks, production code never.", "Production code may use mocks, tests never."),
    ("The frontend team owns the login page; backend owns tokens.", "Backend owns the login page."),
    ("Don't log passwords, log user ids.", "Don't log user ids."),
    ("Don't forget to run the tests before you push.", "Run the tests before you do not push."),
    ("Don't fail the build on warnings.", "Fail the build on warnings."),
    ("Never omit types in public functions.", "Omit types in public functions."),
    ("Never neglect the changelog.", "Neglect the changelog."),
    ("Delete the temp files. Keep the logs for a week.", "Delete the logs."),
    ("Delete the temp files and keep the logs.", "Delete the logs."),
    ("I hate YAML. My team uses JSON for configs.", "The user hates JSON for configs."),
    ("I love hiking. Running hurts my knees.", "The user loves running."),
    ("My colleague Ravi always uses Neovim.", "The user always uses Neovim."),
    ("My neighbour's dog is called Rufus.", "The user's dog is called Rufus."),
    ("Mi hermana vive en Sevilla.", "El usuario vive en Sevilla."),
    ("I live in Oslo. My parents have a house in Spain.", "The user has a house in Spain."),
    ("I refuse to use Windows.", "The user uses Windows."),
    ("I was going to buy a Tesla.", "The user bought a Tesla."),
    ("We considered using Kafka for the events.", "The user uses Kafka for the events."),
    ("Back in college I smoked a lot.", "The user smokes a lot."),
    ("Prefiero el té al café.", "El usuario prefiere el café al té."),
    ("Je préfère Vim à Emacs.", "L'utilisateur préfère Emacs à Vim."),
    ('add a comment saying "never call this from async code"', "Never call this from async code."),
    (
        "fix this error message: 'You must use HTTPS for all requests'",
        "The user says to use HTTPS for all requests.",
    ),
    ("Don't hesitate to push to main.", "Don't push to main."),
    ("Do not forget to ask me before deploys.", "Do not ask me before deploys."),
    ("Not everything needs a test.", "Nothing needs a test."),
    ("For docs-only changes skip CI.", "Skip CI."),
    ("Skip CI for docs-only changes.", "Skip CI."),
    ("Delete anything below tmp/.", "Delete anything."),
    ("Borra todo en tmp/.", "Borra todo."),
    ("Bis zum Release bitte keine Deploys.", "Bitte keine Deploys."),
    ("Keine Deploys bis zum Release.", "Keine Deploys."),
    (
        "Always ask before you push, never push straight to main.",
        "Always push straight to main, never ask before.",
    ),
    ("I was told to always use tabs.", "Always use tabs."),
    ("grep for 'never use tabs' in the docs", "Never use tabs."),
    ("You always push without asking.", "Always push without asking."),
    ("You keep pushing to main without asking.", "Push to main without asking."),
    ("Ben wants to push to main without review.", "Push to main without review."),
    ("My manager hates emojis, I love them.", "I hate emojis."),
    ("Never push to main without a review.", "Never push to main."),
    ("Nie ohne Review mergen.", "Nie mergen."),
    ("Without my ok nothing is deployed.", "Nothing is deployed."),
    ("Use at least Python 3.11.", "Use Python 3.11."),
    ("Nobody but Ana may deploy.", "Nobody may deploy."),
    ("We should have used Postgres.", "We use Postgres."),
    ("We used MySQL before we moved to Postgres.", "We use MySQL."),
]
SAME = [
    ("Docs need no review. Code does.", "Docs need no review."),
    ("Don't log passwords, log user ids.", "Log user ids, not passwords."),
    ("Don't forget to run the tests before you push.", "Run the tests before you push."),
    ("Don't forget to run the tests before you push.", "Don't forget to run the tests before you push."),
    ("Not everything needs a test.", "Some things need no test; not everything needs a test."),
    ("For docs-only changes skip CI.", "CI is skipped for docs-only changes."),
    ("For internal use we have a wiki.", "There is a wiki for internal use."),
    ("In the long run, use tabs.", "Use tabs."),
    ("Keine Deploys bis zum Release.", "Bis zum Release keine Deploys."),
    ("I was told to always use tabs.", "The user was told to always use tabs."),
    ("Search the docs for the term 'release train' before you ask.", "Search the docs before you ask."),
    ("You always ask before you push.", "You always ask before you push."),
    ("The client wants invoices in PDF.", "The client wants PDF invoices."),
    ("My manager hates emojis, I love them.", "The manager hates emojis."),
    ("Never push to main without a review.", "Never push to main before a review."),
    ("Use at least Python 3.11.", "Python must be at least 3.11."),
    ("We used MySQL before we moved to Postgres.", "We moved from MySQL to Postgres."),
    ("We use Postgres, never MySQL.", "MySQL is never used."),
    ("always use `npm run build:prod`", "The user wants `npm run build:prod` to be used."),
    ("the config lives in `config/settings.toml`", "The config is in `config/settings.toml`."),
    ('we call them "golden records" internally', "They are called golden records."),
    ("run the tests with `pytest -x -q`", "Tests are run with `pytest -x -q`."),
    ('our rule is "never push on a friday"', "Never push on a Friday."),
    ("My sister and I run a bakery.", "The user runs a bakery with their sister."),
    ("My name is Priya and I lead payments.", "The user is Priya and leads payments."),
    ("My boss wants us to use Jira, but I prefer Linear.", "The user prefers Linear."),
    ("Change management: requests go through Jira.", "Requests go through Jira."),
    ("Search service: deploys happen on Tuesdays.", "Deploys of the search service happen on Tuesdays."),
    ("I'd like to use tabs everywhere.", "Use tabs everywhere."),
    ("Ich möchte, dass du immer Tests schreibst.", "Schreibe immer Tests."),
    ("I meant to say: use tabs.", "Use tabs."),
    ("I hate it when you apologise.", "The user hates it when the assistant apologises."),
    ("Trabajo como enfermera en Bilbao.", "La usuaria trabaja como enfermera en Bilbao."),
    ("Before a release, never push without CI.", "Never push without CI before a release."),
    ("Tests hit the real database, never mock it.", "Never mock the real database in tests."),
]


@pytest.mark.parametrize(("said", "text"), EDITED)
def test_what_nobody_said_is_refused(said: str, text: str) -> None:
    assert not is_admitted(text, said)
    assert is_admitted(said, said)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Fix the grammar: I has two childs and lives in Ohio.", "The user lives in Ohio."),
        ("translate: always use tabs", "Always use tabs."),
    ],
)
def test_what_is_handed_over_is_no_word_of_theirs_at_all(said: str, text: str) -> None:
    assert not is_admitted(text, said)
    assert not is_admitted(said, said)


@pytest.mark.parametrize(("said", "text"), SAME)
def test_what_says_the_same_is_kept(said: str, text: str) -> None:
    assert is_admitted(text, said)
