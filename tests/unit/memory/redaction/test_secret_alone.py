"""Random letters that stand alone go; what programs name by such letters, or show of public keys, stays."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from random import Random
from string import ascii_letters, digits

import pytest

from extractor.memory.redaction.redact import redact

CHOSEN = Random(53)
ALNUM = ascii_letters + digits
BASE58 = "".join(sorted(set(ALNUM) - set("0OIl")))


def _base64(size: int) -> str:
    return base64.b64encode(CHOSEN.randbytes(size)).decode()


def _urlsafe(size: int) -> str:
    return base64.urlsafe_b64encode(CHOSEN.randbytes(size)).decode().rstrip("=")


def _drawn(letters: str, size: int) -> str:
    return "".join(CHOSEN.choices(letters, k=size))


ARMOURED = "\n".join([*(_base64(48) for _ in range(5)), _base64(27)])
CERTIFICATE = f"-----BEGIN CERTIFICATE-----\n{ARMOURED}\n-----END CERTIFICATE-----\n"


def _numbered(text: str) -> str:
    return "\n".join(f"{number:6}→{line}" for number, line in enumerate(text.split("\n"), 1))


@pytest.mark.parametrize("wrap", [str, _numbered, json.dumps])
@pytest.mark.parametrize(
    "text",
    [
        CERTIFICATE,
        f"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n{ARMOURED}\n=V/6I\n-----END PGP PUBLIC KEY BLOCK-----\n",
        f"-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA{_base64(32)}\n-----END PUBLIC KEY-----\n",
    ],
)
def test_certificates_and_public_keys_stay_to_their_last_line(text: str, wrap: Callable[[str], str]) -> None:
    assert redact(wrap(text)) == wrap(text)


@pytest.mark.parametrize(
    "text",
    [
        "undefined reference to `_ZNSt7__cxx1112basic_stringIwSt11char_traitsIwESaIwEEC2EPKwmRKS3_'",
        "#12 _ZN4core3fmt9Formatter15debug_tuple_new17h3f2a9c8b7d6e5f40E",
        "_ZNKSt7num_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEE14_M_extract_intIjEES3_S3_S3_RSt8ios_base",
    ],
)
def test_a_compiler_s_name_of_a_function_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "text",
    [
        f'"ms": ["ms@2.1.3", "", {{}}, "sha512-{_base64(64)}"],',
        f"script-src 'sha256-{_base64(32)}'",
        *(f"x/y.py,sha256={_urlsafe(32)},27" for _ in range(40)),
    ],
)
def test_a_hash_that_says_it_is_one_stays_wherever_a_sign_stands_in_it(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "text",
    [
        f"Inspect: dpl_{_drawn(ALNUM, 28)} of prj_{_drawn(ALNUM, 28)}",
        f"ipfs://Qm{_drawn(BASE58, 44)}/x.json",
        f'{{"kty":"EC","crv":"P-256","x":"{_urlsafe(32)}","y":"{_urlsafe(32)}"}}',
        "ELBSecurityPolicy-TLS13-1-2-Ext1-2021-06",
        "| 2026-07-21-design-v0-round1-REJECT |",
        "target nu-x-NU_VERSION-x86_64-pc-windows-msvc",
    ],
)
def test_ids_of_deployments_contents_and_policies_stay(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize("begins", ["", "Z", "_", "x-", "a1-b2-c3-"])
def test_letters_drawn_by_chance_go_whatever_they_begin_with(begins: str) -> None:
    for _ in range(20):
        secret = begins + _drawn(ALNUM, 40) + _drawn(digits, 2) + _drawn(ALNUM, 20)
        assert secret[-22:] not in redact(f"use {secret} here")


def test_the_private_part_of_a_key_in_json_goes() -> None:
    secret = _urlsafe(32)
    assert secret not in redact(f'{{"kty":"OKP","crv":"Ed25519","d":"{secret}","x":"{_urlsafe(32)}"}}')
