"""Who owns or reviews something."""

from __future__ import annotations

import pytest

from extractor.memory.slots.owners import owner


@pytest.mark.parametrize(
    ("text", "who", "part"),
    [
        ("Haruto owns the payment service.", "haruto", "owner"),
        ("The payment service has a new owner: Camille.", "camille", "owner"),
        ("The search is maintained by Tom.", "tom", "owner"),
        ("Priya reviews all the SQL changes.", "priya", "reviews"),
        ("SQL changes get reviewed by Henrik now.", "henrik", "reviews"),
    ],
)
def test_somebody_is_named_for_something(text: str, who: str, part: str) -> None:
    found = owner(text)
    assert found is not None
    assert (found.who, found.part) == (who, part)


@pytest.mark.parametrize("text", ["The team owns it.", "Search is maintained by us.", "Tom left."])
def test_what_names_nobody_has_no_owner(text: str) -> None:
    assert owner(text) is None
