"""What a session's memories are scored against.

Owns the form of a label file: facts to be saved, things that must not be. Promises that a file that loads
is whole: expressions compile, ids are unique, evidence is named. Never scores and never reads a transcript.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from extractor.domain import MemoryType
from extractor.errors import ConfigError

_NUMBERED = re.compile(r"(?P<prefix>.+)-(?P<number>[1-9]\d?)")


class Ground(StrEnum):
    """Why something must not be saved."""

    EPHEMERAL = "ephemeral"
    DERIVABLE = "derivable"
    INJECTED = "injected"
    ASSISTANT_CLAIM = "assistant-claim"
    PASTED_OUTPUT = "pasted-output"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    ONE_OFF_PERMISSION = "one-off-permission"
    SECRET = "secret"
    QUESTION = "question"
    NOISE = "noise"


class Weight(StrEnum):
    """How much it matters that a fact is kept."""

    MUST = "must"
    NICE = "nice"


@lru_cache(maxsize=16_384)
def _compiled(expression: str) -> re.Pattern[str]:
    """The expression, whatever the case. `re` itself keeps 512 of them, and a set of labels has thousands."""
    return re.compile(expression, re.IGNORECASE)


def _compiles(expression: str) -> str:
    try:
        _compiled(expression)
    except re.error as error:
        raise ValueError(f"{expression!r} is no regular expression: {error}") from error
    return expression


Text = Annotated[str, Field(min_length=1)]
Expression = Annotated[str, Field(min_length=1), AfterValidator(_compiles)]
Expressions = Annotated[tuple[Expression, ...], Field(min_length=1)]
Evidence = Annotated[tuple[Text, ...], Field(min_length=1)]
_STRICT = ConfigDict(frozen=True, extra="forbid")


class Origin(BaseModel):
    """The transcript a label file is about: its file name and the SHA-256 of its bytes, lower-case hexadecimal."""

    model_config = _STRICT

    file: Annotated[str, Field(pattern=r"^[^/.][^/]*$")]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Save(BaseModel):
    """A fact that should be saved."""

    model_config = _STRICT

    id: Text
    type: MemoryType
    fact: Text
    evidence: Evidence
    """Uuids of the messages the fact stands in."""
    match: Expressions
    weight: Weight

    def matches(self, memory: str) -> bool:
        """Whether one saved memory holds this fact: every expression is found in its text."""
        return all(_compiled(expression).search(memory) for expression in self.match)


class MustNot(BaseModel):
    """Something that must not be saved."""

    model_config = _STRICT

    id: Text
    kind: Ground
    text: Text
    evidence: Evidence
    forbid: Expressions

    def breaks(self, memory: str) -> bool:
        """Whether a saved memory holds what it must not: any expression is found in its text."""
        return any(_compiled(expression).search(memory) for expression in self.forbid)


class Label(BaseModel):
    """What is expected of one session."""

    model_config = _STRICT

    source: Origin
    save: tuple[Save, ...]
    must_not: tuple[MustNot, ...]

    @model_validator(mode="after")
    def _ids_differ(self) -> Self:
        ids = [*(save.id for save in self.save), *(must_not.id for must_not in self.must_not)]
        twice = sorted({name for name in ids if ids.count(name) > 1})
        if twice:
            raise ValueError(f"ids used more than once: {', '.join(twice)}")
        return self


@dataclass(frozen=True, slots=True)
class Case:
    """Sessions that are learned from in order into one memory folder: their names and labels."""

    name: str
    sessions: tuple[tuple[str, Label], ...]


def load(place: Path) -> dict[Path, Label]:
    """A label file, or every one (`*.json`) in a folder and below it, in the order of their paths.

    Raises ConfigError, one line, where there is none, and where one cannot be read or does not keep the form.
    """
    paths = sorted(place.rglob("*.json")) if place.is_dir() else [place]
    if not paths:
        raise ConfigError(f"there is no label file (*.json) in {place}: check the path")
    return {path: _read(path) for path in paths}


def _read(path: Path) -> Label:
    try:
        return Label.model_validate_json(path.read_bytes())
    except FileNotFoundError as error:
        raise ConfigError(f"there is no label file at {path}: check the path") from error
    except OSError as error:
        raise ConfigError(f"cannot read {path} ({error.strerror}): check its permissions") from error
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"]) or "the whole"
        told = " ".join(fault["msg"].removeprefix("Value error, ").split())
        raise ConfigError(f"{path} is no label file ({where}: {told}): correct it") from error


def cases(labels: Mapping[Path, Label], place: Path) -> list[Case]:
    """The label files as cases: `name-1`, `name-2` … of one folder are one, every other stands alone.

    A session is named by its label file's path below `place`, where they were loaded from, without its ending.
    """
    found: dict[tuple[Path, str], list[tuple[int, str, Label]]] = {}
    for path, label in labels.items():
        numbered = _NUMBERED.fullmatch(path.stem)
        prefix, number = (numbered["prefix"], int(numbered["number"])) if numbered else (path.stem, 0)
        below = path.parent.relative_to(place) if path != place else Path()
        name = (below / path.stem).as_posix()
        found.setdefault((path.parent, prefix), []).append((number, name, label))
    return [
        Case(prefix, tuple((name, label) for _, name, label in sorted(each, key=lambda one: one[0])))
        for (_, prefix), each in found.items()
    ]
