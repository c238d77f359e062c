"""`python -m bench.eval`: how well it learns, one line for each group of labelled sessions.

Owns the groups and the lines. Promises a line for the sealed sessions wherever there is one for the tuned, one
for the unseen wherever there is one for the wide, and no word of a single fact. Never scores itself.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from extractor.commands.eval import evaluate, secrets, tokens
from extractor.config.settings import Settings
from extractor.config.settings import load as settings_from
from extractor.errors import ConfigError, ExtractorError, ModelUnavailable
from extractor.evaluation.results import percent
from extractor.evaluation.scoring import SHARES, Tally, share, total

LABELS = Path(__file__).with_name("labels")
"""Where the label files stand: a folder for each group below it."""
WRITTEN = Path(__file__).with_name("sessions")
"""Where the written sessions stand."""

REAL = ("tuned", "sealed", "reread")
"""Groups of real sessions; those of the last are the sealed ones, labelled by another reader."""
PUBLISHED = ("wide", "unseen")
"""Groups of sessions other projects publish: `bench.gathering` gets them out of clones."""


def main(words: Sequence[str] | None = None) -> int:
    """Evaluate every group whose sessions are at hand; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.eval", description="Measure how well it learns.")
    parser.add_argument("--sessions", type=Path, metavar="DIR", help="folder of the real sessions")
    parser.add_argument("--published", type=Path, metavar="DIR", help="folder of the published sessions")
    parser.add_argument("--model", help="offline (the default) or anthropic")
    parser.add_argument("--yes", action="store_true", help="agree to what a paid model costs")
    options = parser.parse_args(words)
    try:
        folders = dict.fromkeys(REAL, options.sessions) | dict.fromkeys(PUBLISHED, options.published)
        for name, sessions in (folders | {"synthetic": WRITTEN}).items():
            print(f"{name:9}  {_told(name, sessions, options.model, options.yes)}", flush=True)
    except ExtractorError as error:
        print(f"eval: {error}", file=sys.stderr)
        return 1
    return 0


def _told(name: str, sessions: Path | None, model: str | None, agreed: bool) -> str:
    if sessions is None:
        variable = "PUBLISHED" if name in PUBLISHED else "SESSIONS"
        return f"not run: its sessions are not shipped; {variable}=DIR names their folder"
    if not sessions.is_dir():
        option = "--published" if name in PUBLISHED else "--sessions"
        raise ConfigError(f"{sessions}, where the sessions of {name} should be, is no folder: check {option}")
    return line(measured(name, sessions, model or "offline", agreed))


def measured(name: str, sessions: Path, model: str = "offline", agreed: bool = False) -> Tally:
    """The sum over a group. Raises ConfigError, and ModelUnavailable where not all of it could be scored."""
    settings = _settings(model)

    def ask(question: str) -> bool:
        if not agreed:
            raise ConfigError(f"{question} Add --yes to agree")
        return True

    done = evaluate(settings, os.environ, LABELS / name, sessions, ask=ask, progress=_silent)
    if done.stopped:
        raise ModelUnavailable(f"{name}: {done.stopped}")
    return total(done.scores)


def _settings(model: str) -> Settings:
    """The defaults for the rules, so that their figures are the same for everybody; else a person's own."""
    if model != "offline":
        return settings_from({"model": model}, os.environ).settings
    nowhere = Path(os.devnull)  # an evaluation puts everything into its scratch home
    return Settings(model="offline", state_dir=nowhere, data_dir=nowhere, claude_dir=nowhere)


def _silent(_what: str, _done: int, _total: int) -> None:
    """No progress: each group is a line."""


def line(tally: Tally) -> str:
    """A group's measures on one line."""
    shares = ", ".join(
        f"{name} {percent(share(tally, name))} ({getattr(tally, part)}/{getattr(tally, whole)})"
        for name, (part, whole) in SHARES.items()
    )
    return f"{shares}; {tally.duplicates} duplicates; {secrets(tally)}; {tally.calls} calls, {tokens(tally)}"


if __name__ == "__main__":
    sys.exit(main())
