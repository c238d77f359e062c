"""Handed over: what a person gives to be worked on, or passes on from others, without a mark around it.

Owns how people say that what follows is such a text: to be translated, read through, made shorter or answered, or
somebody else's review, mail or answer. Promises to begin behind the words that hand it over, which stay the person's
own, and to look at each line once. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.memory.own_words.lines import Lines
from extractor.memory.own_words.pastes import Span

_WORK = (
    r"translate|proof-?read|rephrase|reword|paraphrase|summari[sz]e|sum up|shorten|condense|rewrite"
    r"|(?:check|fix|correct|improve) (?:the |my |its )?(?:grammar|spelling|wording|typos|tone|language|english)"
    r"|(?:reply|respond) to|answer (?:this|the following)|(?:write|draft) an? (?:\w+ )?(?:reply|response|answer) to"
    r"|(?:make|turn) (?:this|it|the following) (?:(?:sound )?(?:more|less) \w+|(?:sound )?\w+er|formal|into an? )"
    r"|übersetz(?:e|en)?|korrigier(?:e|en)?|kürz(?:e|en)?|(?:um)?formulier(?:e|en)?|fass(?:e)?|zusammenfassen"
    r"|überarbeite[n]?|antworte auf"
    r"|traduce(?:me|lo)?|traducir|corrige(?:me|lo)?|resume(?:me|lo)?|resumir|reformula|acorta|reescribe|responde a"
    r"|tradui[st](?:-moi)?|traduire|corriger|résume(?:r|-moi)?|reformule[rz]?|raccourcis|réécris|réponds à"
    r"|traduci(?:mi)?|tradurre|correggi|riassumi|riscrivi|accorcia|rispondi a"
    r"|traduz(?:a|ir)?|corrija|resuma|reescreva|encurta|responde a"
    r"|vertaal|vertalen|verbeter|vat|samenvatten|herschrijf|verkort|beantwoord"
    r"|переведи(?:те)?|перевести|исправь(?:те)?|сократи(?:те)?|перескажи(?:те)?|перепиши(?:те)?|ответь(?:те)? на"
    r"|przetłumacz|popraw|streść|skróć|çevir|özetle|düzelt|kısalt"
)
"""What is done with a text."""
_WORK_UNSPACED = (
    r"翻译|翻譯|润色|校对|总结|概括|改写|缩短|回复一?下|翻訳|訳して|要約|校正|添削|書き直|번역|요약|교정|다듬"
)
_POLITELY = (
    r"(?:hi|hey|hello|ok(?:ay)?|and|also|now|then|next|first|please|pls|plz|can|could|would|will|you|u|i|need|want|to"
    r"|let['’]?s|just|quickly|quick|bitte|kannst|könntest|du|mir|mal|eben|por favor|puedes|podrías"
    r"|s['’]il te plaît|peux-tu|tu peux|puoi|per favore"
    r"|kun|je|kan|even|пожалуйста|proszę|lütfen)\W+"
)
_THIS = (
    r"\b(?:this|that|it|these|the following|following|below|das|dies(?:e[nrs]?)?|folgende[nrs]?|esto"
    r"|est[ea]|lo siguiente|siguiente|ceci"
    r"|cela|ça|ce(?:tte|t)?|suivante?|questo|questa|seguente|isto|este|esta|seguinte|dit|deze|volgende|это(?:т)?"
    r"|эту|следующ\w+|bunu|şunu)\b"
    r"|\b(?:e-?mail|mail|letter|text|brief|correo|texto|courriel|texte|testo|lettera|tekst|письмо|текст)\b|下面|以下|这段|這段|次の|この|이|다음"
)
_ORDERED = re.compile(
    rf"\W*(?:{_POLITELY}){{0,8}}(?:{_WORK})(?!\w)|[^\n]{{0,30}}(?:{_WORK_UNSPACED})", re.IGNORECASE
)
"""A line that begins by asking for such work."""
_ASKED_LATER = re.compile(rf"\b(?:{_WORK})(?!\w)", re.IGNORECASE)
_POINTS = re.compile(_THIS, re.IGNORECASE)
_JUDGED = re.compile(
    rf"\W*(?:{_POLITELY}){{0,8}}(?:explain (?:this|that|the following)(?: \w+){{0,5}}"
    r"|(?:review|read|look at|check) (?:this|that|the following|my|their)"
    r" (?:text|paragraph|passage|e-?mail|mail|letter|article|message|post|reply|draft)(?: \w+){0,5}"
    r"|what (?:do|would) you (?:think|make|say) (?:of|about|to) (?:this|that|the following)"
    r"(?: (?:text|e-?mail|mail|comment|message|reply|review|article|post))?"
    r"|what does (?:this|that|the following)(?: \w+)? mean)\s*[:：?？]\s*$",
    re.IGNORECASE,
)
"""A line that asks what is to be made of what follows, and says no more."""
_LIKE = re.compile(
    r"\b(?:like (?:this|that|so)|as follows|this way|in (?:this|the following) (?:format|form|style|way"
    r"|order)|(?:following|with (?:these|the following|this)) (?:rules?|format|style"
    r"|conventions?|template)|so|wie folgt|folgenderma(?:ß|ss)en|así|de esta (?:forma|manera)|comme (?:ça"
    r"|ceci|suit)|così|zo)\W*$",
    re.IGNORECASE,
)
"""How the work is to be done, not upon what."""
_INTO = re.compile(
    r"\b(?:english|german|french|spanish|italian|portuguese|dutch|polish|russian|ukrainian|chinese"
    r"|japanese|korean|arabic|turkish|swedish"
    r"|danish|norwegian|finnish|greek|czech|hindi|hebrew|deutsche?|englische?|französische?|spanische?"
    r"|italienische?|inglés|alemán|francés"
    r"|español|anglais|allemand|espagnol|français|inglese|tedesco|francese|inglês|alemão|engels|duits|frans|английск\w+|немецк\w+"
    r"|angielski|niemiecki|ingilizceye?)\b|英[文语語]|中[文国]|[日德法]文|日[语本]|[德法]语|영어|한국어",
    re.IGNORECASE,
)
_BARE_WORK = re.compile(
    rf"\W*(?:{_POLITELY}){{0,8}}(?:{_WORK})(?:\W+(?:please|pls|plz|bitte|por favor))?\W*", re.IGNORECASE
)
_MOST_WORDS = 16
"""Words of a line that hands over what follows it."""
_OTHERS = re.compile(
    r"\b(?:(?:another|the other|a second|a different) (?:agent|model|reviewer|ai|llm|session|assistant)"
    r"|(?:coderabbit|bugbot|copilot|chatgpt|gemini|codex|cursor|grok)(?:['’]s)?"
    r"|(?:the|my|our|a|an) (?:(?:code|pr|peer|external) )?(?:reviewer|review bot)(?:['’]s)?) (?:\w+ ){0,3}?"
    r"(?:review(?:ed|s)?|said|says|wrote|writes|suggest(?:s|ed|ions?)?|found|finds|thinks|replied|answered|reports?"
    r"|reported|flagged|left|comment(?:s|ed)?|feedback|response|answer)\b"
    r"|\b(?:address|handle|see|look at|go through|got|these|those|are|the following"
    r"|more)(?: \w+){0,2} (?:review|pr|reviewer['’]?s?)"
    r" (?:comments?|feedback|findings|notes)\b"
    r"|\b(?:here(?:['’]s| is| are)|this is|these are|below (?:is|are)|(?:i )?(?:just )?(?:got|received)) (?:\w+ ){0,4}?"
    r"(?:review|feedback|e-?mails?|mail|response|reply|answer|article|transcript|(?:spec|requirements|brief|text|message|letter)"
    r" from (?:the|my|our|a|an)|letter|post|thread)\b"
    r"|\b(?:with|containing) (?:this|the|the following|following) (?:content|contents|text)\b"
    r"|\b(?:was|what) (?:der|die|mein|meine|unser|unsere) (?:kolleg(?:e|in)|kunde|kundin|chefin?|reviewer(?:in)?)"
    r" (?:schreibt|geschrieben hat|meint|dazu sagt)\b"
    r"|\b(?:hier|das) (?:ist|sind) (?:die|der|das|eine?) (?:\w+ )?(?:mail|e-?mail|antwort|rückmeldung|review|brief|feedback)\b",
    re.IGNORECASE,
)
"""A line that passes on what others wrote."""
_IN_A_CHAT = re.compile(
    r"\b(?:wrote|posted|sent|dropped|said|asked)(?: (?:this|that|it|me|us|the following)){0,3} (?:in|on|via|over)"
    r" (?:slack|teams|discord|whatsapp|telegram|signal|mattermost|zulip|irc|(?:the|our) (?:\w+ )?(?:chat|channel))\b",
    re.IGNORECASE,
)
"""A line that says where somebody wrote what follows."""
_FOR_EVERY = re.compile(
    r"\b(?:always|never|every|each|from now on|whenever|(?:to|for) (?:me|us) in|immer|nie|jede[nrs]?|siempre|nunca|cada|toujours"
    r"|jamais|chaque|sempre|ogni|altijd|всегда|кажд\w+)\b|每次|总是|必ず|毎回",
    re.IGNORECASE,
)
"""Words of a line that says how such texts are dealt with, each time."""
_BY_NO_PERSON = re.compile(
    r"\W*(?:(?:and|but|so|look,?) )?(?:chatgpt|gpt-?\d\S*|claude|copilot|gemini|codex|cursor|coderabbit|bugbot"
    r"|stack ?overflow|grok"
    r"|(?:the|their|this|an?|our) (?:(?:other|old|new|vendor['’]s|review) )?"
    r"(?:ai|bot|model|llm|agent|assistant|linter|docs?|documentation|manual|readme|wiki|ticket|issue|page|website|forum|article|blog))"
    r" (?:said|says|wrote|writes|suggest(?:s|ed)|answer(?:s|ed)|replie[ds]|recommend(?:s|ed)|told me|tells me|came up with"
    r"|gave me)"
    r"(?: (?:this|that|the|me|us|following|plan|text|answer|rules?|list)){0,4}\s*",
    re.IGNORECASE,
)
"""What a program or a page says, told with no quotation marks around it."""
_PLACE = r"[`\"']?(?:https?://[^\s`\"']+|(?:[\w-]*/)*[\w.-]*\.[A-Za-z]{1,5})[`\"']?"
_BY_A_PLACE = re.compile(
    rf"\W*(?:(?:and|but|so|look,?) )?(?:{_PLACE}|(?:(?:issue|pr|mr|ticket|pull request) )?#\d+|[A-Z]{{2,10}}-\d+"
    r"|(?:eslint|npm|ci)|(?:the|their|this|that|an?) (?:[\w-]+ ){0,2}?(?:page|docs?|file|comment|output|log|tool|server"
    r"|hook|test|pop-?up|dialog|prompt|sub-?agent|error|warning|command|script|code|config|changelog|terminal|console)"
    rf"(?: (?:at|in|on|of|from) (?:the )?(?:{_PLACE}|[\w-]+))?)"
    r" (?:says?|said|reads?|warn(?:s|ed)|tells me|told me|recommend(?:s|ed)?|suggest(?:s|ed)?)"
    r"(?: (?:this|that|the|me|us|following)){0,3}\s*",
    re.IGNORECASE,
)
"""The same of a file, an address, an issue by its number, and what else stands in one or comes out of a program."""
_SHOWN = re.compile(
    r"\W*(?:please )?(?:change|set|update) (?:the|our|my|its|this) .{0,40}?"
    r"\b(?:prompt|label|title|button|heading|placeholder|tooltip|caption|banner|subject)\b.{0,40} to\s*",
    re.IGNORECASE,
)
"""What a program is to show or to be told."""
_TOLD = re.compile(
    r"\W*(?:we|they|he|she|i always|i never|always|never|wir|sie|er|ich|nosotros|nous|on|ils|мы|они)\b",
    re.IGNORECASE,
)
"""How a sentence begins that says what is done, and asks for nothing."""
_COLON = re.compile(r"[:：]\s*$")
_COLON_WITHIN = re.compile(r"[:：](?=\s+\S|(?<=：)\S)")
_SENTENCE = re.compile(r"[.!?;。！？](?:\s+|(?<=[。！？]))(?=\S)")
_MARKED = ("```", "~~~", ">", "&gt;", "<")
"""What is handed over between marks ends with them."""


def handed_over(text: str) -> list[Span]:
    """Where in a text something stands that is handed over without a mark."""
    lines = text.split("\n")
    last = next((number for number in reversed(range(len(lines))) if lines[number].strip()), 0)
    at = 0
    for number, line in enumerate(lines[: last + 1]):
        begins = _begins(lines, number, number == last) if line.strip() else None
        if begins is not None:
            start = at + begins
            return [] if text[start:].lstrip(" \t\r\n:：").startswith(_MARKED) else [(start, len(text))]
        at += len(line) + 1
    return []


def _begins(lines: Lines, number: int, is_last: bool) -> int | None:
    """Behind how many characters of a line something is handed over; None where nothing is."""
    line = lines[number].rstrip()
    if not is_last and _COLON.search(line):
        lead = _lead(line)
        is_lead = (
            _hands_over(lead[:-1])
            or any(way.search(lead) for way in (_OTHERS, _IN_A_CHAT))
            or _JUDGED.match(lead)
        )
        return len(line) if is_lead else None
    colon = _COLON_WITHIN.search(line)
    if colon and _hands_over(_lead(line[: colon.start()])):
        return colon.end()
    if is_last or not (line.endswith(("?", "？")) or not lines[number + 1].strip()):
        return None
    lead = _lead(line)
    is_lead = (_is_work(lead) and _POINTS.search(lead)) or _JUDGED.match(lead) or _IN_A_CHAT.search(lead)
    return len(line) if is_lead else None


def _lead(text: str) -> str:
    """The last sentence before what may be handed over; nothing where it says how such texts are dealt with each time."""
    last = _SENTENCE.split(text)[-1]
    return "" if _FOR_EVERY.search(last) else last


def _hands_over(lead: str) -> bool:
    """Whether what stands before a colon says that what stands behind it is to be worked on, or by no person."""
    return _is_work(lead) or any(way.fullmatch(lead) for way in (_BY_NO_PERSON, _BY_A_PLACE, _SHOWN))


def _is_work(line: str) -> bool:
    """Whether a line asks for work on a text: from its beginning, or in few words that point at one."""
    if len(line.split()) > _MOST_WORDS or _LIKE.search(line):
        return False
    if _ORDERED.match(line):
        return any(sign.search(line) for sign in (_POINTS, _INTO)) or _BARE_WORK.fullmatch(line) is not None
    is_asked = _ASKED_LATER.search(line) is not None and _POINTS.search(line) is not None
    return is_asked and _TOLD.match(line) is None
