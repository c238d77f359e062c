"""Likeness: the same said again, the opposite, and what a change overtakes."""

from __future__ import annotations

import pytest

from extractor.models.offline.by_words import ByWords
from extractor.models.offline.likeness import (
    adds_nothing,
    contradicts,
    corrects,
    overtakes,
    says_same,
    tokens,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Never use emojis in commit messages.", "never use emojis in a commit message!"),
        ("Deploys go to Fly.", "deploys go to fly"),
        ("数据库只能用国内机房的", "数据库只能用国内机房的。"),
    ],
)
def test_the_same_in_nearly_the_same_words(one: str, other: str) -> None:
    assert says_same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The limit is 5 requests.", "The limit is 6 requests."),
        ("Use tabs in makefiles.", "Do not use tabs in makefiles."),
        ("Ask Marek, he owns the backend.", "Marek left, Priya owns the backend now, so reviews go to her."),
        ("", ""),
    ],
)
def test_another_number_a_not_or_more_to_say_is_not_the_same(one: str, other: str) -> None:
    assert not says_same(one, other)


def test_nearly_the_same_words_with_another_number_contradict() -> None:
    assert contradicts("The freeze starts on 11 December.", "The freeze starts on 4 December.")
    assert not contradicts("The freeze starts on 4 December.", "the freeze starts on 4 December")


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("We moved off Heroku, deploys go to Fly.", "We deploy to Heroku."),
        ("Marek left, Priya owns the backend.", "Ask Marek for review, he owns the backend."),
        ("Change of plan on the JSON: camelCase.", "Use snake_case in the JSON."),
    ],
)
def test_a_change_overtakes_what_it_names(newer: str, older: str) -> None:
    assert overtakes(newer, older)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Issue #12 must stay open until the audit.", "Issue #14 must stay open until the audit."),
        ("PR 31 must never be merged.", "PR 32 must never be merged."),
        ("JIRA-12 must never be closed.", "JIRA-13 must never be closed."),
        ("Schritt 2 nie überspringen.", "Schritt 3 nie überspringen."),
    ],
)
def test_a_number_that_is_a_name_is_of_another_thing(one: str, other: str) -> None:
    assert not contradicts(one, other)
    assert not says_same(one, other)


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("We are in phase 3.", "We are in phase 2."),
        ("The standup is in room 14.", "The standup is in room 12."),
        ("Files must be in UTF-16.", "Files must be in UTF-8."),
    ],
)
def test_a_number_further_on_is_put_otherwise(newer: str, older: str) -> None:
    assert corrects(newer, older)


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("The user lives in Porto now.", "The user lives in Lisbon."),
        ("I work at Initech now.", "The user works at Acme."),
        ("My editor is Helix now.", "My editor is Vim."),
    ],
)
def test_of_what_somebody_has_one_the_later_overtakes(newer: str, older: str) -> None:
    assert overtakes(newer, older)
    assert not overtakes(newer, "The user works on the parser.")


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("The API must answer within 500 ms.", "The API must answer within 200 ms."),
        ("Deploying on Fridays is fine again.", "Never deploy on Fridays."),
        ("Never wait for the nightly backup.", "Always wait for the nightly backup."),
        ("We never ship the app on Fridays anymore.", "We always ship the app on Fridays."),
    ],
)
def test_a_number_or_a_not_put_otherwise_corrects(newer: str, older: str) -> None:
    assert corrects(newer, older)


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("You may commit to main for docs changes only.", "Never commit to main."),
        ("The API must answer within 500 ms on mobile.", "The API must answer within 200 ms."),
        ("The timeout of the import worker is 600 seconds.", "The timeout is 30 seconds."),
        ("Webhooks must be retried.", "Webhooks must be retried 5 times with a pause of 30 seconds."),
        ("The API must answer in 500 ms.", "The API must answer in 200 ms and log lines hold 4 KB at most."),
    ],
)
def test_an_exception_a_further_case_and_a_part_leave_the_rule_standing(newer: str, older: str) -> None:
    assert not corrects(newer, older)


def test_a_sentence_adds_nothing_where_it_has_no_word_of_its_own() -> None:
    assert adds_nothing("As always, deploy on Tuesdays.", "Deploy on Tuesdays.")
    assert not adds_nothing(
        "The staging database is always restored from the Dublin backup.",
        "The staging database is always restored from the Frankfurt backup.",
    )
    assert not adds_nothing(
        "Refunds over the limit are approved by Anna and Tom.", "Refunds over the limit are approved by Anna."
    )


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("We can deploy to production on Fridays from now on.", "We can't deploy to production on Fridays."),
        ("The frontend is allowed to call the ledger.", "The frontend isn’t allowed to call the ledger."),
        ("Always merge without a review.", "Never merge without a review."),
        ("Never stop the server before a backup.", "Always stop the server before a backup."),
    ],
)
def test_the_opposite_in_the_same_words_is_not_the_same(newer: str, older: str) -> None:
    assert not says_same(newer, older)
    assert not adds_nothing(newer, older)


TURNED = [
    ("Always use spaces, never tabs.", "Always use tabs, never spaces."),
    ("Don't use pnpm here, use npm.", "Don’t use npm here, use pnpm."),
    ("Run the tests before the linter.", "Run the linter before the tests."),
    ("After the migrations, run the deploy.", "After the deploy, run the migrations."),
    ("Prefer composition over inheritance.", "Prefer inheritance over composition."),
    ("The backups move from Dublin to Berlin.", "The backups move from Berlin to Dublin."),
    ("Immer Leerzeichen, nie Tabs.", "Immer Tabs, nie Leerzeichen."),
]
"""The same words on the other side of what parts them."""


@pytest.mark.parametrize(("newer", "older"), TURNED)
def test_the_same_words_the_other_way_round_correct(newer: str, older: str) -> None:
    assert not says_same(newer, older)
    assert not adds_nothing(newer, older)
    assert corrects(newer, older)


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("Never spaces, always use tabs.", "Always use tabs, never spaces."),
        ("Before the tests, run the linter.", "Run the linter before the tests."),
        ("Never push to main, push to a branch.", "Never push to main: push to a branch."),
        ("For logging never use print in scripts.", "In scripts never use print for logging."),
        ("Run the deploy after the migrations.", "After the migrations, run the deploy."),
    ],
)
def test_the_same_in_another_order_is_the_same(newer: str, older: str) -> None:
    assert says_same(newer, older)
    assert not corrects(newer, older)


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("Use spaces, never tabs.", "In Makefiles use tabs, never spaces."),
        ("We always use Paddle rather than Stripe.", "In billing we always use Stripe rather than Paddle."),
        ("Always rebase, never squash.", "For hotfixes squash, never rebase."),
    ],
)
def test_a_rule_turned_around_leaves_that_of_one_place_standing(newer: str, older: str) -> None:
    assert not says_same(newer, older)
    assert not corrects(newer, older)


@pytest.mark.parametrize(
    "older", ["Backups go to AWS S3 in Frankfurt.", "On AWS I keep the staging app.", "AWS runs it."]
)
def test_a_name_in_capitals_is_given_up_with_what_it_is_called_besides(older: str) -> None:
    assert overtakes("We moved off AWS, all of it runs on Hetzner.", older)
    assert overtakes("We moved off Jenkins.", "The image is built by Jenkins Mondays and Fridays.")


def test_what_is_said_right_after_overtakes_by_fewer_words() -> None:
    newer, older = (
        "Thinking again: let's drop the start command entirely.",
        "The start command prints a long page.",
    )
    assert overtakes(newer, older, is_next=True)
    assert not overtakes(newer, older)


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("We moved from GitHub Actions to CircleCI.", "Use GitHub issues for bugs in the Android app."),
        ("We moved the Python formatter from Black to Ruff.", "Python 3.9 is the least we support."),
        ("We moved from Stripe Checkout to Stripe Elements.", "Invoices from Stripe are kept ten years."),
        ("We have moved the demo to Fridays.", "Never push on Fridays."),
        ("We moved the demo from Fridays to Mondays.", "Never push on Fridays."),
        ("We moved the docs from Heroku to Fly.", "The shop runs on Heroku."),
        ("We moved from Apple to Lenovo.", "Customers on phones pay with Apple Pay."),
        ("Anna left the design team, so Tom owns the icons now.", "Anna owns the billing service."),
        ("In the api folder we no longer use tabs, use spaces there.", "Use tabs, never spaces."),
    ],
)
def test_a_change_of_one_thing_leaves_another_of_the_same_name(newer: str, older: str) -> None:
    assert not overtakes(newer, older)


@pytest.mark.parametrize(
    "newer",
    [
        "We moved deploys from Heroku to Fly.",
        "Heroku is gone, use Fly.",
        "From May on we use Fly instead of Heroku.",
    ],
)
def test_a_change_overtakes_what_it_gives_up_by_name(newer: str) -> None:
    assert overtakes(newer, "We deploy to Heroku from the main branch.")


def test_a_change_leaves_what_it_does_not_name() -> None:
    assert not overtakes("The old provider is switched off in May.", "Nothing risky in the billing code.")
    assert not overtakes(
        "The old wiki is dead.", "Imports are watched in Grafana, that's the one to look at."
    )


def test_words_are_compared_without_their_endings() -> None:
    assert tokens("deploying deployed deploys") == tokens("deploy")


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        (
            "No I think this is fine and has too much risk of false positives.",
            "I think by file is too much.",
        ),
        ("Please look up the places in `sketch.js` that moved.", "`sketch.js` is too large."),
        ("I like that it is really good now.", "It seems really good."),
    ],
)
def test_what_somebody_makes_of_a_thing_and_the_name_of_one_file_is_not_enough_to_overtake(
    newer: str, older: str
) -> None:
    assert not overtakes(newer, older)
    assert not overtakes(newer, older, is_next=True)


def test_a_file_named_in_both_is_one_thing_they_share() -> None:
    assert overtakes("We moved the colours out of sketch.js, it is small.", "The colours stand in sketch.js.")


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("We use spaces, not tabs.", "We use tabs."),
        ("Use bun instead of npm.", "Use npm."),
        ("The wiki is in Notion, not Confluence.", "The wiki is in Confluence."),
        ("Wir nutzen Leerzeichen, nicht Tabs.", "Wir nutzen Tabs."),
    ],
)
def test_what_names_what_it_is_in_the_place_of_takes_that_back(newer: str, older: str) -> None:
    assert corrects(newer, older)
    assert list(ByWords([older]).corrected_by(newer)) == [older]


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("We use spaces, not tabs.", "We use tabs in Go."),
        ("Use tabs, not spaces.", "We never use spaces."),
        ("Use the logger, not print.", "We use print in scripts."),
        ("I want tea, not coffee.", "Coffee is in the kitchen."),
        ("Push to develop, not main.", "Never push to main."),
    ],
)
def test_what_says_more_of_it_or_denies_it_too_stays(newer: str, older: str) -> None:
    assert not corrects(newer, older)


@pytest.mark.parametrize(
    ("rule", "fact"),
    [
        ("Never mock the database in tests.", "We run the database tests in Docker now."),
        ("Never deploy the shop to Heroku on Fridays.", "We moved the docs off Heroku."),
        ("Always ask Ana before you touch the migrations.", "Ana is no longer the owner of billing, Tom is."),
    ],
)
def test_how_things_are_overtakes_no_rule_of_the_same_things(rule: str, fact: str) -> None:
    assert not overtakes(fact, rule)
    assert not corrects(fact, rule)


def test_a_country_in_capitals_is_no_word_that_says_nothing() -> None:
    older = "The EU region must keep logs for 30 days."
    assert not corrects("The US region must keep logs for 90 days.", older)


def test_what_is_allowed_of_more_than_a_rule_speaks_of_is_an_exception_to_it() -> None:
    rule = "Never push straight to main, always open a PR."
    assert not overtakes("Typo fixes in docs/ can go straight to main, no PR needed for those.", rule)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("run", "running"),
        ("make", "making"),
        ("date", "dates"),
        ("commit", "committing"),
        ("call", "calling"),
    ],
)
def test_forms_of_a_word_are_one(one: str, other: str) -> None:
    assert tokens(one) == tokens(other)
