"""Where the sentences of a line end."""

from __future__ import annotations

import re
from bisect import bisect_right

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from extractor.memory.body import take_apart
from extractor.memory.dates.date_words import stands_in_a_date
from extractor.memory.wording.sentence_ends import ABBREVIATION, code_spans, cuts
from tests.support.honest import HONEST


def naive(text: str) -> list[tuple[int, int]]:
    """The rule of CommonMark, run by run: code ends at the next run of the same length."""
    runs = [match.span() for match in re.finditer("`+", text)]
    found: list[tuple[int, int]] = []
    for begin, end in runs:
        if found and begin < found[-1][1]:
            continue
        close = next((b for a, b in runs if a >= end and b - a == end - begin), None)
        if close is not None:
            found.append((begin, close))
    return found


@settings(max_examples=500)
@given(st.text(alphabet="`ab. ", max_size=40))
@example("`a` b `c")
@example("``a`b`` c")
@example("``.`.`")
def test_code_stands_between_runs_of_backticks_of_one_length(text: str) -> None:
    assert code_spans(text, 0, len(text)) == naive(text)


def test_a_dot_in_code_ends_no_sentence() -> None:
    assert take_apart("Use `a. B` here. Then go.").statements == ("Use `a. B` here.", "Then go.")


def test_a_text_of_many_runs_is_taken_apart() -> None:
    text = "x " + " ".join("`" * size for size in range(1, 300))
    assert take_apart(text).statements == (text,)


def plain_cuts(text: str) -> list[str]:
    """The rule of an end of a sentence, held to all that stands before and behind each full stop."""
    end = re.compile(r"[.!?…]+[)\]\"'”’»*_]*[ \t]+(?=[A-Z0-9\"'“‘«(\[`*_À-ÖØ-ÞΑ-ΫА-Я])")
    code = naive(text)
    found: list[str] = []
    at = 0
    for match in end.finditer(text):
        stop = match.start() + len(match[0].rstrip())
        before = bisect_right([begin for begin, _ in code], match.start()) - 1
        if before >= 0 and match.start() < code[before][1]:
            continue
        if ABBREVIATION.search(text[at:stop]) or stands_in_a_date(text[at:stop], text[stop:]):
            continue
        found.append(text[at:stop])
        at = match.end()
    return [*found, text[at:]] if at < len(text) else found


@pytest.mark.parametrize(
    "sentence",
    [
        "El Sr. López aprueba cada despliegue.",
        "La Sra. García y la Dra. Ruiz revisan todo.",
        "Como Ud. López dijo ayer.",
        "La oficina está en EE. UU. desde 2020.",
        "Usa un puerto libre, p. ej. HTTP.",
        "La oficina está en la av. Paulista.",
        "Mme. Curie et M. Dupont valident les livraisons.",
        "Nur mit Freigabe von Hr. Dr. Müller und Fr. Maier.",
        "Nie am Freitag, z.B. Hotfixes.",
        "Il Sig. Rossi approva.",
    ],
)
def test_an_abbreviation_of_another_language_ends_no_sentence(sentence: str) -> None:
    assert take_apart(f"{sentence} Then go.").statements == (sentence, "Then go.")


def test_dots_for_a_part_of_a_statement_end_no_sentence() -> None:
    assert take_apart("There is no MERGE ... RETURNING there.").statements == (
        "There is no MERGE ... RETURNING there.",
    )
    assert take_apart("Say YES ... Then go.").statements == ("Say YES ...", "Then go.")


def test_a_day_with_its_date_ends_no_sentence() -> None:
    assert take_apart("Wir gehen am 8.12. (2026-12-08) live. Danach Pause.").statements == (
        "Wir gehen am 8.12. (2026-12-08) live.",
        "Danach Pause.",
    )
    assert take_apart("The limit is 3. (2026 was the year.)").statements == (
        "The limit is 3.",
        "(2026 was the year.)",
    )


def test_a_word_that_only_looks_like_an_abbreviation_ends_its_sentence() -> None:
    assert take_apart("It takes 1 hr. Then go.").statements == ("It takes 1 hr.", "Then go.")
    assert take_apart("Está en EE. UU. Maria va.").statements == ("Está en EE. UU.", "Maria va.")


PIECES = (
    "A.",
    "e.g.",
    "approx.",
    "(fig.",
    "am 3.",
    "14.",
    "Mai",
    "September",
    "It",
    "is",
    "so.",
    "…",
    "..",
    ".)",
)


@settings(max_examples=500)
@given(
    st.lists(st.sampled_from((*PIECES, "`", "?!", "**", " ", "\t", "x" * 20)), max_size=30),
    st.sampled_from(("", " ")),
)
@example(["x" * 20, "approx.", "Ten"], " ")
@example(["a", "so.", " " * 30, "Mai"], " ")
def test_what_stands_far_from_a_full_stop_says_nothing_about_it(pieces: list[str], between: str) -> None:
    text = between.join(pieces)
    assert [text[start:end] for start, end in cuts(text, 0, len(text))] == plain_cuts(text)


def test_every_honest_sentence_is_cut_by_the_plain_rule() -> None:
    text = ". ".join(words for each in HONEST for _, words in (*each.said, ("", each.text)))
    assert [text[start:end] for start, end in cuts(text, 0, len(text))] == plain_cuts(text)


@pytest.mark.timeout(20)  # in the square of its length each takes many minutes
@pytest.mark.parametrize(
    "unit", ["A. ", "Smith, J. K. and Miller, A. B.; ", "am 3. Mai ", "…", ".", "`A. ", "**Why:** x\n"]
)
def test_no_heap_of_full_stops_holds_the_reading_of_a_file_up(unit: str) -> None:
    body = take_apart(unit * (1_000_000 // len(unit)))
    assert sum(map(len, body.statements)) + len(body.why or "") > 0
