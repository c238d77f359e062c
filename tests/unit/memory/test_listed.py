"""Each item of a list says something by itself."""

from __future__ import annotations

import pytest

from extractor.memory.listed import parts


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("- use tabs\n- no semicolons", ["use tabs", "no semicolons"]),
        (
            "In YAML:\n* two spaces\n* quote\n  all strings",
            ["In YAML: two spaces", "In YAML: quote\n  all strings"],
        ),
        ("We agreed on this.\n1. tabs\n2) LF ends", ["We agreed on this.", "tabs", "LF ends"]),
    ],
)
def test_a_list_is_taken_apart_at_its_items(text: str, items: list[str]) -> None:
    assert parts(text) == items


@pytest.mark.parametrize(
    "text",
    [
        "Use two spaces, since the formatter\nof the editor does so.",
        "The port is 8080 - not 80.",
        "Ports:\n8080 for staging\n80 for all else",
        "- only one",
        "It is -5\n-7 is too cold",
        "",
    ],
)
def test_what_is_no_list_is_whole(text: str) -> None:
    assert parts(text) == [text]
