"""No memory says something other than it shows."""

from __future__ import annotations

import pytest

from extractor.memory.text.unseen import unseen


@pytest.mark.parametrize("style", ["\u180b", "\u180c", "\u180d", "\u180f"])
def test_what_chooses_a_form_of_a_mongolian_letter_is_unseen_anywhere_else(style: str) -> None:
    for text in (f"Never{style} deploy.", f"{style}Never deploy.", f"ᠤ{style}{style}ᠯᠤᠰ"):
        assert unseen(text), ascii(text)
    assert not unseen(f"ᠮᠣᠩᠭᠣᠯ ᠤ{style}ᠯᠤᠰ")
