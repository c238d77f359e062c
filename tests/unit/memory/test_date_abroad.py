"""Days relative to the moment in languages beside English and German."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extractor.domain import Milliseconds
from extractor.memory.dates import made_absolute, relative_words, resolve

NOW = Milliseconds(int(datetime(2026, 11, 23, 15, tzinfo=UTC).timestamp() * 1000))
"""A Monday."""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("La entrega al cliente es mañana.", "mañana"),
        ("El fallo de ayer es de la red.", "ayer"),
        ("La entrega es la próxima semana.", "próxima semana"),
        ("La entrega es el viernes que viene.", "viernes que viene"),
        ("La livraison est due vendredi prochain.", "vendredi prochain"),
        ("La livraison est pour demain.", "demain"),
        ("La livraison est arrivée hier.", "hier"),
        ("Il freeze inizia domani.", "domani"),
        ("Il freeze inizia la settimana prossima.", "settimana prossima"),
        ("O freeze começa amanhã.", "amanhã"),
        ("O freeze começa na próxima sexta-feira.", "próxima sexta-feira"),
        ("De release is volgende week klaar.", "volgende week"),
        ("截止日期是明天。", "明天"),
        ("我们下周五发布。", "下周五"),
    ],
)
def test_what_means_another_day_later_is_found_and_the_sentence_not_kept(text: str, words: str) -> None:
    assert relative_words(text) == [words]
    assert made_absolute(text, NOW, UTC) is None
    assert resolve(text, NOW, UTC) == frozenset()


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
