"""Only told: whether a sentence says nothing but how something is, for a message that does nothing else.

Owns how such a sentence reads. Promises nothing of a message: who asks, orders or reports tells of the moment.
Never does I/O.
"""

from __future__ import annotations

import re

from extractor.memory.slots.roles import names_any
from extractor.models.offline import cues
from extractor.models.offline.first_words import plain_marks
from extractor.models.offline.weight import BESIDE, Weighed

MOST = 2
"""Sentences of a message that only tells: who says more speaks of the work at hand."""
_MOST_WORDS = 16
_THREE, _OF_THREE = 3, -3
"""Words of the shortest sentence, and what being short costs it."""
_WORD = re.compile(r"\w[\w.'’/-]*")
_HOW_IT_IS = re.compile(
    r"\b(?:is|are|lives?|runs?|comes?|goe?s? (?:out )?(?:to|in|into|on|by|through)|uses?|gets?|needs?|has|does|do|targets?|stays?"
    r"|belongs?|signs? off|samples?|leaves?|happens?|takes?|means?|expects?|talks?|speaks?|looks? like|handles?|serves?|owns?|reads?|writes?"
    r"|stores?|keeps?|starts?|ends?|ships?|includes?|contains?|opens?|closes?|costs?|come from|supports?|depends?|licen[sc]es?|ist|sind|liegt|liegen|läuft|laufen|steht|stehen|heißt|nutzen"
    r"|está|están|es|llevan?|usan?|usamos|corren?|se (?:llaman?|guardan?|despliegan?|rangent?|trouvent?|appellent?)|est|sont|utilise|utilisons|assure|tourne|sits?|can|may|deployen|verwenden|vai|vão)\b",
    re.IGNORECASE,
)
"""A verb of how things are."""
_DOES = re.compile(
    r"\W*(?!(?:i|we|you|they|got|get|had|have|has|made|did|found|saw|see|for|what|how|who)\b)"
    r"(?:(?!(?:and|but|so|then|yes|no|lets?)\b)[\w'’./-]+ ){1,4}?(?!(?:always|this|less|les|des|vs)\b)[a-z]{2,}[^\Ws]s"
    r" (?:the|a|an|our|us|all|every|each|only|to|in|into|at|on|from|by|with|through|via|as|for|under|over|per|\d+)\b",
    re.IGNORECASE,
)
"""Somebody or something, and what it does: "Dagster schedules the ETL"."""
_WE_DO = re.compile(
    r"\W*we (?:(?:also|always|only|still) )?(?!(?:are|were|have|had|need|want|should|could|would|can|will|must|may|might|got|get|see|saw|did|do|just|lost"
    r"|made|think|know|seem|ran|gotta|now|then)\b)[a-z]+(?<!ed)(?<!ing)"
    r" (?:the|a|an|our|every|each|all|only|on|in|with|by|to|from|for|at|per|through|\d|(?-i:[A-Z]))",
    re.IGNORECASE,
)
"""What a team does as a rule."""
_STYLED = re.compile(
    r"[\w-]+s? in (?:[\w-]+ ){1,2}(?:style|case|format|notation|units|order)\W*$"
    r"|(?:[\w-]+ ){1,4}in (?:english|german|french|spanish|italian|portuguese|dutch|polish|russian|chinese|japanese|korean|welsh|irish|swedish|danish"
    r"|norwegian|finnish|turkish|arabic|czech|greek|knots|fathoms|feet|inches|miles|met(?:er|re)s|millimet(?:er|re)s|kilomet(?:er|re)s|celsius|kelvin"
    r"|fahrenheit|cents|euros?|dollars|kilos|pounds|seconds|milliseconds|capitals)(?:,? (?:please|pls))?(?=,|\W*$)",
    re.IGNORECASE,
)
"""How things of a kind are written, in no more words: "docstrings in numpy style"."""
_GIVEN = re.compile(
    r"\W*(?!(?:error|warning|note|todo|fix|unknown|failed|info)\b)(?:[\w/.'’-]+ ){1,8}?[\w/.'’-]+(?: =|:)"
    r" (?=[^\n]*(?:[A-Z0-9]|\w[./]\w))[^\n\"]{2,60}$",
)
"""What something is, behind a colon or a sign that says so: "cell cutoff = 3.3 V"."""
_NAMES = re.compile(
    r"(?<=.)\b[A-Z]\w+|\b[A-Z]{2,}\b|\d|`|\w/|#\w|\w_|\w\.\w|\b[a-z]+[A-Z]|\A[A-Z][a-z]+ (?=is the \w+ \w|(?:does|owns|handles|leads|runs|manages"
    r"|decides)\b)|\b(?:called|named) (?!(?:on|by|twice|once|from|in|at|with|when|for|every|after|before|as|to|again)\b)\w"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve)\b"
)
"""Something by its name or number, or out of code."""
_NO_STATEMENT = re.compile(
    r"\W*(?:wait|has|have|can|could|will|would|should|shall|oh|(?:when )?i (?:mean|see))(?!\w)|\s*\$\w|\s*[\"'],",
    re.IGNORECASE,
)
"""How a question, or a word to what was said, begins."""
_AT_HAND = re.compile(
    r"\b(?:it|this(?! (?:project|repo(?:sitory)?|code ?base|app|service|team|product)\b)|that|these|those|here|there|now|still|you|your|again|yet|could|would|might|maybe|perhaps|please|coming|done|wrong"
    r"|(?:is|are|am) (?:not )?(?:\w+ing|green|red|ready|unable|empty|missing|open|closed|ok(?:ay)?|fine|good|bad|kaputt|leer)|falsch\w*"
    r"|(?:test|sample|example|dummy) data|because|believe|think|guess|seems?"
    r"|looks? (?:good|fine|ok(?:ay)?|great)|just|more|es ist|das ist|esto|eso)\b",
    re.IGNORECASE,
)
"""What points at the work at hand, or is no statement."""
_OF_IT = re.compile(
    r"^ (?:it(?:['’]s)?|that|they|there)(?= )|(?: (?:for|of|to|in|on)) (?:it|them)(?!\w)", re.IGNORECASE
)
"""What points back, behind a comma or inside the sentence, at what it speaks of itself."""


def states(weighed: Weighed) -> bool:
    """Whether a sentence is a statement against which nothing speaks: beside one that says what is no more, what is instead."""
    return weighed.points >= BESIDE and not _is_spoken_against(weighed)


def tells_only(sentence: str, weighed: Weighed) -> bool:
    """Whether a sentence says how something is that has a name, and nothing of the moment. `weighed`: the sentence."""
    if _is_spoken_against(weighed) or _is_light(sentence, weighed):
        return False
    text = plain_marks(sentence)
    first, comma, behind = text.partition(",")
    alone = first + comma + _OF_IT.sub("", behind) if comma else text
    if len(text.split()) > _MOST_WORDS or _AT_HAND.search(alone) or _NO_STATEMENT.match(text):
        return False
    if _GIVEN.match(text) or _STYLED.match(text):
        return True
    if not (_HOW_IT_IS.search(text) or _DOES.match(text) or _WE_DO.match(text)):
        return False
    return _NAMES.search(text) is not None or names_any(text) or cues.EACH.search(text) is not None


def _is_spoken_against(weighed: Weighed) -> bool:
    """Whether a sentence asks, orders, points back, or is of the moment or unsure."""
    return weighed.asks or weighed.orders or weighed.is_doubted or weighed.pointing != 0


def _is_light(sentence: str, weighed: Weighed) -> bool:
    """Whether more speaks against a sentence than that it has three words."""
    return weighed.points < (_OF_THREE if len(_WORD.findall(sentence)) == _THREE else BESIDE)
