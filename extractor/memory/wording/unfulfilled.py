"""Unfulfilled: what was meant, refused or should have been, what was before something else, and what is not so of all.

Owns these words in the languages people write to agents in. Promises pairs of expressions: what a clause says, and
what a text that rests on it keeps of the kind. Never does I/O.
"""

from __future__ import annotations

from extractor.memory.text.expressions import Expression
from extractor.memory.wording.force import NOT, SHORT_NOT
from extractor.memory.wording.reservations import Kind


def _any(pattern: str) -> Expression:
    return Expression(rf"(?<![\w'’-])(?:{pattern})(?!\w)")


_NOT_ALL = r"not (?:every\w*|all|always)|nicht (?:jede\w*|alle[sn]?|immer)|no (?:tod[oa]s?|siempre)|pas tou\w+|non tutt[oie]"
"""What leaves some of them out."""
_SHOULD_HAVE = (
    r"(?:should|could|would|ought to)(?:n['’]t| not)? have (?!to\b)\w+|hätten? .{0,40}(?:sollen|können|müssen)"
    r"|(?:debería|podría)\w* haber"
    r"|(?:aurions|aurais|aurait) (?:dû|pu)"
)
"""What was not done, though it had better been."""
_USED_BEFORE = r"(?:we|i|they) (?:had |have )?(?:used|ran|had|kept|deployed|hosted) (?!to\b)[^,.;]{2,40} (?:before|until)"
"""What was so until something else came."""
_INTENDED = (
    r"(?:was|were) (?:going|about|planning) to|(?:tried|attempted|planned|hoped|meant|intended) to(?= (?!say"
    r"|write|type|ask|add|mention)\w)"
    r"|(?:almost|nearly)(?= \w+ed\b)"
    r"|(?:we|i|they) considered(?= \w+ing)"
)
"""What was to be done, and may not have been."""
_REFUSED = (
    r"refuse[sd]? to|decline[sd]? to|weiger(?:e|n|t) (?:mich|uns|sich)|me niego a|je refuse (?:de|d['’])"
)
"""What somebody will not do."""
_IDEALLY = r"ideally|in an ideal world|idealerweise|idealmente|lo ideal|idéalement|nice to have"
"""What would be best, and need not be."""
UNFULFILLED = (
    Kind(
        _any(_IDEALLY),
        Expression(
            rf"\b(?:{_IDEALLY}|should|nice|prefer\w*|possibl\w*|optional|would|goals?|aims?|target|sollte\w*|debería\w*)\b"
        ),
    ),
    Kind(
        _any(_INTENDED),
        Expression(
            r"\b(?:going|about|tr(?:y|ies|ied|ying)|attempt\w*|plan\w*|hop\w*|mean\w*|intend\w*|almost|nearly|consider\w*"
            rf"|want\w*|would|should|thought|{NOT})\b|{SHORT_NOT}"
        ),
    ),
    Kind(
        _any(_REFUSED),
        Expression(rf"\b(?:refus\w*|declin\w*|weiger\w*|nieg\w*|{NOT}|avoid\w*|without|won)\b|{SHORT_NOT}"),
    ),
    Kind(
        _any(_NOT_ALL),
        Expression(
            rf"\b(?:{_NOT_ALL}|some|few|most|sometimes|part\w*|only|certain|exception\w*|optional|manch\w*|einige"
            r"|algun\w*|certain\w*)\b"
        ),
    ),
    Kind(
        _any(_SHOULD_HAVE),
        Expression(
            rf"\b(?:{_SHOULD_HAVE}|should|could|would|wish\w*|regret\w*|mistake|better|hätt\w*|haber|aurai\w*)\b"
        ),
    ),
    Kind(
        _any(_USED_BEFORE),
        Expression(
            rf"\b(?:used|was|were|had|ran|before|until|moved|switched|migrated|formerly|longer|replaced|old|{NOT})\b|{SHORT_NOT}"
        ),
    ),
)
"""Pairs of what a clause says and what a text keeps of it."""
