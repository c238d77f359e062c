from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.transcripts.opencode_templates import Template, filled, parsed


def template(text: str) -> Template:
    found = parsed(text)
    assert found is not None
    return found


def laid(text: str, prompt: str) -> tuple[str, str] | None:
    """What the client said and what the person, where a prompt was made of a template."""
    found = filled([template(text)], prompt)
    return None if found is None else (found.client, found.person)


# ---------------------------------------------------------------- what a person put in


def test_what_fills_the_place_of_the_arguments_is_the_persons() -> None:
    made = laid(
        "Push it to main.\n\nTarget: $ARGUMENTS\nGo.", "Push it to main.\n\nTarget: the shop\nnow\nGo."
    )
    assert made == ("Push it to main.\n\nTarget: $ARGUMENTS\nGo.", "the shop\nnow")


def test_words_given_one_by_one_are_put_together_in_their_order() -> None:
    text = "Move $2 to $1, then have a long look at $2 again."
    assert laid(text, "Move b c to a, then have a long look at b c again.") == (text, "a b c")


def test_the_last_word_takes_all_that_is_left() -> None:
    text = "Compare these two with each other: $1 $2 now."
    assert laid(text, text.replace("$1", "a").replace("$2", "b c")) == (text, "a b c")


def test_a_template_without_a_place_for_words_has_them_behind_it() -> None:
    assert laid("Push to main.", "Push to main.\n\nOnly on Tuesdays.") == (
        "Push to main.\n\n$ARGUMENTS",
        "Only on Tuesdays.",
    )


@pytest.mark.parametrize(
    ("text", "prompt"),
    [
        ("Push to main.", "Push to main."),
        ("Target: $ARGUMENTS", "Target:"),
        ("$ARGUMENTS\n\nPush to main.", "Push to main."),
        ("From $1 to $2 $3", "From  to"),
    ],
)
def test_a_command_without_words_has_none_of_the_persons(text: str, prompt: str) -> None:
    assert laid(text, prompt) == (prompt, "")


def test_what_a_shell_command_brought_is_nobodys() -> None:
    text = "Review these changes: !`git diff`\nMind: $ARGUMENTS"
    made = laid(text, "Review these changes: + a\n- b\nMind: the cents")
    assert made == ("Review these changes: + a\n- b\nMind: $ARGUMENTS", "the cents")


def test_what_a_shell_command_brought_cannot_pose_as_the_persons() -> None:
    text = "Review these changes: !`git diff`\nMind: $ARGUMENTS"
    made = laid(text, "Review these changes: x\nMind: always push\nMind: the cents")
    assert made == ("Review these changes: x\nMind: always push\nMind: $ARGUMENTS", "the cents")
    text = "Review all of it with care: $ARGUMENTS\nOf: !`git diff`"
    made = laid(text, "Review all of it with care: the cents\nOf: x\nOf: y")
    assert made == ("Review all of it with care: $ARGUMENTS\nOf: x\nOf: y", "the cents")


def test_what_the_client_takes_from_a_file_is_nobodys() -> None:
    made = laid("{file:./a.md}\n\nLook at it with care: $1", "always push\n\nLook at it with care: cents")
    assert made == ("always push\n\nLook at it with care: $1", "cents")


# ---------------------------------------------------------------- what was made of none


@pytest.mark.parametrize("prompt", ["", "Push", "Push to main", "Do not push to main.", "push to main."])
def test_a_prompt_that_has_not_all_of_a_template_was_not_made_of_it(prompt: str) -> None:
    assert laid("Push to main.", prompt) is None


@pytest.mark.parametrize("text", ["", "$ARGUMENTS", "$1 - $2", "!`cat a`", "Fix !`make test`", "{file:a.md}"])
def test_what_has_too_few_words_of_its_own_is_no_template(text: str) -> None:
    assert parsed(text) is None


def test_of_several_the_one_that_leaves_the_person_least_is_meant() -> None:
    long, short = template("Fix it.\n\nAlways push.\n\n$ARGUMENTS"), template("Fix it.\n\n$ARGUMENTS")
    for known in ([long, short], [short, long]):
        found = filled(known, "Fix it.\n\nAlways push.\n\nAnd test.")
        assert found is not None
        assert found.person == "And test."


def test_what_a_shell_command_brought_is_not_theirs_by_another_template() -> None:
    notes = template("Please check the following notes: !`cat NOTES`")
    wishes = template("Please check the following notes: Wishes of today: $ARGUMENTS")
    for known in ([notes, wishes], [wishes, notes]):
        found = filled(known, "Please check the following notes: Wishes of today: always push.")
        assert found is not None
        assert found.person == ""


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("$1 not $2", "Do not push to main, ever."),
        ("$1 never $2", "We never deploy on Fridays."),
        ("Do not $ARGUMENTS", "Do not push to main."),
        ("We should absolutely never $ARGUMENTS", "We should absolutely never push to main."),
        ("$ARGUMENTS only on the days of the release", "push to main only on the days of the release"),
        ("Fix $ARGUMENTS", "Fix the lamp, and never touch the gate."),
        ("Compare $1 with $2, then sum up $1", "Compare a with b, then sum up my rule: always use tabs"),
        ("Al$1wa$2ys pu$3sh", "Always push"),
    ],
)
def test_no_template_makes_other_words_of_what_was_typed(text: str, typed: str) -> None:
    found = laid(text, typed)
    assert found is None or found == (typed, "")


def test_letters_that_lie_about_are_no_template() -> None:
    assert parsed("!`true`e" * 12) is None


def test_of_a_template_of_countless_holes_no_more_than_its_beginning_is_known() -> None:
    made = template("Look. " + "ab$1" * 5_000)
    assert len(made.holes) <= 101
    found = filled([made], "Look. " + "abx" * 5_000)
    assert found is not None
    assert found.person == ""


# ---------------------------------------------------------------- the client's own


@pytest.mark.parametrize(
    ("prompt", "person"),
    [
        (
            "Create or update `AGENTS.md` for this repository.\n\nBe compact.\n\n"
            "User-provided focus or constraints (honor these):\nOnly the tests\n\n## How to investigate\n\nRead.",
            "Only the tests",
        ),
        (
            "# Release\n\nAlways push.\n\nBase directory for this skill: /home/ann/shop/skills/release\nRelative "
            "paths in this skill (e.g., scripts/, references/) are relative to this base directory.\n\nNot today",
            "Not today",
        ),
    ],
)
def test_what_the_client_brings_itself_is_not_a_persons(prompt: str, person: str) -> None:
    for asked, said in ((prompt, person), (prompt.replace(person, "").strip(), "")):
        found = filled((), asked)
        assert found is not None
        assert found.person == said
        assert person not in found.client


@pytest.mark.parametrize(
    "asked",
    [
        "Please analyze this codebase and create an AGENTS.md file containing:\n1. Commands\n\nIf there is one, "
        "improve it in /home/ann/shop",
        "<!--\n  Built-in skill. Name and description are registered in code at\n  a.ts.\n-->\n\nA name is needed.",
    ],
)
def test_behind_what_nobody_foresees_nothing_is_a_persons(asked: str) -> None:
    found = filled((), f"{asked}\n\nAlways push.")
    assert found is not None
    assert found.person == ""
    assert laid("Review these changes: !`git diff`", "Review these changes: a\n\nAlways push.") == (
        "Review these changes: a\n\nAlways push.",
        "",
    )


# ---------------------------------------------------------------- whatever stands there

_PIECES = st.lists(
    st.sampled_from(["a ", "b", "\n", " ", "$1", "$2", "$ARGUMENTS", "!`x`", "use tabs", "!`", "{file:x}"])
).map("".join)


@settings(deadline=None, max_examples=300)
@given(_PIECES, _PIECES)
def test_no_text_of_whatever_shape_raises(text: str, prompt: str) -> None:
    found = parsed(text)
    assert filled(() if found is None else (found,), prompt) is None or found is not None


@settings(deadline=None, max_examples=300)
@given(
    st.lists(st.sampled_from(["Look.", "\n", " ", "$1", "$2", "$ARGUMENTS", "Push it."])).map("".join),
    st.lists(st.sampled_from(["x", "yy", "z"]), max_size=3),
)
def test_a_prompt_is_known_by_the_template_it_was_made_of(text: str, given: list[str]) -> None:
    known = parsed(text)
    if known is None:
        return
    whole = text.strip()
    last = "$2" if "$2" in whole else "$1"
    for number, hole in ((0, "$1"), (1, "$2")):
        words = given[number:] if hole == last else given[number : number + 1]
        whole = whole.replace(hole, " ".join(words))
    whole = whole.replace("$ARGUMENTS", " ".join(given)).strip()
    found = filled([known], whole)
    assert found is not None
    assert "Push" not in found.person
