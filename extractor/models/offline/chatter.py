"""Chatter: a rule's word in a sentence that rules nothing.

Owns what such sentences say: thanks, jokes, regrets, doubts, what others are said to say, what is to be written. Promises to
cost a sentence, never to add to it. Never does I/O.
"""

from __future__ import annotations

from extractor.memory.text.expressions import Expression

_JOKED = Expression(
    r"\b(?:(?:just|only) (?:kidding|joking|messing)|j/k|jk|haha\w*$|lol$|war (?:nur )?(?:ein )?(?:scherz|spaß)|nur spaß|es broma|je plaisante"
    r"|je rigole|sto scherzando|scherzo$|tô brincando|grapje|шучу)\b|[，,。 ](?:开玩笑|哈哈)\S{0,3}$"
)
"""It was no earnest."""
_THANKED = Expression(
    r"\W*(?:as (?:always|usual|ever),? (?:great|good|nice|awesome|excellent|amazing|perfect|thanks?|thank you|well done|brilliant|fantastic)"
    r"|.{0,40}(?:thanks|thank you|great|good|nice|awesome|excellent|amazing|perfect|brilliant|danke|gracias|merci),? (?:as (?:always|usual|ever)|wie immer|como siempre|comme toujours))\b"
)
_REGRETTED = Expression(
    r"\b(?:we|i|you|they) should(?: have never| never have| not have|n't have| have)(?: just| really)? \w+(?:ed|en|ne|one|ut|ept|ought|it)"
    r" (?:that|this|it|those|these|him|her|them|the)\b"
    r"|\bhätten (?:wir|ich) (?:\w+ ){1,4}(?:nie|niemals|nicht)\b|\bnunca debimos\b|\bon n'aurait jamais dû\b"
)
"""What was done and cannot be undone."""
_HEARD = Expression(
    r"\W*(?:(?:i think|apparently|supposedly),? )?(?:the|their|its) (?:(?:\w+ )?(?:docs?|documentation|readme|manual|man ?page|article|blog(?: post)?|tutorial"
    r"|internet|website|error|log|message|linter|compiler|warning|spec|standard|guide|book)) (?:says?|states?|claims?|mentions?|recommends?|suggests?|tells?|reads?)\b"
    r"|\W*(?:he|she|they|somebody|someone|people|everyone|everybody) (?:always |never |just |often )*(?:says?|said|claims?|tells?|told|thinks?|complains?)\b"
    r"|\W*(?:according to|as per|from) (?:the|their|its) (?:\w+ )?(?:docs?|documentation|readme|manual|spec|error|log|message|internet)\b"
    r"|\W*(?:stack ?overflow|google|chat ?gpt|gpt|gemini|copilot|claude|reddit|the internet) (?:says?|told|claims?|suggests?|recommends?)\b"
    r"|\W*(?:error|warning|fatal|err|warn)\s*:\s"
    r"|\W*(?:laut (?:der )?(?:doku|dokumentation)|(?:die|in der) doku(?:mentation)? (?:sagt|steht)|según la documentación|la doc(?:umentation)? dit|d'après la doc)\b"
)
"""What others say."""
_SEEMS_SO = Expression(
    r"\W*(?:der|die|das|es|er|sie|this|it|that)(?: \w+){0,2} (?:hängt|hakt|spinnt|stürzt|nervt|dauert|klemmt|streikt|lügt)\b"
    r"|\W*immer (?:diese[rsnm]?|noch|wieder)\b|\W*(?:siempre|toujours) (?:lo mismo|la même chose|pareil)\b|\W*always (?:the same|something)\b"
)
"""Who is fed up says "always", too."""
_UNSURE = Expression(
    r"\b(?:not (?:\w+ )?sure|unsure|no idea|who knows|dunno|don['’]?t know)(?: yet| though| about (?:it|that))?[\s.!…]*$"
    r"|\b(?:bin (?:mir )?(?:aber )?nicht sicher|no estoy segur[oa]|pas sûre?|non sono sicur[oa])[\s.!…]*$"
)
"""How a sentence ends that takes half of itself back."""
_WRITTEN = Expression(
    r"\b(?:saying|says|stating|states|mentioning|explaining|reading|titled|called|that reads|which reads)\b"
    r"|\b(?:with the|the) (?:text|message|words|title|sentence|line|comment)\b|\b(?:der|die|das) (?:sagt|besagt)\b"
)
"""What an order has written or said is no order itself."""

_JEST = Expression(
    r"\W*(?:(?:i(?:['’]m| am) )?(?:just |only )?(?:kidding|joking|messing(?: with you)?)|j/?k|haha(?:ha)*|lol|rofl|(?:just )?a joke|scherz|(?:war (?:nur )?)?(?:ein )?(?:scherz|spaß)"
    r"|(?:es )?(?:una )?broma|(?:je )?(?:plaisante|rigole)|(?:sto )?scherz(?:o|ando)|grapje|шучу|шутка|żartuję|şaka|开玩笑(?:的|啦)?|冗談(?:です|だよ)?|농담(?:이야)?)(?: (?:of course|obviously|natürlich))?\W*"
)
"""A sentence that says no more than that the one before it was no earnest."""
_UNDECIDED = Expression(
    r"\b(?:i['’]?m|i am|we['’]?re|we are) not deciding\b|\b(?:nothing|none of (?:this|it)) is decided\b|\bno decision (?:yet|today|needed|to be made)\b"
    r"|\b(?:just|only) thinking (?:out loud|aloud)\b|\blet me think (?:out loud|aloud)\b|\bsolo (?:per )?curiosità\b|\bnur (?:aus )?neugier\b|\b(?:solo )?por curiosidad\b"
    r"|\b(?:juste )?par curiosité\b|\bmera curiosidade\b|\b(?:мне )?просто интересно\b|\bрешать ничего не\b|\bentscheide(?:n)? (?:heute |noch )?nichts\b|只是好奇|ただの好奇心"
)
"""It is thought over or asked out of curiosity: nothing of it holds."""
_OF_THE_UNDECIDED = (
    "decid",
    "decision",
    "aloud",
    "out loud",
    "curios",
    "neugier",
    "entscheid",
    "интересн",
    "решать",
    "好奇",
)
"""One of these stands in whatever it finds."""
_EITHER = Expression(r"\W*(?:(?:so|well|ok(?:ay)?)\W+)*(?:we|i|you) (?:could|might) .{3,80}, or\b")
"""What could be done, or else something else."""
_BY_SPEC = Expression(
    r"\b(?:(?:as )?per|according to|gemäß|laut|según|selon|secondo|volgens) (?:the |der |dem |la |el |le |il |de |het )?"
    r"(?:spec(?:ification)?|ticket|story|mock-?ups?|figma|design doc|wireframes?|acceptance criteria|spezifikation|maquette?|especificación)\b"
)
"""An order to build what stands written elsewhere."""

_IN_JEST, _OF_OTHERS = -20, -10


def is_jest(sentence: str) -> bool:
    """Whether a sentence says no more than that the one before it was no earnest."""
    return _JEST.fullmatch(sentence.strip()) is not None


def cost(sentence: str, orders: bool) -> int:
    """Points, none or below nothing. `orders`: the sentence begins as an order of work."""
    if _JOKED.search(sentence):
        return _IN_JEST
    if orders and (_WRITTEN.search(sentence) or _BY_SPEC.search(sentence)):
        return _OF_OTHERS
    begun, held = (_THANKED, _HEARD, _SEEMS_SO, _EITHER), (_REGRETTED, _UNSURE)
    if any(way.match(sentence) for way in begun) or any(way.search(sentence) for way in held):
        return _OF_OTHERS
    if _is_undecided(sentence):
        return _OF_OTHERS
    return 0


def _is_undecided(sentence: str) -> bool:
    """Whether it is thought over, or asked out of curiosity."""
    small = sentence.casefold()
    return any(part in small for part in _OF_THE_UNDECIDED) and _UNDECIDED.search(sentence) is not None
