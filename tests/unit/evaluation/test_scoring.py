"""Scoring: every measure by its definition, and the self-checks of the labels themselves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import permutations
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from bench.eval import LABELS
from extractor.domain import MemoryType, Milliseconds
from extractor.evaluation.labels import Label, cases, load
from extractor.evaluation.saved import Memory, Quote
from extractor.evaluation.scoring import Score, Tally, repeated, score, share, total

PROJECT, USER = MemoryType.PROJECT, MemoryType.USER
SAID = Milliseconds(int(datetime(2026, 4, 15, 9, tzinfo=UTC).timestamp() * 1000))


def fact(name: str, *match: str, kind: str = "project", weight: str = "must") -> dict[str, object]:
    return {"id": name, "type": kind, "fact": "F.", "evidence": ["1"], "match": list(match), "weight": weight}


def label(*save: dict[str, object], forbid: Sequence[str] = ()) -> Label:
    must_not = [
        {"id": f"not-{n}", "kind": "noise", "text": "T.", "evidence": ["1"], "forbid": [expression]}
        for n, expression in enumerate(forbid)
    ]
    return Label.model_validate(
        {"source": {"file": "a.jsonl", "sha256": "0" * 64}, "save": save, "must_not": must_not}
    )


def memory(
    text: str,
    around: str = "",
    kind: MemoryType = PROJECT,
    quotes: tuple[Quote, ...] = (),
    file: str = "",
) -> Memory:
    """A statement in a file of its own, or in a given one."""
    return Memory(file or f"{text}.md", kind, text, around, quotes)


def scored(one: Label, *after: Memory, before: Sequence[Memory] = (), earlier: Sequence[Label] = ()) -> Score:
    return score("s", one, before, [*before, *after], UTC, earlier)


def ids(made: Score) -> list[str]:
    return [save.id for save in made.found]


# ---------------------------------------------------------------- recall


def test_a_fact_is_found_when_one_memory_fits_every_expression_in_any_case() -> None:
    one = label(fact("a", "lamp", "RED|crimson"))
    assert ids(scored(one, memory("The Lamp is Crimson."))) == ["a"]


def test_a_fact_is_not_found_in_two_memories_together() -> None:
    assert ids(scored(label(fact("a", "lamp", "red")), memory("The lamp."), memory("It is red."))) == []


def test_what_a_file_says_around_its_statement_counts_for_the_fact() -> None:
    assert ids(scored(label(fact("a", "lamp", "red")), memory("It is red.", "lamp"))) == ["a"]


def test_a_fact_may_be_spread_over_the_sentences_of_one_file() -> None:
    made = scored(
        label(fact("a", "lamp", "red")), memory("The lamp.", file="a"), memory("It is red.", file="a")
    )
    assert ids(made) == ["a"]
    assert (made.tally.saved, made.tally.useful) == (1, 1)
    assert (made.tally.statements, made.tally.statements_useful) == (2, 0)


def test_nice_facts_count_for_all_recall_only() -> None:
    tally = scored(label(fact("a", "lamp"), fact("b", "gate", weight="nice")), memory("The lamp.")).tally
    assert (tally.must, tally.must_found, tally.facts, tally.found) == (1, 1, 2, 1)


# ---------------------------------------------------------------- useful


def test_a_statement_that_fulfils_nothing_is_useless() -> None:
    made = scored(label(fact("a", "lamp")), memory("The lamp."), memory("Hello."))
    assert (made.tally.saved, made.tally.useful) == (2, 1)
    assert [each.text for each in made.useless] == ["Hello."]


def test_the_second_statement_of_one_fact_is_useless() -> None:
    assert scored(label(fact("a", "lamp")), memory("A lamp."), memory("The lamp.")).tally.useful == 1


def test_two_statements_are_useful_where_there_are_two_facts_whatever_their_order() -> None:
    one = label(fact("a", "lamp"), fact("b", "red"))
    for order in permutations([memory("A lamp."), memory("A red lamp.")]):
        assert scored(one, *order).tally.useful == 2


def test_standing_in_the_file_of_a_fact_makes_no_statement_useful() -> None:
    made = scored(label(fact("a", "lamp")), memory("Hello.", "lamp"), memory("The lamp.", "lamp"))
    assert [each.text for each in made.useless] == ["Hello."]


def test_only_what_a_session_added_is_its_own() -> None:
    made = scored(label(fact("a", "lamp")), memory("The lamp."), before=[memory("Hello.")])
    assert (made.tally.saved, made.tally.useful) == (1, 1)


def test_a_statement_may_fulfil_a_fact_of_an_earlier_session_that_no_longer_stands() -> None:
    one = [label(fact("a", "lamp"))]
    assert scored(label(), memory("The lamp."), earlier=one).tally.useful == 1
    assert (
        scored(label(), memory("Again the lamp."), before=[memory("The lamp.")], earlier=one).tally.useful
        == 0
    )


# ---------------------------------------------------------------- must-nots, types, dates


def test_a_must_not_is_broken_once_however_many_memories_break_it() -> None:
    made = scored(label(forbid=["tea", "ale"]), memory("Tea."), memory("More tea."))
    assert (made.tally.broken, made.tally.must_nots) == (1, 2)
    assert made.broken[0].by.text == "Tea."


def test_a_must_not_is_broken_by_a_files_description_too() -> None:
    assert scored(label(forbid=["tea"]), memory("The lamp.", "About tea.")).tally.broken == 1


def test_what_stood_before_breaks_the_must_nots_of_a_later_session() -> None:
    assert scored(label(forbid=["tea"]), before=[memory("Tea.")]).tally.broken == 1


def test_a_type_is_right_or_wrong_for_facts_that_were_found() -> None:
    one = label(fact("a", "lamp"), fact("b", "gate"), fact("c", "well"))
    tally = scored(one, memory("The lamp."), memory("The gate.", kind=USER)).tally
    assert (tally.typed, tally.found) == (1, 2)


def test_a_date_is_absolute_when_no_relative_word_is_left_of_it() -> None:
    said = (Quote("the audit is next Friday", SAID),)
    made = [
        memory("The audit is on 2026-04-24.", quotes=said),
        memory("The audit is next Friday.", quotes=said),
        memory("There is an audit.", quotes=said),
        memory("The audit is on 2026-04-24.", quotes=(Quote("it is on 2026-04-24", SAID),)),
    ]
    tally = scored(label(), *made).tally
    assert (tally.absolute, tally.dated) == (1, 2)


# ---------------------------------------------------------------- the second pass


def test_a_second_pass_that_adds_nothing_repeats_nothing() -> None:
    stands = [memory("The lamp."), memory("The gate.")]
    assert repeated(stands, list(reversed(stands)), [label(fact("a", "lamp"))]) == Tally()


def test_a_second_memory_of_a_labelled_fact_is_a_duplicate() -> None:
    first = [memory("The lamp is red.")]
    second = [*first, memory("Red lamps only.")]
    assert repeated(first, second, [label(fact("a", "lamp", "red"))]) == Tally(duplicates=1, again=1)


def test_nearly_the_same_words_are_a_duplicate_without_any_label() -> None:
    first = [memory("We always meet at the well before noon.")]
    second = [*first, memory("we always meet at the well before noon")]
    assert repeated(first, second, []) == Tally(duplicates=1, again=1)


def test_a_further_fact_and_a_reworded_one_are_no_duplicates() -> None:
    first = [memory("The lamp is red.")]
    second = [memory("Red lamps only."), memory("The gate is shut.")]
    assert repeated(first, second, [label(fact("a", "lamp", "red"))]) == Tally(again=2)


def test_the_same_statement_twice_is_a_duplicate() -> None:
    first = [memory("The lamp is red.")]
    assert repeated(first, first * 2, []).duplicates == 1


# ---------------------------------------------------------------- shares


def test_a_share_of_nothing_is_none_and_others_are_of_the_whole() -> None:
    tally = Tally(must=4, must_found=1) + Tally(must=4, must_found=2)
    assert share(tally, "must recall") == 3 / 8
    assert share(tally, "useful") is None


PIECES = st.lists(st.sampled_from(["lamp", "gate", "well", "tea"]), min_size=1, max_size=3)
MEMORIES = st.lists(PIECES.map(lambda words: memory(" ".join(words))), max_size=6)


@settings(max_examples=150)
@given(MEMORIES, MEMORIES, st.randoms(use_true_random=False))
def test_the_order_of_memories_changes_no_count(
    before: list[Memory], more: list[Memory], chance: object
) -> None:
    one = label(fact("a", "lamp"), fact("b", "gate", "well"), fact("c", "well"), forbid=["tea"])
    made = scored(one, *more, before=before).tally
    assert made == scored(one, *reversed(more), before=before).tally
    assert made.useful <= min(made.saved, made.facts)
    assert made.must_found <= made.found <= made.facts
    assert made.broken <= made.must_nots


# ---------------------------------------------------------------- self-checks of the labels


@cache
def readable() -> dict[Path, Label]:
    """Every label file but those of the sealed sessions, whose facts no failure may show."""
    sealed = ("sealed", "reread")
    return {path: each for path, each in load(LABELS).items() if path.parent.name not in sealed}


def facts_of(each: Label) -> list[Memory]:
    return [Memory(f"{save.id}.md", save.type, save.fact) for save in each.save]


def test_an_oracle_that_saves_the_facts_scores_everything() -> None:
    scores: list[Score] = []
    for case in cases(readable(), LABELS):
        before: list[Memory] = []
        earlier: list[Label] = []
        for name, each in case.sessions:
            # What a session supersedes stands no more.
            left = [m for m in before if not any(must_not.breaks(m.whole) for must_not in each.must_not)]
            after = [*left, *facts_of(each)]
            scores.append(score(name, each, before, after, UTC, earlier))
            before, earlier = after, [*earlier, each]
    assert [made.session for made in scores if made.missed or made.useless or made.broken] == []
    whole = total(scores)
    assert share(whole, "must recall") == share(whole, "useful") == share(whole, "type") == 1
    assert whole.must > 100


def test_an_empty_folder_scores_nothing() -> None:
    for name, each in ((path.stem, each) for path, each in readable().items()):
        tally = score(name, each, [], [], UTC).tally
        assert (tally.found, tally.saved, tally.broken, tally.typed) == (0, 0, 0, 0)


def test_the_memories_of_another_session_score_about_nothing() -> None:
    every = list(readable().items())
    # All pairs would take minutes, and tell no more: each is held against so many others, always the same.
    steps = random.Random(7).sample(range(1, len(every)), 40)
    crossed = [
        score(path.stem, each, [], facts_of(other), UTC)
        for number, (path, each) in enumerate(every)
        for elsewhere, other in (every[(number + step) % len(every)] for step in steps)
        if not same_case(path, elsewhere)
    ]
    whole = total(crossed)
    for name in ("must recall", "useful", "must-nots broken"):
        assert (share(whole, name) or 0) < 0.03, name
    assert whole.must * whole.saved * whole.must_nots


def same_case(one: Path, other: Path) -> bool:
    return one.parent == other.parent and one.stem.rstrip("0123456789") == other.stem.rstrip("0123456789")
