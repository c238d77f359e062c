"""Results: they read back as they were written, and a comparison names what was gained and lost."""

from __future__ import annotations

import pytest

from extractor.domain import MemoryType
from extractor.errors import ConfigError
from extractor.evaluation.labels import MustNot, Save
from extractor.evaluation.results import differences, percent, read, result
from extractor.evaluation.saved import Memory
from extractor.evaluation.scoring import Break, Score, Tally


def save(name: str) -> Save:
    return Save.model_validate(
        {"id": name, "type": "user", "fact": "F.", "evidence": ["1"], "match": ["f"], "weight": "must"}
    )


def score(name: str, found: str, missed: str, broken: str = "", calls: int = 0) -> Score:
    memory = Memory("a.md", MemoryType.USER, "Hello.")
    must_nots = [
        MustNot.model_validate({"id": b, "kind": "noise", "text": "T.", "evidence": ["1"], "forbid": ["t"]})
        for b in broken.split()
    ]
    tally = Tally(
        must=len((found + " " + missed).split()),
        must_found=len(found.split()),
        must_nots=4,
        broken=len(must_nots),
        calls=calls,
    )
    return Score(
        name, tally, tuple(map(save, found.split())), tuple(map(save, missed.split())),
        tuple(Break(b, memory) for b in must_nots), (memory,),
    )  # fmt: skip


def test_a_result_reads_back_as_it_was_written() -> None:
    made = result("offline", [score("s", "a b", "c", "n")])
    assert read(made.model_dump_json().encode(), "x.json") == made
    (kept,) = made.sessions
    assert (kept.found, kept.missed, kept.broken, kept.useless) == (("a", "b"), ("c",), ("n",), ("Hello.",))
    assert kept.shares["must recall"] == 2 / 3
    assert made.total.tally() == score("s", "a b", "c", "n").tally


def test_totals_alone_name_no_session_and_no_fact() -> None:
    text = result("offline", [score("own-session", "fact-a", "fact-b", "not-c")], with_sessions=False)
    written = text.model_dump_json()
    assert not [word for word in ("own-session", "fact-a", "fact-b", "not-c", "Hello.") if word in written]
    assert text.total.counts["must"] == 2


def test_a_file_that_is_no_result_is_named_in_one_line() -> None:
    for data in (b"", b"[]", b'{"model": 1}', b"\xff"):
        with pytest.raises(ConfigError, match=r"^old.json is no result of `extractor eval --json`.*$"):
            read(data, "old.json")


def test_counts_of_another_version_are_left_out() -> None:
    made = result("offline", [score("s", "a", "")])
    other = made.model_dump_json().replace('"must":', '"of_the_future":')
    assert read(other.encode(), "x").total.tally().must == 0


def test_two_results_alike_differ_in_nothing() -> None:
    made = result("offline", [score("s", "a", "b")])
    assert list(differences(made, made)) == ["total: no measure differs"]


def test_a_comparison_names_measures_and_facts_by_session_and_the_total() -> None:
    before = result("offline", [score("s", "a b", "c", "n"), score("t", "d", "")])
    after = result("offline", [score("s", "a c", "b", "", calls=3), score("t", "d", "")])
    assert list(differences(before, after)) == [
        "s:",
        "  must-nots broken: 25 % → 0 % (1/4 → 0/4)",
        "  calls: 0 → 3",
        "  facts gained: c",
        "  facts lost: b",
        "  must-nots kept now: n",
        "total:",
        "  must-nots broken: 12 % → 0 % (1/8 → 0/8)",
        "  calls: 0 → 3",
    ]


def test_sessions_that_only_one_result_has_are_told() -> None:
    before, after = result("offline", [score("s", "a", "")]), result("offline", [score("t", "a", "")])
    assert list(differences(before, after)) == [
        "s: only in the earlier result",
        "t: only in the new result",
        "total: no measure differs",
    ]


def test_a_share_of_nothing_is_shown_as_a_dash() -> None:
    assert [percent(value) for value in (None, 0.0, 0.305, 1.0)] == ["–", "0 %", "30 %", "100 %"]


def test_a_comparison_names_the_prompts_that_were_sent() -> None:
    before, after = (result("m", [score("s", "a", "")], prompt=version) for version in ("1", "2"))
    assert next(iter(differences(before, after))) == "prompt: 1 → 2"
    assert read(after.model_dump_json().encode(), "x").prompt == "2"


def test_a_comparison_names_the_models_that_were_asked() -> None:
    before, after = (result(model, [score("s", "a", "")]) for model in ("one", "other"))
    assert list(differences(before, after)) == ["model: one → other", "total: no measure differs"]


def test_what_only_a_second_pass_finds_is_not_compared_with_a_result_of_one_pass() -> None:
    found = score("s", "a", "").with_counts(Tally(duplicates=3, again=5))
    two, one = result("m", [found]), result("m", [score("s", "a", "")], is_one_pass=True)
    assert list(differences(two, result("m", [score("s", "a", "")])))[1:3] == [
        "  duplicates: 3 → 0",
        "  again: 5 → 0",
    ]
    assert list(differences(two, one)) == [
        "passes: two → one, nothing is known of duplicates",
        "total: no measure differs",
    ]
    assert list(differences(one, one)) == ["total: no measure differs"]


def test_a_result_that_was_stopped_says_so_and_its_total_is_not_compared() -> None:
    whole = result("m", [score("s", "a", ""), score("t", "b", "")])
    part = result("m", [score("s", "", "a")], stopped="1 of 2 cases not scored: no room")
    assert read(part.model_dump_json().encode(), "x").stopped == part.stopped
    assert list(differences(whole, part)) == [
        "the new result is not whole: 1 of 2 cases not scored: no room",
        "s:",
        "  must recall: 100 % → 0 % (1/1 → 0/1)",
        "  facts lost: a",
        "t: only in the earlier result",
        "total: not compared",
    ]
    assert next(iter(differences(part, whole))).startswith("the earlier result is not whole: ")
