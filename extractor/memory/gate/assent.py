"""Assent: how much of what the agent proposed a person's answer takes up.

Owns what counts as a yes and how far back it reaches. Promises that a bare "ok" adopts nothing but an open
question, and that a word of assent somewhere in an answer is no yes. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.memory.gate.options import is_alternative
from extractor.memory.text.expressions import Expression
from extractor.memory.wording.force import APOSTROPHE, NOT, SHORT_NOT
from extractor.memory.wording.novelty import shared, shares, words
from extractor.memory.wording.provisos import sentences
from extractor.memory.wording.telling import telling

_YES = Expression(
    r"(?:(?:yes|yep|yeah|yup|aye|exactly|absolutely|definitely|certainly|perfect|agreed?|approved|accepted|of course|go ahead"
    r"|go for it|go with (?:it|that)|do (?:it|that|so)|please do|please$|works for me|fine by me|makes sense|no objections?"
    r"|no problem|keep (?:it|that|doing)|i (?:like|agree|approve|think so|say yes)|sounds (?:good|great|right|fine)"
    r"|(?:looks|seems) (?:good|right|fine)|that(?:['’]s| is| was) (?:it|right|correct|fine|good|perfect|exactly|the|what)"
    r"|(?:i['’]?m )?(?:fine|happy|ok) with|sure(?! (?:if|whether|about|that))|right(?! (?:now|after|before|click"
    r"|away|side|there))"
    r"|correct(?! (?:the|this|that|it|a)\b)|let['’]?s do (?:it|that)"
    r"|ja|jawohl|genau|gerne?|richtig|einverstanden|stimmt|passt|mach das|sí|si$|claro|exacto|de acuerdo|vale"
    r"|hazlo|oui|d['’]accord"
    r"|exactement|parfait|certo|esatto|sì|sim|isso|graag|precies|да|конечно|tak|evet|نعم)(?!\w)"
    r"|是(?!不)|对|好(?!像)|可以|はい|네)",
)
"""How an answer begins that agrees."""
_FILLED = re.compile(
    r"(?:(?:oh|ah+|hm+|well|ok(?:ay)?|great|cool|nice|good|thanks?|and|so|then|i think|i guess|na|also|bueno|bon"
    r"|ach|tja)\b[\s,]*)+",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.!,;:\n–—]+\s*|(?<=\?)\s*")
_CLAUSES = 3
"""Clauses from the start of an answer in which its yes stands."""
_DENIES = Expression(rf"\b(?:{NOT})\b|{SHORT_NOT}")
_DOUBTS = Expression(rf"\?|？|\b(?:{NOT}|nein|non)\b|{SHORT_NOT}|[不别没]")
_NO_DOUBT = re.compile(r"\bno (?:problem|objections?|worries|doubt|issue)s?\b|\bwhy not\b", re.IGNORECASE)
_WEAK = Expression(
    r"(?=.*(?<!\w)(?:ok(?:ay)?|k|fine|cool|great|nice|good|gut|go on|continue|weiter|carry on|alright|all right)(?!\w))"
    r"\W*(?:ok(?:ay)?|k|fine|cool|great|nice|good|thanks?(?: you)?|thx|danke|gut|go on|continue|next|weiter|carry on"
    r"|merci|gracias|and|now|then|the|please|alright|all right|got it|noted|\W)+",
)
_ALL = Expression(
    r"\b(?:both|all (?:of (?:it|them|that)|three|four|points|that)|everything|to all|beides?|alles?|todos?|tout)\b",
)
_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+•]|\d+[.)])\s)")
_TAKES_ON = Expression(
    r"(?:(?:i|we)(?:['’]ll| will|['’]d like to| want to) |let['’]?s )?(?:do|handle|take|make|keep|use|run|set|merge|push|add|fix"
    r"|write|go with|stick with|see to)\s+(?:\w+\s+){0,2}(?:that|it|this|these|those|them|both)\b",
)
"""Who sees to a thing that was asked about: "I'll do that by hand"."""
_ASKS_WHICH = Expression(
    r"\W*(?:(?:and|so|but|ok|then|in|on|at|to|for|from|with|by|und|in|y|e|en|et|a|por)\W+){0,2}(?:which|what|where|who|whom|whose|when"
    r"|how|why|welche\w*|was|wo|wohin|wer|wen|wem|wann|wie|warum|qué|cuál\w*|dónde|quién|cuándo|cómo|quel\w*|où|quand|combien|quale"
    r"|dove|quando|come)\b|.*[什哪谁几何]",
    re.DOTALL,
)
"""A question that asks for words and not for a yes."""
_MINDS = Expression(
    r"\b(?:do|would|will|did) (?:you|u) (?:mind|object)\b|\b(?:bother|disturb)s? you\b|\bproblem if\b"
    r"|\bobject(?:ions?)? (?:if|to)\b"
    r"|\bstört es\b|\betwas dagegen\b|\bwas aus, wenn\b|\bte (?:importa|molesta)\b|\b(?:te|vous) dérange\b|\bti dispiace\b",
)
"""A question to which a yes and a no may mean either."""
_DENIED_ASK = re.compile(
    rf"\W*(?:so |and |but )?(?:you|we|they|it|he|she|i)\s+\w+(?:n{APOSTROPHE}t|\s+not)\b", re.IGNORECASE
)
"""How a question begins that denies: to "you don't use Windows?" a yes may mean either."""
_TAG = re.compile(
    r",\s*(?:do|does|did|is|are|was|were|will|would|can|could|have|has)\s+\w+\s*\?\W*$", re.IGNORECASE
)
"""How one ends that may deny before."""
_LONGEST_TAG = 60
"""Characters from a question's end in which its tag stands."""
_SUPPOSES = re.compile(
    r"\b(?:is it possible|could it be|is there a chance|(?:did|have) you (?:ever|once))\b", re.IGNORECASE
)
"""A question to which a yes says that it may be so, or once was."""
_CHOICE = re.compile(
    r"\w\W{0,3}\s(?:or|oder|ou|eller|или)\s(?!not\b|so\b|nicht\b|anything\b|similar\b)", re.IGNORECASE
)
"""Two things of which a yes picks neither."""
_YESSES = frozenset(
    "yes yep yeah yup ok okay sure fine right good great ja jawohl sí si oui да 是 好 好的".split()
)
"""An answer of these alone has no word that was asked for."""
_IDLE = frozenset(
    "ok okay good fine all right sound sounds work works agree agreed go ahead proceed continue start do it that this want like"
    " make makes sense help correct think look looks with it's alright doable acceptable approve confirm shall better best"
    " recht passt gut einverstanden bien vale correcto d'accord".split()
)
"""Words of a question that asks for nothing but the yes."""
_EITHER = Expression(r"\b(?:or|oder|ou|eller|или)\b|\bo\b(?=.*\?$)")
_MARKS = ("?", "？", "؟")
_BARE = 2
"""Fewer words than these ask for nothing but the yes."""
_FEW = 12
"""Words of an answer that takes up all of a message."""
_MOST_WEAK = 6
"""Words an answer may have that says no more than that it was heard."""


def adopted(message: str, answer: str, is_no: bool = False) -> str:
    """The part of the agent's message that an answer takes up; empty where it takes up nothing.

    What a message asks at its end is taken up by a yes, an "ok", a no, by who takes it on, and by words that
    answer it; an alternative, with what it stands beside, only by words of either: a yes picks neither. Where the
    question only asks for the yes, so is the sentence before it. Nothing is taken up of a question that denies, that asks
    for words, whether somebody minds, or whether something may be or ever was. Without a question, a yes
    and a no take up the last paragraph, an "ok" nothing. "All of them" takes up all.
    """
    last = _last(message)
    if _MINDS.search(last) or _SUPPOSES.search(last) or _asks_denying(last):
        return ""
    does_assent = is_no or assents(answer)
    if _ALL.search(answer) and assents(answer) and len(answer.split()) <= _FEW:
        return message
    paragraphs = [part for part in _PARAGRAPH.split(message) if part.strip()]
    if not paragraphs:
        return ""
    said = [s for part in paragraphs for s in sentences(" ".join(part.split()))]
    if said[-1].endswith(_MARKS):
        question = said[-1]
        if is_alternative(question, _before_last(paragraphs[-1])):
            asked = " ".join(said[-2:])
            return asked if shares(answer, asked) else ""
        if does_assent and (_asks_for_words(question, answer) or _CHOICE.search(question)):
            return question if shares(answer, question) else ""
        if len(words(question)) < _BARE and does_assent and telling(question) <= _IDLE:
            return " ".join(said[-2:])
        return question if does_assent or _answers(question, answer) else ""
    if not does_assent or _is_weak(answer):
        return ""
    ending = sentences(" ".join(paragraphs[-1].split()))
    # Where something is asked, that is answered, and not what is said behind it.
    ends = max((at for at, each in enumerate(ending) if each.endswith(_MARKS)), default=len(ending) - 1)
    return " ".join(ending[: ends + 1])


def _last(message: str) -> str:
    """The sentence a message ends with; empty where it says nothing."""
    return next(reversed(sentences(" ".join(message.split()))), "")


def _asks_denying(question: str) -> bool:
    """Whether a question denies what it asks about."""
    if not question.endswith(_MARKS):
        return False
    tag = _TAG.search(question[-_LONGEST_TAG:])
    return _DENIED_ASK.match(question) is not None or (
        tag is not None and _DENIES.search(question) is not None
    )


def _before_last(paragraph: str) -> str:
    """The sentence before the last one of a paragraph."""
    return "".join(sentences(" ".join(paragraph.split()))[-2:-1])


def assents(answer: str) -> bool:
    """Whether an answer begins by agreeing, in words that neither ask nor deny, or is no more than an "ok"."""
    if _is_weak(answer):
        return True
    for clause in _CLAUSE.split(answer.strip())[:_CLAUSES]:
        lead = _FILLED.match(clause)
        plain = clause[lead.end() :] if lead else clause
        if _DOUBTS.search(_NO_DOUBT.sub("", plain)):
            return False
        if _YES.match(plain) or _TAKES_ON.match(plain):
            return True
    return False


def _is_weak(answer: str) -> bool:
    return len(answer.split()) <= _MOST_WEAK and _WEAK.fullmatch(answer.strip()) is not None


def _answers(question: str, answer: str) -> bool:
    """Whether words of its own answer a question: one that asks for them, or what it asks about by name.

    "Main is red" is no answer to "Should I push straight to main?", "push it" is one.
    """
    if _ASKS_WHICH.match(question):
        return True
    about = words(question) if _EITHER.search(question) else words(" ".join(_lead(question)))
    return bool(shared(words(answer), about))


def _asks_for_words(question: str, answer: str) -> bool:
    """Whether a question that asks for words got no more than a yes."""
    return _ASKS_WHICH.match(question) is not None and telling(answer) <= _YESSES


def _lead(question: str) -> list[str]:
    """The first word of a question that means something."""
    return [word for word in question.split() if words(word)][:1]
