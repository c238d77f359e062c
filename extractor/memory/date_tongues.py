"""The words people name days and months with in languages beside English and German.

Owns today and the days around it, the months behind a number, and words of days that are not read. Promises plain
tables and patterns. Never reads a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


def _around(*rows: str) -> dict[str, int]:
    """The words for the days around today, the middle one."""
    first = -(len(rows) // 2)
    return {word: number for number, row in enumerate(rows, start=first) for word in row.split("|") if word}


_BY_LEAD = {
    "el": _around("anteayer|antier|antes de ayer", "ayer", "hoy", "mañana", "pasado mañana"),
    "le": _around("avant-hier", "hier", "aujourd'hui|aujourd’hui", "demain", "après-demain"),
    "il": _around("l'altro ieri|altroieri", "ieri", "oggi", "domani", "dopodomani"),
    "em": _around("anteontem", "ontem", "hoje", "amanhã", "depois de amanhã"),
    "op": _around("eergisteren", "gisteren", "vandaag", "", "overmorgen"),
    "": _around(
        "позавчера|позавчора|przedwczoraj|أول أمس|前天|一昨日|おととい|그저께",
        "вчера|вчора|учора|wczoraj|أمس|昨天|昨日|어제",
        "сегодня|сьогодні|dziś|dzisiaj|اليوم|今天|今日|本日|오늘",
        "завтра|jutro|غدا|غداً|غدًا|明天|明日|내일",
        "послезавтра|післязавтра|pojutrze|بعد غد|后天|後天|明後日|あさって|모레",
    ),
}
LEADS = {word: lead for lead, words in _BY_LEAD.items() for word in words}
"""What leads to a day in the language of a word for one."""
DAYS = {word: number for words in _BY_LEAD.values() for word, number in words.items()}
"""How many days a word is from today."""
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")


def _either(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


DAY = (
    r"(?<!\bla )(?<!\besta )(?<!\bcada )(?<!\buna )(?<!大)"
    rf"((?<!\w)(?:{_either(word for word in DAYS if not _UNSPACED.fullmatch(word))})(?!\w)"
    rf"|{_either(word for word in DAYS if _UNSPACED.fullmatch(word))})"
)
"""One of the words; `la mañana` is the morning."""
FRENCH = re.compile(
    r"\b(?:le|la|les|nous|est|était|étaient|avons|ont|depuis|une|pour|dans|on a|ils?|elles?)\b|[cdjl]['’]",
    re.IGNORECASE,
)
"""A word of French: "hier" is the day before there, and "here" in German."""
DUTCH = re.compile(r"\b(?:de|het|een|is|wordt|voor|tot)\b", re.IGNORECASE)

_NAMES = (
    "enero|janvier|janeiro|gennaio|januari|stycznia|января|січня|يناير",
    "febrero|février|fevereiro|febbraio|februari|lutego|февраля|лютого|فبراير",
    "marzo|mars|março|maart|marca|марта|березня|مارس",
    "abril|avril|aprile|kwietnia|апреля|квітня|أبريل",
    "mayo|maio|maggio|mei|maja|мая|травня|مايو",
    "junio|juin|junho|giugno|juni|czerwca|июня|червня|يونيو",
    "julio|juillet|julho|luglio|juli|lipca|июля|липня|يوليو",
    "agosto|août|augustus|sierpnia|августа|серпня|أغسطس",
    "septiembre|setiembre|septembre|setembro|settembre|września|сентября|вересня|سبتمبر",
    "octubre|octobre|outubro|ottobre|października|октября|жовтня|أكتوبر",
    "noviembre|novembre|novembro|listopada|ноября|листопада|نوفمبر",
    "diciembre|décembre|dezembro|dicembre|grudnia|декабря|грудня|ديسمبر",
)
MONTHS = {word: number for number, row in enumerate(_NAMES, start=1) for word in row.split("|")}
"""Months as they stand behind the day of the month, or before the year."""

UNREAD = re.compile(
    r"\b(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|semana|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
    r"|semaine|(?:próximo|este) mes|mes que viene|mois prochain|ce mois|mês que vem"
    r"|(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?|lunedì|martedì|mercoledì|giovedì|venerdì|sabato"
    r"|domenica|settimana|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|maand|tydzień|tygodniu|miesiącu|piątek"
    r"|понедельник|вторник|сред[ауеы]|четверг|пятниц[ауеы]|суббот[ауеы]|воскресень[ея]|недел[яюеи]|месяц[ае]?|тиждень|тижні"
    r"|الأسبوع|الشهر|الأحد|الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|(?:a couple of|a few|several) (?:days|weeks|months)"
    rf"|(?:next|within|about) (?:the next )?\w+ (?:days|weeks|months)|Q[1-4]|{_either(MONTHS)})\b"
    r"|(?:周|週|星期|礼拜|禮拜)[一二三四五六日天]|[上下]个?[周週月]|[月年][底末]|[月火水木金土日]曜|[来先今][週月]"
    r"|[월화수목금토일]요일|(?:다음|지난|이번) ?[주달]",
    re.IGNORECASE,
)
"""Words of days, weeks and months that name some and are not read."""
