"""Whose voice a paragraph has: the person's, or that of something they pasted without a mark.

Owns the signs of a paste that carries none. Promises to take a paragraph for the person's own where it is short
or speaks of them. Never cuts marked paste: `memory.own_words` does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from extractor.memory.text.expressions import Expression

_PARAGRAPH = re.compile(r"\n\s*\n")
_INTRODUCED = Expression(
    r"\b(?:feedback|comments?|mail|e-?mail|message|review|reviewer|output|logs?|errors?|says?|said|wrote|writes|got this|this is what"
    r"|getting|seeing|scenario|report(?:ed|s)?|response|answer from|quote|article|docs? says?|sagt|schreibt|meldet|kam zurück"
    r"|dice|dit|scrive|here(?:['’]s| is) (?:the|this|that|an?) (?:\w+ ){0,2}(?:description|excerpt|issue|manual|page|readme|story|thread|ticket)"
    r"|(?:^|copied )from (?:the|our|their) (?:\w+ )?(?:docs?|issue|manual|page|readme|spec|thread|ticket|wiki))\b[^.!?\n]*:\s*$",
)
"""How a line ends that introduces what somebody else said."""
OWN = Expression(
    r"(?<![\w'])(?:i|i'd|i'm|i've|i'll|we|we're|we've|let's|my|our|me|us|you|your|please|pls|ich|wir|mir|uns|du|bitte|yo|mi|nos|tú"
    r"|por favor|je|nous|tu|vous|io|noi|eu|nós|ik|wij|я|мы)(?![\w])|我|你|请|أنا|نحن|私",
)
"""Words of somebody who speaks of themselves, or to somebody."""
_PROGRAM = re.compile(r"^[ \t]*(?:={3,}|\*{3,}|-{4,}|\[[*+!xX✓✔-]\])", re.MULTILINE)
"""How programs set off the parts of what they report."""
CODE_NAME = re.compile(
    r"`[^`\n]+`|\b(?=\w[^\W_A-Z]*[_A-Z.(])(?:[a-z]\w*\.[A-Z]\w+|\w+\(\)|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|\w+_\w+\b"
    r"|\w+\.(?:go|py|ts|tsx|js|rs|java|c|cpp|rb|md|json|ya?ml)\b)"
)
"""A name out of code. A word without a sign or a capital in it is none, which one look at it tells."""
_TELLS = re.compile(
    r"\b(?:always|never|don['’]?t|do not|make sure|must|only|prefer|instead of)\b", re.IGNORECASE
)
"""Words of somebody who says what to do: several lines of them may speak of nobody."""
_RULED = re.compile(r"\b(?:always|never|must|don['’]?t|do not|make sure|prefer)\b", re.IGNORECASE)
_ROLE = re.compile(
    r"^[^\w\n]*(?:[Yy]ou are (?:an? |the )?(?:[A-Z][\w-]*(?: [A-Z][\w-]*)+|(?:[\w-]+ ){0,4}(?:assistant|agent|expert|engineer|developer|reviewer|architect"
    r"|analyst|tutor|coach|bot|model))\b(?! (?:is|was|has|did)\b)|[Aa]ct (?:as|like) (?:an?|the) |[Yy]our (?:role|task|goal|job|workflow)\b[^.\n]{0,40}:)",
    re.MULTILINE,
)
"""How a prompt begins that gives a model its role: it speaks to that model, whoever wrote it."""
_OFFERS = Expression(
    r"\b(?:would you like me to|want me to|(?:once|if) you[^.!?\n]{0,40}, i (?:can|will|could)"
    r"|let me know if you(?:['’]d| would) like)\b"
)
"""How an agent offers its help: what stands beside it was pasted out of its answer."""
_MARKS = '"“”„«»‹›「」『』'
_QUOTING = re.compile(
    rf"[\"“'‘].{{30,}}[\"”'’]\W*$|[{_MARKS}][^{_MARKS}]{{30,}}[{_MARKS}]\W*$"
    rf"|[{_MARKS}][^{_MARKS}]{{12,}}[.!?。！？][{_MARKS}]\W*$|`[A-Z][^`]{{12,}}[.!?]`\W*$|[*_][^*_]{{12,}}[*_]$",
    re.DOTALL,
)
"""A sentence between marks: few words without a full stop of their own may be a text that the person decides on."""
_PAIRS = (("「", "」"), ("『", "』"))
_HALF = re.compile(r"\W*[«‹][^»›]*\Z|[^«‹]*\S[»›]\W*\Z")
"""One mark of a pair at the end where it belongs: between words it may be a step of a menu."""
_MEASURED = re.compile(r"(?<=\d)”")
"""An inch, and no mark around words."""
_REPORTED = 3
_TYPED_AT_ONCE, _TELLING, _MOSTLY = 40, 3, 0.6
"""Words of a message that was typed at once; messages that tell how somebody types, and the share of them."""
_COMPOSED = 500
"""Words from which a message holds more than was typed."""
_ENDS = re.compile(r"[.!](?=\s|$)")
_WRITTEN = 25
"""Words from which a paragraph that speaks of nobody was written, not typed into a prompt."""


def own_paragraphs(piece: str) -> Iterator[str]:
    """The paragraphs of a piece of a message that are in the person's voice, in order."""
    if len(_PROGRAM.findall(piece)) >= _REPORTED:
        return
    if role := _ROLE.search(piece):
        piece = piece[: role.start()].rstrip()
    introduced = False
    written = _is_written(piece) and not _TELLS.search(piece) and len(CODE_NAME.findall(piece)) > 1
    for paragraph in _PARAGRAPH.split(piece):
        goes_on = written and not OWN.search(paragraph) and not _TELLS.search(paragraph)
        written = goes_on or _is_written(paragraph)
        if introduced:
            # What follows an introduction is theirs until the person plainly speaks again.
            introduced = not _speaks(paragraph)
            if introduced:
                continue
        lines = paragraph.rstrip().split("\n")
        cut = next((n for n, line in enumerate(lines) if _introduces(line.rstrip())), None)
        if cut is not None:
            introduced = True
            kept = "\n".join(lines[:cut])
            if kept.strip():
                yield kept
            continue
        if not written and not _OFFERS.search(paragraph):
            yield paragraph


def types_small(messages: Iterable[str]) -> bool:
    """Whether a person begins what they type with small letters: most of three short messages, or of more."""
    begun = [
        first
        for text in messages
        if len(text.split()) < _TYPED_AT_ONCE and (first := text.strip()[:1]).isalpha()
    ]
    return len(begun) >= _TELLING and sum(first.islower() for first in begun) > _MOSTLY * len(begun)


def is_foreign(sentence: str, among: int, small: bool) -> bool:
    """Whether a sentence of a paragraph that speaks of nobody is somebody else's.

    It is where it stands `among` more words than one types, or among some and is written out with capital and full
    stop where the person types small. Never what tells the agent what to do.
    """
    if _RULED.search(sentence):
        return False
    is_written_out = sentence[:1].isupper() and sentence.endswith(".") and not OWN.search(sentence)
    return among >= _COMPOSED or (small and among >= _WRITTEN and is_written_out)


def is_quoted(sentence: str) -> bool:
    """Whether a sentence is somebody else's words between quotation marks, or a part of them."""
    return _QUOTING.match(sentence) is not None or _is_half_quoted(sentence)


def _is_half_quoted(sentence: str) -> bool:
    if sentence.count('"') % 2:
        return True
    if sentence.isascii():
        return False
    opened = sentence.count("“") + sentence.count("„")
    closed = (sentence if opened else _MEASURED.sub("", sentence)).count("”")
    is_uneven = any(sentence.count(left) != sentence.count(right) for left, right in _PAIRS)
    return (opened + closed) % 2 > 0 or is_uneven or _HALF.match(sentence) is not None


def _introduces(line: str) -> bool:
    return line.endswith(":") and _INTRODUCED.search(line) is not None


def _speaks(paragraph: str) -> bool:
    """Whether a paragraph after a paste is the person's again: short, of themselves, and no full prose."""
    words = paragraph.split()
    return len(words) < _WRITTEN and OWN.search(paragraph) is not None


def _is_written(paragraph: str) -> bool:
    """Whether a paragraph is prose, of several sentences or of much code by name, that speaks of nobody."""
    words = len(paragraph.split())
    if words < _WRITTEN or OWN.search(paragraph):
        return False
    is_prose = len(_ENDS.findall(paragraph)) >= 2 or len(CODE_NAME.findall(paragraph)) >= 2
    return paragraph.strip()[0].isupper() and is_prose
