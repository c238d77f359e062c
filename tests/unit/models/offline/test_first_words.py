"""First words: the sieve over many expressions lets through whatever would be found."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.models.offline import asking, cues, passing
from extractor.models.offline.first_words import Cue, Sieve, alternatives, beginnings, cue, plain_marks

ALL = {
    name: value
    for module in (asking, cues, passing)
    for name, value in vars(module).items()
    if isinstance(value, Cue)
}
SIEVE = Sieve(ALL.values())
WORDS = sorted(
    {word for cue in ALL.values() for word in re.findall(r"[a-z']{1,12}", cue.pattern)}
    | {
        "http://x",
        "2026-01-01",
        "#ops",
        "#FF5A",
        "don't",
        "didn't",
        "I'm",
        "mid-week",
        "A-B",
        "it's",
        "PROJECT Troy",
    }
)


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        ("always|no more", {"always ", "no mo"}),
        ("(?:can|could) (?:you|u)", {"can yo", "can u ", "could yo", "could u "}),
        ("(?:jan|feb)\\w*", {"jan", "feb"}),
        ("(?:ist )?egal", {"ist eg", "egal "}),
        ("(?:so |too )*far away", {"so so", "so to", "so fa", "too so", "too to", "too fa", "far aw"}),
        ("in (?:the )?\\w+", {"in th", "in "}),
        (
            "on(?:ly)? (?:(?:an?|1) )?go",
            {"on a ", "on an", "on 1 ", "on go", "only a ", "only an", "only 1 ", "only go"},
        ),
        ("no(?: longer)+ a", {"no lo"}),
        ("(?:as of|as)", {"as of", "as "}),
        (" at all", {""}),
        ("i (?!am)(?:will|)", {"i wi", "i "}),
        ("in a bit|in (?:\\d|x)", {"in a ", *(f"in {digit}" for digit in "0123456789"), "in x "}),
        ("summari[sz]e", {"summari"}),
        ("seems?", {"seem ", "seems "}),
        ("an? (?:one|two)", {"a on", "a tw", "an on", "an tw"}),
        ("back ?up|go* on", {"backup ", "back up", "g"}),
        ("colou?r|ha(?:s|ve) to", {"colour ", "color ", "has to", "have to"}),
        ("(?<!not )(?:always|never)", {"always ", "never "}),
        ("(?-i:Vault)|i'd", {"vault ", "i'd "}),
        ("\\d{2}:|[|)]x|.*y", {*"0123456789", ""}),
        ("(?:un|re)do", {"undo ", "redo "}),
        ("(?:un|re)*do", {"unun", "unre", "undo ", "reun", "rere", "redo ", "do "}),
        ("re-?run", {"re"}),
        ("re_?run", {"re_run ", "rerun "}),
        ("a{0,2}b", {""}),
    ],
)
def test_what_matches_begin_with_is_read_off_the_pattern(pattern: str, told: set[str]) -> None:
    assert beginnings(pattern) == told


def test_a_bar_within_a_group_or_a_set_parts_no_alternatives() -> None:
    assert [*alternatives(r"a(?:b|c)|[|)\]]|\||d")] == [r"a(?:b|c)", r"[|)\]]", r"\|", "d"]


@settings(max_examples=200)
@given(
    st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from([" ", " ", " ", "-", ", ", "'", ". ", "_"]))),
    st.sampled_from(["", "é", "我"]),
)
def test_a_cue_is_found_in_the_sieved_text_exactly_where_a_search_finds_it(
    words: list[tuple[str, str]], foreign: str
) -> None:
    text = "".join(f"{word}{behind}" for word, behind in words) + foreign
    sieved = SIEVE.of(text)
    for name, sign in ALL.items():
        assert sieved.has(sign) == (sign.search(text) is not None), (name, text)
        assert sieved.begins_with(sign) == (sign.match(text) is not None), (name, text)


def test_most_cues_are_sieved_out_of_a_plain_sentence() -> None:
    let_through = SIEVE.of("the parser reads a file").passing.bit_count()
    assert let_through < len(ALL) / 2


@pytest.mark.parametrize("apostrophe", [*"’‘`´ʼʹ′＇ˈ՚"])
def test_a_cue_with_an_apostrophe_is_found_in_whatever_sign_is_typed_for_it(apostrophe: str) -> None:
    written = f"Please don{apostrophe}t mock databases"
    assert plain_marks(written) == "Please don't mock databases"
    assert cues.STYLE.search(plain_marks(written))


@pytest.mark.parametrize("text", ["say ‘always’ to it", "the 5′ cable", "run `list`, then `test`"])
def test_a_mark_that_stands_beside_a_word_stays(text: str) -> None:
    assert plain_marks(text).count("'") == text.count("’")


def test_a_text_of_ascii_letters_is_not_asked_for_words_of_others() -> None:
    words = cue("immer|künftig|à partir d'ici|(?:f|für) alle", "每次", r"\#\w+")
    for text in (
        "ab jetzt immer",
        "KÜNFTIG",
        "also f alle",
        "für alle",
        "a partir",
        "see #ops",
        "每次",
        "kunftig",
    ):
        flagged = re.search(words.pattern, text, re.IGNORECASE)
        found = words.search(text)
        assert (found and found.span()) == (flagged and flagged.span()), text
    assert words.search("a kunftig b") is None


def test_words_none_of_which_are_ascii_are_found_in_no_ascii_text() -> None:
    assert cue("künftig|während").search("from now on") is None
    assert cue("künftig|während").search("") is None
    assert cue("künftig|während").search("nur KÜNFTIG") is not None
