"""Days relative to the moment in languages beside English and German: "mañana", "vendredi prochain", "明天".

Owns their plain words in Spanish, French, Italian, Portuguese, Dutch, Chinese, Japanese, Korean, Russian, Turkish,
Polish and Arabic. Promises to find them, so that none lasts in a text as if it were a date, and one day only where
nothing beside them may tell another. Never reads a clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from extractor.memory.dates.date_readers import Reading
from extractor.memory.text.unspaced import SIGNS

_NAMES: dict[int | None, str] = {
    -3: "大前天",
    -2: "anteayer|antes de ayer|avant-hier|l'altro ieri|ieri l'altro|anteontem|antes de ontem|eergisteren|前天|一昨日|그저께"
    "|позавчера",
    -1: "ayer|ieri|ontem|gisteren|wczoraj|昨天|昨日|어제|вчера|dün|أمس",
    0: "hoy|aujourd'hui|oggi|hoje|vandaag|dzisiaj|今天|今日|오늘|сегодня|bugün|اليوم",
    1: "mañana|demain|domani|amanhã|jutro|明天|明日|내일|завтра|yarın|غدا|غداً",
    2: "pasado mañana|après-demain|après demain|dopodomani|dopo domani|depois de amanhã|overmorgen|pojutrze|后天|後天|明後日"
    "|내일모레|모레|послезавтра|بعد غد",
    3: "大后天|大後天",
    None: "hier soir|明后天|明後天|今明两天|今明兩天|明々後日",
}
"""Plain words by how many days they are from the day they are said; None: one that is not sure."""
_SHIFT = {word: days for days, words in _NAMES.items() for word in words.split("|")}
_MORNING = (
    r"(?<!\bla )(?<!\besta )(?<!\besa )(?<!\bcada )(?<!\buna )(?:(?<!\bde )|(?<=partir de ))(?<!\btoda )"
    r"(?<!\bbuena )(?<!\bmedia )"
)
"""Before "mañana": it is a morning."""
_WRITTEN = {
    "mañana": rf"{_MORNING}mañana",
    "后天": "后天(?!性)",
    "後天": "後天(?!性)",
    "اليوم": r"اليوم(?=\s*(?:[.،؛:!؟]|$))",
}
"""Words that are something else beside others."""
_NOWADAYS = r"(?!\s+(?:en\s+día|em\s+dia)\b)"
_OF_SIGNS = re.compile(f"[{SIGNS}]")


def _any(words: Iterable[str]) -> str:
    """Any of the words, the longest first."""
    found = sorted(words, key=len, reverse=True)
    return "|".join(_WRITTEN.get(each) or each.replace(" ", r"\s+").replace("'", "['’]") for each in found)


_NAMED = re.compile(
    rf"(?<![\w-])(?:{_any(word for word in _SHIFT if not _OF_SIGNS.search(word))}){_NOWADAYS}(?![\w-])"
    rf"|{_any(word for word in _SHIFT if _OF_SIGNS.search(word))}",
    re.IGNORECASE,
)
_ES = r"lunes|martes|miércoles|jueves|viernes|sábado|domingo|semana|mes|año|fin\s+de\s+semana|trimestre"
_FR = r"lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|semaine|mois|année|an|week-end|trimestre"
_IT = (
    r"lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|settimana|mese|anno|fine\s+settimana|trimestre"
)
_PT = r"segunda|terça|quarta|quinta|sexta|sábado|domingo|semana|mês|ano|fim\s+de\s+semana|trimestre"
_NL = r"maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|week|maand|jaar|weekend|kwartaal"
_OF_WEEK = {
    name: number for names in (_ES, _FR, _IT, _PT, _NL) for number, name in enumerate(names.split("|")[:7])
} | {
    name: number
    for names in ("一二三四五六日", "月火水木金土日", "월화수목금토일")
    for number, name in enumerate(names)
}
_OF_WEEK["天"] = 6
_WEEKS = {
    **dict.fromkeys(("上上", "先々", "지지난"), -2),
    **dict.fromkeys(("上", "先", "지난"), -1),
    **dict.fromkeys(("本", "这", "這", "今", "이번"), 0),
    **dict.fromkeys(("下", "来", "다음"), 1),
    **dict.fromkeys(("下下", "再来", "다다음"), 2),
    "再々来": 3,
}
"""What stands before a week, and how many weeks it is from this one."""
_NO_DAY = "定起样樣般直些共同切个個次天位名人种種项項件场場点點番回"
"""What makes a number of the sign that is a weekday's too: "下周一定", "下周三个人"."""
_WEEK = (
    rf"(?P<which>{_any(_WEEKS)})\s?(?:个|個)?(?:周|週|星期|礼拜|禮拜|주)"
    rf"(?:末|の?\s?(?P<day>[月火水木金土日](?=曜)|[월화수목금토일](?=요일)|(?<![今来]週)(?:[一二三四五六](?![{_NO_DAY}])|天|日(?!本)))"
    r"(?:曜日?|요일)?)?"
)
_NEAR = re.compile(
    rf"\b(?:(?:próxim[oa]|pasad[oa]|est[ea])\s+(?:{_ES})|(?:{_ES})\s+(?:que\s+viene|pasad[oa]|próxim[oa]|siguiente)"
    rf"|(?:cette|ce)\s+(?:{_FR})|(?:{_FR})\s+(?:prochaine?|derni(?:er|ère)|pass[ée]e?)"
    rf"|(?:prossim[oa]|scors[oa]|quest[oa])\s+(?:{_IT})|(?:{_IT})\s+(?:prossim[oa]|scors[oa])"
    rf"|(?:n[oa]\s+)?(?:próxim[oa]|passad[oa])\s+(?:{_PT})(?:-feira)?|(?:{_PT})(?:-feira)?\s+(?:que\s+vem|passad[oa]|próxim[oa])"
    r"|(?:gelecek|önümüzdeki|geçen|bu)\s+(?:hafta|ay|yıl|pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar)"
    rf"|(?:volgende?|vorige?|komende?|afgelopen|deze?|aanstaande)\s+(?:{_NL}))\b"
    rf"|{_WEEK}|(?:下|上)(?:个|個)月|本月|明年|去年|今年|(?:来|今|先)月|(?:다음|이번|지난)\s?달",
    re.IGNORECASE,
)
"""A day, a week or a longer stretch beside a word for this one, the next or the last."""
_NEAR_OTHERS = re.compile(
    r"(?<!\w)(?:(?:следующ|прошл|эт|будущ)(?:ий|ей|ая|ую|ый|ого|ой|ую|от|у|их)\s+(?:недел\w+|месяц\w*|год\w*|квартал\w*"
    r"|понедельник|вторник|сред[ау]|четверг|пятниц[ау]|суббот[ау]|воскресенье)"
    r"|الأسبوع\s+(?:القادم|المقبل|الماضي|الحالي)|الشهر\s+(?:القادم|المقبل|الماضي)"
    r"|يوم\s+\w+\s+(?:القادم|المقبل|الماضي))(?!\w)",
    re.IGNORECASE,
)
"""The same in Russian and Arabic: of these no day is read."""
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
_LEAD = 24
"""Characters before a word in which what leads to it stands."""
_ON = re.compile(
    r"próxim|viene|siguiente|prochain|prossim|que\s+vem|volgende|komende|aanstaande", re.IGNORECASE
)
_BACK = re.compile(r"pasad|derni|pass[ée]|scors|passad|vorige|afgelopen", re.IGNORECASE)
_WHOLE_WEEK = re.compile(r"\b(?:semana|semaine|settimana|week)\b", re.IGNORECASE)
_ENDS = re.compile(r"\s*(?:[.,;:!?)،؛؟]|$)|\s+(?:a\s+las|à|às|alle|om)\s+\d")
"""Behind a word that is the day by itself: "demain en huit" is another one."""
_COUNTED = re.compile(r"\s*[,(–-]?\s*(?:dans|en|dentro|tra|fra|over|daqui|em|of|ou?|oder)\s", re.IGNORECASE)
"""Behind a day what may tell another: "vendredi prochain, dans une semaine", "demain ou lundi"."""
_FROM = re.compile(r"\bpartir d[ei]\s+$", re.IGNORECASE)
"""Before a day on which something begins, whatever stands behind it."""
_OF_THE_FUTURE = re.compile(r"\b(?:de|di|del|van|il|un|o|le|el)\s+$", re.IGNORECASE)
"""Before "demain" it is the time to come: "le monde de demain"."""
_ARTICLES = (
    (re.compile(rf"\b(?:{_ES}|mañana|ayer|anteayer|hoy)\b", re.IGNORECASE), "el "),
    (re.compile(rf"\b(?:{_FR}|demain|hier|aujourd)\b", re.IGNORECASE), "le "),
    (re.compile(rf"\b(?:{_IT}|domani|dopodomani|ieri|oggi)\b", re.IGNORECASE), "il "),
    (re.compile(rf"\b(?:{_NL}|overmorgen|e?e?r?gisteren|vandaag)\b", re.IGNORECASE), "op "),
)
_WITHOUT = re.compile(r"n[oa]\s|.*(?:-feira|que\s+vem|passad[oa]|amanhã|ontem|hoje)$", re.IGNORECASE)
"""Portuguese, whose days take none; some of its names are Spanish ones, too."""
_LED = re.compile(
    r"\b(?:el|le|il|lo|de|del|du|à|a|al|alla|dal|di|até|em|no|na|op|van|tot)\s+$", re.IGNORECASE
)
"""What stands before a date that takes no article, or has one."""


def abroad(text: str, today: date) -> Iterator[tuple[int, int, Reading]]:
    """Where such words stand, and the days they can mean: one where that is sure, none where words beside it may
    tell another."""
    for match in _NEAR.finditer(text):
        is_alone = not _COUNTED.match(text, match.end())
        yield match.start(), match.end(), _near(match, today) if is_alone else _UNDATED
    for match in _NAMED.finditer(text):
        yield match.start(), match.end(), _named(match, today)
    if not text.isascii():
        yield from ((match.start(), match.end(), _UNDATED) for match in _NEAR_OTHERS.finditer(text))
    words = {match[0].lower() for match in _FRENCH.finditer(text)} if _HIER.search(text) else ()
    if len(words) >= _ENOUGH and not _GERMAN.search(text):
        yield from ((match.start(), match.end(), _UNDATED) for match in _HIER.finditer(text))


def written_abroad(words: str, before: str, day: date) -> str | None:
    """The day as a text in the language of the words has it behind what stands before it; None for other languages."""
    if not any(way.fullmatch(words) for way in (_NEAR, _NAMED)):
        return None
    is_plain = _OF_SIGNS.search(words) or _LED.search(before) or _WITHOUT.match(words)
    article = "" if is_plain else next((each for way, each in _ARTICLES if way.search(words)), "")
    return f"{article}{day.isoformat()}"


def _named(match: re.Match[str], today: date) -> Reading:
    shift = _SHIFT.get(" ".join(match[0].lower().replace("’", "'").split()))
    if shift is None:
        return _UNDATED
    day = (today + timedelta(days=shift),)
    if _OF_SIGNS.search(match[0]):
        return Reading(day, ranged=shift == 0)  # "今天" is nowadays, too
    before = match.string[max(0, match.start() - _LEAD) : match.start()]
    is_plain = _ENDS.match(match.string, match.end()) and not _COUNTED.match(match.string, match.end())
    is_plain = is_plain and not _OF_THE_FUTURE.search(before)
    return Reading(day) if is_plain or _FROM.search(before) else _UNDATED


def _near(match: re.Match[str], today: date) -> Reading:
    words, monday = match[0], today - timedelta(days=today.weekday())
    if match["which"]:
        monday += timedelta(weeks=_WEEKS[match["which"]])
        if match["day"]:
            return Reading((monday + timedelta(days=_OF_WEEK[match["day"]]),))
        return _UNDATED if words.endswith("末") else _week_from(monday)
    number = next((_OF_WEEK[name] for name in re.split(r"[\s-]+", words.lower()) if name in _OF_WEEK), None)
    weeks = 1 if _ON.search(words) else -1 if _BACK.search(words) else 0
    monday += timedelta(weeks=weeks)
    if number is None:
        return _week_from(monday) if _WHOLE_WEEK.search(words) else _UNDATED
    of_week, nearest = monday + timedelta(days=number), _nearest(number, today, is_past=weeks < 0)
    if of_week == nearest or (weeks == 0 and of_week == today):
        return Reading((of_week,))
    return Reading((nearest, of_week), ranged=True)


def _nearest(number: int, today: date, *, is_past: bool) -> date:
    """The next day of that number after today, or the last one before it."""
    if is_past:
        return today - timedelta(days=(today.weekday() - number) % 7 or 7)
    return today + timedelta(days=(number - today.weekday()) % 7 or 7)


def _week_from(monday: date) -> Reading:
    return Reading(tuple(monday + timedelta(days=number) for number in range(7)), ranged=True)
