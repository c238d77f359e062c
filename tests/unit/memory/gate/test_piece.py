"""A piece of a person's own words, with its paragraphs and sentences."""

from __future__ import annotations

from extractor.memory.gate.piece import Piece

TEXT = "Use tabs. No wait, spaces. But only in Go."


def piece(text: str = TEXT, *breaks: int) -> Piece:
    return Piece.cut(text, breaks)


def test_a_sentence_is_whole_wherever_a_quote_of_it_begins_and_ends() -> None:
    at = TEXT.index("wait")
    assert piece().sentences(at, at + 4) == ["No wait, spaces."]
    assert piece().sentences(4, at + 4) == ["Use tabs.", "No wait, spaces."]


def test_no_sentence_goes_on_behind_a_paragraph() -> None:
    text = "Our rules use tabs"
    assert [said for _, said in piece(text, 10).placed] == ["Our rules", "use tabs"]


def test_each_sentence_comes_with_the_one_behind_it_and_the_last_with_none() -> None:
    assert piece().steps(0, len(TEXT)) == [
        ("Use tabs.", "No wait, spaces."),
        ("No wait, spaces.", "But only in Go."),
        ("But only in Go.", ""),
    ]
    assert piece("").steps(0, 1) == []


def test_what_follows_a_place_begins_with_the_rest_of_its_sentence() -> None:
    assert piece().following(TEXT.index("wait") + 4)[0].strip(" ,") == "spaces."
    assert piece().following(len(TEXT)) == []


def test_only_a_but_behind_a_sentence_is_a_turn() -> None:
    assert piece().turn(TEXT.index("spaces") + 7) == "But only in Go."
    assert piece().turn(TEXT.index("tabs") + 5) == ""


def test_the_heading_of_a_list_leads_its_items() -> None:
    text = "Never do this: - push to main - skip CI"
    first, second = text.index("- push"), text.index("- skip")
    listed = piece(text, first, second)
    assert listed.lead(second + 2) == "Never do this:"
    assert piece().lead(3) == ""
