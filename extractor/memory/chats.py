"""Chats: what was copied out of a talk, with its speakers.

Owns the forms in which clients of chats, mail and agents put a speaker before words. Promises to know only forms
that people do not write by hand, in time linear in the text. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.memory.lines import DAY, TIME, Lines, paragraph_end, run

_TIMED_SPEAKER = re.compile(
    rf"\s*(?:\[(?:{DAY},? )?{TIME}\]|{DAY},? {TIME}(?: -)?) *<?[\w][\w .'-]{{0,30}}[:>] \S"
)
_BARE_TIME = re.compile(rf"\s*{TIME}(?: -)? *<?[\w][\w .'-]{{0,30}}[:>] \S")
_NAME = r"(?![a-z])[^\W\d_][\w'’-]*"
_WHEN = rf"(?:(?:{DAY}|[Tt]oday|[Yy]esterday|[Hh]eute|[Gg]estern)(?: at| um)?,? )?{TIME}(?: Uhr)?"
_TITLE = re.compile(
    rf"[A-Z][\w'-]*(?: [A-Z][\w.'-]*){{1,2}}(?: APP| BOT)?\s+\[?(?:(?:[Tt]oday|[Yy]esterday) at )?{TIME}\]?\s*$"
)
"""A speaker and a time on a line of their own, the words below."""
_LIKE_TITLE = re.compile(
    rf"{_NAME}(?: {_NAME}\.?){{1,2}}(?: APP| BOT)?(?:,? +|\s+|\s+[—–•·|]\s+)\[?{_WHEN}\]?\s*$"
    rf"|\[{_WHEN}\]\s+{_NAME}[.,]?(?: {_NAME}[.,]?){{0,3}}:?\s*$"
    rf"|[^\W\d_][\w.'’-]{{0,30}} [—–] (?:(?:Today|Yesterday|Heute|Gestern) (?:at|um)|{DAY},?) {TIME}(?: Uhr)?\s*$"
    rf"|[^\W\d_][\w.'’-]{{0,30}},\s\[{_WHEN}\]:?\s*$"
)
"""The same, or a heading of the person's own: two of them are a talk."""
_APART = re.compile(rf"{_NAME}(?: {{2,}}|\t+){TIME}\s*$")
"""One name and a time set apart from it: below each other they are a plan of times."""
_LONGEST_TITLE = 90
"""Characters of a speaker and a time."""
_ROLE = re.compile(
    r"\s*(?:#{1,3} |\*\*)?(?:(human|user|you|me)|(assistant|ai|chatgpt|claude|gpt[\w.-]{0,9}|gemini|copilot))(?:\*\*)?:"
    r"(?:\*\*)?(?:\s|$)",
    re.IGNORECASE,
)
_SURE_ROLE = re.compile(r"\s*(?:assistant|human):(?:\s|$)", re.IGNORECASE)
_NAMED = re.compile(r"<?@?([A-Za-z][\w.-]{0,20})[:>] \S")
_IRC = re.compile(r"\s*<[@+]?[A-Za-z][\w-]{0,20}> \S")
_ME = frozenset(("me", "ich", "moi", "yo", "eu", "ik"))
_LABELS = frozenset(
    "answer edit fix fyi goal hint important info limit note notes ps question re regel rule rules task"
    " tip todo update warning".split()
)
"""What people put before a line of their own."""
_REACTS = re.compile(
    r"\S+ (?:ok(?:ay)?|yes|yep|yeah|sure|no|nope|thanks|thx|got it|will do|done|agreed|ja|nein|danke)\b",
    re.IGNORECASE,
)
_FAR = 120
"""Lines within which two that talk to each other stand."""
_TURNS = 40
"""Lines of names in a row that are looked at."""


def chat(lines: Lines, number: int) -> int:
    """Speakers with times, roles, or names that take turns."""
    line = lines[number]
    if _TIMED_SPEAKER.match(line) or _SURE_ROLE.match(line):
        return paragraph_end(lines, number)
    if _is_title(lines, number):
        return paragraph_end(lines, number)
    if _ROLE.match(line) and (last := _last_role(lines, number)) > number:
        return paragraph_end(lines, last)
    for form in (_BARE_TIME, _IRC):
        if form.match(line) and (end := run(lines, number, form)) > number + 1:
            return paragraph_end(lines, end)
    if not _NAMED.match(line):
        return number
    end = number + run(lines[number : number + _TURNS], 0, _NAMED)
    return end if _is_talk(lines[number:end]) else number


def _is_title(lines: Lines, number: int) -> bool:
    """Whether a line names who speaks, and when, over a line that is said."""
    if not _is_headed(lines, number):
        return False
    if _TITLE.match(lines[number]):
        return True
    near = range(max(0, number - _FAR), min(len(lines), number + _FAR))
    return _may_be_title(lines, number) and any(
        at != number and _is_headed(lines, at) and _may_be_title(lines, at) for at in near
    )


def _is_headed(lines: Lines, number: int) -> bool:
    """Whether a line may be a heading with a time, over a line that is said."""
    below = lines[number + 1] if number + 1 < len(lines) else ""
    return len(lines[number]) <= _LONGEST_TITLE and ":" in lines[number] and bool(below.strip())


def _may_be_title(lines: Lines, number: int) -> bool:
    line, below, above = lines[number], lines[number + 1], lines[number - 1] if number else ""
    if _TITLE.match(line) or _LIKE_TITLE.match(line):
        return True
    return _APART.match(line) is not None and not (_APART.match(below) or _APART.match(above))


def _is_talk(lines: Lines) -> bool:
    """Whether lines that begin with names are a talk: somebody speaks again, or "me" reacts to what another said."""
    named = [(found[1], line) for line in lines if (found := _NAMED.match(line))]
    if len(named) > len({name for name, _ in named}) > 1:
        return True
    named = [(name.casefold(), line) for name, line in named]
    others = [line for name, line in named if name not in _ME]
    if not others or len(others) == len(named) or any(name in _LABELS for name, _ in named):
        return False
    return any(_REACTS.match(line) for name, line in named if name in _ME)


def _last_role(lines: Lines, number: int) -> int:
    """The line on which a person or an agent speaks last, where both do; else the same one."""
    last, kinds = number, set[bool]()
    for at in range(number, min(len(lines), number + _FAR)):
        if found := _ROLE.match(lines[at]):
            kinds.add(found[1] is None)
            last = at
    return last if len(kinds) > 1 else number
