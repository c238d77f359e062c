"""Rulings: whether a text forbids something, allows it, requires it or no longer does, and what.

Owns the words for it, and for what somebody is asked about before it is done. Promises one answer, and none for a
text that says several of these. Never does I/O.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Stand(StrEnum):
    """How a text stands to what it speaks of."""

    FORBIDDEN = "forbidden"
    ASK_FIRST = "ask first"
    ALLOWED = "allowed"
    REQUIRED = "required"
    RELEASED = "released"
    """It is no longer required."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a text stands to something."""

    stand: Stand
    of: str
    """The words of the text beside those that say so."""

    @property
    def restricts(self) -> bool:
        """Whether it leaves less free than nothing said would."""
        return self.stand in (Stand.FORBIDDEN, Stand.ASK_FIRST)


_FREE = (Stand.ALLOWED, Stand.RELEASED)
_AT_ONCE = {(one, other) for one in _FREE for other in _FREE} | {(Stand.ALLOWED, Stand.REQUIRED)}
"""What can be so of one thing at once."""
_COVERS = {
    (Stand.FORBIDDEN, Stand.ALLOWED),
    (Stand.ASK_FIRST, Stand.ALLOWED),
    (Stand.RELEASED, Stand.REQUIRED),
}
"""What, said of more, takes away what was said of a part of it. No permission takes away the ban of a part."""
_MAY_NOW = re.compile(r"\b(?:you|we) (?:now )?(?:may|can|are (?:now )?allowed)\b|\bgo ahead\b", re.IGNORECASE)
"""How somebody is let do something, be it once."""
_FOR_GOOD = re.compile(
    r"\b(?:again|always|every|all|any ?more|no longer|on your own|yourself|without asking)\b", re.IGNORECASE
)
"""By which more than once is meant."""

_BE = r"(?:is|are|['’]s|['’]re)"
_AGAIN = r"(?: (?:now|again|all|always|totally|perfectly|also|actually|really))*"
_NOT = rf"(?:don['’]?t|do not|doesn['’]?t|does not|no longer|{_BE} not|isn['’]?t|aren['’]?t)"
_FINE = r"(?:fine|ok(?:ay)?|allowed|permitted)"
_YOU = "(?:you |we |they )?"
_BEHIND = r"(?= |\W*$)"


def _saying(*forms: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(forms)}){_BEHIND}", re.IGNORECASE)


_BY_STAND = {
    Stand.RELEASED: _saying(
        rf"{_YOU}{_NOT} (?:need|have|required|needed|necessary|mandatory)(?: to)?",
        r"(?:there['’]s |there is )?no need (?:to|for)",
    ),
    Stand.FORBIDDEN: _saying(
        r"(?:please )?(?:never|don['’]?t|do not|avoid|stop|no more)",
        rf"{_YOU}(?:must not|mustn['’]?t|may not|can['’]?t|cannot|should not|shouldn['’]?t)(?: be)?",
        rf"{_YOU}{_BE}{_AGAIN} (?:not {_FINE}|forbidden|banned|off limits)(?: to)?",
    ),
    Stand.ALLOWED: _saying(
        rf"{_YOU}(?:it ?)?{_BE}{_AGAIN} (?:{_FINE}|welcome){_AGAIN}(?: to| if you)?",
        rf"(?:you|we)(?: now)? (?:may|can){_AGAIN}(?: be)?",
        r"(?:may|can)(?: now| again| also)? (?:be|go|stay)|feel free to",
    ),
    Stand.REQUIRED: _saying(
        rf"(?:please )?always|{_YOU}must(?: always)?|{_BE} (?:always )?(?:required|mandatory)|needs?(?: to)?|ha(?:ve|s) to"
    ),
}
"""In this order: what releases from something says a "not" as what forbids does."""
_FIRST = re.compile(
    r"\b(?:(?:ask(?:ing)?|check(?:ing)? with) (?:(?:me|us) )?(?:first )?before(?: you)?"
    r"|(?:my|our) (?:ok(?:ay)?|approval|permission|go-ahead) (?:for|to|before(?: you)?)"
    r"|ask(?:ing)? (?:(?:me|us) )?for (?:permission|approval)(?: to| for| before(?: you)?)?)(?= )",
    re.IGNORECASE,
)
"""That somebody is asked before."""
_WITHOUT = re.compile(
    r",? (?:without (?:asking(?: me| us)?(?: first)?|my (?:ok(?:ay)?|approval|permission))|on your own)(?=\W|$)",
    re.IGNORECASE,
)
"""That nobody is."""


def ruling(text: str) -> Ruling | None:
    """How a text stands to what it speaks of; None where it does not say, or says more than one thing."""
    rest, first = _FIRST.sub(" ", text), _FIRST.search(text) is not None
    rest, without = _WITHOUT.sub(" ", rest), _WITHOUT.search(text) is not None
    if first and without:
        return None
    for stand, pattern in _BY_STAND.items():
        found = list(pattern.finditer(rest))
        if found:
            of = f"{rest[: found[0].start()]} {rest[found[0].end() :]}"
            return Ruling(_ruled(stand, first, without), of) if len(found) == 1 else None
    return Ruling(Stand.ASK_FIRST, rest) if first else None


def _ruled(stand: Stand, first: bool, without: bool) -> Stand:
    """What is said of asking first is a ruling of that: "never push without asking" asks for it."""
    if first:
        return Stand.ALLOWED if stand in (Stand.RELEASED, Stand.FORBIDDEN) else Stand.ASK_FIRST
    if without:
        return Stand.ASK_FIRST if stand is Stand.FORBIDDEN else Stand.ALLOWED
    return stand


def takes_away(newer: Stand, older: Stand, *, is_part: bool) -> bool:
    """Whether a later stand leaves nothing of an earlier one. `is_part`: the earlier one is to a part of it alone."""
    if is_part:
        return (newer, older) in _COVERS
    return newer is not older and (newer, older) not in _AT_ONCE


def may_be_at_hand(text: str) -> bool:
    """Whether a text that allows something may mean the work at hand: "you can commit now"."""
    return _MAY_NOW.search(text) is not None and _FOR_GOOD.search(text) is None
