"""`recall`: what was said and what is remembered, found by words.

Owns how a person's words for times, places and speakers are read. Promises that what cannot be read or kept to is
refused in one line. Never decides what is found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import TYPE_CHECKING

from extractor.actions.recall import Recalled, recall
from extractor.actions.which_session import id_meant, no_session
from extractor.archive.reader import Reader
from extractor.archive.scope import Scope
from extractor.archive.search import Search
from extractor.archive.way import Way
from extractor.clock import local_zone, now_ms
from extractor.commands.finding import maybe_reader, memory_folders
from extractor.commands.naming import named
from extractor.commands.speakers import NAMES
from extractor.commands.telling import told_in
from extractor.config.settings import Settings
from extractor.domain import Milliseconds, Speaker
from extractor.errors import UsageError
from extractor.memory.snapshot import read_if_open
from extractor.recall.meaning import Meaning
from extractor.recall.query import LONGEST, MOST_TERMS, Query, parse
from extractor.wiring.places import places

if TYPE_CHECKING:
    from extractor.recall.when import Span

SPEAKERS: Mapping[str, tuple[Speaker, ...]] = {
    "person": (Speaker.HUMAN, Speaker.HUMAN_HEADLESS),
    **{name: (Speaker(speaker),) for speaker, name in NAMES.items() if name != "person"},
    **{speaker.value: (speaker,) for speaker in Speaker},
}
"""Who is meant by a name: as it is printed, and as JSON has it."""

CLIENTS = ("claude-code", "codex", "gemini", "opencode", "plain", *Way)


@dataclass(frozen=True, slots=True)
class Asked:
    """The options as they were given."""

    since: str | None = None
    until: str | None = None
    when: str | None = None
    project: str | None = None
    session: str | None = None
    speaker: str | None = None
    client: str | None = None
    limit: int = 10
    context: int = 0

    @property
    def is_of_messages(self) -> bool:
        """Something was asked that a memory file has not: a time, a session, a speaker, a client."""
        return any((self.since, self.until, self.when, self.session, self.speaker, self.client))

    @property
    def bounds(self) -> tuple[str, ...]:
        """What the search is narrowed by, in words."""
        given = {
            "time": self.since or self.until or self.when,
            "project": self.project,
            "session": self.session,
            "speaker": self.speaker,
            "client": self.client,
        }
        return tuple(name for name, value in given.items() if value is not None)


def find(settings: Settings, env: Mapping[str, str], text: str, asked: Asked) -> Recalled:
    """The answer. Raises UsageError where nothing is looked for or an option cannot be read, ConfigError where one
    names nothing.
    """
    query = _query(text)
    archive = maybe_reader(settings)
    try:
        roots = _roots(settings, env, archive, asked.project)
        scope = scope_of(asked, roots or [], now_ms(), local_zone())
        if asked.session is not None:
            scope = replace(scope, session=_session(archive, asked.session))
        folders: dict[str, Mapping[str, bytes]] = {}
        closed: list[str] = []
        if not asked.is_of_messages:
            for folder in memory_folders(settings, env, roots):
                files, problems = read_if_open(folder)
                closed += problems if not files else ()
                folders[str(folder)] = told_in(archive, folder, files) if archive else files
            _add_teams(folders, settings, archive, roots)
        search = Search(archive.db) if archive is not None else None
        found = recall(search, folders, query, scope, asked.limit, asked.context, _meaning(settings))
        is_nothing = not found.memories and not found.hits
        is_before_reading = is_nothing and (archive is None or archive.is_empty())
        is_elsewhere = is_nothing and search is not None and asked.bounds and search.best(query, limit=1)
        return replace(
            found,
            bounds=asked.bounds if is_elsewhere else (),
            is_before_reading=is_before_reading,
            closed=tuple(closed),
        )
    finally:
        if archive is not None:
            archive.close()


def _session(archive: Reader | None, name: str) -> str:
    """The id of the session that is meant. Raises ConfigError where there is none, or several begin so."""
    found = id_meant(archive.sessions, name) if archive else None
    if found is None:
        raise no_session(name)
    return found


def _query(text: str) -> Query:
    """What a text looks for. Raises UsageError where that is nothing, or where a part of it could not be kept to."""
    query = parse(text)
    if len(text) > LONGEST:
        raise UsageError(f"the query has more than {LONGEST:,} characters: name the words that matter")
    if not query.wanted:
        what = "only leaves out" if query.excluded else "holds no word"
        raise UsageError(f"the query {what}: name at least one word to look for")
    for terms, what in ((query.phrases, "holds"), (query.excluded, "leaves out")):
        if len(terms) > MOST_TERMS:
            kind = "phrases" if what == "holds" else "words and phrases"
            raise UsageError(f"the query {what} {len(terms)} {kind}: {MOST_TERMS} are the most")
    return query


def _add_teams(
    folders: dict[str, Mapping[str, bytes]],
    settings: Settings,
    archive: Reader | None,
    roots: Sequence[str] | None,
) -> None:
    """Add what the teams' accepted files say that none of these does."""
    if not settings.team_roots:
        return
    from extractor.commands.team import teams_told
    from extractor.memory.team.team import unsaid

    for path, files in teams_told(settings, archive, roots).items():
        folders.setdefault(path, unsaid(files, list(folders.values())))


def _roots(
    settings: Settings, env: Mapping[str, str], archive: Reader | None, project: str | None
) -> list[str] | None:
    """The roots of the project that was asked for and of those joined with it; None: of every project."""
    if project is None:
        return None
    from extractor.memory.team.team import team_folders

    teams = [str(team.root) for team in team_folders(settings.team_roots)]
    return named(
        project,
        list(dict.fromkeys([*(archive.projects() if archive else ()), *teams])),
        places(settings, env),
    )


def _meaning(settings: Settings) -> Meaning | None:
    if settings.meaning_model is None:
        return None
    from extractor.models.word_vectors import WordVectors

    return WordVectors(settings.meaning_model)


def scope_of(asked: Asked, roots: Sequence[str], now: Milliseconds, zone: tzinfo) -> Scope:
    """Where and when is searched. Raises UsageError where a time, a speaker or a client cannot be read.

    Also where a beginning is still to come or the times given have none in common.
    """
    within = _time("--when", asked.when, now, zone)
    since = _time("--since", asked.since, now, zone)
    until = _time("--until", asked.until, now, zone)
    if asked.speaker is not None and asked.speaker.lower() not in SPEAKERS:
        raise UsageError(f"--speaker {asked.speaker!r}: say one of {', '.join(SPEAKERS)}")
    if asked.client is not None and asked.client.lower() not in CLIENTS:
        raise UsageError(f"--client {asked.client!r}: say one of {', '.join(CLIENTS)}")
    begin = max((each.begin for each in (since, within) if each), default=None)
    end = min((*([until.until] if until else []), *([within.end] if within else [])), default=None)
    if begin is not None and end is not None and begin >= end:
        given = (("--since", asked.since), ("--until", asked.until), ("--when", asked.when))
        told = " and ".join(f"{option} {text!r}" for option, text in given if text is not None)
        raise UsageError(f"{told} leave no time between them: name an earlier beginning or a later end")
    return Scope(
        since=begin,
        until=end,
        projects=tuple(roots),
        session=asked.session,
        speakers=SPEAKERS[asked.speaker.lower()] if asked.speaker is not None else (),
        client=asked.client.lower() if asked.client is not None else None,
    )


def _time(option: str, text: str | None, now: Milliseconds, zone: tzinfo) -> Span | None:
    if text is None:
        return None
    from extractor.recall.when import StillToCome, span

    try:
        found = span(text, now, zone)
        if (option == "--since" and not found.has_begin) or (option == "--until" and not found.has_end):
            raise ValueError(text)
        if option == "--since" and found.begin >= now:
            raise StillToCome(text)
        return found
    except StillToCome as error:
        raise UsageError(f"{option} {text!r} is still to come: name a time that has begun") from error
    except (ValueError, OverflowError) as error:
        raise UsageError(
            f"{option} {text!r} names no time: say 2026-03-01, yesterday, 'last week', '3 days ago', 2h"
        ) from error
