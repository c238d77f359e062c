"""Whether two texts say the same, contradict each other, or speak of one thing.

Owns the words that tell what a text is about. Promises to look at words alone: what neither text says is not
weighed. Never does I/O.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from extractor.memory.slots.leading import first_part
from extractor.memory.slots.rulings import Stand, ruling
from extractor.memory.slots.slots import adds
from extractor.memory.wording.left_behind import left_behind, names, names_as_name, over
from extractor.memory.wording.word_forms import ONE
from extractor.models.offline.first_words import plain_marks
from extractor.models.offline.mentions import ADDRESS, without_addresses
from extractor.models.offline.sides import is_turned_around

STOP = frozenset(
    "a an and are as at be been but by can could did do does for from had has have he her his i if in into is it its me my of"
    " off on or our out she should so some such than that the their them then there these they this those to too up us very was"
    " we were what when where which who will with would you your user please always also asked said about all any because let"
    " der die das den dem des ein eine einen und oder ist sind mit auf für von zu wir ich im am bei"
    " el la los las un una y o es son con en de del que por para se lo al le les des du et est sont avec dans sur pour".split()
)
"""Words without which two texts still say the same."""
_COUNTRIES = frozenset({"US", "IT"})
"""Words in capitals that say something, and nothing in small letters."""
_RULED = re.compile(
    r"\b(?:never|always|must|immer|nie|niemals|siempre|nunca|toujours|jamais)\b", re.IGNORECASE
)
"""How a rule begins."""
_OF_RULES = re.compile(
    r"\b(?:never|always|must|may|can|fine|ok(?:ay)?|allowed|banned|forbidden|have to|need to|no need|stop|any ?more|no longer"
    r"|from now on|not|rule|immer|nie|niemals|darfst|siempre|nunca|toujours|jamais)\b",
    re.IGNORECASE,
)
"""Words of a sentence that says what is done, or no longer is: how things are puts no rule aside."""
_TOLD = STOP | frozenset("don dont just no nor not only never nicht kein now".split())
"""Words that do not tell what a text is about."""
_WORD = re.compile(r"[^\W_]+")
_NEGATION = frozenset("not no never don dont nicht kein keine nie niemals without avoid stop".split())
_UNSPACED = re.compile(r"[\u3040-\u30ff\uac00-\ud7a3\u3400-\u9fff]+")
_SAME, _SAME_OF_ALL, _ALIKE = 0.8, 0.6, 0.75
_OF_ONE_THING, _NEXT_OF_ONE_THING = 0.6, 0.3
"""Share of the smaller text's words that tells what both are about; of one said right after the other."""
_TURNS = frozenset(
    "actually again allowed already anymore correction fine instead longer must need now okay ok rather should sorry today"
    " jetzt nun wieder ahora ya désormais maintenant".split()
)
"""Words by which a later text says otherwise, not of what: with others of its own it may hold for less."""
_JUDGES = frozenset(
    "bad better believe bit enough feel fine good great guess just like lot many maybe mean more much ok okay perhaps probably"
    " quite really see seem sense so sure think try want finde glaube denke viel gut creo pienso mucho bueno crois pense bien".split()
)
"""Words by which somebody says what they make of a thing, and not of what."""
_ENDING = re.compile(r"(?<=\w)\.([a-z]\w{0,4})\b")
"""What a file's name ends with: it is of many."""
_TRACKED = re.compile(
    r"(?:(?i:\b(?:bug|issue|(?:pull|merge) request|mr|pr|story|ticket)s?\s?#?)|#"
    r"|\b(?!(?:AES|ES|GPT|HTTP|ISO|MD|PHP|RSA|SHA|TLS|UTF)-)[A-Z][A-Z0-9]{1,9}-)(\d+)"
)
"""A thing that has a number for its name, wherever it is named: what is said of another one is said of that."""
_COUNTED = re.compile(
    r"(?:the )?(?:adr|case|chapter|epic|item|milestone|option|part|phase|point|question|rfc|room|section|sprint|step|task"
    r"|absatz|abschnitt|aufgabe|frage|punkt|schritt|teil)s? #?(\d+)",
    re.IGNORECASE,
)
"""One of a row, where a sentence begins with it: "we are in phase 2" is no longer so in phase 3."""
_OF_ONESELF = (
    re.compile(r"(?:i|the user) (?:lives? in|(?:has |have )?(?:just )?moved to) (?-i:[A-Z])", re.IGNORECASE),
    re.compile(r"(?:i|the user) works? (?:at|for) (?-i:[A-Z])", re.IGNORECASE),
    re.compile(r"(?:i|the user) works? as an? ", re.IGNORECASE),
    re.compile(r"my (?:time ?zone|editor|shell|job|role)(?: is|['’]s) ", re.IGNORECASE),
)
"""What somebody says of themselves that they have one of: a home, an employer, a trade, a tool of each kind."""
_SCOPE = re.compile(r"\W*(?:in|inside|within|on|for|at)\s+((?:[\w'’-]+\s+){1,3})", re.IGNORECASE)
_SHORT_NOT = re.compile(
    r"\b(ai|are|ca|could|did|do|does|had|has|have|is|might|must|need|sha|should|was|were|wo|would)n'?t\b"
)
_SHORT_ROOT = re.compile(r"([a-z]?[aeiou][b-df-hj-np-rtv-z]|use|us|[aeiou][b-df-hj-np-tv-z]{2})(?:ing|ed|s)?")
"""A short word and its forms: "asks" is "ask", "string" no form of "str"."""
_DOUBLED = re.compile(r"([bdgkmnprtv])\1$")
"""What an ending makes of a root's last letter: "running" is "run", "calling" is "call"."""
_ROOT = 4
"""Letters from which a word can be the beginning of another form of itself."""


@lru_cache(maxsize=4096)
def tokens(text: str) -> frozenset[str]:
    """The content words of a text, endings taken off; pairs of signs where no spaces are."""
    found: set[str] = set()
    for said in _WORD.findall(text):
        if said in _COUNTRIES:
            found.add(said)
            continue
        word = said.casefold()
        runs = _UNSPACED.findall(word)
        for run in runs:
            found |= {run[at : at + 2] for at in range(len(run) - 1)}
        if not runs and word not in _TOLD:
            found.add(_stem(ONE.get(word, word)))
    return frozenset(found)


def _stem(word: str) -> str:
    if len(word) > _ROOT and word.endswith("ies"):
        return f"{word.removesuffix('ies')}y"
    for ending in ("ing", "ed", "es", "s", "en"):
        if len(word) - len(ending) >= _ROOT and word.endswith(ending):
            return _DOUBLED.sub(r"\1", word.removesuffix(ending)).removesuffix("e")
    if short := _SHORT_ROOT.fullmatch(word):
        return short[1].removesuffix("e")
    return word.removesuffix("e") if len(word) >= _ROOT else word


def _spelled(text: str) -> str:
    """The text in small letters, a short "not" as a word of its own."""
    return _SHORT_NOT.sub(r"\1 not", plain_marks(text).casefold())


@cache
def _judging() -> frozenset[str]:
    return frozenset(map(_stem, _JUDGES))


@cache
def _turning() -> frozenset[str]:
    return frozenset(map(_stem, _TURNS))


_AROUND = "/.,;:!?)"
"""What may stand behind an address and is none of it."""
_INSTEAD = re.compile(
    r" (?:(?:and )?not|instead of|rather than|no longer|(?:und )?nicht|statt|(?:y )?no|en vez de|(?:et )?pas|au lieu de) ([\w.+#-]+)[.!]?$",
    re.IGNORECASE,
)
"""How a sentence ends that names, in one word, what it puts something in the place of."""


def says_same(one: str, other: str) -> bool:
    """Whether two texts state the same: nearly the same words, the same numbers, "not" as often and of the same."""
    ours, theirs = tokens(one), tokens(other)
    if ours.isdisjoint(theirs) or _numbers(ours) != _numbers(theirs):
        return False
    is_alike = likeness(ours, theirs) >= _SAME and len(ours & theirs) >= _SAME_OF_ALL * max(
        len(ours), len(theirs)
    )
    return is_alike and _nots(one) == _nots(other) and not is_turned_around(one, other, tokens)


def adds_nothing(newer: str, older: str) -> bool:
    """Whether a later text states what an earlier one does and has no word beside: another name would say otherwise."""
    return says_same(newer, older) and tokens(newer) <= tokens(older)


def contradicts(one: str, other: str) -> bool:
    """Whether two texts speak of one thing in nearly the same words and differ in a number, a date, a no or their order."""
    ours, theirs = tokens(one), tokens(other)
    if ours.isdisjoint(theirs) or likeness(_words(ours), _words(theirs)) < _ALIKE:
        return False
    if (named := _numbered(one)) and (others := _numbered(other)) and named != others:
        return False
    is_put_otherwise = _numbers(ours) != _numbers(theirs) or _is_negated(one) != _is_negated(other)
    return is_put_otherwise or is_turned_around(one, other, tokens)


def corrects(newer: str, older: str) -> bool:
    """Whether a later text says otherwise of all an earlier one speaks of.

    With words of its own it may hold for less, as an exception does, and one that leaves out half of the earlier
    one's words or only its numbers takes nothing back. One that names what it puts something in the place of
    ("spaces, not tabs") takes back what said no more than that.
    """
    if _puts_instead(newer, older) or _gives_another_address(newer, older):
        return True
    if not contradicts(newer, older):
        return False
    ours, theirs = tokens(newer), tokens(older)
    own = _words(ours) - _words(theirs) - _turning() - _NEGATION
    is_whole = len(_words(ours) & _words(theirs)) >= _SAME_OF_ALL * len(_words(theirs))
    is_same_no = _is_negated(newer) == _is_negated(older)
    tells_less = _numbers(ours) < _numbers(theirs) and is_same_no
    # A rule put the other way round without the place of the earlier one leaves that place its own.
    is_wider = is_same_no and _numbers(ours) == _numbers(theirs) and not _words(theirs) <= _words(ours)
    return not own and is_whole and not tells_less and not is_wider


def _puts_instead(newer: str, older: str) -> bool:
    """Whether a later text says what shall be in the place of all that an earlier one says."""
    found = _INSTEAD.search(newer)
    if found is None or _is_negated(older):
        return False
    theirs, gone = tokens(older), given_up(newer)
    return bool(gone) and gone <= theirs and theirs - gone <= tokens(newer[: found.start()])


def _gives_another_address(newer: str, older: str) -> bool:
    """Whether two texts say the same of one address each, and not the same address."""
    ours, theirs = ([each.rstrip(_AROUND) for each in ADDRESS.findall(text)] for text in (newer, older))
    if len(ours) != 1 or len(theirs) != 1 or ours == theirs:
        return False
    said, before = (tokens(without_addresses(text)) - _turning() for text in (newer, older))
    return bool(before) and said == before


def given_up(text: str) -> frozenset[str]:
    """The words of what a text puts something in the place of; none where it names no such thing."""
    found = _INSTEAD.search(text)
    return tokens(found[1]) if found else frozenset()


def must_share(newer: str) -> frozenset[str]:
    """Words an earlier text has that this one corrects, all of them; none where any word of this one will do."""
    return _words(tokens(without_addresses(newer))) - _turning() - _NEGATION


def overtakes(newer: str, older: str, *, is_next: bool = False) -> int:
    """How many words a text that tells of a change shares with an older one; 0 where too few.

    "Deploys go to Fly, we moved off Heroku" overtakes "we deploy to Heroku": it names what is given up. Or it shares
    two words or more and most of what either is about, or both say where the person lives or works. `is_next`: it was said right after the older one: two words
    will do.
    """
    if says_same(newer, older):
        return 0
    if _RULED.match(older) and (not _OF_RULES.search(newer) or _is_exception(newer, older)):
        return 0
    if adds(newer) and not left_behind(newer, alone=True):
        return 0
    ours, theirs = _about(newer), _about(older)
    shared = ours & theirs
    if any(of.match(newer) and of.match(older) for of in _OF_ONESELF):
        return max(len(shared), 1)
    least = _NEXT_OF_ONE_THING if is_next else _OF_ONE_THING
    is_enough = len(shared) > 1 and likeness(ours, theirs) >= least and not _is_narrower(newer, theirs)
    is_named = any(names(older, each) for each in left_behind(newer, alone=len(shared) > 1))
    is_named = is_named or any(_is_meant(each, newer, older, shared) for each in over(newer))
    is_named = is_named and (len(shared) > 1 or not _RULED.match(older))
    return len(shared) if is_enough or is_named else 0


def _is_exception(newer: str, older: str) -> bool:
    """Whether a text allows something of which an earlier rule says nothing: that rule holds for the rest."""
    said = first_part(newer) or newer
    ruled = ruling(said)
    if ruled is None or ruled.stand is not Stand.ALLOWED:
        return False
    return bool(tokens(ruled.of) - tokens(older) - _turning() - _NEGATION)


def _about(text: str) -> frozenset[str]:
    """The words that tell what a text is about: no file's ending, and none of what somebody makes of it."""
    return tokens(text) - _judging() - frozenset(map(_stem, _ENDING.findall(text.casefold())))


def _is_meant(word: str, newer: str, older: str, shared: frozenset[str]) -> bool:
    """Whether an earlier text speaks of what is no more: by its name, or of the same thing by another word, too."""
    if not names(older, word):
        return False
    by_name = names_as_name(older, word) or names_as_name(newer, word)
    return by_name or bool(shared - tokens(word))


def _is_narrower(newer: str, theirs: frozenset[str]) -> bool:
    """Whether a text begins with where or when it holds, of which an earlier one says nothing."""
    scope = _SCOPE.match(newer)
    return scope is not None and bool(within := tokens(scope[1])) and within.isdisjoint(theirs)


def likeness(ours: frozenset[str], theirs: frozenset[str]) -> float:
    """How much of the smaller set stands in the larger, 0 where either has fewer than two words."""
    smaller = min(len(ours), len(theirs))
    return len(ours & theirs) / smaller if smaller > 1 else float(ours == theirs and smaller == 1)


def _numbers(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if word[0].isdigit())


def _numbered(text: str) -> frozenset[str]:
    """The numbers that are names of things a text speaks of: an issue's, a phase's."""
    begun = _COUNTED.match(text)
    return frozenset(_TRACKED.findall(text)) | (frozenset((begun[1],)) if begun else frozenset())


def _words(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if not word[0].isdigit())


def _nots(text: str) -> int:
    """How often a text says "not"."""
    return sum(word in _NEGATION for word in _WORD.findall(_spelled(text)))


def _is_negated(text: str) -> bool:
    """Whether a text is a rule against something. A "can't" may as well tell how things are: it takes nothing back."""
    return not _NEGATION.isdisjoint(_WORD.findall(text.casefold()))
