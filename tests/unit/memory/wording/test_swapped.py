"""Things that trade places in a sentence, and words in another order that say the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.wording.swapped import swapped


def turned(text: str, *said: str) -> tuple[str, str] | None:
    return swapped(text, said, said)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("I prefer tabs over spaces in this repo.", "The user prefers spaces over tabs in this repo."),
        ("Postgres is faster than MySQL for our reports.", "MySQL is faster than Postgres for our reports."),
        ("Always run the migrations before the deploy.", "Always run the deploy before the migrations."),
        ("Use pnpm, not npm.", "Use npm and not pnpm."),
        ("Alice reports to Bob.", "Bob reports to Alice."),
        ("We moved from Jenkins to CircleCI.", "The team moved from CircleCI to Jenkins."),
        ("Lint after the tests, not before.", "Lint before the tests, not after."),
        ("Readability beats speed here.", "Speed beats readability here."),
        (
            "I'd rather have fewer features than more bugs.",
            "The user would rather have more bugs than fewer features.",
        ),
        ("The old api calls the new worker.", "The new worker calls the old api."),
        ("Verwende lieber Tabs als Leerzeichen.", "Verwende lieber Leerzeichen als Tabs."),
        ("用pnpm，不要用npm。", "用npm，不要用pnpm。"),
        ("استخدم pnpm وليس npm", "استخدم npm وليس pnpm"),
    ],
)
def test_two_around_a_relation_do_not_trade_places(said: str, text: str) -> None:
    assert turned(text, said)
    assert turned(said, text)
    assert turned(said, said) is None


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Deploy to staging before prod, and never on a Friday.", "Before staging, deploy to prod."),
        ("We moved to Vitest from Jest last month.", "From Vitest the team moved to Jest last month."),
        ("The billing service calls the auth service.", "The billing service is called by the auth service."),
    ],
)
def test_nor_do_they_where_the_relation_stands_in_front_or_turns_the_verb(said: str, text: str) -> None:
    assert turned(text, said)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Frontend uses TypeScript, backend uses Go.", "Frontend uses Go, backend uses TypeScript."),
        (
            "Admins can delete projects, editors can only archive them.",
            "Editors can delete projects, admins can only archive them.",
        ),
        (
            "We left Jest for Vitest last month because Jest was slow.",
            "We left Vitest for Jest last month because Vitest was slow.",
        ),
        ("Limit uploads to 30 seconds and logins to 5.", "Limit uploads to 5 seconds and logins to 30."),
        (
            "Camille valide les maquettes, Théo valide le code.",
            "Théo valide les maquettes, Camille valide le code.",
        ),
    ],
)
def test_of_what_is_told_word_for_word_none_stands_in_the_place_of_another(said: str, text: str) -> None:
    assert turned(text, said)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Use spaces for Python and tabs for Go.", "Use tabs for Python."),
        ("Tom owns billing, Lisa owns search.", "Lisa owns billing."),
        ("Errors go to Sentry and metrics go to Grafana.", "Metrics go to Sentry."),
        ("Anna reviews the backend, Ben the frontend.", "Ben reviews the backend."),
        ("Anna reviews the backend and Ben the frontend.", "Anna reviews the frontend."),
        ("Prod runs on AWS, staging on Hetzner.", "Staging runs on AWS."),
        ("Use English in code, German in the UI.", "The UI is in English."),
        ("My boss wants tabs, I prefer spaces.", "The user prefers tabs."),
        ("Timeout should be 30 seconds, retries 5.", "Retries should be 30."),
        ("The API is slow because the DB is on HDDs.", "The DB is slow."),
        ("Anna macht das Backend, Ben das Frontend.", "Ben macht das Backend."),
        ("Reply to customers in German, to colleagues in English.", "Reply to customers in English."),
        ("Small changes go to main and large changes go to a branch.", "Large changes go to main."),
        (
            "Priya owns the ingestion and Marcus owns the dashboards.",
            "The dashboards are owned by Priya, ingestion by Marcus.",
        ),
    ],
)
def test_what_is_told_side_by_side_is_not_mixed(said: str, text: str) -> None:
    assert turned(text, said)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Always run the migrations before the deploy.", "Before the deploy, the migrations are always run."),
        ("Use ruff, black and mypy for tests.", "For tests use mypy, ruff and black."),
        ("Use ruff, black and mypy for tests.", "Use mypy, black and ruff for tests."),
        (
            "Run unit tests, integration tests and e2e tests.",
            "Run integration tests, e2e tests and unit tests.",
        ),
        ("Frontend uses TypeScript, backend uses Go.", "Backend uses Go, frontend uses TypeScript."),
        ("No emojis in code, in docs and in commits.", "No emojis in commits, in code and in docs."),
        ("The default model is haiku.", "Haiku is the default model."),
        ("Anna reviews the backend, Ben the frontend.", "Ben reviews the frontend, Anna the backend."),
        ("Prod runs on AWS, staging on Hetzner.", "Staging runs on Hetzner."),
        ("Bugs go to Linear, project ING.", "Bugs go to the Linear project ING."),
        ("I'm a backend dev, new to React.", "The user is new to React."),
        ("I work at Acme and lead the platform team.", "The user leads the platform team at Acme."),
        ("The port was 3000, is now 4000.", "The port is 4000."),
        ("Keep answers short, no tables.", "No tables in answers."),
        ("The fixtures are slow because they rebuild the index, cache it.", "Fixtures cache the index."),
        ("Use English in code, German in the UI.", "The UI is in German."),
        ("In tests never mock the database.", "Never mock the database in tests."),
        ("Lisa reviews Tom's code.", "Tom's code is reviewed by Lisa."),
        (
            "The nightly build runs at 2 am, the weekly report at 6 am.",
            "The weekly report runs at 6 am, the nightly build at 2 am.",
        ),
        (
            "Cap retries at 3 for payments and 10 for emails.",
            "Retries for emails are capped at 10 and for payments at 3.",
        ),
        (
            "Deploy to staging first, then to prod after the tests pass.",
            "Deploy to prod after the tests pass.",
        ),
        ("Wrap errors with context.", "Errors are wrapped with context."),
        ("Only run the slow suite if I ask for it.", "The slow suite is run only when the user asks for it."),
        ("Das Lager zählt montags.", "Montags zählt das Lager."),
        ("Svelte compiles faster than React.", "React compiles slower than Svelte."),
    ],
)
def test_another_order_that_says_the_same_is_let_pass(said: str, text: str) -> None:
    assert turned(text, said) is None


def test_what_a_later_sentence_says_the_other_way_round_is_said() -> None:
    moved, back = "We moved from Jenkins to CircleCI.", "Then we moved back from CircleCI to Jenkins."
    assert turned(back, moved, back) is None
    assert swapped("We moved from CircleCI to Jenkins.", [moved], [moved, back]) is None
    both = "Convert from local time to UTC when writing and from UTC to local time when reading."
    assert turned("When reading convert from UTC to local time.", both) is None


WORDS = st.lists(st.sampled_from("lamp gate well tea not to before , and".split()), max_size=14).map(" ".join)


@settings(max_examples=300)
@given(WORDS, WORDS)
def test_a_sentence_and_any_stretch_of_it_are_never_turned_around(before: str, said: str) -> None:
    assert turned(said, f"{before} {said}") is None
    assert turned(said, before, said) is None


def test_what_is_said_letter_for_letter_is_said_however_long_the_sentence() -> None:
    long = "Since " + " ".join(f"part{n}" for n in range(80)) + " we run the tests before the build."
    assert turned("We run the tests  before the build!", "Run the build before the tests.", long) is None
    assert turned("We run the tests before the builder", "Run the builder before the tests.", long)


def test_a_questions_short_is_is_no_thing_told_of() -> None:
    asked = "What's your main aim - quiet from neighbours, remote garden access, or dry cellars?"
    answer = "all three, quiet(at night), garden access(from anywhere), dry(walls and cellars)"
    assert (
        turned("The main aim is all three, quiet (at night), garden access (from anywhere).", asked, answer)
        is None
    )
