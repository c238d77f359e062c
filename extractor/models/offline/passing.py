"""What is not meant to last: fillers, guesses, the moment, and words that only point.

Owns the signs by which a sentence is left alone. Promises to err on the side of silence. Never does I/O.
"""

from __future__ import annotations

import re

_I = re.IGNORECASE

LEAD = re.compile(
    r"(?:(?:no|nope|nah|right|yes|yeah|yep|yup|sure|ok|okay|alright|ah+|oh|hmm*|well|so|also|and|but|actually|sorry"
    r"|again|btw|by the way|one more thing|another thing|quick note|update|clarification|correction|ugh|uh|hey|look"
    r"|honestly|basically|generally|in general|cool|great|good|perfect|thanks|nein|ja|übrigens|wait|just so you know)"
    r"\s*[,:;.!—–-]+\s+"
    r"|(?:and|but|so|also|btw|by the way|please|pls|bitte|ok|okay|yes|yeah|yep|actually|basically|then)\s+"
    r"|no\s+(?=(?:please|don't|do not|never|always|use|we|i)\b))+",
    _I,
)


PASSING = re.compile(
    r"\b(?:for now|for the moment|at the moment|this time|this once|just once|for the time being|temporarily|yet"
    r"|in the meantime|until (?:i|we|you|it|that)|so far|while (?:i|you|we)|let's see|let me(?! know (?:before|whenever)\b)|i'?ll|i will"
    r"|(?:for|in|on|with) this (?:\w+ )?(?:one|task|branch|pr|change|commit|session|file|case|run|step|round|message"
    r"|question|feature|ticket|bug|issue|test|function|iteration|thread|chat|conversation)"
    r"|maybe|perhaps|i (?:guess|wonder|suppose|suspect|assume|mean)|i'?m (?:assuming|guessing|wondering|not(?! (?:familiar|used|comfortable|experienced|a|an|very|good|great|fluent|on)\b)|going"
    r"|trying|about|still|seeing|getting|confused|thinking|happy|fine|ok|okay|sure|sorry|curious|afraid)|not sure"
    r"|might be|could be|probably|possibly|looks like|seems?|seemed|what if|as if|if you (?:want|like|can|think|could)"
    r"|feel free|never mind|no worries|worry|bother"
    r"|i (?:don't|do not|didn't|did not|can't|cannot) (?:think|know|understand|see|get|remember|believe|care|mind|have"
    r"|recall|follow|agree|feel|find))\b"
    r"|(?<!we )(?<!from )(?<!are )(?<!is )\bnow\b",
    _I,
)
POINTING = re.compile(
    r"(?:this(?! (?:project|repo|repository|codebase|monorepo|service|package|library|app|site|team|company)\b)|that|these|those|it|they|them|he|she|here(?!,? we\b)|there|the same|which|what)\b"
    r"|.*\b(?:do|doing|does|done|did|use|using|used|set|remove|change|add|touch|like|call|run|make|keep|try|commit"
    r"|delete|revert|need|want|have|ship|deploy|release|launch|test|check|with|of|about|than|fix|push|merge|for|to|from|on|in|as)"
    r" (?:this|that|it|these|those|them|so|the same)(?=[\s.,;!)]|$)(?! (?:project|repo|repository|codebase|machine"
    r"|team|company|workspace|monorepo|package|service|product|app)\b)"
    r"|.*\b(?:the above|above|below|the following|as follows|like so|(?:this|these|those) (?!is\b|was\b|means\b|project|repo"
    r"|codebase|machine|team|company|workspace|monorepo|package|service|product|app)\w+)\b",
    _I,
)
TROUBLE = re.compile(
    r"\b(?:fail\w*|crash\w*|break|breaks|broken|hang\w*|errors?|wrong|bugs?|buggy|stuck|flak\w*|fires?|fired"
    r"|shows?|showing|returns?|prints?|appears?|triggers?|gets?|got|works?|worked|passe[sd]|on my machine"
    r"|seeing|happened|weird\w*|empty|missing|null|none|undefined|nan)\b",
    _I,
)
