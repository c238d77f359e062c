"""Results: what an evaluation came to, as it is kept in a file and compared with a later one.

Owns the JSON form. Promises that what is written reads back, and that a comparison names every fact gained
or lost. Never touches a disk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields

from pydantic import BaseModel, ConfigDict, ValidationError

from extractor.errors import ConfigError
from extractor.evaluation.scoring import SHARES, Score, Tally, share, total

_FORM = ConfigDict(frozen=True, extra="ignore")


class Kept(BaseModel):
    """One session of a result, or the total of all. `counts`: the fields of Tally."""

    model_config = _FORM

    session: str
    counts: dict[str, int]
    shares: dict[str, float | None]
    """0 to 1; None where there is nothing to have a share of."""
    found: tuple[str, ...] = ()
    """Ids of facts; so is `missed`."""
    missed: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    """Ids of must-nots."""
    useless: tuple[str, ...] = ()
    """Statements."""

    def tally(self) -> Tally:
        """The counts; those this version does not know are left out."""
        names = {field.name for field in fields(Tally)}
        return Tally(**{name: count for name, count in self.counts.items() if name in names})


class Result(BaseModel):
    """What an evaluation came to."""

    model_config = _FORM

    model: str
    total: Kept
    sessions: tuple[Kept, ...] = ()
    prompt: str = ""
    """Version of the prompt; empty where none was sent."""
    is_one_pass: bool = False
    """Nothing is known of duplicates."""
    stopped: str = ""
    """Why not all was scored; empty where all was."""


TOTAL = "total"

REST = ("secrets", "archived_secrets", "failed", "refused", "calls", "input", "cached", "output")
"""Counts that are compared as they are."""

OF_TWO_PASSES = ("duplicates", "again")
"""Counts that are compared as they are where both results are of two passes."""


def result(
    model: str,
    scores: Sequence[Score],
    *,
    with_sessions: bool = True,
    prompt: str = "",
    is_one_pass: bool = False,
    stopped: str = "",
) -> Result:
    """A result to be kept. Without sessions it names no fact."""
    return Result(
        model=model,
        prompt=prompt,
        is_one_pass=is_one_pass,
        stopped=stopped,
        total=_kept(Score(TOTAL, total(scores))),
        sessions=tuple(map(_kept, scores)) if with_sessions else (),
    )


def _kept(score: Score) -> Kept:
    return Kept(
        session=score.session,
        counts=asdict(score.tally),
        shares={name: share(score.tally, name) for name in SHARES},
        found=tuple(save.id for save in score.found),
        missed=tuple(save.id for save in score.missed),
        broken=tuple(made.must_not.id for made in score.broken),
        useless=tuple(memory.text for memory in score.useless),
    )


def read(data: bytes, name: str) -> Result:
    """A result from a file's bytes. Raises ConfigError, one line naming the file, where it is none."""
    try:
        return Result.model_validate_json(data)
    except ValidationError as error:
        raise ConfigError(f"{name} is no result of `extractor eval --json`: name another file") from error


def differences(earlier: Result, now: Result) -> Iterator[str]:
    """A line for each measure and each fact in which two results differ: how they were made, sessions, the total.

    The total is of no use where one of them was stopped before all was scored.
    """
    yield from _ways(earlier, now)
    counts = REST if earlier.is_one_pass or now.is_one_pass else (*OF_TWO_PASSES, *REST)
    before = {kept.session: kept for kept in earlier.sessions}
    after = {kept.session: kept for kept in now.sessions}
    for name in sorted(before.keys() | after.keys()) if before and after else ():
        if name not in before or name not in after:
            yield f"{name}: only in the {'new' if name in after else 'earlier'} result"
            continue
        changed = [*_measures(before[name], after[name], counts), *_ids(before[name], after[name])]
        if changed:
            yield f"{name}:"
            yield from (f"  {line}" for line in changed)
    if earlier.stopped or now.stopped:
        yield f"{TOTAL}: not compared"
        return
    changed = list(_measures(earlier.total, now.total, counts))
    yield f"{TOTAL}:" if changed else f"{TOTAL}: no measure differs"
    yield from (f"  {line}" for line in changed)


def _ways(earlier: Result, now: Result) -> Iterator[str]:
    for what, was, is_now in (
        ("model", earlier.model, now.model),
        ("prompt", earlier.prompt or "none", now.prompt or "none"),
        ("passes", _passes(earlier), _passes(now)),
    ):
        if was != is_now:
            yield f"{what}: {was} → {is_now}"
    for which, each in (("earlier", earlier), ("new", now)):
        if each.stopped:
            yield f"the {which} result is not whole: {each.stopped}"


def _passes(each: Result) -> str:
    return "one, nothing is known of duplicates" if each.is_one_pass else "two"


def _measures(before: Kept, after: Kept, counts: Sequence[str]) -> Iterator[str]:
    one, other = before.tally(), after.tally()
    for name, (part, whole) in SHARES.items():
        was, is_now = (f"{getattr(t, part)}/{getattr(t, whole)}" for t in (one, other))
        if was != is_now:
            yield f"{name}: {percent(share(one, name))} → {percent(share(other, name))} ({was} → {is_now})"
    for name in counts:
        if getattr(one, name) != getattr(other, name):
            yield f"{name}: {getattr(one, name):,} → {getattr(other, name):,}"


def _ids(before: Kept, after: Kept) -> Iterator[str]:
    for what, was, is_now in (
        ("facts gained", before.found, after.found),
        ("facts lost", after.found, before.found),
        ("must-nots broken now", before.broken, after.broken),
        ("must-nots kept now", after.broken, before.broken),
    ):
        if more := [name for name in is_now if name not in was]:
            yield f"{what}: {', '.join(more)}"


def percent(value: float | None) -> str:
    """A share for a person; a dash where there is none."""
    return "–" if value is None else f"{100 * value:.0f} %"
