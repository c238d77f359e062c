"""Days relative to the moment in languages beside English and German: "mañana", "vendredi prochain", "明天".

Owns their plain words in Spanish, French, Italian, Portuguese, Dutch and Chinese. Promises to find them, so that none
lasts in a text as if it were a date; such a sentence is never rewritten. Never reads a clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.date_readers import Reading

_MORNING = r"(?<!\bla )(?<!\besta )(?<!\besa )(?<!\bcada )(?<!\buna )(?<!\bde )(?<!\btoda )(?<!\bbuena )(?<!\bmedia )"
"""Before "mañana": it is a morning."""
_DAYS = (
    rf"{_MORNING}mañana|ayer|anteayer|hoy|hier\s+soir|avant-hier|aujourd['’]hui|demain|après-demain|ieri|oggi|domani|dopodomani"
    "|anteontem|ontem|hoje|amanhã|eergisteren|gisteren|vandaag|overmorgen|昨天|前天|今天|明天|后天(?!性)|後天(?!性)"
)
_NOWADAYS = r"(?!\s+(?:en\s+día|em\s+dia)\b)"
_NAMED = re.compile(rf"(?<![a-zà-ÿ-])(?:{_DAYS}){_NOWADAYS}(?![a-zà-ÿ-])", re.IGNORECASE)
_ES = r"lunes|martes|miércoles|jueves|viernes|sábado|domingo|semana|mes|año|fin\s+de\s+semana|trimestre"
_FR = r"lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|semaine|mois|année|an|week-end|trimestre"
_IT = (
    r"lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|settimana|mese|anno|fine\s+settimana|trimestre"
)
_PT = r"segunda|terça|quarta|quinta|sexta|sábado|domingo|semana|mês|ano|fim\s+de\s+semana|trimestre"
_NL = r"maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|week|maand|jaar|weekend|kwartaal"
_NEAR = re.compile(
    rf"\b(?:(?:próxim[oa]|pasad[oa]|est[ea])\s+(?:{_ES})|(?:{_ES})\s+(?:que\s+viene|pasad[oa]|próxim[oa]|siguiente)"
    rf"|(?:cette|ce)\s+(?:{_FR})|(?:{_FR})\s+(?:prochaine?|derni(?:er|ère)|pass[ée]e?)"
    rf"|(?:prossim[oa]|scors[oa]|quest[oa])\s+(?:{_IT})|(?:{_IT})\s+(?:prossim[oa]|scors[oa])"
    rf"|(?:próxim[oa]|passad[oa])\s+(?:{_PT})(?:-feira)?|(?:{_PT})(?:-feira)?\s+(?:que\s+vem|passad[oa]|próxim[oa])"
    rf"|(?:volgende?|vorige?|komende?|afgelopen|deze?|aanstaande)\s+(?:{_NL}))\b"
    r"|(?:下|上|本|这|這)(?:个|個)?(?:周|週|星期|礼拜|禮拜)[一二三四五六日天末]?|(?:下|上)(?:个|個)月|本月|明年|去年|今年",
    re.IGNORECASE,
)
_HIER = re.compile(r"(?<![\w-])hier(?![\w-])", re.IGNORECASE)
_FRENCH = re.compile(
    r"\b(?:le|la|les|des|du|est|nous|vous|on|une?|été|pour|avec|dans|qui|depuis|a|avons)\b|\b(?:c|j|l|d)['’]",
    re.IGNORECASE,
)
_GERMAN = re.compile(
    r"\b(?:ist|der|die|das|wir|und|nicht|ein|eine|wird|sind|liegt|steht|mit|von|im|auf|ich|es)\b",
    re.IGNORECASE,
)
_ENOUGH = 2
"""French words that tell "hier", yesterday, apart from the German word for here."""
_UNDATED = Reading(ranged=True)


def abroad(text: str) -> Iterator[tuple[int, int, Reading]]:
    """Where such words stand; none is read as a day, for what stands beside it may tell another ("demain en huit")."""
    found = [*_NEAR.finditer(text), *_NAMED.finditer(text)]
    words = {match[0].lower() for match in _FRENCH.finditer(text)} if _HIER.search(text) else ()
    if len(words) >= _ENOUGH and not _GERMAN.search(text):
        found += _HIER.finditer(text)
    for match in found:
        yield match.start(), match.end(), _UNDATED
