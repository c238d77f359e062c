"""`eval`: how well an extractor keeps and rejects, on labelled sessions.

Owns how an evaluation is shown and what is asked before it costs. Promises a line for every session and
one for all. Never scores itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from extractor.archive.ledger import Call, Ceilings, Refused
from extractor.clock import today
from extractor.commands.counts import counted
from extractor.config.settings import Settings
from extractor.domain import Usage
from extractor.errors import ConfigError, UsageError, printable
from extractor.evaluation.labels import Case, cases, load
from extractor.evaluation.results import Result, percent, read, result
from extractor.evaluation.running import Bench, Stopped, check, run
from extractor.evaluation.scoring import SHARES, Score, Tally, share
from extractor.extraction.prompt import Templates
from extractor.models.metered import Ledger
from extractor.templates import templates
from extractor.wiring.folders import open_archive

Progress = Callable[[str, int, int], None]
"""Called with the case that begins, how many are done and how many there are."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What was scored, and why the rest was not."""

    scores: Sequence[Score]
    stopped: str = ""
    """Empty when every session was scored."""
    budget_reached: bool = False
    is_one_pass: bool = False


def evaluate(
    settings: Settings,
    env: Mapping[str, str],
    labels: Path,
    sessions: Path,
    *,
    ask: Callable[[str], bool],
    progress: Progress,
    one_pass: bool = False,
) -> Evaluation:
    """Score every session, or as many as the model and the day's budget allow. Raises ConfigError.

    `one_pass`: without the second pass, which finds duplicates and costs as much again.
    """
    if settings.model == "claude-code":
        raise UsageError("labelled sessions cannot be forked: use `--model offline` or `--model anthropic`")
    found = cases(load(labels), labels)
    check(found, sessions)
    if settings.model == "offline":
        return _scored(found, Bench(sessions, settings, env, is_one_pass=one_pass), progress)
    sent = counted(sum(len(case.sessions) for case in found), "session is", "sessions are")
    if not ask(
        f"{sent} sent to {settings.anthropic_model}, {'once' if one_pass else 'each twice'}, and never more"
        f" than {settings.daily_input_tokens:,} input tokens a day: go on?"
    ):
        raise ConfigError("nothing was sent; `--model offline` works without cost")
    archive = open_archive(settings)
    try:
        bench = Bench(sessions, settings, env, lambda own: Booked(own, archive.ledger, today), one_pass)
        return _scored(found, bench, progress)
    finally:
        archive.close()


def _scored(found: Sequence[Case], bench: Bench, progress: Progress) -> Evaluation:
    scores: list[Score] = []
    for number, case in enumerate(found):
        progress(case.name, number, len(found))
        try:
            scores += run(case, bench)
        except Stopped as stop:
            left = len(found) - number
            why = f"{left} of {len(found)} cases not scored: {stop}"
            return Evaluation(scores, why, stop.is_budget, bench.is_one_pass)
    return Evaluation(scores, is_one_pass=bench.is_one_pass)


class Booked:
    """A ledger that books every call in the scratch home's and in the person's own.

    The person's own decides: its ceilings hold for evaluations too.
    """

    def __init__(self, scratch: Ledger, own: Ledger, day: Callable[[], date]) -> None:
        self._scratch = scratch
        self._own = own
        self._day = day
        self._pairs: dict[int, int] = {}

    def reserve(self, call: Call, ceilings: Ceilings) -> int | Refused:
        """Set the worst case aside in both; what refuses it in the person's own."""
        # Run 0 is nobody's: the numbers of scratch runs mean other runs there.
        own = self._own.reserve(replace(call, day=self._day().isoformat(), run=0), ceilings)
        if isinstance(own, Refused):
            # There all evaluations are one run; that it used up a day is no fault of this one.
            return replace(own, own=0)
        made = self._scratch.reserve(call, Ceilings(1 << 60))
        if isinstance(made, int):
            self._pairs[made] = own
        return made

    def reconcile(self, reservation: int, usage: Usage, cost: int | None) -> None:
        """Put what was used in place of the reservation in both."""
        self._own.reconcile(self._pairs[reservation], usage, cost)
        self._scratch.reconcile(reservation, usage, cost)


def earlier(file: Path) -> Result:
    """An earlier result. Raises ConfigError where the file cannot be read or is none."""
    try:
        return read(file.read_bytes(), str(file))
    except OSError as error:
        raise ConfigError(f"cannot read {file} ({error.strerror}): check the path") from error


def kept(settings: Settings, done: Evaluation, *, totals: bool) -> Result:
    """The evaluation in the form in which it is printed and kept."""
    model, prompt = "offline", ""
    if settings.model != "offline":
        texts = templates(settings)
        model = settings.anthropic_model
        prompt = Templates(texts.extraction, texts.types).version() or "without a version"
    return result(
        model,
        done.scores,
        with_sessions=not totals,
        prompt=prompt,
        is_one_pass=done.is_one_pass,
        stopped=done.stopped,
    )


def lines(scores: Sequence[Score], told: Result, *, details: bool) -> Iterator[str]:
    """A result for a person; with `details` what was missed, broken and useless."""
    wide = max((len(each.session) for each in told.sessions), default=5)
    yield f"{'':{wide}}  " + "  ".join(f"{name:>16}" for name in SHARES)
    for each in told.sessions:
        yield f"{each.session:{wide}}  {_row(each.tally())}"
    yield f"{'total':{wide}}  {_row(told.total.tally())}"
    yield from _rest(told.total.tally())
    if told.prompt:
        yield f"model {told.model}, prompt {told.prompt}"
    for score in scores if details else ():
        yield from _details(score)


def _row(tally: Tally) -> str:
    cells = []
    for name, (part, whole) in SHARES.items():
        counts = f"{getattr(tally, part)}/{getattr(tally, whole)}"
        cells.append(f"{counts:>9} {percent(share(tally, name)):>6}")
    return "  ".join(cells)


def _rest(tally: Tally) -> Iterator[str]:
    added = (
        f"{counted(tally.runs_again, 'run', 'runs')}, {counted(tally.again, 'statement', 'statements')} added,"
        f" {counted(tally.duplicates, 'duplicate', 'duplicates')}"
    )
    yield f"second pass: {added if tally.runs_again else 'none'}; {secrets(tally)}"
    yield (
        f"{counted(tally.human_turns, 'human turn', 'human turns')}, {counted(tally.runs, 'run', 'runs')}"
        f" ({tally.failed} failed), {counted(tally.refused, 'edit', 'edits')} refused,"
        f" {counted(tally.calls, 'model call', 'model calls')}; {tokens(tally)}"
    )


def secrets(tally: Tally) -> str:
    """How many secrets were kept, and where."""
    return f"{tally.secrets} secrets in memory, {tally.archived_secrets} in the archive"


def tokens(tally: Tally) -> str:
    """What a human turn cost."""
    turns = max(1, tally.human_turns)
    sent, cached, out = (f"{count / turns:,.0f}" for count in (tally.input, tally.cached, tally.output))
    return f"tokens a human turn: {sent} in, {cached} cached, {out} out"


def _details(score: Score) -> Iterator[str]:
    rows = [
        *(f"  missed ({save.weight}) {save.id}: {save.fact}" for save in score.missed),
        *(f"  broken ({made.must_not.kind}) {made.must_not.id}: {made.by.text}" for made in score.broken),
        *(f"  useless: {memory.text}" for memory in score.useless),
    ]
    if rows:
        yield f"{score.session}:"
        yield from map(printable, rows)
