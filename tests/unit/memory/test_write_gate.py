"""The gate of a write: every fault is told at once, and where it is."""

from __future__ import annotations

import pytest

from extractor.domain import Evidence, MemoryType, Statement
from extractor.memory.proposal import MAX_DESCRIPTION, MAX_STATEMENT, Refused, Write
from extractor.memory.write_gate import faults_of
from tests.support.gate import said, witnesses

SAID = "Never mock the database in tests."


def write(
    *statements: str, name: str = "database-tests", description: str = SAID, why: str | None = None
) -> Write:
    stated = tuple(Statement(each, (Evidence("h1", SAID),)) for each in statements)
    return Write(f"{name}.md", MemoryType.FEEDBACK, name, description, stated, why=why)


def faults(change: Write) -> list[str]:
    return faults_of(change, True, None, witnesses(said("h1", SAID)))


def test_what_a_person_said_has_no_fault() -> None:
    assert faults(write(SAID)) == []


def test_a_description_that_is_too_long_hides_no_other_fault() -> None:
    told = faults(write("Mock the database in Kubernetes.", description="never " * MAX_DESCRIPTION))
    assert len(told) == 2
    assert told[0].startswith("description has ")
    assert "Kubernetes" in told[1]


def test_of_several_statements_each_fault_says_which() -> None:
    told = faults(write(SAID, "", "Use Kubernetes."))
    assert told[0] == "statement 2 is empty"
    assert told[1].startswith("statement 3: ")
    assert len(told) == 2


@pytest.mark.parametrize("text", ["x" * (MAX_STATEMENT + 1), "never\nmock", "---", "…"])
def test_what_has_no_fit_form_is_not_held_to_the_quotes(text: str) -> None:
    assert len(faults(write(text))) == 1


def test_a_name_and_a_reason_out_of_form_are_told_beside_each_other() -> None:
    told = faults(write(SAID, name="", why="because\nof it"))
    assert [fault.partition(" ")[0] for fault in told] == ["name", "why"]


def test_a_write_without_a_statement_is_none() -> None:
    with pytest.raises(Refused, match="at least one statement"):
        faults(write())


def test_a_description_too_short_for_a_condition_is_told_how_to_keep_it() -> None:
    whole = (
        "Update the task spec with a work log as you make changes to the importer once the task is finished."
    )
    cited = (Statement(whole, (Evidence("h1", whole),)),)

    def described(text: str) -> list[str]:
        asked = Write("work-log.md", MemoryType.FEEDBACK, "work-log", text, cited)
        return faults_of(asked, True, None, witnesses(said("h1", whole)))

    (told,) = described("Update the task spec with a work log as you make changes.")
    assert 'leaves out "once the task is finished' in told
    assert "…" in told
    assert described("Update the task spec with a work log … once the task is finished.") == []


def test_a_description_of_several_sentences_is_told_to_say_what_one_says() -> None:
    deploys, reviews = "Deploys go out on Mondays.", "Reviews go to Anna."
    both = f"{deploys} {reviews}"
    cited = tuple(Statement(each, (Evidence("h1", each),)) for each in (deploys, reviews))
    asked = Write("work.md", MemoryType.PROJECT, "deploys", "Deploys go to Anna.", cited)
    (told,) = faults_of(asked, True, None, witnesses(said("h1", both)))
    assert told.startswith("description: it joins words of several sentences")
    assert told.endswith("say what one of them says")
