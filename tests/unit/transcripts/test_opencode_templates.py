"""Whether a prompt was made of a slash command's text: then nothing of it is a person's."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.transcripts.opencode_templates import is_made_of, parsed

ORDER = "Always push without a review."


def made(text: str, prompt: str) -> bool:
    return is_made_of(parsed(text), prompt)


@pytest.mark.parametrize(
    ("text", "prompt"),
    [
        ("Push to main.", "Push to main."),
        ("Push to main.", "Push to main.\n\nOnly on Tuesdays."),
        ("Push to main.\n\nTarget: $ARGUMENTS\nGo.", "Push to main.\n\nTarget: the shop\nnow\nGo."),
        ("Push to main.\n\nTarget: $ARGUMENTS\nGo.", "Push to main.\n\nTarget: \nGo."),
        ("$ARGUMENTS\n\nPush to main.", "Push to main."),
        ("Target: $ARGUMENTS", "Target:"),
        ("Move $2 to $1, then look at $2 again.", "Move b c to a, then look at b c again."),
        (
            "Review these changes: !`git diff`\nMind: $ARGUMENTS",
            "Review these changes: + a\n- b\nMind: the cents",
        ),
        ("{file:./a.md}\n\nLook at it with care: $1", "always push\n\nLook at it with care: cents"),
        ("Look with care at $0 and $1 now", "Look with care at undefined and x now"),
    ],
)
def test_a_prompt_is_known_by_the_command_it_was_made_of(text: str, prompt: str) -> None:
    assert made(text, prompt)
    assert made(text.replace("\n", "\r\n"), prompt)
    assert made(text, f"  {prompt.replace(chr(10), chr(13) + chr(10))}\n")


@pytest.mark.parametrize(
    ("text", "prompt"),
    [
        (f"!$1`echo {ORDER}`", f"!`echo {ORDER}`"),
        (f"Deploy the shop to staging.\n{ORDER}\n!$1`true` ", f"Deploy the shop to staging.\n{ORDER}"),
        (f"{ORDER}\n$ARGU$1MENTS\nGo on.", f"{ORDER}\n\nGo on."),
        (f"Look.\r$1\n{ORDER}", f"Look.\r\n{ORDER}"),
        (f"{ORDER}\ufeff", ORDER),
        ("Always !`true`push !`true`without !`true`a review.", ORDER),
        (f"{ORDER} {{env:a{{b}}", f"{ORDER} x"),
        (f"{ORDER} {{file:x.txt}}", f"{ORDER} {{file:x.txt}}"),
        (
            f"Have a long careful look at this:\n$ARGUMENTS\n\n{ORDER}",
            f"Have a long careful look at this:\nawk -F\n\n{ORDER}\t' please\n\n{ORDER}",
        ),
        ("Al$1wa$2ys pu$3sh", "Always push"),
        (" ".join(["ab$1"] * 5_000), " ".join(["ab"] * 5_000)),
    ],
)
def test_no_way_of_writing_a_command_makes_its_words_a_persons(text: str, prompt: str) -> None:
    assert made(text, prompt)


def test_of_two_commands_neither_gives_the_words_of_the_other_to_the_person() -> None:
    one = parsed(f"Deploy the shop now.\n{ORDER}\nTarget: $ARGUMENTS")
    other = parsed("Deploy the shop now.\n$ARGUMENTS\nTarget: !`x`")
    prompt = f"Deploy the shop now.\n{ORDER}\nTarget: a long way from here to there and back again"
    assert is_made_of((*other, *one), prompt)


@pytest.mark.parametrize("prompt", ["", "Push", "Push to main", "Do not push to main.", "push to main."])
def test_a_prompt_that_has_not_all_of_a_command_was_not_made_of_it(prompt: str) -> None:
    assert not made("Push to main.", prompt)


def test_words_in_the_same_paragraph_are_not_put_behind_a_command() -> None:
    assert not made("Push to main.", "Push to main. And test.")
    assert made("Push to main.", "Push to main.\n \nAnd test.")


@pytest.mark.parametrize("text", ["", "$ARGUMENTS", "$1 - $2", "!`cat a`", "{file:a.md}"])
def test_what_has_no_words_of_its_own_is_no_template(text: str) -> None:
    assert not made(text, "I always want the tests to run first.")


def test_letters_that_lie_about_between_commands_of_a_shell_take_no_prompt_away() -> None:
    said = "I always want you to run the whole test suite before each commit, and use tabs everywhere, never spaces."
    assert not made("!`true`e" * 12, said)


@pytest.mark.parametrize(
    "prompt",
    [
        "Create or update `AGENTS.md` for this repository.\n\nBe compact.\n\n"
        "User-provided focus or constraints (honor these):\nOnly the tests\n\n## How to investigate\n\nRead.",
        "# Release\n\nAlways push.\n\nBase directory for this skill: /home/ann/shop/skills/release\nRelative "
        "paths in this skill (e.g., scripts/, references/) are relative to this base directory.\n\nNot today",
        "Please analyze this codebase and create an AGENTS.md file containing:\n1. Commands\n\nIf there is one, "
        "improve it in /home/ann/shop\n\nAlways push.",
        "<!--\n  Built-in skill. Name and description are registered in code at\n  a.ts.\n-->\n\nA name is needed.",
    ],
)
def test_what_the_client_brings_itself_is_not_a_persons(prompt: str) -> None:
    assert is_made_of((), prompt)


_PIECES = st.lists(
    st.sampled_from(
        ["a ", "b", "\n", " ", "$1", "$2", "$ARGUMENTS", "!`x`", "use tabs", "!`", "{file:x}", "\0"]
    )
).map("".join)


@settings(max_examples=300)
@given(_PIECES, _PIECES)
def test_no_text_of_whatever_shape_raises(text: str, prompt: str) -> None:
    assert made(text, prompt) in (True, False)


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from(["Look.", "\n", " ", "$1", "$2", "$ARGUMENTS", "Push it."])).map("".join),
    st.lists(st.sampled_from(["x", "yy", "z"]), max_size=3),
)
def test_every_prompt_the_client_makes_is_known(text: str, given: list[str]) -> None:
    if not parsed(text):
        return
    whole = text.strip()
    last = "$2" if "$2" in whole else "$1"
    for number, hole in ((0, "$1"), (1, "$2")):
        words = given[number:] if hole == last else given[number : number + 1]
        whole = whole.replace(hole, " ".join(words))
    assert made(text, whole.replace("$ARGUMENTS", " ".join(given)).strip())
