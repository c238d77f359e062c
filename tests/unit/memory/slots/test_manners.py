"""How people say what they are called, where they live and how to talk with them, in eleven languages."""

from __future__ import annotations

import pytest

from extractor.memory.slots.manners import CALLED, LIKED, MANNER, ONESELF_ABROAD, TASTE


@pytest.mark.parametrize(
    "said",
    [
        "call me Jana",
        "Please just call me Sam.",
        "Nenn mich bitte Jana.",
        "Ich heiße Jana.",
        "Je m'appelle Claire.",
        "Me llamo Pedro.",
        "Mi chiamo Luca.",
        "Meu nome é João.",
        "Ik heet Jan.",
        "Меня зовут Иван.",
        "我叫小明。",
        "私の名前は田中です。",
        "اسمي أحمد.",
    ],
)
def test_what_somebody_is_called(said: str) -> None:
    assert CALLED.match(said)


@pytest.mark.parametrize(
    "said",
    ["Call me when it is done.", "call me back later", "Call me crazy, but it works.", "They call me Jana."],
)
def test_a_call_is_no_name(said: str) -> None:
    assert not CALLED.match(said)


@pytest.mark.parametrize(
    "said",
    [
        "Duze mich bitte.",
        "Antworte mir immer auf Deutsch.",
        "Antworte bitte kurz.",
        "Halte deine Antworten kurz.",
        "Tutoie-moi.",
        "Réponds-moi toujours en français.",
        "Tutéame, por favor.",
        "Respóndeme siempre en español.",
        "Rispondimi sempre in italiano.",
        "Responda-me sempre em português.",
        "항상 한국어로 대답해줘",
        "lütfen bana Türkçe cevap ver",
        "Odpowiadaj mi zawsze po polsku.",
        "हमेशा हिंदी में जवाब दो",
        "Antwoord me altijd in het Nederlands.",
        "Отвечай мне всегда по-русски.",
        "请用中文回答我。",
        "いつも日本語で答えてください。",
        "أجبني دائما بالعربية.",
    ],
)
def test_how_to_talk_with_somebody(said: str) -> None:
    assert MANNER.match(said)


@pytest.mark.parametrize(
    "said",
    [
        "Antworte dem Kunden immer mit Sie.",
        "Schreib den Test auf Deutsch um.",
        "Responde con 404 si falta el pedido.",
        "Réponds 404 quand la commande manque.",
        "The page answers in German.",
    ],
)
def test_how_a_program_answers_is_no_manner(said: str) -> None:
    assert not MANNER.match(said)


@pytest.mark.parametrize(
    "said",
    ["Je préfère des réponses courtes.", "Prefiero respuestas cortas.", "Я предпочитаю короткие ответы."],
)
def test_which_answers_somebody_likes(said: str) -> None:
    assert LIKED.match(said)
    assert not LIKED.match("Prefiero las pruebas unitarias.")


@pytest.mark.parametrize(
    ("said", "elsewhere"),
    [
        ("Je travaille à Lyon.", "Je travaille sur le module des prix."),
        ("Soy de Bogotá.", "Soy del equipo de pagos."),
        ("Vivo en Madrid.", "Trabajo en el módulo de pagos."),
        ("Ik woon in Gent.", "Ik werk in de map src."),
    ],
)
def test_where_somebody_lives_and_works_is_told_from_what_they_work_on(said: str, elsewhere: str) -> None:
    assert ONESELF_ABROAD.match(said)
    assert not ONESELF_ABROAD.match(elsewhere)


def test_a_taste_in_three_words_names_what_it_is_of() -> None:
    assert TASTE.search("I hate tabs")
    assert TASTE.search("i prefer vim")
    for said in ("I hate it", "I hate when that happens", "I prefer to wait", "They say I hate tabs"):
        assert not TASTE.search(said)
