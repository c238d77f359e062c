"""`doctor`: every stage tried, each finding with its remedy.

Owns the list of checks. Promises that a broken stage is found and named, by a canary that goes through the
whole loop in a scratch folder. Never writes to a person's memory folder.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from extractor import fs
from extractor.config import Settings, api_key, load, templates
from extractor.errors import ExtractorError
from extractor.service.folders import read_folder
from extractor.service.once import once
from extractor.transcripts.watch import Watcher
from extractor.wiring import build, current_project, open_archive, places

CANARY = "From now on the canary release always goes out before the main release."


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found."""

    stage: str
    is_well: bool
    text: str

    def line(self) -> str:
        """For a person."""
        return f"{'ok    ' if self.is_well else 'BROKEN'} {self.stage}: {self.text}"

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return {"stage": self.stage, "ok": self.is_well, "text": self.text}


Check = Callable[[Settings, Mapping[str, str]], str]


def examine(settings: Settings, env: Mapping[str, str]) -> list[Finding]:
    """Try every stage; each failure is a finding, none ends the examination."""
    checks: tuple[tuple[str, Check], ...] = (
        ("templates", _templates),
        ("key", _key),
        ("transcripts", _transcripts),
        ("watching", _watching),
        ("state file", _state),
        ("memory folder", _memory),
        ("canary", _canary),
    )
    findings: list[Finding] = []
    for stage, check in checks:
        try:
            findings.append(Finding(stage, True, check(settings, env)))
        except (ExtractorError, OSError) as error:
            findings.append(Finding(stage, False, str(error)))
    return findings


class _Broken(ExtractorError):
    """A stage does not work; the text says what to do."""


def _templates(settings: Settings, _env: Mapping[str, str]) -> str:
    return f"{len(templates(settings).extraction)} characters of instructions"


def _key(settings: Settings, env: Mapping[str, str]) -> str:
    if settings.model == "offline":
        return "none needed, the model is offline"
    return f"found ({len(api_key(settings, env))} characters)"


def _transcripts(settings: Settings, _env: Mapping[str, str]) -> str:
    root = settings.claude_dir / "projects"
    if not root.is_dir() and any(folder.is_dir() for folder in settings.plain_folders):
        return f"plain ones in {', '.join(str(folder) for folder in settings.plain_folders)}"
    if not root.is_dir():
        raise _Broken(
            f"{root} does not exist: work with Claude Code once, or set claude_dir or plain_folders"
        )
    if not os.access(root, os.R_OK | os.X_OK):
        raise _Broken(f"{root} cannot be read: check its permissions")
    return f"{sum(1 for _ in root.glob('*/*.jsonl'))} in {root}"


def _watching(settings: Settings, _env: Mapping[str, str]) -> str:
    root = settings.claude_dir / "projects"
    watcher = Watcher([root] if root.is_dir() else [], lambda _path: None)
    warning = watcher.start()
    watcher.stop()
    if warning:
        raise _Broken(warning)
    return "changes are noticed at once"


def _state(settings: Settings, _env: Mapping[str, str]) -> str:
    archive = open_archive(settings)
    try:
        wrong = archive.db.check()
    finally:
        archive.close()
    if wrong:
        raise _Broken(f"{archive.db.path} is damaged ({wrong[0]}): move it away, transcripts are read anew")
    return f"{archive.db.path} is sound"


def _memory(settings: Settings, env: Mapping[str, str]) -> str:
    folder = places(settings, env).folder(current_project())
    if not folder.exists():
        return f"{folder} will be made when there is something to keep"
    with fs.Root.open(folder, create=False) as root:
        root.names()
    files, problems = read_folder(folder)
    if problems:
        raise _Broken("; ".join(problems))
    if not os.access(folder, os.W_OK):
        raise _Broken(f"{folder} cannot be written: check its permissions")
    return f"{len(files)} files in {folder}"


def _canary(_settings: Settings, _env: Mapping[str, str]) -> str:
    """A statement said in a scratch transcript must stand in a scratch memory folder."""
    with tempfile.TemporaryDirectory(prefix="extractor-doctor-") as scratch:
        home = Path(scratch).resolve()
        transcript = home / "canary.jsonl"
        line = {
            "uuid": "canary-1",
            "role": "user",
            "content": CANARY,
            "timestamp": datetime.now(UTC).isoformat(),
        }
        fs.append_private(transcript, (json.dumps(line) + "\n").encode())
        own = load(
            {
                "state_dir": home / "state",
                "memory_dir": home / "memory",
                "claude_dir": home,
                "model": "offline",
            },
            {},
        ).settings
        parts = build(own, {"HOME": scratch})
        try:
            once(parts.archive, parts.intake, parts.learning, [parts.named(transcript)], lambda *_: None)
        finally:
            parts.archive.close()
        index = home / "memory" / "MEMORY.md"
        if not index.is_file() or "canary" not in index.read_text(encoding="utf-8").lower():
            raise _Broken("a statement said in a scratch session was not learned: please report this")
    return "a statement went from transcript to memory file and index"
