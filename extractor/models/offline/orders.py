"""Standing orders: telling "always do it so" from "do it now".

Owns the signs by which an imperative lasts: a habit, a scope, a contrast, a kind of thing for an object.
Promises to stay silent where the thing meant is one at hand. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.models.offline.clause import (
    FINITE,
    INDEFINITE,
    POINTING,
    PREPOSITIONS,
    PUNCTUATION,
    RELATIVE,
    Clause,
    Reach,
    find,
    is_identifier,
    is_plural,
    is_verb,
    word_set,
)

_MOST_WORDS = 34
"""Words: a longer sentence is no order."""

_CHOOSING = word_set("use prefer favor favour choose pick adopt stick default assume rely opt utilize employ")
_MANNER = word_set(
    "keep treat name wrap indent sign prefix suffix tag label limit restrict leave respect follow obey format spell escape"
    " quote validate return raise throw inject store log write document put place pin cap round express measure"
    " handle catch declare annotate represent mock isolate reference cite answer reply respond explain describe phrase"
    " speak talk give be stay model type version separate capitalize title lowercase"
)
_DISTRIBUTIVE = word_set("name prefix suffix tag label sign start begin end title version reference follow")
"""Verbs whose "the" goes with each of the things: name branches after the ticket."""
_MAKING = word_set("write document log put place store give return")
_SPEAKING = word_set(
    "explain apologize apologise summarize summarise mention repeat praise thank flatter hedge comment narrate recap restate"
    " lecture moralize moralise editorialize speculate guess assume ramble"
)
_TALK = word_set(
    "pleasantries preamble preambles intro introduction introductions summary summaries recap recaps explanation"
    " explanations apology apologies fluff disclaimer disclaimers praise flattery chitchat theory basics boilerplate"
)
_MOMENTARY = word_set(
    "start begin continue proceed go move do have get find see notice hit encounter know want like can could think feel"
    " finish are were is be look try need wait leave reply"
)
"""Verbs of a condition that means this moment: before you start, if you find one."""
_ADVERBS = word_set(
    "also always never just only ever simply strictly explicitly directly either first then please still"
)
_HABITS = (
    "at all times", "any more", "no matter", "as a rule", "in general",
    "in doubt", "no exceptions", "by hand", "on your own", "without asking", "without approval", "without permission",
    "without my", "without a", "without an", "without first", "without tests", "without review", "without telling",
)  # fmt: skip
_OCCASIONS = word_set(
    "commit push merge pr pull change release deploy deployment edit response reply answer migration day week session task"
    " step feature bug bugfix fix version refactor run build ticket story sprint iteration review experiment"
)
_DONE = word_set("done finished complete completed ready fixed")
_COMPARING = ("instead of", "rather than", "in place of", "not", "never", "over", "and not", "no")
_PROJECT = word_set(
    "repo repository project codebase monorepo workspace package org company team app application service"
)
_UNITS = re.compile(
    r"\b(?:under|below|at most|no more than|at least|up to|within|max(?:imum)?(?: of)?|at|to|than)\s+(?:\d+|two|three|four)\b"
)
_ASIDE = re.compile(
    r"(?:[,;]|\s[–—-])\s+(?:it|they|we|that|those|these|there|our|the [\w-]+)(?:'s|'re)?\s+(?!what|which)\w+",
    re.IGNORECASE,
)
_POLITE = (
    "please", "kindly", "also", "just", "simply", "make sure", "make sure that", "make sure to", "make sure you",
    "make sure that you", "ensure", "ensure that", "ensure you", "be sure to", "be sure that you", "see to it that",
    "see to it that you", "take care to", "take care that", "try to", "remember to", "do remember to", "don't forget to",
    "make it a habit to", "i want you to", "i'd like you to", "i would like you to", "i expect you to",
    "i need you to", "i'd prefer you to", "i'd prefer if you", "i'd prefer that you", "you should", "you must", "you have to",
    "you need to", "you are to", "you're to", "you shall", "you will", "you ought to", "it is important to",
    "it's important to", "it is important that you", "it's important that you", "i want you", "i'd like it if you",
)  # fmt: skip
_NEGATED = (
    "don't", "do not", "dont", "never", "not", "please don't", "you shouldn't", "you mustn't", "you must not",
    "you should not", "you may not", "you are not to", "i don't want you to", "i do not want you to", "refrain from",
    "avoid", "stop", "let's not", "you should never", "you must never", "try not to", "no",
)  # fmt: skip
_FRONTS = word_set(
    "if when whenever before after unless while once for in on with within inside under across during"
)


def is_standing(text: str, has_reason: bool) -> bool:
    """Whether a text is an order that is meant to last."""
    clause = Clause.of(text)
    if not 2 < len(clause) <= _MOST_WORDS:
        return False
    reasoned = has_reason or _ASIDE.search(text) is not None
    return _holds(clause, reasoned, is_scoped=False)


def _holds(clause: Clause, reasoned: bool, is_scoped: bool) -> bool:
    """Whether the clause is an order that lasts. `is_scoped`: a kind of case was named before it."""
    if skip := clause.starts(*_POLITE):
        return _holds(clause.since(skip), reasoned, is_scoped)
    if clause.word(0) in ("let's", "lets") and clause.word(1) in ("always", "never", "only"):
        return is_order(clause.since(2)) and not _points_at_hand(clause)
    if clause.word(0) in _FRONTS:
        return _fronted(clause, reasoned)
    if skip := clause.starts(*_NEGATED):
        return _forbids(clause, skip, reasoned, is_scoped)
    if clause.word(0) in ("always", "ever", "only"):
        return is_order(clause.since(1)) and (
            clause.word(0) != "only" or _general(clause.since(1), reasoned, is_scoped)
        )
    return is_order(clause) and _lasts(clause, reasoned, is_scoped)


def is_order(clause: Clause) -> bool:
    """Whether the clause begins like an imperative: a bare verb, and no finite verb that makes it a statement."""
    first = clause.word(0)
    if first != "be" and not is_verb(first):
        return False
    second, third = clause.word(1), clause.word(2)
    if (
        second == ":"
        or (second.endswith("ed") and (third in _AFTER_VERBS or third.endswith("ly")))
        or second.endswith("ly")
    ):
        return False
    for word in clause.words[1:7]:
        if (
            word in PUNCTUATION
            or word in RELATIVE
            or word in PREPOSITIONS
            or word in ("what", "how", "because")
        ):
            return True
        if word in FINITE:
            return False
    return True


_AFTER_VERBS = POINTING | INDEFINITE | PREPOSITIONS | PUNCTUATION

# ---------------------------------------------------------------- conditions and scopes before the order


def _fronted(clause: Clause, reasoned: bool) -> bool:
    """A condition or a scope, then an order: lasts where the condition is general."""
    cut = clause.comma()
    if cut < 2:
        cut = clause.words.index("then") if "then" in clause.words else -1
    if cut < 2:
        return False
    head, rest = clause.until(cut), clause.since(cut + 1)
    if rest.word(0) == "then":
        rest = rest.since(1)
    if head.word(0) in ("for", "in", "on", "with", "within", "inside", "under", "across", "during"):
        return _is_scope(head, 0) and _holds(rest, reasoned, is_scoped=True)
    if not _is_general_condition(head):
        return False
    rest = rest.since(rest.starts(*_POLITE))
    skip = rest.starts(*_NEGATED)
    order = rest.since(skip) if skip else rest.since(1) if rest.word(0) in _ADVERBS else rest
    return is_order(order) and not _points_at_hand(order)


def _is_general_condition(clause: Clause) -> bool:
    """Whether "when you …", "if a …", "before …ing" means every such case and not the one at hand."""
    joint, rest = clause.word(0), clause.since(1)
    if rest.starts("in doubt", "unsure", "not sure", "you are unsure", "you're unsure", "i say", "i ask"):
        return True
    if joint == "whenever":
        return not _USERS.intersection(rest.words) and (
            rest.word(0) in ("you", "we", "i", "a", "an", "any") or rest.reach(0).is_general
        )
    if joint not in ("if", "when", "before", "after", "unless"):
        return False
    if rest.word(0) in ("you", "one"):
        return _is_general_event(rest.since(1))
    if _points_at_hand(rest) or rest.word(0) in ("we", "i"):
        return False
    if rest.word(0).endswith("ing"):
        return _is_general_event(rest)
    if rest.word(0) in ("every", "each", "any"):
        return True
    if joint in ("if", "when", "unless") and rest.word(0) in (
        "a",
        "an",
        "any",
        "no",
        "someone",
        "anyone",
        "anything",
    ):
        return True
    return is_plural(rest.word(0)) or (rest.reach(0) is Reach.PLURAL and rest.word(0) not in FINITE)


_USERS = word_set(
    "user users customer customers visitor visitors client clients request requests event events"
)


def _is_general_event(clause: Clause) -> bool:
    """Whether a verb with its object means every such event: commit, open a PR, changing a file."""
    while clause.word(0) in _ADVERBS or clause.starts(
        "want to", "need to", "have to", "are about to", "are going to"
    ):
        clause = clause.since(
            clause.starts("want to", "need to", "have to", "are about to", "are going to") or 1
        )
    verb = clause.word(0)
    if not verb or _is_form_of(verb, _MOMENTARY) or _points_at_hand(clause):
        return bool(verb) and any(word in _DONE for word in clause.words) and "you" in clause.words
    if any(word in _DONE for word in clause.words):
        return True
    if not (is_verb(verb) or verb.endswith("ing")):
        return False
    at = 1
    while clause.word(at) in (
        "up",
        "out",
        "to",
        "on",
        "into",
        "me",
        "us",
        "anything",
        "in",
        "with",
        "from",
        "of",
    ):
        at += 1
    reach = clause.reach(at)
    return reach is not Reach.POINTED and clause.word(at) != "more"


def _is_form_of(word: str, verbs: frozenset[str]) -> bool:
    stem = word.removesuffix("ing")
    return word in verbs or (word != stem and (stem in verbs or f"{stem}e" in verbs or stem[:-1] in verbs))


def _is_scope(clause: Clause, at: int) -> bool:
    """Whether the preposition at a place leads to a kind of case: in tests, for SQL, in this repository."""
    where = at + 1
    if clause.word(where) in ("this", "the", "our", "that", "all", "any", "every", "each", "your"):
        following = [
            word
            for word in clause.words[where + 1 : where + 4]
            if word not in ("whole", "entire", "of", "the")
        ]
        if following and following[0] in _PROJECT:
            return True
        if clause.word(where) in ("this", "that"):
            return False
    reach = clause.reach(where)
    if reach is Reach.PLURAL:
        return True
    if reach is Reach.BARE:
        word = clause.written[where]
        return word[:1].isupper() or "/" in word or word in _PLACES
    return False


_ENDLESS = word_set(
    "continue proceed resume go come wait look try let help have get see make tell show let's lets give move carry start"
    " display render emit print open close call invoke send fetch load save reset clear create trigger dispatch return"
)
"""Verbs that ask for something now even where the rest speaks of a habit."""
_PLACES = word_set("production prod staging ci code main master develop trunk prose markdown sql css html")


# ---------------------------------------------------------------- orders to do something


def _lasts(clause: Clause, reasoned: bool, is_scoped: bool) -> bool:
    """Whether a positive order lasts."""
    if _is_habit(clause):
        return clause.word(0) not in _ENDLESS and not _points_at_hand(clause)
    return _general(clause, reasoned, is_scoped)


def _general(clause: Clause, reasoned: bool, is_scoped: bool) -> bool:
    """Whether an order without a sign of habit speaks of a kind of thing and of how it is done."""
    verb = clause.word(0)
    at = 1
    while clause.word(at) in _ADVERBS:
        at += 1
    if verb in ("skip", "omit", "drop", "spare", "cut") and any(
        word in _TALK for word in clause.words[at : at + 4]
    ):
        return True
    if verb == "stick" and clause.word(1) in ("to", "with"):
        return clause.word(2) not in ("this", "that", "it") and not _PLANS.intersection(clause.words)
    if clause.word(at) in PREPOSITIONS and verb in _CHOOSING | _MANNER:
        at += 1
    reach = clause.reach(at)
    if verb == "be":
        return _is_scoped_further(clause, 2) and not _points_at_hand(clause)
    if reach is Reach.PLURAL and clause.word(at) == "only":
        reach = clause.reach(at + 1)
    if (
        ":" in clause.words
        or not reach.is_general
        or verb not in _CHOOSING | _MANNER
        or clause.word(at) in _WORKPIECES
    ):
        return False
    if _points_anywhere(clause, verb in _DISTRIBUTIVE):
        return False
    if _is_contrast(clause, at):
        return True
    if verb in _CHOOSING:
        scoped = is_scoped or _is_scoped_further(clause, at)
        if reach is Reach.PLURAL:
            return verb in ("prefer", "favor", "favour") or scoped or reasoned or _is_assigned(clause, at)
        return (scoped or reasoned or _is_assigned(clause, at)) and not is_identifier(clause.written[at])
    return reach is Reach.PLURAL and (
        is_scoped or reasoned or _has_manner(clause, at) or verb in ("sign", "respect")
    )


_PLANS = word_set("plan option first second third original current previous approach version idea one")


def _is_assigned(clause: Clause, at: int) -> bool:
    """Whether a kind of thing is chosen for a kind of task: X for Y."""
    end = clause.phrase_end(at)
    return (
        clause.word(end) == "for"
        and clause.reach(end + 1).is_general
        and clause.word(end + 1) not in ("now", "example")
    )


def _is_habit(clause: Clause) -> bool:
    """Whether a sign of habit stands in the order itself, not in what it says of its object."""
    words = clause.words
    relative = next((at for at in range(2, len(words)) if words[at] in RELATIVE), len(words))
    words = words[:relative]
    if ":" in words[:6]:
        return False
    is_manner = words[0] in _CHOOSING or words[0] in _MANNER
    if find(words, *_HABITS) >= 0 or (is_manner and find(words, *_MANNERED) >= 0):
        return True
    return any(_marks_habit(clause, at, is_manner) for at in range(len(words)))


def _marks_habit(clause: Clause, at: int, is_manner: bool) -> bool:
    """Whether the word at a place says: every time."""
    word, before, after = clause.word(at), clause.word(at - 1), clause.word(at + 1)
    if word in ("always", "never", "ever"):
        return before not in ("to", "it", "that", "which", "not")
    if word in _THROUGHOUT:
        return is_manner and after != "else"
    if word in ("before", "after", "when", "if", "whenever", "unless"):
        if word in ("if", "when") and clause.word(0) not in _HEEDING:
            return False
        if after == "you" or after.endswith("ing"):
            return _is_general_condition(clause.since(at))
        return word in ("whenever", "unless") and (
            after in ("we", "i") or (word == "unless" and clause.reach(1).is_general)
        )
    if word in ("every", "each") and after == "time":
        return clause.word(at + 2) in ("you", "we", "i")
    if word in ("every", "each") and (
        before in _EVENTFUL or (before == "in" and after in ("answer", "reply", "response"))
    ):
        return any(other in _OCCASIONS for other in clause.words[at + 1 : at + 4])
    return False


_THROUGHOUT = word_set("everywhere throughout consistently exclusively strictly anymore")
_MANNERED = ("by default",)
_HEEDING = word_set("ask tell warn check stop notify ping use say")
_EVENTFUL = word_set("before after on with for at per")


def _is_contrast(clause: Clause, at: int) -> bool:
    """Whether two kinds of things are set against each other: X, not Y; X instead of Y."""
    for phrase in _COMPARING:
        size = len(phrase.split())
        place = find(clause.words[at + 1 :], phrase)
        if place < 0 or ":" in clause.words[: at + 1 + place]:
            continue
        place += at + 1
        if phrase == "over" and clause.word(0) not in (
            "prefer",
            "favor",
            "favour",
            "choose",
            "pick",
            "go",
            "value",
        ):
            continue
        if phrase in ("not", "never", "no") and clause.word(place - 1) not in (
            ",",
            "and",
            "but",
            "–",
            "—",
            "-",
        ):
            if phrase != "not" or clause.word(place - 1) in FINITE:
                continue
        other = place + size
        if clause.word(other) in PREPOSITIONS:
            other += 1
        if clause.word(other) in ("to", "just", "only"):
            return False
        named = [clause.written[place_] for place_ in (at, other) if place_ < len(clause)]
        if clause.reach(other).is_general and not any(is_identifier(word) for word in named):
            return not _PLANS.intersection(clause.words)
    return False


def _is_scoped_further(clause: Clause, at: int) -> bool:
    """Whether a kind of case is named after the object."""
    for place in range(at, len(clause) - 1):
        if clause.words[place] in (
            "in",
            "for",
            "across",
            "throughout",
            "within",
            "inside",
            "when",
            "with",
            "under",
            "on",
        ):
            if clause.words[place] == "when":
                if _is_general_condition(clause.since(place)) or clause.word(place + 1) in ("my", "i"):
                    return True
            elif _is_scope(clause, place):
                return True
    return False


def _has_manner(clause: Clause, at: int) -> bool:
    """Whether the order says how: a limit, a way, a place, a time."""
    text = " ".join(clause.words)
    if _UNITS.search(text):
        return True
    end = clause.phrase_end(at)
    joint = clause.word(end)
    if joint == "for" or end >= len(clause):
        return joint != "for" and clause.words[-1] in (
            "first",
            "small",
            "short",
            "minimal",
            "brief",
            "simple",
            "alone",
            "sorted",
        )
    if joint in (
        "in",
        "with",
        "as",
        "under",
        "without",
        "like",
        "after",
        "at",
        "by",
        "to",
        "from",
        "inside",
        "next",
    ):
        following = clause.word(end + 1)
        return (bool(following) and following not in POINTING) or clause.word(0) in _DISTRIBUTIVE
    return joint == "," and clause.words[end - 1] == "first"


# ---------------------------------------------------------------- orders to leave something alone


def _forbids(clause: Clause, skip: int, reasoned: bool, is_scoped: bool) -> bool:
    """Whether a "don't", a "stop" or an "avoid" lasts."""
    lead, order = " ".join(clause.words[:skip]), clause.since(skip)
    while order.word(0) in _ADVERBS and order.word(0) != "never":
        if order.word(0) in ("ever", "always"):
            return is_order(order.since(1))
        order = order.since(1)
    verb = order.word(0)
    if lead in ("avoid", "stop", "refrain from"):
        return _quits(order, lead, reasoned, is_scoped)
    if lead in ("no", "not") or not is_verb(verb) or not is_order(order) or verb in _LIGHT:
        return False
    if _is_habit(order) or _FIRM.intersection(order.words):
        return not _points_at_hand(order)
    at = 1
    while order.word(at) in _ADVERBS or order.word(at) in ("to", "on", "up", "out", "with", "at", "in"):
        at += 1
    reach = order.reach(at)
    if order.word(at) in ("anything", "anyone"):
        return any("/" in word or "." in word for word in order.written[at:]) or _is_scoped_further(
            order, at + 1
        )
    if not reach.is_general or _points_anywhere(order, is_distributive=False):
        return False
    scoped = is_scoped or _is_scoped_further(order, at)
    if reach is Reach.PLURAL:
        return scoped or reasoned or not _WORKPIECES.intersection(order.words[at : at + 3])
    return scoped or reasoned or (verb == "use" and _is_name(order.written[at])) or verb in _SPEAKING


def _quits(order: Clause, lead: str, reasoned: bool, is_scoped: bool) -> bool:
    """Whether "stop doing" or "avoid a thing" speaks of every time."""
    verb = order.word(0)
    if _points_at_hand(order):
        return False
    if _is_habit(order):
        return True
    at = 1 if verb.endswith("ing") else 0
    if lead == "stop" and not at:
        return False
    stem = verb.removesuffix("ing")
    if at and any(stem in (spoken, spoken.removesuffix("e")) for spoken in _SPEAKING):
        return True
    reach = order.reach(at)
    if at and reach is Reach.NONE:
        return lead == "avoid" and len(order) > 1
    if not reach.is_general and order.word(at) not in INDEFINITE:
        return False
    return reach.is_general and (lead != "stop" or reach is Reach.PLURAL or is_scoped or reasoned)


_LIGHT = word_set(
    "forget hesitate worry bother stress panic think know care mind see understand get be need want let"
)
_FIRM = word_set("yourself directly straight manually blindly automatically silently unprompted unasked")
_WORKPIECES = word_set("changes edits things files tests steps lines commits")


def _is_name(word: str) -> bool:
    return word[:1].isupper() and word[1:].islower()


# ---------------------------------------------------------------- what points at something at hand

_AT_HAND = word_set("this that these those it them here now there below above following next again today")


def _points_at_hand(clause: Clause) -> bool:
    """Whether a word points at something at hand; "that" and "this" before a clause or the project do not."""
    for at, word in enumerate(clause.words):
        if word in _AT_HAND and not (word in ("this", "that") and clause.word(at + 1) in _PROJECT):
            following = clause.word(at + 1)
            is_joint = word == "that" and following and following not in PUNCTUATION and at > 1
            if not is_joint:
                return True
    return False


def _points_anywhere(clause: Clause, is_distributive: bool) -> bool:
    """Whether any noun phrase means one thing at hand. `is_distributive`: "the" goes with each of many."""
    for at, word in enumerate(clause.words):
        if word == "the" and not is_distributive and clause.word(at + 1) not in _COMMON:
            return True
        if word in ("my", "his", "her") and at:
            return True
    return _points_at_hand(clause)


_COMMON = word_set(
    "imperative present past active passive same standard whole entire repo repository project codebase user team end"
    " beginning top bottom default database network"
)
