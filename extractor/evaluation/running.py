"""Running: labelled sessions through the real pipeline, in a scratch home.

Owns the scratch home, the clock of the sessions and the two passes over them. Promises that nothing of the
person's is read or written but, where a paid model is asked, the ledger. Never judges what was saved.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePath

from extractor import fs
from extractor.clock import local_zone
from extractor.config.settings import Settings
from extractor.domain import Milliseconds, Speaker
from extractor.errors import ConfigError
from extractor.evaluation.labels import Case, Label
from extractor.evaluation.planting import planted, planted_label
from extractor.evaluation.saved import Memory, Quote, memories
from extractor.evaluation.scoring import Score, Tally, repeated, score
from extractor.memory.redaction.redact import contains_secret
from extractor.memory.snapshot import read_folder
from extractor.models.metered import Ledger
from extractor.service.once import once
from extractor.service.scratch_home import scratch_home
from extractor.transcripts.source import Said
from extractor.wiring.clients import make_clients
from extractor.wiring.parts import Parts, build

AFTERWARDS = 3_600_000
"""Milliseconds after its last message at which a session is learned from: late enough to be settled."""

_EVERYTHING = 1 << 40
_LATER = Milliseconds(1 << 42)


@dataclass(frozen=True, slots=True)
class Bench:
    """What every case is run with."""

    sessions: Path
    """Folder of the transcripts, by the file names the labels give."""
    settings: Settings
    env: Mapping[str, str]
    ledger: Callable[[Ledger], Ledger] = lambda ledger: ledger
    """What stands between the meter and the scratch ledger."""
    is_one_pass: bool = False
    """No second pass: nothing is known of duplicates then."""


class Stopped(Exception):
    """A state, not an error: the model is not to be asked any more today, or nothing can be kept. The text says why."""

    def __init__(self, why: str, is_budget: bool) -> None:
        super().__init__(why)
        self.is_budget = is_budget


@dataclass(frozen=True, slots=True)
class _Session:
    """A session as it lies in the scratch home."""

    name: str
    label: Label
    file: Path
    ends: Milliseconds
    human_turns: int
    secrets: frozenset[str]


class _Clock:
    """Stands still a while after the session that is learned from."""

    def __init__(self, now: Milliseconds) -> None:
        self.now = now

    def __call__(self) -> Milliseconds:
        return self.now


def check(cases: Sequence[Case], sessions: Path) -> None:
    """Raise ConfigError, one line, where a transcript is not in the folder or not the one that was labelled."""
    for case in cases:
        for name, label in case.sessions:
            file = sessions / label.source.file
            try:
                found = hashlib.sha256(file.read_bytes()).hexdigest()
            except FileNotFoundError as error:
                raise ConfigError(
                    f"{file}, which {name} speaks about, does not exist: check --sessions"
                ) from error
            except OSError as error:
                raise ConfigError(f"cannot read {file} ({error.strerror}): check its permissions") from error
            if found != label.source.sha256:
                raise ConfigError(f"{file} is not the file {name} speaks about: its SHA-256 is {found}")


def run(case: Case, bench: Bench) -> list[Score]:
    """A score for each session of the case; duplicates and secrets are counted with its last.

    Raises Stopped where the model does not answer, the day's budget is reached or a run cannot be brought to its end.
    """
    with scratch_home("extractor-eval-") as scratch:
        home = scratch.path
        placed = [_placed(name, label, bench.sessions, home, bench.settings) for name, label in case.sessions]
        scores, first = _scored(placed, bench, home)
        second = Tally() if bench.is_one_pass else _again(placed, bench, home, first)
        found = _secrets(home, frozenset().union(*(session.secrets for session in placed)))
        return [*scores[:-1], scores[-1].with_counts(second + found)]


def _again(placed: Sequence[_Session], bench: Bench, home: Path, first: Sequence[Memory]) -> Tally:
    """The second pass: the same sessions with a new state file, over the folder as it stands."""
    with _pipeline(bench, home, "again", placed[0].ends) as (parts, clock):
        runs = sum(_learn(parts, clock, session).runs for session in placed)
    came = repeated(first, _standing(home / "memory", {}), [session.label for session in placed])
    return came + Tally(runs_again=runs)


def _placed(name: str, label: Label, sessions: Path, home: Path, settings: Settings) -> _Session:
    """Copy a session, with values in place of its placeholders, and read when it ended."""
    data = (sessions / label.source.file).read_bytes()
    seed = PurePath(name).name  # the same values from whichever folder the labels were loaded
    text, secrets = planted(data.decode("utf-8", "surrogateescape"), seed)
    file = home / "sessions" / label.source.file
    fs.make_private_dir(file.parent)
    fs.append_private(file, text.encode("utf-8", "surrogateescape"))
    source, transcript = make_clients(_settings(settings, home, "state")).named(file)
    said = [
        record.message
        for record in source.read(transcript, None, _EVERYTHING, _LATER).records
        if isinstance(record, Said)
    ]
    turns = {m.key for m in said if m.speaker is Speaker.HUMAN and m.is_visible}
    ends = Milliseconds(max((message.at for message in said), default=0))
    # A file of today would count as growing: the clock stands shortly after the session.
    os.utime(file, (ends / 1000, ends / 1000))
    return _Session(name, planted_label(label, seed), file, ends, len(turns), secrets)


def _settings(settings: Settings, home: Path, state: str) -> Settings:
    """The person's settings, but for where things are: all of that is in the scratch home."""
    places = {
        "state_dir": home / state,
        "data_dir": home / "data",
        "memory_dir": home / "memory",
        "claude_dir": home,
        "codex_dir": home / "codex",
        "gemini_dir": home / "gemini",
        "opencode_dir": home / "opencode",
        "plain_folders": (),
        "private_paths": (),
    }
    return settings.model_copy(update=places)


@contextmanager
def _pipeline(bench: Bench, home: Path, state: str, at: Milliseconds) -> Iterator[tuple[Parts, _Clock]]:
    """The rooms joined over a state file of its own and the one memory folder."""
    clock = _Clock(Milliseconds(at + AFTERWARDS))
    parts = build(_settings(bench.settings, home, state), bench.env, clock, bench.ledger)
    try:
        yield parts, clock
    finally:
        parts.close()


def _scored(placed: Sequence[_Session], bench: Bench, home: Path) -> tuple[list[Score], list[Memory]]:
    """The first pass: each session's score, and what stands at its end."""
    tz = local_zone()
    folder = home / "memory"
    scores: list[Score] = []
    before: list[Memory] = []
    with _pipeline(bench, home, "state", placed[0].ends) as (parts, clock):
        for number, session in enumerate(placed):
            counts = _learn(parts, clock, session)
            after = _standing(folder, _quotes(parts, folder))
            earlier = [each.label for each in placed[:number]]
            made = score(session.name, session.label, before, after, tz, earlier)
            scores.append(made.with_counts(counts))
            before = after
    return scores, before


def _learn(parts: Parts, clock: _Clock, session: _Session) -> Tally:
    """One pass over the session, as `extractor once` makes it; what it cost."""
    clock.now = Milliseconds(session.ends + AFTERWARDS)
    spent = parts.archive.ledger.spent("0000", "9999")
    report = once(parts.archive, parts.intake, parts.learning, [parts.named(session.file)], lambda *_: None)
    if report.stopped or report.is_hindered:
        why = report.stopped or "; ".join(parts.archive.summary("").holding_up)
        raise Stopped(why, report.budget_reached)
    now = parts.archive.ledger.spent("0000", "9999")
    return Tally(
        human_turns=session.human_turns,
        runs=report.runs,
        failed=report.failed,
        refused=len(report.refusals),
        calls=now.calls - spent.calls,
        input=now.input - spent.input,
        cached=now.cached - spent.cached,
        output=now.output - spent.output,
    )


def _quotes(parts: Parts, folder: Path) -> dict[tuple[str, str], list[Quote]]:
    found: dict[tuple[str, str], list[Quote]] = {}
    for recorded in parts.archive.provenance.of_folder(str(folder)):
        found.setdefault((recorded.file, recorded.statement), []).append(Quote(recorded.quote, recorded.at))
    return found


def _standing(folder: Path, quotes: Mapping[tuple[str, str], Sequence[Quote]]) -> list[Memory]:
    return memories(read_folder(folder)[0], quotes)


def _secrets(home: Path, values: frozenset[str]) -> Tally:
    """Secrets in the memory folder, and planted values that stand in it or in the state files."""
    saved = [file.read_bytes() for file in _files(home / "memory")]
    state = [file.read_bytes() for folder in ("state", "again") for file in _files(home / folder)]
    unseen = sum(contains_secret(data.decode("utf-8", "replace")) for data in saved)
    return Tally(secrets=unseen + _standing_in(saved, values), archived_secrets=_standing_in(state, values))


def _standing_in(texts: Sequence[bytes], values: frozenset[str]) -> int:
    return sum(any(value.encode() in text for text in texts) for value in values)


def _files(folder: Path) -> list[Path]:
    return [file for file in sorted(folder.rglob("*")) if file.is_file()]
