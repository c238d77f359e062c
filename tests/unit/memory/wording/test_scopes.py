"""Where, for whom and when a sentence holds is kept by what rests on it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.wording.scopes import lost_scope
from tests.support.gate import refusal


@pytest.mark.parametrize(
    ("words", "text", "told"),
    [
        ("In the importer, use tabs.", "Use tabs.", "In the importer"),
        ("On staging we skip the migrations.", "We skip the migrations.", "On staging"),
        ("For interns, reviews are mandatory.", "Reviews are mandatory.", "For interns"),
        ("Between releases we freeze main.", "The user freezes main.", "Between releases"),
        ("At night the jobs run hourly.", "The jobs run hourly.", "At night"),
        ("Also in the docs, please write British English.", "Write British English.", "in the docs"),
        ("Use tabs in Go files.", "Use tabs.", "in Go files"),
        ("Ask me before deleting files in data/.", "Ask before deleting files.", "in data/"),
        ("Don't add comments to generated code.", "Don't add comments.", "to generated code"),
        ("Never read settings from the environment.", "Never read settings.", "from the environment"),
        ("Nie Secrets aus dem Vault loggen.", "Nie Secrets loggen.", None),
        ("Don't add comments to code.", "Don't add comments.", None),
        ("Add tests to the release checklist.", "Add tests.", None),
        ("We log emails on staging.", "We log emails", "on staging"),
        ("Im Importer, bitte Tabs nutzen.", "Tabs nutzen.", "Im Importer"),
        ("Für Praktikanten sind Reviews Pflicht, in Go nutzen wir Tabs.", "In Go nutzen wir Tabs.", None),
        ("In the importer, use tabs.", "The importer uses tabs.", None),
        ("In the importer, use tabs.", "In the importer, use tabs.", None),
        ("In general, use tabs.", "Use tabs.", None),
        ("In this repo we use tabs.", "We use tabs.", None),
        ("Use tabs in this project.", "Use tabs.", None),
        ("For readability, use tabs.", "Use tabs.", None),
        ("In the meeting, we decided to use tabs.", "Use tabs.", None),
        ("In what we ship is Redis, and we use tabs.", "We use tabs.", None),
        ("On the one hand, I like tabs.", "The user likes tabs.", None),
        ("In the importer, use tabs. We deploy on Fridays.", "We deploy on Fridays.", None),
        ("Use tabs with care.", "Use tabs.", None),
        ("In a nutshell, use tabs.", "Use tabs.", None),
        (
            "In your last commit, the names are too short, I want long names.",
            "The user wants long names.",
            None,
        ),
        ("On Mondays we plan, on Fridays we demo.", "Demos are on Fridays.", None),
        ("In January we moved to GitHub Actions.", "The project uses GitHub Actions.", None),
        ("We deploy on Fridays at 5pm.", "We deploy on Fridays.", None),
        ("For faster builds, we cache node_modules.", "The project caches node_modules.", None),
        ("For development, auth is off.", "Auth is off.", "For development"),
        ("For testing purposes, auth is disabled.", "Auth is disabled.", "For testing purposes"),
        ("In setup.py, use tabs.", "Use tabs.", "In setup.py"),
        ("In terms of naming, use snake_case.", "Use snake_case.", None),
        ("On a related note, never push to main.", "Never push to main.", None),
        ("On top of that, use black.", "Use black.", None),
        ("In the README, please mention that it needs Node 20.", "It needs Node 20.", None),
        ("Im Moment nutzen wir Redis.", "Wir nutzen Redis.", None),
        ("On the second server, use tabs.", "Use tabs.", "On the second server"),
        ("The parser is pinned for good reason.", "The parser is pinned.", None),
        ("In the long run, use tabs.", "Use tabs.", None),
        ("In the staging system, use tabs.", "Use tabs.", "In the staging system"),
    ],
)
def test_a_text_keeps_the_scope_of_the_sentence_it_rests_on(words: str, text: str, told: str | None) -> None:
    problem = refusal(words, text)
    assert problem is None if told is None else problem is not None and f'"{told}"' in problem


SCOPES = [
    "In the importer",
    "On staging",
    "For interns",
    "At night",
    "Während der Tests",
    "En producción",
    "During reviews",
]
RULES = [
    "use tabs",
    "we skip the migrations",
    "the jobs run hourly",
    "please mock nothing",
    "we log emails in French",
]


@settings(max_examples=100)
@given(st.sampled_from(SCOPES), st.sampled_from(RULES), st.sampled_from([", ", " "]), st.booleans())
def test_a_sentence_told_whole_has_lost_no_scope_and_told_in_parts_it_has(
    scope: str, rule: str, between: str, is_behind: bool
) -> None:
    whole = f"{rule} {scope[0].lower()}{scope[1:]}" if is_behind else f"{scope}{between}{rule}"
    assert lost_scope(whole, [whole]) is None
    if between == ", " and not is_behind:
        assert lost_scope(rule, [whole]) == scope
