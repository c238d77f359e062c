"""What somebody has one of at a time, and what later takes its place."""

from __future__ import annotations

import pytest

from extractor.memory.slots.slot import Told
from extractor.memory.slots.slot_forms import filled
from extractor.memory.slots.slots import fills_otherwise, told_change


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Always answer in German.", "Answer in English from now on."),
        ("Antworte mir immer auf Deutsch.", "Reply in English."),
        ("Always use pnpm.", "We use npm now."),
        ("We use poetry for dependencies.", "Use uv for dependencies."),
        ("Keep your answers short.", "Give me long, detailed answers from now on."),
        ("Use single quotes in TypeScript.", "Use double quotes in TypeScript."),
        ("Call me Sam.", "Call me Alex from now on."),
        ("We use MySQL.", "We use Postgres now."),
        ("The database is MySQL 8.", "The database is Postgres now."),
        ("We deploy to Heroku.", "Deploys go to Fly now."),
        ("We deploy on Fridays.", "From now on we deploy on Mondays."),
        ("The dev server runs on port 3000.", "The dev server is on 4000 now."),
        ("Our main branch is called master.", "The main branch is called main now."),
        ("We're on Node 18.", "We upgraded to Node 22."),
        ("The CI runs on Jenkins.", "CI is GitHub Actions."),
        ("Our error tracker is Sentry.", "The error tracker is Faultline."),
        ("Our docs are in Notion.", "The docs are in Outline now."),
        ("Our error tracker is Sentry.", "We replaced our error tracking with GlitchTip."),
        ("Line length limit is 80 characters.", "We bumped max line length to 120."),
        ("The API is written in Go.", "The API is in Rust now."),
        ("Maria is our tech lead.", "Maria left, Tobias is the tech lead now."),
        ("Flags are kept in Unleash.", "Flags are kept in Flagsmith, we cancelled the other contract."),
        ("Priya reviews the SQL changes.", "SQL changes get reviewed by Henrik now."),
        ("Never mock the database in tests.", "Mocking the database in tests is fine again."),
        ("Ask me before you add dependencies.", "You don't need to ask before adding dependencies any more."),
        ("You may refactor anything.", "Never refactor anything."),
        ("We support Python 3.8 and up.", "Minimum Python version is 3.11."),
        ("The user lives in Lisbon.", "I moved to Porto."),
        ("The standup is at 9:30 every day.", "Standup moved to 10:00."),
        ("Just so you know: we deploy every Tuesday.", "Our deploy day moved to Thursday."),
        ("The supplier import runs every night at 02:00.", "Ops shifted the supplier import to 04:30."),
        ("My timezone is CET.", "I'm in New York now, so my timezone is EST."),
        ("Our CI runs on CircleCI.", "We switched CI to GitHub Actions in the week of 2026-11-16."),
        ("You may always push straight to origin.", "Never push yourself, I'll do that."),
        ("Every public method needs Javadoc.", "Javadoc isn't required any longer, good names are enough."),
        ("The staging host is alpha.example.com.", "The staging host is beta.example.com."),
        ("The staging db is on pg-2.example.com now.", "staging db isn't pg-2 anymore, it's pg-3"),
        (
            "The staging db is on pg-2 now, the old one (pg-1) is dead since Friday.",
            "staging db isnt pg-2 anymore, we moved it to the new cluster, pg-3.example.com",
        ),
        ("The build server is on ci-1.", "The build server is ci-2 now."),
        ("The staging db is pg-stg-03.", "The staging database is pg-stg-04."),
        ("Staging db is pg-stg-03.", "staging db is now pg-stg-04"),
        ("The staging db is on pg-stg-02.shop.lan now.", "The staging db is now on pg-stg-03.shop.lan."),
        ("Prod server is web1.shop.lan.", "Our production server is web2.shop.lan."),
        ("The release captain is Ana.", "The release captain is Tom."),
        ("The default branch is main.", "The default branch is trunk."),
        ("The staging database is called shop_stage.", "The staging database is called shop_qa."),
        ("The upload folder is uploads/raw.", "The upload folder is /srv/uploads."),
        ("Der Ansprechpartner ist Frau Klein.", "Der Ansprechpartner ist Herr Groß."),
    ],
)
def test_a_later_word_puts_something_else_in_its_place(older: str, newer: str) -> None:
    assert fills_otherwise(newer, older)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Always answer in German.", "Write the docs in English, always."),
        ("Use pnpm in the frontend.", "Use npm in the docs folder."),
        ("We use Redis for caching.", "We use Postgres for storage now."),
        ("We deploy staging to Heroku.", "We deploy production to Fly now."),
        ("Use pytest for unit tests.", "Use playwright for end-to-end tests from now on."),
        ("We use Postgres.", "We use Redis now."),
        ("We deploy on Fridays.", "We deploy on Kubernetes now."),
        ("Issue 12 is mine.", "Issue 14 is mine now."),
        ("We moved the docs to Confluence, the tickets stay in Jira.", "We moved the docs to Notion."),
        ("Use npm.", "Never use pnpm."),
        ("The dev server runs on port 3000.", "The test server is on 4000 now."),
        ("Our CI is Jenkins.", "Our CI is green."),
        ("Our database is Postgres.", "The database is in Frankfurt."),
        ("Our database is Postgres.", "Our database runs on Hetzner."),
        ("Our database runs on Hetzner.", "Our database is Postgres."),
        ("Our database is in Frankfurt.", "Our database is Postgres."),
        ("The docs are in Berlin.", "The docs are in Notion."),
        ("Our docs are in Notion.", "The docs are in Berlin."),
        ("Our logs go to Kibana.", "Logs are written by Winston."),
        ("Our database is Postgres.", "The test database is SQLite."),
        ("Our docs are in Notion.", "The API docs are in Swagger."),
        ("Tom owns search.", "Tom owns billing now."),
        ("Line length is 100 in Python.", "Line length is 120 in Markdown."),
        ("Never commit secrets.", "You can commit again."),
        ("The user lives in Lisbon.", "I moved to Postgres."),
        ("Don't push to main.", "You may push to main now."),
        ("Never mock the database.", "Mocking the database is fine again, but only in pages."),
        ("The staging host is alpha.example.com.", "The production host is beta.example.com."),
        ("The build server is in Frankfurt.", "The build server is ci-2 now."),
        ("The staging host is alpha-1.", "The staging host isn't slow anymore, it's fine now."),
        ("The design lead is Priya.", "The backend lead is Omar."),
        ("The build server is Hetzner 3.", "The build server is down."),
        ("The app is React.", "The app is TypeScript."),
        ("The contact for billing is Ana.", "The contact for shipping is Tom."),
        ("A backup server is alpha.example.", "A backup server is beta.example."),
        ("Backup server is alpha.example.", "Backup server is beta.example."),
        ("The staging db is pg-stg-03.", "The staging db is slow now."),
        ("The staging db is pg-stg-03.", "The prod db is pg-prod-04."),
    ],
)
def test_what_is_said_of_another_thing_takes_no_place(older: str, newer: str) -> None:
    assert not fills_otherwise(newer, older)


@pytest.mark.parametrize(
    ("older", "newer"),
    [("We use Postgres.", "We use SQLite."), ("We deploy to Heroku.", "We deploy to Fly.")],
)
def test_of_what_there_may_be_several_one_gives_way_only_to_a_change(older: str, newer: str) -> None:
    assert not fills_otherwise(newer, older)
    assert fills_otherwise(newer, older, at_least=Told.CHANGE)


def test_the_same_thing_in_other_words_takes_no_place() -> None:
    assert not fills_otherwise("We use PostgreSQL now.", "We use Postgres.")
    assert not fills_otherwise("Reply in German from now on.", "Antworte immer auf Deutsch.")


def test_a_sentence_that_denies_fills_nothing_but_what_it_forbids() -> None:
    assert [(slot.kind, value) for slot, value in filled("Never use npm.")] == [("permission", "forbidden")]


def test_one_that_names_two_of_a_kind_fills_no_slot_of_it() -> None:
    assert filled("We use Postgres and MySQL.") == ()


@pytest.mark.parametrize(
    "text", ["We use npm now.", "Ab jetzt auf Deutsch.", "以后用英文回答。", "We upgraded it."]
)
def test_a_change_is_told(text: str) -> None:
    assert told_change(text)


@pytest.mark.parametrize("text", ["We use npm.", "I know the answer.", "The nowcast is stale."])
def test_what_only_states_tells_of_no_change(text: str) -> None:
    assert told_change(text) is Told.NOTHING
