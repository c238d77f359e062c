"""A proposal: the write or the deletion a sub-agent or a person's command asks for.

Owns its form: how long each text may be and what none may hold. Promises that a proposal that passes is plain
lines with a sentence in it. Never decides whether it is true; the workspace and the witness gate do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from extractor.domain import Evidence, MemoryType, Reach, Statement
from extractor.memory.file_name import FileName
from extractor.memory.memory_file import MemoryFile
from extractor.memory.reach import reach_of
from extractor.memory.text.control_marks import holds_control_mark
from extractor.memory.text.unseen import unseen
from extractor.memory.wording.plain_words import PLAIN

MAX_DESCRIPTION = 150
"""Characters: clients load only the index line."""
MAX_NAME = 80
"""Characters of the name in a file's front matter."""
TITLE_WORDS = 3
"""Words of a name that is made of a sentence."""
MAX_STATEMENT = 500
"""Characters of a sentence."""
MAX_REASON = 500
"""Characters of a reason, and of how a fact is applied."""

_AROUND = ".,:;!?…()[]{}\"'`‘’“”„«»*_"
"""What stands around a word and is none of it."""
_SAYS = re.compile(r"\w")
"""What a sentence must hold to say anything."""


class Refused(Exception):
    """An edit the rules do not allow. Its text is the answer to the sub-agent, not to a person."""


@dataclass(frozen=True, slots=True)
class Write:
    """What `write_memory` asks for."""

    file: str
    type: MemoryType
    name: str
    description: str
    statements: tuple[Statement, ...]
    why: str | None = None
    how_to_apply: str | None = None


@dataclass(frozen=True, slots=True)
class Delete:
    """What `delete_memory` asks for."""

    file: str
    evidence: tuple[Evidence, ...]
    statements: tuple[str, ...] = ()
    """The sentences of it that go, exactly as they stand; none: the whole file."""


def _parts(change: Write) -> Iterator[tuple[str, str, int]]:
    """The texts of a write: what each is called in an answer, the text, and the characters it may have."""
    yield "name", change.name, MAX_NAME
    yield "description", change.description, MAX_DESCRIPTION
    for number, statement in enumerate(change.statements, start=1):
        yield statement_label(change, number), statement.text, MAX_STATEMENT
    for label, text in (("why", change.why), ("how_to_apply", change.how_to_apply)):
        if text is not None:
            yield label, text, MAX_REASON


def statement_label(change: Write, number: int) -> str:
    """What a statement is called in an answer: by its number, where a write has several."""
    return f"statement {number}" if len(change.statements) > 1 else "statement"


def faults_of_form(change: Write) -> dict[str, str]:
    """By part, what keeps it from being one line that says something. Raises Refused where there is no statement."""
    if not change.statements:
        raise Refused("give at least one statement")
    found = ((label, _misshapen(label, text, limit)) for label, text, limit in _parts(change))
    return {label: fault for label, fault in found if fault}


def apart_from(theirs: MemoryFile, own: MemoryFile, change: Write) -> Write:
    """A write that goes into `own` beside the file it names, `theirs`: with a name and a description of its own.

    What another's file is called and described with says nothing of what stands beside it.
    """
    said = change.statements[0].text if change.statements else ""
    is_theirs = change.name in (theirs.name, change.file.removesuffix(".md"))
    name = (_title(said) if is_theirs else "") or change.name
    if change.description != theirs.description:
        return replace(change, name=name)
    return replace(change, name=name, description=own.description or _cut(said))


def keeping(change: Write, before: str | None, now: str | None) -> Write:
    """A write that keeps the description a file had `before` the run, with the one an earlier write gave it `now`."""
    return replace(change, description=now) if now and change.description == before else change


def _title(said: str) -> str:
    """The first words of a sentence that mean something, as a memory file's name; empty where it has none."""
    spoken = (word.strip(_AROUND) for word in said.lower().split())
    telling = [word for word in spoken if len(word) > 2 and word.isalpha() and word not in PLAIN]
    return "-".join(telling[:TITLE_WORDS])[:MAX_NAME]


def _cut(said: str) -> str:
    return said if len(said) <= MAX_DESCRIPTION else said[:MAX_DESCRIPTION].rsplit(" ", 1)[0]


def reach_asked(change: Write) -> Reach:
    """Where what a write says holds: read from its type and all its words."""
    told = [change.description, *(text for text in (change.why, change.how_to_apply) if text)]
    return reach_of(change.type, [*(s.text for s in change.statements), *told])


def file_name(text: str) -> str:
    """The name of a memory file. Raises Refused where it is none."""
    try:
        return str(FileName.parse(text))
    except ValueError as reason:
        raise Refused(f"{shown(text)} is not a file name to write: {reason}") from reason


def _misshapen(label: str, text: str, limit: int) -> str | None:
    if not text.strip():
        return f"{label} is empty"
    if len(text) > limit:
        return f"{label} has {len(text)} characters; at most {limit}"
    if unseen(text):
        return f"{label} holds a line break, an invisible character or letters of two scripts in a word"
    if "<!--" in text or "-->" in text or text.lstrip().startswith(("---", "**Why:**", "**How to apply:**")):
        return f"{label} holds markup that belongs to the file's form; give plain words"
    if holds_control_mark(text):
        return f"{label} holds a mark that tells a model where a turn begins or ends; leave it out"
    if label.startswith("statement") and not _SAYS.search(text):
        return f"{label} says nothing; give a sentence"
    return None


def shown(text: str) -> str:
    """A name as an answer may repeat it: short, and nothing in it that is not plain ASCII."""
    return ascii(text[:60])
