"""Secrets in plain words: a sentence that says one is told from one that speaks of them."""

import pytest

from extractor.memory.redaction.spoken_secrets import SPOKEN_SECRET, may_hold_a_secret, tells_a_secret

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


@pytest.mark.parametrize(
    "sentence",
    [
        "The staging login is always admin / {}",
        "Always connect as root with {}",
        "Never change {}, it is the root password",
        "Never share the password, which is {}",
        "The grafana account is always bob@mail.invalid with {}",
        "The deploy key is always {}",
        "Never commit {} because it is our signing secret",
        "密码永远是{}。",
        "The PAT for gitlab is {}.",
        "Always ssh into the build box as deploy with {}.",
        "Always authenticate against LDAP with cn=anna and {}.",
        "Always unlock the keychain with {}.",
        "Always decrypt the backup with {}.",
        "Never commit {}, it is what the CI signs in with.",
        "Always test with qa@example.com ({}).",
        "My laptop is locked with {}.",
        "Always use the test account qa:{}",
        "For the VPN always use anna, then {}.",
        "Entsperre den Schlüsselbund immer mit {}.",
        "Melde dich am Testserver immer mit {} an.",
        "Déverrouille toujours le coffre avec {}.",
        "Desbloquea siempre el llavero con {}.",
    ],
)
@pytest.mark.parametrize(
    "value", ["Sommer" + "2031!", "xK9m" + "Q2vL8pR4", "Kfq" + "xwtrbnz7!", "Tb4" + "kkq!Zr81m"]
)
def test_a_sentence_that_names_a_secret_and_holds_what_may_be_one_is_held_back(
    sentence: str, value: str
) -> None:
    assert may_hold_a_secret(sentence.format(value))
    assert tells_a_secret(sentence.format(value))


@pytest.mark.parametrize(
    "sentence",
    [
        "Grafana: anna | {}. Always check it first.",
        "When it prompts, always type {}.",
        "Always run `mosquitto_pub -u anna -P {} -t x` first.",
        "Always hand {} to the demo tenants.",
        "Immer {}, wenn es danach verlangt.",
    ],
)
@pytest.mark.parametrize("value", ["Kfq" + "xwtrbnz7!", "Vd9" + "xQ2mLp4a7!"])
def test_letters_digits_and_a_mark_of_their_own_are_held_back_though_nothing_names_them(
    sentence: str, value: str
) -> None:
    assert may_hold_a_secret(sentence.format(value))


@pytest.mark.parametrize(
    "sentence",
    [
        "Passwords are hashed with argon2id.",
        "The login page uses OAuth2.",
        "Tokens are JWTs signed with RS256.",
        "The login tests run on node20.",
        "The user uses pnpm8.",
        "Login lives in src/auth2/login.ts.",
        "Secrets are in Vault under kv/app2.",
        "Accounts are in eu-central-1.",
        "The account module is v2.3.1.",
        "Always sign in with OAuth2!",
        "The vault is in eu-central-1, always unlock it first.",
        "Always ssh into web-03.example.com, never into web-04.",
        "Decrypt with age1, never with gpg2!",
        "Send mail to qa@example.com, at most ~128MB.",
        "Invoices go to billing@example.com, about order AB12CD34EF.",
        "Admins are kept in users2024.csv.",
        "Encrypt **v2.1** backups with AES-256-GCM.",
        "My ssh key is ~/.ssh/id_ed25519.",
    ],
)
def test_a_sentence_about_signing_in_holds_none(sentence: str) -> None:
    assert not may_hold_a_secret(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Always upgrade to Windows11!",
        "We love Node20! Never go back to Node18!",
        "The tests use E2ETestEnv, never beginWork$1.",
        "The video is dQw4w9WgXcQ.",
        "Always run `x = a1*B2` first.",
        "Never say Hello2World, and greet with 'Hi!'.",
    ],
)
def test_a_sentence_of_names_and_numbers_that_names_no_secret_holds_none(sentence: str) -> None:
    assert not may_hold_a_secret(sentence)
