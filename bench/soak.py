"""`python -m bench.soak`: every promise by the full number of cases, and the table of what came of it.

Owns the list of suites and their numbers. Promises a row for every promise a suite counted, and exit code 1
where one was broken or a suite could not be run. Never tries a promise itself: the tests do.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
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
    Suite("secrets", "tests/hostile/test_secrets.py", {"EXTRACTOR_SECRETS": 5_000}),
    Suite("poison", "tests/hostile/test_poison.py", {"EXTRACTOR_POISON": 460}),
)


@dataclass(slots=True)
class Row:
    """What came of a promise."""

    promise: str
    cases: int = 0
    violations: int = 0


def main(words: Sequence[str] | None = None) -> int:
    """Run the suites asked for and print the table; returns the exit code."""
    options = _options().parse_args(words)
    rows: dict[str, Row] = {}
    is_well = True
    began = time.monotonic()
    for suite in SUITES:
        if options.only and suite.name not in options.only:
            continue
        print(f"trying {suite.name} ...", file=sys.stderr, flush=True)
        counted, code = _tried(suite, options.quick)
        is_well = is_well and code == 0
        if code and not any(row.violations for row in counted):
            counted.append(Row(f"{suite.tests}: did not pass", 0, 1))
        for row in counted:
            known = rows.setdefault(row.promise, Row(row.promise))
            known.cases += row.cases
            known.violations += row.violations
    table = _table(list(rows.values()), options.quick, time.monotonic() - began)
    print(table)
    if options.write:
        _put(PAGE, table)
    return 0 if is_well else 1


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


def _table(rows: Sequence[Row], is_quick: bool, seconds: float) -> str:
    numbers = "the quick numbers of `make test`" if is_quick else "the full numbers"
    told = f"{datetime.now(UTC):%Y-%m-%d}, commit {_commit()}, {numbers}, {seconds / 60:.0f} minutes."
    body = [f"| {row.promise} | {row.cases:,} | {row.violations} |" for row in rows]
    return "\n".join([told, "", "| promise | cases | violations |", "| --- | ---: | ---: |", *body])


def _commit() -> str:
    """The commit that was tried, marked where files differ from it."""
    asked = ["git", "describe", "--always", "--dirty=, with changes", "--exclude=*"]
    try:
        found = subprocess.run(asked, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return "unknown"
    return found.stdout.strip() or "unknown"


def _put(page: Path, table: str) -> None:
    """Replace what stands between the marks of the page; without marks, add them at its end."""
    text = page.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    tail = rest.partition(END)[2] if rest else ""
    if not rest:
        head = f"{text.rstrip()}\n\n## Tried\n\n"
    page.write_text(f"{head}{BEGIN}\n\n{table}\n\n{END}{tail or chr(10)}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
