"""The shape of a form, and the signs that a rule is a standing one.

Owns what several groups of forms share. Promises nothing about a single sentence. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from extractor.domain import MemoryType
from extractor.models.offline.passing import SCREEN, TROUBLE

_I = re.IGNORECASE


def starts(pattern: str) -> Callable[[str], re.Match[str] | None]:
    """Matches the beginning of a text, whatever the case."""
    return re.compile(pattern, _I).match


PLURAL = r"(?!(?:this|its|has|was|is|as|us|yes|does|always|sometimes|perhaps|otherwise|address)\b)\w{2,}[^su\W_]s\b"
NO_DETERMINER = r"(?!(?:the|this|that|these|those|your|my|our|its|his|her|any|all|both|a|an)\b)"
STANDING = re.compile(
    r"\b(?:ever|anymore|any more|in general|at all|unless|whenever|every|each|by default|directly"
    r"|without (?:asking|approval|permission|a |an |my |first|me |tests?|review|\w+ing)|when (?:you|i|we"
    r"|\w+ing)|(?:on|to|into) (?:main|master|trunk|prod|production)\b|at the end of|(?:in|for|on|from|into"
    rf"|against|with) (?:{NO_DETERMINER}\w+ )?{PLURAL})",
    _I,
)
BARE_OBJECT = re.compile(
    rf"\w+ (?:{NO_DETERMINER}\w+ )?(?!(?:changes|edits|things|files|tests|steps|lines"
    rf"|commits)\b){NO_DETERMINER}{PLURAL}",
    _I,
)
OCCASION = (
    r"(?:commit|push|merge|pr|pull request|change|release|deploy|deployment|edit|response|reply|answer"
    r"|message|migration|file|function|module|package|endpoint|test|day|week|session|task|step|feature"
    r"|script)s?"
)
BASE_VERB = (
    r"(?!\w+(?:ed|ing)\b)(?!(?:seen|heard|known|thought|understood|gotten|done|met|felt|found|come|gone|saw"
    r"|knew|had|did|gesehen|gehört|erlebt|gewusst|mind|the|a|an|been|has|was|is|in|on|at|my|our"
    r"|that)\b)(?!\w+[^su\W]s\b)\w+"
)
ORDER = (
    r"(?:always|never|don't|do not|make sure|ensure|run|use|check|ask|add|update|write|bump|tell|keep"
    r"|include|put|open|create|start|rebuild|regenerate|show|squash|rebase|format|lint|document)"
)


@dataclass(frozen=True, slots=True)
class Form:
    """One form of a lasting statement. A group named `fact` holds the statement where it is not the whole."""

    type: MemoryType
    match: Callable[[str], re.Match[str] | None]
    holds: Callable[[re.Match[str], bool], bool] = lambda _match, _has_reason: True
    """Whether a match is meant to last; told whether the person gave a reason."""


def no_trouble(match: re.Match[str], _has_reason: bool) -> bool:
    """Not a report of something that goes wrong."""
    return not TROUBLE.search(match[0])


def no_screen(match: re.Match[str], has_reason: bool) -> bool:
    """Nor said of what a product shows or serves."""
    return no_trouble(match, has_reason) and SCREEN.isdisjoint(match[0].lower().split()[:4])


def negative(match: re.Match[str], has_reason: bool) -> bool:
    """A "don't" with a reason, or one that speaks of every such case."""
    rest = match["rest"]
    return has_reason or bool(STANDING.search(rest) or BARE_OBJECT.match(rest))


def chosen(match: re.Match[str], has_reason: bool) -> bool:
    """A choice with a reason, for every case, or of a thing with a short name."""
    if _AT_CHOICE.search(match[0]):
        return False
    return has_reason or bool(STANDING.search(match[0])) or len(match["what"].split()) < 3


_AT_CHOICE = re.compile(
    r"\b\d+\b(?!\.)|'s\b|\b(?:mine|yours|ours|theirs|his|hers)\b|\w\.(?!js\b)[a-z]{1,4}\b|\b(?:option|branch|one)\b",
    _I,
)
"""A number, a file, somebody's: one of the things at hand."""


def unwanted(match: re.Match[str], has_reason: bool) -> bool:
    """A dislike of things of a kind."""
    if TROUBLE.search(match["rest"]) or _AT_HAND.search(match["rest"]):
        return False
    told = match[0].lower()
    return negative(match, has_reason) or " want " in told[:14] or " like " in told[:14]


def settled(match: re.Match[str], _has_reason: bool) -> bool:
    """Said of oneself as such: no trouble, nothing at hand."""
    return not TROUBLE.search(match["rest"]) and not _AT_HAND.search(match["rest"])


_AT_HAND = re.compile(
    r"\b(?:this|these|those|it|them|here|there|now|again|above|below|currently|today|yesterday|to (?:test"
    r"|check|see|get|fix|find|make))\b",
    _I,
)


def reasoned(_match: re.Match[str], has_reason: bool) -> bool:
    """Only with a reason."""
    return has_reason
