"""Secrets in plain words: a sentence that says one is told from one that speaks of them."""

import pytest

from extractor.memory.spoken_secrets import SPOKEN_SECRET, tells_a_secret

WORD = "blau" + "beere7"
"""No password of anyone, put together here."""


@pytest.mark.parametrize(
    "said",
    [
        f"my wifi password is always {WORD}",
        f"The password is still {WORD}.",
        f"Das Passwort fürs WLAN ist immer {WORD}",
        f"La contraseña del wifi es siempre {WORD}",
        f"Le mot de passe est toujours {WORD}",
        f"The password for the staging machine is simply {WORD}.",
    ],
)
def test_a_password_said_to_be_always_so_is_one_for_a_person_and_for_a_model(said: str) -> None:
    assert tells_a_secret(said)
    assert SPOKEN_SECRET.search(said)


@pytest.mark.parametrize(
    "said",
    [
        "pw: " + "correct" + "horse",
        "The password is always " + "sword" + "fish",
        "the pin for the alarm is " + str(483900 + 20),
        "The door code is " + str(4700 + 11),
        "the admin login is admin / " + "hunter" + "3x",
        "Credentials for staging: bob / " + "hunter" + "3x",
    ],
)
def test_what_a_person_wants_remembered_may_not_say_one(said: str) -> None:
    assert tells_a_secret(said)


@pytest.mark.parametrize(
    "said",
    [
        "The password is always required.",
        "The password is always hashed with bcrypt.",
        "The password is never logged.",
        "The password is now validated by the API.",
        "The field is password: string",
        "pwd: /srv/shop",
        "The form has e-mail and password: both are required.",
        "The PIN for the LED is 13.",
        "Pin 13 drives the LED.",
        "The status code is 404.",
        "The login is slow / broken.",
        "The login is at /v2/auth.",
        "Log in with Google / GitHub.",
        "Users: admins / editors",
        "The password must be 12 characters.",
    ],
)
def test_what_speaks_of_passwords_says_none(said: str) -> None:
    assert not tells_a_secret(said)
