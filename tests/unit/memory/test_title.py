"""What a memory file is called, and how its name is shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.memory.title import is_made_of, name_of, title


@pytest.mark.parametrize(
    ("name", "said", "shown"),
    [
        ("deploys-only-happen-tuesdays", "Deploys only happen on Tuesdays.", "Deploys only happen Tuesdays"),
        ("contact-acme-paypal-api", "Our contact at Acme for the PayPal API.", "Contact Acme PayPal API"),
        ("iphone-app-uses-swift", "The iPhone app uses Swift.", "iPhone app uses Swift"),
        ("main-never-push", "Never push to main.", "Main never push"),
        ("prices-cents", "All in cents. Prices too.", "Prices cents"),
        ("ruckfragen-fur-prufer", "Rückfragen für Prüfer immer auf Deutsch.", "Rückfragen für Prüfer"),
        ("strassennamen-uber", "Straßennamen stehen über der Karte.", "Straßennamen über"),
        ("note-ffaaokml", "Никогда не пушить в main без ревью.", "Никогда не пушить в main"),
        ("note-ffaaokml", "提交信息永远用中文写，不要用英文写，谢谢大家的配合。", "提交信息永远用中文写"),
        ("note-ffaaokml", "", "Note ffaaokml"),
        ("server-neu-starten", "Den Server nachts neu starten.", "Server neu starten"),
    ],
)
def test_a_title_spells_a_word_as_the_sentence_does(name: str, said: str, shown: str) -> None:
    assert title(name, said) == shown


def test_a_word_that_is_spelled_in_two_ways_stays_as_the_name_has_it() -> None:
    assert title("tell-us-about-us", "Tell us about the US.") == "Tell us about us"


def test_a_word_without_its_apostrophe_gets_it_back() -> None:
    assert title("dont-mock-database", "Do not mock the database.") == "Don't mock database"
    assert title("users-wouldnt-pay", "The users wouldn’t pay.") == "Users wouldn’t pay"


def test_a_name_a_person_gave_keeps_its_spelling() -> None:
    assert title("the tuesday rule", "Deploys on Tuesday.") == "The tuesday rule"
    assert title("Release-tuesday", "Deploys on Tuesday.") == "Release tuesday"


@given(st.text(max_size=80), st.text(max_size=200))
def test_a_title_has_the_words_of_its_name(name: str, said: str) -> None:
    words = name.replace("-", " ").replace("_", " ").split()
    assert len(title(name, said).split()) == len(words)


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("Deploys go out on Thursdays now.", "deploys-go-out-thursdays-now"),
        ("We don't deploy on Fridays.", "dont-deploy-fridays"),
        ("The staging server needs a login, but not the one in Berlin.", "staging-server-needs-login-but"),
        ("Use tabs in Makefiles only.", "use-tabs-makefiles"),
        ("It is what it is.", "what"),
        ("It is.", "it-is"),
        ("…", "…"),
    ],
)
def test_a_name_is_a_few_words_of_its_sentence(sentence: str, name: str) -> None:
    assert name_of(sentence) == name


@given(st.text(max_size=400))
def test_a_name_is_short_and_the_same_for_the_same_sentence(sentence: str) -> None:
    assert len(name_of(sentence)) <= 50
    assert name_of(sentence) == name_of(sentence)


@pytest.mark.parametrize(
    ("name", "gone", "kept", "made"),
    [
        ("bob-gets-fired-december", "Bob gets fired in December.", "Bob owns the parser.", True),
        ("pruefung-am-dienstag", "Die Prüfung ist am Dienstag.", "Kaffee ist da.", False),
        ("prufung-dienstag", "Die Prüfung ist am Dienstag.", "Kaffee ist da.", True),
        ("dont-mock", "Don't mock it.", "Kaffee ist da.", True),
        ("staging-port", "The staging port is 8080.", "The staging port is in Rome.", False),
        ("release-process", "The release is on Friday.", "Tag it.", False),
        ("one", "Two.", "Three.", False),
    ],
)
def test_a_name_is_made_of_what_is_gone_where_most_of_its_words_are_said_by_nothing_else(
    name: str, gone: str, kept: str, made: bool
) -> None:
    assert is_made_of(name, [gone], [kept]) is made


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Der Staging-Server läuft auf Port 8081 hinter dem Proxy.", "staging-server-läuft-auf-port"),
        ("Ich schreibe Berichte seit drei Jahren nur auf Deutsch.", "ich-schreibe-berichte"),
        ("Usamos PostgreSQL en producción y SQLite en las pruebas.", "usamos-postgresql-en-producción"),
        ("Los despliegues se hacen los martes por la mañana.", "los-despliegues-se-hacen"),
        ("Les tests tournent chaque nuit sur le serveur.", "les-tests-tournent-chaque-nuit"),
        ("The office moved to LA.", "office-moved-la"),
    ],
)
def test_a_name_does_not_end_in_the_middle_of_a_phrase(said: str, told: str) -> None:
    assert name_of(said) == told
