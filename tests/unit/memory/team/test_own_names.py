"""A person's own names, in whatever letters they are written."""

from __future__ import annotations

import pytest

from extractor.memory.team.own_names import OwnNames

OWN = OwnNames(
    [
        "annab",
        "Anna Bauer",
        "Müller, Anna",
        "anna.bauer82" + "@" + "example.com",
        "annas-macbook-pro.local",
        "root",
    ]
)


@pytest.mark.parametrize(
    "text",
    [
        "annab", "by ANNAB", "Anna", "annas", "Anna's", "anna-dev", "x_bauer_y", "BauerParser", "theBauer", "annaBauer",
        "annabauer", "bauer2", "AnnaB7", "abauer", "bauera", "annab.dev", "Müller", "Mueller", "muller", "MÜLLER", "ánná",
        "a.n.n.a.b.a.u.e.r", "anna bauer82", "Ваuеr", "ᴀɴɴᴀ", "𝐁𝐚𝐮𝐞𝐫", "Ｂａｕｅｒ", "xannabauery",
    ],
)  # fmt: skip
def test_a_name_is_found(text: str) -> None:
    assert OWN.found(f"It is {text} here.") is not None


@pytest.mark.parametrize(
    "text",
    [
        "root",
        "the savannah",
        "annals",
        "planner",
        "a MacBook Pro",
        "example.com",
        "local",
        "build",
        "82",
        "an app",
        "Banner",
    ],
)
def test_what_is_nobodys_name_is_not(text: str) -> None:
    assert OWN.found(f"It is {text} here.") is None


def test_a_name_that_is_a_word_needs_its_capital_letter() -> None:
    will = OwnNames(["Will Page", "wpage"])
    assert will.found("Releases page the team at will.") is None
    assert will.found("Releases go to Will.") is not None
    assert will.found("The bot willpage tags them.") is not None
    assert will.found("The bot wpage tags them.") is not None


def test_a_name_that_is_a_word_is_found_where_a_name_is_expected() -> None:
    assert OwnNames(["mark"]).found("Releases are approved by mark.") is not None
    assert OwnNames(["mark"]).found("Releases are there to mark progress.") is None


def test_a_short_name_that_is_a_word_needs_its_capital_letter() -> None:
    assert OwnNames(["bo"]).found("Releases go to bo.") is not None
    assert OwnNames(["Li"]).found("The li element is styled.") is None


def test_names_in_letters_without_gaps_are_found_inside_words() -> None:
    own = OwnNames(["王伟", "김민준"])
    assert own.found("发布由王伟批准") is not None
    assert own.found("김민준이 승인한다") is not None
    assert own.found("发布由团队批准") is None


def test_no_names_find_nothing() -> None:
    assert OwnNames([]).found("Anything at all.") is None
    assert OwnNames(["", "-", "a", "12"]).found("Anything at all, 12 a.") is None
