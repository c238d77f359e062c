"""The answer of `recall`, told.

Owns its words for a person and its values for a program. Promises that what is printed cannot act on a terminal.
Never decides what is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from extractor.actions.recall import Hit, Recalled, Remembered
from extractor.archive.search import Found
from extractor.clock import local_zone
from extractor.commands.speakers import name_of
from extractor.errors import printable
from extractor.moment import iso, local
from extractor.recall.excerpt import CLOSE, OPEN
from extractor.recall.query import MOST_TERMS, Term

_MOST_TOLD = 8
"""Words that are named where many were not looked for."""

NOTHING = "nothing was"
"""How the line begins that tells of no answer."""


def values(recalled: Recalled) -> dict[str, object]:
    """The answer for JSON. `matches`: characters of the excerpt, from and up to."""
    return {
        "memories": [_memory_values(memory) for memory in recalled.memories],
        "hits": [_hit_values(hit) for hit in recalled.hits],
        "missing": list(recalled.missing),
        "instead": {word: [_written(term) for term in terms] for word, terms in recalled.instead.items()},
        "not_looked_for": list(recalled.unread),
        "not_looked_into": list(recalled.closed),
        "found_without": list(recalled.bounds),
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
    elif recalled.bounds:
        yield f"{NOTHING} found for this {' and '.join(recalled.bounds)}, but something is elsewhere"
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
