"""Amounts: what a number of a sentence is the number of.

Owns what bounds a number, what it is by, of or per, and which of several things told side by side it belongs to.
Promises to judge the numbers a text takes alone. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from extractor.memory.dates.date_words import NUMBER_WORDS, any_of
from extractor.memory.text.unspaced import apart, is_unspaced
from extractor.memory.wording.novelty import shared, words

_BOUND = (
    r"at (?:most|least)|up to|(?:no |not )?(?:more|less|fewer) than|maximum(?: of)?|minimum(?: of)?|max|min|höchstens|mindestens"
    r"|maximal|minimal|bis zu|weniger als|mehr als|como (?:máximo|mínimo)|al menos|menos de|más de|au (?:plus|moins)"
    r"|moins de|plus de|under|below|about|around|roughly|approximately|circa|ca\.?|etwa|ungefähr|unos|environ"
)
_OR_MORE = r"\+(?!\w)| (?:or|and|oder|und) (?:newer|later|higher|above|more|less|fewer|below|up|older|neuer|höher|mehr|weniger)\b"
_BOUNDED = re.compile(
    rf"(?<![\w'’-])(?P<bound>{_BOUND})\s+(?:(?-i:[A-Z])[\w+#]*\s+)?(?P<number>\d[\d.,:]*|{any_of(NUMBER_WORDS)}\b)|(?<![\d.,])(?P<from>\d[\d.,]*)(?P<more>{_OR_MORE})",
    re.IGNORECASE,
)
_BOUNDS = re.compile(
    rf"\b(?:{_BOUND}|limit\w*|cap\w*|within|over|above|exceed\w*|from|since|starting|ab|less|more|fewer|newer|later|higher|older"
    rf"|between|range|ceiling|budget|fast\w*|any\w*|every\w*)\b|[<>≤≥~±]|{_OR_MORE}",
    re.IGNORECASE,
)
_BOUNDED_BY_SIGNS = re.compile(
    r"(?:最多|至多|最少|至少|不超过|不超過|超过|超過|少于|少於|多于|多於|大约|大約|约|約|최대|최소)[^\d,.。、]{0,8}(?P<behind>\d[\d.,]{0,20})"
    r"|(?<![\d.,])(?P<before>\d[\d.,]{0,20})\s?[^\d\s,.。、]{0,3}\s?(?:以内|以內|以上|以下|未満|未满|まで|左右|이상|이하|미만|이내|까지)"
)
_SIGNS_THAT_BOUND = re.compile(
    r"最|至[多少]|[超少多]|不到|[大约約]|[内內]|以[上下]|未[満满]|まで|左右|限|최|이[상하내]|미만|까지|[<>≤≥~]"
)
_RANGE = re.compile(
    r"\b(?P<lead>between|zwischen|entre|from|von|de)\s+(?P<low>\d[\d.,]*)(?![\d.,])\s?\S*\s+(?:and|und|y|et|to|auf|bis|a|à)\s+"
    r"(?P<high>\d[\d.,]*)",
    re.IGNORECASE,
)
_CHANGED_BY = re.compile(
    r"\b(?:cut|rais\w+|grow\w*|increas\w+|reduc\w+|lower\w*|extend\w*|shrink\w*|bump\w*|shorten\w*|lengthen\w*|decreas\w+)\b"
    r"[^.!?]{0,60}?\b(?P<by>by\s+(?P<number>\d[\d.,]*)(?!-?\d|:\d|\s?[ap]m\b))"
    r"|\b(?P<um>um\s+(?P<zahl>\d[\d.,]*))[^.!?]{0,40}\b(?:erhöh\w*|senk\w*|kürz\w*|verlänger\w*|verringer\w*)",
    re.IGNORECASE,
)
"""A number that is a difference."""
_DIFFERENCE = re.compile(r"\b(?:by|um|more|less|fewer|mehr|weniger)\b|[+-]\d", re.IGNORECASE)
_PER = re.compile(
    r"(?<![\w.,])(?P<number>\d[\d.,]*)(?![\d.,])(?:\s?[A-Za-zµ%€$]{1,12}){0,2}?\s+(?<!as )(?:per|pro|je|por|par)\s+"
    r"(?!default\b|max\b|the\b|favor\b|défaut\b)(?P<unit>\w+)",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"\b(?:per|pro|je|por|par|each|every|jede\w*|cada|chaque|\w+ly|\w+lich|an? (?:second|minute|hour|day|week|month|year))\b|/",
    re.IGNORECASE,
)
_COUNT = rf"\d[\d.,]*|{any_of(NUMBER_WORDS)}|half"
_OF_ALL = re.compile(
    rf"(?<![\w.,])(?P<some>{_COUNT})\s+(?:out )?of (?:the |our |my |these |those |all )*(?P<all>\d[\d.,]*|{any_of(NUMBER_WORDS)})"
    r"\s+\w+(?P<rest>[^.;!?]*)",
    re.IGNORECASE,
)
_EVERY_SO_MANY = re.compile(
    r"\bevery (?P<so_many>second|other|third|fourth|fifth|few|couple|\d+(?:st|nd|rd|th)?)\b"
    r"|\bjede[rsnm]? (?P<so_viele>zweite|dritte|vierte)\w*",
    re.IGNORECASE,
)
_EVERY = re.compile(r"\b(?:every|each|all|jede\w*|alle\w*)\b", re.IGNORECASE)
_NOT_EVERY = re.compile(
    r"\b(?:second|other|third|fourth|fifth|two|2|alternat\w*|few|couple|zwei\w*|dritte\w*|\d+(?:st|nd|rd|th)?)\b",
    re.IGNORECASE,
)
_SIDE_BY_SIDE = re.compile(r"[,;]\s+(?:and\s+|und\s+)?|\s(?:and|und|y|et|while|whereas)\s", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.,:/-])v?\d(?:[\d.,:]*\d)?[a-zµ%]{0,4}(?![\w-])", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]\w+")
_PLAIN = frozenset(
    "a an the is are was were be it its and or of to in on at for with by we i you they has have gets get use uses used so"
    " der die das ein eine ist sind und in im am auf für mit wir el la los las un una es son y en con le les est et dans".split()
)
"""Words that tell nothing apart."""


def lost_amount(text: str, clause: str) -> str | None:
    """None when a text keeps what the numbers it takes from a clause are the numbers of; else the words left out."""
    text, clause = apart(text), apart(clause)
    for each in _BOUNDED_BY_SIGNS.finditer(clause) if is_unspaced(clause) else ():
        if _holds(text, each["behind"] or each["before"]) and not _SIGNS_THAT_BOUND.search(text):
            return each[0].strip()
    for each in _BOUNDED.finditer(clause):
        if _holds(text, each["number"] or each["from"]) and not _BOUNDS.search(text):
            return each[0].strip()
    for each in _RANGE.finditer(clause):
        low, high = _holds(text, each["low"]), _holds(text, each["high"])
        is_open = each["lead"].lower() in ("between", "zwischen", "entre")
        if (low and not high) or (is_open and high and not low):
            return each[0].strip()
    for each in _CHANGED_BY.finditer(clause):
        if _holds(text, each["number"] or each["zahl"]) and not _DIFFERENCE.search(text):
            return (each["by"] or each["um"]).strip()
    for each in _PER.finditer(clause):
        is_told = _EACH.search(text) or shared({each["unit"].casefold()}, _named(text))
        if _holds(text, each["number"]) and not is_told:
            return each[0].strip()
    return _lost_share(text, clause)


def _lost_share(text: str, clause: str) -> str | None:
    """Of how many a number is told, or at every how many a thing happens, where the text leaves it out."""
    for each in _OF_ALL.finditer(clause):
        if (
            _holds(text, each["all"])
            and not _holds(text, each["some"])
            and shared(_named(text), _named(each["rest"]))
        ):
            return clause[each.start() : each.start("rest")].strip()
    every = len(_EVERY.findall(clause))
    for each in _EVERY_SO_MANY.finditer(clause) if every == 1 else ():
        if _EVERY.search(text) and not _NOT_EVERY.search(text):
            return each[0].strip()
    return None


def crossed(text: str, said: Iterable[str]) -> str | None:
    """The number a text gives to another thing than its sentence, which tells several side by side; else None.

    "8080 on staging, 9090 on prod" says nothing of 9090 on staging.
    """
    text = apart(text)
    wanted = _named(text)
    numbers: list[str] = sorted(set(_NUMBER.findall(text)))
    for sentence in map(apart, said) if numbers else ():
        told = [] if _RANGE.search(sentence) else _side_by_side(sentence)
        for number in numbers:
            own = frozenset[str]().union(*(named for found, named in told if found == number))
            theirs = frozenset[str]().union(*(named for found, named in told if found != number))
            telling = words(" ".join(own - theirs)), words(" ".join(theirs - own))
            if all(telling) and shared(wanted, telling[1]) and not shared(wanted, own - theirs):
                return number
    return None


def _side_by_side(sentence: str) -> list[tuple[str, frozenset[str]]]:
    """The numbers of the parts of a sentence that have one each, with the words of their parts.

    Where only the first has words before its number, they are said of all.
    """
    parted = [_NUMBER.split(part) for part in _SIDE_BY_SIDE.split(sentence)]
    numbers = _NUMBER.findall(sentence)
    sides = [(_named(part[0]), _named(part[1])) for part in parted if len(part) == 2]
    if len(sides) != len(numbers) or len(sides) < 2:
        return []
    of_all = frozenset[str]() if any(before for before, _ in sides[1:]) else sides[0][0]
    return [
        (number, (before | behind) - of_all) for number, (before, behind) in zip(numbers, sides, strict=True)
    ]


def _named(text: str) -> frozenset[str]:
    """The words of a text, but for those that tell nothing apart."""
    named = frozenset(_WORD.findall(text.casefold())) - _PLAIN
    return named if text.isascii() else named | words(text)


def _holds(text: str, number: str) -> bool:
    """Whether a text has a number, in digits or as this word."""
    counted = str(NUMBER_WORDS.get(number.lower(), ""))
    if counted and _holds(text, counted):
        return True
    plain = re.escape(number.rstrip(".,:"))
    whole = rf"(?<![\d.,]){plain}(?!\d|[.,]\d)" if number[0].isdigit() else rf"\b{plain}\b"
    return re.search(whole, text, re.IGNORECASE) is not None
