"""Whether a memory file's description still says what the file says.

Owns when a description of ours is stale, and what is told in its place. Promises that a sentence runs wrote is told
of a file only while it stands there, and that a description of a person's own stays. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from extractor.memory import front_matter
from extractor.memory.body import take_apart
from extractor.memory.front_matter import Split, set_top
from extractor.memory.gate.dialogue import shortened
from extractor.memory.gate.tombstones import words
from extractor.memory.hidden import told_lines
from extractor.memory.memory_file import MemoryFile, parse
from extractor.memory.plain_front import quoted, scalar
from extractor.memory.proposal import MAX_DESCRIPTION
from extractor.memory.read_back import changes_only
from extractor.memory.sentences import one_line
from extractor.memory.title import is_made_of, name_of
from extractor.memory.wording.kinship import keeps_saying, nots
from extractor.memory.wording.novelty import novel
from extractor.memory.wording.novelty import words as meant

_MOST = 2 * MAX_DESCRIPTION
"""Characters of a description beyond which it is none of ours."""
_CUT = 100
"""Characters of a description that may be a sentence cut short without a mark."""
_LEAST = 20
"""Characters of a part of a sentence that nobody says by chance."""
_SAME = 2
"""Words a description must share with a sentence, and one of how many of the sentence's, to say it in other words."""
_TOPIC = 4
"""Words up to which a description may be a topic, as a person gives one, and says nothing in other words."""
_NAMED = 3
"""Words from which a name is one of a sentence: of fewer it may stay the topic of a file whatever that says."""
_MARKS = " .!?…‘’\"'`,;:(-–—"
_ELLIPSIS = re.compile(r"\s*…")
_NUMBER = re.compile(r"\w*\d\w*")
_TELLS = re.compile(
    r"\d|\b(?:always|only|must|every|each|immer|nur|muss|müssen|siempre|solo|sólo|toujours|seulement)\b",
    re.IGNORECASE,
)
"""What makes a few words say something, as "not" does: then they are no topic."""
_LEAD = re.compile(r"[\s#>*+-]*(?:\d{1,9}[.)]\s+)?")
_HEADING = re.compile(r"[ \t]*#{1,6}[ \t]+(\S.*)")


def all_told(files: Mapping[str, bytes], written: Mapping[str, Collection[str]]) -> dict[str, bytes]:
    """The files (bytes by name) as they are told. `written`: what runs wrote into each that is of runs."""
    return {name: as_told(name, data, written.get(name, ())) for name, data in files.items()}


def as_told(file: str, data: bytes, written: Collection[str]) -> bytes:
    """The file as it is told: where its description says again a sentence of `written` that stands there no more, with
    the body's first sentence in its place, and a name that was made of the old one made of that.
    """
    if not written:
        return data
    read = parse(data)
    if not read.description:
        return data
    stale = is_stale(read, written)
    if not stale and not _has_stale_name(read, file, written):
        return data
    parts = front_matter.split(data.decode("utf-8", "surrogateescape"))
    eol = "\r\n" if parts.opening.endswith("\r\n") else "\n"
    block, first = parts.block, _first(read)
    if stale:
        block = _with(parts, block, "description", quoted(_shortened(first)), eol)
        if block == parts.block:
            return data  # no form of ours: a person wrote the front matter anew
    if first and _is_ours(read, file, written) and not keeps_saying(first, _plain_name(read)):
        block = _with(parts, block, "name", scalar(name_of(first)), eol)
    made = f"{parts.mark}{parts.opening}{block}{parts.closing}{parts.body}"
    return made.encode("utf-8", "surrogateescape")


def is_stale(read: MemoryFile, written: Collection[str]) -> bool:
    """Whether the description says again, whole, cut short or in other words, a sentence of `written` that stands in
    the body no more, and none that does.
    """
    said = read.description or ""
    if not said or len(said) > _MOST:
        return False
    parts = dict.fromkeys(take_apart(said).statements or (said,))
    standing = _keyed([*read.statements, *_lines(read)])
    if all(_key(part) in standing for part in parts):
        return False
    kept, gone = _kept_and_gone(written, standing)
    return bool(gone) and any(_says_what_went(part, standing, kept, gone) for part in parts)


def _kept_and_gone(written: Collection[str], standing: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
    """The sentences of runs that stand, and by their keys those that do not."""
    kept: list[str] = []
    gone: dict[str, str] = {}
    for statement in written:
        said = _keyed(take_apart(statement).statements)
        kept += [each for key, each in said.items() if key in standing]
        gone |= {key: each for key, each in said.items() if key not in standing}
        # One that is read as several, as a question of two sentences is, may be told as one.
        if said.keys() <= standing.keys():
            kept.append(statement)
        else:
            gone[_key(statement)] = statement
    return kept, gone


def _says_what_went(
    part: str, standing: Mapping[str, str], kept: Sequence[str], gone: Mapping[str, str]
) -> bool:
    key = _key(part)
    if key in standing or key in gone:
        return key not in standing
    # Cut short, it may be the beginning of what a person wrote; in other words it is not theirs.
    if any(_says(part, each) for each in kept) or _is_cut_of(part, standing):
        return False
    return any(_says(part, each) for each in gone.values())


def _says(part: str, sentence: str) -> bool:
    """Whether a text is a part of a sentence, or says it in other words."""
    is_long = len(part) >= _LEAST or "…" in part
    return (is_long and _runs_through(part, sentence)) or _says_in_other_words(part, sentence)


def _is_cut_of(part: str, standing: Mapping[str, str]) -> bool:
    """Whether a text is one of the sentences (by their keys) cut short."""
    if len(part) <= _CUT and "…" not in part:
        return False
    pieces = _pieces(part)
    # Of a question that was cut short the answer is told whole.
    ends = pieces[-1] if len(pieces) > 1 and "…" not in part[-3:] else ""
    return any(
        key.rstrip(_MARKS).endswith(ends) and _runs_through(part, each)
        for key, each in standing.items()
        if key.startswith(pieces[0])
    )


def _runs_through(part: str, sentence: str) -> bool:
    """Whether the pieces of a text, between its ellipses, stand in a sentence in their order."""
    whole, at = words(sentence), 0
    for piece in _pieces(part):
        found = whole.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return True


def _pieces(part: str) -> list[str]:
    return [piece.rstrip(_MARKS) for piece in _ELLIPSIS.split(words(part)) if piece.strip(_MARKS)] or [""]


def _says_in_other_words(part: str, sentence: str) -> bool:
    brought, known = novel(part, [sentence])
    return (
        not brought
        and (len(part.split()) > _TOPIC or nots(part) > 0 or _TELLS.search(part) is not None)
        and known >= _SAME
        and known * _SAME >= len(meant(sentence))
        and set(_NUMBER.findall(words(part))) <= set(_NUMBER.findall(words(sentence)))
        and nots(part) == nots(sentence)
    )


def _keyed(sentences: Iterable[str]) -> dict[str, str]:
    return {key: each for each in sentences if (key := _key(each))}


def _key(sentence: str) -> str:
    return words(sentence).strip("*_").rstrip(" .!?…*_")


def _lines(read: MemoryFile) -> Iterable[str]:
    """The lines of the body that are told, without the marks in front: what stands in a heading stands there, too."""
    return (_LEAD.sub("", line, count=1) for line in told_lines(read.body))


def _first(read: MemoryFile) -> str:
    """The sentence that is told of the file: its first, else its first heading."""
    if read.statements:
        return one_line(read.statements[0])
    headings = (_HEADING.match(line) for line in told_lines(read.body))
    return one_line(next((found[1] for found in headings if found), ""))


def _shortened(sentence: str) -> str:
    if len(sentence) <= MAX_DESCRIPTION:
        return sentence
    told = shortened(sentence, MAX_DESCRIPTION)
    return told if len(told) <= MAX_DESCRIPTION else f"{told[: MAX_DESCRIPTION - 2].rsplit(' ', 1)[0]} …"


def _has_stale_name(read: MemoryFile, file: str, written: Collection[str]) -> bool:
    """Whether the file's name is ours and says, as more than a topic, what no sentence says any longer."""
    is_topic = len(_plain_name(read).split()) < _NAMED
    if is_topic or len(read.description or "") > _MOST or not _is_ours(read, file, written):
        return False
    return bool(read.statements) and is_made_of(read.name or "", written, (read.body,))


def _is_ours(read: MemoryFile, file: str, written: Collection[str]) -> bool:
    """Whether the file's name in the front matter is the file's own, or was made of a sentence of ours."""
    name = read.name or ""
    return name == file.removesuffix(".md") or name in {name_of(each) for each in written}


def _plain_name(read: MemoryFile) -> str:
    return (read.name or "").replace("-", " ")


def _with(parts: Split, block: str, key: str, value: str, eol: str) -> str:
    """The front matter with this value; as it is where that cannot be put there safely."""
    made = set_top(block, key, value, eol)
    return made if made is not None and changes_only(parts.block, block, made, key) else block
