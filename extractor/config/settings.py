"""Settings: one object built at the edge from options, environment and a file.

Owns every setting's name, default and bounds, and which source wins. Promises that a value that is not usable is
named with where it stands. Never decides anything itself.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from extractor.config.places import PREFIX, absolute, config_file, home, usual_places
from extractor.config.sources import told_in, written_in
from extractor.errors import ConfigError, UsageError, is_text, name_told
from extractor.memory.private.private_places import as_place
from extractor.models.price import Price

Count = Annotated[int, Field(le=2**53)]
"""A number of a setting: one that every program that reads JSON reads exactly, and far below what the state file holds."""

Span = Annotated[int, Field(le=1_000_000_000)]
"""A number of minutes or days: in milliseconds it is one the state file holds."""

_LISTS = ("plain_folders", "private_paths", "team_memory")
"""Settings of several values."""

LOCK_FILE = "extractor.lock"
"""Name of the instance lock in the state folder."""


class Settings(BaseModel):
    """Every setting. Its field's description is what `extractor config` prints beside it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: Literal["offline", "anthropic", "claude-code"] = Field(
        "offline",
        description="who extracts: embedded rules, a Messages API (costs money, needs a key), or your own Claude"
        " Code (spends your plan)",
    )
    claude_command: str = Field(
        "claude", min_length=1, description="the Claude Code command, for model = claude-code"
    )
    anthropic_model: str = Field("claude-haiku-4-5", description="model name sent to the Messages API")
    base_url: str | None = Field(
        None, description="address of a compatible Messages API; empty: the vendor's own"
    )
    key_file: Path | None = Field(None, description="file (mode 0600) that holds the API key")
    memory_dir: Path | None = Field(
        None, description="one memory folder for all projects, in place of each project's own"
    )
    personal_memory: bool = Field(
        True, description="what is known of the person stands in a folder of its own, for every project"
    )
    team_memory: tuple[Path, ...] = Field(
        (), description="roots of the projects whose repository holds memory files of the team"
    )
    meaning_model: Path | None = Field(
        None, description="folder of word vectors by which `recall` finds words of like meaning too"
    )
    state_dir: Path = Field(description="folder of the state file")
    data_dir: Path = Field(description="memory folders of projects whose client keeps none")
    claude_dir: Path = Field(description="the Claude Code client's folder")
    codex_dir: Path | None = Field(None, description="the Codex client's folder")
    gemini_dir: Path | None = Field(None, description="the Gemini CLI client's folder")
    opencode_dir: Path | None = Field(None, description="the OpenCode client's data folder")
    opencode_config_dir: Path | None = Field(
        None, description="the OpenCode client's settings folder, for its commands"
    )
    plain_folders: tuple[Path, ...] = Field(
        (), description="folders of plain JSONL transcripts of your own agents"
    )
    private_paths: tuple[str, ...] = Field(
        (),
        description="files, folders and globs: no word of tool calls on them, no session held in them is stored",
    )
    template_dir: Path | None = Field(
        None, description="folder whose files take the place of the packaged templates"
    )
    learn_headless: bool = Field(False, description="learn from prompts of scripted (headless) runs too")
    learn_since_days: Span = Field(7, ge=0, description="days before the first start that are learned from")
    daily_input_tokens: Count = Field(500_000, ge=0, description="most input tokens a day for a paid model")
    project_daily_input_tokens: Count | None = Field(
        None, ge=0, description="most input tokens a day for one project; empty: no bound of its own"
    )
    daily_cost: float | None = Field(
        None,
        ge=0,
        le=1_000_000,
        allow_inf_nan=False,
        description="most dollars a day for a paid model; empty: tokens alone are bounded",
    )
    prices: dict[str, Price] = Field(
        {}, description="dollars per million tokens by model: input, output, cached, written"
    )
    run_input_tokens: Count = Field(
        30_000, ge=1_000, description="most tokens of new conversation in one run"
    )
    lead_in_tokens: Count = Field(8_000, ge=0, description="most tokens of earlier conversation sent along")
    window_tokens: Count = Field(
        200_000, ge=30_000, description="tokens the model takes in at once; one exchange beyond is cut inside"
    )
    summaries: Literal["rules", "model"] = Field(
        "rules", description="who sums up earlier conversation: embedded rules, or the model (more calls)"
    )
    fold_items: Count = Field(20, ge=1, description="task items after which a run of work is folded")
    fold_actions: Count = Field(10, ge=1, description="tool calls after which a run of work is folded")
    stretch_items: Count = Field(50, ge=1, description="project items after which a stretch is closed")
    stretch_requests: Count = Field(30, ge=1, description="requests after which a stretch is closed")
    stretch_idle_minutes: Span = Field(60, ge=1, description="silence after which a stretch is closed")
    stretches_kept: Count = Field(10, ge=0, description="closed stretches of a session kept at hand")
    stretches_kept_bytes: Count = Field(5_000_000, ge=0, description="most bytes of closed stretches at hand")
    pin_tokens: Count = Field(
        100_000,
        ge=0,
        description="most tokens of pinned memory files in one folder; a pin beyond is refused",
    )
    digest_tokens: Count = Field(
        10_000, ge=0, description="most tokens of the table of contents of past work"
    )
    recent_tokens: Count = Field(
        90_000, ge=0, description="most tokens of recent conversation an agent is given"
    )
    context_tokens: Count = Field(200_000, ge=0, description="most tokens of everything an agent is given")
    max_output_tokens: int = Field(
        4_096,
        ge=256,
        le=1_000_000,
        description="most tokens of one reply in a run; `compact` takes what a text needs",
    )
    model_timeout_seconds: float = Field(
        120.0, gt=0, le=86_400, allow_inf_nan=False, description="how long one model call may take"
    )
    scan_seconds: float = Field(
        30.0,
        ge=1,
        le=1_000_000_000,
        allow_inf_nan=False,
        description="how often every transcript's time stamp is looked at",
    )

    @property
    def team_roots(self) -> tuple[Path, ...]:
        """The roots of `team_memory`; none where all memory stands in one folder."""
        return self.team_memory if self.memory_dir is None else ()

    @property
    def paid_model(self) -> str:
        """What costs money or a plan, as a person and the ledger name it; empty where nothing does."""
        return {"offline": "", "anthropic": self.anthropic_model}.get(self.model, self.model)

    @field_validator("*", mode="before")
    @classmethod
    def _can_be_written_down(cls, value: object) -> object:
        parts = value if isinstance(value, list | tuple) else (value,)
        if not all(is_text(str(part)) for part in parts if isinstance(part, str | Path)):
            raise ValueError("its bytes are no UTF-8")
        return value

    @field_validator("*", mode="before")
    @classmethod
    def _is_of_its_kind(cls, value: object, info: ValidationInfo[object]) -> object:
        """A truth value is no number; of the numbers 0 and 1 are one, as in the environment."""
        is_switch = cls.model_fields[str(info.field_name)].annotation is bool
        if is_switch and isinstance(value, int | float) and (isinstance(value, float) or value not in (0, 1)):
            raise ValueError("say true or false")
        if isinstance(value, bool) and not is_switch:
            raise ValueError("true and false are none of its values")
        return value

    @field_validator("prices", mode="before")
    @classmethod
    def _from_json(cls, value: object) -> object:
        """In the environment the table is written as JSON."""
        read = json.loads(value) if isinstance(value, str) else value
        tables = read.values() if isinstance(read, dict) else ()
        if any(
            isinstance(each, bool) for table in tables if isinstance(table, dict) for each in table.values()
        ):
            raise ValueError("true and false are none of its values")
        return read

    @field_validator("summaries")
    @classmethod
    def _someone_sums_up(cls, value: str, info: ValidationInfo[object]) -> str:
        if value == "model" and (model := info.data.get("model", "anthropic")) != "anthropic":
            raise ValueError(f"a summary by the model needs model = anthropic, and here it is {model}")
        return value

    @field_validator("private_paths")
    @classmethod
    def _each_is_a_place(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(as_place(place, str(home(os.environ))) for place in value)

    @field_validator(
        "memory_dir",
        "state_dir",
        "data_dir",
        "claude_dir",
        "codex_dir",
        "gemini_dir",
        "opencode_dir",
        "opencode_config_dir",
        "key_file",
        "template_dir",
        "meaning_model",
        "plain_folders",
        "team_memory",
        mode="after",
    )
    @classmethod
    def _absolute(cls, value: Path | tuple[Path, ...] | None) -> Path | tuple[Path, ...] | None:
        if isinstance(value, tuple):
            return tuple(absolute(path) for path in value)
        return None if value is None else absolute(value)


@dataclass(frozen=True, slots=True)
class Loaded:
    """The settings and where each came from."""

    settings: Settings
    sources: Mapping[str, str]
    file: Path


def load(options: Mapping[str, object], env: Mapping[str, str]) -> Loaded:
    """Settings from options, environment and file, the first that names a setting winning.

    An empty variable counts as not set. Raises ConfigError with one line naming the file or variable and
    what to do.
    """
    file = config_file(env)
    written = written_in(file, Settings.model_fields, is_named=bool(env.get(f"{PREFIX}CONFIG")))
    given = {name: value for name, value in options.items() if value is not None}
    told = told_in(env, Settings.model_fields, _LISTS)
    usual = usual_places(env)
    try:
        settings = Settings.model_validate({**usual, **written, **told, **given})
    except ValidationError as error:
        line = _fault(error, file, given, set(told), set(usual) - set(written))
        is_asked = next(iter(error.errors()[0]["loc"]), "") in given
        raise (UsageError if is_asked else ConfigError)(line) from error
    sources = {
        name: "option" if name in given
        else f"{PREFIX}{name.upper()}" if name in told
        else str(file) if name in written
        else "default"
        for name in Settings.model_fields
    }  # fmt: skip
    return Loaded(settings, sources, file)


def _fault(
    error: ValidationError, file: Path, given: Mapping[str, object], from_env: set[str], usual: set[str]
) -> str:
    fault = error.errors()[0]
    name = str(fault["loc"][0])
    why = fault["msg"].removeprefix("Value error, ")
    if fault["type"] == "tuple_type":
        why = f'it is a list: {name} = ["…"]'
    elif fault["type"] == "literal_error":
        why = f"say one of {fault['ctx']['expected']}".replace("'", "")
    if name in given:
        return f"--{name.replace('_', '-')} {name_told(str(given[name]))}: {why}"
    where = (
        f"{PREFIX}{name.upper()}" if name in from_env
        else "the environment" if name in usual
        else str(file)
    )  # fmt: skip
    return f"{where}: {name} is not usable ({why[:1].lower()}{why[1:]}): correct it"
