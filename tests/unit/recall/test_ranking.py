"""What says most comes first."""

from __future__ import annotations

from extractor.domain import Kind, Milliseconds, Speaker
from extractor.recall.plan import BUDGET, planned, weight
from extractor.recall.query import Term
from extractor.recall.ranking import Candidate, Times, ranked


def candidate(
    row: int, speaker: Speaker = Speaker.ASSISTANT, kind: Kind = Kind.TEXT, *, at: int = 0, size: int = 100,
    before: int = 0, after: int = 0,
) -> Candidate:  # fmt: skip
    return Candidate(row, speaker, kind, Milliseconds(at), size, before, after)


def order(candidates: list[Candidate], *matches: dict[int, Times]) -> list[int]:
    return [each.id for each, _ in ranked(candidates, matches, [1.0] * len(matches))]


def test_more_terms_weigh_more_than_one_term_often() -> None:
    assert order([candidate(1), candidate(2)], {1: (9, 0), 2: (1, 0)}, {2: (1, 0)}) == [2, 1]


def test_a_rare_term_weighs_more_than_a_common_one() -> None:
    matches: list[dict[int, Times]] = [{1: (1, 0)}, {2: (1, 0)}]
    worths = [weight(900, 1_000), weight(3, 1_000)]
    assert [each.id for each, _ in ranked([candidate(1), candidate(2)], matches, worths)] == [2, 1]


def test_a_person_comes_before_an_agent_and_an_agent_before_output() -> None:
    rows = [candidate(1, Speaker.TOOL, Kind.RESULT), candidate(2), candidate(3, Speaker.HUMAN)]
    assert order(rows, {1: (1, 0), 2: (1, 0), 3: (1, 0)}) == [3, 2, 1]


def test_an_answer_is_found_by_its_question_behind_the_question_itself() -> None:
    rows = [candidate(1), candidate(2, before=1), candidate(3, after=1), candidate(4)]
    assert order(rows, {1: (1, 0)}) == [1, 2, 3]


def test_a_few_words_of_a_person_do_not_outdo_the_agents_answer_they_stand_beside() -> None:
    matches: list[dict[int, Times]] = [{1: (1, 0), 2: (1, 0)}, {2: (1, 0)}, {2: (1, 0)}, {2: (1, 0)}]
    assert order([candidate(1, Speaker.HUMAN, after=2), candidate(2)], *matches) == [2, 1]


def test_what_a_person_said_counts_double_where_it_is_read_along_with_a_persons_message() -> None:
    rows = [candidate(1, Speaker.HUMAN), candidate(2, Speaker.HUMAN, before=1), candidate(3)]
    matches: list[dict[int, Times]] = [{1: (1, 0), 3: (1, 0)}, {2: (1, 0), 3: (1, 0)}]
    found = {each.id: score for each, score in ranked(rows, matches, [1.0, 1.0], people={1, 2})}
    others = {each.id: score for each, score in ranked(rows, matches, [1.0, 1.0], people={2})}
    assert found[2] > others[2]


def test_only_the_beginning_of_a_neighbour_counts() -> None:
    assert order([candidate(1), candidate(2, before=1)], {1: (0, 1)}) == [1]


def test_of_two_alike_the_newer_comes_first() -> None:
    assert order([candidate(1, at=5), candidate(2, at=9)], {1: (1, 0), 2: (1, 0)}) == [2, 1]
    assert order([candidate(1, at=5), candidate(2, at=5)], {1: (1, 0), 2: (1, 0)}) == [2, 1]


def test_what_holds_nothing_is_no_hit() -> None:
    assert order([candidate(1)], {}) == []
    assert order([]) == []


A, B, C, D = (Term((name,)) for name in "abcd")


def test_rare_terms_are_ranked_by_the_index_alone() -> None:
    plan = planned([A, B, C], {A: 10, B: 0, C: 5})
    assert (plan.rare, plan.common, plan.sets) == ((C, A), (), ())


def test_common_terms_are_looked_for_together_the_telling_sets_first() -> None:
    plan = planned([A, B, C], {A: BUDGET, B: 2 * BUDGET, C: 3 * BUDGET})
    assert (plan.rare, plan.common) == ((A,), (B, C))
    assert plan.sets == ((A, B, C), (A, B), (A, C), (B, C))


def test_no_more_than_the_budget_is_ranked() -> None:
    counts = {A: BUDGET // 2, B: BUDGET // 2, C: 1, D: BUDGET}
    plan = planned([A, B, C, D], counts)
    assert sum(counts[term] for term in plan.rare) <= BUDGET
    assert {*plan.rare, *plan.common} == {A, B, C, D}
