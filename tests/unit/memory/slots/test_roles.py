"""What a text says serves a purpose that it names."""

from __future__ import annotations

import pytest

from extractor.memory.slots.role_words import MEASURES, NAMES, NOUNS, PEOPLE
from extractor.memory.slots.roles import fillings, plainly_fills


def found(text: str) -> list[tuple[str, str]]:
    return [(each.role, each.value) for each in fillings(text)]


@pytest.mark.parametrize(
    ("text", "role", "value"),
    [
        ("Our error tracker is Sentry.", "errors", "sentry"),
        ("Traefik took over as our gateway.", "gateway", "traefik"),
        ("Background jobs are queued in RabbitMQ.", "queue", "rabbitmq"),
        ("We log with Pino.", "logging", "pino"),
        ("Translation files are handled by Transifex.", "translations", "transifex"),
        ("Our feature flags are in Flipt.", "flags", "flipt"),
        ("Test coverage must stay above 90 percent.", "coverage", "90"),
        ("One approval is enough.", "approvals", "one"),
        ("Lena is our product owner.", "product owner", "lena"),
        ("We write our styles with CSS modules.", "styles", "cssmodules"),
    ],
)
def test_a_role_is_filled_by_a_name_or_a_number(text: str, role: str, value: str) -> None:
    assert (role, value) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Our CI is green.",
        "The database is down.",
        "Our error tracker is Sentry or GlitchTip.",
        "The logs are from Monday.",
        "Docs should use British spelling.",
        "The cache needs 3 or 4 minutes.",
        "Is there a gateway?",
        "",
    ],
)
def test_what_names_no_one_thing_fills_none(text: str) -> None:
    assert found(text) == []


def test_a_text_of_many_words_is_not_looked_at() -> None:
    assert found("Our error tracker is Sentry " + "and so on " * 10) == []


def test_the_version_behind_a_name_is_told_apart() -> None:
    (each,) = fillings("The production database is MySQL 5.7.")
    assert (each.value, each.version, each.rest) == ("mysql", "5.7", "The production is")


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ("Our ORM is Sequelize.", True),
        ("We track tickets in Shortcut.", True),
        ("Use Winston for logging.", True),
        ("Can the ORM be Sequelize?", False),
        ("Install Winston for the logging.", False),
        ("Our line length is 100.", False),
    ],
)
def test_how_things_are_is_told_plainly(text: str, is_plain: bool) -> None:
    assert plainly_fills(text) is is_plain


def test_every_noun_stands_for_one_role_and_every_name_in_one() -> None:
    nouns = [
        noun.strip()
        for table in (NOUNS, PEOPLE, MEASURES)
        for each in table.values()
        for noun in each.split(",")
    ]
    assert len(nouns) == len(set(nouns))
    names = [(name, role) for role, each in NAMES.items() for name in each.split()]
    roles = dict(names)
    assert [each for each in names if roles[each[0]] != each[1]] == []
