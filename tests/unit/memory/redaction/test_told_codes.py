"""The digits of doors and cards and the codes that let one in go; numbers that open nothing stay."""

from __future__ import annotations

import pytest

from extractor.memory.redaction.redact import redact

DIGITS = "47" + "11"


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


@pytest.mark.parametrize("before", ["Recovery Key: ", "BitLocker\n    Password:\n      "])
def test_what_opens_a_disk_goes(before: str) -> None:
    groups = "-".join(str(111_111 + number * 11) for number in range(8))
    assert redact(before + groups) == before + "[REDACTED:code]"
    assert redact(f"{before}{groups}-111111") == f"{before}{groups}-111111"
