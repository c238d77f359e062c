"""Days relative to the moment in languages beside English and German: "mañana", "vendredi prochain", "明天".

Owns their plain words in Spanish, French, Italian, Portuguese, Dutch, Chinese, Japanese, Korean, Russian, Turkish,
Polish and Arabic. Promises to find them, so that none lasts in a text as if it were a date, and one day only where
nothing beside them may tell another. Never reads a clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from extractor.memory.date_readers import Reading

_MORNING = (
    r"(?<!\bla )(?<!\besta )(?<!\besa )(?<!\bcada )(?<!\buna )(?:(?<!\bde )|(?<=partir de ))(?<!\btoda )"
    r"(?<!\bbuena )(?<!\bmedia )"
)
"""Before "mañana": it is a morning."""
_DAYS = (
    rf"{_MORNING}mañana|ayer|anteayer|hoy|hier\s+soir|avant-hier|aujourd['’]hui|demain|après-demain|ieri|oggi|domani|dopodomani"
    "|anteontem|ontem|hoje|amanhã|eergisteren|gisteren|vandaag|overmorgen|wczoraj|jutro|pojutrze|dzisiaj|昨天|前天|今天|明天|后天(?!性)|後天(?!性)"
    "|一昨日|明後日|昨日|明日|今日|어제|그저께|오늘|내일|모레"
)
_SPACED = re.compile(
    r"(?<!\w)(?:позавчера|послезавтра|вчера|завтра|сегодня|dün|bugün|yarın|غدا|غداً|أمس"
    r"|اليوم(?=\s*(?:[.،؛:!؟]|$))"
    r"|(?:следующ|прошл|эт|будущ)(?:ий|ей|ая|ую|ый|ого|ой|ую|от|у|их)\s+(?:недел\w+|месяц\w*|год\w*|квартал\w*"
    r"|понедельник|вторник|сред[ау]|четверг|пятниц[ау]|суббот[ау]|воскресенье)"
    r"|الأسبوع\s+(?:القادم|المقبل|الماضي|الحالي)|الشهر\s+(?:القادم|المقبل|الماضي)"
    r"|يوم\s+\w+\s+(?:القادم|المقبل|الماضي))(?!\w)",
    re.IGNORECASE,
)
"""Of Russian, Turkish, Polish and Arabic."""
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
    rf"|(?:n[oa]\s+)?(?:próxim[oa]|passad[oa])\s+(?:{_PT})(?:-feira)?|(?:{_PT})(?:-feira)?\s+(?:que\s+vem|passad[oa]|próxim[oa])"
    rf"|(?:gelecek|önümüzdeki|geçen|bu)\s+(?:hafta|ay|yıl|pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar)"
    rf"|(?:volgende?|vorige?|komende?|afgelopen|deze?|aanstaande)\s+(?:{_NL}))\b"
    r"|(?:下|上|本|这|這)(?:个|個)?(?:周|週|星期|礼拜|禮拜)[一二三四五六日天末]?|(?:下|上)(?:个|個)月|本月|明年|去年|今年"
    r"|(?:来|今|先|再来)週(?:の?[月火水木金土日]曜日?)?|(?:来|今|先)月|(?:다음|이번|지난)\s?(?:주(?:\s?[월화수목금토일]요일)?|달)",
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
_LEAD = 24
"""Characters before a word in which what leads to it stands."""
_SHIFT = {
    **dict.fromkeys(
        (
            "mañana",
            "demain",
            "domani",
            "amanhã",
            "明天",
            "明日",
            "내일",
            "завтра",
            "yarın",
            "jutro",
            "غدا",
            "غداً",
        ),
        1,
    ),
    **dict.fromkeys(
        (
            "après-demain",
            "dopodomani",
            "overmorgen",
            "后天",
            "後天",
            "明後日",
            "모레",
            "послезавтра",
            "pojutrze",
        ),
        2,
    ),
    **dict.fromkeys(
        (
            "hoy",
            "aujourd'hui",
            "oggi",
            "hoje",
            "vandaag",
            "今天",
            "今日",
            "오늘",
            "сегодня",
            "bugün",
            "dzisiaj",
            "اليوم",
        ),
        0,
    ),
    **dict.fromkeys(
        ("ayer", "ieri", "ontem", "gisteren", "昨天", "昨日", "어제", "вчера", "dün", "wczoraj", "أمس"), -1
    ),
    **dict.fromkeys(
        ("anteayer", "avant-hier", "anteontem", "eergisteren", "前天", "一昨日", "그저께", "позавчера"), -2
    ),
}
"""Plain words, and how many days they are from the day they are said."""
_OF_WEEK = {
    name: number
    for names in (
        "lunes martes miércoles jueves viernes sábado domingo",
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
        "lunedì martedì mercoledì giovedì venerdì sabato domenica",
        "segunda terça quarta quinta sexta sábado domingo",
        "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    )
    for number, name in enumerate(names.split())
}
_OF_WEEK_UNSPACED = {
    **{
        name: number
        for names in ("一二三四五六", "月火水木金土", "월화수목금토")
        for number, name in enumerate(names)
    },
    **dict.fromkeys("日天일", 6),
}
_WEEK_UNSPACED = re.compile(
    r"(?P<which>再来|来|今|先|다음|이번|지난|下|上|本|这|這)\s?(?:个|個)?(?:周|週|星期|礼拜|禮拜|주)の?\s?(?P<day>[一二三四五六日天月火水木金土월화수목금토일])?(?:曜日?|요일)?"
)
_WEEKS = {**dict.fromkeys(("来", "다음", "下"), 1), **dict.fromkeys(("先", "지난", "上"), -1), "再来": 2}
_ON = re.compile(
    r"próxim|viene|siguiente|prochain|prossim|que\s+vem|volgende|komende|aanstaande", re.IGNORECASE
)
_BACK = re.compile(r"pasad|derni|pass[ée]|scors|passad|vorige|afgelopen", re.IGNORECASE)
_ENDS = re.compile(r"\s*(?:[.,;:!?)،؛؟]|$)|\s+(?:a\s+las|à|às|alle|om)\s+\d")
"""Behind a word that is the day by itself: "demain en huit" is another one."""
_COUNTED = re.compile(r"\s*[,(–-]?\s*(?:dans|en|dentro|tra|fra|over|daqui|em|of|ou?|oder)\s", re.IGNORECASE)
"""Behind a day what may tell another: "vendredi prochain, dans une semaine", "demain ou lundi"."""
_FROM = re.compile(r"\bpartir d[ei]\s+$", re.IGNORECASE)
_OF_THE_FUTURE = re.compile(r"\b(?:de|di|del|van|il|un|o|le|el)\s+$", re.IGNORECASE)
"""Before "demain" it is the time to come: "le monde de demain"."""
_UNSPACED = re.compile("[\u4e00-\u9fff\uac00-\ud7a3]")
_ARTICLES = (
    (re.compile(rf"\b(?:{_ES}|mañana|ayer|anteayer|hoy)", re.IGNORECASE), "el "),
    (re.compile(rf"\b(?:{_FR}|demain|hier|aujourd)", re.IGNORECASE), "le "),
    (re.compile(rf"\b(?:{_IT}|domani|ieri|oggi)", re.IGNORECASE), "il "),
    (re.compile(rf"\b(?:{_NL}|overmorgen|e?gisteren|vandaag)", re.IGNORECASE), "op "),
)
_LED = re.compile(
    r"\b(?:el|le|il|lo|de|del|du|à|a|al|alla|dal|di|até|em|no|na|op|van|tot)\s+$", re.IGNORECASE
)
"""What stands before a date that takes no article, or has one."""

_PORTUGUESE = re.compile(r"n[oa]\s", re.IGNORECASE)


def abroad(text: str, today: date) -> Iterator[tuple[int, int, Reading]]:
    """Where such words stand, and the days they can mean: one where that is sure, none where words beside it may
    tell another."""
    for match in _NEAR.finditer(text):
        is_alone = not _COUNTED.match(text, match.end())
        yield match.start(), match.end(), _near(match[0], today) if is_alone else _UNDATED
    for match in (*_NAMED.finditer(text), *(() if text.isascii() else _SPACED.finditer(text))):
        yield match.start(), match.end(), _named(match, today)
    words = {match[0].lower() for match in _FRENCH.finditer(text)} if _HIER.search(text) else ()
    if len(words) >= _ENOUGH and not _GERMAN.search(text):
        for match in _HIER.finditer(text):
            yield match.start(), match.end(), _UNDATED


def written_abroad(words: str, before: str, day: date) -> str | None:
    """The day as a text in the language of the words has it behind what stands before it; None for other languages."""
    if _UNSPACED.search(words):
        return day.isoformat()
    if not any(way.fullmatch(words) for way in (_NEAR, _NAMED, _SPACED)):
        return None
    is_led = _LED.search(before) or _PORTUGUESE.match(words)
    article = "" if is_led else next((each for way, each in _ARTICLES if way.search(words)), "")
    return f"{article}{day.isoformat()}"


def _named(match: re.Match[str], today: date) -> Reading:
    shift = _SHIFT.get(" ".join(match[0].lower().replace("’", "'").split()))
    if shift is None:
        return _UNDATED
    day = (today + timedelta(days=shift),)
    if _UNSPACED.search(match[0]):
        return Reading(day, ranged=shift == 0)  # "今天" is nowadays, too
    before = match.string[max(0, match.start() - _LEAD) : match.start()]
    is_plain = _ENDS.match(match.string, match.end()) and not _COUNTED.match(match.string, match.end())
    is_plain = is_plain and not _OF_THE_FUTURE.search(before)
    return Reading(day) if is_plain or _FROM.search(before) else _UNDATED


def _near(words: str, today: date) -> Reading:
    monday = today - timedelta(days=today.weekday())
    if _UNSPACED.search(words):
        week = _WEEK_UNSPACED.fullmatch(words)
        if week is None:
            return _UNDATED
        monday += timedelta(days=7 * _WEEKS.get(week["which"], 0))
        return (
            Reading((monday + timedelta(days=_OF_WEEK_UNSPACED[week["day"]]),))
            if week["day"]
            else _whole_week(monday)
        )
    number = next((_OF_WEEK[name] for name in re.split(r"[\s-]+", words.lower()) if name in _OF_WEEK), None)
    step = 7 if _ON.search(words) else -7 if _BACK.search(words) else 0
    if number is None:
        is_week = re.search(r"\b(?:semana|semaine|settimana|week)\b", words, re.IGNORECASE)
        return _whole_week(monday + timedelta(days=step)) if is_week else _UNDATED
    of_week = monday + timedelta(days=step + number)
    away = (number - today.weekday()) % 7 or 7
    nearest = today + timedelta(days=away - 7 if step < 0 and away < 7 else -7 if step < 0 else away)
    if of_week == nearest or (step == 0 and of_week == today):
        return Reading((of_week,))
    return Reading((nearest, of_week), ranged=True)


def _whole_week(monday: date) -> Reading:
    return Reading(tuple(monday + timedelta(days=number) for number in range(7)), ranged=True)
