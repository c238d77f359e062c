"""The sub-agent's three tools: what they are called, what they take, and in which order they may be used.

Owns the tools' names and schemas and the rule that reads come first and together, then writes. Promises
an answer to every call, whatever a model sends. Never touches a disk: tools act on a Workspace.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from extractor.domain import Evidence, MemoryType, Statement
from extractor.errors import printable
from extractor.memory.proposal import Delete, Refused, Write
from extractor.memory.workspace import Workspace
from extractor.models.model import ToolCall, ToolOutcome, ToolSpec

MAX_CALLS = 32
"""Calls of one reply that are carried out; further ones are refused."""

MAX_READ = 60_000
"""Characters a run may read of memory files: what is read is sent again with every request that follows."""


MOST_TOLD = 1_000
"""Characters of a refusal: it may repeat names the model made up, and goes to the model, the archive and a screen."""


class _Input(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class QuoteInput(_Input):
    """One quote."""

    message: str = Field(description="id of the message, as it stands before the message")
    quote: str = Field(description="words copied exactly from that message")


class StatementInput(_Input):
    """One sentence and its quotes."""

    text: str = Field(description="one declarative sentence")
    evidence: list[QuoteInput] = Field(description="quotes it rests on, at least one of them a person's")
    replaces: str | None = Field(
        default=None, description="only on an existing file: the exact sentence this one takes the place of"
    )


class ReadInput(_Input):
    """Input of read_memory."""

    file: str = Field(description="file name from the manifest")


class WriteInput(_Input):
    """Input of write_memory."""

    file: str = Field(description="lower-case letters, digits, hyphens, underscores, ending in .md")
    type: str = Field(
        json_schema_extra={"enum": [t.value for t in MemoryType]},
    )
    name: str = Field(description="short name in words joined by hyphens, as the file name without .md")
    description: str = Field(description="the fact itself in one sentence of at most 150 characters")
    statements: list[StatementInput]
    why: str | None = Field(default=None, description="the reason given, in one line")
    how_to_apply: str | None = Field(default=None, description="what to do with it next time, in one line")


class DeleteInput(_Input):
    """Input of delete_memory."""

    file: str
    evidence: list[QuoteInput] = Field(description="quotes that show it no longer holds")
    statements: list[str] = Field(
        default_factory=list, description="exact sentences to take out, where others in the file still hold"
    )


def _spec(name: str, description: str, model: type[BaseModel]) -> ToolSpec:
    return ToolSpec(name, description, _plain(model.model_json_schema()))


def _plain(schema: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """A schema without the titles and docstrings of its models: they cost tokens at each run and say nothing."""
    idle = {"title", "description"} if "properties" in schema else {"title"}
    return {
        key: _plain(value) if isinstance(value, dict) else value
        for key, value in schema.items()
        if key not in idle or not isinstance(value, str)
    }


SPECS: tuple[ToolSpec, ...] = (
    _spec(
        "read_memory",
        "Read a memory file whole. Ask for all files you need in one reply, before any write.",
        ReadInput,
    ),
    _spec(
        "write_memory",
        "Write a new memory file, or add and replace single sentences of an existing one. Everything else in"
        " an existing file stays as it is.",
        WriteInput,
    ),
    _spec(
        "delete_memory", "Delete a memory file whose fact no longer holds, or sentences of it.", DeleteInput
    ),
)


class Toolbox:
    """Carries out calls on a workspace and remembers whether writing has begun."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._writing = False
        self._read = 0
        self.refusals: list[str] = []

    def carry_out(self, calls: Sequence[ToolCall], is_cut: bool = False) -> tuple[ToolOutcome, ...]:
        """An outcome for each call, in order. `is_cut`: the reply was cut off, so its last call may be half."""
        outcomes: list[ToolOutcome] = []
        for number, call in enumerate(calls):
            try:
                if number >= MAX_CALLS:
                    raise Refused(f"more than {MAX_CALLS} calls in one reply; the rest was not carried out")
                if is_cut and number == len(calls) - 1:
                    raise Refused("the reply was cut off in this call; send it again, shorter")
                outcomes.append(ToolOutcome(call.id, self._one(call)))
            except Refused as reason:
                told = printable(str(reason)[:MOST_TOLD])
                self.refusals.append(f"{printable(call.name[:40])}: {told}")
                outcomes.append(ToolOutcome(call.id, told, is_error=True))
        return tuple(outcomes)

    def _one(self, call: ToolCall) -> str:
        try:
            if call.name == "read_memory":
                if self._writing:
                    raise Refused("reading is over once writing has begun")
                return self._reading(self._workspace.read(ReadInput.model_validate(call.input).file))
            if call.name == "write_memory":
                change: Write | Delete = _write(WriteInput.model_validate(call.input))
            elif call.name == "delete_memory":
                asked = DeleteInput.model_validate(call.input)
                change = Delete(asked.file, _evidence(asked.evidence), tuple(asked.statements))
            else:
                raise Refused(
                    f"there is no tool {call.name[:40]!a}; use read_memory, write_memory, delete_memory"
                )
        except ValidationError as error:
            raise Refused(_what_is_wrong(error)) from error
        self._writing = True
        return self._workspace.apply(change)

    def _reading(self, text: str) -> str:
        if self._read + len(text) > MAX_READ:
            raise Refused(f"more than {MAX_READ} characters were asked for; work with what you have read")
        self._read += len(text)
        return text


def _write(asked: WriteInput) -> Write:
    try:
        kind = MemoryType(asked.type)
    except ValueError as error:
        raise Refused("type must be user, feedback, project or reference") from error
    return Write(
        file=asked.file,
        type=kind,
        name=asked.name,
        description=asked.description,
        statements=tuple(Statement(s.text, _evidence(s.evidence), s.replaces) for s in asked.statements),
        why=asked.why,
        how_to_apply=asked.how_to_apply,
    )


def _evidence(quotes: Sequence[QuoteInput]) -> tuple[Evidence, ...]:
    """The quotes, each once."""
    return tuple(dict.fromkeys(Evidence(q.message, q.quote) for q in quotes))


def _what_is_wrong(error: ValidationError) -> str:
    """The first three faults of an input, in one line, without repeating the input."""
    faults = [
        f"{'.'.join(str(part)[:40] for part in fault['loc']) or 'input'}: {fault['msg']}"
        for fault in error.errors()[:3]
    ]
    return "the input does not fit the tool: " + "; ".join(faults)
