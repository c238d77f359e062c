"""The command line: thin commands over the rooms.

Owns the list of commands and the exit codes. Promises that an error is one clear line on standard error:
0 done, 1 failed, 2 usage, 3 stopped by the budget. Never decides anything a room should.
"""

from __future__ import annotations

import codecs
import errno
import io
import json
import os
import shlex
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from extractor import __version__
from extractor.cli import (
    choosing,
    connecting,
    context,
    evaluating,
    memory,
    recalling,
    running,
    serving,
    sessions,
    sharing,
)
from extractor.cli.other_words import expect_a_command
from extractor.cli.projects import projects
from extractor.cli.service import service
from extractor.commands.output import go_on_unread, tell_nobody
from extractor.errors import ExtractorError, UsageError, defect, printable

app = typer.Typer(
    name="extractor",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _tell_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"extractor {__version__}")
        raise typer.Exit


@app.callback()
def top(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_tell_version, help="Print the version.")
    ] = False,
) -> None:
    """Keeps the few facts worth keeping from your coding agents' sessions, as small markdown files."""


for command in (
    *(running.run, running.once, running.status, running.doctor, running.config),
    *(memory.list_, memory.show, memory.why, memory.log_, memory.undo, memory.forget),
    *(choosing.remember, choosing.pin, choosing.unpin, choosing.compact),
    *(sharing.share, sharing.unshare),
    *(recalling.recall, sessions.history, sessions.archive, context.digest, context.context),
    *(connecting.connect, connecting.disconnect, serving.mcp, evaluating.eval_),
):
    app.command(name=command.__name__.rstrip("_"))(command)
app.add_typer(projects, name="projects")
app.add_typer(service, name="service")


def main() -> None:
    """Run a command; every failure of ours is one line and an exit code."""
    _open_what_is_closed()
    go_on_unread()
    _escape_what_cannot_be_shown()
    try:
        expect_a_command(sys.argv)
        _expect_options(sys.argv)
        app()
    except ExtractorError as error:
        typer.echo(f"extractor: {error}", err=True)
        sys.exit(2 if isinstance(error, UsageError) else 1)
    except Exception as error:
        if _is_output_lost(error):
            typer.echo(
                f"extractor: the output cannot be written ({error}): make room where it goes", err=True
            )
            sys.exit(1)
        if {"-v", "--verbose"} & set(sys.argv):
            raise
        from extractor import fs

        if isinstance(error, OSError) and (fault := fs.fault(error)):
            typer.echo(f"extractor: {printable(fault)}", err=True)
            sys.exit(1)
        typer.echo(f"extractor: {' '.join(defect(error).split())} with what -v adds", err=True)
        sys.exit(1)


def _expect_options(argv: Sequence[str]) -> None:
    """Raise UsageError for a sentence that begins with a dash, as an item of a list does, and would be no option."""
    command, given = argv[1] if len(argv) > 1 else "", argv[2:]
    for each in given[: given.index("--")] if "--" in given else given:
        if command in _OF_TEXT and each.startswith("-") and " " in each.partition("=")[0]:
            # The dash of a list is none of what its item says.
            way = shlex.quote(each[2:].lstrip()) if each.startswith("- ") else f"-- {shlex.quote(each)}"
            if "\n" in each:  # no line could be shown that is typed so
                raise UsageError(
                    f"what is given begins with a dash: write -- before it, `extractor {command} -- …`"
                )
            raise UsageError(f"{shlex.quote(each)} begins with a dash: write `extractor {command} {way}`")


_OF_TEXT = frozenset({"remember", "recall"})
"""Commands whose argument is what a person says."""
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})


def _open_what_is_closed() -> None:
    """Give a standard stream that was closed before the start to nobody, not to the next file that is opened."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - it stays open


def _escape_what_cannot_be_shown() -> None:
    """Write a letter the output's encoding does not have as JSON writes it, which JSON's readers understand too."""
    codecs.register_error(_ESCAPED, _escaped)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "backslashreplace"):
            stream.reconfigure(errors=_ESCAPED)


_ESCAPED = "extractor-escaped"


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def _is_output_lost(error: Exception) -> bool:
    """Whether what was printed cannot be written. It is let go then."""
    try:
        sys.stdout.flush()
    except OSError:
        tell_nobody(sys.stdout.fileno())
        return True
    # Without a buffer (PYTHONUNBUFFERED) nothing is left to flush. A failure of a file's names the file.
    return isinstance(error, OSError) and error.filename is None and error.errno in _FULL
