"""Which type a sentence has: a trait, a word to the agent, a place, or a fact of the project."""

from __future__ import annotations

import pytest

from extractor.domain import MemoryType
from extractor.memory.gate.dialogue import answered, chose
from extractor.models.offline.memory_type import type_of, type_of_all


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("I prefer short answers", MemoryType.USER),
        ("please never push to main", MemoryType.FEEDBACK),
        ("I always want you to answer in German", MemoryType.FEEDBACK),
        ("pls stop adding comments everywhere", MemoryType.FEEDBACK),
        ("niemals direkt auf main pushen", MemoryType.FEEDBACK),
        ("a partir de ahora, respóndeme en español", MemoryType.FEEDBACK),
        ("ab sofort keine Kommentare mehr", MemoryType.FEEDBACK),
        ("ab sofort nutzen wir Postgres", MemoryType.PROJECT),
        ("a partir de ahora usamos Postgres", MemoryType.PROJECT),
        ("I want you to always run the tests", MemoryType.FEEDBACK),
        ("I never want you to push", MemoryType.FEEDBACK),
        ("I don't want you to apologize", MemoryType.FEEDBACK),
        ("Ich will, dass du immer auf Deutsch antwortest", MemoryType.FEEDBACK),
        ("I don't like mocks", MemoryType.USER),
        ("my working hours are 9 to 17", MemoryType.USER),
        ("my native language is Polish", MemoryType.USER),
        ("Meine Zeitzone ist Europe/Berlin", MemoryType.USER),
        ("Mein Editor ist Vim", MemoryType.USER),
        ("不要推送到主分支", MemoryType.FEEDBACK),
        ("Nutze pnpm statt npm", MemoryType.FEEDBACK),
        ("usa siempre comillas simples", MemoryType.FEEDBACK),
        ("non usare mai any", MemoryType.FEEDBACK),
        ("никогда не коммить без спроса", MemoryType.FEEDBACK),
        ("항상 도커로 테스트해줘", MemoryType.FEEDBACK),
        ("テストは必ずDockerで実行してください", MemoryType.FEEDBACK),
        ("next time ask before deleting files", MemoryType.FEEDBACK),
        ("тесты запускаем только в докере", MemoryType.PROJECT),
        ("wir deployen nie freitags", MemoryType.PROJECT),
        ("issues are filed in Linear", MemoryType.REFERENCE),
        ("the shop sells to Norway only", MemoryType.PROJECT),
    ],
)
def test_a_sentence_has_the_type_of_what_it_speaks_of(sentence: str, kind: MemoryType) -> None:
    assert type_of(sentence) is kind


def test_an_order_of_work_is_a_word_to_the_agent() -> None:
    assert type_of("squash the commits", orders=True) is MemoryType.FEEDBACK


@pytest.mark.parametrize(
    "told", [chose("请选择一种布局?", "大的"), answered("Which one, please?", "the large")]
)
def test_a_retold_question_is_no_word_to_the_agent(told: str) -> None:
    assert type_of(told) is MemoryType.PROJECT


_PLAN, _SELF, _RULE = MemoryType.PROJECT, MemoryType.USER, MemoryType.FEEDBACK


@pytest.mark.parametrize(
    ("types", "of_all"),
    [
        ((_SELF,), _SELF),
        ((_SELF, _RULE), _SELF),
        ((_RULE, _SELF, _PLAN), _RULE),
        ((_SELF, _PLAN), _PLAN),
        ((_RULE, _PLAN, _PLAN), _PLAN),
        ((_PLAN, _RULE, _RULE), _PLAN),
    ],
)
def test_several_sentences_are_of_the_project_where_half_of_them_are(
    types: tuple[MemoryType, ...], of_all: MemoryType
) -> None:
    assert type_of_all(types) is of_all


def test_no_sentence_has_no_type() -> None:
    with pytest.raises(ValueError, match="at least one sentence"):
        type_of_all([])
