"""Interviews: several things asked under numbers, and what of an answer speaks of which."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.gate.interview import parts, spoken

LISTED = """Three ways:

1. **Redis** with a library: one more service
2. A table with a worker: nothing new to run
3. A vendor's queue: no worker of ours

Which one?"""
INTERVIEW = """Let me ask before I plan.

## Questions

### 1. Scope
**What is the first release for?** It could be:
- **A) Ourselves** - a handful of people
- **B) Everybody** - with a sign-up

### 2. Look
**Should it look like the old one, or like the system?**
- the old one has dark tabs
- should it have any?

### 3. Shipping
How will people install it?
- **A) Homebrew**
- **B) A disk image**
- **C) The store** (no plug-ins there)

---

Answer any of these, and I begin!"""


def test_an_answer_is_paired_with_the_list_number_by_number() -> None:
    found = parts("1. too much for us\n3. fine as a fallback", LISTED)
    assert [(part.said, part.line) for part in found] == [
        ("too much for us", "Redis** with a library: one more service"),
        ("fine as a fallback", "A vendor's queue: no worker of ours"),
    ]


@pytest.mark.parametrize(
    "answer",
    [
        "1. only one",
        "1. too much for us\n2. good\n4. and an alert",
        "1. this\n1. that",
        "let's do this:\n1. write the table\n2. drop Redis",
        "step 1. of 2. is done",
        "1. 2. 3.",
    ],
    ids=[
        "one part",
        "a number the list has not",
        "a number twice",
        "a list of their own",
        "in a sentence",
        "empty",
    ],
)
def test_what_is_no_answer_by_numbers_is_paired_with_nothing(answer: str) -> None:
    assert parts(answer, LISTED) == ()


def test_a_part_is_told_with_the_one_question_under_its_number() -> None:
    found = parts("1. us\n2. like the system\n3. by hand", INTERVIEW)
    assert [part.asked for part in found] == [
        "What is the first release for?",
        "Should it look like the old one, or like the system?",
        "How will people install it?",
    ]


def test_where_several_things_are_asked_under_a_number_its_line_is_told() -> None:
    asked = "1. Logs: where do they go? And who reads them?\n2. Keep them? They are large."
    first, second = parts("1. to the shared disk\n2. for a week", asked)
    assert first.asked == "Logs: where do they go? And who reads them?"
    assert second.asked == "Keep them?"


def test_the_letters_of_a_part_name_the_options_under_its_number() -> None:
    found = parts("1.A   2. quiet, like the system   3. A + B", INTERVIEW)
    assert [part.chosen for part in found] == [
        ("Ourselves** - a handful of people",),
        (),
        ("Homebrew**", "A disk image**"),
    ]
    assert [part.said for part in found] == ["A", "quiet, like the system", "A + B"]


@pytest.mark.parametrize("answer", ["1: us, 2: dark, 3: 22", "1. us 2. dark 3. 22", "1) us; 2) dark; 3) 22"])
def test_a_part_in_a_row_may_be_a_number_and_ends_before_the_next(answer: str) -> None:
    assert [part.said for part in parts(answer, INTERVIEW)] == ["us", "dark", "22"]


@pytest.mark.parametrize("answer", ["1b 3c", "1 b, 3 c", "1B; 3C."])
def test_a_number_and_a_letter_are_enough_where_nothing_else_is_said(answer: str) -> None:
    found = parts(answer, INTERVIEW)
    assert [part.chosen for part in found] == [
        ("Everybody** - with a sign-up",),
        ("The store** (no plug-ins there)",),
    ]
    assert all(part.quote in answer for part in found)


@pytest.mark.parametrize(
    "reason", [", weil alle es schon haben", " because it is signed", ", since we ship it today"]
)
def test_the_reason_of_a_letter_takes_nothing_back(reason: str) -> None:
    assert parts(f"1. B{reason}\n2. quiet", INTERVIEW)[0].chosen == ("Everybody** - with a sign-up",)
    assert parts(f"1. B{reason}, but only in May\n2. quiet", INTERVIEW)[0].chosen == ()


@pytest.mark.parametrize(
    "said",
    [
        "D",
        "A is the worst of them",
        "A? or B",
        "a mail to all",
        "B, never",
        "B for now",
        "B, but only on weekends",
        "B unless it rains",
        "B but not for guests",
        "A, B or C",
        "A + D",
        "A: forget it",
        "A. Smith decides",
    ],
)
def test_letters_that_are_not_there_or_are_spoken_against_choose_nothing(said: str) -> None:
    assert parts(f"1. {said}\n2. quiet", INTERVIEW)[0].chosen == ()


def test_a_second_round_goes_on_with_the_numbers_of_the_first() -> None:
    asked = "Two more.\n\n### 3. Windows\nWhich way?\n- **A) Fast**\n- **B) Safe**\n\n### 4. File\nIn which format?\n"
    first, second = parts("3. B sounds best.  4. as TOML", asked)
    assert (first.asked, first.chosen) == ("Which way?", ("Safe**",))
    assert (second.asked, second.said) == ("In which format?", "as TOML")


def test_a_part_goes_on_until_the_next_number_or_an_empty_line() -> None:
    found = parts("1. us, and\n   our guests\n2. quiet\n\nThen begin.", INTERVIEW)
    assert [part.said for part in found] == ["us, and\n   our guests", "quiet"]


def test_of_two_lists_the_one_with_exactly_the_numbers_of_the_answer_is_answered() -> None:
    asked = "### 1. Disk\nWhich one?\n### 2. Net\nAny?\n### 3. Cost\n\nSo:\n\n1. Which disk?\n2. Which net?"
    assert [part.line for part in parts("1. small\n2. wired", asked)] == ["Which disk?", "Which net?"]
    assert [part.line for part in parts("1. small\n2. wired\n3. none", asked)] == ["Disk", "Net", "Cost"]


def test_of_two_lists_of_questions_with_the_same_numbers_neither_is_answered() -> None:
    asked = "1. Which store?\n2. Push it?\n\nAnd:\n\n1. Which colour?\n2. Which size?"
    assert parts("1. the small one\n2. large", asked) == ()


def test_where_two_lists_could_be_meant_nothing_is_paired() -> None:
    asked = "### 1. Disk\nWhich one?\n### 2. Net\nAny?\n\nSo:\n\n1. Start now?\n2. Or later?\n3. Or never?"
    assert parts("1. small\n2. wired", asked) == ()


@pytest.mark.parametrize(
    "answer",
    [
        "1. yes\n2. yes\n\nBut never on Fridays.",
        "1. yes\n- but only on weekends\n2. no",
        "1. ok 2. yes. But only after my review.",
        "1. yes 2. yes\nNo wait, not 2!",
        "Your summary would be wrong if it said\n1. yes\n2. yes",
        "1. I'd take 2. Fine by me",
    ],
    ids=["behind", "between", "in a row", "taken back", "a sentence that goes on", "a number in a sentence"],
)
def test_what_limits_an_answer_from_outside_its_parts_leaves_it_unpaired(answer: str) -> None:
    assert parts(answer, "1. May I push to main?\n2. Do we keep the old backups?") == ()


@pytest.mark.parametrize(
    "asked",
    [
        "(1) Keep the header?\n(2) Dark theme?",
        "| # | Question |\n|---|---|\n| 1 | Keep the header? |\n| 2 | Dark theme? |",
        "Q1. Keep the header?\nQ2. Dark theme?",
    ],
    ids=["in brackets", "in a table", "with a letter"],
)
def test_where_more_is_asked_beside_a_list_the_list_is_not_answered(asked: str) -> None:
    assert parts("1. yes\n2. yes", f"The plan:\n\n1. Delete the backups\n2. Push to main\n\n{asked}") == ()


def test_options_under_the_last_question_are_not_what_is_asked() -> None:
    asked = "1. Which database?\n   1. Postgres\n   2. MySQL\n2. What of the old data?\n   1. Delete it\n   2. Keep it"
    assert all("Delete" not in part.asked for part in parts("1. yes\n2. yes", asked))


def test_what_closes_a_message_is_not_asked_under_its_last_number() -> None:
    asked = (
        "### 1. Look\nWhich look?\n\n### 2. Feel\nTell me what you like.\n\nShall I push it all to main now?"
    )
    assert [part.asked for part in parts("1. dark\n2. quiet", asked)] == ["Which look?", "Feel"]


def test_a_letter_listed_twice_names_nothing() -> None:
    asked = "1. Who?\n   - A) us\n2. Which?\n   - A) dark\n   - B) light\n\n   - A) wipe the backups"
    assert parts("1. A\n2. A", asked)[1].chosen == ()


def test_numbers_in_code_are_no_list() -> None:
    assert parts("1. yes\n2. no", "Look:\n\n```\n1. one\n2. two\n```\n") == ()


def test_the_parts_of_an_answer_stand_in_it_with_their_numbers() -> None:
    assert spoken("1.A   2. quiet   3. B") == ("1.A", "2. quiet", "3. B")
    assert spoken("2 and 3 look good") == ()


@settings(max_examples=200)
@given(
    st.text(alphabet="123ab.)(:? \n-*#`xyz", max_size=120),
    st.text(alphabet="123ab.)(:? \n-*#`xyz", max_size=160),
)
def test_every_side_stands_where_it_is_said_to(answer: str, message: str) -> None:
    for part in parts(answer, message):
        assert part.said in answer
        assert part.quote in answer
        assert all(side in message for side in (part.line, part.question, *part.chosen))


def test_numbers_without_a_mark_answer_as_many_questions() -> None:
    asked = "1. Which package manager?\n2. Which server?\n3. Do you want tests?"
    told = parts("1 pnpm 2 Apache 3 no", asked)
    assert [(each.asked, each.said) for each in told] == [
        ("Which package manager?", "pnpm"),
        ("Which server?", "Apache"),
        ("Do you want tests?", "no"),
    ]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("1 hour 2 minutes", "How long?\n1. short\n2. long"),
        ("1 pnpm 2 Apache", "1. Which package manager?\n2. Which server?\n3. Tests?"),
        ("1 web 2 Postgres 15", "1. Which port?\n2. Which db?"),
        ("1 pnpm 3 no", "1. Which package manager?\n2. Which server?\n3. Tests?"),
    ],
)
def test_numbers_without_a_mark_that_may_be_amounts_answer_none(answer: str, message: str) -> None:
    assert parts(answer, message) == ()
