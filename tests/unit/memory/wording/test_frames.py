"""What a sentence puts around words is kept with them."""

from __future__ import annotations

import pytest

from extractor.memory.wording.frames import lost_frame


@pytest.mark.parametrize(
    ("text", "said", "lost"),
    [
        ("Push to main without review.", "Ben wants to push to main without review.", "Ben wants"),
        ("Emojis are hated.", "My manager hates emojis.", "My manager hates"),
        ("Always use tabs.", "I was told to always use tabs.", "I was told"),
        ("Always push.", "You always push.", "You always"),
        ("Never use tabs.", 'Search for "never use tabs" in the docs.', "Search for in the docs."),
        ("Never push to main.", "~~Never~~ Always push to main.", "~~Never~~"),
        ("Always use tabs.", "translate: always use tabs", "translate:"),
    ],
)
def test_a_text_without_the_frame_is_told_what_it_lost(text: str, said: str, lost: str) -> None:
    assert lost_frame(text, [said]) == lost


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ben wants reviews.", "Ben wants reviews."),
        ("The user was told to use tabs.", "I was told to use tabs."),
        ("You always ask first.", "You always ask first."),
        ("Tabs are preferred.", "We prefer tabs."),
        ("Search the docs first.", 'Search the docs for "release train" first.'),
        ("Everyone wants short answers.", "Everyone wants short answers."),
    ],
)
def test_a_text_with_it_passes(text: str, said: str) -> None:
    assert lost_frame(text, [said]) is None


@pytest.mark.timeout(20)  # in the square of their number they take half a minute
@pytest.mark.parametrize("sign", ["-", ".", "'", "a-"])
def test_no_row_of_signs_holds_it_up(sign: str) -> None:
    assert lost_frame("Use tabs.", [sign * 50_000]) is None
