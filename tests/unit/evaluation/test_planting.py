"""Planted secrets: each placeholder becomes a value of the right shape, the same in session and label."""

from __future__ import annotations

import re

import pytest

from extractor.errors import ConfigError
from extractor.evaluation.labels import Label
from extractor.evaluation.planting import planted, planted_label, value
from extractor.memory.redaction.redact import contains_secret

KINDS = ("aws", "github", "password")
SESSIONS = [f"session-{number}" for number in range(50)]


def place(kind: str) -> str:
    return "{{" + f"secret:{kind}" + "}}"


def label(*forbid: str) -> Label:
    must_not = {"id": "b", "kind": "secret", "text": "T", "evidence": ["1"], "forbid": list(forbid)}
    return Label.model_validate(
        {"source": {"file": "a.jsonl", "sha256": "0" * 64}, "save": [], "must_not": [must_not]}
    )


@pytest.mark.parametrize("kind", ["aws", "github"])
def test_a_key_is_known_by_its_form_alone(kind: str) -> None:
    assert all(contains_secret(f"take {value(kind, session)} then") for session in SESSIONS)


def test_a_password_is_known_beside_its_name() -> None:
    assert all(contains_secret(f"password: {value('password', session)}") for session in SESSIONS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_value_stays_the_same_for_one_session_and_differs_between_two(kind: str) -> None:
    assert value(kind, "one") == value(kind, "one")
    assert len({value(kind, session) for session in SESSIONS}) == len(SESSIONS)


def test_every_placeholder_of_a_text_is_replaced_and_its_value_told() -> None:
    text, values = planted(f"{place('aws')}, {place('password')} and {place('aws')}", "one")
    key, password = value("aws", "one"), value("password", "one")
    assert text == f"{key}, {password} and {key}"
    assert values == {key, password}


def test_a_text_without_placeholders_stays_as_it_is() -> None:
    assert planted("{{secret}} {{other:aws}}", "one") == ("{{secret}} {{other:aws}}", frozenset())


def test_a_kind_nobody_knows_is_named() -> None:
    with pytest.raises(ConfigError, match="one: there is no secret of the kind 'gold'"):
        planted(place("gold"), "one")


@pytest.mark.parametrize("kind", KINDS)
def test_a_label_forbids_the_value_that_was_planted(kind: str) -> None:
    filled = planted_label(label(place(kind), "other"), "one")
    assert filled.must_not[0].breaks(f"it is {value(kind, 'one')}!")
    assert not filled.must_not[0].breaks(f"it is {value(kind, 'two')}!")
    assert filled.must_not[0].forbid == (re.escape(value(kind, "one")), "other")
