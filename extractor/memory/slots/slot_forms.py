"""Slot forms: how a text says what fills a slot.

Owns the forms: by a word of a kind, by the name of a purpose, by where something stands, by number, time and name. Promises
no slot of a text that names two things for it. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache

from extractor.memory.dates.date_words import MONTHS
from extractor.memory.slots.leading import first_part, without_beginning, without_reason
from extractor.memory.slots.owners import owner
from extractor.memory.slots.role_words import NAMES, NOUNS, PLAIN
from extractor.memory.slots.roles import fillings
from extractor.memory.slots.rulings import may_be_at_hand, ruling
from extractor.memory.slots.slot import PERMISSION, Slot, Told
from extractor.memory.slots.slot_words import (
    AT_A_TIME,
    AT_ALL_TIMES,
    EXCLUSIVE,
    IDLE,
    INCLUDING,
    RUNTIMES,
    SAME,
    TIMES,
)
from extractor.memory.text.expressions import Expression

_VALUES = {
    value: (kind, Told.NOTHING if kinds is AT_ALL_TIMES else Told.CHANGE)
    for kinds in (AT_ALL_TIMES, NAMES, AT_A_TIME)
    for kind, values in kinds.items()
    for value in values.split()
}
_DENIES = Expression(
    r"\b(?:not?|never|nor|avoid|without|stop|nicht|keine?n?|nie|nunca|jamais|ni)\b|n['’]t\b|不|别"
)
_INSTEAD = re.compile(
    r",?\s+(?:(?:and |und |y |et )?(?:not|no|never|nicht|nie|pas)|no longer|instead of|rather than|statt)(?: on| in| to)?"
    r" [\w.+#-]+(?: any ?more)?(?=\s*[.!,;]|\s*$)",
    re.IGNORECASE,
)
"""What a text puts something in the place of."""
_OF_RULINGS = frozenset(
    "answer straight directly yourself myself anyth folder under ever any more commands new when actually".split()
)
"""Words of a rule that do not tell what it is about."""
_FEW = 2
"""Words that tell what something is about without the verb."""
_ENDING = re.compile(r"(?<=\w{3})(?<![su])(?:ing|ed|es|s)$")
_WORD = re.compile(r"[^\W_](?:[\w+#-]|\.(?=\d))*")
_PLACE = re.compile(
    r"\b(?P<by>to|into|on|in|at|with|from|port|is|are|called|named|auf|nach|bei|am)\s+"
    r"(?:(?:the|a|an|port|version)\s+)?(?=(?P<value>[A-Z][\w.+#-]*(?:\s[A-Z][\w.+#-]*)*(?:\s\d[\w.]*)?|\d[\w.]*|(?P<word>[\w-]+)))"
)
_GROUPS = {
    **dict.fromkeys(("to", "into", "on", "in", "at", "auf", "nach", "bei", "am"), "at"),
    **dict.fromkeys(("is", "are", "called", "named"), "is"),
}
"""Words behind which the same stands."""
_MOVED = re.compile(
    r"\b(?:switched|moved|migrated|changed)\s+(?P<of>(?:(?!from\b)[\w-]+\s+){1,4}?)(?:over\s+)?to\s+(?:the\s+)?(?P<value>[\w.+#-]+)",
    re.IGNORECASE,
)
_WHERE = re.compile(
    r"^\W*(?:from now on,?\s+)?(?:(?:all|our|the|new)\s+)*(?P<of>[\w-]+(?:\s[\w-]+)?)\s+(?:always\s+|should\s+|must\s+)?"
    r"(?:go(?:es)?|lives?|belongs?|(?:is|are) (?:kept|stored|put)|stays?|sits?|lands?)\s+"
    r"(?P<value>(?:in|into|to|under|next to|inside|on|at|with|beside)\s[^,;.!?]{2,60}?)(?:,?\s+(?:now|from now on))?\W*$",
    re.IGNORECASE,
)
"""Where things of a kind have their place."""
_TOGETHER = re.compile(
    r"\b(?:git(?:hub|lab) (?:actions|ci)|vs code|azure pipelines|google cloud)\b", re.IGNORECASE
)
"""Names of two words of which the second is none."""
_LEAST = re.compile(
    r"\b(?:and (?:up|above|newer|later)|or (?:newer|later|above|higher)|minimum|at least)\b", re.IGNORECASE
)
"""That a version is the oldest one that will do."""
_OF_THE_LEAST = frozenset("support up above newer later higher least need".split())
_CHANNEL = re.compile(r"(?<![\w/&])#[a-z][\w-]{2,}")
"""Where a team talks."""
_CLOCK = re.compile(
    r"\b(?:\d{1,2}:\d\d(?:\s?[ap]m)?|\d{1,2}\s?[ap]m|(?<=at )\d{1,2}(?![\w.:/%-]|\s?(?:percent|lines|characters|px|ms)))(?!\w)",
    re.IGNORECASE,
)
_VERSION = re.compile(
    rf"\b(?P<of>(?i:{RUNTIMES})\b|[A-Z][\w+#-]*(?:\.[a-z]\w*)?)\s+(?:(?:version|is|at|to)\s+){{0,2}}v?(?P<value>\d[\w.]*)"
)
_NUMBERED = re.compile(
    r"#\s?\d|\b(?:bug|issue|phase|step|option|chapter|task|ticket|story|pr|sprint|milestone|epic)s? \d",
    re.IGNORECASE,
)
"""The number is a name, or one of a row."""
_CALLED = re.compile(
    r"\b(?:call me|address me as|i go by|my name is|nenn(?:e)? mich|llámame|appelle-moi)\s+(?:(?:dr|mr|ms|mrs|prof)\.?\s+)?"
    r"(?P<value>[^\W\d_][\w-]*)",
    re.IGNORECASE,
)
_ONESELF = {
    "home": re.compile(
        r"(?i:i|the user)(?i:['’]m| am| is)? (?i:lives? in|based in|(?:has |have |just )*moved to) (?P<value>[A-Z][\w-]+)"
    ),
    "employer": re.compile(r"(?i:i|the user) (?i:works? (?:at|for)) (?P<value>[A-Z][\w-]+)"),
}
"""What somebody says they have one of."""
_SUBJECT = re.compile(
    r"\W*(?:(?i:the|our|my|der|die|das|unsere?|meine?|el|la|nuestr[oa]|mi|le|notre|mon|ma|il|nostr[oa]|nosso|nossa) "
    r"|(?=(?i:staging|production|prod|dev|live|default) ))"
    r"(?P<of>(?:[\w/+-]+ ){0,3}(?i:host|server|machine|vm|instance|database|db|schema|branch|template|url|port|address|path"
    r"|folder|directory|bucket|channel|queue|topic|region|zone|captain|lead|contact|owner|manager|maintainer|deadline|account"
    r"|domain|endpoint|registry|tracker|board|repo(?:sitory)?|namespace|cluster|version|locale|currency|licen[cs]e|codename"
    r"|code name|prefix|suffix|e-?mail|phone|number|slug|id|colou?r|font|theme|ansprechpartner(?:in)?|zweig|datenbank|adresse"
    r"|ordner|rama|servidor|base de datos|carpeta|branche|serveur|dossier))"
    r" (?P<by>(?i:is called|is named|is|lives (?:in|at|under|on)|sits (?:in|at|on|under)|heißt|ist|liegt (?:in|auf|unter)"
    r"|es|est|è|está en|se llama|s['’]appelle|si chiama)(?: (?i:now|jetzt|ahora))?)"
    r" (?P<at>(?i:in|at|on|under) )?[`\"“'‘]?(?P<value>[^\s,;`\"”'’]+(?: [A-Z][\w-]+)?)[`\"”'’]?"
    r"(?:,? (?i:now|jetzt|ahora))?[.!]?\s*$"
)
"""What a thing that a project has one of is, in a sentence that says nothing else: "The staging host is alpha"."""
_RUNS_ON = re.compile(r"(?:host|server|machine|vm|instance|database|db)$", re.IGNORECASE)
"""What is "on" the machine whose name it goes by."""
_OLD_ONE = re.compile(
    r", (?:the old one|der alte|die alte|el viejo|l['’]ancien)\b.*\Z", re.IGNORECASE | re.DOTALL
)
"""What is said of the one before, behind what there is now."""
_NO_MORE = re.compile(
    r"^(?P<of>\W*(?:[\w/+-]+ ){1,4}?)(?:isn['’]?t|is not|is no longer|ist nicht mehr|ya no es)(?P<at> (?:on|in|at|auf|en))? \S+?"
    r"(?: any ?more| any longer)?(?:,| [–—-])? (?:(?:but|sondern|sino)(?: on| auf)? |it(?:['’]?s| is) (?:now )?(?:on )?"
    r"|we(?:['’]ve| have)? moved (?:it )?(?:over )?to )(?:the new [\w-]+,? )?(?=\S+(?: now)?[.!]?\s*$)",
    re.IGNORECASE,
)
"""How it is said that a thing is something else by now: "the db isn't A anymore, we moved it to B"."""
_NAMED = re.compile(r"[A-Z0-9]|\w[./_#@:-]\w|#")
_SAYS_A_NAME = re.compile(r"called|named|heißt|llama|appelle|chiama", re.IGNORECASE)
_SAYS_WHERE = re.compile(r" (?:in|at|on|under|auf|unter|en)(?: now| jetzt| ahora)?$", re.IGNORECASE)
_WHEN_IT_WAS = re.compile(r",? (?:in the week of|since) \d{4}-\d\d(?:-\d\d)?\b", re.IGNORECASE)
"""On which day a change was made."""


_EVERY_DAY = frozenset("daily nightly night morning weekday weekdays".split())
"""Beside an hour these say no more than that it is every day."""


@lru_cache(maxsize=4096)
def filled(text: str) -> tuple[tuple[Slot, str], ...]:
    """The slots a text fills, with what; none where it denies something, but for what it puts something in the place of."""
    text = without_old_one(_WHEN_IT_WAS.sub("", without_reason(without_beginning(text))))
    ruled = tuple(_by_ruling(text))
    text = _said_anew(text)
    text = _TOGETHER.sub(lambda found: found[0].replace(" ", ""), _INSTEAD.sub("", text))
    if _DENIES.search(text):
        return ruled
    found = (
        *_by_oneself(text),
        *_by_role(text),
        *_by_owner(text),
        *_by_kind(text),
        *_by_name(text),
        *_by_subject(text),
        *_by_place(text),
        *_by_version(text),
        *_by_time(text),
    )
    return (*ruled, *(each for each in dict.fromkeys(found) if each[0].about.isdisjoint(INCLUDING)))


def _words(text: str) -> list[str]:
    """The words of a text that may tell what it is about, words of one meaning as one."""
    said = (_normal(word.casefold()) for word in _WORD.findall(text))
    return [word for word in said if word not in IDLE]


def _normal(word: str) -> str:
    """One form of a word: the one word of its meaning, or its root."""
    if word in IDLE or word in _VALUES:
        return word
    word = SAME.get(word, word)
    root = _ENDING.sub("", word)
    return SAME.get(root, root)


@cache
def _plain() -> frozenset[str]:
    return frozenset({*PLAIN, *map(_normal, PLAIN)})


def _about(text: str, without: AbstractSet[str] = frozenset()) -> frozenset[str]:
    """What a text speaks of, whenever it is done."""
    return frozenset(
        word for word in _words(_CLOCK.sub(" ", text)) if word not in without and word not in TIMES
    )


def _by_kind(text: str) -> Iterator[tuple[Slot, str]]:
    """What a text says by a word that names one of a kind."""
    found: dict[str, set[str]] = {}
    for word in _words(text):
        if word in _VALUES:
            found.setdefault(_VALUES[word][0], set()).add(word)
    for kind, values in found.items():
        if len(values) == 1:
            (value,) = values
            # Of "2 spaces" the number tells nothing of where.
            about = {word for word in _about(text, values) if not (kind == "indentation" and word.isdigit())}
            if kind == "tongue" and len(about) > _FEW:
                about.discard("write")  # what is written in a tongue is in it
            yield Slot(kind, frozenset(about), _VALUES[value][1]), value
            for way in ("is", "at") if kind in NOUNS else ():
                yield Slot(f"{kind} {way}", frozenset(about), Told.CHANGE), value


def _by_ruling(text: str) -> Iterator[tuple[Slot, str]]:
    """What a text forbids, allows or requires, and what somebody has to be asked about."""
    found = ruling(first_part(text) or text) or ruling(text)
    if found and (about := _about(found.of) - _OF_RULINGS):
        # A ban says by itself that nothing else holds.
        needs = Told.NOTHING if found.restricts else Told.MOVE if may_be_at_hand(text) else Told.CHANGE
        yield Slot(PERMISSION, about, needs), found.stand.value


def _by_oneself(text: str) -> Iterator[tuple[Slot, str]]:
    """What somebody has one of: a home, an employer."""
    for kind, pattern in _ONESELF.items():
        if (found := pattern.match(text)) and (value := found["value"].casefold()) not in _VALUES:
            yield Slot(kind, frozenset(), Told.NOTHING), value


def _by_role(text: str) -> Iterator[tuple[Slot, str]]:
    """What a text says serves a purpose that it names."""
    for each in (filling for filling in fillings(text) if not filling.is_where):
        beside = _about(each.rest) - _plain()
        if each.is_known:
            yield Slot(each.role, beside, Told.NOTHING), each.value
        if each.is_known or not each.is_place:
            yield Slot(f"{each.role} is", beside, Told.NOTHING), each.value
        if each.is_known or each.is_place:
            # What is in a city may be in a tool, too: there one takes another's place only where a change is told.
            yield Slot(f"{each.role} at", beside, Told.CHANGE), each.value
        if each.version:
            yield Slot("version", beside | {each.value}, Told.CHANGE), each.version


def _by_owner(text: str) -> Iterator[tuple[Slot, str]]:
    """Whose a text says something is."""
    if (found := owner(text)) and (about := _about(found.of)):
        yield Slot(found.part, about, Told.CHANGE), found.who


def _by_name(text: str) -> Iterator[tuple[Slot, str]]:
    """What somebody is called, and the channel something goes to."""
    for kind, pattern, group in (("called", _CALLED, "value"), ("channel", _CHANNEL, 0)):
        found = list(pattern.finditer(text))
        if len(found) == 1:
            needs = Told.NOTHING if kind == "called" else Told.CHANGE
            yield Slot(kind, _about(text.replace(found[0][0], " ")), needs), found[0][group].casefold()


def says_what_is(text: str) -> bool:
    """Whether a text says what a thing is that there is one of, and nothing else: "the staging db is pg-2 now"."""
    return any(_by_subject(_said_anew(text)))


def without_old_one(text: str) -> str:
    """A text without what it says of the one before: "…, the old one is dead since Friday"."""
    return _OLD_ONE.sub("", text)


def _said_anew(text: str) -> str:
    """A text that says what a thing is no more and what instead, as the latter alone."""
    return _NO_MORE.sub(lambda found: f"{found['of']}is{found['at'] or ''} ", text)


def _by_subject(text: str) -> Iterator[tuple[Slot, str]]:
    """What a text says a thing is that there is one of, and says nothing else."""
    found = _SUBJECT.match(text)
    if found is None:
        return
    of, value = found["of"].casefold(), found["value"].rstrip(".!").casefold()
    is_on = (found["at"] or "").strip().casefold() == "on" and _RUNS_ON.search(of) is not None
    is_where = not is_on and (found["at"] is not None or _SAYS_WHERE.search(found["by"]) is not None)
    is_name = _NAMED.search(found["value"]) or _SAYS_A_NAME.search(found["by"]) or "default" in of
    if value and (is_where or is_name):
        about = frozenset(SAME.get(word, word) for word in of.split())
        yield Slot("subject at" if is_where else "subject", about, Told.NOTHING), value


def _by_place(text: str) -> Iterator[tuple[Slot, str]]:
    """What a text says by where it stands: "deployed to", "is called", "on port", "go into"."""
    if moved := _MOVED.search(text):
        around = f"{text[: moved.start()]} {moved['of']} {text[moved.end() :]}"
        yield Slot("name at", _about(around), Told.MOVE), _normal(moved["value"].casefold())
    if (where := _WHERE.match(text)) and (of := _about(where["of"])):
        yield Slot("where", of, Told.CHANGE), " ".join(_words(where["value"]))
    found = [each for each in _PLACE.finditer(text) if _nature(each)]
    if len(found) != 1:
        return
    place, value = found[0], _normal(found[0]["value"].casefold().rstrip("."))
    rest, by = _about(f"{text[: place.start()]} {text[place.end('value') :]}"), place["by"].casefold()
    if not rest:
        return
    if _nature(place) == "number":
        yield Slot("number", rest, Told.CHANGE), value
    else:
        is_one = _GROUPS.get(by) == "is" or not rest.isdisjoint(EXCLUSIVE)
        yield Slot(f"name {_GROUPS.get(by, by)}", rest, Told.CHANGE if is_one else Told.MOVE), value


def _by_version(text: str) -> Iterator[tuple[Slot, str]]:
    """What a text says by the number behind a name: "Node 22"."""
    found = list(_VERSION.finditer(text))
    if len(found) != 1 or _NUMBERED.search(text) or found[0]["of"].casefold() in MONTHS:
        return
    of, value = found[0]["of"].casefold(), found[0]["value"].rstrip(".")
    about = _about(f"{text[: found[0].start()]} {text[found[0].end() :]}")
    if _LEAST.search(text) and about <= _OF_THE_LEAST:
        yield Slot("least version", frozenset({of}), Told.NOTHING), value
    yield Slot("version", about | {of}, Told.CHANGE), value


def _by_time(text: str) -> Iterator[tuple[Slot, str]]:
    """What a text says by the days something is done on, and by the hour."""
    days = {word for word in _words(text) if word in TIMES}
    if days and (about := _about(text)):
        yield Slot("when", about, Told.CHANGE), " ".join(sorted(days))
    hours = _CLOCK.findall(text)
    if len(hours) == 1 and days <= _EVERY_DAY and (about := _about(text)):
        yield Slot("clock", about, Told.CHANGE), hours[0].casefold()


def _nature(place: re.Match[str]) -> str:
    """Whether a number or a name stands there; empty where a plain word does, which may be anything."""
    value = place["value"].rstrip(".")
    if value[0].isdigit():
        return "" if _CLOCK.match(place.string, place.start("value")) else "number"
    if value.casefold().rstrip("s") in TIMES:
        return ""
    return "name" if place["word"] is None or place["by"].casefold() in ("called", "named") else ""


def tells_when(text: str) -> bool:
    """Whether a text names a day, an hour or how often."""
    return not TIMES.isdisjoint(_words(text)) or _CLOCK.search(text) is not None
