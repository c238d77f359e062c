"""What of a Codex prompt a person typed."""

from __future__ import annotations

import pytest

from extractor.transcripts.codex_prompts import asked_of_review, clients_own, own_words, words_of

IDE = "# Context from my IDE setup:\n"
FILES = "## Active file: src/a.py\n## Open tabs:\n- a.py: src/a.py\n\n"
REQUEST = "## My request for Codex:\n"
INIT = (
    "Generate a file named AGENTS.md that serves as a contributor guide for this repository.\n"
    "Your goal is to produce a clear one."
)


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("Use tabs.", "Use tabs."),
        (f"{IDE}\n{FILES}{REQUEST}Use tabs.", "Use tabs."),
        (f"{IDE}\n{FILES}{REQUEST}Say\n{REQUEST}twice.", f"Say\n{REQUEST}twice."),
        (f"{IDE}\n## Active selection of the file:\n{REQUEST}old\n{REQUEST}Use tabs.", "Use tabs."),
        (f"{IDE}\n{FILES}and no request", f"{IDE}\n{FILES}and no request"),
        (INIT, ""),
    ],
)
def test_what_an_editor_or_the_client_put_there_is_not_typed(text: str, own: str) -> None:
    assert own_words(text) == own


@pytest.mark.parametrize("block", [None, "text", {"type": "image"}, {"type": "text", "text": 3}])
def test_a_block_of_no_text_has_no_words(block: object) -> None:
    assert words_of(block) is None


def test_only_what_is_marked_as_the_clients_is_its_own() -> None:
    kinds = ["environment", "user_message", "unknown", 3]
    content = [{"type": "input_text", "text": text} for text in ("cwd", "Use tabs.", "odd", "odder")]
    marks = {"internal_chat_message_metadata_passthrough": {"content_item_kinds": kinds}}
    item: dict[str, object] = {"role": "user", "content": content, **marks}
    assert list(clients_own(item)) == [(0, "cwd")]
    assert list(clients_own({**item, "role": "assistant"})) == []


@pytest.mark.parametrize(
    ("review", "asked"),
    [
        ({"target": {"type": "custom", "instructions": " Look at locks. "}}, "Look at locks."),
        ({"target": {"type": "uncommittedChanges", "instructions": "no"}}, ""),
        ({"prompt": "Look at locks.", "user_facing_hint": "Look at locks."}, "Look at locks."),
        ({"prompt": "Review the current changes.", "user_facing_hint": "current changes"}, ""),
        ({}, ""),
    ],
)
def test_a_review_is_asked_for_in_a_persons_words_or_the_clients(
    review: dict[str, object], asked: str
) -> None:
    assert asked_of_review(review) == asked
