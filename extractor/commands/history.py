"""`history` and `archive`: a session as a model would see it, and the closing of a stretch of it.

Owns how a session is found, in the archive or in a transcript, and how its picture is told. Promises that
`history` changes nothing and that what is printed cannot act on a terminal. Never decides what a model sees.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path

from pydantic import JsonValue

from extractor.actions.which_session import session_meant
from extractor.archive.histories import Histories
from extractor.archive.live import Live
from extractor.archive.private import Closing
from extractor.archive.reader import Reader
from extractor.archive.standing import SessionInfo, Standing
from extractor.clock import local_zone, now_ms
from extractor.commands.counts import counted
from extractor.commands.speakers import name_of
from extractor.config.settings import Settings
from extractor.domain import Kind, Message, MessageKey, Speaker
from extractor.errors import ConfigError, UsageError, name_told, printable
from extractor.extraction.ends import ENDS
from extractor.history.budget import Budget, Metrics
from extractor.history.levels import Level
from extractor.history.picture import Picture, picture
from extractor.history.stretches import Stretch
from extractor.history.summary import Summary, still_standing
from extractor.history.transitions import Reason
from extractor.moment import iso, local
from extractor.transcripts.source import Boundary, BoundaryKind, Replaced, Said, Withdrawn
from extractor.wiring.folding import folding

EVERYTHING = "all"
"""The name under which levels are switched off."""

LEVELS = (*(level.value for level in Level), EVERYTHING)

_REASONS = {BoundaryKind.TURN_END: Reason.REQUEST_COMPLETE, **ENDS}

_STRONGEST = (BoundaryKind.TURN_END, BoundaryKind.ABORTED, BoundaryKind.CANCELLED)
"""Of several marks behind one message the last of these tells how its turn ended, as the archive has it."""


@dataclass(frozen=True, slots=True)
class Told:
    """A session as it was found."""

    name: str
    messages: Sequence[Message]
    ends: Mapping[MessageKey, Reason]
    closed: Sequence[Stretch] = ()
    stored: Summary | None = None

    @property
    def human(self) -> list[Message]:
        """A person's messages."""
        return [m for m in self.messages if m.is_human and not m.sidechain]


def see(settings: Settings, name: str, level: str | None, limit: int | None) -> tuple[Told, Picture]:
    """The picture of a session: one in the archive by its id, or a transcript by its path.

    `limit`: most tokens; None: what the model's window leaves. Raises ConfigError when there is none, UsageError
    when there is no such level.
    """
    if level is not None and level not in LEVELS:
        raise UsageError(f"there is no level {level!r}: {', '.join(LEVELS)}")
    told = _told(settings, name)
    return told, _picture(settings, told, level, limit or Budget(settings.window_tokens).trigger)


def _picture(settings: Settings, told: Told, level: str | None, limit: int) -> Picture:
    return picture(
        told.messages,
        told.ends,
        limit,
        level=Level(level) if level and level != EVERYTHING else None,
        is_everything=level == EVERYTHING,
        closed=told.closed,
        stored=told.stored,
        folding=folding(settings),
    )


def _told(settings: Settings, name: str) -> Told:
    if Path(name).is_file():
        return read(settings, Path(name))
    if name.startswith((".", "/")) or name.endswith(".jsonl"):
        raise ConfigError(f"there is no transcript {name}: check the path")
    archive = Reader.open_readonly(settings.state_dir)
    try:
        info = session_named(archive, name, is_file_too=True)
        histories = Histories(archive.db)
        standing = Live(archive.db).whole(info.id, is_whole=True)
        return Told(
            info.session,
            [s.message for s in standing],
            {s.message.key: reason for s in standing if (reason := _end(s)) is not None},
            histories.stretches(info.id),
            still_standing(histories.summaries(info.id), (s.message for s in standing)),
        )
    finally:
        archive.close()


def session_named(archive: Reader, name: str, *, is_file_too: bool = False) -> SessionInfo:
    """The session of this id in the archive, or that alone begins so. Raises ConfigError where there is none.

    `is_file_too`: a transcript could have been named as well, and there is none.
    """
    info = session_meant(archive.sessions, name)
    if info is None and not is_file_too and os.path.isfile(name):
        raise ConfigError(
            f"{name} is a file, and a session's id is needed here: `extractor digest --all` names those there are"
        )
    if info is None:
        where = "in the archive, and no file of that name" if is_file_too else "in the archive"
        raise ConfigError(f"there is no session {name_told(name)} {where}: check the id")
    return info


def _end(standing: Standing) -> Reason | None:
    if standing.end is not None:
        return _REASONS.get(standing.end)
    return Reason.REQUEST_COMPLETE if standing.turn_ended else None


def read(settings: Settings, path: Path) -> Told:
    """A transcript as it stands, redacted and without private files as the archive would store it.

    Raises ConfigError, also where it was held in a private directory, or TranscriptError.
    """
    from extractor.wiring.clients import make_clients
    from extractor.wiring.folders import private_paths

    source, transcript = make_clients(settings).named(path)
    reading = source.read(transcript, None, 1 << 62, now_ms())
    private = private_paths(settings)
    if reading.cwd is not None and private.holds(reading.cwd):
        raise ConfigError(
            f"{path} was held in {reading.cwd}, which private_paths names: nothing of it is shown"
        )
    closing = Closing(private, reading.cwd, lambda _call: False, reading.cwd)
    said: dict[MessageKey, Message] = {}
    marks: dict[MessageKey, BoundaryKind] = {}
    last: MessageKey | None = None
    for record in closing.all_closed(reading):
        if isinstance(record, Said):
            last = record.message.key
            said.setdefault(last, _redacted(record.message))
        elif isinstance(record, Replaced):
            rewritten = {record.message.key: _redacted(record.message)}
            said.update(rewritten if record.message.key in said else {})
        elif isinstance(record, Withdrawn):
            gone = set(record.uuids)
            said = {key: message for key, message in said.items() if key.uuid not in gone}
        elif isinstance(record, Boundary) and record.kind in _REASONS and last is not None:
            marks[last] = max(record.kind, marks.get(last, record.kind), key=_STRONGEST.index)
    return Told(transcript.session, list(said.values()), {key: _REASONS[kind] for key, kind in marks.items()})


def _redacted(message: Message) -> Message:
    from extractor.memory.redaction.redact import redact

    path = None if message.path is None else redact(message.path)
    return message._replace(text=redact(message.text), path=path)


def lines(seen: Picture, tz: tzinfo) -> Iterator[str]:
    """The picture for a person: every message with its time and speaker, indented."""
    for message in seen.done.messages:
        if message.speaker is Speaker.SYSTEM:
            yield from _harmless(message.text)
            continue
        who = name_of(message.speaker)
        what = f" {message.tool}" if message.tool else ""
        kind = "" if message.kind is Kind.TEXT else f" ({message.kind.value.replace('_', ' ')}{what})"
        yield printable(f"{local(message.at, tz)} {who}{kind}")
        yield from ("    " + line for line in _harmless(message.text))


def _harmless(text: str) -> Iterator[str]:
    """The lines of a text as they do nothing to a terminal, tabs as spaces."""
    return map(printable, text.expandtabs().splitlines())


def _saved(share: float) -> str:
    """A share of the tokens, which the lines that stand for a short session may exceed."""
    return f"{share:.1%} saved" if share >= 0 else f"{-share:.1%} more"


def figures(told: Told, seen: Picture, level: str | None) -> Iterator[str]:
    """Tokens before and after in one line, and what is closed where that is not what is shown."""
    whole, at_level, done = seen.whole.whole.tokens, seen.level.whole.tokens, seen.done.tokens
    yield (
        f"{whole:,} tokens in all, {at_level:,} at this level ({_saved(seen.saved)}),"
        f" {done:,} as shown ({_saved(seen.saved_in_all)})"
    )
    if told.closed and level not in (Level.GLOBAL, EVERYTHING):
        closed = counted(len(told.closed), "stretch of it is closed", "stretches of it are closed")
        yield f"{closed}: `--level global` shows what of it stays at hand"


def explained(seen: Picture) -> list[str]:
    """What each step left out."""
    told = ["the session:"]
    told += _parts(seen.whole)
    told.append("the level leaves out what is not its own; it shows:")
    told += _parts(seen.level)
    if not seen.done.steps:
        told.append("compaction: not needed")
    told += [
        f"compaction, {t.step.value}: {t.told}; {t.before:,} → {t.after:,} tokens" for t in seen.done.steps
    ]
    return told


def _parts(metrics: Metrics) -> list[str]:
    kinds = sorted(metrics.by_kind.items(), key=lambda part: -part[1].tokens)
    return [f"  {kind}: {share.items:,} items, {share.tokens:,} tokens" for kind, share in kinds]


def as_json(told: Told, seen: Picture) -> dict[str, JsonValue]:
    """The picture as values."""
    return {
        "session": told.name,
        "tokens": {
            "whole": seen.whole.whole.tokens,
            "level": seen.level.whole.tokens,
            "shown": seen.done.tokens,
        },
        "saved": round(seen.saved_in_all, 4),
        "closed": len(told.closed),
        "items": [
            {
                "id": m.key.short,
                "speaker": m.speaker.value,
                "kind": m.kind.value,
                "at": iso(m.at),
                "tool": m.tool,
                "text": m.text,
            }
            for m in seen.done.messages
        ],
        "steps": [
            {"step": t.step.value, "before": t.before, "after": t.after, "told": t.told}
            for t in seen.done.steps
        ],
        "by_kind": {kind: share.tokens for kind, share in seen.whole.by_kind.items()},
        "by_level": {level: share.tokens for level, share in seen.whole.by_level.items()},
    }


# ---------------------------------------------------------------- the table over many sessions


@dataclass(frozen=True, slots=True)
class Row:
    """One session in the table."""

    name: str
    human: int
    """A person's messages."""
    verbatim: int
    """Those of them the project level shows word for word."""
    whole: int
    level: int
    compacted: int

    @property
    def saved(self) -> float:
        """Share of its tokens saved at the project level."""
        return 1 - self.level / self.whole if self.whole else 0.0

    def as_dict(self) -> dict[str, JsonValue]:
        """For JSON."""
        return {
            "session": self.name,
            "human": self.human,
            "verbatim": self.verbatim,
            "whole": self.whole,
            "project": self.level,
            "compacted": self.compacted,
            "saved": round(self.saved, 4),
        }


def stats(settings: Settings, names: Sequence[str], limit: int) -> list[Row]:
    """A row for each session, and a last one for all. `limit`: tokens to compact to."""
    rows = [_row(settings, _told(settings, name), Path(name).name, limit) for name in names]
    every = Row(
        "all",
        sum(r.human for r in rows),
        sum(r.verbatim for r in rows),
        sum(r.whole for r in rows),
        sum(r.level for r in rows),
        sum(r.compacted for r in rows),
    )
    return [*rows, every]


def _row(settings: Settings, told: Told, name: str, limit: int) -> Row:
    # What closed stretches stand for is counted as it was said, as in a file.
    told = replace(told, closed=(), stored=None)
    seen = _picture(settings, told, Level.PROJECT.value, limit)
    shown = {i.message.key: i.message.text for i in seen.items}
    kept = sum(shown.get(m.key) == m.text for m in told.human)
    return Row(
        name, len(told.human), kept, seen.whole.whole.tokens, seen.level.whole.tokens, seen.done.tokens
    )


def table(rows: Sequence[Row], limit: int) -> Iterator[str]:
    """The rows for a person."""
    width = max(len(row.name) for row in rows)
    yield (
        f"{'session':<{width}}  {'human':>5}  {'verbatim':>8}  {'whole':>9}  {'project':>8}  {'saved':>6}"
        f"  {f'to {limit:,}':>9}  {'saved':>6}"
    )
    for row in rows:
        in_all = 1 - row.compacted / row.whole if row.whole else 0.0
        yield (
            f"{row.name:<{width}}  {row.human:>5}  {row.verbatim:>8}  {row.whole:>9,}  {row.level:>8,}"
            f"  {row.saved:>6.1%}  {row.compacted:>9,}  {in_all:>6.1%}"
        )


def zone() -> tzinfo:
    """The machine's time zone."""
    return local_zone()
