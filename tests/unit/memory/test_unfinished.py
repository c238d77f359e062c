"""Front matter whose closing line was lost, and merges that wait for an answer: told, and left to a person."""

from __future__ import annotations

import pytest

from extractor.memory.edit import edit
from extractor.memory.memory_file import EditRefused, parse
from extractor.memory.pinning import with_pin
from extractor.memory.unfinished import has_conflict, is_unclosed, unfinished

LOST = (
    b'---\nname: port\ndescription: "The port is 8080."\nmetadata:\n  type: project\n\n\nThe port is 8080.\n'
)
SIDES = "<<<<<<< HEAD\nThe port is 8080.\n=======\nThe port is 9090, and the host is alpha.\n>>>>>>> feature/port\n"
MERGED = LOST.decode().replace("project\n\n", "project\n---\n").replace("\nThe port is 8080.\n", "\n" + SIDES)


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


def test_front_matter_whose_lines_end_as_on_old_macs_is_told_and_not_written_to() -> None:
    whole = LOST.replace(b"project\n\n", b"project\n---\n")
    old = whole.replace(b"\n", b"\r")
    assert "Unix line ends" in (unfinished(old.decode()) or "")
    for change in (lambda: with_pin(old, True), lambda: edit(old, add=["The host is alpha."])):
        with pytest.raises(EditRefused, match="Unix line ends"):
            change()
    for text in (whole.decode(), whole.decode().replace("\n", "\r\n"), "---\rA section.\r", "One.\rTwo.\r"):
        assert unfinished(text) is None


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


@pytest.mark.parametrize(
    "text",
    [
        MERGED,
        MERGED.replace("\n", "\r\n"),
        SIDES.replace("=======", "||||||| 3f2a1c0\n======="),
        "---\nname: x\n<<<<<<< HEAD\n=======\ntype: user\n>>>>>>> b\n---\n",
    ],
)
def test_both_sides_of_a_merge_in_a_file_are_a_conflict(text: str) -> None:
    assert has_conflict(text)
    assert "merge conflict" in (unfinished(text) or "")


@pytest.mark.parametrize(
    "text",
    [
        "A title\n=======\nThe port is 8080.\n",
        "Never commit a line of `<<<<<<< HEAD`, `=======` or `>>>>>>> main`.\n",
        "<<<<<<< HEAD\nThe port is 8080.\n",
        SIDES.replace("=======", "========"),
        SIDES.replace("<<<<<<<", "    <<<<<<<"),
    ],
)
def test_a_text_about_merges_and_a_title_with_a_line_below_are_none(text: str) -> None:
    assert unfinished(text) is None


def test_a_file_with_an_open_merge_says_the_sentences_of_both_sides_and_is_written_to_by_nobody() -> None:
    data = MERGED.encode()
    assert parse(data).statements == ("The port is 8080.", "The port is 9090, and the host is alpha.")
    with pytest.raises(EditRefused, match="merge conflict"):
        edit(data, add=["The user is root."])
    with pytest.raises(EditRefused, match="merge conflict"):
        with_pin(data, True)
