"""What stands before a secret's name says what its value may be."""

from __future__ import annotations

import pytest

from extractor.memory.redact import redact

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
