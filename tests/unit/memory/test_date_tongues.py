"""Days and months in languages beside English and German."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extractor.domain import Milliseconds
from extractor.memory.dates import made_absolute, relative_words
from extractor.memory.literals import Quoted, missing_literal

WEDNESDAY = Milliseconds(int(datetime(2026, 11, 18, 15, tzinfo=UTC).timestamp() * 1000))


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("La fecha límite es mañana.", "La fecha límite es el 2026-11-19."),
        ("La fecha límite es pasado mañana.", "La fecha límite es el 2026-11-20."),
        ("Es para mañana a las nueve.", "Es para el 2026-11-19 a las nueve."),
        ("La date limite est demain.", "La date limite est le 2026-11-19."),
        ("Nous avons tout changé hier.", "Nous avons tout changé le 2026-11-17."),
        ("O prazo é amanhã.", "O prazo é em 2026-11-19."),
        ("La scadenza è domani.", "La scadenza è il 2026-11-19."),
        ("De deadline is morgen.", "De deadline is op 2026-11-19."),
        ("截止日期是明天。", "截止日期是2026-11-19。"),
        ("締め切りは明日です。", "締め切りは2026-11-19です。"),
        ("마감은 내일입니다.", "마감은 2026-11-19입니다."),
        ("Нужно сделать до завтра.", "Нужно сделать до 2026-11-19."),
        ("Дедлайн завтра.", "Дедлайн 2026-11-19."),
        ("الموعد النهائي غدا.", "الموعد النهائي 2026-11-19."),
    ],
)
def test_a_day_is_read_in_the_persons_language_and_written_in_it(text: str, absolute: str) -> None:
    assert relative_words(text)
    assert made_absolute(text, WEDNESDAY, UTC) == absolute
    assert relative_words(absolute) == []
    assert missing_literal(absolute, [Quoted(text, WEDNESDAY)], UTC) is None


@pytest.mark.parametrize(
    "text",
    [
        "La fecha límite es el 4 de diciembre.",
        "La fecha límite es el 4 de diciembre de 2026.",
        "La date limite est le 4 décembre.",
        "O prazo é 4 de dezembro de 2026.",
        "La scadenza è il 4 dicembre.",
        "Нужно сделать до 4 декабря.",
        "截止日期是12月4日。",
        "締め切りは2026年12月4日です。",
        "마감은 12월 4일입니다.",
        "الموعد النهائي 4 ديسمبر.",
        "The export is due 12/4.",
    ],
)
def test_a_day_a_person_wrote_with_its_month_is_not_refused_in_another_form(text: str) -> None:
    said = [Quoted(text, WEDNESDAY)]
    for told in (text, "The export is due on 2026-12-04."):
        assert missing_literal(told, said, UTC) is None
    assert missing_literal("The export is due on 2026-12-05.", said, UTC) is not None


@pytest.mark.parametrize(
    "text",
    [
        "La fecha límite es el próximo viernes.",
        "迁移的截止日期是下周五。",
        "Дедлайн в следующую пятницу.",
        "The freeze starts in the next two weeks.",
    ],
)
def test_where_nobody_can_read_the_day_its_words_stay_and_a_date_near_is_taken(text: str) -> None:
    assert made_absolute(text, WEDNESDAY, UTC) == text
    assert relative_words(text) == []
    said = [Quoted(text, WEDNESDAY)]
    assert missing_literal("It is due on 2026-11-27.", said, UTC) is None
    refused = missing_literal("It is due on 2031-01-01.", said, UTC)
    assert refused is not None
    assert "leave it out" not in refused


@pytest.mark.parametrize(
    "text",
    [
        "Trabajo por la mañana.",
        "Hier steht der Server.",
        "Siempre usamos la rama de hoy.",
        "我们总是用今天的构建。",
        "The planet mars has 2 moons.",
    ],
)
def test_what_is_no_day_or_each_day_stays_as_it_was_said(text: str) -> None:
    assert relative_words(text) == []
    assert made_absolute(text, WEDNESDAY, UTC) == text
