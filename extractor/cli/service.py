"""`service`: the background service of this person, installed, shown and taken away.

Owns the options of the sub-commands and what they print. Promises to ask before anything is written. Never
decides anything a room should.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated

import typer

from extractor.cli.options import (
    AsJson,
    Yes,
    asking,
    print_json,
)
from extractor.errors import UsageError

service = typer.Typer(help="The background service of this person.", no_args_is_help=True)


@service.command("install")
def service_install(yes: Yes = False, as_json: AsJson = False) -> None:
    """Show the user unit, ask, write it and start it. On macOS a launch agent."""
    from extractor.commands.service import install

    _end(install(os.environ, asking(yes), lambda line: typer.echo(line, err=as_json)), as_json)


@service.command("show")
def service_show(
    system: Annotated[
        bool, typer.Option("--system", help="The hardened system unit extractor@.service instead.")
    ] = False,
    network: Annotated[
        bool, typer.Option("--network", help="The drop-in by which the system unit reaches a paid model.")
    ] = False,
) -> None:
    """Print the unit, filled in for this installation."""
    from extractor.commands.service import shown

    if system and network:
        raise UsageError("--system and --network print two files: give one of them")
    typer.echo(shown(os.environ, system, network), nl=False)


@service.command("uninstall")
def service_uninstall(yes: Yes = False, as_json: AsJson = False) -> None:
    """Stop the service and take its unit away. Memory and state stay."""
    from extractor.commands.service import uninstall

    _end(uninstall(os.environ, asking(yes)), as_json)


@service.command("status")
def service_status(as_json: AsJson = False) -> None:
    """Whether the unit is installed and running."""
    from extractor.commands.service import is_running, unit_status

    told = unit_status(os.environ)
    _report(told, as_json)
    if not is_running(told):
        raise typer.Exit(1)


def _end(done: Mapping[str, str], as_json: bool) -> None:
    """What was done; a step that was refused is a failure."""
    from extractor.commands.service import went_well

    _report(done, as_json)
    if not went_well(done):
        raise typer.Exit(1)


def _report(values: Mapping[str, object], as_json: bool) -> None:
    if as_json:
        print_json(dict(values))
        return
    for name, value in values.items():
        typer.echo(f"{name}: {value}")
