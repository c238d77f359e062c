"""A query is what a person wrote, whatever it was."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.archive.closeup import all_of, any_of, told
from extractor.recall.query import LONGEST, MOST_TERMS, Query, Term, parse


def word(text: str) -> Term:
    return Term((text,))


def test_words_count_and_stop_words_do_not() -> None:
    assert parse("what did we decide about the Webhook").words == (word("decide"), word("Webhook"))


def test_stop_words_are_looked_for_where_there_is_nothing_else() -> None:
    assert parse("who are you").words == (word("who"), word("are"), word("you"))


def test_a_quoted_phrase_is_needed_whole_its_stop_words_included() -> None:
    assert parse('retry "to the end" now').phrases == (Term(("to", "the", "end")),)


def test_a_mark_that_is_never_closed_quotes_nothing() -> None:
    assert parse('a 27" monitor').words == (word("27"), word("monitor"))
    open_ended = parse('"one phrase" open "without end')
    assert open_ended.words == (word("open"), word("without"), word("end"))
    assert open_ended.phrases == (Term(("one", "phrase")),)
    assert parse('monitor -"not this') == Query(words=(word("monitor"),), excluded=(Term(("not", "this")),))


def test_a_star_stands_for_any_ending_and_a_dash_leaves_out() -> None:
    assert parse('invoi* -draft -"not this" -pre*') == Query(
        words=(Term(("invoi",), is_prefix=True),),
        excluded=(word("draft"), Term(("not", "this")), Term(("pre",), is_prefix=True)),
    )


def test_an_option_of_a_command_is_looked_for() -> None:
    query = parse("git push --force -draft")
    assert query.words == (word("git"), word("push"), word("force"))
    assert query.excluded == (word("draft"),)


def test_a_dash_inside_a_word_takes_nothing_away() -> None:
    query = parse("pre-run cart_total.py")
    assert query.words == (word("pre"), word("run"), word("cart"), word("total"), word("py"))
    assert query.excluded == ()


def test_a_name_is_looked_for_as_its_parts_in_a_row() -> None:
    assert Term(("cart", "total", "py")) in parse("where is cart_total.py").names
    assert Term(("check", "Vpn")) in parse("checkVpn").names
    assert Term(("HTTP", "Server", "2")) in parse("HTTPServer2").names
    assert {Term(("base", "64", "Encode")), Term(("base64", "Encode"))} <= set(parse("base64Encode").names)
    assert Term(("check", "Vp"), is_prefix=True) in parse("checkVp*").names


def test_words_in_a_row_may_be_one_name_stop_words_included() -> None:
    names = parse("does get by agent type take both").names
    assert {word("getbyagenttype"), word("agenttype")} <= set(names)
    assert word("getbyagenttypetakeboth") not in names


def test_stop_words_alone_and_forms_of_a_word_are_no_name() -> None:
    assert parse("to do").names == ()
    assert parse("to-do").names == ()
    assert Term(("caroline", "s")) not in parse("caroline's").names


def test_a_name_that_is_looked_for_as_it_stands_counts_once() -> None:
    assert word("subtotal") not in parse("subtotal of the sub total").names


@pytest.mark.parametrize("text", ["aB" * 5_000, "a-" * 5_000, "aB " * 3_000])
def test_names_are_bounded_whatever_was_written(text: str) -> None:
    names = parse(text).names
    assert len(names) <= 5 * MOST_TERMS
    assert all(len(name.tokens) <= MOST_TERMS for name in names)


@pytest.mark.parametrize("text", ["", "   ", '""', "-", "*", "😀 !?", "\0\0", '"', "--"])
def test_what_holds_no_word_wants_nothing(text: str) -> None:
    assert parse(text).wanted == ()


def test_ten_thousand_characters_are_read_and_few_terms_kept() -> None:
    query = parse(" ".join(f"word{n}" for n in range(5_000)))
    assert len(query.words) == MOST_TERMS
    assert len(query.words) + len(query.unread) > 1_000
    assert parse(" " * LONGEST + "late").words == ()
    assert parse("x" * 9_999).words == (word("x" * 9_999),)


def test_words_behind_the_last_that_is_looked_for_are_named_and_what_must_hold_is_never_cut() -> None:
    many = [f"word{n}" for n in range(MOST_TERMS)]
    query = parse(" ".join([*many, "the", "ENOENT", "word1"]))
    assert query.words == tuple(map(word, many))
    assert query.unread == (word("ENOENT"),)
    assert parse(" ".join(many)).unread == ()
    assert len(parse(" ".join(f"-{each}" for each in [*many, "module"])).excluded) == MOST_TERMS + 1
    assert len(parse(" ".join(f'"{each} x"' for each in [*many, "module"])).phrases) == MOST_TERMS + 1


@settings(max_examples=300)
@given(st.text(max_size=200) | st.text(alphabet='ab"*-():^{}+ \0é\u0301NOTANDOR', max_size=60))
def test_whatever_is_typed_the_index_can_be_asked(text: str) -> None:
    query = parse(text)
    db = sqlite3.connect(":memory:")
    try:
        db.execute("CREATE VIRTUAL TABLE t USING fts5(a)")
        for terms in (query.words, query.phrases, query.excluded):
            for expression in (*map(told, terms), *([all_of(terms), any_of(terms)] if terms else [])):
                assert db.execute("SELECT * FROM t WHERE t MATCH ?", (expression,)).fetchall() == []
    finally:
        db.close()
    assert all(
        character.isalnum() or character > "\x7f" for t in query.wanted for c in t.tokens for character in c
    )


def test_a_star_inside_a_word_asks_for_no_other_ending() -> None:
    assert parse("src/**/cart.py").words == (Term(("src",)), Term(("cart",)), Term(("py",)))
    assert parse("src/cart*").words == (Term(("src",)), Term(("cart",), is_prefix=True))
