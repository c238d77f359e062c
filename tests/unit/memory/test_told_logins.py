"""A password told with its user, and the digits of doors and cards, go; ways of signing in and numbers stay."""

from __future__ import annotations

import pytest

from extractor.memory.redact import redact

YEARLY = "Sommer" + "2031!"
ODD = "hun" + "ter3x"
DIGITS = "47" + "11"


@pytest.mark.parametrize(
    "sentence",
    [
        "log in with admin / {}",
        "you can login as admin / {} on staging",
        "sign in with `demo@mail.invalid` / `{}`",
        "logged in to the admin page with bob | {}",
        "use demo@mail.invalid / {} there",
        "the login is admin / {}",
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
    "sentence",
    [
        "my PIN is {}",
        "my pin {}",
        "alarm code {}",
        "PIN for the card: {}",
        "the pin of my sim is still {}",
        "the door code is {}",
        "alarm code: {}",
    ],
)
def test_the_digits_of_a_door_or_a_card_are_taken_out(sentence: str) -> None:
    assert DIGITS not in redact(sentence.format(DIGITS))


@pytest.mark.parametrize(
    "sentence",
    [
        "GPIO pin: 17",
        "pin numpy to 1.26.4",
        "PIN 4 of the header is ground",
        "pin code: 560001",
        "exit code: 4711",
        "status code is 4040",
    ],
)
def test_a_number_that_opens_nothing_stays(sentence: str) -> None:
    assert redact(sentence) == sentence


@pytest.mark.parametrize("between", [" ", ", ", "\n", "\n- "])
@pytest.mark.parametrize("name", ["recovery codes:", "My backup codes for GitHub are", "2FA codes:\n"])
def test_codes_that_let_one_in_without_a_telephone_are_taken_out(name: str, between: str) -> None:
    codes = ("a1b2c-" + "d3e4f", "g5h6i-" + "j7k8l", "m9n1o-" + "p2q3r")
    told = redact(f"{name} {between.join(codes)}")
    assert not any(code in told for code in codes)


@pytest.mark.parametrize(
    "sentence",
    [
        "recovery codes: we generate 10 of them",
        "backup codes are 10 digits",
        "backup code: see backup.py",
        "recovery code: string",
    ],
)
def test_what_is_said_about_such_codes_stays(sentence: str) -> None:
    assert redact(sentence) == sentence


@pytest.mark.parametrize(
    "text",
    ["bob:$apr1${}${}", "root:$6${}${}:19000:0", "hash = '$2b$12${}{}'", "$argon2id$v=19$m=65536${}${}"],
)
def test_a_password_as_it_is_kept_is_taken_out(text: str) -> None:
    salt, kept = "9xQ4" + "bb7T", "PCB9t2039bicBTW5ZE9LFa" + "3kQ7s1"
    told = redact(text.format(salt, kept))
    assert kept not in told
    assert salt not in told


@pytest.mark.parametrize(
    "text",
    [
        "const password = this.form.value.password1;",
        "password = var.db_password2",
        "password: req.body.password1",
        "pw = playwright.chromium2",
        '["docker","run","-p","8080:80","-e","A=b"]',
        "it costs $5$ and $6$ here",
    ],
)
def test_a_name_of_code_stays_whatever_digit_it_has(text: str) -> None:
    assert redact(text) == text
