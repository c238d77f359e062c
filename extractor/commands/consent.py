"""Consent: what a first start tells, and what it asks before money is spent.

Owns the note that a person was told. Promises that a paid model is never called before a person agreed
to what it may cost. Never calls a model.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence

import typer

from extractor.archive.archive import Archive
from extractor.clock import now_ms
from extractor.commands.counts import counted
from extractor.commands.masked import masked
from extractor.commands.output import expect_read
from extractor.config.settings import Settings
from extractor.errors import ConfigError, printable
from extractor.extraction.outlook import Outlook, outlook
from extractor.models.price import MICROS, dollars
from extractor.service.once import Progress
from extractor.wiring.models import model_price
from extractor.wiring.parts import Parts, limits


def look_ahead(
    parts: Parts,
    named: frozenset[int] | None = None,
    progress: Progress = lambda _what, _done, _total: None,
    is_priced: bool = True,
) -> Outlook:
    """What waits, where it would be written and, if `is_priced`, what it could cost at most."""
    sessions = parts.archive.sessions.waiting() if named is None else sorted(named)
    bounds = limits(parts.settings, parts.archive, now_ms)
    looked_at = _one_by_one(sessions, progress)
    return outlook(parts.extraction, bounds, looked_at, named or frozenset(), is_priced)


def _one_by_one(sessions: Sequence[int], progress: Progress) -> Iterator[int]:
    for done, session in enumerate(sessions):
        progress("looking ahead", done, len(sessions))
        yield session


def lines(ahead: Outlook, parts: Parts) -> list[str]:
    """An outlook for a person."""
    told = [f"waiting to be learned from: {len(ahead.sessions) or 'nothing'}"]
    told += [
        f"  {s.session}  {counted(s.exchanges, 'exchange', 'exchanges')}  {s.project or '(directory unknown)'}"
        for s in ahead.sessions[:20]
    ]
    if len(ahead.sessions) > 20:
        told.append(f"  and {len(ahead.sessions) - 20} more")
    told += ahead.hindered
    told += [f"memory is written to {folder}" for folder in ahead.folders]
    if parts.settings.model == "offline":
        told.append("cost: none (offline rules, nothing leaves this machine)")
    elif parts.settings.model == "claude-code":
        told.append(
            "cost: your own plan: sessions of Claude Code are sent again whole, up to five times a run, by your own"
            f" `{parts.settings.claude_command}`, never more than {parts.settings.daily_input_tokens:,} input tokens a"
            " day; other sessions are left to the offline rules"
        )
    else:
        told.append(
            f"cost: at most {ahead.input_tokens:,} input and {ahead.output_tokens:,} output tokens of"
            f" {parts.settings.anthropic_model}{_money(ahead, parts)} if no run fails; one that fails is tried again,"
            " then in smaller parts, and never more than"
            f" {parts.settings.daily_input_tokens:,} input tokens a day"
            + (
                f" or {dollars(round(bound * MICROS))}"
                if (bound := parts.settings.daily_cost) is not None
                else ""
            )
        )
    return told


def _money(ahead: Outlook, parts: Parts) -> str:
    price = model_price(parts.settings)
    if price is None:
        return " (its price is not known: add it under [prices])"
    return f" ({dollars(price.worst(ahead.input_tokens, ahead.output_tokens))})"


def introduce(
    parts: Parts,
    say: Callable[[str], None],
    yes: bool,
    named: frozenset[int] | None = None,
    progress: Progress = lambda _what, _done, _total: None,
) -> None:
    """On a first start: tell what will happen; with a paid model, ask once. `named`: these sessions only.

    A yes holds for the model and the address it was given for, and one for named transcripts for that pass
    only. Raises ConfigError when a paid model needs a yes and nobody is there to give it, or said no.
    """
    settings, archive = parts.settings, parts.archive
    is_paid, note = settings.model != "offline", agreement(settings)
    if is_agreed(settings, archive):
        return
    is_asked = is_paid and not yes
    is_empty = False
    if (
        is_asked or say is not silent
    ):  # a look ahead takes as long as a pass, for nobody where nobody hears it
        ahead = look_ahead(parts, named, progress, is_priced=is_paid)
        is_empty = not is_paid and not ahead.sessions
        for line in lines(ahead, parts):
            # What a question is about is told even to those who want to hear little.
            (_to_stderr if is_asked and say is silent else say)(line)
    if is_asked:
        if not sys.stdin.isatty():
            raise ConfigError(f"{_price_of(settings)}: start once by hand and agree, or add --yes")
        expect_read(_price_of(settings))
        if not typer.confirm("go on?", default=False, err=True):
            raise ConfigError("nothing was sent; `--model offline` works without cost")
    # Where nothing is to be learned yet, where it will be kept is told when something is.
    if named is None and not is_empty:
        archive.set_note(note, str(now_ms()))


def agreement(settings: Settings) -> str:
    """Name of the note that a person agreed to this model at this address."""
    return _agreement(settings, masked(settings.base_url or ""))


def _agreement(settings: Settings, address: str) -> str:
    what = f"{settings.anthropic_model} {address}" if settings.model == "anthropic" else ""
    return f"agreed:{settings.model}:{what}"


def is_agreed(settings: Settings, archive: Archive) -> bool:
    """Whether a person agreed to this model at this address."""
    told, note = _agreement(settings, settings.base_url or ""), agreement(settings)
    if told != note and (when := archive.note(told)) is not None:
        # Earlier versions noted it with the password.
        archive.set_note(note, when)
        archive.drop_note(told)
    return archive.note(note) is not None


def _price_of(settings: Settings) -> str:
    """What a person has to agree to."""
    costs = "spends your own plan" if settings.model == "claude-code" else "costs money"
    return f"{settings.paid_model} {costs}"


def still_agreed(settings: Settings, archive: Archive, yes: bool) -> None:
    """Raise ConfigError where settings taken over while it runs name a paid model nobody agreed to."""
    if settings.model == "offline" or is_agreed(settings, archive):
        return
    if not yes:
        raise ConfigError(
            f"{_price_of(settings)}: stop the service, start `extractor run` once by hand and agree"
        )
    archive.set_note(agreement(settings), str(now_ms()))


def silent(_line: str) -> None:
    """Tells nobody."""
    return


def aloud(line: str) -> None:
    """Tells a person one line, which does nothing to a terminal."""
    typer.echo(printable(line))


def _to_stderr(line: str) -> None:
    typer.echo(printable(line), err=True)
