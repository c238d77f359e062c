"""Allowed: whether a text forbids something, allows it, asks for it or releases from it, and what.

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
    ALLOWED = "allowed"
    ASKED = "asked"
    RELEASED = "released"


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a text stands to something."""

    stand: Stand
    asks_first: bool
    """It is about whether somebody is asked before."""
    of: str
    """The words of the text beside those that say so."""


_BE = r"(?:is|are|['’]s|['’]re)"
_AGAIN = r"(?: (?:now|again|all|always|totally|perfectly|also|actually|really))*"
_NOT = rf"(?:don['’]?t|do not|doesn['’]?t|does not|no longer|{_BE} not|isn['’]?t|aren['’]?t)"
_FINE = r"(?:fine|ok(?:ay)?|allowed|permitted)"
_YOU = "(?:you |we |they )?"
_MEDIAL = r"(?= |\W*$)"


def _saying(*forms: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(forms)}){_MEDIAL}", re.IGNORECASE)


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
        r"may (?:now |again )?be|feel free to",
    ),
    Stand.ASKED: _saying(
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
_WITHOUT = re.compile(
    r",? (?:without (?:asking(?: me| us)?(?: first)?|my (?:ok(?:ay)?|approval|permission))|on your own)(?=\W|$)",
    re.IGNORECASE,
)


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
            return _ruled(stand, first, without, of) if len(found) == 1 else None
    return Ruling(Stand.ASKED, True, rest) if first else None


def _ruled(stand: Stand, first: bool, without: bool, of: str) -> Ruling:
    """What is said of asking first is a ruling of that: "never push without asking" asks for it."""
    if first:
        stand = Stand.RELEASED if stand in (Stand.RELEASED, Stand.FORBIDDEN) else Stand.ASKED
    elif without:
        stand = Stand.ASKED if stand is Stand.FORBIDDEN else Stand.RELEASED
    return Ruling(stand, first or without, of)
