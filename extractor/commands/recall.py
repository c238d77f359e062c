"""`recall`: what was said and what is remembered, found by words.

Owns how a person's words for times, places and speakers are read and how the answer is told. Promises
that what is printed cannot act on a terminal. Never decides what is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import TYPE_CHECKING

from extractor.actions.recall import Hit, Recalled, Remembered, recall
from extractor.actions.which_session import id_meant, no_session
from extractor.archive.reader import Reader
from extractor.archive.scope import Scope
from extractor.archive.search import Found, Search
from extractor.archive.way import Way
from extractor.clock import local_zone, now_ms
from extractor.commands.finding import maybe_reader, memory_folders
from extractor.commands.naming import named
from extractor.commands.speakers import NAMES, name_of
from extractor.commands.telling import told_in
from extractor.config import Settings
from extractor.domain import Milliseconds, Speaker
from extractor.errors import UsageError, printable
from extractor.memory.snapshot import read_if_open
from extractor.moment import iso, local
from extractor.recall.excerpt import CLOSE, OPEN
from extractor.recall.meaning import Meaning
from extractor.recall.query import LONGEST, MOST_TERMS, Query, Term, parse
from extractor.wiring_places import places

if TYPE_CHECKING:
    from extractor.recall.when import Span

SPEAKERS: Mapping[str, tuple[Speaker, ...]] = {
    "person": (Speaker.HUMAN, Speaker.HUMAN_HEADLESS),
    **{name: (Speaker(speaker),) for speaker, name in NAMES.items() if name != "person"},
    **{speaker.value: (speaker,) for speaker in Speaker},
}
"""Who is meant by a name: as it is printed, and as JSON has it."""

CLIENTS = ("claude-code", "codex", "gemini", "opencode", "plain", *Way)

_MOST_TOLD = 8
"""Words that are named where many were not looked for."""

NOTHING = "nothing was"
"""How the line begins that tells of no answer."""


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
        return replace(found, is_before_reading=is_before_reading, closed=tuple(closed))
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
    from extractor.memory.team import unsaid

    for path, files in teams_told(settings, archive, roots).items():
        folders.setdefault(path, unsaid(files, list(folders.values())))


def _roots(
    settings: Settings, env: Mapping[str, str], archive: Reader | None, project: str | None
) -> list[str] | None:
    """The roots of the project that was asked for and of those joined with it; None: of every project."""
    if project is None:
        return None
    from extractor.memory.team import team_folders

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


# ---------------------------------------------------------------- telling


def values(recalled: Recalled) -> dict[str, object]:
    """The answer for JSON. `matches`: characters of the excerpt, from and up to."""
    return {
        "memories": [_memory_values(memory) for memory in recalled.memories],
        "hits": [_hit_values(hit) for hit in recalled.hits],
        "missing": list(recalled.missing),
        "instead": {word: [_written(term) for term in terms] for word, terms in recalled.instead.items()},
        "not_looked_for": list(recalled.unread),
        "not_looked_into": list(recalled.closed),
        "before_reading": recalled.is_before_reading,
    }


def _memory_values(memory: Remembered) -> dict[str, object]:
    plain, matches = _taken_apart(memory.excerpt)
    return {
        "folder": memory.folder,
        "file": memory.file,
        "type": memory.type,
        "description": memory.description,
        "modified": memory.modified,
        "excerpt": plain,
        "matches": matches,
    }


def _hit_values(hit: Hit) -> dict[str, object]:
    plain, matches = _taken_apart(hit.excerpt)
    return {
        **_said_values(hit.found),
        "project": hit.found.project,
        "score": round(hit.found.score, 3),
        "excerpt": plain,
        "matches": matches,
        "around": [{**_said_values(said), "text": said.text} for said in hit.around],
    }


def _said_values(said: Found) -> dict[str, object]:
    return {
        "at": iso(said.at),
        "client": said.client,
        "session": said.session,
        "message": said.key,
        "speaker": said.speaker,
        "kind": said.kind,
    }


def _taken_apart(marked: str) -> tuple[str, list[list[int]]]:
    plain, matches = "", []
    for part in marked.split(OPEN):
        match, found, rest = part.partition(CLOSE)
        if found:
            matches.append([len(plain), len(plain) + len(match)])
        plain += match + rest
    return plain, matches


def problems(recalled: Recalled) -> Iterator[str]:
    """What could not be looked into, for a person."""
    yield from (printable(f"not looked into: {line}") for line in recalled.closed)


def lines(recalled: Recalled, bold: tuple[str, str] = ("*", "*")) -> Iterator[str]:
    """The answer for a person; `bold` stands around what matches."""
    for memory in recalled.memories:
        kind = f" ({memory.type})" if memory.type else ""
        yield printable(f"memory  {memory.file}{kind}  in {memory.folder}")
        yield f"  {_shown(memory.excerpt, bold)}"
    for hit in recalled.hits:
        found = hit.found
        yield printable(f"{local(found.at, local_zone())}  {_name(found)}  {found.client} {found.session}")
        if not hit.around:
            yield f"  {_shown(hit.excerpt, bold)}"
        for said in hit.around:
            mark = ">" if said.id == found.id else " "
            yield f" {mark} {local(said.at, local_zone())}  {_name(said)}"
            yield from (f"     {printable(line)}" for line in said.text.expandtabs().splitlines())
    if recalled.is_before_reading:
        yield f"{NOTHING} read yet: start `extractor run` or `extractor once`"
    elif not recalled.memories and not recalled.hits:
        yield f"{NOTHING} found: try fewer or other words, or word* for any ending"
    elif recalled.missing:
        yield f"never said: {printable(', '.join(_never(word, recalled.instead) for word in recalled.missing))}"
    if recalled.unread:
        more = len(recalled.unread) - _MOST_TOLD
        told = ", ".join(recalled.unread[:_MOST_TOLD]) + (f" and {more} more" if more > 0 else "")
        yield f"not looked for: {printable(told)} (a query is read up to its {MOST_TERMS}th word)"


def _never(word: str, instead: Mapping[str, Sequence[Term]]) -> str:
    """A word that was never said, and what was looked for in its place."""
    terms = instead.get(word, ())
    if not terms:
        return word
    others = " or ".join(term.tokens[0] for term in terms if not term.is_within)
    return f"{word} (but {others or 'within other words'})"


def _written(term: Term) -> str:
    return f"*{term.tokens[0]}*" if term.is_within else term.tokens[0]


_PLACEHOLDER = re.compile(rf"\[{OPEN}?(?:REDACTED|PRIVATE|FORGOTTEN)[^\]\n]{{0,60}}\]")
"""What stands for words that were taken out: nothing in it was said."""


def _shown(marked: str, bold: tuple[str, str]) -> str:
    """An excerpt with its matches made visible, everything else made harmless."""
    parts = []
    marked = _PLACEHOLDER.sub(lambda found: found[0].replace(OPEN, "").replace(CLOSE, ""), marked)
    for part in marked.split(OPEN):
        match, found, rest = part.partition(CLOSE)
        if found:
            parts += [bold[0], printable(match), bold[1], printable(rest)]
        else:
            parts.append(printable(part))
    return "".join(parts)


def _name(said: Found) -> str:
    return name_of(said.speaker.value)
