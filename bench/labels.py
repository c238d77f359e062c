"""What a session's memories are scored against.

Owns the form of a label file: facts to be saved, things that must not be. Promises that a file that loads
is whole: expressions compile, ids are unique, evidence is named. Never scores and never reads a transcript.
"""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from extractor.domain import MemoryType
from extractor.errors import ConfigError

FOLDER = Path(__file__).with_name("labels")
"""Where the label files stand: `tuned`, `sealed` and `synthetic` below it."""
SESSIONS = Path(__file__).with_name("sessions")
"""Where the synthetic sessions stand."""


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


def _compiles(expression: str) -> str:
    try:
        re.compile(expression)
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

    file: Text
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
        return all(re.search(expression, memory, re.IGNORECASE) for expression in self.match)


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
        return any(re.search(expression, memory, re.IGNORECASE) for expression in self.forbid)


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


def load(folder: Path) -> dict[Path, Label]:
    """Every label file (`*.json`) in a folder and below it, in the order of their paths.

    Raises ConfigError where a file cannot be read or does not keep the form.
    """
    labels: dict[Path, Label] = {}
    for path in sorted(folder.rglob("*.json")):
        try:
            labels[path] = Label.model_validate_json(path.read_bytes())
        except (OSError, ValidationError) as error:
            raise ConfigError(f"{path} is no label file: {error}") from error
    return labels
