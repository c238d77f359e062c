"""Taken back: whether what is said behind a sentence limits it or takes it back ("wait, no", "only the left ones").

Owns how somebody begins who does so, and who takes all of it back. Promises to be strict: who leaves out what follows
can tell it instead. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from extractor.memory.text.expressions import Expression
from extractor.memory.wording.force import APOSTROPHE
from extractor.memory.wording.provisos import turns_away

_LEAD = (
    r"\W*(?:(?:h+m+|oh|ah|ach|och|well|and|und|so|er|uh|um|ähm?|please|bitte|just|then|ja|yeah|haha|but|aber|pero"
    r"|mais|y|et|bueno|ay|ah non)"
    r"\W+)*"
)
_WHOLLY = (
    r"(?:(?:no|oh|hm+|hey|but|or)\W+)?(?:wait\b(?! (?:for|until|till|a bit|with))|hold on|hang on)"
    r"|scratch (?:that|it)|strike that|never ?mind|on second thoughts?|(?:i )?take (?:that|it|this) back"
    r"|(?:i(?:['’]?ve)? )?changed my mind"
    r"|forget (?:it|that|this|what|all|about)\b|cancel (?:that|it|this)|ignore (?:that|it|this|what|my)\b|undo (?:that|it|this)"
    r"|(?:i['’]?m |i am |just |only )*(?:kidding|joking)|jk\b|correction\b|oops|then again|my bad"
    r"|(?:no|nein|nee?|ach|doch|halt)\W+(?:warte|doch|halt|nicht|lieber)|warte\W+(?:nein|nee?|doch)"
    r"|vergiss (?:es|das|was|alles)"
    r"|lass (?:es|das)(?: (?:doch|lieber|sein|bleiben))*\W*$|(?:war (?:nur )?ein )?(?:spaß|scherz|witz)\b|quatsch|blödsinn"
    r"|espera|olv[ií]d\w+|mejor no|es broma|(?:non\W+)?attends|oublie\w*|laisse tomber|je plaisante"
    r"|en fait non|(?:ou )?plut[oô]t (?:pas|non)"
)
"""What takes back all that was said, wherever it is said later."""
_AT_ONCE = (
    r"actually|only|just (?:for|the|this|these|those|today|in|on|if|when)|if|when(?:ever)?|once|as long as|provided|in case"
    r"|assuming|unless|until|till|except\w*|exception|apart from|minus|other than"
    r"|with (?:one|an|the) exception|not|no|nah|nope|none"
    rf"|don{APOSTROPHE}?t|do not|stop|sorry|wrong|i mean[t]?|meaning|that is\b(?=,)|or|rather|better|maybe|perhaps|possibly"
    r"|lol\b|though|although|however|yet|at least|otherwise|leave|skip"
    r"|let me (?:first |still )?(?:think|ask|check|talk|see|discuss)"
    r"|for (?:now|today|this|the moment|the time being|a start)|right now|today|tonight|this (?:once|one time|time|week|month)"
    rf"|temporar\w+"
    rf"|(?:it|this|that)(?:['’]?s| is) (?:just |only )*(?:temporar\w+|for (?:now|today|the moment|this)|provisional)"
    r"|(?:the )?\w+ (?:\w+ )?(?:ones? )?stays?\b|(?:well\W+)?(?:most|some|half|almost|nearly) of"
    r"|nur|wenn|falls|sofern|sobald|solange|außer|bis auf|eigentlich|doch|nicht|kein\w*|nein|nee?|nö|lieber|besser|oder"
    r"|vielleicht|warte|moment|halt|stopp?|entschuldigung|ups|vorerst|fürs erste|erst ?mal|zunächst|zumindest"
    r"|wenigstens|heute|diesmal"
    r"|allerdings|jedoch|obwohl|lass|meinte"
    r"|s[oó]lo|si|cuando|salvo|excepto|menos|aunque|pero|perd[oó]n|disculpa|por (?:ahora|hoy)|al menos|hasta|o|quizás?|tal vez"
    r"|esta vez|en realidad|hoy"
    r"|seulement|juste|uniquement|sauf|excepté|hormis|quand|lorsque|non|pas|ou|mais|enfin|en fait|plut[oô]t|peut-être|pardon"
    r"|désolé|pour (?:l['’]instant|le moment|aujourd['’]hui)|au moins|jusqu\w*|cette fois|aujourd['’]hui"
)
"""What limits the sentence right before, or takes it back, or may."""
_NO_LIMIT = re.compile(
    r"\W*(?:no (?:need|rush|hurry|problem|worries|pressure|doubt|question)|not a problem|si,? por favor|doch,? (?:alle|bitte)"
    r"|nicht nur)\b",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"\b(?:though|however|allerdings|jedoch|sin embargo|cependant|toutefois)\W*$", re.IGNORECASE
)
_FIRST = re.compile(rf"{_LEAD}(?:{_WHOLLY}|(?:{_AT_ONCE})\b)", re.IGNORECASE)
_LATER = re.compile(rf"{_LEAD}(?:{_WHOLLY})", re.IGNORECASE)
_ONLY = re.compile(
    r"\W*(?:only|nur|solo|sólo|seulement|for now|vorerst|por ahora|pour l['’]instant)\b", re.IGNORECASE
)
_SHOWN = re.compile(r"\W*(?:/s|lol|jk)\W*$", re.IGNORECASE)

_ENDS = r"(?=\s*[,.:;!…–—，。！]|\s+-\s|\W*$)"
_UNSAID = Expression(
    r"\W*(?:(?:no|nope|oh|ah|h+m+|wait|sorry|oops|ok(?:ay)?|well|actually|haha+|lol|please|just|only|nein|ach|moment|bitte|perdón|bueno"
    r"|pardon|ah|нет)\W+)*(?:(?:scratch that|strike that|forget (?:that|it)|never ?mind|i take (?:that|it) back"
    r"|on second thoughts?,? (?:no|rather not|better not)"
    r"|(?:i['’]?m |i am )?(?:just |only )?(?:kidding|joking)|jk|(?:or )?(?:rather|better) not|correction"
    r"|vergiss (?:das|es)|streiche? das|(?:ich )?nehme? das zurück|(?:lieber )?doch nicht|lieber nicht"
    r"|(?:war )?(?:nur )?ein (?:scherz|witz|spaß)"
    r"|olvida eso|olvídalo|mejor no|es (?:una )?broma|oublie (?:ça|cela)|laisse tomber|(?:en fait|finalement) non|je plaisante"
    r"|esquece isso|dimenticalo|laat maar|забудь(?: это)?|算了|当我没说|انس ذلك)"
    rf"{_ENDS}"
    r"|wait,? (?:no\b(?! (?:longer|more|matter))|that['’]?s wrong|scratch)|no,? wait\b(?! (?:for|until|till|a |with|before|to))"
    r"|hold on,? no\b|nein,? warte|warte,? nein|ach nein\b|espera,? no\b|no,? espera\b|attends,? non|non,? attends|不对"
    r"|(?:sorry|oops|no),? i meant?\b|i meant\b|ich meinte\b|quise decir\b|je voulais dire\b|make that \d)"
)
"""How a sentence begins that takes back the one right before it, and not what was said earlier ("I changed my mind")."""


def unsaid_by(following: str) -> bool:
    """Whether a sentence takes back the whole of the sentence it stands behind: "no wait, spaces", "scratch that"."""
    return _UNSAID.match(following) is not None and not following.rstrip().endswith("?")


def taken_back(following: Sequence[str]) -> bool:
    """Whether the sentences that follow one limit it or take it back: the first of them in any way, the others plainly."""
    first = next(iter(following), "")
    limits = _FIRST.match(first) is not None and _NO_LIMIT.match(first) is None
    if limits or _TRAILING.search(first) or _SHOWN.match(first) or turns_away(first):
        return True
    return any(turns_away(each) or _LATER.match(each) or _ONLY.match(each) for each in following[1:])
