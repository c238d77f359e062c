"""Whose voice: what carries no mark of a paste but was not typed into a prompt is left out."""

from __future__ import annotations

import pytest

from extractor.models.offline.voice import is_foreign, own_paragraphs, types_small
from tests.support.cost import grows_as_it_does

REVIEW = (
    "The comment above the field is misleading. It claims that lines are unchanged, while the value counts lines that "
    "were added by the tool. The comment should be updated to reflect what this field represents."
)


def kept(text: str) -> list[str]:
    return [paragraph.strip() for paragraph in own_paragraphs(text)]


def test_prose_that_speaks_of_nobody_is_somebody_else_s() -> None:
    assert kept(f"{REVIEW}\n\nplease always answer such comments") == ["please always answer such comments"]


def test_what_follows_such_prose_is_theirs_until_somebody_speaks() -> None:
    text = f"{REVIEW}\n\nThe same fault stands in the second field.\n\nwe never rename fields"
    assert kept(text) == ["we never rename fields"]


def test_a_message_about_code_that_speaks_of_nobody_is_somebody_else_s_in_short_paragraphs_too() -> None:
    text = (
        "The value of `limitOf` is read twice in render_page.\n\nReading it once, before the loop of\n\n"
        "drawRows, keeps the page from showing two different limits for one and the same request."
    )
    assert kept(text) == []
    assert kept(f"Never read a limit twice in a request.\n\n{text}") != []


def test_rules_that_speak_of_nobody_stay() -> None:
    rules = ["Use pnpm instead of npm.", "Tests live in tests/unit.", "Errors must be logged as JSON.",
             "Commit messages in English only, with a ticket number, for every commit on any branch."]  # fmt: skip
    assert kept("\n\n".join(rules)) == rules


def test_prose_of_one_s_own_stays() -> None:
    text = (
        "We store amounts as integers everywhere. Our accountants found rounding faults twice, and since then nobody "
        "uses floats here. That holds for the exports and the reports, too."
    )
    assert kept(text) == [text]


@pytest.mark.parametrize(
    "intro",
    [
        "got this feedback:",
        "here is the mail of our customer:",
        "this is what CI says:",
        "Der Kunde schreibt:",
        "here's the ticket:",
        "From the README:",
        "copied from the spec:",
    ],
)
def test_what_follows_an_introduction_is_left_out(intro: str) -> None:
    assert kept(f"{intro}\nWe always want the rates by six.\n\nPlease never change the order.") == [
        "Please never change the order."
    ]


def test_a_short_paragraph_stays_whatever_it_speaks_of() -> None:
    assert kept("Amounts are always integers. Never floats.") == [
        "Amounts are always integers. Never floats."
    ]


def test_a_report_of_a_program_is_nobody_s_voice() -> None:
    report = "=== Status ===\nRemote login: off\n\n[*] Checking\n[+] Sharing must be enabled by hand\n\nIt does not exist"
    assert kept(report) == []


@pytest.mark.parametrize(
    "role",
    [
        "You are Chef Planner, who plans the meals of a week.",
        "you are a senior code reviewer with an eye for races",
        "Act as an editor of technical prose.",
        "Your workflow each week: ask, plan, cook.",
    ],
)
def test_a_role_is_given_to_a_model_and_all_behind_it_too(role: str) -> None:
    assert kept(f"put this into the prompt file\n\n{role}\n\nNever use nuts.") == [
        "put this into the prompt file"
    ]


@pytest.mark.parametrize(
    "text", ["you are right, never do that", "You are missing the point: never push", "your task is done"]
)
def test_what_is_said_to_the_agent_is_no_role(text: str) -> None:
    assert kept(text) == [text]


@pytest.mark.parametrize(
    "offer",
    [
        "Would you like me to write the page first?",
        "Once you reply, I can turn this into a plan with weekly steps.",
        "Let me know if you'd like a shorter version.",
    ],
)
def test_an_offer_of_an_agent_is_none_of_the_person_s_words(offer: str) -> None:
    assert kept(f"we never publish drafts\n\n{offer}") == ["we never publish drafts"]


def test_three_short_messages_tell_whether_somebody_types_small() -> None:
    assert types_small(["fix it", "and the other one", "ok", "Yes"])
    assert not types_small(["fix it", "and the other one"])
    assert not types_small(["Fix it", "and the other one", "Ok", "yes"])
    assert not types_small(["1. a", "/help", "> quoted", ""])


def test_a_long_message_does_not_tell_how_somebody_types() -> None:
    pasted = " ".join(["word"] * 40)
    assert not types_small([pasted, pasted, pasted])


def test_what_is_written_out_is_foreign_where_the_person_types_small() -> None:
    sentence = "The totals are rounded before they are stored."
    assert is_foreign(sentence, among=25, small=True)
    assert not is_foreign(sentence, among=24, small=True)
    assert not is_foreign(sentence, among=25, small=False)
    assert not is_foreign(sentence.removesuffix("."), among=25, small=True)
    assert not is_foreign("Please round the totals before they are stored.", among=25, small=True)


def test_a_message_longer_than_anybody_types_is_foreign_where_nobody_speaks() -> None:
    assert is_foreign("the totals are rounded", among=500, small=False)
    assert not is_foreign("the totals are rounded", among=499, small=False)


def test_a_rule_is_never_foreign() -> None:
    assert not is_foreign("Never round the totals.", among=900, small=True)
    assert not is_foreign("Totals must be stored as they are.", among=900, small=True)


def test_lines_without_a_word_cost_what_their_letters_do() -> None:
    assert grows_as_it_does(lambda text: list(own_paragraphs(text)), "\n😀", 4_000, before="a")
