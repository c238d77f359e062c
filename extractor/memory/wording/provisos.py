"""Provisos: what a person's sentence says beside the rule in it, that it is a question or holds only if.

Owns the marks of conditions, of what is said for once, of hearsay and of questions. Promises to judge sentence
by sentence: what one says does not bind another. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from extractor.memory.text.expressions import Expression
from extractor.memory.wording.force import APOSTROPHE, NOT, SHORT_NOT
from extractor.memory.wording.novelty import shared, words

_END = re.compile(r"[\s;](?:(?<=[.!?…]\s)\s*|(?<=;)\s+)|(?<=[。！？])")
_UNSPACED = (
    r"如果|要是|假如|除非|只有|除了|以外|場合|(?<!どうし)たら(?!い|よ|ど)|れば(?!な|い|よ)|(?<!さよう)なら(?!な|ば?な)|ない限り"
    r"|(?:하|으|되|이라|다)면(?=[\s,])|제외하?고?|빼고|때만"
)
"""Conditions and exceptions where no space parts the words."""
_CONDITION = Expression(
    r"\b(?:only (?:if|when|for|on|in|after|with|while)|unless|except(?: for| when| if)?|as long as|provided(?: that)?"
    r"|while (?!(?:you|we|i|it|this|that)\b)[\w'’-]+ (?:[\w'’-]+ )?(?:is|are) (?:away|out|on|off|gone|still|down|being|\w+ing)"
    r"|if|when|until|whenever|once(?! (?:a|an|per|more|again|every|each)\b)|as soon as|in case|assuming|in an? emergency"
    r"|with (?:my|your|our|an?|the) (?:\w+ )?(?:ok|okay|approval|permission|consent|go)|sobald|nachdem"
    r"|mit meine[mr] \w+|im notfall"
    r"|cuando|siempre que|en cuanto|si|quand|lorsque|dès que|quando|zodra|wanneer|когда|es sei denn"
    r"|außer(?: wenn)?|nur (?:wenn|bei[m]?|für|nach|im|in|auf|am|mit)|wenn|falls|sofern|solange"
    r"|a menos que|salvo|excepto|s[oó]lo (?:si|en|para|cuando|con)|sauf(?: si)?|à moins que|seulement (?:si|en|dans"
    r"|pour|quand|sur)|tranne|a meno che|solo se|se"
    r"|exceto|hariç|dışında|oprócz|poza|trừ|kecuali|jika|nếu|eğer"
    r"|tenzij|behalve|alleen als|если|кроме|jeśli|chyba że)\b(?!['’])|(?<!\w)(?:إذا|إلا|فقط|अगर|यदि)(?!\w)"
    rf"|{_UNSPACED}",
)
_NO_CONDITION = re.compile(
    rf"\b(?:see|check|ask(?: me)?|know|wonder\w*|(?:not|n{APOSTROPHE}t|un)[ ]?(?:sure|certain)|no idea|curious|doubt"
    r"|tell me|as|even|what) if\b"
    r"|\bwhen(?:ever)? you (?:like|want|wish|please|need)\b|\bif (?:possible|feasible(?=\W*$|[,.;:!?)]|\s+(?:and|but|please)\b)"
    r"|you (?:can|like|want|wish|please"
    r"|would)|needed|necessary|so|not|that)\b"
    r"|\bwhen(?:ever)? (?:possible|needed|necessary)\b"
    r"|\bas soon as possible\b(?=\W*$|[,.;:!?)]|\s+(?:and|but|please)\b)|\bno matter (?:if|when)\b",
    re.IGNORECASE,
)
_LIMIT = Expression(
    r"\b(?:if|when\w*|unless|only|except\w*|until|till|while|once|as long as|provided|without|wenn|falls|sofern|nur"
    r"|außer|ohne|bis|sobald|wo|si|solo|sólo|salvo|sauf|sans|sin|cuando|quand|se|quando|senza|sem|als|tenzij|alleen"
    r"|если|только|без|jeśli|tylko|chyba|bez|exceto|hariç|dışında|oprócz|poza|trừ|kecuali|jika|nếu|eğer)\b"
    rf"|{_UNSPACED}|(?<!\w)(?:إذا|إلا|فقط|अगर|यदि)(?!\w)",
)
_FOR_ONCE = Expression(
    r"\b(?:(?:just |only )?this (?:once|time)|(?:just|only) (?:once|now|today)|today only|for (?:now|today|tonight"
    r"|the moment|the time being)"
    r"|(?:just |only )?for this (?:\w+ )?(?:once|time|commit|pr|branch|release|session|run|one)|right now"
    r"|(?:^|, )(?:today|tonight|heute|hoy|aujourd['’]hui|oggi|hoje)(?= (?:let['’]?s|lass|wir|we|i want|you|use|skip|vamos|on)\b)"
    r"|until (?!asked|told|i say)\w+"
    r"|ausnahmsweise|exceptionnellement|excepcionalmente|(?<=\bheute )(?=ohne\b)"
    r"|diesmal|(?:nur )?dieses (?:eine )?mal|vorerst|fürs erste|nur heute|esta vez|por ahora|por hoy|solo hoy"
    r"|cette fois|pour l'instant"
    r"|pour le moment|questa volta|per ora|desta vez|por enquanto|deze keer|voor nu|в этот раз|пока)\b"
    r"|这一?次|暂时|今天|今回|とりあえず|هذه المرة",
)
"""What makes a wish one of the moment."""
_THIS_SPAN = Expression(
    r"^\W*(?:(?:just|only|nur|and|und|but|aber) )?(?P<span>this (?:week|weekend|sprint|month)|diese woche|dieses wochenende"
    r"|diesen (?:sprint|monat)|esta semana|este mes|cette semaine|ce mois)"
    r"(?=.*\b(?:can|may|might|allowed|fine|ok(?:ay)?|skip|without|ignore|darf\w*|dürf\w+|kann\w*|könn\w+|ohne|puede\w*|podemos"
    r"|sin|peu[tx]|pouv\w+|sans)\b)",
)
"""A stretch of days in which something is allowed."""
_SPAN = Expression(
    r"\b(?:week|weekend|sprint|month|woche|wochenende|monat|semana|mes|semaine|mois|between|zwischen|entre)\b"
)
_SHORTLY = re.compile(r"\d{4}-\d\d|\b(?:until|till|bis|hasta|jusqu\w*|fino|tot)\b", re.IGNORECASE)
_REPORT = re.compile(
    r"^\W*(?:(?:but|and|so|well|btw|fyi|also)\W+)*"
    r"(?!(?:(?:just|also|only|still|really)\s+)*(?:(?:want(?:ed)?|have|had|need(?:ed)?)\s+to|wanna)\s+say\b)"
    r"(?P<who>(?:(?!i\b|we\b|you\b|i['’]|we['’])[\w'’.-]+\s+){1,4}?)"
    r"(?:says?|said|claims?|claimed|suggests?|suggested|thinks?|recommends?|told (?:me|us|them)|wrote"
    r"|tells? me|keeps? telling me|sagt|sagte"
    r"|meint|dice|dijo|dit)\b",
    re.IGNORECASE,
)
"""Somebody else's opinion, told by the person; not their own, with the "I" left out: "just wanted to say …"."""
_OWN_REPORT = re.compile(r"\W*(?:the user|der nutzer|el usuario|l['’]utilisateur)\b", re.IGNORECASE)
_HEDGE = Expression(
    r"^\W*(?:(?:so|and|but|hm+|well|or)\W+)*(?:maybe|perhaps|possibly|vielleicht|quizás?|tal vez|peut-être|forse|talvez|misschien"
    r"|может быть)\b|^(?:也许|可能|ربما)",
)
_OPEN = Expression(
    r"\b(?:maybe|perhaps|possibl\w*|might|may|could|can|consider\w*|idea\w*|wonder\w*|think\w*|suggest\w*|propos\w*"
    r"|open|unsure|vielleicht"
    r"|überleg\w*|quizás?|tal vez|peut-être|forse|talvez|misschien)\b|может|也许|可能|ربما",
)
"""What keeps a thought a thought."""
_REQUEST = Expression(
    r"\b(?:(?:can|could|would|will|won't|can't|mind) (?:you|we|u)|you (?:can|could)|any (?:way|chance) (?:you|we) (?:can|could)"
    r"|please|pls"
    rf"|why (?:not|don{APOSTROPHE}?t)|(?:kannst|könntest|würdest|magst) du|bitte|(?:puedes|podrías)|por favor"
    r"|(?:peux|pourrais|veux)[- ]tu|(?:pourriez|pouvez)[- ]vous|s'il (?:te|vous) pla[iî]t|puoi|potresti|podes?"
    r"|poderia|kun je|kan du)\b",
)
_TO_BE_TOLD = Expression(
    r"\b(?:can|could|would|will|mind) (?:you|we|u) (?:(?:please|also|maybe|just) )*(?:tell|explain|say|confirm|find out|see|check"
    r"|figure out|remind)\b(?: (?:me|us|to me))?,? (?:whether|if|why|how|what|where|when|which|who)\b"
    r"|\b(?:you|we) (?:can|could) (?:tell|confirm|find out|see|check)\b(?: (?:me|us))?"
    r" (?:whether|if|why|how|what|where|when|which)\b",
)
"""A request that asks to be told something."""
_FOR_GOOD = Expression(r"\b(?:from now on|always|never|immer|nie|ab jetzt)\b")
"""A wish put with a mark of doubt: "never mock it, yes?"."""
_TAG = Expression(
    r"(?:[,\s](?:ok|okay|alright|all right|please|ja|gut|vale|d'accord|va bene)"
    r"|, (?:i (?:assume|guess|think|suppose|believe|presume)|ich (?:denke|nehme an|glaube))(?: [^\s?]+){3,})\s*\?+$",
)
_VIEW = Expression(
    r"^\W*(?:[^:?]{1,40}: )?(?:(?:so|and|but|hm+|well|also|ok(?:ay)?|yes|yeah|no)\W+)*(?:"
    r"(?:i (?:(?:really|still|also|do) )?(?:think|believe|feel(?: like)?|would say)|i'd say|imo|in my (?:opinion|view)"
    r"|ich (?:denke|finde|glaube|meine)|(?:creo|pienso) que|je (?:pense|trouve|crois) que)\b"
    r"(?=.*\b(?:should(?:n't)?(?! (?:have|work|be (?:fixed|done|fine|ok|okay|good|ready|there|working|possible)|return|exist)\b)"
    r"|must(?! (?:be|have|come|hold)\b)|we need to|ought|(?:i|we)(?:'d| would| had) (?:rather|better)|(?:i|we) want"
    r"|sollten?|muss|müssen"
    r"|debe\w*|hay que|devr\w+|il faut)\b)"
    r"|(?:that|this|it)(?:'s| is)(?: not|n't) (?:(?:fully|quite|entirely|exactly|really) )?(?:true|right|correct)\b)"
    r"(?!.*\b(?:sa(?:id|ys?)|told|wr(?:ote|itten)|claim\w*|according to|heard|suggest\w*|recommend\w*|sag(?:t|te)|dijo|dit"
    r"|mean[ts]?|wants|decided|agreed|(?:idea|plan|rule|policy|convention) (?:is|was)|already|currently"
    r"|you(?:'d| would)? (?:want|prefer|like)"
    r"|by default|plante?|meinte?|wollt?e?n?|dein\w*|schon|ya|déjà)\b)"
    r"(?!.*\b(?:or|oder)\b.*[,;] \w)"
    r".*[,;] (?:right|or|or not|no|correct|yeah|oder(?: nicht)?|nicht wahr|ne|verdad|n'est-ce pas|non|hein)\s*\?+$",
    re.DOTALL,
)
"""A view of how it should be, or a correction, that asks for a nod at its end: "I think it should be one, right?"."""
_WONDER = Expression(
    r"^\W*(?:(?:so|and|but|hm+|well|also)\W+)?(?:i (?:wonder|was wondering|am not sure|'m not sure)|not sure (?:if|whether)"
    r"|(?:why|how|what|who|where|which|is|are|was|were|does|do|did|should|has|have|had|may|might|warum|wieso|wie|wer"
    r"|ist|sind|soll|sollen|sollten|qué|cómo|por qué|est-ce|pourquoi|perché)\b.*\?)",
    re.DOTALL,
)
_THEN = re.compile(
    r"(?<=\w\s)(?:then|please|just|(?:you|we|i|they) (?:can|may|should|must|could|might)|dann|entonces|puedes|alors|tu peux)\b",
    re.IGNORECASE,
)
"""Where the rule begins after a condition without a comma."""
_WHY_NOT = re.compile(rf"\W*why (?:not|don{APOSTROPHE}?t)", re.IGNORECASE)
_SHORTEST = 8
"""Characters a condition has at least."""
_CLAUSE = 4
"""Words of a condition that says of what it is one: "in case we find it", and not "just in case"."""
_TURN = Expression(r"\W*(?:but|except|unless|however|aber|außer|pero|salvo|mais|sauf|ma|maar|но)\b")
_DENIES = Expression(rf"\b(?:{NOT}|non)\b|{SHORT_NOT}")
_UNMARKED = Expression(
    r"^\W*(?:(?:so|and|but|hm+|well|also)\W+)?(?:should|shall) (?:we|i|it|they|this|that)\b|[吗呢]\s*[?？。]?$|^\W*هل\s",
)
"""A question that needs no mark to be one."""


def sentences(text: str) -> list[str]:
    """The sentences of a text, none of them empty."""
    return [part.strip() for part in _END.split(text) if part.strip()]


def turns_away(sentence: str) -> bool:
    """Whether a sentence begins by taking back a part of what was said before: "but only", "except", "but not"."""
    if _TURN.match(sentence) is None:
        return False
    return any(mark.search(sentence) for mark in (_CONDITION, _LIMIT, _FOR_ONCE, _DENIES))


def is_question(sentence: str) -> bool:
    """Whether a sentence asks to be told something, rather than asking for something to be done."""
    if _WONDER.match(sentence) and not _WHY_NOT.match(sentence):
        return not _asks_politely(sentence) or sentence.casefold().lstrip().startswith(("why", "how", "what"))
    if _UNMARKED.search(sentence):
        return True
    if not sentence.endswith(("?", "？", "؟")):
        return False
    asks_for_it = _asks_politely(sentence) or _FOR_GOOD.search(sentence)
    return not (asks_for_it or _TAG.search(sentence) or _VIEW.match(sentence))


def _asks_politely(sentence: str) -> bool:
    return _REQUEST.search(sentence) is not None and _TO_BE_TOLD.search(sentence) is None


def lost_condition(text: str, said: Iterable[str]) -> str | None:
    """None when the text keeps the conditions of the sentences it rests on; else a condition it left out.

    `said`: whole sentences. A condition is kept word for word, by a word that limits, or by any word of the condition
    itself that does not stand in the rule too.
    """
    wanted = words(text)
    lost: str | None = None
    for sentence in said:
        rule, condition = _parts(sentence)
        if not condition:
            if wanted and len(shared(wanted, words(sentence))) == len(wanted):
                return None
            continue
        if len(condition.split()) >= _CLAUSE and condition.strip().casefold() in text.casefold():
            continue
        own = words(condition) - words(rule)
        if not _share(wanted, rule):
            if wanted and len(shared(wanted, own)) == len(wanted) and not _limits(text, rule):
                lost = condition.strip()
            continue
        if not (_limits(text, rule) or shared(wanted, own)):
            lost = condition.strip() or sentence
    return lost


def lost_limit(text: str, answer: str) -> str | None:
    """None when a text keeps the condition an answer agrees under, or what it agrees to for once."""
    for sentence in sentences(answer):
        _, condition = _parts(sentence)
        once = _FOR_ONCE.search(sentence)
        limit = condition or (sentence[once.start() : once.end()] if once else "")
        is_kept = _limits(text, "") or _share(words(text), limit) or (once and _FOR_ONCE.search(text))
        if limit and not is_kept:
            return limit.strip()
    return None


def lost_mood(text: str, said: Iterable[str]) -> str | None:
    """None when a text keeps what makes its sentences less than a rule: for once, maybe, or somebody else's word."""
    for sentence in said:
        if (once := _FOR_ONCE.search(sentence)) and not (
            _FOR_ONCE.search(text) or _SHORTLY.search(text) or _limits(text, sentence)
        ):
            return sentence[once.start() : once.end()]
        span = _THIS_SPAN.match(sentence)
        if span and not (_FOR_ONCE.search(text) or _SHORTLY.search(text) or _SPAN.search(text)):
            return sentence[span.start("span") : span.end("span")]
        if (hedge := _HEDGE.match(sentence)) and not _OPEN.search(text):
            return sentence[: hedge.end()].strip()
        report = _REPORT.match(sentence)
        if report and not (
            _share(words(text), report["who"]) or (_REPORT.match(text) and not _OWN_REPORT.match(text))
        ):
            return report[0].strip()
    return None


def _limits(text: str, rule: str) -> bool:
    """Whether a text has a word that limits which the rule does not have itself."""
    own = {found.casefold() for found in _LIMIT.findall(rule)}
    return any(found.casefold() not in own for found in _LIMIT.findall(text))


def _parts(sentence: str) -> tuple[str, str]:
    """What a sentence says, and the condition it says it under."""
    masked = _NO_CONDITION.sub(lambda match: "·" * len(match[0]), sentence)
    found = _CONDITION.search(masked)
    if found is None:
        return sentence, ""
    # A condition that comes first ends at the comma; one that comes last, with the sentence.
    comma = sentence.find(",", found.end())
    then = _THEN.search(sentence, found.end() + _SHORTEST) if comma < 0 else None
    end = comma if comma >= 0 else then.start() if then else len(sentence)
    return sentence[: found.start()] + " " + sentence[end:], sentence[found.start() : end]


def _share(wanted: AbstractSet[str], text: str) -> bool:
    return bool(shared(wanted, words(text)))
