"""Options: what the agent put up for choice, and what of it an answer names.

Owns the question at the end of a message, the list of options in it, and how an answer points at one.
Promises the agent's words as they stand. Never judges whether an answer is a yes.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from extractor.memory.gate.option_tables import tabled
from extractor.memory.wording.force import APOSTROPHE, SHORT_NOT
from extractor.memory.wording.sentence_ends import ABBREVIATION

MAX_QUESTION = 200
"""Characters of a question that can be taken into a memory."""
_EMPHASIS = " *_#>-("
_AROUND = 20
"""Characters of emphasis and space that may stand before a question."""
_OFFERED = 600
"""Characters from the end of a message, or of what stands before its last list, in which its question stands."""

_STARTS = re.compile(r"[.!?。！？؟\n](?:(?<=[.!?])[*_\"'”’)\]]*\s+|(?<=[。！？؟\n])\s*)")
_MARK = re.compile(r"[?？؟](?:(?<=[？؟])|(?<![(\\]\?)(?!\w))")
"""It begins with the letters themselves, as `_CODE` does: a text is looked through for those at once."""
_MARKS = ("?", "？", "؟")
_MARKED = 3
"""Characters at the end of an option among which the mark of a question stands."""
_AROUND_MARK = " *_\"'”’)]\n"
_CODE = re.compile(r"`(?<!\w`)[^`\n]*`(?!\w)")
_QUOTED = re.compile(
    r"\"(?<!\d\")[^\"\n]*\"|“[^“”\n]*”|„[^„“”\n]*[“”]|«[^«»\n]*»|‘[^‘’\n]*’(?!\w)|'(?<!\w')[^'\n]*'(?!\w)"
)
"""Words between quotation marks: what is asked there is told, not asked. A mark right behind a digit is of inches."""
_SHORTENED = 16
"""Characters up to a full stop in which a shortened word stands."""
_LEADS_ON = re.compile(r"\b(?:e\. ?g|i\. ?e|z\. ?b|d\. ?h|p\. ?ej|vs|cf|mrs?|ms|dr|prof)\.$", re.IGNORECASE)
"""A shortened word that no sentence ends with, whatever follows."""
_BULLET = r"\W*(?:\d{1,2}[.)]\W*)?"
_ALTERNATIVE = re.compile(
    rf"{_BULLET}(?:(?:or|alternatively|oder|или|lub|alternativ|alternativement|alternativamente)\b(?!['’-])"
    r"|还是|或者|それとも|아니면)",
    re.IGNORECASE,
)
"""How a sentence begins that is put up beside the one before it, whatever that says."""
_OTHER_WAY = re.compile(
    rf"{_BULLET}(?:(?:ou|eller)\b(?!['’-])|أم\b|[oó]\s(?!que\b)|u\s(?=h?[oó])"
    r"|of\b(?!['’-]|\s+(?:course|the|these|those|this|that|all|them|it|our|your|my|his|her|its|their|which|what|whom|both|two"
    r"|three|four|an?)\b))",
    re.IGNORECASE,
)
"""How one begins that is put up beside a question: words that mean something else in another language."""
_ARTICLE = re.compile(r"(?<!¿)\bo\s", re.IGNORECASE)
_PORTUGUESE = re.compile(
    r"[ãõç]|\b(?:um|uma|em|dos|das|os|ao|você|isso|ou|é)\b"
    r"|\bo\s+[\w-]+\s+(?:d[aeo]s?|deve\w*|fica\w*|está|vai|pode\w*|tem|precisa\w*|será|foi|usa)\b",
    re.IGNORECASE,
)
"""What tells that "o" is "the"."""
_BLANK = "\n\n"
_MOST_BESIDE = 6
"""Alternatives that are put up beside one question."""
_LISTED = re.compile(
    r"^[ \t]*(?:[-*][ \t]*)?(?:\*\*)?(?:option[ \t]+)?(?P<key>\d{1,2}|[a-hA-H])(?:\*\*)?[.):]\s*(?P<text>\S.*)$",
    re.MULTILINE,
)
_INLINE = re.compile(
    r"\((?P<key>\d|[a-h])\)\s*(?P<text>[^()\n]{4,160}?)(?=,? (?:or |and )?\([a-h\d]\)|[?.]|$)"
)
_LEAD = (
    r"\W*(?:(?:let's do|let's go with|i'd go with|i'd say|go with|do|use|take|yes,?|ok(?:ay)?,?|nr\.?|no\.?"
    r"|number|nummer)\s+)*"
)
_GOES_ON = (
    r"(?=\s*(?:$|[\n,:;)!?–—-]|\.(?!\d))"
    r"|\s+(?:please|and|but|with|because|since|it is|is fine|looks|seems|sounds|bitte|und)\b)"
)
"""What may follow an option that is named: "2 of them fail" names none."""
_NAMED = re.compile(
    rf"{_LEAD}(?:(?:option\s+(?P<option>\d{{1,2}}|[a-h])|(?P<number>\d{{1,2}})){_GOES_ON}"
    r"|(?P<letter>[a-h])(?=\s*(?:$|[\n.,:;)!?]))"
    r"|(?:(?:the|die|der|das|la|el|le)\s+)?(?P<word>first|second|third|fourth|last|former|latter|erste|zweite|dritte|letzte|primera"
    r"|primero|segunda|segundo|tercera|tercero|última|première|premier|deuxième|troisième|dernière?)"
    rf"(?:\s+(?:one|option|way|approach)|(?=\W*$)){_GOES_ON})",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"[^.!,\n]*?(?:\?|\b(?:not|never|no|dont|bad|wrong|dangerous|risky|ugly|worse|worst|terrible|scary|awful|broken|fails?|hate"
    rf"|nicht|nie|kein\w*|schlecht|falsch|nein|malo|peor|mal|mauvais|pas)\b|{SHORT_NOT}|\b(?:and|or|und|y|et) (?:option )?\d\b)"
    rf"|[^.!\n]*?,\s*(?:never|no way|nope|not|better not|rather not|please (?:no|don{APOSTROPHE}t)|nie|nein|nunca|jamais)\b",
    re.IGNORECASE,
)
"""What speaks against an option after its name, or names another beside it."""
_PLACES = {
    0: ("first", "former", "erste", "primera", "primero", "première", "premier"),
    1: ("second", "zweite", "segunda", "segundo", "deuxième"),
    2: ("third", "dritte", "tercera", "tercero", "troisième"),
    3: ("fourth",),
    -1: ("last", "latter", "letzte", "última", "dernière", "dernier"),
}
_LINE_OF_LIST = re.compile(r"\s*$|\s+\S|\s*(?:[-*•]|(?:\*\*)?(?:\d{1,2}|[a-hA-H])[.):](?:\*\*)?)\s+\S")
"""A line of a list: an item, what goes on under it, or nothing."""


def last_question(message: str) -> str:
    """What a message asks at its end, by a mark outside of code; empty where it asks nothing there, or too much.

    The options listed under a question are no part of it.
    """
    if not any(mark in message for mark in _MARKS):
        return ""
    plain = _without_told(message)
    end = _before_options(plain)
    asked = [match.end() for match in _MARK.finditer(plain, max(0, end - _OFFERED), end)]
    if not asked:
        return ""
    begins = _begins(plain, max(0, asked[-1] - MAX_QUESTION - _AROUND), asked[-1] - 1)
    return _question(message, plain, begins, asked[-1])


def questions(text: str) -> list[str]:
    """All a text asks, by marks outside of code, without what is too much to keep."""
    plain = _without_told(text)
    begins = _begins(plain, 0, len(plain))
    asked = (_question(text, plain, begins, mark.end()) for mark in _MARK.finditer(plain))
    return [question for question in asked if question]


def marks(text: str) -> int:
    """How many times a text asks, by marks outside of code."""
    return len(_MARK.findall(_CODE.sub("", text)))


def is_alternative(sentence: str, before: str) -> bool:
    """Whether a sentence is put up beside the one before it, as "Or should we stay?" is: a yes picks neither.

    `before`: the sentence before it in the same paragraph. A word that is another in another language ("of", "o",
    "ou") begins an alternative only to a question.
    """
    if _ALTERNATIVE.match(sentence):
        return True
    if not before.rstrip(_AROUND_MARK).endswith(_MARKS):
        return False
    begun = _OTHER_WAY.match(sentence)
    is_article = begun is not None and _ARTICLE.search(begun[0]) is not None
    return begun is not None and not (is_article and _PORTUGUESE.search(f"{before}\n{sentence}"))


def _without_told(text: str) -> str:
    """The text with its code and its quotations blotted out: every place stays."""
    for told in (_CODE, _QUOTED):
        text = told.sub(lambda found: "`" * len(found[0]), text)
    return text


def _begins(plain: str, start: int, end: int) -> list[int]:
    """Where sentences begin in a part of a text."""
    first = [0] if start == 0 else []
    return first + [
        match.end() for match in _STARTS.finditer(plain, start, end) if not _goes_on(plain, match)
    ]


def _question(text: str, plain: str, begins: Sequence[int], end: int) -> str:
    """The question whose mark ends here, with what it is an alternative to.

    `plain`: the text with its code and its quotations blotted out. `begins`: where sentences begin in it.
    """
    longest = max(0, end - MAX_QUESTION - _AROUND)
    last = bisect_left(begins, end) - 1
    for at in range(last, max(-1, last - _MOST_BESIDE - 1), -1):
        begin = begins[at]
        if begin < longest:
            break
        before = plain[max(longest, begins[at - 1]) : begin] if at else ""
        if not is_alternative(plain[begin:end], "" if _BLANK in before else before):
            question = text[begin:end].strip(_EMPHASIS)
            return question if 4 < len(question) <= MAX_QUESTION and not question.startswith("|") else ""
        if _BLANK in before and not _MARK.search(before):
            break  # what it stands beside was told as a list
    return ""


def _goes_on(plain: str, stop: re.Match[str]) -> bool:
    """Whether a full stop is that of a shortened word in the middle of a sentence."""
    said = plain[max(0, stop.start() - _SHORTENED) : stop.start() + 1]
    is_small = plain[stop.end() : stop.end() + 1].islower()
    return bool(_LEADS_ON.search(said) or (is_small and ABBREVIATION.search(said)))


def _before_options(message: str) -> int:
    """Where the list ends a message has under its question; the message's end where it has none there."""
    lines = message.splitlines(keepends=True)
    first = len(lines)
    while first and _LINE_OF_LIST.match(lines[first - 1]):
        first -= 1
    before, listed = "".join(lines[:first]), lines[first:]
    asks = before.rstrip().rstrip("*_").endswith(_MARKS)
    if not asks or any(line.rstrip().rstrip("*_").endswith(_MARKS) for line in listed):
        return len(message)
    return len(before)


def options(message: str) -> tuple[tuple[str, str], ...]:
    """Keys in lower case and texts of the options a message lists, of several lists the last."""
    for pattern in (_LISTED, _INLINE):
        found = [(m["key"].lower(), m["text"].strip()) for m in pattern.finditer(message)]
        if len(found) > 1:
            starts = [at for at, (key, _) in enumerate(found) if key in ("1", "a")]
            return tuple(found[starts[-1] if starts else 0 :])
    return ()


def chosen(answer: str, message: str) -> str | None:
    """The option an answer names first by its number, letter or place; None where it names none, or a question."""
    named = _NAMED.match(answer)
    if named is None or _AGAINST.match(answer, named.end()):
        return None
    listed = options(message)
    if wanted := named["option"] or named["number"] or named["letter"]:
        # A letter names no item of a numbered list: what it can name stands in the table.
        fits = any(key.isdigit() == wanted.isdigit() for key, _ in listed)
        named_so = dict(reversed(listed)) if fits else tabled(message)
        option = named_so.get(wanted.lower())
    else:
        place = next((at for at, words in _PLACES.items() if named["word"].lower() in words), None)
        option = listed[place][1] if place is not None and listed and place < len(listed) else None
    return None if option is None or _MARK.search(option[-_MARKED:]) else option


def as_listed(option: str, message: str) -> tuple[str, ...]:
    """An option of a message with the number or letter it is listed under; nothing where it has none."""
    key = next((key for key, text in options(message) if text == option), None)
    return () if key is None else (f"{key}. {option}", f"{key}) {option}")


def without_options(question: str) -> str:
    """A question up to the options it lists in itself."""
    match = _INLINE.search(question)
    return question[: match.start()].rstrip(" :,") if match and match.start() > 4 else question
