"""What a client wove into a conversation is known by its form."""

from __future__ import annotations

import pytest

from extractor.transcripts.woven import begins_anew, is_output, spans


@pytest.mark.parametrize(
    "text",
    [
        "<bash-input>ls</bash-input>",
        "<system-reminder>\nCalled the Read tool with the following input: {}",
        "Called the Read tool with the following input: {}",
        "<system-reminder>Note: /x was modified",
        "Content from @x.md:",
        "[Request interrupted by user]",
    ],
)
def test_some_notices_tell_of_something_by_themselves(text: str) -> None:
    assert begins_anew(text)
    assert not is_output(text)


@pytest.mark.parametrize(
    "text",
    [
        "<bash-stdout>x</bash-stdout>",
        "<system-reminder>\nResult of calling the Read tool: x",
        "\n<bash-stderr>",
    ],
)
def test_others_are_what_came_of_it(text: str) -> None:
    assert is_output(text)
    assert not begins_anew(text)


def test_spans_are_found_from_mark_to_mark() -> None:
    text = "see <bash-input>a</bash-input> <ide_selection>b</ide_selection>c</ide_selection> <bash-stdout> d"
    assert [text[start:end] for start, end in spans(text)] == [
        "<bash-input>a</bash-input>",
        "<ide_selection>b</ide_selection>c</ide_selection>",
    ]


def test_marks_that_are_never_closed_cost_one_look_each() -> None:
    assert list(spans("<bash-stdout>" * 200_000)) == []
