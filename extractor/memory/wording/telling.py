"""Telling words: those of a text that say something by themselves, and those that point at what another one names.

Owns the words that say nothing alone. Promises more than `novelty.words`, which leaves out what any text may say: here
a verb as "use" tells, too. Pure.
"""

from __future__ import annotations

import re

POINTS = re.compile(
    r"\b(?:it|its|they|them|their|theirs|he|she|his|her|him|this|that|these|those|both|same|there|so|too|also|as well|either"
    r"|neither|es|sie|er|ihn|ihm|ihr\w*|das|dies\w*|dort|da|auch|ello|eso|esto|también|ahí|lo|la|los|las|ça|cela|il|elle|ils"
    r"|elles|y|aussi)\b",
    re.IGNORECASE,
)
"""What speaks of something another clause names, or of both."""
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_BARE = frozenset(
    "a an the of in on at to for by from with into as if is are was were be been do does did has have had may can could must"
    " should will would shall not no never and or but so then than only always just please we i you our my your us me"
    " let lets let's"
    " don't dont don’t der die das den dem des ein eine einen einem einer und oder ist sind im am zu zum zur von mit für wir"
    " unser unsere auf bei nicht nie kein keine immer nur bitte el la los las un una de del en y o es son con para por"
    " no nunca siempre"
    " solo le les du des et ou est sont dans pour avec ne pas jamais toujours nous notre nos".split()
)
"""Words that say nothing alone."""


def telling(text: str) -> frozenset[str]:
    """The words of a text but for those that say nothing alone, in small letters."""
    return every_word(text) - _BARE


def every_word(text: str) -> frozenset[str]:
    """All words of a text, in small letters."""
    return frozenset(_WORD.findall(text.casefold()))


def first_telling(text: str) -> str:
    """The first of its words that tells something; empty where none does."""
    return next((word for word in _WORD.findall(text.casefold()) if word not in _BARE), "")
