"""Counts of cases and violations, for the table of `make soak`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

SHOWN = 5
"""Violations a failed test tells."""


@dataclass
class Tally:
    """How many cases of a promise were tried, and what broke it."""

    promise: str
    cases: int = 0
    violations: list[str] = field(default_factory=list)

    def case(self, *problems: str) -> None:
        """One case, with what was wrong in it."""
        self.cases += 1
        self.violations += [problem for problem in problems if problem]


@contextmanager
def tally(promise: str) -> Iterator[Tally]:
    """Count the cases of a promise; a violation fails the test at its end.

    The counts are appended to the file `EXTRACTOR_TALLY` names, also where the test fails.
    """
    counted = Tally(promise)
    try:
        yield counted
    except BaseException as error:
        counted.violations.append(f"{type(error).__name__}: {error}"[:500])
        raise
    finally:
        _append(counted)
        print(f"{promise}: {counted.cases} cases, {len(counted.violations)} violations")
    assert counted.cases, f"{promise}: nothing was tried"
    told = "\n".join(counted.violations[:SHOWN])
    assert not counted.violations, (
        f"{promise}: {len(counted.violations)} of {counted.cases} cases, first:\n{told}"
    )


def _append(counted: Tally) -> None:
    place = os.environ.get("EXTRACTOR_TALLY")
    if not place:
        return
    row = {"promise": counted.promise, "cases": counted.cases, "violations": len(counted.violations)}
    with Path(place).open("a", encoding="utf-8") as out:
        out.write(json.dumps(row) + "\n")


def number(variable: str, quick: int) -> int:
    """How many cases: the environment's word, else the quick form's."""
    return int(os.environ.get(variable) or quick)
