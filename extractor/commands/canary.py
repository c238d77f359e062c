"""Canaries: a statement that goes through the whole loop in a scratch folder and must come out as memory.

Owns the scratch homes and the statement. Promises that nothing of the person's own is written but, where a
paid model is asked, the ledger. Never judges anything but whether the statement arrived.
"""

from __future__ import annotations

import json
import subprocess
import time
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path

from extractor import fs
from extractor.clock import now_ms
from extractor.config.settings import Settings
from extractor.models.metered import Ledger
from extractor.moment import iso
from extractor.service.once import once
from extractor.service.scratch_home import scratch_home
from extractor.transcripts.paths import slug
from extractor.wiring.parts import build

STATEMENT = "From now on the canary release always goes out before the main release."

WITHIN = 30.0
"""Seconds a running service may take; a slow machine needs some to start it."""

STOPS_WITHIN = 10.0
"""Seconds the service may take to stop."""


_NEEDED = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "PYTHONPATH", "PYTHONUTF8")
"""Variables a program is started with wherever its home is."""


class NoRoom(Exception):
    """A ceiling of the day leaves no room for the calls: nothing was proved. `str()` says which."""


def through_a_pass(settings: Settings, env: Mapping[str, str], ledger: Ledger | None) -> str:
    """Say the statement in a plain transcript and learn once, with the configured model.

    `ledger`: where a paid model's calls are booked. Returns what went wrong, empty when nothing did. Raises NoRoom.
    """
    with scratch_home("extractor-doctor-") as scratch:
        home = scratch.path
        transcript = home / "canary.jsonl"
        stamp = iso(now_ms())
        line = {"uuid": "canary-1", "role": "user", "content": STATEMENT, "timestamp": stamp}
        fs.append_private(transcript, (json.dumps(line) + "\n").encode())
        places = {
            "state_dir": home / "state",
            "data_dir": home / "data",
            "memory_dir": home / "memory",
            "claude_dir": home,
            "plain_folders": (),
            "private_paths": (),
        }
        own = settings.model_copy(update=places)
        parts = build(own, env, ledger=lambda scratch_ledger: ledger or scratch_ledger)
        try:
            report = once(
                parts.archive, parts.intake, parts.learning, [parts.named(transcript)], lambda *_: None
            )
            summary = parts.archive.summary("")
            problems = [*summary.problems, *(reason for _, reason in summary.set_aside)]
        finally:
            parts.close()
        if _stands(home / "memory" / "MEMORY.md"):
            return ""
        if report.budget_reached:
            raise NoRoom(report.stopped)
        return report.stopped or "; ".join(problems) or "the model did not keep it"


def through_the_service(command: Sequence[str], env: Mapping[str, str]) -> tuple[str, float]:
    """Start the service in a scratch home, say the statement as Claude Code writes it, and wait for memory.

    Returns what went wrong (empty when nothing did) and the seconds from the statement to the memory.
    """
    with scratch_home("extractor-doctor-") as scratch:
        home = scratch.path
        project = home / "project"
        folder = home / ".claude" / "projects" / slug(str(project))
        project.mkdir()
        folder.mkdir(parents=True)
        log = home / "service.log"
        service: subprocess.Popen[bytes] | None = None
        try:
            with scratch.beginning():
                service = _started([*command, "run"], _environment(env, home), project, log)
            problem, seconds = _say_and_wait(service, folder, str(project), log)
        finally:
            has_stopped = service is None or _stopped(service)
        return ("" if has_stopped else "it did not stop when told to") or problem, seconds


def _started(command: Sequence[str], env: Mapping[str, str], cwd: Path, log: Path) -> subprocess.Popen[bytes]:
    with log.open("wb") as out:
        return subprocess.Popen(command, env=env, cwd=cwd, stdin=subprocess.DEVNULL, stdout=out, stderr=out)


def _stopped(service: subprocess.Popen[bytes]) -> bool:
    """Whether the service stopped when it was told to; it is gone in any case."""
    service.terminate()
    try:
        service.wait(STOPS_WITHIN)
    except subprocess.TimeoutExpired:
        service.kill()
        service.wait()
        return False
    return True


def _environment(env: Mapping[str, str], home: Path) -> dict[str, str]:
    """The scratch home's own: of the person's environment only what a program needs to start."""
    kept = {name: env[name] for name in _NEEDED if name in env}
    return {**kept, "HOME": str(home), "EXTRACTOR_MODEL": "offline", "EXTRACTOR_SCAN_SECONDS": "1"}


def _say_and_wait(service: subprocess.Popen[bytes], folder: Path, cwd: str, log: Path) -> tuple[str, float]:
    until = time.monotonic() + WITHIN
    while b"ready" not in log.read_bytes():
        if service.poll() is not None or time.monotonic() > until:
            return f"it did not start: {_last_line(log)}", 0.0
        time.sleep(0.05)
    said = time.monotonic()
    session = str(uuid.uuid4())
    fs.append_private(folder / f"{session}.jsonl", _turn(session, cwd).encode())
    while time.monotonic() < until:
        if _stands(folder / "memory" / "MEMORY.md"):
            return "", time.monotonic() - said
        if service.poll() is not None:
            return f"it ended: {_last_line(log)}", 0.0
        time.sleep(0.05)
    return f"a statement was not learned within {WITHIN:.0f} seconds: {_last_line(log)}", 0.0


def _turn(session: str, cwd: str) -> str:
    """A prompt and its answer, as the client writes them."""
    stamp = iso(now_ms())
    common = {
        "isSidechain": False, "userType": "external", "entrypoint": "cli", "cwd": cwd, "sessionId": session,
        "version": "2.1.329", "timestamp": stamp,
    }  # fmt: skip
    prompt, answer, end = (str(uuid.uuid4()) for _ in range(3))
    lines = (
        {
            **common, "type": "user", "uuid": prompt, "parentUuid": None, "origin": {"kind": "human"},
            "promptSource": "typed", "message": {"role": "user", "content": STATEMENT},
        },
        {
            **common, "type": "assistant", "uuid": answer, "parentUuid": prompt,
            "message": {
                "id": "msg_canary", "role": "assistant", "stop_reason": "end_turn",
                "content": [{"type": "text", "text": "Understood."}],
            },
        },
        {**common, "type": "system", "subtype": "turn_duration", "uuid": end, "parentUuid": answer},
    )  # fmt: skip
    return "".join(json.dumps(line) + "\n" for line in lines)


def _stands(index: Path) -> bool:
    return index.is_file() and "canary" in index.read_text(encoding="utf-8").lower()


def _last_line(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1][:200] if lines else "it said nothing"
