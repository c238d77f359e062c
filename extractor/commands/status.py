"""`status`: how it is, told from the state file alone.

Owns what is told and in which order. Promises that nothing that waits or went wrong is left out. Only
reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from extractor import fs
from extractor.archive.archive import Archive, LastRun, Summary
from extractor.clock import today
from extractor.config import LOCK_FILE, Settings
from extractor.errors import StoreFailed


def status_values(settings: Settings) -> dict[str, object]:
    """Everything `status` tells, as values."""
    running = fs.lock_holder(settings.state_dir / LOCK_FILE)
    values: dict[str, object] = {
        "running": running is not None,
        "pid": running,
        "model": settings.model
        if settings.model == "offline"
        else f"{settings.model} {settings.anthropic_model}",
        "state_dir": str(settings.state_dir),
    }
    try:
        archive = Archive.open_readonly(settings.state_dir)
    except StoreFailed as error:
        if (settings.state_dir / "state.db").exists():
            raise
        return {**values, "started": False, "problems": [str(error)]}
    try:
        return {**values, "started": True, **_told(archive.summary(today().isoformat()), settings)}
    finally:
        archive.close()


def _told(summary: Summary, settings: Settings) -> dict[str, object]:
    return {
        "last_learned": _run(summary.last_learned),
        "last_run": _run(summary.last_run),
        "runs": summary.runs,
        "transcripts": summary.transcripts,
        "sessions": summary.sessions,
        "messages": summary.messages,
        "waiting": summary.waiting,
        "waiting_sessions": summary.waiting_sessions,
        "headless_waiting": summary.headless,
        "older_than_learn_since": summary.old,
        "agent_wrote_itself": summary.agent_wrote,
        "set_aside": [{"session": session, "reason": reason} for session, reason in summary.set_aside],
        "parked": dict(summary.parked),
        "held_bytes": summary.held_bytes,
        "spent_today": {
            "calls": summary.spent.calls,
            "input_tokens": summary.spent.input,
            "cached_tokens": summary.spent.cached,
            "output_tokens": summary.spent.output,
            "ceiling": settings.daily_input_tokens,
        },
        "clients": [
            {"client": client, "version": version, "sessions": count}
            for client, version, count in summary.versions
        ],
        "problems": list(summary.problems),
    }


def _run(run: LastRun | None) -> dict[str, object] | None:
    if run is None:
        return None
    at = datetime.fromtimestamp(run.at / 1000, UTC).astimezone()
    return {
        "at": at.isoformat(timespec="seconds"),
        "session": run.session,
        "outcome": run.outcome,
        "detail": run.detail,
    }


def status_lines(values: Mapping[str, object]) -> list[str]:
    """The values for a person."""
    told = [f"running, pid {values['pid']}" if values["running"] else "not running"]
    if not values["started"]:
        return told + [str(problem) for problem in _list(values["problems"])]
    learned = values["last_learned"]
    told.append(
        f"last learned {learned['at']} from session {learned['session']}"
        if isinstance(learned, dict)
        else "nothing was learned yet"
    )
    told.append(
        f"transcripts: {values['transcripts']}, sessions: {values['sessions']}, messages: {values['messages']},"
        f" runs: {values['runs']} (model {values['model']})"
    )
    waits = f"{values['waiting']} messages in {values['waiting_sessions']} sessions"
    told.append(f"waiting: {waits if values['waiting'] else 'nothing'}")
    for name, words in (
        ("headless_waiting", "prompts of headless runs wait behind learn_headless"),
        ("older_than_learn_since", "messages are older than learn_since; name their transcripts to `once`"),
        ("agent_wrote_itself", "messages stand in exchanges where the agent wrote memory itself"),
        ("held_bytes", "bytes of unfinished last lines are held back"),
    ):
        if values[name]:
            told.append(f"{values[name]} {words}")
    spent = values["spent_today"]
    if isinstance(spent, dict) and (spent["calls"] or "offline" not in str(values["model"])):
        told.append(
            f"today: {spent['calls']} calls, {spent['input_tokens']} of {spent['ceiling']} input tokens,"
            f" {spent['output_tokens']} output tokens"
        )
    parked = values["parked"]
    if isinstance(parked, dict):
        told += [f"parked: {count} × {reason}" for reason, count in parked.items()]
    return told + problem_lines(values)


def problem_lines(values: Mapping[str, object]) -> list[str]:
    """Only what went wrong, for a person."""
    aside = [entry for entry in _list(values.get("set_aside")) if isinstance(entry, dict)]
    told = [f"set aside in {entry['session']}: {entry['reason']}" for entry in aside]
    return told + [f"problem: {problem}" for problem in _list(values["problems"])]


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, (list, tuple)) else []
