"""What is not meant to last: fillers, guesses, the moment, and words that only point.

Owns the signs by which a sentence is left alone. Promises to err on the side of silence. Never does I/O.
"""

from __future__ import annotations

import re

_I = re.IGNORECASE

LEAD = re.compile(
    r"(?:(?:no|nope|nah|right|yes|yeah|yep|yup|sure|ok|okay|alright|ah+|oh|hmm*|well|so|also|and|but"
    r"|actually|sorry|again|btw|by the way|one more thing|another thing|quick note|update|clarification"
    r"|correction|ugh|uh|hey|look|honestly|basically|generally|in general|cool|great|good|perfect|thanks"
    r"|nein|ja|übrigens|wait|just so you know)\s*[,:;.!—–-]+\s+|as for [\w-]+(?: [\w-]+){0,3}[:,]\s+|(?:and"
    r"|but|so|also|btw|by the way|please|pls|bitte|ok|okay|yes|yeah|yep|actually|basically|then)\s+"
    r"|no\s+(?=(?:please|don't|do not|never|always|use|we|i)\b))+",
    _I,
)


PASSING = re.compile(
    r"\b(?:for now|for the moment|at the moment|this time|this once|just once|for the time being"
    r"|temporarily|yet|in the meantime|until (?:i|we|you|it|that)|so far|while (?:i|you|we)|let's see"
    r"|let me(?! (?:know|see|review|approve|check|confirm|read|decide|look at|sign off)\b.{0,60}\b(?:before"
    r"|whenever|every time) you\b)|i'?ll|i will|(?:for|in|on|with) this (?:\w+ )?(?:one|task|branch|pr"
    r"|change|commit|session|file|case|run|step|round|message|question|feature|ticket|bug|issue|test"
    r"|function|iteration|thread|chat|conversation)|maybe|perhaps|i (?:guess|wonder|suppose|suspect|assume"
    r"|mean)|i'?m (?:assuming|guessing|wondering|not(?! (?:familiar|used|comfortable|experienced|a|an|very"
    r"|good|great|fluent|on)\b)|going|trying|about|still|seeing|getting|confused|thinking|happy|fine|ok"
    r"|okay|sure|sorry|curious|afraid)|(?<!you're )(?<!you are )not sure|might be|could be|probably"
    r"|possibly|looks like|seems?|seemed|what if|as if|if you (?:want|like|can|think|could)|feel free"
    r"|never mind|no worries|worry|bother|i (?:don't|do not|didn't|did not|can't|cannot) (?:think|know"
    r"|understand|see|get|remember|believe|care|mind|have|recall|follow|agree|feel|find))\b"
    r"|(?<!we )(?<!from )(?<!are )(?<!is )\bnow\b",
    _I,
)
POINTING = re.compile(
    r"(?:this(?! (?:project|repo|repository|codebase|monorepo|service|package|library|app|site|team"
    r"|company)\b)|that|these|those|it|they|them|he|she|here(?!,? we\b)|there|the same|which|what)\b"
    r"|.*\b(?:do|doing|does|done|did|use|using|used|set|remove|change|add|touch|like|call|run|make|keep|try"
    r"|commit|delete|revert|need|want|have|ship|deploy|release|launch|test|check|with|of|about|than|fix"
    r"|push|merge|for|to|from|on|in|as) (?:this|that|it|these|those|them|so|the same)(?=[\s.,;!)]"
    r"|$)(?! (?:project|repo|repository|codebase|machine|team|company|workspace|monorepo|package|service"
    r"|product|app)\b)|.*\b(?:the above|(?:above|below)(?=\s*(?:[.,;:!)]|$))|the following|as follows"
    r"|like so|(?:this|these|those) (?!is\b|was\b|means\b|project|repo|codebase|machine|team|company"
    r"|workspace|monorepo|package|service|product|app)\w+)\b",
    _I,
)
TROUBLE = re.compile(
    r"\b(?:fail\w*|crash\w*|break|breaks|broken|hang\w*|errors?(?! (?:codes?|messages?|handling|handlers?"
    r"|types?|class(?:es)?|responses?|pages?|boundar\w+|reporting|budgets?)\b)|wrong|bugs?(?! (?:fix(?:es)?"
    r"|reports?|tracker)\b)|buggy|stuck|flak\w*|fires?|fired|shows?|showing|returns?|prints?|appears?"
    r"|triggers?|gets?|got|works?|worked|passe[sd]|on my machine|badly|poorly|slowly|wrongly|incorrectly"
    r"|mess|nightmare|disaster|seeing|happened|weird\w*|empty|missing|null|none|undefined|nan)\b",
    _I,
)
SCREEN = frozenset(
    "button buttons row rows card cards column columns header headers footer modal dialog dialogs menu"
    " page pages screen tooltip icon icons tab tabs form forms field fields cell cells list lists user"
    " users visitor visitors player players link links image images label labels spinner banner popup"
    " sidebar item items entry entries"
    " customer customers".split()
)
"""What a product shows or serves: what is said of it is the work, not a way of working."""
