"""Sentences of what a person typed.

Owns the cut of a message into sentences and of these into clauses, and which of them are a log, a table or a listing.
Promises that every sentence stands in the text as it is given. Never judges what a sentence says.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from extractor.memory.dates.date_words import stands_in_a_date
from extractor.memory.redaction.placeholders import PRIVATE
from extractor.memory.wording.sentence_ends import CAPITALS, ELIDED
from extractor.models.offline.withdrawal import parted

MAX_SENTENCE = 300
"""Characters: what is longer was seldom typed as one sentence."""
MAX_LISTING = 450
"""Characters of an introduction with its list."""

_BREAK = re.compile(
    r"[.!?…؟。！？](?:(?<=[.!?…؟])(?<![.!?…؟]{2})(?:[.!?…؟]*[\"'”’“»›)\]*_]*(?=\s)|(?<=\.)\.{2,}(?=[a-z]))|(?<=[。！？])[。！？]*)"
)
"""It begins with the marks themselves: a text is looked through for those at once."""
_CLAUSES = re.compile(
    r",\s+(?:so |and |but |then )?(?=(?:can|could|would|will) (?:you|we|u)\b)|\s+[–—-]\s+|;\s+"
    r"|,?\s+(?=(?:so|but) (?:let['’]s|please|don['’]?t|do not|never|always|we|i|it|not|yes)\b)|,\s+(?=(?:please|let['’]s|lets)\b)"
    r"|,\s+(?=i (?:assume|guess|think|suppose|believe)\b)",
    re.IGNORECASE,
)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(.])(?:[a-zA-Z]|vs|etc|approx|ca|resp|bzw|usw|incl|Nr|No|Dr|Mr|Ms|St"
    r"|Mrs|Prof|Sra?|Srta|Dra|Mme|Mlle|Hrn?|Fr|Frl|Sig|Dott|[aA]v(?:da)?|ej|EE|Uds?|Vds?|vgl|inkl)\.$"
)
_IN_THE_MIDDLE = re.compile(r"(?:EE\. ?UU|EUA|ecc)\.$")
"""Shortened words that end a sentence too: not before a small letter."""
_NUMBERED = re.compile(
    r"(?:^\W*(?:for|re|on|about|regarding)|\b(?:problem|issue|trouble) with) \d\.$"
    r"|\b(?:am|der|dem|den|des|zum|vom|ab|bis|beim|nach|vor|jede[nrms]?|seit|und|oder) \d{1,2}\.(?:\d{1,2}\.)?$",
    re.IGNORECASE,
)
"""One of several by its number, whose full stop ends no sentence: "the problem with 2. is the cost", "am 3. werktag"."""
_GOES_ON = re.compile(r"[.!?…؟][\"”’“»›]+$|(?:[/*]|\d[\da-f]*)(?:\.{3}|…)$")
"""How words end that no sentence ends with before a small letter: quoted, or a part of a path left open."""
_BULLET = re.compile(r"\s*(?:[-*•●–]|\d{1,2}[.)]|[a-z]\)|->|→)\s+")
_MACHINE = re.compile(
    r"[+-](?![\s>-])|\[(?:[\w.-]+| [A-Z]+ )\][ :]|\[\d\d?/\d\d?/\d\d|[⏺⎿│├└╭╰❯✓✗×{<|/\\]|[$#%]\s|\d\d:\d\d|\d{4}-\d\d-\d\d[T ]\d|at \S+\(|[+-]{3,}|@@"
    r"|(?:curl|wget|npx?|npm|pnpm|yarn|bun|pip3?|docker|kubectl|brew|sudo|apt|export|ssh-keygen)"
    r" (?:-{1,2}\w|\S+ -{1,2}\w|https?:)(?!.* (?:is|are|should|must|never|always|not|don't|only|before|for|we|you|i) )"
    r"|@[\w-]+/[\w-]+:\w+:|(?:remote|fatal|hint): |From https?://|npm ERR!|(?:FAIL|PASS|WARN)\s+\S+[./>]|(?:[Oo]utput|stdout|stderr)\s?:(?!.*\b(?:always|never|only|must)\b)"
    r"|[MADRCU?]{1,2} {1,2}(?:[^\s\"]*[/.][^\s\"]*|\"[^\"]+\")(?: -> .*)?$"
    r"|(?:const|let|var) [\w{}\[\], ]+ =|(?:if|for|while|switch|catch) ?\(.*[{;]\s*$"
    r"|[\w.]+\(.*\)?[;{]\s*$|[})\]]+[;,]?\s*$"
)
"""How a line of a log, a listing, a prompt, a frame, a command or code begins, without the white space before it."""
_INTRODUCES = (":", " that", " to")
_HEADING = re.compile(r"#{1,6} \S")
_HEADINGS = 3
_LOGGED = 3
_RULES = re.compile(
    r"(?:(?:please|some|a|few|my|our|the|here|are|these|follow|remember|general|coding|project|house|team"
    r"|ground|basic|style|code|two|three|four|five|\d+|more|other|keep|to|stick|meine|unsere|ein|paar|hier"
    r"|sind|die|folgende|grund) ){0,7}(?:rules?|conventions?|guidelines?|preferences|standards|regeln"
    r"|konventionen|vorgaben)(?: (?:for|in|of|we|here|für|to) ?(?:follow|this|the|our|have|diese[sn]?|das"
    r"|remember)?(?: \w+){0,2})?:\s*$|(?:from now on|going forward|in this (?:repo|repository|project"
    r"|codebase)|ab jetzt|in diesem (?:repo|projekt)),?(?: please)?:\s*$",
    re.IGNORECASE,
)
"""How a line begins that introduces rules."""
_QUOTE = re.compile(r"(?<!\d)\"")
"""A mark around words, and none for inches."""
_ASIDE = re.compile(r"\((?=\w)")
"""Where something is put between brackets: a smile is not."""
_WRAPPED = 60
"""Characters a line has at least when its end is a wrap and no end of a sentence."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, its words as they stand in the text."""

    text: str
    is_question: bool = False
    is_listing: bool = False
    """An introduction with the list it introduces; the items follow as sentences of their own."""


def sentences(text: str) -> list[Sentence]:
    """The sentences of a text in order, bullets taken off, without lines a machine wrote.

    None of a document: what has several headings was seldom typed into a prompt.
    """
    found: list[Sentence] = []
    lines = [_behind_private(line) for line in text.split("\n")]
    if len(lines) > _HEADINGS and sum(_HEADING.match(line) is not None for line in lines) >= _HEADINGS:
        return found
    if len(lines) > _LOGGED:
        lines = _without_logs(lines)
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if not line.strip() or _by_machine(line):
            continue
        bullet = _BULLET.match(line)
        if bullet is None and line.rstrip().endswith(_INTRODUCES) and (items := _items(lines, number)):
            if _RULES.match(line):
                continue
            listing = "\n".join([line, *lines[number : number + items]])
            found.append(Sentence(listing.strip(), is_listing=True))
            continue
        while number < len(lines) and _goes_on(lines[number - 1], lines[number]):
            line += "\n" + lines[number]
            number += 1
        found += _split(line[bullet.end() :] if bullet else line)
    return found


def clauses(sentence: str) -> list[str]:
    """The clauses of a sentence that may each be meant by itself, in order."""
    return _CLAUSES.split(sentence)


def _behind_private(text: str) -> str:
    """The sentence of its own that stands behind what was taken out; else the text as it is."""
    if not text.lstrip().startswith(PRIVATE):
        return text
    behind = text.lstrip().removeprefix(PRIVATE).lstrip(" .,;:")
    return behind if behind[:1].isupper() else text


def _by_machine(line: str) -> bool:
    """Whether a machine wrote the line: its beginning tells, or the gaps that align or pad it."""
    bare = line.lstrip()
    bullet = _BULLET.match(bare)
    behind = bare[bullet.end() :] if bullet else bare
    return "    " in behind or "\t" in behind or _MACHINE.match(bare) is not None


def _without_logs(lines: list[str]) -> list[str]:
    """The lines without those that touch a machine's lines, where these are many: they are its lines too."""
    machine = [bool(line.strip()) and _by_machine(line) for line in lines]
    if sum(machine) < _LOGGED:
        return lines
    beside = [False, *machine[:-1]], [*machine[1:], False]
    return ["" if before or after else line for line, before, after in zip(lines, *beside, strict=True)]


def _items(lines: list[str], first: int) -> int:
    """How many list items follow directly."""
    count = 0
    while first + count < len(lines) and _BULLET.match(lines[first + count]) and count < 12:
        count += 1
    return count


def _goes_on(line: str, following: str) -> bool:
    """Whether the following line is the same sentence, wrapped."""
    if _BULLET.match(following) or not following.strip():
        return False
    is_cut_in_code = line.count("`") % 2 and following.count("`") % 2 and "```" not in line + following
    if is_cut_in_code or _by_machine(following):
        return bool(is_cut_in_code)
    is_long = len(line) >= _WRAPPED
    if is_long and len(_QUOTE.findall(line)) % 2 and len(_QUOTE.findall(following)) % 2:
        return True
    is_cut_aside = len(_ASIDE.findall(line)) > line.count(")") and following.count(")") > following.count("(")
    return following[:1].islower() and (is_cut_aside or (is_long and line.rstrip()[-1:] not in ".!?:"))


def _stands_inside(text: str) -> bool:
    """Whether a sentence with a small letter behind its full stop goes on."""
    return bool(_NUMBERED.search(text) or _IN_THE_MIDDLE.search(text))


def _split(line: str) -> list[Sentence]:
    found: list[Sentence] = []
    start = 0
    for match in _BREAK.finditer(line):
        end = match.end()
        if line[end : end + 2].strip().islower() and _GOES_ON.search(line[max(start, end - 9) : end]):
            continue
        if CAPITALS.match(line, end) and ELIDED.search(line, start, end):
            continue
        if match[0] == "." and (
            _ABBREVIATION.search(line, max(start, end - 9), end)
            or (line[end : end + 2].strip().islower() and _stands_inside(line[max(start, end - 20) : end]))
            or stands_in_a_date(line[start:end], line[end:])
        ):
            continue
        _add(found, line[start:end])
        start = end
    _add(found, line[start:])
    return found


def _add(found: list[Sentence], text: str) -> None:
    text = _behind_private(text.strip())
    if not text:
        return
    for part in parted(text) or (text,):
        found.append(Sentence(part, is_question="?" in part))
