"""Recall: what was said, and what is remembered of it, found by words.

Owns the joining of memory files and archive in one answer. Promises that memory files come first and that
every hit says when, where and by whom it was said. Only reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from extractor.archive.closeup import CloseUp
from extractor.archive.scope import Scope
from extractor.archive.search import Found, Search
from extractor.domain import MemoryType
from extractor.memory.file_name import INDEX_FILE
from extractor.memory.hidden import without_comments
from extractor.memory.memory_file import MemoryFile, parse
from extractor.recall.excerpt import excerpt
from extractor.recall.meaning import Kin, Meaning, kin
from extractor.recall.query import Query, Term, is_spelled, spelled
from extractor.recall.ranking import Times
from extractor.recall.unspaced import pieces

MOST_MEMORIES = 5
"""Memory files in one answer."""

NEARLY = 0.8
"""Of what is looked for in the place of a word: how much a match counts against one of the query's own."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """A memory file that says what was looked for."""

    folder: str
    file: str
    type: MemoryType | None
    description: str
    modified: str
    """ISO 8601, as the file says it; empty where it does not."""
    excerpt: str
    """On one line, with the marks of `recall.excerpt`."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A message that says what was looked for."""

    found: Found
    excerpt: str
    """On one line, with the marks of `recall.excerpt`."""
    around: tuple[Found, ...]
    """What was said around it and the message itself, in order; empty unless asked for."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """The answer to one query."""

    memories: tuple[Remembered, ...]
    hits: tuple[Hit, ...]
    missing: tuple[str, ...] = ()
    """Words of the query that were never said anywhere: what was found answers the others, and what stands for them."""
    instead: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)
    """What was looked for in the place of a word that is missing."""
    unread: tuple[str, ...] = ()
    """Words of the query that were not looked for: there were too many before them."""
    bounds: tuple[str, ...] = ()
    """What the search was narrowed by, where nothing was found for that and something is without."""
    is_before_reading: bool = False
    """Nothing was found because no session was read yet."""
    closed: tuple[str, ...] = ()
    """A line for each memory folder that could not be looked into."""


def recall(
    search: Search | None,
    folders: Mapping[str, Mapping[str, bytes]],
    query: Query,
    scope: Scope,
    limit: int,
    context: int = 0,
    meaning: Meaning | None = None,
) -> Recalled:
    """Search memory files (each folder's bytes by name) and what was said, where there is an archive.

    `meaning`: who knows words of like meaning, for the archive. `limit`: most messages.
    `context`: exchanges around each, 1 for its own, 0 for none.
    """
    unread = tuple(" ".join(term.tokens) for term in query.unread)
    if search is None:
        return Recalled(tuple(remembered(folders, query)), (), unread=unread)
    never = _nowhere(folders, search.missing(query), query.names)
    stand_in = search.instead(never)
    others = [term for terms in stand_in.values() for term in terms]
    said = replace(query, words=_in_place(query.words, stand_in))
    memories = remembered(folders, said, search.worths(said.words))
    near = (*(Kin(term, NEARLY) for term in others), *(kin(query, meaning) if meaning else ()))
    best = search.best(query, scope, limit, kin=near)
    found = [each for row, score in best if (each := search.found(row, score, scope)) is not None]
    excerpts = _excerpts([each.text for each in found], (*query.wanted, *query.names, *others))
    hits = [
        Hit(each, shown, tuple(search.around(each.id, context, scope)) if context else ())
        for each, shown in zip(found, excerpts, strict=True)
    ]
    return Recalled(
        tuple(memories), tuple(hits), tuple(" ".join(term.tokens) for term in never),
        {" ".join(term.tokens): terms for term, terms in stand_in.items()}, unread,
    )  # fmt: skip


def _in_place(words: Sequence[Term], stand_in: Mapping[Term, Sequence[Term]]) -> tuple[Term, ...]:
    """The words, with what was said most in the place of one that was not."""
    return tuple(dict.fromkeys(stand_in[word][0] if word in stand_in else word for word in words))


def _nowhere(
    folders: Mapping[str, Mapping[str, bytes]], missing: Sequence[Term], names: Sequence[Term]
) -> list[Term]:
    """Those of the words that stand in no memory file either, a name in any spelling."""
    if not missing:
        return []
    rows = [(number, (_text(read), "")) for number, (_, _, read) in enumerate(_files(folders))]
    terms = (*missing, *names)
    with CloseUp() as closer:
        holding = dict(zip(terms, closer.counts(terms, rows), strict=True))
    held = [spelled(name) for name in names if holding[name]]
    return [term for term in missing if not holding[term] and not is_spelled(term, held)]


def remembered(
    folders: Mapping[str, Mapping[str, bytes]], query: Query, worths: Mapping[Term, float] | None = None
) -> list[Remembered]:
    """The memory files that hold every phrase, nothing excluded and at least half of the words, which tell a third of
    what all of them do; what tells most first.

    `worths`: how much each of the words tells by its rarity; one that is not among them as much as they do on average.
    """
    worths = worths or {}
    usual = sum(worths.values()) / len(worths) if worths else 1.0
    files = list(_files(folders))
    with CloseUp() as closer:
        rows = [(number, (_text(read), "")) for number, (_, _, read) in enumerate(files)]
        terms = (*query.words, *query.names, *query.phrases, *query.excluded)
        holding = dict(zip(terms, closer.counts(terms, rows), strict=True)) if terms else {}
    whole = sum(worths.get(term, usual) for term in query.words)
    chosen: list[tuple[float, int]] = []
    for number in range(len(files)):
        names = [spelled(name) for name in query.names if number in holding[name]]
        held = [
            term
            for term in query.words
            if number in holding[term] or is_spelled(term, names) or _holds_pieces(number, term, holding)
        ]
        told = sum(worths.get(term, usual) for term in held)
        is_whole = all(number in holding[term] for term in query.phrases)
        is_free = not any(number in holding[term] for term in query.excluded)
        if query.wanted and is_whole and is_free and 2 * len(held) >= len(query.words) and 3 * told >= whole:
            chosen.append((told, number))
    # The newest of equal ones first, then by name.
    chosen.sort(key=lambda each: files[each[1]][1])
    chosen.sort(key=lambda each: (each[0], files[each[1]][2].modified or ""), reverse=True)
    best = [files[number] for _, number in chosen[:MOST_MEMORIES]]
    excerpts = _excerpts([_text(read) for _, _, read in best], (*query.wanted, *query.names))
    return [
        Remembered(folder, file, read.type, read.description or "", read.modified or "", shown)
        for (folder, file, read), shown in zip(best, excerpts, strict=True)
    ]


def _holds_pieces(number: int, term: Term, holding: Mapping[Term, Mapping[int, Times]]) -> bool:
    """Whether a file holds at least half of what a word that is written among others may be said as."""
    asked = (Term((piece,), is_within=True) for token in term.tokens for piece in pieces(token))
    held = [number in holding[piece] for piece in asked if piece in holding]
    return bool(held) and 2 * sum(held) >= len(held)


def _files(folders: Mapping[str, Mapping[str, bytes]]) -> Iterable[tuple[str, str, MemoryFile]]:
    for folder, files in folders.items():
        for file in sorted(files):
            if file.casefold() != INDEX_FILE.casefold():
                yield folder, file, parse(files[file])


def _text(read: MemoryFile) -> str:
    said = read.description or ""
    # The first sentence is often the description.
    body = without_comments(read.body)
    return body if said in body else f"{said}\n{body}"


def _excerpts(texts: Sequence[str], terms: Sequence[Term]) -> list[str]:
    with CloseUp() as closer:
        closer.add((number, (text, "")) for number, text in enumerate(texts))
        return [excerpt(closer.marked(number, terms)) for number in range(len(texts))]
