"""A running history as a file: its whole state as versioned JSON.

Owns the form, its versions and their migrations. Promises that exporting what was imported gives the same
bytes, and that a file of an older version is read. Never opens a file: it hands text over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import cache

from pydantic import ConfigDict, JsonValue, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from extractor.domain import Milliseconds
from extractor.errors import StoreFailed
from extractor.history.breaker import Breaker
from extractor.history.entry import LEVELS, Entry, EntryType
from extractor.history.session import History, HistorySettings
from extractor.history.summary import Author, Summariser, quoted

VERSION = 3
"""1: entries had neither level nor attachments. 2: summaries did not tell the rules' figures apart. 3: today's."""

Fields = dict[str, JsonValue]

_GIVEN = re.compile(r"[es]([0-9]{1,18})")
"""An id as a history gives it out."""


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class _Stored:
    version: int
    made: int
    settings: HistorySettings
    breaker: Breaker
    entries: list[Entry]


@cache
def _adapter() -> TypeAdapter[_Stored]:
    return TypeAdapter(_Stored)


def export(history: History) -> str:
    """The whole state as one line of JSON with a newline. Half of a surrogate pair becomes a question mark."""
    # A whole number would be read back as one with a point.
    settings = replace(history.settings, ratio=float(history.settings.ratio))
    state = _Stored(VERSION, history.made, settings, history.breaker, history.entries())
    text = json.dumps(asdict(state), separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "replace").decode() + "\n"


def restored(
    text: str,
    clock: Callable[[], Milliseconds],
    name: str,
    summarise: Summariser | None = None,
    author: Author = Author.CALLBACK,
) -> History:
    """The history `export` wrote. `name`: what to call the file in an error.

    Raises StoreFailed with one line when the text is damaged or of a newer version.
    """
    stored = _read(text, name)
    history = History(clock, stored.settings, summarise, author)
    history.breaker = stored.breaker
    history.restore(stored.entries, stored.made)
    return history


def _read(text: str, name: str) -> _Stored:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise StoreFailed(f"{name} is no exported history (it is no JSON): export it again") from error
    version = fields.get("version") if isinstance(fields, dict) else None
    if not isinstance(fields, dict) or not isinstance(version, int) or isinstance(version, bool):
        raise StoreFailed(f"{name} is no exported history (it names no version): export it again")
    if version > VERSION:
        raise StoreFailed(f"{name} was exported by a newer version ({version}): upgrade extractor")
    try:
        for step in range(version, VERSION):
            fields = _MIGRATIONS[step](fields)
        # JSON text again: only then enums and tuples are read from their JSON form and nothing else is.
        stored = _adapter().validate_json(json.dumps(fields), strict=True)
    except (ValidationError, LookupError, TypeError, AttributeError) as error:
        where = _where(error)
        raise StoreFailed(f"{name} is damaged ({where}): export it again") from error
    if fault := _unclear(stored):
        raise StoreFailed(f"{name} is damaged ({fault}): export it again")
    return stored


def _unclear(stored: _Stored) -> str:
    """Which id names two entries, or would name another one soon: a summary would hide what it does not stand for."""
    ids = [entry.id for entry in stored.entries]
    if len(set(ids)) < len(ids):
        return "entries: two have the same id"
    given = (found[1] for each in ids if (found := _GIVEN.fullmatch(each)))
    return (
        "made: an entry has an id not given out yet" if max(map(int, given), default=0) > stored.made else ""
    )


def _where(error: Exception) -> str:
    if isinstance(error, ValidationError):
        fault = error.errors()[0]
        place = ".".join(str(part) for part in fault["loc"])
        return quoted(f"{place}: {fault['msg'].lower()}")
    return "its entries cannot be read"


def _entries(fields: Fields) -> list[Fields]:
    """Raises TypeError where there are none, or one is no object."""
    entries = fields["entries"]
    if not isinstance(entries, list):
        raise TypeError("entries")
    found = [entry for entry in entries if isinstance(entry, dict)]
    if len(found) < len(entries):
        raise TypeError("entry")
    return found


def _with_levels(fields: Fields) -> Fields:
    """Version 1 to 2: entries without a level become what migration makes of them, without attachments."""
    settings = fields["settings"]
    if not isinstance(settings, dict):
        raise TypeError("settings")
    made: list[JsonValue] = []
    for entry in _entries(fields):
        made.append({**entry, "level": _level(entry), "attachments": []})
    return {
        **fields,
        "version": 2,
        "settings": {**settings, "attached_entries": 10, "levels": True},
        "entries": made,
    }


def _level(entry: Fields) -> str:
    """Task, as every item without a level; what a summary stands for is not shown again either way."""
    return LEVELS[EntryType.SUMMARY].value if entry.get("type") == "summary" else "task"


def _with_figures(fields: Fields) -> Fields:
    """Version 2 to 3: all of a summary that somebody wrote is taken for their words."""
    made: list[JsonValue] = []
    for entry in _entries(fields):
        summary = entry.get("summary")
        made.append({**entry, "summary": {**summary, "figures": ""}} if isinstance(summary, dict) else entry)
    return {**fields, "version": 3, "entries": made}


_MIGRATIONS: dict[int, Callable[[Fields], Fields]] = {1: _with_levels, 2: _with_figures}
