"""A memory file as a team reads it: the fact, its reason and its use, and nothing of the machine it comes from.

Owns that form. Promises that every sentence goes along or the file is refused: nothing is lost on the way.
Never decides whether a sentence may be seen by others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from extractor.errors import ConfigError
from extractor.memory.file_name import valid_name
from extractor.memory.front_matter import read as read_front
from extractor.memory.front_matter import split
from extractor.memory.memory_file import EditRefused, parse
from extractor.memory.plain_front import quoted, scalar
from extractor.memory.sentences import one_line, plain_sentence
from extractor.memory.team.team import MOST_BYTES, TYPES

_TOP = frozenset({"name", "description", "type", "metadata"})
_UNDER = frozenset({"node_type", "type", "modified", "originSessionId", "pinned"})
"""Keys of front matter that say nothing but what the form has too, or what holds for one machine."""
_QUOTED = re.compile(r"""\"(?:[^"\\]|\\.)*\"|'[^']*'""")
_COMMENT = re.compile(r"(?:^|\s)#")
_SIGNS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Shared:
    """What would stand in the repository."""

    file: str
    name: str
    description: str
    type: str
    statements: tuple[str, ...]
    why: str | None
    how_to_apply: str | None

    @property
    def fields(self) -> dict[str, str]:
        """Every text that others would read, by what it is called; the file's name among them."""
        told = {
            "file name": self.file.removesuffix(".md"),
            "name": self.name,
            "description": self.description,
        }
        told |= {f"sentence {number}": each for number, each in enumerate(self.statements, 1)}
        told |= {"reason": self.why or "", "use": self.how_to_apply or ""}
        return {what: text for what, text in told.items() if text}

    @property
    def data(self) -> bytes:
        """The file's bytes."""
        head = [
            "---",
            f"name: {scalar(self.name)}",
            f"description: {quoted(self.description)}",
            "metadata:",
            "  node_type: memory",
            f"  type: {self.type}",
            "---",
        ]
        reasons = [
            f"**{label}:** {text}"
            for label, text in (("Why", self.why), ("How to apply", self.how_to_apply))
            if text
        ]
        paragraphs = [*self.statements, *(["\n".join(reasons)] if reasons else [])]
        return ("\n".join(head) + "\n\n" + "\n\n".join(paragraphs) + "\n").encode()


def for_team(file: str, data: bytes) -> Shared:
    """The file in that form. Raises ConfigError, with what to do, where it is no fact of a team or has another form."""
    read = parse(data)
    if not valid_name(file):
        raise ConfigError(
            f"{file!r}: a team's file is named in lower-case letters, digits, - and _: rename it"
        )
    if read.problem:
        raise ConfigError(f"{file}: {read.problem}")
    if read.type not in TYPES:
        raise ConfigError(
            f"{file} is of type {read.type or 'none'}: only project and reference are a team's, what is about you"
            " and how you want to work stays with you"
        )
    if not read.statements:
        raise ConfigError(f"{file} holds no sentence: there is nothing to share")
    try:
        statements = tuple(plain_sentence(each) for each in read.statements)
    except EditRefused as error:
        raise ConfigError(f"{file}: {error}") from error
    shared = Shared(
        file,
        one_line(read.name or file.removesuffix(".md")),
        one_line(read.description or statements[0]),
        read.type.value,
        statements,
        one_line(read.why or "") or None,
        one_line(read.how_to_apply or "") or None,
    )
    if _words(split(shared.data.decode()).body) != _words(split(data.decode()).body):
        raise ConfigError(
            f"{file} holds more than sentences, a reason and a use: share takes only these, shorten it"
        )
    again = parse(shared.data)
    if (again.statements, again.why, again.how_to_apply) != (statements, shared.why, shared.how_to_apply):
        raise ConfigError(
            f"{file} does not read back as it was written: put its sentences in paragraphs of their own"
        )
    if len(shared.data) > MOST_BYTES:
        raise ConfigError(f"{file} is larger than {MOST_BYTES:,} bytes: make it shorter")
    return shared


def left_out(data: bytes) -> str:
    """What of a person's own in the front matter has no place in that form; empty where there is none."""
    block = split(data.decode("utf-8", "replace")).block
    facts = read_front(block)
    keys = [key for key in facts.top if key not in _TOP]
    keys += [f"metadata.{key}" for key in (*facts.under, *facts.metadata) if key not in _UNDER]
    is_noted = any(_COMMENT.search(_QUOTED.sub("", line)) for line in block.splitlines())
    return ", ".join(dict.fromkeys((*keys, *(["a comment"] if is_noted else []))))


def _words(body: str) -> list[str]:
    return _SIGNS.sub(" ", body).split()
