"""Front matter whose closing line was lost: told, and left to a person."""

from __future__ import annotations

import pytest

from extractor.memory.edit import edit
from extractor.memory.memory_file import EditRefused, parse
from extractor.memory.pinning import with_pin
from extractor.memory.unclosed import is_unclosed

LOST = (
    b'---\nname: port\ndescription: "The port is 8080."\nmetadata:\n  type: project\n\n\nThe port is 8080.\n'
)


@pytest.mark.parametrize(
    "text", [LOST.decode(), LOST.decode().replace("\n", "\r\n"), "\ufeff" + LOST.decode(), "---\nname: x\n"]
)
def test_keys_below_a_first_line_of_dashes_with_no_second_one_are_front_matter_not_closed(text: str) -> None:
    assert is_unclosed(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "---",
        "The port is 8080.\n",
        "---\nname: port\n---\n\nThe port is 8080.\n",
        "---\nSome prose.\n---\nMore.\n",
        "---\n\nname: that is how a section begins.\n",
        "---\nNote: a rule above a sentence.\n",
        "----\nname: x\n",
        "name: x\n",
    ],
)
def test_a_text_that_begins_with_a_rule_or_with_whole_front_matter_is_left_alone(text: str) -> None:
    assert not is_unclosed(text)


def test_no_second_front_matter_is_put_on_top_by_a_pin() -> None:
    with pytest.raises(EditRefused, match="front matter is not closed"):
        with_pin(LOST, True)
    assert with_pin(LOST, False) == LOST


def test_no_sentence_is_added_or_corrected_below_what_still_tells_the_old_one() -> None:
    with pytest.raises(EditRefused, match="front matter is not closed"):
        edit(LOST, replace=[("The port is 8080.", "The port is 9090.")])
    with pytest.raises(EditRefused, match="front matter is not closed"):
        edit(LOST, add=["The host is alpha."])


def test_a_sentence_can_still_be_taken_out() -> None:
    made = edit(LOST + b"\nThe host is alpha.\n", remove=["The host is alpha."])
    assert "The host is alpha." not in parse(made).statements
