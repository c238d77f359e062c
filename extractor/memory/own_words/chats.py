"""Chats: what was copied out of a talk, with its speakers.

Owns the forms in which clients of chats, mail and agents put a speaker before words. Promises to know only forms
that people do not write by hand, in time linear in the text. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.memory.own_words.lines import DAY, TIME, Lines, paragraph_end, run

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
_APART = re.compile(rf"[^\W\d_][\w'’-]*(?: {{2,}}|\t+){TIME}\s*$")
"""One name and a time set apart from it: below each other they are a plan of times."""
_LONGEST_TITLE = 90
"""Characters of a speaker and a time."""
_AGENT = r"(?:assistant|ai|chatgpt|claude|gpt[\w.-]{0,9}|gemini|copilot)"
_ROLE = re.compile(
    rf"\s*(?:#{{1,3}} |\*\*)?(?:(human|user|you|me)|({_AGENT}))(?:\*\*)?(?:(?:：|[:>](?:\*\*)?(?:\s|$))|:\*\*)"
    rf"|\s*#{{1,6}} (?:\*\*)?(?:(human|user)|({_AGENT}))(?:\*\*)?\s*$",
    re.IGNORECASE,
)
"""A person or an agent before what they say, or as a heading over it."""
_SURE_ROLE = re.compile(r"\s*(?:assistant|human)(?::(?:\s|$)|：)", re.IGNORECASE)
_NAMED = re.compile(r"<?@?([A-Za-z][\w.-]{0,20})[:>] \S")
_SPEAKER = re.compile(
    r"<?@?([^\W\d_][\w.-]{0,20}(?: [A-Z][\w.'’-]{0,20}){0,2}(?: \([^()\n]{1,30}\))?)(?:[:>] |： ?)(?=\S)"
)
_IRC = re.compile(r"\s*<[@+]?[A-Za-z][\w-]{0,20}> \S")
_ME = frozenset(("me", "ich", "moi", "yo", "eu", "ik"))
_LABELS = frozenset(
    "also answer btw edit fix fyi goal hint important info limit note notes ps question re regel rule rules task"
    " tip todo update warning".split()
)
"""What people put before a line of their own."""
_REACTS = re.compile(
    r"\S+ (?:ok(?:ay)?|yes|yep|yeah|sure|no|nope|thanks|thx|got it|will do|done|agreed|ja|nein|danke)\b",
    re.IGNORECASE,
)
_STATES = frozenset("build check checks ci lint result state status test tests".split())
"""What is said to be well, or not."""
_ANSWERS = re.compile(
    r"(?:ok(?:ay)?|sure(?: thing)?|thanks|thank you|thx|got it|will do|agreed|understood|noted|makes sense|sounds good"
    r"|y(?:ep|up|eah)|on it|verstanden|alles klar|passt|danke|mach ich|d['’]accord|merci|entendido|vale|gracias"
    r"|de acuerdo|va bene|好的?|收到|明白了?|没问题|了解(?:です|しました)?|はい|네|넵|알겠습니다|ок|хорошо|понял|спасибо|👍)"
    r"(?:\s*$|\s*[,.!;。，！…–—-])"
    r"|(?:yes|no|nope|ja|nein|oui|non|s[ií]|sim|да|нет)[,!.]?\s+(?:i|i['’]\w+|we|we['’]\w+|let['’]s|let me|you|you['’]\w+|that"
    r"|agreed|sounds|please|will|of course|ich|wir|du|das|on|nous|je)\b",
    re.IGNORECASE,
)
"""How one answers who was told something."""
_YES_OR_NO = re.compile(
    r"(?:yes|no|nope|ja|nein|oui|non|s[ií]|sim|да|нет|是的?|对|不)\s*[.!。]?\s*$", re.IGNORECASE
)
_ASKS = re.compile(r"[?？]\s*$")
_ASKERS = frozenset(("q", "f", "question", "frage"))
_ANSWERERS = frozenset(("a", "answer", "antwort"))
"""How questions and answers are headed: who answers an agent's in a word or two does it so, too."""
_SENTENCE = re.compile(r"(?:\S+\s+){2,}\S|[\u3040-\u30ff\u3400-\u9fff]{6}")
"""What is more than the value of a field."""
_FULL_SENTENCE = re.compile(r"(?:\S+\s+){3,}\S*[.!。！]\s*$")
_FAR = 120
"""Lines within which two that talk to each other stand."""
_TURNS = 40
"""Lines of names in a row that are looked at."""
_NEAR = 12
"""Lines within which one answers another."""


def chat(lines: Lines, number: int) -> int:
    """Speakers with times, roles, or names that take turns."""
    line = lines[number]
    if _TIMED_SPEAKER.match(line) or _SURE_ROLE.match(line):
        return paragraph_end(lines, number)
    if _is_title(lines, number):
        return paragraph_end(lines, number)
    if _ROLE.match(line) and (last := _last_role(lines, number)) > number:
        is_alone = last + 1 < len(lines) and not lines[last + 1].strip()
        return paragraph_end(lines, last + 2 if is_alone and _ROLE.fullmatch(lines[last].strip()) else last)
    for form in (_BARE_TIME, _IRC):
        if form.match(line) and (end := run(lines, number, form)) > number + 1:
            return paragraph_end(lines, end)
    end = number + run(lines[number : number + _TURNS], 0, _NAMED)
    if end > number and _is_talk(lines[number:end]):
        return end
    return _behind_answer(lines, number) if _SPEAKER.match(line) else number


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


def _behind_answer(lines: Lines, number: int) -> int:
    """The line behind the last of those who talk, where one answers what another said; else the same one.

    What a person lists ("tests: pytest", "mocks: no") is answered by nobody.
    """
    told: list[tuple[str, str]] = []
    speakers: set[str] = set()
    end = number
    for at in range(number, min(len(lines), number + _NEAR)):
        found = _SPEAKER.match(lines[at])
        if found is None:
            if not lines[at].strip() and not (at + 1 < len(lines) and _SPEAKER.match(lines[at + 1])):
                break
            continue
        name, said = found[1].casefold(), lines[at][found.end() :]
        if name in _LABELS and name not in _ASKERS | _ANSWERERS:
            break
        speakers |= next(
            ({name, other} for other, before in told if _is_answer(name, said, other, before)), set()
        )
        told.append((name, said))
        end = at + 1 if name in speakers else end
    return end


def _is_answer(name: str, said: str, other: str, told: str) -> bool:
    """Whether what one says answers what another told or asked before."""
    if name == other or name in _STATES:
        return False
    if other in _ASKERS and name in _ANSWERERS:
        return _FULL_SENTENCE.match(said) is not None
    if not _SENTENCE.match(told):
        return False
    is_asked = _ASKS.search(told) is not None
    return _ANSWERS.match(said) is not None or (is_asked and _YES_OR_NO.match(said) is not None)


def _last_role(lines: Lines, number: int) -> int:
    """The line on which a person or an agent speaks last, where both do; else the same one."""
    last, kinds = number, set[bool]()
    for at in range(number, min(len(lines), number + _FAR)):
        if found := _ROLE.match(lines[at]):
            kinds.add((found[1] or found[3]) is None)
            last = at
    return last if len(kinds) > 1 else number
