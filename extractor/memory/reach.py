"""Reach: whether a fact is about the person wherever they work, or about one project.

Owns the judgement. Promises that what names a file, a tool, a path or anything a project has stays with its
project, and that what is not sure does too. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from extractor.domain import MemoryType, Reach
from extractor.memory.memory_file import MemoryFile
from extractor.memory.slots.manners import CALLED, LEFT, LIKED, MANNER, ONESELF_ABROAD
from extractor.memory.slots.slot_words import FROM_HERE_ON
from extractor.memory.text.unspaced import is_unspaced
from extractor.memory.wording.literals import literals
from extractor.memory.wording.numbers import is_number

_LANGUAGES = frozenset(
    "english german french spanish italian portuguese dutch polish czech russian ukrainian turkish arabic hebrew hindi"
    " chinese japanese korean vietnamese swedish danish norwegian finnish greek romanian hungarian"
    " deutsch englisch französisch spanisch español inglés alemán français anglais allemand italiano".split()
)
"""Names that are nobody's project."""

_TASTE = re.compile(
    r"(?:the user|user|I|ich)\b (?:(?:really|also|just|strongly|usually|always|generally) )*"
    r"(?:(?:do not|don't|does not|doesn't) )?(?:prefers?|likes?|dislikes?|hates?|loves?|mag|hasse|bevorzuge)\b",
    re.IGNORECASE,
)
"""How a sentence begins that says what somebody likes."""

_TRAIT = (
    r"my (?:(?:first |full |last )?name|eyesight|hearing|screen(?! is (?:black|blank|frozen|empty|white))|time ?zone"
    r"|(?:working|office) (?:hours|days|times)|pronouns|(?:first|native) language"
    r"|mother tongue|editor|shell|os|operating system|keyboard(?: layout)?|role|job|job title|profession)(?:['’]s| is| are)"
    r"|mein(?:e|en)? (?:(?:vor|nach)?name|zeitzone|arbeitszeit(?:en)?|pronomen|muttersprache|editor|shell|betriebssystem"
    r"|tastatur(?:belegung)?|rolle|beruf) (?:ist|sind)"
)
"""What belongs to somebody and to no project."""

_ONESELF = re.compile(
    r"Im\b(?= (?:an?|the|new|not|from|based)\b)|(?:the user|user|I)\b\W*(?:'m|am|is|was|lives?|works?|speaks?|reads?"
    r"|(?:(?:do not|don't|does not|doesn't) )?knows?"
    r"|(?:has|have) (?:adhd|add|dyslexia|dyscalculia|aphantasia|tinnitus|rsi|low vision|autism|epilepsy|migraines?)"
    r"|(?:has|have|'ve) (?:been|worked|written|studied|lived|learned|known))\b"
    r"|ich (?:bin|heiße(?! (?:die|das|den|es)\b)|arbeite|wohne|lebe|spreche|lese)\b"
    rf"|(?:{_TRAIT})\b(?! (?:not|slow|wrong|down|stuck|dead|broken|missing|nicht|falsch|kaputt|[a-z]+ing)\b)",
    re.IGNORECASE,
)
"""How a sentence begins that says who somebody is."""

_OF_A_TRAIT = re.compile(
    r"\b[A-Z][A-Za-z]+/[A-Z]\w+|\b(?:she|he|they|sie|er)/\w+(?:/\w+)?|\bVS ?Code\b"
    r"|\b(?:macOS|PowerShell|iTerm2?|IntelliJ|PyCharm|WebStorm|JetBrains|MacBook|ThinkPad|NixOS)\b"
)
"""Time zones, pronouns and an editor, which are written as code is, or as what a project has."""

_CRAFT = re.compile(
    r"\b(?:commit(?:s| messages?)?|pull requests?|PRs?|(?:code )?comments?|code|(?:unit )?tests?"
    r"|commit-?nachrichten|kommentaren?)\b",
    re.IGNORECASE,
)
"""What people have a taste in wherever they work."""

_PARTICULAR = re.compile(r"\b(?:the(?! user\b)|our|unser\w*|die|der|das|den|dem)\b", re.IGNORECASE)
"""What is said of one of them."""

_PASSING = re.compile(
    r"\b(?:would|wants?|wishes|thinks?|feels?|hopes?|expects?|noticed|asks?|asked|decided)\b"
    r"|\b(?:this|that|these|those|it|here|now|today|currently|at the moment)\b",
    re.IGNORECASE,
)
"""A wish or a view of the moment, or something only its conversation explains."""

_BY_NOW = re.compile(
    r"\b(?:lives?|prefers?|likes?|works? (?:as|at|for|from|in)|(?:am|I['’]m|user is) an?(?! (?:bit|little|lot|few))"
    r"|(?:time ?zone|name|role|job|editor|shell|os|operating system|keyboard) is|(?:wohne|lebe)"
    r"|arbeite (?:als|bei|in))\b[^,;.]{1,60}"
    r"(?P<now>\s(?:now|these days|jetzt))(?=\W*$)",
    re.IGNORECASE,
)
"""That somebody lives or works elsewhere than before, which lasts."""

_OF_A_THING = re.compile(
    r"\b(?:(?:in|on|for|to|with|of|about|how|where|when) (?:the|our|its)|it['’]?s an?|it is an?)\b",
    re.IGNORECASE,
)
"""A thing that is spoken of: the agent talks so there alone."""

_LEFT = re.compile(LEFT, re.IGNORECASE)
_FROM_NOW_ON = re.compile(rf",?\s*\b(?:{FROM_HERE_ON})\b,?\s*", re.IGNORECASE)
"""That something is otherwise for good: no word of the moment."""

_POINTING = re.compile(r"\b(?:this|that|these|those|here|now|today|currently)\b", re.IGNORECASE)

_SPEECH = r"(?:answers?|repl(?:y|ies)|explanations?|summaries)"
_SHORT = r"(?:brief|briefly|short|concise|concisely|simple|plain|plainly|terse|verbose|wordy|blunt|direct|detailed)"
_TONGUE = rf"(?:{'|'.join(sorted(_LANGUAGES))})"
_TALK = re.compile(
    rf"\byour (?:{_SPEECH}|responses?|messages|summary)\b"
    rf"|\b(?:keep|limit|cap) {_SPEECH} (?:to|under|below|within) \w+ (?:lines?|words?|sentences?|paragraphs?)\b"
    rf"|\b(?:{_SHORT}(?:er)?|long|longer|no|fewer|skip(?: the)?) {_SPEECH}\b"
    r"|\b(?:skip|spare me|drop|no|without) (?:the |all )?(?:pleasantries|preambles?|small ?talk|chit-?chat|flattery|fluff"
    r"|apologies|praise)\b"
    rf"|\bkeep (?:it|things|{_SPEECH}|your \w+) (?:\w+ )?{_SHORT}\b"
    rf"|\bbe (?:more |less |very )?{_SHORT}\b"
    r"|\b(?:answer|reply to|respond to|talk to|write to|speak to|call|address) me\b"
    rf"|\b(?:answer|reply|respond|talk|speak) (?:always )?(?:in {_TONGUE}\b|{_SHORT}\b)"
    r"|\b(?:never|don't|do not|stop|avoid|no) (?:use |using )?(?:any )?(?:emojis?|flattery|jargon|praise)[.!]?$"
    r"|\b(?:never|don't|do not|stop) (?:want you to )?(?:apologi[sz](?:e|ing)|flatter(?:ing)?(?: me)?)[.!]?$"
    r"|\bask me (?:first|before (?:doing|deleting|changing|removing) anything)\b|\bexplain to me\b"
    rf"|\bdu (?:mir )?(?:(?:immer|stets|nur|bitte) )*auf {_TONGUE} (?:antwortest|schreibst|sprichst|redest|erklärst)\b"
    r"|\bdu dich (?:\w+ )?(?:kurz fasst|entschuldigst)\b"
    r"|\bantworte (?:mir|(?:bitte |immer |stets )*auf \w+)|\bfrag(?:e)? mich (?:vorher|zuerst)|\bfass dich kurz"
    r"|\b(?:respóndeme|explícame|pregúntame|réponds-moi|explique-moi)\b"
    r"|用(?:中文|英文)(?:回答|回复)|回答我|回复我|أجبني",
    re.IGNORECASE,
)
"""How an agent talks with the person: the same wherever they work."""

_WORK = re.compile(
    r"\b(?:projects?|repo(?:sitor(?:y|ies))?|branch(?:es)?|commits?|pull requests?|PRs?|merge|rebase|deploy\w*|release\w*"
    r"|migrations?|schemas?|databases?|tables?|endpoints?|API|servers?|services?|modules?|class(?:es)?|functions?"
    r"|components?|packages?|dependenc(?:y|ies)|tests?|lint\w*|builds?|pipelines?|CI|logs?|tickets?|issues?|files?"
    r"|folders?|director(?:y|ies)|scripts?|configs?|docs?|README|changelog|sprint|customers?|clients?|staging|production"
    r"|UI|buttons?|pages?|screens?|labels?|e-?mails?|sites?|apps?|comments?|code|variables?|names?|queries|errors?|flags?"
    r"|commands?|cache\w*|users|orders?|products?|templates?|invoices?|payments?"
    r"|pop-?ups?|tooltips?|modals?|dialogs?|menus?|side-?bars?|nav-?bars?|headers?|footers?|banners?|carousels?|sliders?"
    r"|tabs|forms?|fields?|charts?|dashboards?|reports?|newsletters?|notifications?|kunden?|kommentar\w*)\b",
    re.IGNORECASE,
)
"""What a project has, and what is made there."""

_CODE = re.compile(r"[/\\_#@=(){}]|\w\.\w|[a-z][A-Z]|[A-Z]+-\d")


_FEW_WORDS, _NO_MORE, _NO_MORE_SIGNS = 8, 2, 4
"""Words of a whole sentence, and words or signs behind how to talk, in which nothing of a project is named: what projects
have is known in English and German alone."""


def reach_of(kind: MemoryType | None, texts: Iterable[str]) -> Reach:
    """Where facts of a type hold that say this.

    Personal is what a `user` fact says of the person for good, and `feedback` on how an agent talks with
    them. A fact taken for personal by mistake would be told in every other project, one taken for a
    project's is only learned again there: in doubt it is the project's.
    """
    said = [text for text in texts if text.strip()]
    if not said or kind not in (MemoryType.USER, MemoryType.FEEDBACK):
        return Reach.PROJECT
    is_personal = _of_the_person if kind is MemoryType.USER else _of_the_talk
    return Reach.PERSONAL if all(is_personal(text) for text in said) else Reach.PROJECT


def reach_of_file(read: MemoryFile) -> Reach:
    """Where what a memory file says holds: its sentences, its description and its reasons."""
    told = [*read.statements, *([read.description] if read.description else [])]
    if any(_is_code(text) or _WORK.search(text) for text in (read.why, read.how_to_apply) if text):
        return Reach.PROJECT
    return reach_of(read.type, told) if read.statements else Reach.PROJECT


def _of_the_person(text: str) -> bool:
    # A city, an employer or a language of the trade says who somebody is.
    text = _LEFT.sub("", _FROM_NOW_ON.sub(" ", text).strip())
    is_abroad = any(way.match(text) for way in (LIKED, CALLED, ONESELF_ABROAD))
    if by_now := _BY_NOW.search(text):
        text = text[: by_now.start("now")] + text[by_now.end("now") :]
    if begun := _ONESELF.match(text):
        rest = _OF_A_TRAIT.sub(" ", text[begun.end() :])
    elif _TASTE.match(text):
        if _PARTICULAR.search(text):
            return False  # of one of them, which only its project has
        rest = _CRAFT.sub(" ", text)
    elif is_abroad and len(text.split()) <= _FEW_WORDS:
        rest = text
    else:
        return False
    return not (_is_code(rest) or _PASSING.search(rest) or _WORK.search(rest))


def _of_the_talk(text: str) -> bool:
    text = _FROM_NOW_ON.sub(" ", text).strip()
    begun = MANNER.match(text)
    if begun and (is_unspaced(text) or _is_little(text[begun.end() :])):
        return _is_little(text[begun.end() :]) and not _is_code(text[begun.end() :])
    is_work = (
        _names(text)
        or _WORK.search(text)
        or _POINTING.search(text)
        or _OF_A_THING.search(_TALK.sub(" ", text))
    )
    return bool(_TALK.search(text)) and not is_work


def _is_little(rest: str) -> bool:
    """Whether what stands behind how to talk names nothing: a "please" at most."""
    said = re.findall(r"\w+", rest)
    return len(said) <= _NO_MORE and (not is_unspaced(rest) or len("".join(said)) <= _NO_MORE_SIGNS)


def _is_code(text: str) -> bool:
    """Whether the text holds a code span, a path, an address or an identifier."""
    return "`" in text or any(_CODE.search(each) for each in literals(text))


def _names(text: str) -> bool:
    """Whether the text names something: a path, a command, code, a product. A language or a number is none."""
    return "`" in text or any(
        not is_number(each) and each.casefold() not in _LANGUAGES for each in literals(text)
    )
