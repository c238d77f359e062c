"""How a fact is put down: one declarative sentence, a short description, a plain name.

Owns the template of a sentence, of a description and of a name. Promises that every word that means something
is the person's. Never does I/O.
"""

from __future__ import annotations

import re
import unicodedata
from collections import deque
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import pairwise

from extractor.memory.file_name import valid_name
from extractor.memory.gate.dialogue import has_form, shortened, without_mood
from extractor.memory.proposal import MAX_DESCRIPTION
from extractor.memory.text.emphasis import unemphasised
from extractor.memory.title import whole_phrase
from extractor.memory.wording.kinship import nots
from extractor.memory.wording.provisos import lost_limit, turns_away
from extractor.models.offline.first_words import plain_marks
from extractor.models.offline.likeness import STOP

_NAME_WORDS = 5
_MAX_NAME = 50

_FILLING = STOP | frozenset(
    "personally ideally really basically actually generally usually typically normally strongly much just simply even ever wants"
    " want wanted expects expect likes like make sure ensure going gonna kindly bitte immer id im ive ill youre theyre were thats"
    " lets theres heres whats something things thing everything anything http https www sich dass yes yeah okay ok well mean"
    " think guess feel reckon figure know".split()
)
"""Words a name does without."""
_DENIALS = frozenset(
    "not no never nor cannot dont doesnt didnt isnt arent wasnt werent cant couldnt wont wouldnt shouldnt mustnt neednt hasnt"
    " havent hadnt without nicht nie niemals kein keine keinen keinem keiner keines ohne weder".split()
)
"""Words that turn the next one around."""
_UNDENIED = STOP.difference("all any always because let said asked".split()) | frozenset(
    "really actually basically simply even ever kindly bitte immer sich dass id im ive ill youre theyre were thats lets http https".split()
)
"""Words that are not what a denial before them denies."""
_WHERE = frozenset("as at for from in on to".split())
"""Words before which "any" is the name of a type: "stop using any in TypeScript" is not told as "stop using TypeScript"."""
_DANGLING = (
    _DENIALS
    | _WHERE
    | frozenset(
        "before after when whenever under over with use using only instead rather than per until unless via as"
        " like between through because since every each any all statt bevor wenn".split()
    )
)
"""Words a name does not end with."""
_PARENTHESIS = re.compile(r"\([^()]*\)")
_NAMED = re.compile(r"([a-z]{2,}|(?<![\w.,:/-])\d{1,3}(?![\w.,:/-]))|\d+|\b[b-hj-z]\b|#")
"""A word a name can hold, or nothing where there is one that it cannot."""
_CODED = re.compile(r"\b(?=\w*\d)(?=\w*[a-z_])\w+\b")
"""A word that holds a digit: a name is held to its quotes too."""
_LISTED = re.compile(r"\s*\n\s*(?:[-*•–]|\d{1,2}[.)]|[a-z]\)|->|→)\s+")
_AN_IDENTIFIER = re.compile(r"[\w-]*[_`/.\d][\w./`-]*|[a-z]+[A-Z]\w*|[\w.-]+-[\w.-]+")
_CLAUSE = re.compile(r"[,;]\s+|\s+[–—-]\s+|\.{2,}|[.?!]\s+")
_MARKS = " ,;.?!–—-"
"""What ends a clause, and no word of the next one."""
_MOST_CLAUSES = 60
"""Clauses at the end of a text that a description can end with: more than have room in it."""
_LEAST_BEGUN = 40
"""Characters of a beginning that tell what a description is about."""
_LETTERS = str.maketrans("0123456789abcdef", "ghijklmnopabcdef")
"""A name is held to the numbers of its quotes: it has none."""
_PICTURE = r"[\U0001f300-\U0001faff\u2600-\u27bf][\U0001f3fb-\U0001f3ff]?\ufe0f?"
_JOINED = re.compile(rf"\s*(?=[🤦🤷🙋🙆🙇💁👩👨🧑]){_PICTURE}(?:\u200d{_PICTURE})+")
"""A picture of somebody, joined of several by a character that is not seen: a memory file holds none."""
_FIRST_PERSON = re.compile(
    r"i(?:['’](?P<contracted>d|m|ve))? (?P<adverbs>(?:(?:would|really|strongly|much|always|usually|generally|personally|never|typically"
    r"|normally) )*)(?P<verb>prefer|hate|dislike|like|want|expect|work|live|speak|use)\b(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_ABOUT_ONESELF = re.compile(r"\b(?:i|me|my|mine|myself|we|you|your)\b", re.IGNORECASE)


_SAID_ALONG = re.compile(
    r"(?:[\s,]+(?:ffs|lol|lmao|haha\w*|tho|btw|pls|plz|thx|grr+))+(?=\s*[.!]*\s*$)|\s+(?:tho|btw|ffs)(?=,)",
    re.IGNORECASE,
)
"""Words of a chat at a sentence's end, that say nothing of what is kept."""


def statement(text: str) -> str:
    """One line that begins with a capital and ends with a full stop; of preferences, said of the user."""
    text = _JOINED.sub("", text) if "\u200d" in text else text
    first, *items = _LISTED.split(_SAID_ALONG.sub("", without_mood(text.strip())))
    line = " ".join(f"{first} {'; '.join(items)}".split()) if items else " ".join(first.split())
    line = _of_the_user(unemphasised(line.strip().rstrip("!,;:–— ")).strip())
    head = line.split(" ", 1)[0].rstrip(",.")
    if line[:1].islower() and not _AN_IDENTIFIER.fullmatch(head):
        line = line[0].upper() + line[1:]
    return line if line.endswith((".", "…", '."', ".)", "。", "؟", "？", "?", "！", ".’")) else f"{line}."


def description(text: str) -> str:
    """The text in at most 150 characters: cut at a word, and with "…" where it goes on."""
    if len(text) <= MAX_DESCRIPTION:
        return text
    # A question stays one.
    return _cut(text, MAX_DESCRIPTION - 3) + ("?" if text.endswith("?") else "")


def descriptions(text: str) -> Iterator[str]:
    """Descriptions of a text, the best first: all of it, or a question cut short with its answer, or its beginning,
    with its end where that limits or denies it.
    """
    if len(text) <= MAX_DESCRIPTION:
        yield text
    elif has_form(text):
        yield shortened(text, MAX_DESCRIPTION)
        yield description(text)
    else:
        begun = description(text)
        rest = text[len(begun.rstrip(" …?")) :]
        is_turned = bool(nots(rest) or turns_away(rest.strip()) or lost_limit("", rest))
        yield from () if is_turned else (begun,)
        yield from _with_ends(text)
        yield from (begun,) if is_turned else ()


def _with_ends(text: str) -> Iterator[str]:
    """The beginning of a text with the end from one of its clauses on, the shortest end first, and each once."""
    last = ""
    for clause in reversed(deque(_CLAUSE.finditer(text), maxlen=_MOST_CLAUSES)):
        end = text[clause.start() :].lstrip(_MARKS)
        if end == last:
            continue
        last = end
        room = MAX_DESCRIPTION - len(end) - 3
        if room < _LEAST_BEGUN:
            return
        yield f"{_cut(text[: clause.start()], room)} {end}"


def _cut(text: str, room: int) -> str:
    """The beginning of a text, cut at a word where it is too long, with "…"."""
    begun = text if len(text) <= room else text[:room].rsplit(" ", 1)[0]
    return begun.rstrip(" ,;:(-–—`\"'") + " …"


def name_of(text: str, with_numbers: bool = True) -> str:
    """A name of at most five words in ASCII, "don't" among them; a hash of the text where it has none."""
    plain = (
        unicodedata.normalize("NFKD", plain_marks(text).replace("ß", "ss")).encode("ascii", "ignore").decode()
    )
    if len(plain) * 2 < len(text):
        return hashed_name(text)
    told = _PARENTHESIS.sub(" ", plain).lower().replace("do not", "dont").replace("'", "").replace("#", " ")
    words = whole_phrase(_telling(_NAMED.findall(_CODED.sub(" # ", told)), with_numbers), _NAME_WORDS)
    while len(words) > 1 and (words[-1] in _DANGLING or len("-".join(words)) > _MAX_NAME):
        words.pop()
    named = "-".join(words)[:_MAX_NAME].rstrip("-")
    is_name = any(word.isalpha() and word not in _DENIALS for word in words) and valid_name(f"{named}.md")
    return named if is_name else hashed_name(text)


def _telling(said: Iterable[str], with_numbers: bool) -> list[str]:
    """The words of a name: those that say something, and of a denial the word it denies, or neither of them."""
    words: list[str] = []
    for word, behind in pairwise((*said, "")):
        denies = bool(words) and words[-1] in _DENIALS
        if not word or (word.isdigit() and not with_numbers):
            while words and words[-1] in _DENIALS:
                words.pop()
        elif word == "any" and behind in _WHERE:
            words += (word, behind)
        elif word in _DENIALS or word not in (_UNDENIED if denies else _FILLING):
            words.append(word)
    return words


def hashed_name(text: str) -> str:
    """A name that says nothing, the same for the same text."""
    digits = sha256(text.encode(errors="replace")).hexdigest()[:8]
    return f"note-{digits.translate(_LETTERS)}"


def plainer_names(text: str) -> tuple[str, ...]:
    """Names that say less than `name_of`: without numbers, then nothing; the letters of one hash may make a word."""
    hashed = hashed_name(text)
    return name_of(text, with_numbers=False), hashed, hashed_name(hashed)


def _of_the_user(text: str) -> str:
    """A plain first-person preference said of the user; anything more tangled stays in the person's words."""
    match = _FIRST_PERSON.match(text)
    if match is None or _ABOUT_ONESELF.search(match["rest"]):
        return text
    adverbs = match["adverbs"].lower()
    if match["contracted"] == "d" or "would" in adverbs:
        return f"The user would {adverbs.replace('would ', '')}{match['verb'].lower()}{match['rest']}"
    return f"The user {adverbs}{match['verb'].lower()}s{match['rest']}"
