"""Texts that are lists: what each item says by itself.

Owns where an item begins, and what its heading lends it. Promises that every word of the text stands in a part. Never
judges what is said.
"""

from __future__ import annotations

import re

_ITEM = re.compile(r"^[ \t]*(?:[-*+•–]|\d{1,2}[.)])[ \t]+(?=\S)", re.MULTILINE)
"""What marks an item at the beginning of its line."""


def parts(text: str) -> list[str]:
    """The items of a list, each behind the heading it stands under, which ends in a colon; a text that is none, whole.

    What stands before the list and is no heading is a part of its own. A single item is no list.
    """
    marks = list(_ITEM.finditer(text))
    if len(marks) < 2:
        return [text]
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    items = [text[mark.end() : end].strip() for mark, end in zip(marks, ends, strict=True)]
    before = text[: marks[0].start()].strip()
    if before.endswith((":", "：")):
        return [f"{before} {item}" for item in items]
    return [before, *items] if before else items
