"""What every command shares: its options, the settings they give, and how it speaks and asks.

Owns the options' names and helps. Promises the same words for the same thing in every command. Never
decides anything a room should.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from extractor.commands.output import expect_read
from extractor.errors import ConfigError, printable

if TYPE_CHECKING:
    from extractor.config.settings import Loaded, Settings

MemoryDir = Annotated[
    Path | None, typer.Option("--memory-dir", help="One memory folder for everything.", show_default=False)
]
StateDir = Annotated[
    Path | None, typer.Option("--state-dir", help="Folder of the state file.", show_default=False)
]
ModelName = Annotated[
    str | None, typer.Option("--model", help="offline, anthropic or claude-code.", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Quiet = Annotated[
    bool, typer.Option("-q", "--quiet", help="Print no more than what was asked for, and what went wrong.")
]
Verbose = Annotated[bool, typer.Option("-v", "--verbose", help="Log every event to standard error.")]
Yes = Annotated[bool, typer.Option("--yes", help="Answer yes to what would be asked.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change, and stop.")]


def load_all(memory_dir: Path | None, state_dir: Path | None, model: str | None = None) -> Loaded:
    """The settings under these options, and where each came from. Raises ConfigError."""
    from extractor.config.settings import load

    _expect_utf8()
    return load({"memory_dir": memory_dir, "state_dir": state_dir, "model": model}, os.environ)


def _expect_utf8() -> None:
    """Raise ConfigError where the names of files are read as anything else: none would be what a transcript says."""
    read_as = sys.getfilesystemencoding()
    if read_as != "utf-8":
        raise ConfigError(
            f"the names of files are read as {read_as} here: set PYTHONUTF8=1 or LC_ALL=C.UTF-8"
        )


def settings_of(memory_dir: Path | None, state_dir: Path | None, model: str | None = None) -> Settings:
    """The settings under these options. Raises ConfigError."""
    return load_all(memory_dir, state_dir, model).settings


def log(verbose: bool) -> None:
    """Log every event to standard error, where that was asked for."""
    if verbose:
        from extractor.commands.logs import set_up_logs

        set_up_logs(is_on=True)


def print_json(value: object) -> None:
    """Print values as JSON."""
    from extractor.commands.json_text import json_text

    typer.echo(json_text(value, indent=2))


def asking(yes: bool) -> Callable[[str], bool]:
    """How a question is put to a person; with `yes` it is answered at once.

    The question raises ConfigError where nobody is there to answer, or nobody reads what it is about.
    """

    def ask(question: str) -> bool:
        expect_answer(question, yes)
        return yes or typer.confirm(question, default=False, err=True)

    return ask


def showing(as_json: bool, quiet: bool, yes: bool) -> Callable[[str], None]:
    """How a person is shown what they are asked about; nothing where nobody is asked and they want little or JSON."""

    def show(line: str) -> None:
        if not (as_json or (quiet and yes)):
            typer.echo(printable(line))

    return show


def expect_answer(question: str, yes: bool) -> None:
    """Raise ConfigError where nobody can answer a question, now or later; with `yes` it is answered."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise ConfigError(f"nobody is there to answer ({question}): add --yes")
    expect_read(question)
