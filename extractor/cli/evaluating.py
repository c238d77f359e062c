"""`eval`: the extraction benchmark.

Owns its options and what it prints. Promises that nothing is sent to a paid model before a person agreed.
Never decides anything a room should.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from extractor.cli.options import (
    AsJson,
    ModelName,
    Quiet,
    StateDir,
    Verbose,
    Yes,
    asking,
    log,
    print_json,
    settings_of,
)
from extractor.errors import printable


def eval_(
    labels: Annotated[Path, typer.Argument(help="A label file, or a folder of them.")],
    sessions: Annotated[Path, typer.Option("--sessions", help="Folder of the transcripts they speak about.")],
    state_dir: StateDir = None,
    model: ModelName = None,
    compare: Annotated[
        Path | None, typer.Option("--compare", help="An earlier result (--json): show what differs.")
    ] = None,
    details: Annotated[
        bool, typer.Option("--details", help="What was missed, broken and useless, by session.")
    ] = False,
    totals: Annotated[bool, typer.Option("--totals", help="The total alone, of no session.")] = False,
    one_pass: Annotated[
        bool, typer.Option("--one-pass", help="No second pass over the same sessions: no word of duplicates.")
    ] = False,
    yes: Yes = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """How well it learns from labelled sessions. The whole way, in a scratch folder."""
    from extractor.commands import eval as told
    from extractor.commands.passes import BUDGET_EXIT
    from extractor.evaluation.results import differences

    log(verbose)
    before = told.earlier(compare) if compare else None
    settings = settings_of(None, state_dir, model)
    with _progress(quiet or as_json) as progress:
        done = told.evaluate(
            settings,
            os.environ,
            labels,
            sessions,
            ask=asking(yes),
            progress=progress,
            one_pass=one_pass,
        )
    now = told.kept(settings, done, totals=totals)
    changes = list(differences(before, now)) if before else []
    if as_json:
        print_json(now.model_dump(mode="json") | ({"differences": changes} if before else {}))
    elif not quiet:
        for line in (*told.lines(done.scores, now, details=details and not totals), *changes):
            typer.echo(line)
    if done.stopped:
        typer.echo(f"extractor: {printable(done.stopped)}", err=True)
        raise typer.Exit(BUDGET_EXIT if done.budget_reached else 1)


@contextmanager
def _progress(quiet: bool) -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar on a terminal, silence elsewhere."""
    if quiet or not sys.stderr.isatty():
        yield lambda _what, _done, _total: None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading labels", total=None)

        def show(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total)

        yield show
