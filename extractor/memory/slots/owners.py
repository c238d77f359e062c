"""Owners: who a text says has something for theirs, or looks over it.

Owns the forms in which that is said. Promises one name for one thing. Never does I/O.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAME = r"[A-Z][\w-]+"
_DONE_BY = {
    "owner": r"own(?:s|ed)|maintain(?:s|ed)|manage[sd]|handle[sd]|leads|led|looks? after|looked after",
    "reviews": r"review(?:s|ed)|approve[sd]",
}
_BELONGS = re.compile(rf"(?P<of>.+?) (?:has an? (?:new )?owner:?|belongs to) (?P<who>{_NAME})")
_FORMS = (
    *(
        (part, re.compile(form))
        for part, does in _DONE_BY.items()
        for form in (
            rf"(?P<who>{_NAME}) (?:now )?(?:{does})\s(?P<of>.+)",
            rf"(?P<of>.+?) (?:is|are|gets?) (?:now )?(?:{does}) by (?P<who>{_NAME})",
        )
    ),
    ("owner", _BELONGS),
)


@dataclass(frozen=True, slots=True)
class Owner:
    """Somebody, in small letters, what they do with it, and the words for what it is."""

    who: str
    part: str
    of: str


def owner(text: str) -> Owner | None:
    """Who a text begins by naming as the one who owns or reviews something; None where it names nobody."""
    for part, form in _FORMS:
        if found := form.match(text):
            return Owner(found["who"].casefold(), part, f"{found['of']} {text[found.end() :]}")
    return None
