"""`python -m bench.soak`: every promise by the full number of cases, and the table of what came of it.

Owns the list of suites and their numbers. Promises a row for every promise a suite counted, and exit code 1
where one was broken or a suite could not be run. Never tries a promise itself: the tests do.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from bench.process import REPOSITORY

PAGE = REPOSITORY / "docs" / "promises.md"
BEGIN, END = "<!-- soak: written by `make soak`, edits between these marks are replaced -->", "<!-- /soak -->"
PATIENCE = 4 * 3600
"""Seconds a test of a soak may take."""


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests that count their cases, and the variables that set how many there are."""

    name: str
    tests: str
    full: Mapping[str, int] = field(default_factory=dict)
    """Names and values of variables; a quick run leaves them at what `make test` uses."""

    @property
    def fault(self) -> str:
        """What stands in a promise's place where the tests failed and counted no violation."""
        return f"{self.tests}: did not pass"

    def tries(self, promise: str) -> bool:
        """Whether the tests count this promise: its words stand in them."""
        return promise in (REPOSITORY / self.tests).read_text(encoding="utf-8")


SUITES = (
    Suite("kills", "tests/crash/test_kill.py", {"EXTRACTOR_KILLS": 1_000}),
    Suite(
        "calls",
        "tests/crash/test_every_call.py",
        {"EXTRACTOR_KILL_POINTS": 1_000_000, "EXTRACTOR_FAULTS": 1_000_000, "EXTRACTOR_LIMITS": 200},
    ),
    Suite(
        "power",
        "tests/crash/test_power_loss.py",
        {"EXTRACTOR_POWER_GRAIN": 16, "EXTRACTOR_POWER_AGAIN": 20},
    ),
    Suite(
        "stops",
        "tests/crash/test_starts_and_stops.py",
        {"EXTRACTOR_STOPS": 200, "EXTRACTOR_STARTS": 100},
    ),
    Suite(
        "people",
        "tests/crash/test_people_win.py",
        {"EXTRACTOR_RACES": 10_000, "EXTRACTOR_FILES": 10_000},
    ),
    Suite(
        "lockdown",
        "tests/hostile/test_lockdown.py",
        {"EXTRACTOR_RACES": 250_000, "EXTRACTOR_NAMES": 10_000},
    ),
    Suite("outage", "tests/hostile/test_outage.py", {"EXTRACTOR_OUTAGES": 200}),
    Suite("secrets", "tests/hostile/test_secrets.py", {"EXTRACTOR_SECRETS": 5_000}),
    Suite("poison", "tests/hostile/test_poison.py", {"EXTRACTOR_POISON": 500}),
)


@dataclass(slots=True)
class Row:
    """What came of a promise."""

    promise: str
    cases: int = 0
    violations: int = 0
    tried: str = ""
    """Day, commit, and whether by the full or the quick numbers."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the suites asked for and print the table; returns the exit code."""
    options = _options().parse_args(words)
    tried = f"{datetime.now(UTC):%Y-%m-%d}, {_commit()}, {'quick' if options.quick else 'full'}"
    found: list[Row] = []
    is_well = True
    for suite in SUITES:
        if options.only and suite.name not in options.only:
            continue
        print(f"trying {suite.name} ...", file=sys.stderr, flush=True)
        counted, code = _tried(suite, options.quick)
        is_well = is_well and code == 0
        if code and not any(row.violations for row in counted):
            counted.append(Row(suite.fault, 0, 1))
        rows = _summed(counted, tried)
        found += rows
        if options.write:
            _put(PAGE, rows, suite, in_vain=tried if code else "")
    print(_table(found))
    return 0 if is_well else 1


def _summed(counted: Sequence[Row], tried: str) -> list[Row]:
    """One row a promise, in the order in which they were first counted."""
    rows: dict[str, Row] = {}
    for row in counted:
        known = rows.setdefault(row.promise, Row(row.promise, tried=tried))
        known.cases += row.cases
        known.violations += row.violations
    return list(rows.values())


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench.soak", description="Try every promise by its full number of cases."
    )
    parser.add_argument("--quick", action="store_true", help="the numbers of `make test`")
    parser.add_argument("--write", action="store_true", help="put the table into docs/promises.md")
    names = [suite.name for suite in SUITES]
    parser.add_argument("--only", action="append", choices=names, metavar="NAME", help=" | ".join(names))
    return parser


def _tried(suite: Suite, is_quick: bool) -> tuple[list[Row], int]:
    """The rows a suite counted, and the exit code of its tests."""
    with tempfile.TemporaryDirectory(prefix="extractor-soak-") as folder:
        place = Path(folder) / "tally.jsonl"
        numbers = {} if is_quick else {name: str(value) for name, value in suite.full.items()}
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-s", "-o", f"timeout={PATIENCE}", suite.tests],
            cwd=REPOSITORY,
            env={**os.environ, **numbers, "EXTRACTOR_TALLY": str(place)},
            stdout=sys.stderr,
            check=False,
        )
        lines = place.read_text(encoding="utf-8").splitlines() if place.exists() else []
    return [Row(**json.loads(line)) for line in lines], done.returncode


def _table(rows: Sequence[Row]) -> str:
    body = [f"| {row.promise} | {row.cases:,} | {row.violations} | {row.tried} |" for row in rows]
    return "\n".join(["| promise | cases | violations | tried |", "| --- | ---: | ---: | --- |", *body])


_SINCE = "; did not pass "

_LINE = re.compile(
    r"^\| (?P<promise>[^|]+) \| (?P<cases>[\d,]+) \| (?P<violations>\d+) \| (?P<tried>[^|]*) \|$", re.M
)


def _read(table: str) -> list[Row]:
    """The rows of a table as it was written."""
    return [
        Row(line["promise"], int(line["cases"].replace(",", "")), int(line["violations"]), line["tried"])
        for line in _LINE.finditer(table)
    ]


def _commit() -> str:
    """The commit that is tried, marked where files differ from it; the page with the table may."""
    asked = ["git", "status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/promises.md"]
    try:
        head = subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"],
            cwd=REPOSITORY,
            capture_output=True,
            text=True,
            check=False,
        ).stdout.strip()
        changed = subprocess.run(asked, cwd=REPOSITORY, capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        return "unknown"
    return f"{head or 'unknown'}{' with changes' if changed.strip() else ''}"


def _put(page: Path, rows: Sequence[Row], suite: Suite, in_vain: str = "") -> None:
    """Put a suite's rows into the table between the marks of the page, each in the place of its promise's before.

    `in_vain`: when and how the suite failed; rows of its promises that it did not come to count say so. Without
    marks the rows are added at the page's end.
    """
    text = page.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    table, _, tail = rest.partition(END)
    if not rest:
        head = f"{text.rstrip()}\n\n## Tried\n\n"
    standing = {row.promise: row for row in _read(table) if row.promise != suite.fault}
    for row in standing.values():
        if in_vain and suite.tries(row.promise):
            row.tried = f"{row.tried.partition(_SINCE)[0]}{_SINCE}{in_vain}"
    standing.update({row.promise: row for row in rows})
    page.write_text(
        f"{head}{BEGIN}\n\n{_table(list(standing.values()))}\n\n{END}{tail or chr(10)}", encoding="utf-8"
    )


if __name__ == "__main__":
    sys.exit(main())
