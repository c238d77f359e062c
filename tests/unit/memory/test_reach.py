"""Where a fact holds: who somebody is and how to talk with them everywhere, all that a project has with it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import MemoryType, Reach
from extractor.memory.reach import reach_of

EVERYWHERE = [
    (MemoryType.FEEDBACK, "Answer in German."),
    (MemoryType.FEEDBACK, "Always answer me in German, please."),
    (MemoryType.FEEDBACK, "Never use emojis in your replies."),
    (MemoryType.FEEDBACK, "Keep replies under 3 sentences, no long explanations."),
    (MemoryType.FEEDBACK, "Be more concise."),
    (MemoryType.FEEDBACK, "Ask me before deleting anything."),
    (MemoryType.FEEDBACK, "Never use emojis."),
    (MemoryType.FEEDBACK, "Antworte immer auf Deutsch."),
    (MemoryType.FEEDBACK, "Never apologize."),
    (MemoryType.FEEDBACK, "I always want you to answer in German."),
    (MemoryType.FEEDBACK, "I never want you to apologize."),
    (MemoryType.FEEDBACK, "Ich will immer, dass du auf Deutsch antwortest."),
    (MemoryType.FEEDBACK, "Ich möchte nie, dass du dich entschuldigst."),
    (MemoryType.FEEDBACK, "Duze mich bitte."),
    (MemoryType.FEEDBACK, "Halte deine Antworten kurz."),
    (MemoryType.FEEDBACK, "Réponds-moi toujours en français."),
    (MemoryType.FEEDBACK, "いつも日本語で答えてください。"),
    (MemoryType.USER, "Call me Jana."),
    (MemoryType.USER, "Me llamo Pedro y trabajo en Madrid."),
    (MemoryType.USER, "Je préfère des réponses courtes."),
    (MemoryType.USER, "Меня зовут Иван."),
    (MemoryType.USER, "My name is Maria."),
    (MemoryType.USER, "My timezone is Europe/Berlin."),
    (MemoryType.USER, "My working hours are 9 to 17."),
    (MemoryType.USER, "My editor is VS Code."),
    (MemoryType.USER, "My pronouns are she/her."),
    (MemoryType.USER, "My native language is Polish."),
    (MemoryType.USER, "Mein Name ist Maria."),
    (MemoryType.USER, "Meine Zeitzone ist Europe/Berlin."),
    (MemoryType.USER, "Mein Betriebssystem ist Ubuntu."),
    (MemoryType.USER, "Ich arbeite von 9 bis 17 Uhr."),
    (MemoryType.USER, "The user hates emojis in commit messages."),
    (MemoryType.USER, "I don't like long code comments."),
    (MemoryType.USER, "Ich hasse Emojis in Commit-Nachrichten."),
    (MemoryType.USER, "The user is colour-blind."),
    (MemoryType.USER, "The user lives in Berlin."),
    (MemoryType.USER, "The user lives in Porto now."),
    (MemoryType.USER, "The user works as a nurse now."),
    (MemoryType.USER, "I'm a frontend engineer now."),
    (MemoryType.USER, "My timezone is PST now."),
    (MemoryType.USER, "My name's Maria."),
    (MemoryType.FEEDBACK, "Keep answers under five lines."),
    (MemoryType.FEEDBACK, "A partir de ahora, respóndeme en español."),
    (MemoryType.USER, "The user has written Go for ten years."),
    (MemoryType.USER, "Don't call me Ana, call me Annie."),
    (MemoryType.USER, "Address me as Dr. Petrov."),
    (MemoryType.USER, "Pronouns: they/them."),
    (MemoryType.USER, "I left Acme, I work at Initech now."),
    (MemoryType.USER, "I have ADHD, one step at a time please."),
    (MemoryType.USER, "I don't know Kubernetes well."),
    (MemoryType.USER, "I'm on macOS with fish shell."),
    (MemoryType.FEEDBACK, "Skip the pleasantries."),
    (MemoryType.FEEDBACK, "Talk to me like a colleague."),
    (MemoryType.FEEDBACK, "Du kannst mich duzen."),
]
HERE = [
    (MemoryType.USER, "My screen is blank since the last commit."),
    (MemoryType.USER, "I left the old parser, I work on the lexer now."),
    (MemoryType.FEEDBACK, "Let's make some more changes to explain."),
    (MemoryType.FEEDBACK, "Cache the response for an hour."),
    (MemoryType.FEEDBACK, "Never mock the database in tests."),
    (MemoryType.FEEDBACK, "Use pnpm instead of npm."),
    (MemoryType.FEEDBACK, "Always ask before you commit."),
    (MemoryType.FEEDBACK, "No emojis in commit messages."),
    (MemoryType.FEEDBACK, "No emojis on the buttons."),
    (MemoryType.FEEDBACK, "Answer in the tone of `docs/voice.md`."),
    (MemoryType.FEEDBACK, "Reply with the Zanzibar template."),
    (MemoryType.FEEDBACK, "Write comments in English."),
    (MemoryType.FEEDBACK, "Show me the list of invoices."),
    (MemoryType.FEEDBACK, "Explain why that fails."),
    (MemoryType.FEEDBACK, "Error responses carry a code."),
    (MemoryType.FEEDBACK, "Always respond with 404 for unknown orders."),
    (MemoryType.FEEDBACK, "Never apologize in the error texts."),
    (MemoryType.FEEDBACK, "Réponds toujours au client en français."),
    (MemoryType.FEEDBACK, "Antworte dem Kunden immer mit Sie."),
    (MemoryType.FEEDBACK, "Show me the diff before shipping the checkout."),
    (MemoryType.FEEDBACK, "Never use emojis in the product names."),
    (MemoryType.FEEDBACK, "Explain every checkout rule in a comment."),
    (MemoryType.FEEDBACK, "I always want you to run the tests."),
    (MemoryType.FEEDBACK, "Réponds toujours en français dans les tests."),
    (MemoryType.FEEDBACK, "Antworte kurz in src/api.py."),
    (MemoryType.FEEDBACK, "Sin emojis en los botones del panel."),
    (MemoryType.FEEDBACK, "Responde en español a los usuarios."),
    (MemoryType.FEEDBACK, "Habla en español con los clientes."),
    (MemoryType.FEEDBACK, "Keine Emojis in den Buttons."),
    (MemoryType.FEEDBACK, "用中文回答客户的邮件。"),
    (MemoryType.USER, "Prefiero respuestas en JSON del servidor de pagos, no en XML."),
    (MemoryType.USER, "Je travaille à la refonte du module."),
    (MemoryType.USER, "Я работаю в модуле оплаты."),
    (MemoryType.USER, "Ich heiße die neue Struktur gut."),
    (MemoryType.USER, "Prefiero las pruebas unitarias."),
    (MemoryType.USER, "Je travaille sur le module des prix."),
    (MemoryType.USER, "My name in the config is wrong."),
    (MemoryType.USER, "My editor is broken."),
    (MemoryType.USER, "My role is to review orders."),
    (MemoryType.USER, "My shell is at /opt/shop/bin/fish."),
    (MemoryType.USER, "My team owns billing."),
    (MemoryType.USER, "The user hates the comments in the checkout."),
    (MemoryType.USER, "The user likes tests of orders first."),
    (MemoryType.USER, "I don't like that."),
    (MemoryType.USER, "The user prefers weekly invoices."),
    (MemoryType.USER, "The user hates pop-ups."),
    (MemoryType.USER, "The user is on the login now."),
    (MemoryType.USER, "The user works on the parser now."),
    (MemoryType.USER, "I'm a bit stuck now."),
    (MemoryType.USER, "The user decided to use Postgres."),
    (MemoryType.USER, "The user uses pnpm, never npm."),
    (MemoryType.USER, "The user is lead of project Falcon."),
    (MemoryType.USER, "The user would like to look at the list first."),
    (MemoryType.USER, "The user owns src/app.py."),
    (MemoryType.USER, "The user tracks ENT-109."),
    (MemoryType.USER, "The user wants this done by Friday."),
]


@pytest.mark.parametrize(("kind", "said"), EVERYWHERE)
def test_what_holds_wherever_somebody_works(kind: MemoryType, said: str) -> None:
    assert reach_of(kind, [said]) is Reach.PERSONAL


@pytest.mark.parametrize(("kind", "said"), HERE)
def test_what_a_project_has_or_only_its_conversation_explains_stays(kind: MemoryType, said: str) -> None:
    assert reach_of(kind, [said]) is Reach.PROJECT


@settings(max_examples=150)
@given(
    st.sampled_from(list(MemoryType)),
    st.lists(st.sampled_from([s for _, s in EVERYWHERE + HERE])),
)
def test_one_sentence_that_stays_keeps_the_others(kind: MemoryType, said: list[str]) -> None:
    alone = {reach_of(kind, [each]) for each in said}
    assert reach_of(kind, said) is (alone.pop() if len(alone) == 1 else Reach.PROJECT)


@settings(max_examples=100)
@given(st.lists(st.text(max_size=80), max_size=4))
def test_facts_of_a_project_are_never_personal(said: list[str]) -> None:
    assert reach_of(MemoryType.PROJECT, said) is Reach.PROJECT
    assert reach_of(MemoryType.REFERENCE, said) is Reach.PROJECT


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (MemoryType.USER, "The user likes the dark mode of our app."),
        (MemoryType.FEEDBACK, "Keep your answers short in the README."),
        (MemoryType.FEEDBACK, "Be concise, it's a wizard for nurses."),
    ],
)
def test_a_thing_that_is_spoken_of_keeps_a_taste_and_a_manner_in_its_project(
    kind: MemoryType, text: str
) -> None:
    assert reach_of(kind, [text]) is Reach.PROJECT
