"""What stands before a secret's name says what its value may be."""

from __future__ import annotations

from base64 import b64encode
from random import Random
from string import ascii_letters, digits
from uuid import UUID

import pytest

from extractor.memory.redaction.redact import redact
from tests.support.cost import grows_as_it_does

PASSWORD = "Qw3" + "rty77b"


@pytest.mark.parametrize("between", [" ", "\n  "])
def test_a_netrc_file_gives_a_password_behind_a_machine_and_a_login(between: str) -> None:
    text = f"machine api.example.com{between}login bob{between}password word" + "4711"
    assert redact(text).endswith("password [REDACTED:password]")


@pytest.mark.parametrize(
    "text",
    [
        "On this machine we use nginx, pass http://localhost:3001; on",
        "proxy_pass http://localhost:3001; # on this machine only",
        "This machine has the password policy-v2 in force",
        "machine api.example.com login bob\n\nElsewhere the password policy-v2 is in force",
    ],
)
def test_the_word_machine_alone_makes_no_netrc_file(text: str) -> None:
    assert redact(text) == text


UUID4 = str(UUID(bytes=Random(31).randbytes(16), version=4))


@pytest.mark.parametrize(
    "text",
    [
        "railway up --token {}",
        "x --deploy-token={}",
        "X-Postmark-Server-Token: {}",
        "curl -H 'X-Consul-Token: {}' h",
        "setx TOKEN {}",
        'setx API_TOKEN "{}"',
    ],
)
def test_a_uuid_is_a_token_where_one_is_sent_or_set(text: str) -> None:
    assert redact(text.format(UUID4)) == text.format("[REDACTED:token]")


@pytest.mark.parametrize(
    "option",
    ["--lock-token", "--client-token", "--next-token", "--client-request-token", "--page-token", "the token"],
)
def test_a_uuid_that_names_a_page_a_lock_or_a_request_stays(option: str) -> None:
    assert redact(f"aws x {option} {UUID4}") == f"aws x {option} {UUID4}"


PUBLIC = b64encode(Random(37).randbytes(32)).decode()


@pytest.mark.parametrize(
    "text",
    [
        f"[Peer]\nPublicKey = {PUBLIC}",
        f"public_key: {PUBLIC}",
        f"the public key is {PUBLIC}",
        "private_key: X25519PrivateKey",
        "def sign(private_key: Ed25519PrivateKey, data: bytes) -> bytes:",
        "kubectl get secret app-tls-l3t9p",
        "look at the secret x-tls-1d1b8 first",
        "chart --pass: #16a34a",
        "wrote agent_msg_" + "".join(Random(41).choices(ascii_letters + digits, k=28)),
    ],
)
def test_a_name_a_public_key_and_a_colour_are_no_secret(text: str) -> None:
    assert redact(text) == text


def test_a_private_key_in_the_same_settings_is_one() -> None:
    text = f"[Interface]\nPrivateKey = {PUBLIC}\n[Peer]\nPublicKey = x"
    assert PUBLIC not in redact(text)


CHOSEN = Random(43)


@pytest.mark.parametrize(
    "text",
    [
        "GH_PAT={}",
        "export AZURE_DEVOPS_EXT_PAT={}",
        "PEPPER={}",
        "PASSWORD_PEPPER: {}",
        "https://x.example.com/a?b=1&key={}",
        "https://x.example.com/a?appid={}&q=1",
    ],
)
@pytest.mark.parametrize("letters", ["0123456789abcdef", ascii_letters + digits])
def test_more_names_name_a_secret(text: str, letters: str) -> None:
    value = "".join(CHOSEN.choices(letters, k=32))
    assert value not in redact(text.format(value))


def test_a_key_told_in_words_is_taken_out() -> None:
    words = " ".join("".join(CHOSEN.choices(ascii_letters[:26], k=6)) for _ in range(12))
    for text in ("MNEMONIC={}", 'mnemonic: "{}"', "the seed phrase is {}", "Recovery phrase:\n{}"):
        assert redact(text.format(words)) == text.format("[REDACTED:key]")


@pytest.mark.parametrize(
    "text",
    [
        "salt and pepper: 2 teaspoons",
        "file_pat = a1b2*.py",
        "https://x.example.com/a?key=user_settings_v2",
        "https://x.example.com/a?key=2024-11-26T10:00:00Z",
        "https://x.example.com/a?key=products/list-2024/page2",
        "the mnemonic is: every good boy does fine",
        "A seed phrase is a list of words that a wallet makes",
    ],
)
def test_what_such_names_name_besides_secrets_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("PASSWORD={} HOST1=db12prod ./run", PASSWORD),
        ("the password is {} and build12345 is out", PASSWORD),
        ("mysql -uroot -p{} shop2024db < dump2024.sql", PASSWORD),
        ("curl -u bob:{} x1y2z3a4b5c6", PASSWORD),
        ("token={} commit1a2b3c4d5e6f", "ab12cd34" + "ef56ab12"),
    ],
)
def test_the_kind_a_placeholder_tells_names_no_word_behind_it(text: str, secret: str) -> None:
    redacted = redact(text.format(secret))
    assert redacted.split("[")[0] + redacted.split("]")[-1] == text.replace("{}", "")


def test_words_behind_each_other_s_placeholders_need_few_passes() -> None:
    assert grows_as_it_does(redact, "şifre aQ" + "7zR4tkW9xx", 50)


@pytest.mark.parametrize(
    "text",
    [
        "Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089",
        '<assemblyIdentity name="Newtonsoft.Json" publicKeyToken="30ad4fe6b2a6aeed" />',
        '    minipass: "npm:^5.0.0"\n',
        '    "@isaacs/fs-minipass": "npm:^4.0.0"\n',
        '"PWD": "C:\\\\Users\\\\bob\\\\dev2"',
        "PWD=C:\\Users\\bob\\dev2",
    ],
)
def test_an_assembly_s_key_a_package_and_a_folder_are_no_secret(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "name", ["MEILI_MASTER_KEY=", "ENCRYPTION_KEY: ", "jwt_signing_key = ", 'encryptionKey: "']
)
def test_a_key_that_locks_or_signs_may_be_made_up_like_a_password_or_be_a_uuid(name: str) -> None:
    for value in ("Tr4vel!" + "Wolf", str(UUID(bytes=Random(5).randbytes(16), version=4))):
        assert redact(f"{name}{value}") == f"{name}[REDACTED:key]"


@pytest.mark.parametrize(
    "text",
    [
        "private_key: id_ed25519",
        "private_key_path=/home/a/.ssh/id_rsa2",
        "encryption_key: aes256gcm",
        "master_key: config/master.key",
        "signing_key=self.key1",
    ],
)
def test_what_such_a_key_is_called_stays(text: str) -> None:
    assert redact(text) == text
