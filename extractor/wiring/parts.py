"""How the rooms are joined: settings in, working parts out.

Owns the making of the archive, sources, extraction and learning from one settings object. Promises that
no room below sees the settings or the environment. Never does the work itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path
from uuid import uuid4

from extractor import fs
from extractor.actions.following import SCOPE
from extractor.actions.removals import Removals
from extractor.archive.archive import Archive
from extractor.archive.standing import SessionInfo
from extractor.clock import local_zone, now_ms
from extractor.config.settings import Settings
from extractor.domain import NO_DIRECTORY, Milliseconds, Passed, Transcript
from extractor.extraction.fork import Forks
from extractor.extraction.limits import Limits
from extractor.extraction.prompt import Templates
from extractor.extraction.run import Extraction
from extractor.extraction.subagent import MAX_REPLIES
from extractor.history.stretches import StretchLimits
from extractor.memory.team.team import team_folders
from extractor.models.claude_fork import ClaudeFork
from extractor.models.metered import Ledger, MeteredFork
from extractor.models.model import Model
from extractor.service.first_start import first_start, unset_between
from extractor.service.folders import Folders
from extractor.service.intake import Intake
from extractor.service.learning import Learning
from extractor.templates import templates
from extractor.transcripts.clients import Clients
from extractor.wiring.actions import (
    BRINGING,
    bring,
    homes,
    make_forget,
    make_removals,
    make_undo,
    move,
)
from extractor.wiring.clients import make_clients
from extractor.wiring.folders import follow_moved, make_folders, open_archive
from extractor.wiring.folding import folding
from extractor.wiring.models import meter_of, model_of
from extractor.wiring.pins import pin_room
from extractor.wiring.places import FORKS, places

DAY_MS = 24 * 3600 * 1000

NEEDS_RESTART = (
    "state_dir",
    "data_dir",
    "claude_dir",
    "codex_dir",
    "gemini_dir",
    "opencode_dir",
    "opencode_config_dir",
    "memory_dir",
    "personal_memory",
    "team_memory",
    "plain_folders",
    "private_paths",
    "template_dir",
)
"""Settings that say where things are. They hold from start to end; every other may change meanwhile."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything a pass or the daemon needs."""

    settings: Settings
    archive: Archive
    clients: Clients
    intake: Intake
    folders: Folders
    extraction: Extraction
    learning: Learning
    removals: Removals
    moved: tuple[str, ...]
    """What was taken to the personal folder when these were joined, one line a folder."""
    finished: int
    """Runs that had been cut short and were brought to their end when these were joined."""
    connections: ExitStack
    """Closes those of every model that was set."""

    def close(self) -> None:
        """Let go of connections, folders and the state file."""
        self.connections.close()
        self.folders.close()
        self.archive.close()

    def named(self, path: Path) -> Transcript:
        """The transcript a person named. Raises ConfigError when its form is not known."""
        return self.clients.named(path)[1]

    def all_named(self, path: Path) -> list[Transcript]:
        """The transcripts in a file a person named. Raises ConfigError when its form is not known."""
        return self.clients.all_named(path)[1]


def build(
    settings: Settings,
    env: Mapping[str, str],
    clock: Callable[[], Milliseconds] = now_ms,
    ledger: Callable[[Ledger], Ledger] = lambda ledger: ledger,
    is_dry: bool = False,
) -> Parts:
    """Join the rooms. `ledger` may put something between the meter and the state file's ledger.

    `is_dry`: nothing is kept of what is done with them, in the state file or in a memory folder.
    """
    with ExitStack() as on_failure:
        archive = open_archive(settings)
        on_failure.callback(archive.close)
        if is_dry:
            archive.db.keep_nothing()
        folders = make_folders(archive, settings, clock, local_zone())
        on_failure.callback(folders.close)
        parts = _joined(settings, env, archive, folders, clock, ledger, is_dry=is_dry)
        on_failure.pop_all()
    return parts


def _joined(
    settings: Settings,
    env: Mapping[str, str],
    archive: Archive,
    folders: Folders,
    clock: Callable[[], Milliseconds],
    ledger: Callable[[Ledger], Ledger],
    *,
    is_dry: bool,
) -> Parts:
    """The rooms over a state file and the memory folders, which stay the caller's where they cannot be joined."""
    tz = local_zone()
    clients = make_clients(settings)
    intake = Intake(archive, clients.sources, clock)
    archive.problem(SCOPE, None, clock())
    archive.forget_problems(SCOPE)
    follow_moved(archive, folders, settings, clock)
    removals = make_removals(archive, folders, clock, lambda: follow_moved(archive, folders, settings, clock))
    fs.sweep_scratch(settings.state_dir / FORKS)
    means = _means(settings, env, archive, folders, removals, clock, ledger(archive.ledger), tz)
    learning = Learning(
        archive,
        means.extraction,
        means.model_for,
        means.model_name,
        tz,
        clock,
        means.summary_template,
        means.forks,
    )
    moved, finished = (
        ((), 0) if is_dry else _settled(settings, env, archive, folders, means.extraction, removals, clock)
    )
    _wait_again(settings, archive)
    connections = ExitStack()
    connections.callback(means.close_model)
    return Parts(
        settings,
        archive,
        clients,
        intake,
        folders,
        means.extraction,
        learning,
        removals,
        moved,
        finished,
        connections,
    )


def _settled(
    settings: Settings,
    env: Mapping[str, str],
    archive: Archive,
    folders: Folders,
    extraction: Extraction,
    removals: Removals,
    clock: Callable[[], Milliseconds],
) -> tuple[tuple[str, ...], int]:
    """Bring to its end what was cut short, and memory to where it stands now; a line for each folder files went from,
    and how many runs were finished.
    """
    recovered = [
        *folders.recover(),
        *make_undo(archive, folders, clock).recover(),
        *make_forget(archive, folders, clock, team_folders(settings.team_roots)).recover(),
    ]
    archive.problem("recovery", "; ".join(dict.fromkeys(recovered)) or None, clock())
    finished = extraction.recover()
    where = places(settings, env)
    brought = bring(archive, folders, where, archive.projects(), clock)
    archive.problem(BRINGING, "; ".join(brought) or None, clock())
    removals.look_everywhere()
    moved = move(archive, folders, where, clock)
    for path, problem in folders.render_first(archive.index_lines.missing()):
        archive.problem(f"index:{path}", problem, clock())
    archive.journal.prune(clock())
    return moved, finished


def change(
    parts: Parts,
    wanted: Settings,
    env: Mapping[str, str],
    ledger: Callable[[Ledger], Ledger],
    clock: Callable[[], Milliseconds] = now_ms,
) -> Parts:
    """The same parts under other settings; those of NEEDS_RESTART stay as they are. Call between two runs.

    Raises ConfigError where the settings cannot be used: nothing has changed then.
    """
    settings = wanted.model_copy(update={name: getattr(parts.settings, name) for name in NEEDS_RESTART})
    archive = parts.archive
    means = _means(
        settings, env, archive, parts.folders, parts.removals, clock, ledger(archive.ledger), local_zone()
    )
    # Runs under way still use the earlier model: its connections are closed at the end with all others.
    parts.connections.callback(means.close_model)
    parts.folders.give_room(pin_room(settings))
    parts.learning.adopt(
        means.extraction, means.model_for, means.model_name, means.summary_template, means.forks
    )
    _wait_again(settings, archive)
    parts.learning.add(archive.sessions.waiting())
    return replace(parts, settings=settings, extraction=means.extraction)


@dataclass(frozen=True, slots=True)
class _Means:
    """What runs are held with."""

    extraction: Extraction
    model_name: str
    model_for: Callable[[int], Model]
    close_model: Callable[[], None]
    summary_template: str | None
    forks: Forks | None


def _means(
    settings: Settings,
    env: Mapping[str, str],
    archive: Archive,
    folders: Folders,
    removals: Removals,
    clock: Callable[[], Milliseconds],
    ledger: Ledger,
    tz: tzinfo,
) -> _Means:
    texts, where = templates(settings), places(settings, env)
    model_name, model_for, close_model = model_of(settings, env, ledger, tz, clock)
    prompts = Templates(texts.extraction, texts.types)
    extraction = Extraction(
        archive,
        lambda info: homes(archive, folders, where, project_of(info), clock),
        prompts,
        limits(settings, archive, clock),
        tz,
        clock,
        removals,
    )
    summary = texts.summary if settings.summaries == "model" else None
    if settings.model != "claude-code":
        return _Means(extraction, model_name, model_for, close_model, summary, None)
    forks = _forks(settings, env, prompts.filled(texts.fork), ledger, tz, clock)
    return _Means(extraction, model_name, model_for, forks.fork.close, summary, forks)


def _forks(
    settings: Settings,
    env: Mapping[str, str],
    prompt: str,
    ledger: Ledger,
    tz: tzinfo,
    clock: Callable[[], Milliseconds],
) -> Forks:
    """What forks sessions, behind its meter."""
    seconds = settings.model_timeout_seconds * MAX_REPLIES
    client = ClaudeFork(settings.claude_command, settings.claude_dir, env, seconds)
    metered = MeteredFork(client, meter_of(settings, ledger, tz, clock))
    scratch = settings.state_dir / FORKS
    return Forks(metered, prompt, scratch, tz, lambda: str(uuid4()), settings.max_output_tokens)


def project_of(info: SessionInfo) -> str:
    """The project a session belongs to; those that never told their directory have one together."""
    return info.project or info.cwd or NO_DIRECTORY


def look_at_first_start(parts: Parts, clock: Callable[[], Milliseconds] = now_ms) -> None:
    """Learn from what was said since the first start as it stands by now: the clock may have been put right.

    Raises StoreFailed.
    """
    horizon = _horizon(parts.settings, parts.archive, clock)
    if horizon != parts.extraction.limits.horizon:
        parts.extraction.learn_since(horizon, unset_between(parts.archive))
        parts.learning.add(parts.archive.sessions.waiting())


def _horizon(settings: Settings, archive: Archive, clock: Callable[[], Milliseconds]) -> Milliseconds:
    return Milliseconds(first_start(archive, clock) - settings.learn_since_days * DAY_MS)


def limits(settings: Settings, archive: Archive, clock: Callable[[], Milliseconds]) -> Limits:
    """What bounds an extraction."""
    return Limits(
        run_tokens=settings.run_input_tokens,
        lead_in=settings.lead_in_tokens,
        max_output=settings.max_output_tokens,
        learn_headless=settings.learn_headless,
        window=settings.window_tokens,
        folding=folding(settings),
        stretches=StretchLimits(
            settings.stretch_items,
            settings.stretch_requests,
            settings.stretch_idle_minutes * 60_000,
            settings.stretches_kept,
            settings.stretches_kept_bytes,
        ),
        pins=pin_room(settings),
        horizon=_horizon(settings, archive, clock),
        unset=unset_between(archive),
    )


def _wait_again(settings: Settings, archive: Archive) -> None:
    """Let wait again what a changed setting no longer passes over."""
    if settings.learn_headless:
        archive.messages.wait_again(Passed.HEADLESS)
    days = str(settings.learn_since_days)
    if archive.note("learn_since_days") not in (None, days):
        archive.messages.wait_again(Passed.OLD)
    if archive.note("learn_since_days") != days:
        archive.set_note("learn_since_days", days)
