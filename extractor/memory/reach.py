"""Reach: whether a fact is about the person wherever they work, about one project, or for all who work on it.

Owns the judgement. Promises that what names a file, a tool, a path or anything else by its name stays with
its project, that nothing of a person goes to a team, and that what is not sure stays too. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from extractor.domain import MemoryType, Reach
from extractor.memory.literals import literals
from extractor.memory.memory_file import MemoryFile
from extractor.memory.redact import contains_secret

_LANGUAGES = frozenset(
    "english german french spanish italian portuguese dutch polish czech russian ukrainian turkish arabic hebrew hindi"
    " chinese japanese korean vietnamese swedish danish norwegian finnish greek romanian hungarian"
    " deutsch englisch französisch spanisch español inglés alemán français anglais allemand italiano".split()
)
"""Names that are nobody's project."""

_PASSING = re.compile(
    r"\bwould (?:\w+ )?(?:like|love|prefer|rather)\b|\bwants?\b|\bwishes\b|\b(?:thinks?|feels?|hopes?|expects?|noticed"
    r"|asks?|asked)\b|\b(?:this|that|these|those|it|here|now|today|currently|at the moment)\b",
    re.IGNORECASE,
)
"""A wish or a view of the moment, or something only its conversation explains."""

_POINTING = re.compile(r"\b(?:this|that|these|those|here|now|today|currently)\b", re.IGNORECASE)
_SPEECH = r"(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|messages?|sentences?)"
_TALK = re.compile(
    rf"\b(?:your {_SPEECH}|(?:short|shorter|brief|briefer|concise|long|longer|detailed|plain|no|fewer|skip(?: the)?)"
    rf" {_SPEECH}"
    rf"|keep (?:it|things|them|{_SPEECH}) (?:\w+ )?(?:short|brief|concise|simple|plain)"
    r"|(?:answer|reply|respond|talk|speak|write)(?: to)? (?:me|us)\b|(?:answer|reply|respond|talk|speak)"
    r" (?:in|with|briefly|shortly|plainly|first)\b|be (?:more |less |very )?(?:brief|concise|terse|verbose|wordy|blunt|direct)"
    r"|(?:always|never|please|don't|do not|first) (?:explain|summari[sz]e|apologi[sz]e|flatter)\b"
    r"|explain (?:to me|why|what you|how you)"
    r"|emojis?|apologies|flattery|praise|compliments?|jargon"
    r"|ask (?:me|before|first)\b|(?:always|never) (?:tell|show|warn) me"
    r"|(?:tell|show|warn) me (?:first|before|when|whenever|if)|call me|address me|wait for (?:me|my)"
    r"|my (?:ok|okay|approval|go-ahead)"
    r"|antworte\w*|erkläre? mir|frag(?:e|en)? (?:mich|vorher|zuerst)|kurz fassen|fass dich kurz"
    r"|respóndeme|responde(?:r|me)? (?:en|con)|contesta\w*|explícame|pregúntame|réponds?(?:-moi)?)\b"
    r"|用(?:中文|英文)(?:回答|回复)|回答我|回复我|أجبني",
    re.IGNORECASE,
)
"""What an agent says to the person and how: the same wherever they work."""

_OF_A_PROJECT = re.compile(
    r"\b(?:repo(?:sitor(?:y|ies))?|branch(?:es)?|commits?|pull requests?|PRs?|merge|rebase|deploy\w*|release\w*|migrations?"
    r"|schemas?|databases?|tables?|endpoints?|API|servers?|services?|modules?|class(?:es)?|functions?|components?|packages?"
    r"|dependenc(?:y|ies)|tests?|lint\w*|builds?|pipelines?|CI|logs?|tickets?|issues?|files?|folders?|director(?:y|ies)"
    r"|scripts?|configs?|docs?|README|changelog|sprint|customers?|staging|production)\b",
    re.IGNORECASE,
)
"""Things a project has."""

_OF_ITS_MAKING = re.compile(
    r"\b(?:UI|buttons?|pages?|screens?|labels?|e-?mails?|sites?|apps?|comments?|code|variables?|names?|queries|errors?"
    r"|flags?|commands?|cache\w*|users?)\b",
    re.IGNORECASE,
)
"""What is made and used there: words of these are no talk with an agent."""


_SOMEBODY = re.compile(
    r"\bthe user\b|\b(?:I|I'm|I've|me|my|mine|myself|ich|mein\w*|mir|mich|yo|mi|je|mon|ma)\b"
    r"|[\w.+-]+@[\w-]+\.\w|(?<![\w/])(?:/home/|/Users/|/root\b|~/)|[A-Za-z]:\\Users|\+\d[\d ()/-]{6,}\d|(?<!\w)@\w",
    re.IGNORECASE,
)
"""A person speaking of themselves, an address, a number to call, a home directory or a handle."""

_CODE = re.compile(r"[/\\_#@=(){}]|\w\.\w|[a-z][A-Z]|[A-Z]+-\d")


def reach_of(kind: MemoryType | None, texts: Iterable[str]) -> Reach:
    """Where facts of a type hold that say this.

    A team's is a `project` or `reference` fact that tells nothing of a person and holds no secret.
    Personal is what a `user` fact says of the person for good, and `feedback` on how an agent talks with
    them. A fact taken for personal by mistake would be told in every other project, one taken for a
    project's is only learned again there: in doubt it is the project's.
    """
    said = [text for text in texts if text.strip()]
    if not said or kind is None:
        return Reach.PROJECT
    if kind in (MemoryType.PROJECT, MemoryType.REFERENCE):
        return Reach.PROJECT if any(map(_tells_of_somebody, said)) else Reach.TEAM
    is_personal = _of_the_person if kind is MemoryType.USER else _of_the_talk
    return Reach.PERSONAL if all(is_personal(text) for text in said) else Reach.PROJECT


def reach_of_file(read: MemoryFile) -> Reach:
    """Where what a memory file says holds."""
    told = (*read.statements, *(text for text in (read.why, read.how_to_apply, read.description) if text))
    found = reach_of(read.type, read.statements)
    is_held = any(map(_tells_of_somebody if found is Reach.TEAM else _is_code, told))
    return Reach.PROJECT if is_held else found


def _of_the_person(text: str) -> bool:
    # A city, an employer or a language of the trade says who somebody is.
    return not (_is_code(text) or _PASSING.search(text) or _OF_A_PROJECT.search(text))


def _of_the_talk(text: str) -> bool:
    # What only its conversation explains is no rule for every other one.
    if _POINTING.search(text):
        return False
    is_work = _names(text) or _OF_A_PROJECT.search(text) or _OF_ITS_MAKING.search(text)
    return bool(_TALK.search(text)) and not is_work


def _tells_of_somebody(text: str) -> bool:
    return bool(_SOMEBODY.search(text)) or contains_secret(text)


def _is_code(text: str) -> bool:
    """Whether the text holds a code span, a path, an address or an identifier."""
    return "`" in text or any(_CODE.search(each) for each in literals(text))


def _names(text: str) -> bool:
    """Whether the text names something: a path, a command, code, a product. A language or a number is none."""
    return any(not each.isdigit() and each.casefold() not in _LANGUAGES for each in literals(text))
