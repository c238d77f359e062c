"""A command that tells as it goes: line by line, or as JSON at its end.

Owns where each line goes. Promises that what a person is asked about they see in any case. Never decides what is told.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import typer

from extractor.cli.options import print_json, showing
from extractor.errors import printable


@dataclass
class Speaking:
    """What was told so far, and how: with JSON asked for, the lines go to standard error."""

    as_json: bool
    quiet: bool
    yes: bool
    told: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def say(self, line: str) -> None:
        """Tell what was found or done."""
        self.told.append(printable(line))
        if not self.as_json:
            showing(self.as_json, self.quiet, self.yes)(line)
        elif not self.yes:
            typer.echo(printable(line), err=True)

    def complain(self, line: str) -> None:
        """Tell what went wrong."""
        self.problems.append(printable(line))
        typer.echo(f"extractor: {printable(line)}", err=True)

    def end(self, **values: object) -> None:
        """Print the JSON, where that was asked for."""
        if self.as_json:
            print_json({**values, "told": self.told, "problems": self.problems})
