"""A memory file without what is to be forgotten.

Owns which of its bytes go. Promises that what a person typed stays, and that nothing else which holds the words
does. Pure.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from extractor.memory import front_matter
from extractor.memory.body import take_apart
from extractor.memory.changeset import FileChange
from extractor.memory.described import as_told
from extractor.memory.edit import edit
from extractor.memory.front_matter import Split
from extractor.memory.gate.phrases import Phrases
from extractor.memory.gate.tombstones import words
from extractor.memory.memory_file import EditRefused, MemoryFile, all_sentences, parse, sentences
from extractor.memory.plain_front import scalar
from extractor.memory.proposal import MAX_DESCRIPTION
from extractor.memory.redaction.placeholders import FORGOTTEN
from extractor.memory.sentences import without_sentences
from extractor.memory.title import is_made_of, name_of
from extractor.memory.typed import typed
from extractor.memory.wording.sentence_ends import cuts

_ENDS = "\r\n"


@dataclass(frozen=True, slots=True)
class Going:
    """What is to be taken out of the files of a folder."""

    written: frozenset[str]
    """Every sentence a run wrote in the folder."""
    parts: tuple[frozenset[str], ...]
    """The sentences of each statement that goes: it goes where all of them stand."""
    phrases: Phrases
    in_code: frozenset[str]
    """Sentences that go where they stand in code, which tells nobody of them."""

    @classmethod
    def of(cls, ours: Sequence[str], gone: Sequence[str], phrases: Phrases) -> Going:
        """`ours`: every statement a run wrote in the folder; `gone`: those that go."""
        written, parts = all_sentences(ours), tuple(map(sentences, gone))
        in_code = frozenset(each for each in written if phrases.stand_in(each)).union(*parts)
        return cls(written, parts, phrases, in_code)

    def doomed(self, read: MemoryFile) -> set[str]:
        """Those of a file's sentences that go."""
        stand = {words(each) for each in read.statements}
        standing = frozenset[str]().union(*(each for each in self.parts if each <= stand))
        return {
            each
            for each in read.statements
            if words(each) in standing or (words(each) in self.written and self.phrases.stand_in(each))
        }


def without(data: bytes, going: Going) -> bytes | None:
    """The file without what goes; None where nothing of it may stay. What a person typed stays, phrases and all, and so
    do sentences beside words that cannot be taken out.
    """
    read, phrases = parse(data), going.phrases
    doomed = going.doomed(read)
    kept = [each for each in read.statements if each not in doomed]
    is_ours = any(words(each) in going.written for each in read.statements)
    is_told = phrases.stand_in(data) or phrases.are_named(read.name or "")
    if not doomed and not (is_ours and is_told):
        return data
    try:
        parts = front_matter.split(data.decode("utf-8"))
    except UnicodeDecodeError:
        return None if all(words(each) in going.written for each in kept) else data
    body = without_sentences(parts.body, {words(each) for each in doomed}, going.in_code)
    if not kept:
        return _husk(parts, body, going)
    # Keys and comments in the front matter that are none of ours stay, whatever they hold.
    return _edited(parts, body, read, doomed, _first(kept, phrases), phrases)


def is_stuck(data: bytes, going: Going) -> bool:
    """Whether something of a file would go that is not UTF-8 and holds more than goes: a person saves it anew first."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        read = parse(data)
        beside = (read.name, read.description, read.why, read.how_to_apply)
        is_ours = any(words(each) in going.written for each in read.statements)
        is_told = is_ours and any(going.phrases.stand_in(each) for each in beside)
        may_stand = bool(going.doomed(read)) or _may_stand(data, going)
        return (is_told or may_stand) and without(data, going) is not None
    return False


def _may_stand(data: bytes, going: Going) -> bool:
    """Whether a sentence that goes may stand in bytes of which only the letters of ASCII can be read."""
    text = _ascii(data)
    told = (frozenset({each}) for each in going.written if going.phrases.stand_in(each))
    return any(
        parts and all(_ascii(each.encode()) in text for each in parts) for parts in (*going.parts, *told)
    )


def _ascii(data: bytes) -> str:
    """The letters and digits of ASCII alone."""
    letters = "".join(filter(str.isalnum, data.decode("ascii", "ignore").lower()))
    return letters.replace("ss", "")  # as two sentences are compared, ß is told as that


def taken_out(
    files: Mapping[str, bytes],
    ours: Sequence[str],
    gone: Sequence[str],
    phrases: Phrases,
    gone_by_file: Mapping[str, Collection[str]] = MappingProxyType({}),
) -> tuple[FileChange, ...]:
    """What has to change in these files (bytes by name), those runs wrote: see `without`.

    A name made of a sentence that goes, goes too. `gone_by_file`: those that were written into each file, whether a
    person changed them since or not.
    """
    made: list[FileChange] = []
    going, stand = Going.of(ours, gone, phrases), dict(files)
    doomed = [*gone, *(each for each in ours if phrases.stand_in(each))]
    for name, data in sorted(files.items()):
        after = without(data, going)
        # A description may say what a person took out of the body, or say it cut short.
        after = None if after is None else as_told(name, after, doomed)
        told = (*going.doomed(parse(data)), *gone_by_file.get(name, ()))
        after = None if after is None else _named_by_what_stands(after, told, phrases)
        fresh = name if after is None else _name_for(name, data, after, phrases, told, stand)
        if after is None or fresh == name:
            made += [FileChange(name, data, after)] if after != data else []
            continue
        # What is left of two files that say the same is one file.
        made += [FileChange(fresh, None, after)] if stand.get(fresh) != after else []
        made.append(FileChange(name, data, None))
        stand[fresh] = after
    return tuple(made)


def renamed(changes: Sequence[FileChange]) -> dict[str, str]:
    """The names files get by these changes, with those they have now."""
    return {
        made.file: gone.file for made, gone in pairwise(changes) if made.before is None and gone.after is None
    }


def lost(changes: Sequence[FileChange]) -> Iterator[tuple[str, str]]:
    """What files say no more after these changes, with the name of each: what a person is shown before."""
    after = [parse(change.after) for change in changes if change.after is not None]
    kept = {words(each) for read in after for each in (*_told(read), *_named(read))}
    for change in changes:
        read = parse(change.before or b"")
        gone = {words(each): each for each in _told(read) if words(each) not in kept}
        said = gone.values() or [each for each in _named(read) if words(each) not in kept]
        yield from ((change.file, each) for each in said)


def descriptions_lost(changes: Sequence[FileChange]) -> tuple[str, ...]:
    """What an index tells of these files that it tells of none after the changes."""
    gone = [parse(each.before).description for each in changes if each.before is not None]
    kept = {parse(each.after).description for each in changes if each.after is not None}
    return tuple(each for each in gone if each and each not in kept)


def _told(read: MemoryFile) -> Iterator[str]:
    yield from read.statements
    yield from (each for each in (read.why, read.how_to_apply) if each)


def _named(read: MemoryFile) -> Iterator[str]:
    yield from (each for each in (read.description, read.name) if each)


def _name_for(
    name: str,
    before: bytes,
    after: bytes,
    phrases: Phrases,
    told: Collection[str],
    stand: Mapping[str, bytes],
) -> str:
    """The name of what is left of a file: its own, or one that says nothing where that holds one of the phrases and what
    is left does not, tells what is gone, or was made of sentences of which none is left.

    `stand`: bytes by name; what stands under the new name already says the same.
    """
    left = parse(after)
    kept = left.statements
    # What a person's words there go on saying, a name may say.
    is_named = phrases.are_named(name) and not phrases.stand_in(left.body)
    is_telling = is_named or is_made_of(name.removesuffix(".md"), told, kept)
    if not is_telling and (kept or after == before):
        return name
    named = hashlib.sha256(after).hexdigest()
    names = (f"memory-{named[:length]}.md" for length in range(8, len(named)))
    return next(each for each in names if stand.get(each, after) == after)


def _named_by_what_stands(data: bytes, told: Collection[str], phrases: Phrases) -> bytes:
    """The file under a name, in its front matter, that is made of no sentence that was `told` there and goes."""
    read = parse(data)
    if not read.name or not read.statements or not is_made_of(read.name, told, read.statements):
        return data
    try:
        parts = front_matter.split(data.decode("utf-8"))
    except UnicodeDecodeError:
        return data
    name = name_of(read.statements[0])
    block = _named_anew(parts, "forgotten" if phrases.are_named(name) else scalar(name))
    return f"{parts.mark}{parts.opening}{block}{parts.closing}{parts.body}".encode()


def _husk(parts: Split, body: str, going: Going) -> bytes | None:
    """What a person typed beside sentences of which none is left, without what told of them: front matter and reason.

    None where they typed nothing.
    """
    if not typed(body, going.written):
        return None
    left = take_apart(body)
    reasons = [part for part in (left.why_part, left.how_part) if part]
    for part in sorted(reasons, key=lambda each: -each.start):
        body = body[: part.start] + body[part.text_end :].lstrip(_ENDS)
    return f"{parts.mark}{body.lstrip(_ENDS)}".encode()


def _first(kept: Iterable[str], phrases: Phrases) -> str:
    """What a description may say: the first sentence that holds no phrase."""
    return next((each for each in kept if not phrases.stand_in(each)), FORGOTTEN)


def _edited(
    parts: Split, body: str, read: MemoryFile, doomed: Set[str], first: str, phrases: Phrases
) -> bytes:
    """The file with this body and, where it can be, without the phrases."""
    told = {words(each) for each in doomed}
    block = _named_anew(parts) if phrases.are_named(read.name or "") else parts.block
    made = f"{parts.mark}{parts.opening}{block}{parts.closing}{body}".encode()
    described = read.description
    is_stale = described is not None and (phrases.stand_in(described) or words(described) in told)
    made = edit(made, why=_said_less(read.why, phrases), how_to_apply=_said_less(read.how_to_apply, phrases))
    try:
        return edit(made, description=first[:MAX_DESCRIPTION]) if is_stale else made
    except EditRefused:
        return made  # a description in a form of a person's own stays, and is told


def _said_less(said: str | None, phrases: Phrases) -> str | None:
    """A reason or a use without the sentences that hold a phrase; None where none does."""
    if said is None or not phrases.stand_in(said):
        return None
    parts = (said[start:end] for start, end in cuts(said, 0, len(said)))
    left = " ".join(dict.fromkeys(FORGOTTEN if phrases.stand_in(part) else part for part in parts))
    return FORGOTTEN if phrases.stand_in(left) else left


def _named_anew(parts: Split, name: str = "forgotten") -> str:
    """The front matter with another name, where it has one."""
    eol = "\r\n" if parts.opening.endswith("\r\n") else "\n"
    is_named = "name" in front_matter.read(parts.block).top
    return (front_matter.set_top(parts.block, "name", name, eol) if is_named else None) or parts.block
