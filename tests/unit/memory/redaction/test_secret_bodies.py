"""Private keys go also without the lines that say so, and as JSON; public ones and certificates stay."""

from __future__ import annotations

import base64
import json
from random import Random

import pytest

from extractor.memory.redaction.redact import redact
from tests.support.cost import grows_as_it_does

CHOSEN = Random(31)
BEGINS = {
    "OpenSSH": b"openssh-key-v1\0\0\0\0\4none\0\0\0\4none\0\0\0\0\0\0\0\1\0\0\0\x33\0\0\0\x0bssh-ed25519",
    "RSA": bytes.fromhex("308204a40201000282010100"),
    "RSA of 4096 bits": bytes.fromhex("308209290201000282020100"),
    "RSA in PKCS 8": bytes.fromhex("308204bd020100300d06092a864886f70d0101010500048204a7"),
    "EC": bytes.fromhex("307702010104202f"),
    "EC in PKCS 8": bytes.fromhex("308187020100301306072a8648ce3d020106082a8648ce3d030107046d"),
    "Ed25519": bytes.fromhex("302e020100300506032b657004220420"),
}
PUBLIC = {
    "RSA": bytes.fromhex("30820122300d06092a864886f70d01010105000382010f00"),
    "EC": bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d030107034200"),
    "Ed25519": bytes.fromhex("302a300506032b6570032100"),
    "a certificate": bytes.fromhex("308203a93082029102"),
}


def lines(begins: bytes, size: int = 400) -> list[str]:
    text = base64.b64encode(begins + CHOSEN.randbytes(size)).decode()
    return [text[at : at + 64] for at in range(0, len(text), 64)]


@pytest.mark.parametrize("kind", BEGINS)
@pytest.mark.parametrize(
    "written",
    [
        "\n{}\n",
        "$ tail -n +2 id.pem\n{}\n-- \n",
        "head of it:\n  {}\n  …",
    ],
)
def test_a_private_key_without_its_armour_goes(kind: str, written: str) -> None:
    key = lines(BEGINS[kind])
    redacted = redact(written.format("\n".join(key)))
    assert not [line for line in key if line in redacted], redacted
    assert redacted.startswith(written.partition("{}")[0].rstrip(" "))


@pytest.mark.parametrize("kind", BEGINS)
def test_it_goes_numbered_by_a_viewer_and_inside_json_too(kind: str) -> None:
    key = lines(BEGINS[kind])
    numbered = "\n".join(f"{number:6}→{line}" for number, line in enumerate(key, 2))
    for text in (numbered, json.dumps({"content": "\n" + "\n".join(key) + "\n"}), "".join(key)):
        redacted = redact(text)
        assert not [line for line in key if line in redacted], redacted


@pytest.mark.parametrize("kind", PUBLIC)
def test_a_public_key_stays(kind: str) -> None:
    text = "\n".join(["-----BEGIN X-----", *lines(PUBLIC[kind], 250), "-----END X-----"])
    assert redact(text) == text


def test_what_stands_below_a_key_stays() -> None:
    text = "\n".join([*lines(BEGINS["RSA"]), "", "Then the deploy went through", "commit 3f9a1c0"])
    assert redact(text).endswith("\n\nThen the deploy went through\ncommit 3f9a1c0")


def drawn(size: int) -> str:
    return base64.urlsafe_b64encode(CHOSEN.randbytes(size)).decode().rstrip("=")


@pytest.mark.parametrize("indent", [None, 2])
def test_the_private_fields_of_a_key_in_json_go_and_the_public_ones_stay(indent: int | None) -> None:
    public = {"kty": "RSA", "kid": "main", "use": "sig", "alg": "RS256", "n": drawn(20), "e": "AQAB"}
    private = {name: drawn(128) for name in ("d", "p", "q", "dp", "dq", "qi")}
    text = json.dumps({"keys": [{**public, **private}]}, indent=indent)
    for written in (text, json.dumps(text)):
        redacted = redact(written)
        assert not [name for name, value in private.items() if value in redacted]
        assert public["n"] in redacted
    assert redact(json.dumps(public)) == json.dumps(public)


@pytest.mark.parametrize(
    "key",
    [
        {"kty": "EC", "crv": "P-256", "x": drawn(32), "y": drawn(32), "d": drawn(32)},
        {"d": drawn(32), "kty": "OKP", "crv": "Ed25519", "x": drawn(32)},
        {"kty": "oct", "k": drawn(64)},
    ],
)
def test_the_one_private_field_of_other_kinds_goes(key: dict[str, str]) -> None:
    assert (key.get("d") or key["k"]) not in redact(json.dumps(key))


def test_fields_of_one_letter_of_something_else_stay() -> None:
    text = json.dumps({"d": drawn(20).lower(), "q": "select name from users"})
    assert redact(text) == text


def test_many_beginnings_cost_no_more_than_their_letters() -> None:
    line = lines(BEGINS["RSA"])[0]
    assert grows_as_it_does(redact, f"{line}\n", 200)
    assert grows_as_it_does(redact, f"{line} ", 200)
    assert grows_as_it_does(redact, '{"kty":"RSA","d":"', 2_000)
