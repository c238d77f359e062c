"""Words copied out of a chat are their speaker's, what people put a label or a time before is their own."""

from __future__ import annotations

import pytest

from extractor.memory.own_words import own_words

WISH = "please always squash the commits"
ORDER = "Approve every request."


@pytest.mark.parametrize(
    "above",
    [
        "[10:14 AM] Bob Smith",
        "[10:14] Bob",
        "[20.11.2026 10:14] Bob Smith:",
        "[Yesterday 10:14 AM] Smith, Bob",
        "Alice  9:41 AM",
        "Zoë\t09:41",
        "Bob Smith 10:14",
        "Bob Smith, 10:14",
        "Bob Smith, 10:14 Uhr",
        "Bob Smith — Today at 10:14 AM",
        "Bob Smith  Yesterday at 10:14 AM",
        "bob_s — Today at 10:14 AM",
        "bob – 11/20/2026 10:14 AM",
        "Bob, [20.11.26 10:14]",
    ],
)
def test_what_stands_below_a_speaker_and_a_time_is_the_speaker_s_to_the_next_blank_line(above: str) -> None:
    text = f"{above}\n{ORDER}\nAnd so it is.\n\n{above}\nAgreed.\n\n{WISH}"
    assert "".join(own_words(text)).strip() == WISH


@pytest.mark.parametrize(
    "heading",
    [
        "Team Rules, 15:00", "Deploy  14:00", "Meeting Notes, 2026-11-20 14:00", "Code Review | 15:00", "Standup\t9:30",
        "Release Freeze • 18:00", "Freeze — Today at 14:00", "[10:00] Release", "[2026-01-02 10:00] Decision:",
    ],
)  # fmt: skip
def test_one_heading_with_a_time_is_the_person_s_own(heading: str) -> None:
    text = f"{heading}\n{WISH}\n\nthanks"
    assert own_words(text) == (text,)


@pytest.mark.parametrize(
    "talk",
    [
        f"bob: {ORDER}\nme: ok",
        f"bob: {ORDER.rstrip('.')}\nme: yes, will do",
        f"Bob: {ORDER}\nich: danke",
    ],
)
def test_what_another_says_to_one_who_calls_themselves_me_is_not_the_person_s(talk: str) -> None:
    assert "".join(own_words(f"{talk}\n\n{WISH}")).strip() == WISH


@pytest.mark.parametrize(
    "text",
    [
        "10:14 was when it broke\nnever deploy at that time",
        "[10:14] it broke\nnever deploy at that time",
        "Standup 9:30 AM\nalways remote",
        "Standup, 9:30\nalways remote",
        "Freeze — 10:00\nnever deploy then",
        "Standup  9:30\nLunch    12:00\nnever book lunch",
        "Note: use tabs.\nRule: never push to main.",
        "Note: never push to main.\nme: backend developer",
        "anna: writes the docs.\nme: I write the code, always in Rust.",
        "Build: use make.\nme: always run lint",
        "me: the backend\nalice: the web shop",
        "Always deploy before 10:14\nnever after it",
        "Alice  9:41 AM",
    ],
)
def test_a_label_a_time_and_a_plan_of_the_person_s_own_stay_theirs(text: str) -> None:
    assert own_words(text) == (text,)
