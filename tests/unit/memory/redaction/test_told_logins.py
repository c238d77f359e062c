"""A password told with its user goes; ways of signing in stay."""

from __future__ import annotations

import pytest

from extractor.memory.redaction.redact import redact
from tests.support.cost import grows_as_it_does

YEARLY = "Sommer" + "2031!"
ODD = "hun" + "ter3x"


@pytest.mark.parametrize(
    "sentence",
    [
        "log in with admin / {}",
        "you can login as admin / {} on staging",
        "sign in with `demo@mail.invalid` / `{}`",
        "logged in to the admin page with bob | {}",
        "use demo@mail.invalid / {} there",
        "the login is admin / {}",
        "try anna / {} when you sign in",
    ],
)
@pytest.mark.parametrize("password", [YEARLY, ODD])
def test_a_password_that_stands_beside_its_user_is_taken_out(sentence: str, password: str) -> None:
    assert redact(sentence.format(password)).startswith(sentence.partition("{}")[0])
    assert password not in redact(sentence.format(password))


@pytest.mark.parametrize(
    "sentence",
    [
        "log in with demo@mail.invalid and {}",
        "sign in as bob with {}",
        "signing in to the shop as bob, password {}",
        "the credentials are admin and {}",
        "credentials for staging: admin, {}",
        "melde dich bei staging mit admin und {} an",
        "einloggen mit admin / {}",
        "connecte-toi avec admin et {}",
        "It asks for a password, use {}",
        "when it asks for a passphrase type {}",
        "password? {}",
        "enter {} when prompted for the password",
        "Das Passwort ist immer {}",
        "la contraseña es siempre {}",
        r"net use Z: \\srv\share /user:bob {}",
        "db.internal:*:app:bob:{}",
        "user admin pass {}",
        "creds admin {}",
        "u/p: admin/{}",
        "user/pass: admin/{}",
        "test user demo@mail.invalid with {}",
        "demo@mail.invalid:{}",
        "basic auth is admin:{}",
        "Zugangsdaten: admin / {}",
        "identifiants: admin / {}",
        "PASSWORD IS {}",
        "password ({})",
        "the db password, {}, is in the vault",
        "Pass:     {}",
        "Password .... : {}",
        "the passwrod is {}",
        "pswd: {}",
        "MDP={}",
        "DB_PASSWORD ?= {}",
        "mon mot de passe wifi est {}",
        "la contraseña siempre es {}",
        "把密码改成{}",
        '["curl","-u","bob:{}"]',
        '["mysql","-uroot","-p{}"]',
        "['sshpass', '-p', '{}', 'ssh']",
        "bash -c 'mysql -p'\\''{}'\\'' app'",
    ],
)
def test_a_password_in_a_sentence_that_tells_it_is_taken_out(sentence: str) -> None:
    assert YEARLY not in redact(sentence.format(YEARLY))


@pytest.mark.parametrize(
    "sentence",
    [
        "log in with Google / GitHub2",
        "log in with Google / 1Password",
        "log in as user1 / user2",
        "login with anna / user2024",
        "log in with node / server12",
        "sign in with email / password123456",
        "use redis:latest to log in",
        "use postgres:16.3-alpine to log in with psql",
        "use app:v1.2.3-rc4 for login tests",
        "Use main:src/login2.ts to log in",
        "sign in with OAuth2 and PKCE",
        "sign in with a passkey or YubiKey5C",
        "login: src/login2.tsx",
        "login is handled in src/auth2.ts",
        "logging in via http://localhost:3000/v2x",
        "login with the credentials from .env.local2",
        "logged in as deploy-bot, v1.2.3-rc4 is out",
        "signed in as bob, opened PR#1234 again",
        "log on to server01 with RDP and port 3389",
        "user@host.name/resource2x",
        "asks for a password, use the one from the vault2",
        "did you rotate the password? v2.3.1 needs it",
        "log in with test@mail.invalid",
    ],
)
def test_a_way_of_signing_in_stays(sentence: str) -> None:
    assert redact(sentence) == sentence


@pytest.mark.parametrize(
    "text",
    [
        "We always log in with user admin and pass {}.",
        "sign in as root, password {}",
        "melde dich mit admin und Passwort {} an",
    ],
)
def test_words_put_together_are_a_password_behind_its_name(text: str) -> None:
    phrase = "-".join(("purple", "monkey", "dishwasher"))
    for value in (phrase, f"hunter{22}"):
        assert value not in redact(text.format(value))
    assert redact(f"log in with user admin at {phrase}") == f"log in with user admin at {phrase}"


@pytest.mark.parametrize("password", ["Vd9xQ2" + "mLp4a7!", "X2Y(4r" + "Umer#B", "=CIEP" + "x3mn/PQ"])
def test_a_password_that_was_made_for_a_user_is_taken_out_whatever_signs_it_holds(password: str) -> None:
    line = "2031-01-01 [Note] A temporary password is generated for root@localhost: {}\nready"
    assert redact(line.format(password)) == line.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "text",
    [
        "A password is generated for each user: see docs/users2.md",
        "The password is generated for root@localhost and printed once.",
    ],
)
def test_how_passwords_are_made_is_no_password(text: str) -> None:
    assert redact(text) == text


def test_a_word_and_a_number_is_a_password_beside_a_user_whom_a_stroke_parts_from_it() -> None:
    for word in (f"hunter{2}", f"dragon{4711}"):
        assert redact(f"login with anna / {word}.") == "login with anna / [REDACTED:password]."
        assert redact(f"login with Google / {word}") == f"login with Google / {word}"


@pytest.mark.parametrize(
    "before", ["use anna:{} to log in", "Use `anna`:`{}` to log in", "use anna and {} as the login"]
)
def test_a_login_said_before_its_word_goes(before: str) -> None:
    assert redact(before.format("Sommer-" + "31!x")) == before.format("[REDACTED:password]")


def test_a_login_said_before_its_word_costs_time_that_grows_as_it_does() -> None:
    assert grows_as_it_does(redact, "use a:b to log in ", 500)
    assert grows_as_it_does(redact, "use a:bbbbbbbb use login", 500)
