"""Wording: one plain sentence, its question where it needs one, a name a person can read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.file_name import valid_name
from extractor.models.offline.wording import description, descriptions, hashed_name, name_of, statement


@pytest.mark.parametrize(
    ("text", "put_down"),
    [
        ("prices are integers", "Prices are integers."),
        ("that is great :)", "That is great."),
        ("I'd prefer short commits!", "The user would prefer short commits."),
        ("I hate long functions", "The user hates long functions."),
        ("I prefer that you ask me", "I prefer that you ask me."),
        ("pnpm-lock.yaml stays in git", "pnpm-lock.yaml stays in git."),
        ("use these:\n- one\n- two", "Use these: one; two."),
        ("只能用国内机房的。", "只能用国内机房的。"),
        ("dont log the pin ffs", "Dont log the pin."),
        (
            "leave generated files alone tho, thats protoc output",
            "Leave generated files alone, thats protoc output.",
        ),
        ("no trailers pls!", "No trailers."),
        ("let's add a flag 🤦🏻\u200d♂️ to take the limit off", "Let's add a flag to take the limit off."),
        ("the क्\u200dष stays a letter", "The क्\u200dष stays a letter."),
        ("the র\u200d্যাম stays as it is", "The র\u200d্যাম stays as it is."),
        ("never push 👩\u200d💻, always ask", "Never push, always ask."),
        ("always pnpm, 🙅\u200d♂️ npm", "Always pnpm, 🙅\u200d♂️ npm."),
        ("always use 🏳️\u200d🌈 emojis", "Always use 🏳️\u200d🌈 emojis."),
        ("check that x !\u200d= y", "Check that x !\u200d= y."),
    ],
)
def test_a_sentence_is_put_down_whole_and_plain(text: str, put_down: str) -> None:
    assert statement(text) == put_down


def test_a_long_description_is_cut_at_a_word_and_says_that_it_goes_on() -> None:
    text = "word " * 60
    assert len(description(text)) <= 150
    assert description(text).endswith("word …")
    assert text.startswith(description(text).removesuffix(" …"))
    assert description(f"{text}?").endswith("word …?")
    assert description("a short one") == "a short one"


FREEZE = (
    "We must never deploy the payment service on a Friday afternoon or during the quarterly accounting freeze of the"
    " finance department, with the one exception that security fixes always go out at once."
)


def test_a_long_description_keeps_the_end_that_limits_it_beside_its_beginning() -> None:
    first, *_ = descriptions(FREEZE)
    assert first.startswith("We must never deploy the payment service on a Friday afternoon")
    assert first.endswith(" … with the one exception that security fixes always go out at once.")


@pytest.mark.parametrize(
    "text",
    [
        FREEZE,
        f"{FREEZE} {FREEZE}",
        "Never deploy, " * 20,
        "x" * 400,
        f"Asked ‘{'Shall we, or not? ' * 12}’, the user said ‘yes, {'that is what I think, ' * 12}’.",
    ],
)
def test_no_description_is_too_long_or_begins_in_the_middle(text: str) -> None:
    for each in descriptions(text):
        assert len(each) <= 150
        assert text.startswith(each.split(" …")[0])


@pytest.mark.parametrize(
    "text", [", " * 5_000 + "not c", "Never deploy, " * 20, "Use it so. " * 20, "Deploy it, never, " * 900]
)
def test_descriptions_are_few_and_each_is_another(text: str) -> None:
    told = list(descriptions(text))
    assert len(told) == len({*told}) < 70


def test_a_short_text_is_its_only_description() -> None:
    assert list(descriptions("Never deploy, but ask.")) == ["Never deploy, but ask."]


def test_a_name_holds_the_words_that_say_something() -> None:
    assert name_of("We should always use the staging database in tests.") == "use-staging-database-tests"
    assert name_of("Do not mock it.") == "dont-mock"
    assert name_of("Die Straße heißt Grüner Weg.") == "strasse-heisst-gruner-weg"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I don't like mocks.", "dont-like-mocks"),
        ("We do not want any squash merges.", "dont-want-squash-merges"),
        ("Not all tests run in the pipeline.", "not-all-tests-run-pipeline"),
        ("I really don't ever push on Fridays.", "dont-push-fridays"),
        ("Orders come in batches, never v2 events.", "orders-come-batches-events"),
        ("The importer reads 20 rows, not 1,000.", "importer-reads-20-rows"),
        ("Nie wieder auf main pushen.", "nie-wieder-main-pushen"),
    ],
)
def test_a_name_that_denies_holds_what_is_denied(text: str, name: str) -> None:
    assert name_of(text) == name


DENIALS = ("don't", "do not", "never", "not", "no", "isn't", "won't", "without", "nicht", "kein", "nie")
IDLE = ("the", "any of the", "really", "ever", "to", "a", "(so far)")
WORDS = (
    "like",
    "want",
    "mean",
    "know",
    "expect",
    "mocks",
    "branches",
    "sure",
    "all",
    "usually",
    "things",
    "es2015",
    "v2",
)
SAID = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)


@settings(max_examples=500)
@given(
    SAID, st.sampled_from(DENIALS), st.lists(st.sampled_from(IDLE), max_size=2), st.sampled_from(WORDS), SAID
)
def test_a_name_with_a_denial_holds_the_next_word_that_says_something(
    before: str, denial: str, idle: list[str], denied: str, behind: str
) -> None:
    sentence = " ".join((before, denial, *idle, denied, behind))
    named = name_of(sentence).split("-")
    plain = denial.replace("do not", "dont").replace("'", "")
    if plain in named:
        is_any = any("any" in each for each in idle)
        assert named[named.index(plain) + 1] == ("any" if is_any else denied), sentence


def test_a_text_in_another_script_has_a_name_without_a_number() -> None:
    name = name_of("数据库只能用国内机房的")
    assert name == hashed_name("数据库只能用国内机房的")
    assert not any(letter.isdigit() for letter in name)


@settings(max_examples=300)
@given(st.text(min_size=1, max_size=200))
def test_every_name_is_a_file_s_name(text: str) -> None:
    assert valid_name(f"{name_of(text)}.md")


@pytest.mark.parametrize("text", ["MEMORY", "Memory!", "con", "nul."])
def test_no_fact_is_named_as_the_index_or_a_device(text: str) -> None:
    assert name_of(text).startswith("note-")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Stop using any in TypeScript.", "stop-using-any-in-typescript"),
        ("Do not use any for props.", "dont-use-any-for-props"),
        ("Never use any library.", "never-use-library"),
    ],
)
def test_a_name_does_not_rule_more_than_its_sentence(text: str, name: str) -> None:
    assert name_of(text) == name


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Der Staging-Server läuft auf Port 8081 hinter dem Proxy.", "staging-server-lauft-port"),
        ("Ich arbeite seit drei Jahren als Krankenpflegerin in Hamburg.", "arbeite-seit-drei-jahren"),
        ("Commits müssen vor dem Push von zwei Leuten angeschaut werden.", "commits-mussen-vor-push"),
        ("Las pruebas se ejecutan cada noche contra una base de datos real.", "pruebas-ejecutan-cada-noche"),
    ],
)
def test_a_name_does_not_end_in_the_middle_of_a_phrase(said: str, told: str) -> None:
    assert name_of(said) == told
