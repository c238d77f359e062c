"""`doctor`: every stage tried, each finding with its remedy.

Owns the list of stages and how they are told. Promises that a broken stage is found and named, by
canaries that go through the whole loop in scratch folders. Never writes to a person's memory files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from extractor import fs
from extractor.commands import stages
from extractor.commands.clock_stage import clock
from extractor.commands.memory_stage import memory
from extractor.commands.stages import Check, World
from extractor.commands.unit_stage import service
from extractor.errors import ExtractorError, defect


@dataclass(frozen=True, slots=True)
class Finding:
    """What one stage came to. `is_well` is None where it was not tried."""

    stage: str
    is_well: bool | None
    text: str

    def line(self) -> str:
        """For a person."""
        mark = {True: "ok    ", False: "BROKEN", None: "--    "}[self.is_well]
        return f"{mark} {self.stage}: {self.text}"

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return {"stage": self.stage, "ok": self.is_well, "text": self.text}


def examine(world: World) -> Iterator[Finding]:
    """Try every stage, one as each is asked for; each failure is a finding, none ends the examination."""
    for stage, check in STAGES.items():
        yield _found(stage, check, world)


def _found(stage: str, check: Check, world: World) -> Finding:
    try:
        return Finding(stage, True, check(world))
    except stages.NotTried as reason:
        return Finding(stage, None, str(reason))
    except ExtractorError as error:
        return Finding(stage, False, str(error))
    except OSError as error:
        return Finding(stage, False, fs.fault(error) or str(error))
    except Exception as error:  # noqa: BLE001 - a stage that breaks in an unknown way is broken
        return Finding(stage, False, defect(error))


STAGES: Mapping[str, Check] = {
    "templates": stages.texts,
    "key": stages.key,
    "client": stages.client,
    "transcripts": stages.transcripts,
    "watching": stages.watching,
    "permissions": stages.permissions,
    "lock": stages.lock,
    "disk": stages.disk,
    "clock": clock,
    "state file": stages.state,
    "memory folder": memory,
    "index": stages.index,
    "text of others": stages.outside,
    "connected": stages.connection,
    "unit": service,
    "canary": stages.rules,
    "model": stages.model,
    "service": stages.daemon,
}
"""Every stage by its name, the ones others stand on first."""
