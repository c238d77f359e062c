"""Reasons: the sentence after a kept one that says why, and the part of a sentence that does.

Owns the forms of a reason. Promises that a fact without its reason is a part of the same sentence.
Never does I/O.
"""

from __future__ import annotations

import re
from dataclasses import replace

from extractor.memory.text.expressions import Expression
from extractor.models.offline import wording
from extractor.models.offline.fact import Stated

_MAX_REASON = 200
"""Characters."""
_REASON = Expression(
    r"(?:because|otherwise|the reason|reason:|why:|we (?:got|were|had|lost|once|broke|need|have to)|i (?:got|was|had|lost|once)"
    r"|last (?:time|year|quarter|month|week)|(?:that|it|they) (?:broke|caused|cost|bit|breaks|hides|hid|made)|weil|sonst|das hat"
    r"|porque|parce que)\b|.*\b(?:hid|broke|caused|burned|burnt|cost (?:me|us)|lost|leaked|bit us|crashed|corrupted|wiped|had to)\b",
    re.DOTALL,
)
_BECAUSE = re.compile(
    r"(?P<fact>.{12,}?)(?:(?:\s*[,;(–—-]+)?\s+(?P<why>(?:because|weil|porque|parce que|since (?:we|it|the|they|i|our|that)"
    r"(?=[^,]*$))\b.{6,})|\s*[,;(–—-]+\s+(?P<otherwise>(?:otherwise\b(?! than\b)|sonst\b).{6,}))$",
    re.IGNORECASE | re.DOTALL,
)
_WHY = re.compile(r"\b(?:because|since|otherwise|weil|sonst|porque|parce que)\b", re.IGNORECASE)
_HANGING = re.compile(
    r"\b(?:not|never|unless|except|but|or|nor|and|even|only|just|is|are|was|were|be|been|it['’]s|that['’]s|'s|ist|sind|war|waren|es|son|fue|est|sont|nicht|nur|außer|aber|no|sino|solo|salvo|pas|sauf|mais)\W*$",
    re.IGNORECASE,
)
"""How the half of a sentence ends that goes on in its reason."""


def gives_reason(sentence: str) -> bool:
    """Whether a sentence reads as the reason of the one before it."""
    return len(sentence) <= _MAX_REASON and _REASON.match(sentence) is not None


def without_reason(stated: Stated) -> tuple[Stated, str | None]:
    """A statement without the reason it gives itself, and the reason."""
    match = _BECAUSE.match(stated.text)
    why = (match["why"] or match["otherwise"]) if match else ""
    if match is None or len(why) > _MAX_REASON or len(stated.evidence) > 1 or _is_tangled(match["fact"], why):
        return stated, None
    return replace(stated, text=wording.statement(match["fact"]), alone=stated), why


def _is_tangled(fact: str, why: str) -> bool:
    """Whether a sentence cannot be cut at its reason: it has several, or what stands before it is no whole."""
    is_open = fact.count("(") > fact.count(")")
    return is_open or len(_WHY.findall(f"{fact} {why}")) > 1 or _HANGING.search(fact) is not None
