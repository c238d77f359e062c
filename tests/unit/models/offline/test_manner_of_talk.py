"""What people tell an agent of how to talk with them, and of themselves and their project in a word or two."""

from __future__ import annotations

import pytest

from extractor.domain import MemoryType
from extractor.models.offline.memory_type import type_of
from tests.unit.models.offline.test_model import put_down

OF_TALK = [
    "don't be so verbose",
    "less chatty please",
    "shorter answers",
    "fewer emojis please",
    "Kürzere Antworten bitte",
    "respuestas más cortas",
    "don't apologize",
    "don't thank me",
    "stop saying sorry",
    "be honest with me",
    "push back if I'm wrong",
    "tell me when I'm wrong",
    "disagree with me if needed",
    "teach me, don't just fix it",
    "one question at a time",
    "don't guess, look it up",
    "don't invent APIs",
    "cite sources",
    "speak plainly",
    "no small talk",
    "skip the apologies",
    "I run the commands myself",
    "don't edit gen/",
    "never run migrations, I do that",
    "ohne Fachjargon bitte",
]
OF_THE_PROJECT = [
    "our ci has no gpu.",
    "dont mock the db",
    "do that, but never commit the lockfile",
    "looks good but use our <Disclosure> from components/ui not headlessui",
    "metric units everywhere please",
    "please no more emojis in commits",
    "no more force pushes, ever",
    "the source of truth is the OpenAPI spec",
    "schema.prisma is the source of truth for types",
    "Backwards compatibility matters, we have external users",
    "accessibility is really important for us",
    '"the portal" means the customer portal',
    "FE stands for field engineer",
    'customers are called "members" here',
    "this is my first React app",
    "the app is for dentists",
    "we sell to hospitals",
    "staging auto deploys from develop",
    "we have no QA team",
    "we have two tenants",
    "we're pre-revenue",
    "budget is 50 euros a month",
    "must work offline",
    "it has to run on a Raspberry Pi",
    "must support IE11",
    "has to be GDPR compliant",
    "si tienes dudas, pregunta",
    "no mocks",
    "TDD please",
]
OF_PEOPLE = [
    "I come from Java",
    "I only have mornings for this project",
    "I'm on CET",
    "I don't do frontend",
    "I prefer pnpm.",
    "i hate tailwind",
    "Lena signs off on releases",
    "our PM is Sara",
    "I report to Kim",
]
OF_THE_MOMENT = [
    "let's go with B",
    "go with the second option",
    "shorter functions",
    "our tests have no errors.",
    "no more errors in tests",
    "no more failing tests in the code",
    "it's my first attempt at this",
    "less talk about this, do it",
    "this tool is for testing",
    "we have two failing tests",
    "we have two customers on the page",
    "we have no tests for this",
    "I'll do the commits now",
    "I come from the settings page",
    "budget is 5 in the test data",
    "it needs to run on port 3000",
    "don't be so sure",
    "si puedes, arregla esto",
    'it\'s called "Home" here',
    "to be honest, I'm not convinced that this file is needed",
    "delete the banner, it looks odd",
    "I prefer the second of those two, go with that",
    "Only run the third test now, the rest can wait.",
    "hmm, no, forget it, stay as it is",
    "stop, you're in the wrong folder",
    "must be the cache again",
    "I would never have thought of a bitmask there, nice work",
]


@pytest.mark.parametrize("said", [*OF_TALK, *OF_THE_PROJECT, *OF_PEOPLE])
def test_what_lasts_is_kept_though_it_is_short(said: str) -> None:
    assert put_down(said)


@pytest.mark.parametrize("said", OF_THE_MOMENT)
def test_what_reads_alike_and_is_of_the_moment_is_not(said: str) -> None:
    assert put_down(said) == []


@pytest.mark.parametrize(
    "said", ["Don't apologize.", "No small talk.", "Cite sources.", "One question at a time."]
)
def test_how_to_talk_is_feedback(said: str) -> None:
    assert type_of(said) is MemoryType.FEEDBACK
