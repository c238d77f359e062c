"""Moments are written in one way for people and in one way for programs, whatever the command."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from tests.support.machine import Scratch

NAME = "11111111-2222-4333-8444-555555555555"

ANY = re.compile(r"\d{4}-\d\d-\d\d[T ]?(?: at )?\d\d:\d\d[^\s,]*")
FOR_PEOPLE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")
FOR_PROGRAMS = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
MILLISECONDS = 1 << 40

TELLING = [
    "status", "log", "why never-use-tabs", "show never-use-tabs", "recall tabs", "recall tabs --context 1",
    f"history {NAME}", "digest", "projects",
]  # fmt: skip


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    made = Scratch(tmp_path_factory.mktemp("moments") / "home", settings={"TZ": "Asia/Kathmandu"})
    made.session(NAME).turn("Never use tabs.")
    assert made.command("once").returncode == 0
    return made


def without_front_matter(told: str) -> str:
    """A memory file is shown as it stands, its `modified` too."""
    return "\n".join(line for line in told.splitlines() if not line.startswith("  modified: "))


@pytest.mark.parametrize("command", TELLING)
def test_a_person_is_told_every_moment_where_they_are_to_the_minute(scratch: Scratch, command: str) -> None:
    done = scratch.command(*command.split())
    told = ANY.findall(without_front_matter(done.stdout))
    assert told, done
    assert all(FOR_PEOPLE.fullmatch(each) for each in told), told


@pytest.mark.parametrize("command", TELLING)
def test_a_program_is_told_every_moment_in_utc(scratch: Scratch, command: str) -> None:
    values = json.loads(scratch.command(*command.split(), "--json").stdout)
    told = [each for key, each in leaves(values) if key not in ("text", "told")]
    moments = [each for each in told if isinstance(each, str) and ANY.fullmatch(each)]
    assert moments, values
    assert all(FOR_PROGRAMS.fullmatch(each) for each in moments), moments
    assert not [each for each in told if isinstance(each, int) and each > MILLISECONDS]


def leaves(values: object, key: str = "") -> Iterator[tuple[str, object]]:
    if isinstance(values, dict):
        for name, each in values.items():
            yield from leaves(each, name)
    elif isinstance(values, list):
        for each in values:
            yield from leaves(each, key)
    else:
        yield key, values


def test_the_same_moment_is_told_by_each_command_that_names_it(scratch: Scratch) -> None:
    said = ANY.findall(scratch.command("recall", "tabs", "--speaker", "person").stdout)[0]
    for command in (f"history {NAME}", "why never-use-tabs", "digest"):
        assert said in scratch.command(*command.split()).stdout, command
