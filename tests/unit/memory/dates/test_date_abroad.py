"""Days relative to the moment in languages beside English and German."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from extractor.domain import Milliseconds
from extractor.memory.dates.dates import made_absolute, relative_words, resolve

NOW = Milliseconds(int(datetime(2026, 11, 23, 15, tzinfo=UTC).timestamp() * 1000))
"""A Monday."""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("La entrega al cliente es mañana.", "La entrega al cliente es el 2026-11-24."),
        ("A partir de mañana usamos pnpm.", "A partir de 2026-11-24 usamos pnpm."),
        ("La demo es mañana a las 9.", "La demo es el 2026-11-24 a las 9."),
        ("La entrega es el próximo lunes.", "La entrega es el 2026-11-30."),
        ("La livraison est pour demain.", "La livraison est pour le 2026-11-24."),
        ("La réunion était vendredi dernier.", "La réunion était le 2026-11-20."),
        ("Il freeze inizia domani.", "Il freeze inizia il 2026-11-24."),
        ("O freeze começa amanhã.", "O freeze começa 2026-11-24."),
        ("O freeze começa na próxima segunda-feira.", "O freeze começa 2026-11-30."),
        ("De release is overmorgen.", "De release is op 2026-11-25."),
        ("截止日期是明天。", "截止日期是2026-11-24。"),
        ("我们下周五发布。", "我们2026-12-04发布。"),
        ("这周日之前交付。", "2026-11-29之前交付。"),
        ("リリースは来週の金曜日です。", "リリースは2026-12-04です。"),
        ("再来週の月曜日に公開します。", "2026-12-07に公開します。"),
        ("마감은 다음 주 금요일입니다.", "마감은 2026-12-04입니다."),
        ("마감은 내일입니다.", "마감은 2026-11-24입니다."),
        ("Релиз завтра.", "Релиз 2026-11-24."),
        ("Teslim yarın.", "Teslim 2026-11-24."),
        ("Termin jutro.", "Termin 2026-11-24."),
        ("الموعد النهائي غدا.", "الموعد النهائي 2026-11-24."),
        ("La entrega es pasado mañana.", "La entrega es el 2026-11-25."),
        ("El corte fue antes de ayer.", "El corte fue el 2026-11-21."),
        ("La livraison est pour après demain.", "La livraison est pour le 2026-11-25."),
        ("La scadenza è dopo domani.", "La scadenza è il 2026-11-25."),
        ("Il rilascio era l'altro ieri.", "Il rilascio era il 2026-11-21."),
        ("O prazo é depois de amanhã.", "O prazo é 2026-11-25."),
        ("O corte foi anteontem.", "O corte foi 2026-11-21."),
        ("大后天发布。", "2026-11-26发布。"),
        ("下下周五发布。", "2026-12-11发布。"),
        ("上上周三换了数据库。", "2026-11-11换了数据库。"),
        ("다다음 주 금요일이 마감입니다.", "2026-12-11이 마감입니다."),
        ("마감은 내일모레입니다.", "마감은 2026-11-25입니다."),
    ],
)
def test_a_day_that_is_sure_is_written_as_what_it_means(text: str, told: str) -> None:
    assert made_absolute(text, NOW, UTC) == told
    assert len(resolve(text, NOW, UTC)) == 1
    assert relative_words(told) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("El fallo de ayer es de la red.", "ayer"),
        ("La entrega es la próxima semana.", "próxima semana"),
        ("La entrega es el viernes que viene.", "viernes que viene"),
        ("La livraison est due vendredi prochain.", "vendredi prochain"),
        ("Le gel commence demain en huit.", "demain"),
        ("Le monde de demain est libre.", "demain"),
        ("La livraison est arrivée hier.", "hier"),
        ("Il freeze inizia la settimana prossima.", "settimana prossima"),
        ("Il freeze inizia domani mattina.", "domani"),
        ("O freeze começa na próxima sexta-feira.", "na próxima sexta-feira"),
        ("De release is volgende week klaar.", "volgende week"),
        ("今天的前端都用 React。", "今天"),
        ("下周发布。", "下周"),
        ("明后天发布。", "明后天"),
        ("下周一定发布。", "下周"),
        ("下周三个人一起发布。", "下周"),
        ("下周日本团队发布。", "下周"),
        ("今週一番の仕事です。", "今週"),
        ("先週日本で公開した。", "先週"),
        ("明々後日に公開します。", "明々後日"),
        ("Релиз в следующую пятницу.", "следующую пятницу"),
        ("Teslim gelecek cuma.", "gelecek cuma"),
        ("الموعد النهائي الأسبوع القادم.", "الأسبوع القادم"),
    ],
)
def test_what_may_be_one_of_several_days_is_found_and_the_sentence_not_kept(text: str, words: str) -> None:
    assert relative_words(text, date(2026, 11, 23)) == [words]
    assert made_absolute(text, NOW, UTC) is None


def test_each_day_that_may_be_meant_can_be_written_by_who_knows_which() -> None:
    assert resolve("La entrega es el viernes que viene.", NOW, UTC) == {date(2026, 11, 27), date(2026, 12, 4)}
    assert len(resolve("La semaine prochaine on gèle.", NOW, UTC)) == 7
    assert resolve("Le gel commence demain en huit.", NOW, UTC) == frozenset()


@pytest.mark.parametrize(
    "text",
    [
        "Las copias se hacen por la mañana.",
        "Cada mañana a las 9 de la mañana hay una reunión.",
        "Hoy en día se usa pnpm.",
        "Esta segunda parte va aparte.",
        "Die Konfiguration liegt hier und wird nie verschoben.",
        "Hier ist die Doku.",
        "Elke dag in de morgen is de meeting.",
        "The hierarchy is fixed here.",
        "每天都要备份。",
    ],
)
def test_a_morning_and_a_place_are_no_day(text: str) -> None:
    assert relative_words(text) == []
    assert made_absolute(text, NOW, UTC) == text
