"""What has a form that nothing but a secret has is taken out wherever it stands."""

from __future__ import annotations

import pytest

from extractor.memory.redaction.redact import redact


@pytest.mark.parametrize(
    "text",
    ["bob:$apr1${}${}", "root:$6${}${}:19000:0", "hash = '$2b$12${}{}'", "$argon2id$v=19$m=65536${}${}"],
)
def test_a_password_as_it_is_kept_is_taken_out(text: str) -> None:
    salt, kept = "9xQ4" + "bb7T", "PCB9t2039bicBTW5ZE9LFa" + "3kQ7s1"
    told = redact(text.format(salt, kept))
    assert kept not in told
    assert salt not in told
