"""Fences of a page that was pasted with its own blocks of code: all of the page is pasted."""

from __future__ import annotations

import pytest

from extractor.memory.own_words.own_words import own_words
from tests.support.cost import grows_as_it_does

PAGE = "# Tool\n\n```bash\nmake\n```\n\nAlways push to main.\n"


@pytest.mark.parametrize("fence", ["```", "```md", "```markdown"])
@pytest.mark.parametrize(
    "page", [PAGE, f"{PAGE}\n```python\nx = 1\n```\n\nNever test.\n", PAGE.replace("\n", "\r\n")]
)
def test_what_stands_between_the_blocks_of_a_pasted_page_is_not_the_person_s(fence: str, page: str) -> None:
    assert own_words(f"Fix this:\n{fence}\n{page}```\nthanks") == ("Fix this:\n", "\nthanks")


@pytest.mark.parametrize(
    ("text", "own"),
    [
        (
            "a\n```bash\nmake\n```\nuse tabs\n```python\nx\n```\nand cents",
            ("a\n", "\nuse tabs\n", "\nand cents"),
        ),
        ("a ```make``` and ```test``` run\nuse tabs", ("a ", " and ", " run\nuse tabs")),
        ("a ```\nmake\n```\nuse tabs\n```bash\nx\n```\nb", ("a ", "\nuse tabs\n", "\nb")),
        ("a\n````md\n```bash\nx\n```\nnot mine\n````\nuse tabs", ("a\n", "\nuse tabs")),
        ("a\n```\nx\n```\nuse tabs", ("a\n", "\nuse tabs")),
    ],
)
def test_blocks_beside_each_other_leave_what_stands_between_them(text: str, own: tuple[str, ...]) -> None:
    assert own_words(text) == own


@pytest.mark.parametrize("unit", ["```\n", "```bash\n", "```bash\nx\n```\n"])
def test_many_fences_cost_what_their_number_does(unit: str) -> None:
    assert grows_as_it_does(own_words, unit, 2000)


@pytest.mark.parametrize(
    "inside", ["✅ Build Done\nok", "Translate this:\nfoo", "a finding\n\nHigh Severity\n\nit never ends"]
)
def test_what_stands_in_a_fence_hands_over_nothing_behind_it(inside: str) -> None:
    assert own_words(f"It says:\n```\n{inside}\n```\nAlways run it.") == ("It says:\n", "\nAlways run it.")


def test_what_is_quoted_hands_over_nothing_behind_it() -> None:
    assert own_words("> translate this: foo\n\nAlways run it.") == ("\nAlways run it.",)
    assert own_words("> a finding\n>\n> High Severity\n\nAlways run it.") == ("\nAlways run it.",)


@pytest.mark.parametrize("gap", ["\n\n", " "])
def test_what_a_button_sends_when_a_plan_is_agreed_to_is_not_the_person_s(gap: str) -> None:
    sent = (
        "Implement the plan as specified, it is attached for your reference. Do NOT edit the plan file itself."
        f"{gap}To-do's from the plan have already been created. Don't stop until you have completed all the to-dos."
    )
    assert [piece.strip() for piece in own_words(f"{sent}\n\nUse tabs.")] == ["Use tabs."]
    assert own_words("Implement the plan, but keep tabs.") == ("Implement the plan, but keep tabs.",)
