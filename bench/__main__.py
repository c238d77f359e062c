"""`python -m bench`: measure everything in one run and print the table.

Owns the options and the order of the measurements. Promises the exit code 0 whatever aim is missed; 1 only
where something could not be measured. Never measures itself.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from bench import (
    archiving,
    context,
    corpus,
    idle,
    learning,
    memory,
    noticing,
    offline,
    parsing,
    recalling,
    redaction,
    status,
    viewing,
)
from bench.fleet import Fleet, fleet
from bench.plan import Plan
from bench.process import REPOSITORY, Home, NotMeasured
from bench.table import Figure, Unit, rendered
from extractor.errors import ExtractorError

NAMES = (
    "parsing",
    "viewing",
    "redaction",
    "archiving",
    "offline",
    "learning",
    "noticing",
    "idle",
    "backlog",
    "sdk",
    "status",
    "recall",
    "context",
)


class Scene:
    """What the measurements share; each thing is made when first asked for."""

    def __init__(self, plan: Plan, sessions: Path | None, scratch: Path, stack: ExitStack) -> None:
        self.plan = plan
        self.scratch = scratch
        self._sessions = sessions
        self._stack = stack

    @cached_property
    def corpus(self) -> corpus.Corpus:
        """The sessions, repeated to their size."""
        told, sources = corpus.originals(self._sessions, self.plan.seed)
        home = Home(self.scratch / "corpus")
        return corpus.build(told, sources, home.claude_dir, int(self.plan.megabytes * 1e6))

    @cached_property
    def backlog(self) -> list[Figure]:
        """The daemon's way through the corpus; its state file stays."""
        return memory.backlog(self.corpus, self.backlog_home)

    @cached_property
    def backlog_home(self) -> Home:
        """The home in which the corpus stands and is archived."""
        return Home(self.corpus.claude_dir.parent)

    @cached_property
    def fleet(self) -> Fleet:
        """A daemon over many small transcripts, until the end of the run."""
        home = Home(self.scratch / "fleet")
        return self._stack.enter_context(fleet(home, self.plan.transcripts, self.plan.seed))

    def status(self) -> list[Figure]:
        """`status`, `list` and `recall` against the archive of the backlog."""
        _ = self.backlog
        return status.measure(self.backlog_home, self.plan.status_runs)

    def measurements(self) -> dict[str, Callable[[], list[Figure]]]:
        """Every measurement by its name, in the order in which they disturb each other least."""
        plan = self.plan
        return {
            "parsing": lambda: parsing.measure(self.corpus),
            "viewing": lambda: viewing.measure(self.corpus),
            "redaction": lambda: redaction.measure(self.corpus),
            "archiving": lambda: archiving.measure(self.corpus, self.scratch / "archiving"),
            "offline": lambda: offline.measure(self.corpus),
            "learning": lambda: learning.measure(self.scratch / "learning", plan.turns, plan.seed),
            "backlog": lambda: self.backlog,
            "status": self.status,
            "sdk": lambda: memory.with_sdk(Home(self.scratch / "sdk"), plan.seed),
            "recall": lambda: recalling.measure(
                self.scratch / "recall", plan.archived, plan.questions, plan.seed
            ),
            "context": lambda: context.measure(
                Home(self.scratch / "context"), plan.archived[-1], plan.status_runs, plan.seed
            ),
            "idle": lambda: idle.measure(self.fleet, plan.idle_seconds),
            "noticing": lambda: noticing.measure(self.fleet, plan.appends, plan.seed),
        }


def main(words: Sequence[str] | None = None) -> int:
    """Measure what was asked for; returns the exit code."""
    options = _options().parse_args(words)
    plan = Plan.quick() if options.quick else Plan()
    if options.megabytes is not None:
        plan = replace(plan, megabytes=options.megabytes)
    if options.transcripts is not None:
        plan = replace(plan, transcripts=options.transcripts)
    if options.million:
        plan = replace(plan, archived=(*plan.archived, 1_000_000))
    try:
        sessions = corpus.find_sessions(options.sessions, os.environ, REPOSITORY)
    except ValueError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    figures = _measured(plan, sessions, options.only or NAMES)
    print(_told(plan, sessions, options.quick))
    print()
    for line in rendered(figures):
        print(line)
    return 1 if any(figure.value is None for figure in figures) else 0


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench", description="Measure the service against its aims."
    )
    parser.add_argument(
        "--sessions", type=Path, metavar="DIR", help="folder of Claude Code transcripts to repeat"
    )
    parser.add_argument("--megabytes", type=float, help="size of the corpus (300)")
    parser.add_argument("--transcripts", type=int, help="transcripts the daemon watches (10,000)")
    parser.add_argument(
        "--million", action="store_true", help="recall and context with a million messages too: takes minutes"
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of everything: to see that it works")
    parser.add_argument("--only", action="append", choices=NAMES, metavar="NAME", help=" | ".join(NAMES))
    return parser


def _measured(plan: Plan, sessions: Path | None, names: Sequence[str]) -> list[Figure]:
    figures: list[Figure] = []
    scratch = Path(tempfile.mkdtemp(prefix="extractor-bench-")).resolve()
    try:
        with ExitStack() as stack:
            scene = Scene(plan, sessions, scratch, stack)
            for name, measure in scene.measurements().items():
                if name not in names:
                    continue
                print(f"measuring {name} ...", file=sys.stderr, flush=True)
                try:
                    figures += measure()
                except (NotMeasured, ExtractorError, OSError) as error:
                    figures.append(Figure(name, None, Unit.RATIO, None, str(error)))
    finally:
        shutil.rmtree(scratch)
    return figures


def _told(plan: Plan, sessions: Path | None, quick: bool) -> str:
    what = (
        f"the sessions of {sessions}"
        if sessions
        else "made-up sessions (no real ones at hand: --sessions DIR)"
    )
    told = f"corpus: {what}, repeated to {plan.megabytes:g} MB with uuids of their own in every copy"
    return f"{told}; a quick run, too small to judge by" if quick else told


if __name__ == "__main__":
    sys.exit(main())
