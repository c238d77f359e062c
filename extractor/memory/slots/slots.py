"""Slots: whether a later text puts something else where an earlier one put what it says.

Owns the words by which a text tells of a change. Promises that two texts fill one slot only where all else they say is
the same. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.memory.slots.leading import leading
from extractor.memory.slots.rulings import Stand, takes_away
from extractor.memory.slots.slot import PERMISSION, Slot, Told
from extractor.memory.slots.slot_forms import filled, tells_when, without_old_one
from extractor.memory.slots.slot_words import FROM_HERE_ON
from extractor.memory.text.expressions import Expression

_CHANGE = Expression(
    r"\b(?:now|again|actually|any ?more|any longer|nowadays|these days|(?:a|the) new owner|took over|back to"
    r"|bump(?:ed|ing)?|upgrad(?:ed|ing)?|jetzt|doch|ahora|ya no|maintenant|adesso|теперь)\b"
    r"|现在|以后|今後|これから|이제|앞으로|الآن"
)
_MOVE = Expression(
    rf"\b(?:{FROM_HERE_ON}|no longer|instead|(?:switch|mov|migrat|replac|renam|shift|reschedul)(?:ed|ing)|chang(?:ed|ing) to"
    r"|(?:go|going|went) back|stattdessen|umgestiegen|umgezogen|gewechselt|nicht mehr)\b"
    r"|从现在|改用|改成"
)
_FOR_GOOD = Expression(
    rf"\b(?:{FROM_HERE_ON})\b|\b(?:now|any ?more)\W*$"
    r"|\b(?:we|i|wir|ich)(?:['’]ve| have)?(?: just| recently)? (?:switched|moved|migrated|renamed|replaced|dropped)\b"
)
"""A "now" in the middle and an "instead" may be of the work at hand: by them no sentence in other words is meant."""
_ADDS = re.compile(
    r"\b(?:also|too(?=\W*$|[,.;:!)])|as well|additionally|in addition|besides|another|a second|plus|auch|zusätzlich|también"
    r"|además|aussi)\b",
    re.IGNORECASE,
)


def adds(text: str) -> bool:
    """Whether a text says that it is one more, which takes nothing's place."""
    return _ADDS.search(text) is not None


def told_change(text: str) -> Told:
    """How plainly a text says that something is otherwise from here on; nothing where it is said to be one more."""
    if adds(text):
        return Told.NOTHING
    if _MOVE.search(text):
        return Told.MOVE
    return Told.CHANGE if _CHANGE.search(text) else Told.NOTHING


def is_for_good(text: str) -> bool:
    """Whether a text says in so many words that it holds from here on."""
    return _FOR_GOOD.search(text) is not None and not adds(text)


def fills_otherwise(newer: str, older: str, *, at_least: Told = Told.NOTHING) -> bool:
    """Whether a later text puts something else where an earlier one put what it says.

    `at_least`: so plainly it is known to tell of a change, whether or not its own words do.
    """
    before = dict(filled(older))
    if not before or (tells_when(without_old_one(older)) and not tells_when(newer)):
        return False
    how = max(at_least, told_change(newer))
    return any(
        how >= slot.needs and any(_is_otherwise(slot, value, *each) for each in before.items())
        for said in leading(newer)
        for slot, value in filled(said)
    )


def _is_otherwise(slot: Slot, value: str, older: Slot, before: str) -> bool:
    """Whether a value in a slot takes away what stood in another one: its own, or a part of what is ruled upon."""
    if value == before or slot.kind != older.kind:
        return False
    if slot.kind == PERMISSION:
        is_part = slot != older
        return slot.covers(older) and takes_away(Stand(value), Stand(before), is_part=is_part)
    return slot.covers(older)
