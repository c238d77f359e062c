"""What a person is told once something was forgotten."""

from __future__ import annotations

import pytest

from extractor.commands.forgetting import forgotten_lines


@pytest.mark.parametrize(
    ("messages", "statements", "names", "line"),
    [
        (2, 1, 1, "forgotten: 2 messages, and what was made of that"),
        (0, 1, 0, "no message held it; taken out of the memory: 1 sentence or name"),
        (0, 0, 1, "no message and no sentence held it; names of files that did were taken out of the memory"),
        (
            0,
            0,
            0,
            "no message, no sentence and no name of ours held it; at most copies of memory files were taken out",
        ),
    ],
)
def test_no_message_is_said_to_be_forgotten_where_none_held_the_words(
    messages: int, statements: int, names: int, line: str
) -> None:
    gone = [{"file": "izmir.md", "statement": "izmir"}] * statements
    done = {"forgotten": True, "messages": messages, "statements": gone, "names": names, "notes": []}
    assert list(forgotten_lines(done)) == [line]
