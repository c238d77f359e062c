"""The gate of a write: what it says, held to the quotes it cites.

Owns which part of a write is held to what. Promises one line a fault, which says where it is. Pure.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from extractor.memory.gate import evidence as gate
from extractor.memory.gate.told_whole import LEFT_OUT
from extractor.memory.gate.witnesses import Witnesses
from extractor.memory.proposal import Write, faults_of_form, statement_label

_SHORTER = ", and … for what stands before it"
"""How a description keeps the condition of a sentence that is longer than it may be."""
_ONE = "say what one of them says"
"""What to do with words of several sentences put together where they are no statement, of which there may be several."""


def faults_of(change: Write, is_new: bool, described: str | None, witnesses: Witnesses) -> list[str]:
    """All that is wrong with a write, a line a part; empty where it may stand. Raises Refused where it says nothing.

    `is_new`: there is no such file yet. `described`: the description the file has; one that stays as it is needs no
    witness. What has no fit form is not held to the quotes.
    """
    unfit = faults_of_form(change)
    return [
        *unfit.values(),
        *_unwitnessed(change, unfit, witnesses),
        *_unsaid(change, is_new, described, unfit, witnesses),
    ]


def _unwitnessed(change: Write, unfit: Container[str], witnesses: Witnesses) -> Iterator[str]:
    """A line for each statement that is not witnessed; it says which, where there are several."""
    for number, statement in enumerate(change.statements, start=1):
        label = statement_label(change, number)
        if label in unfit:
            continue
        problem = gate.check(statement.text, statement.evidence, witnesses)
        if problem is None and statement.replaces is not None:
            problem = gate.check_replaced(statement.replaces, statement.text, statement.evidence, witnesses)
        if problem:
            yield f"{label}: {problem}" if len(change.statements) > 1 else problem


def _unsaid(
    change: Write, is_new: bool, described: str | None, unfit: Container[str], witnesses: Witnesses
) -> Iterator[str]:
    """A line for each of name, description, why and how to apply that says more than the quotes do.

    Nothing is held to quotes that do not stand: they are a fault of their own.
    """
    if any(gate.check_evidence(s.evidence, witnesses) for s in change.statements):
        return
    cited = [e for s in change.statements for e in s.evidence]
    # A file that stands keeps its name, whatever is asked for.
    if is_new and "name" not in unfit:
        problem = gate.check_literals(change.name, cited, witnesses)
        if problem := problem or gate.check_title(change.file, cited, witnesses):
            yield problem
    for label, text in (
        ("description", change.description),
        ("why", change.why),
        ("how_to_apply", change.how_to_apply),
    ):
        if text and label not in unfit and not (label == "description" and text == described):
            judge = gate.check_text if label == "why" else gate.check_rule
            # What the quotes of one statement say needs none of the others, nor their conditions.
            apart = [s.evidence for s in change.statements] if label == "description" else []
            problems = (judge(text, quotes, witnesses) for quotes in (cited, *apart))
            if all(found := [*problems]):
                problem = (found[0] or "").replace(gate.ONE_EACH, _ONE)
                is_cut = label == "description" and problem.startswith(LEFT_OUT)
                yield f"{label}: {problem}{_SHORTER if is_cut else ''}"
