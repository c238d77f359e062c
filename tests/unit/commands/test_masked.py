"""What of an address is told: all but a password."""

from __future__ import annotations

import pytest

from extractor.commands.masked import masked


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("http://me:secret@host:1/v1", "http://***@host:1/v1"),
        ("https://token@host", "https://***@host"),
        ("https://me:se@cret@host/@scope", "https://***@host/@scope"),
        ("me:secret@host", "***@host"),
        ("//me:secret@host", "//***@host"),
        ("https://host/@scope?to=me@host", "https://host/@scope?to=me@host"),
        ("http://[::1]:8080/", "http://[::1]:8080/"),
        ("", ""),
    ],
)
def test_a_password_is_left_out_of_an_address_and_nothing_else(address: str, told: str) -> None:
    assert masked(address) == told
