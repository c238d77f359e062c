"""Kinds of verbs: which of them choose or say how, and which only ask for something now.

Owns the classes that tell a way of working from a piece of work. Promises that no class holds the name of a
tool or a language. Never looks at more than one word.
"""

from __future__ import annotations

from extractor.models.offline.clause import CLOSED, is_plural, word_set

CHOOSING = word_set("use prefer favor favour choose pick adopt stick default assume rely opt utilize employ")
"""One thing rather than another."""

MANNER = word_set(
    "keep treat mark flag name wrap indent sign prefix suffix tag label limit restrict leave respect"
    " follow obey format spell escape quote validate return raise throw inject store log write document"
    " put place pin cap round express measure handle catch declare annotate represent mock isolate"
    " reference cite answer reply respond explain describe phrase speak talk give be stay model type"
    " version separate capitalize title lowercase"
)
"""What regulates how something is done."""

REGULATING = CHOOSING | MANNER

DISTRIBUTIVE = word_set("name prefix suffix tag label sign start begin end title version reference follow")
"""Verbs whose "the" goes with each of the things: name branches after the ticket."""

SPEAKING = word_set(
    "explain apologize apologise summarize summarise mention repeat praise thank flatter hedge comment"
    " narrate recap restate lecture moralize moralise editorialize speculate guess assume ramble"
)

ENDLESS = word_set(
    "continue proceed resume go come wait look try let help have get see make tell show let's lets give"
    " move carry start display render emit print open close call invoke send fetch load save reset clear"
    " create trigger dispatch return upload download redirect refresh reload highlight focus disable"
    " enable hide scroll navigate retry"
)
"""Verbs that ask for something now, or of a program, even where the rest speaks of a habit."""

HEEDING = word_set("ask tell warn check stop notify ping use say remind alert inform")
"""What an agent may be told to do towards the person, whenever something is so."""

MOMENTARY = word_set(
    "start begin continue proceed go move do have get find see notice hit encounter know want like can"
    " could think feel finish are were is be look try need wait leave reply"
)
"""Verbs of a condition that means this moment: before you start, if you find one."""

WORKING = word_set("implement code write plan build fix test refactor debug answer")
"""Verbs of the work itself: "before implementing" alone is this work."""

CHANGING = word_set("change touch modify edit")
"""Verbs of a condition that comes up again even for the one thing it names."""

LIGHT = word_set(
    "forget hesitate worry bother stress panic think know care mind see understand get be need want let"
)
"""Verbs whose "don't" is no rule."""

_ENDING_IN_ED = word_set("embed feed need seed speed shed proceed exceed succeed heed bleed breed wed")
_ENDING_LIKE_A_NOUN = word_set(
    "bring string ping sing ring mention question position comment document implement segment cement"
)


def is_verb(word: str) -> bool:
    """Whether a word can be the bare form of a verb: no closed class, no plural, no participle."""
    if word in CLOSED or not word.isalpha() or len(word) < 2:
        return False
    if word.endswith(("ing", "tion", "ness", "ment", "ity")) and word not in _ENDING_LIKE_A_NOUN:
        return False
    if word.endswith("ed") and word not in _ENDING_IN_ED:
        return False
    return not is_plural(word)


def is_form_of(word: str, verbs: frozenset[str]) -> bool:
    """Whether a word is one of the verbs, bare or with -ing."""
    stem = word.removesuffix("ing")
    return word in verbs or (word != stem and (stem in verbs or f"{stem}e" in verbs or stem[:-1] in verbs))


_NO_DOING = word_set(
    "nothing anything everything something thing string king ring during morning evening ceiling"
)


def is_doing(word: str) -> bool:
    """Whether a word looks like a verb's -ing."""
    return word.endswith("ing") and len(word) > 4 and word not in _NO_DOING


def is_past(word: str) -> bool:
    """Whether a word looks like a past tense or a participle in -ed."""
    return word.endswith("ed") and len(word) > 4 and word not in _ENDING_IN_ED
