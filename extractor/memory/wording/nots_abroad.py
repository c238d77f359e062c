"""Nots of languages that deny inside a word, around a verb, or without spaces.

Owns how Turkish, Arabic, French, Hindi and their like deny, what ends a habit in Romance languages and German, and how
often a text in Chinese or Japanese says a "not". Promises expressions to be joined with others. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.memory.text.unspaced import SIGNS

AROUND = (
    # Turkish: mocklamayın, yazmıyoruz, yapmaz, sormadan, yapmamalı, değil. Found by the letter that denies: a search that
    # begins with the word takes eight times as long.
    r"m(?:(?<=\wm)[ae](?:y(?:[ıi]n[ıi]?z?|[ae]l[ıi]m|[ae]c[ae][kğ]\w*)\b|z(?:l[ae]r)?\b|d[ae]n\b|m[ae]l[ıi]\w*)"
    r"|(?<=\w[^\Wl]m)[ıiuü]yor\w*)|\b(?:değil\w*|asla|hiçbir|yasak)\b"
    # French: n'utilise plus, ne fait rien, ne déploie que
    r"|n(?<=\bn)(?:e |['’])[\w'’-]+ (?:[\w'’-]+ ){0,2}?(?:plus|rien|guère|point|personne|aucune?|que|qu['’])(?!\w)"
    # Arabic, with the letters that are written to a word
    r"|(?<!\w)[وف]?(?:لا|لن|لم|ليس\w*|ألا|عدم|غير|بدون|دون|ممنوع|تجنب\w*|توقف\w*)(?!\w)"
    # Hindi, Vietnamese, Indonesian and the Scandinavian languages
    r"|(?<!\w)(?:नहीं|मत|बिना)(?!\w)|\b(?:không|đừng|chưa|tidak|bukan|jangan|tanpa|inte|ikke|uten|utan)\b"
)
"""What denies, beside plain words for "not"."""
ENDED = (
    r"arr[êe]t\w*\s+d(?:e\s|['’])|cess\w+\s+d(?:e\s|['’])|dej\w+\s+de\s|par(?:e|a|em|ar|amos|ou)\s+de\s|smett\w+\s+di\s"
    r"|hör\w*\s+auf\b|aufgehört\b|abgeschafft\b|abgelöst\b|abgeschaltet\b|stop(?:pen)?\s+met\s"
)
"""What ends a habit, or a thing."""
UNSPACED = r"[不别勿没]|禁止|ない|なかった|ません|なし|ずに|不可|やめ|안 |지 않|지 마|금지|없이"
"""The same in scripts without spaces."""
_IDIOM = re.compile(
    r"不(?:但|仅|僅|过|過|错|錯|同|管|论|論|断|斷|久)|差不多|对不起|(?:特|分|区|區|级|級|类|類|性|识|識)别|别[的人]|没问题"
    r"|(.)[不没]\1|^\W*(?:不(?:是|对|行)?|没有?)[,，、。!！ ]"
)
"""Words with such a sign that deny nothing, and a "no" that answers."""
_UNSPACED = re.compile(UNSPACED)
_BEFORE_A_NOT = re.compile(
    rf"(?<=[{SIGNS}A-Za-z0-9])[,，、]\s*(?=而?(?:[不别勿没]|禁止|非)|而是|要|[应應改])"
)


def unspaced_nots(text: str) -> int:
    """How often a text says a "not" in Chinese, Japanese or Korean."""
    return 0 if text.isascii() else len(_UNSPACED.findall(_IDIOM.sub(" ", text)))


def unspaced_clauses(sentence: str) -> list[str]:
    """The sentence, parted before what it denies beside what it says."""
    return [part for part in _BEFORE_A_NOT.split(sentence) if part]
