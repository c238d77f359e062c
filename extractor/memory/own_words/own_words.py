"""A person's own words in a message, without what they pasted.

Owns the marks of a paste: fences, block quotes, mail, markup blocks, the client's paste marks, the plan a client
hands over; chat templates are `control_marks`, the forms of what is copied without a mark are `pastes`, the words that
hand a text over are `handed_over`, the headings of machines are `reports`. Promises pieces of the text as they stand, in order.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from extractor.memory.own_words.handed_over import handed_over
from extractor.memory.own_words.pastes import Span, pasted
from extractor.memory.own_words.reports import reported
from extractor.memory.text.control_marks import templated

_FENCE = re.compile(r"`{3,}|(?:^|(?<=\n))[ ]{0,3}~{3,}")
_NAMES_LANGUAGE = re.compile(r"[ \t]{0,3}[A-Za-z][\w+#.-]{0,30}[ \t]{0,10}\r?\n")
_LINE = re.compile(r"[^\n]*(?:\n|$)")
_HEADER = re.compile(
    r"\s*\**(?:From|To|Cc|Bcc|Subject|Date|Sent|Reply-To|Message-ID|Von|An|Betreff|Datum|Gesendet|De|À|Objet|Envoyé|Para"
    r"|Asunto|Assunto|Enviado|Fecha|Da|Oggetto|Inviato|Aan|Onderwerp|Verzonden|发件人|收件人|主题|差出人|宛先|件名)\**\s?[:：]",
    re.IGNORECASE,
)
_FORWARDED = re.compile(
    r"\s*(?:[-_]{2,}\s*(?:Original Message|Forwarded message|Ursprüngliche Nachricht|Weitergeleitete Nachricht"
    r"|Message d'origine|Mensaje original|Mensagem original|Messaggio originale|Oorspronkelijk bericht)\b"
    r"|Begin forwarded message:)",
    re.IGNORECASE,
)
_WROTE = re.compile(
    r"\s*(?:On [^\n]{6,100} wrote|Am [^\n]{6,80} schrieb [^\n]{1,60}|Le [^\n]{6,100} a écrit|El [^\n]{6,100} escribió"
    r"|Il [^\n]{6,100} ha scritto|Em [^\n]{6,100} escreveu|Op [^\n]{6,80} schreef [^\n]{1,60})\s?:\s*$",
    re.IGNORECASE,
)
"""What a mail program puts over the mail that is answered."""
_ELEMENT = re.compile(r"<([A-Za-z][\w-]*)(?:\s[^<>\n]*)?>")
_OPEN_ELEMENT = re.compile(
    r"\s*<(?:document|documents|logs?|file|files|output|error|context|system|e?mail|message|paste|pasted|quote|content"
    r"|contents|data|transcript|article|page|body|pre|stdout|stderr|trace|diff|instructions?|results?|source"
    r"|[a-z]+[_-][a-z_-]+)(?:\s[^<>\n]*)?>\s*$",
    re.IGNORECASE,
)
"""An element on a line of its own that holds what follows, closed or not."""
_QUOTED_LINE = re.compile(r"\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:>|&gt;)")
_WITHIN_FENCE = re.compile(r"[^\n`~]")
_WITHIN_QUOTE = re.compile(r"(?m)^([ \t]*(?:>|&gt;))([^\n]*)$")
_CODE_LINE = re.compile(r"(?: {4}|\t)\s*\S")
_CLOSED = re.compile(r"</([A-Za-z][\w-]*)>")
_PASTE_MARK = re.compile(
    r"\[(?:(?:Pasted text|Image|\.\.\.Truncated text) #\d+|Pasted (?:Content|Text):? \d+)[^\]\n]*\]",
    re.IGNORECASE,
)

_PLAN = re.compile(r"\s*Implement the following plan:[ \t]*\r?\n")
"""How Claude Code begins the prompt that hands an agent's plan, agreed to by a key, to a fresh context."""

_PLAN_TO_DO = re.compile(
    r"Implement the plan as specified, it is attached for your reference\.[^\n]*(?:\s+To-?do['’]?s from the plan [^\n]*)?"
)
"""What Cursor sends when its plan is agreed to by a button."""
_MARKS = (">", "&gt;", "```", "~~~", "[", "-----")


_ASKED_AGAIN = 16_000
"""Characters up to which an answer is kept: a message is looked at once for every fact of it."""


def own_words(text: str) -> tuple[str, ...]:
    """The pieces of the text that stand between what was pasted, in order, none of them empty."""
    return _kept_words(text) if len(text) <= _ASKED_AGAIN else _own_words(text)


def agents_words(text: str) -> tuple[str, ...]:
    """The same of an agent's text: what it puts under headings or passes on is its own, where no mark says otherwise."""
    return _between(text, [])


def own_text(text: str) -> str:
    """The pieces of `own_words` below each other: the person's answer without what was pasted into it."""
    return "\n".join(own_words(text))


@lru_cache(maxsize=128)
def _kept_words(text: str) -> tuple[str, ...]:
    return _own_words(text)


def _own_words(text: str) -> tuple[str, ...]:
    outside = _without_marked(text)
    return _between(text, [*handed_over(outside), *reported(outside)])


def _without_marked(text: str) -> str:
    """The text with blanks for what stands in a fence and in a quoted line: that hands over nothing behind it."""
    parts: list[str] = []
    at = 0
    for start, end in _fences(text):
        parts += [text[at:start], _WITHIN_FENCE.sub(" ", text[start:end])]
        at = end
    outside = "".join((*parts, text[at:]))
    return _WITHIN_QUOTE.sub(lambda quoted: f"{quoted[1]}{' ' * len(quoted[2])}", outside)


def _between(text: str, given: list[Span]) -> tuple[str, ...]:
    is_marked = "\n" in text or any(mark in text for mark in _MARKS) or templated(text)
    if not is_marked and not given and not pasted(text):
        return (text,) if text.strip() else ()
    if plan := _PLAN.match(text):
        return (plan[0],)
    fences = _fences(text)
    marks = [m.span() for form in (_PASTE_MARK, _PLAN_TO_DO) for m in form.finditer(text)]
    copied = [*_copied(text, fences), *templated(text, fences)]
    cuts = sorted([*fences, *_pasted_lines(text, fences), *marks, *_comments(text), *copied, *given])
    pieces: list[str] = []
    end = 0
    for start, stop in cuts:
        if start > end:
            pieces.append(text[end:start])
        end = max(end, stop)
    pieces.append(text[end:])
    return tuple(piece for piece in pieces if piece.strip())


def _copied(text: str, fences: list[Span]) -> list[Span]:
    """What is copied by its form, between the fences."""
    found: list[Span] = []
    start = 0
    for left, right in [*fences, (len(text), len(text))]:
        found += [(start + at, start + end) for at, end in pasted(text[start:left])]
        start = right
    return found


def _comments(text: str) -> list[Span]:
    """Comments in markup; one that is never closed reaches to the end where it begins a line."""
    found: list[Span] = []
    at = text.find("<!--")
    while at >= 0:
        end = text.find("-->", at)
        if end < 0:
            if not text[:at].strip() or text[at - 1] == "\n":
                found.append((at, len(text)))
            break
        found.append((at, end + 3))
        at = text.find("<!--", end)
    return found


def _fences(text: str) -> list[Span]:
    """Fenced code, fences included; one that is never closed reaches to the end.

    A page that was copied with its own blocks of code holds fences: one that names a language opens another inside,
    where each of them is closed again.
    """
    if "```" not in text and "~~~" not in text:
        return []
    within, is_open = _fenced(text, holds_others=True)
    return _fenced(text, holds_others=False)[0] if is_open else within


def _fenced(text: str, *, holds_others: bool) -> tuple[list[Span], bool]:
    """Fenced code, and whether the last is never closed. `holds_others`: a fence may stand inside another."""
    found: list[Span] = []
    opened: re.Match[str] | None = None
    inside = 0
    for match in _FENCE.finditer(text):
        mark = match[0].strip()
        if opened is None:
            opened = match
        elif mark[0] != opened[0].strip()[0] or len(mark) < len(opened[0].strip()):
            continue
        elif holds_others and _opens_inside(text, opened, match):
            inside += 1
        elif _closes(text, match):
            if not inside:
                found.append((opened.start(), match.end()))
                opened = None
            inside = max(0, inside - 1)
    if opened is not None:
        found.append((opened.start(), len(text)))
    return found, opened is not None


def _opens_inside(text: str, opened: re.Match[str], match: re.Match[str]) -> bool:
    """Whether a fence on a line of its own names a language, inside one that begins its line."""
    is_named = _NAMES_LANGUAGE.match(text, match.end()) is not None
    return is_named and _begins_line(text, match) and _begins_line(text, opened)


def _begins_line(text: str, match: re.Match[str]) -> bool:
    return not text[text.rfind("\n", 0, match.start()) + 1 : match.start()].strip()


def _closes(text: str, match: re.Match[str]) -> bool:
    """Whether a fence ends code: on a line of its own, or at the end of code that began in mid-line."""
    line_start = text.rfind("\n", 0, match.start()) + 1
    line_end = text.find("\n", match.end())
    behind = text[match.end() : line_end if line_end >= 0 else len(text)]
    return bool(text[line_start : match.start()].strip()) or not behind.strip()


def _pasted_lines(text: str, fences: list[Span]) -> list[Span]:
    """Block quotes, markup elements that begin a line, and mail with all that follows its headers."""
    found: list[Span] = []
    open_fences = iter(fences)
    fence = next(open_fences, None)
    closings = _closings(text)
    skip_to = 0
    headers: list[int] = []
    blank_before, was_code = False, False
    for line in _LINE.finditer(text):
        start, end = line.span()
        while fence is not None and fence[1] <= start:
            fence = next(open_fences, None)
        if start < skip_to or start == end or (fence is not None and fence[0] <= start):
            continue
        is_code = (blank_before or was_code) and _CODE_LINE.match(line[0]) is not None
        blank_before, was_code = not line[0].strip(), is_code
        if _QUOTED_LINE.match(line[0]) or is_code:
            found.append((start, end))
        elif "<" in line[0] and (element := _element(text, start, end, closings)):
            found.append(element)
            skip_to = element[1]
        elif _OPEN_ELEMENT.match(line[0]):
            found.append((start, len(text)))
            break
        headers = [*headers, start] if _HEADER.match(line[0]) else []
        wrote = _WROTE.match(line[0]) is not None
        if wrote and _is_quoted_below(text, end):
            found.append((start, end))
        elif wrote or len(headers) > 1 or _FORWARDED.match(line[0]):
            found.append((headers[0] if headers else start, len(text)))
            break
    return found


def _is_quoted_below(text: str, end: int) -> bool:
    """Whether the mail that is answered is quoted line by line: what is not quoted answers it."""
    return _QUOTED_LINE.match(text[end : end + 200].lstrip()) is not None


def _closings(text: str) -> dict[str, list[int]]:
    """Where each markup element is closed, by its name."""
    ends: dict[str, list[int]] = {}
    for match in _CLOSED.finditer(text):
        ends.setdefault(match[1], []).append(match.end())
    return ends


def _element(text: str, start: int, end: int, closings: dict[str, list[int]]) -> Span | None:
    """The first element that begins on this line and is closed, up to the last of its closings."""
    for opened in _ELEMENT.finditer(text, start, end):
        ends = closings.get(opened[1], [])
        if bisect_right(ends, opened.end()) < len(ends):
            return opened.start(), ends[-1]
    return None
