"""Remember: a sentence said for the memory itself, kept at once.

Owns what may be said and how it is written. Promises that it holds no secret, stands once, leads back to
who said it and when, and that a person who says again what they removed gets it back. Never asks a model.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo

from extractor.actions.by_hand import ByHand, Done, Wanted
from extractor.actions.folder import Folder
from extractor.actions.placing import Fate, Place, Shelf, says_as_much
from extractor.actions.removals import lift
from extractor.actions.witness import Witness
from extractor.archive.archive import Archive
from extractor.archive.direct import session_name
from extractor.archive.of_runs import files_of_runs, written_into
from extractor.archive.provenance import Quote
from extractor.archive.way import Way
from extractor.domain import Kind, MemoryType, Message, MessageKey, Milliseconds, Speaker
from extractor.errors import ConfigError, UsageError, is_text
from extractor.memory.body import take_apart
from extractor.memory.changeset import FileChange
from extractor.memory.dates.dates import relative_words
from extractor.memory.described import as_told
from extractor.memory.edit import edit
from extractor.memory.file_name import FileName
from extractor.memory.gate.quotes import stands_in
from extractor.memory.listed import parts
from extractor.memory.memory_file import EditRefused, MemoryFile, NewMemory, parse, render, sentences_in
from extractor.memory.pinning import with_pin
from extractor.memory.pins import PinRoom
from extractor.memory.proposal import MAX_STATEMENT
from extractor.memory.redaction.redact import contains_secret
from extractor.memory.redaction.spoken_secrets import tells_a_secret
from extractor.memory.sentences import plain_sentence
from extractor.memory.text.control_marks import holds_control_mark
from extractor.memory.text.unseen import unseen
from extractor.memory.workspace import DELETED, MAX_FILE, MAX_STATEMENTS
from extractor.models.offline import wording
from extractor.models.offline.facts import facts
from extractor.models.offline.memory_type import type_of
from extractor.models.offline.weight import weigh
from extractor.moment import iso

_ABOUT_THE_USER = re.compile(r"the user\b", re.IGNORECASE)
_TANGLED = re.compile(r"[,;:]|\b(?:and|but|or|so|because|when|if)\b", re.IGNORECASE)
"""Where "I" cannot be told apart from the rest of a sentence."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?[,:;]?")
_ASKS = re.compile(r"(?<![\s/=&`])[?？؟][?!？！]*\Z")
_ASKED_OF = re.compile(r"[:：]\s|[`\"“„«‘]")
"""What a question stands behind or in that is only told: "Always ask first: is the staging green?"."""
_NEEDS_A_STOP = re.compile(r"(?:[A-Za-zÀ-ÖØ-öø-ÿ0-9\u0370-\u04ff)%‰€$£¥°+#]|(?<![.!?…])`)\Z")


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be remembered."""

    text: str
    type: MemoryType | None = None
    """None: as the embedded rules judge the words, else that of a project."""
    name: str | None = None
    """Of the file, with or without `.md`; None: the most fitting one, else one named after the words."""
    pin: bool = False
    quote: str = ""
    """The person's own words it rests on, where it is not the person who asks."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """What became of it."""

    done: Done
    type: MemoryType
    places: tuple[Place, ...]
    lifted: int
    """Removed sentences that may be learned again."""
    pinned: bool
    """The files were pinned just now."""


class Remember:
    """Keeps what is said to it. `token` gives a new id each time, `witness` finds who said what an agent asks for."""

    def __init__(
        self,
        archive: Archive,
        room: PinRoom,
        way: Way,
        clock: Callable[[], Milliseconds],
        tz: tzinfo,
        token: Callable[[], str],
        witness: Witness,
    ) -> None:
        self._archive = archive
        self._room = room
        self._way = way
        self._clock = clock
        self._tz = tz
        self._token = token
        self._witness = witness

    def remember(self, folder: Folder, project: str, asked: Asked) -> Remembered:
        """Keep it in a folder. Raises ConfigError where it cannot be kept as it was said, with nothing changed."""
        now = self._clock()
        said, file = checked(asked)
        kind = asked.type or guessed(asked.text, now, self._tz)
        removed = self._removed(folder.path, said)
        if self._way is not Way.COMMAND_LINE and (removed or self._missed(folder.path, said)):
            raise ConfigError(
                "a person removed this from the memory: they say it anew with `extractor remember`"
            )
        is_agent = self._way is not Way.COMMAND_LINE
        if is_agent and self._taken_back(folder, said):
            raise ConfigError(
                "a person took this back with `undo`: they say it anew with `extractor remember`"
            )
        key = self._witness(project, said, asked.quote, file) if is_agent else None
        places: list[Place] = []

        def make(files: Mapping[str, bytes]) -> Wanted:
            nonlocal key, places
            read = {name: parse(data) for name, data in files.items()}
            ours = files_of_runs(self._archive.statements, folder.path, files)
            if is_agent and file in read and file not in ours:
                raise ConfigError(f"{file} is a person's own file: name another one, or none")
            into = written_into(self._archive.statements, folder.path, files)
            shelf = Shelf(read, ours, _type(asked, kind, file, read), file, is_agent, into)
            places = shelf.places(said)
            made = self._written(files, places, shelf, project, now, asked.pin)
            fresh = [p for p in places if p.fate is not Fate.STANDS]
            if fresh and key is None:
                key = self._archive.direct.say(self._way, project, asked.text, self._token(), now)
            texts = {worded(each): asked.quote or each for each in sentences(asked.text)}
            quotes = tuple(
                Quote(p.file, p.sentence, key, texts.get(p.sentence, p.sentence), now)
                for p in fresh
                if key is not None
            )
            return Wanted(made, quotes, _detail(places, made))

        done = ByHand(self._archive, self._way, self._clock).change(folder, project, make)
        lifted = lift(self._archive, folder.path, *removed, *said) if self._way is Way.COMMAND_LINE else 0
        is_pinned = asked.pin and bool(done.changes)
        done = replace(done, lines=(*done.lines, *_passing(places)))
        return Remembered(done, kind, tuple(places), lifted, is_pinned)

    # ------------------------------------------------------------ inside

    def _removed(self, folder: str, said: Sequence[str]) -> list[str]:
        """Sentences people removed there that say what is said now."""
        gone = {each.statement for each in self._archive.statements.of_folder(folder) if each.stands == 0}
        known = [each for each in said if self._archive.tombstones.is_on(each)]
        return known + [
            each
            for each in sorted(gone)
            if self._archive.tombstones.is_on(each)
            and any(says_as_much(each, s) or says_as_much(s, each) for s in said)
        ]

    def _missed(self, folder: str, said: Sequence[str]) -> bool:
        """Whether what is said now stood in a file there that is gone, though not for long enough to be sure."""
        missed = [e.statement for e in self._archive.statements.of_folder(folder) if e.missing is not None]
        return any(says_as_much(each, s) or says_as_much(s, each) for each in missed for s in said)

    def _taken_back(self, folder: Folder, said: Sequence[str]) -> bool:
        """Whether what is said now was written there by runs that are undone, by no other, and stands no more."""
        undone = self._archive.run_log.undone()
        written = self._archive.statements.of_folder(folder.path) if undone else []
        kept = {worded(each.statement) for each in written if each.run not in undone}
        stand = frozenset[str]().union(*map(sentences_in, folder.snapshot().values()))
        for each in written:
            if each.statement.startswith(DELETED) or sentences_in(each.statement.encode()) <= stand:
                kept.add(worded(each.statement))
        gone = {each.statement for each in written if worded(each.statement) not in kept}
        return any(says_as_much(each, s) or says_as_much(s, each) for each in gone for s in said)

    def _written(
        self,
        files: Mapping[str, bytes],
        places: Sequence[Place],
        shelf: Shelf,
        project: str,
        now: Milliseconds,
        pin: bool,
    ) -> tuple[FileChange, ...]:
        made: list[FileChange] = []
        live = dict(files)
        for name in dict.fromkeys(place.file for place in places):
            here = [p for p in places if p.file == name and p.fate is not Fate.STANDS]
            try:
                data = self._file(name, files.get(name), here, shelf, project, now)
                is_free = not shelf.only_ours or name in shelf.ours or name not in files
                data = with_pin(data, True) if pin and is_free else data
            except EditRefused as reason:
                raise ConfigError(f"{name} was left as it is: {reason}") from reason
            if data == files.get(name):
                continue
            if len(data) > MAX_FILE:
                raise ConfigError(
                    f"{name} would grow beyond {MAX_FILE:,} bytes: name another file with --name"
                )
            if refused := self._room.refusal(live, name, data):
                raise ConfigError(f"nothing was kept: {refused}; unpin or compact one first")
            live[name] = data
            made.append(FileChange(name, files.get(name), data))
        return tuple(made)

    def _file(
        self,
        name: str,
        data: bytes | None,
        here: Sequence[Place],
        shelf: Shelf,
        project: str,
        now: Milliseconds,
    ) -> bytes:
        stamp = iso(now)
        if data is None:
            session = session_name(self._way, project)
            said = tuple(p.sentence for p in here)
            about = wording.description(" ".join(said))
            return render(NewMemory(name.removesuffix(".md"), about, shelf.type, said, stamp, session))
        if not here:
            return data
        read = shelf.files[name]
        if len(read.statements) + sum(p.fate is Fate.JOINS for p in here) > MAX_STATEMENTS:
            raise EditRefused(f"it holds {MAX_STATEMENTS} statements: name another file with --name")
        made = edit(
            data,
            add=[p.sentence for p in here if p.fate is not Fate.REPLACES],
            replace=[(p.other, p.sentence) for p in here if p.fate is Fate.REPLACES],
            description=_described(read, here),
            file=name if name in shelf.ours else None,
            is_recorded=lambda said: stands_in(said, self._archive.provenance.quotes()),
            modified=stamp if name in shelf.ours else None,
        )
        return as_told(name, made, shelf.written.get(name, ()))


def checked(asked: Asked) -> tuple[tuple[str, ...], str | None]:
    """The sentences as they would be written, and the file's name. Raises ConfigError where they may not be."""
    if not is_text(asked.text + (asked.name or "") + asked.quote):
        raise ConfigError("this holds bytes that are not UTF-8: say it again in UTF-8, nothing was kept")
    if tells_a_secret(asked.text) or contains_secret(asked.name or ""):
        raise ConfigError("this holds a key, a password or private words: say it without, nothing was kept")
    if len(asked.text) > MAX_STATEMENT * MAX_STATEMENTS:
        raise ConfigError(f"this has {len(asked.text):,} characters: say less at once")
    if holds_control_mark(asked.text):
        raise ConfigError(
            "this holds a mark that tells a model where a turn begins or ends: say it without, nothing was kept"
        )
    # Before it is made one sentence or more: that puts a sign in the place of a control character, and drops comments.
    is_plain = not (unseen(" ".join(asked.text.split())) or "<!--" in asked.text or "-->" in asked.text)
    said = sentences(asked.text)
    if not any(letter.isalpha() for letter in asked.text):
        raise ConfigError("this holds no word: say a sentence, nothing was kept")
    for each in said:
        if _ASKS.search(each) and not _ASKED_OF.search(each) and "/" not in each.rsplit(" ", 1)[-1]:
            raise ConfigError(f"{each!r} is a question: say what holds, nothing was kept")
        if len(each) > MAX_STATEMENT:
            raise ConfigError(
                f"a sentence has {len(each)} characters, at most {MAX_STATEMENT} are kept: split it"
            )
        if not is_plain or unseen(each):
            raise ConfigError("this holds invisible characters or markup: say it in plain words")
    if len(said) > MAX_STATEMENTS:
        raise ConfigError(
            f"these are {len(said)} sentences, a memory file holds {MAX_STATEMENTS}: say less at once"
        )
    if asked.name is None:
        return tuple(worded(each) for each in said), None
    try:
        file = str(FileName.parse(f"{asked.name.removesuffix('.md')}.md"))
    except ValueError as reason:
        raise UsageError(f"--name {asked.name}: {reason}") from reason
    return tuple(worded(each) for each in said), file


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, as they were said; of a list each item's. Raises ConfigError where it is none."""
    try:
        return tuple(said for part in parts(text) for said in take_apart(plain_sentence(part)).statements)
    except EditRefused as reason:
        raise ConfigError(f"nothing was kept: {reason}") from reason


def worded(sentence: str) -> str:
    """The sentence as it is written: a person's words, with a capital and a full stop where they need one.

    A plain "I prefer …" is said of the user, for whoever reads it is not the one who said it.
    """
    said = wording.statement(sentence)
    if said.startswith("The user ") and not _ABOUT_THE_USER.match(sentence) and not _TANGLED.search(sentence):
        return said
    first, last = sentence.split(" ", 1)[0], sentence.rsplit(" ", 1)[-1]
    text = sentence[0].upper() + sentence[1:] if _WORD.fullmatch(first) else sentence
    return f"{text}." if _NEEDS_A_STOP.search(text) and "/" not in last else text


def guessed(text: str, now: Milliseconds, tz: tzinfo) -> MemoryType:
    """The type the embedded rules give the words."""
    message = Message(MessageKey("", "", 0), Speaker.HUMAN, Kind.TEXT, text, now)
    found = facts([[message]], 1, tz).facts
    weighed = weigh(text)
    return found[0].type if found else type_of(weighed.body, weighed.orders)


def _type(asked: Asked, kind: MemoryType, file: str | None, read: Mapping[str, MemoryFile]) -> MemoryType:
    """The type of what is written: a file that is named keeps its own. Raises ConfigError on another one."""
    has = read[file].type if file is not None and file in read else None
    if has is not None and asked.type not in (None, has):
        raise ConfigError(f"{file} is of type {has}: leave --type out, or name another file")
    return has or kind


def _passing(places: Sequence[Place]) -> tuple[str, ...]:
    """A line for each date that was kept as it was said and means another day tomorrow."""
    kept = (place.sentence for place in places if place.fate is not Fate.STANDS)
    found = dict.fromkeys(words for sentence in kept for words in relative_words(sentence))
    return tuple(f"{words!r} will mean another day later on: say the date" for words in found)


def _described(read: MemoryFile, here: Sequence[Place]) -> str | None:
    """The new description, where the old one says what is replaced."""
    told = read.description
    for place in here:
        if told and place.fate is Fate.REPLACES and (says_as_much(place.other, told)):
            return wording.description(place.sentence)
    return None


def _detail(places: Sequence[Place], made: Sequence[FileChange]) -> str:
    kept = {place.file for place in places if place.fate is not Fate.STANDS}
    verb = "remembered in" if kept else "pinned"
    return f"{verb} {', '.join(change.file for change in made)}"
