"""A message that does nothing but tell how things are is kept, light as its sentences are."""

from __future__ import annotations

from datetime import UTC

import pytest

from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.models.offline.facts import facts


def kept(*texts: str) -> list[str]:
    said = [
        Message(MessageKey("claude", f"m{number}", 0), Speaker.HUMAN, Kind.TEXT, text, Milliseconds(60_000))
        for number, text in enumerate(texts)
    ]
    return [one.text for fact in facts([said], 9, UTC).facts for one in fact.stated]


@pytest.mark.parametrize(
    "text",
    [
        "The nightly backup runs at 02:00.",
        "Changelog entries go into CHANGES.rst.",
        "The firmware is C99.",
        "Tests use Catch2.",
        "All distances in the physics code are in centimetres.",
        "Our Kubernetes cluster runs on GKE.",
        "Nuestra API está escrita en Django.",
        "Der Kundenserver steht in Frankfurt.",
        "Luigi schedules the nightly imports at 02:00.",
        "The reports database sits in eu-west-2.",
        "Guests can download files up to 80 MB.",
        "Battery charge cutoff = 4.2 V.",
        "Jump host for the test racks: jump3.racks.example.",
        "EU orders are on shard west.",
        "Feature branches are named feature/<ticket>.",
        "Dark is the default theme of our app.",
        "Builds of the app run on the runner called thor.",
        "Dependency management in this project is poetry.",
        "Build artefacts get published to Nexus.",
        "Los datos de los sensores se guardan en InfluxDB.",
        "Questions about billing go to Farid.",
        "The import order is three blocks.",
        "Die Webseite deployen wir auf Hetzner.",
        "Depth on the charts in fathoms.",
        "Map tiles come from OpenTopoMap.",
        "Menu prices in Swiss francs include VAT.",
    ],
)
def test_a_plain_statement_that_is_all_of_a_message_is_kept(text: str) -> None:
    assert kept(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "The test in Safari fails.",
        "It is in Frankfurt now.",
        "The build is green.",
        "Is the backup at 02:00?",
        "The backup could be at 02:00.",
        "The users are unable to log in to Safari.",
        "This is on line 40 of main.py.",
        "got conflicts from the branch FEAT-12",
        "we have 3 users in the test db",
        "the parser is called twice",
        "when i mean the field I mean the one called rows",
        "Unknown command: rate-limit",
        "Error in main.py: line 3",
        "The backup runs at 02:00. Can you check the log?",
        "Change the port to 4000. The backup runs at 02:00.",
    ],
)
def test_what_reports_asks_or_points_is_not(text: str) -> None:
    assert kept(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Skip the tests this time, I only changed a typo in the readme.",
        "leave the changelog alone on this one, Aino is rewriting that section as we speak",
        "don't run black on this commit, I want a readable diff for Tom",
        "Esta respuesta dámela en inglés, la voy a reenviar.",
        "Pour ce message-ci, rédige le texte en italien, c'est pour un client à Milan.",
    ],
)
def test_what_is_said_for_one_time_is_not_kept_whatever_its_reason(text: str) -> None:
    assert kept(text) == []


def test_of_a_longer_message_a_statement_says_what_the_rest_is_about() -> None:
    assert kept("The backup runs at 02:00. The list is in Redis. The page is in Vue.") == []
