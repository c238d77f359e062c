"""`status`: how it is, told from the state file and the indexes.

Owns what is told and in which order. Promises that nothing that waits or went wrong is left out. Only
reads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from itertools import chain
from pathlib import Path

from extractor import fs
from extractor.archive.reader import Reader
from extractor.archive.spending import Spent
from extractor.archive.summary import LastRun, Summary, summary_of
from extractor.clock import local_zone, now_ms, today
from extractor.commands.amiss import amiss
from extractor.commands.counts import counted
from extractor.commands.left_out import (
    held_lines,
    held_values,
    parked_lines,
    parked_values,
    set_aside_lines,
    set_aside_values,
    strange_lines,
    unknown_lines,
    unknown_values,
)
from extractor.commands.outside import Found, look
from extractor.config.settings import LOCK_FILE, Settings
from extractor.domain import Milliseconds
from extractor.errors import StoreFailed
from extractor.history.exchanges import QUIET_WITHOUT_END
from extractor.models.price import MICROS, dollars
from extractor.moment import ago, iso, local, midnight, of_iso

SERVICE_MODEL = "service_model"
"""Name of the note of the service that runs, or ran last: its process and the model it works with."""


def status_values(
    settings: Settings, env: Mapping[str, str], disk: Callable[[Path], os.statvfs_result] = os.statvfs
) -> dict[str, object]:
    """Everything `status` tells, as values. `disk`: how full it is on which a folder lies."""
    lock = settings.state_dir / LOCK_FILE
    running, command = fs.lock_holder(lock), fs.lock_command(lock)
    values: dict[str, object] = {
        "running": running is not None and not command,
        "pid": running,
        "command": command,
        "model": model_named(settings),
        "model_in_settings": model_named(settings),
        "state_dir": str(settings.state_dir),
    }
    try:
        archive = Reader.open_readonly(settings.state_dir)
    except StoreFailed as error:
        if (settings.state_dir / "state.db").exists():
            raise
        problems = [str(error), *amiss(None, settings, env, disk)]
        return {**values, "started": False, "problems": problems}
    try:
        is_running = running is not None
        begun = midnight(now_ms(), local_zone())
        summary = summary_of(archive, today().isoformat(), is_service_running=is_running, midnight=begun)
        told = _told(summary, settings, is_running)
        return {
            **values,
            "model": _model_of(running, archive) or values["model"],
            "started": True,
            **told,
            "unread": 0 if is_running else _unread(archive, settings),
            "problems": [*_list(told["problems"]), *amiss(archive, settings, env, disk)],
            **_outside(look(archive, settings, env)),
            "team": _team(archive, settings),
        }
    finally:
        archive.close()


def _unread(archive: Reader, settings: Settings) -> int:
    """Transcripts that no service has read to their end."""
    from extractor.commands.unread import unread
    from extractor.wiring.clients import make_clients

    sources = make_clients(settings).sources
    return unread(chain.from_iterable(s.transcripts() for s in sources), archive.read_until(), now_ms())


def model_named(settings: Settings) -> str:
    """The model as the settings name it."""
    return f"{settings.model} {settings.anthropic_model}" if settings.model == "anthropic" else settings.model


def _model_of(running: int | None, archive: Reader) -> str:
    """The model the service that runs works with; empty where none does, or it is not known."""
    pid, _, model = (archive.note(SERVICE_MODEL) or "").partition(" ")
    return model if running and pid == str(running) else ""


def _told(summary: Summary, settings: Settings, is_running: bool) -> dict[str, object]:
    return {
        "last_learned": _run(summary.last_learned),
        "last_run": _run(summary.last_run),
        "runs": summary.runs,
        "transcripts": summary.transcripts,
        "sessions": summary.sessions,
        "messages": summary.messages,
        "waiting": summary.waiting,
        "waiting_sessions": summary.waiting_sessions,
        "waiting_why": _why_waiting(summary, is_running),
        "headless_waiting": summary.headless,
        "older_than_learn_since": summary.old,
        "agent_wrote_itself": summary.agent_wrote,
        "set_aside": set_aside_values(summary),
        "parked": dict(summary.parked),
        "parked_in": parked_values(summary),
        "unknown_forms": unknown_values(summary),
        "held_bytes": sum(each.bytes for each in summary.held_back),
        "held_in": held_values(summary),
        "spent_today": {
            **_spent(summary.spent),
            "ceiling": settings.daily_input_tokens,
            "cost_ceiling": settings.daily_cost,
            "project_ceiling": settings.project_daily_input_tokens,
        },
        "spent_week": _spent(summary.spent_week),
        "spent_by_project": [
            {"project": project, **_spent(spent)} for project, spent in summary.spent_by_project
        ],
        "clients": [
            {"client": client, "version": version, "sessions": count}
            for client, version, count in summary.versions
        ],
        "problems": list(summary.problems),
    }


def _outside(found: list[Found]) -> dict[str, object]:
    return {
        "outside": [each.as_dict() for each in found if each.told()],
        "unknown_memory_files": sum(len(each.files) for each in found),
        "unknown_memory_files_in": [
            {"folder": each.folder, "files": list(each.files)} for each in found if each.files
        ],
    }


def _team(archive: Reader, settings: Settings) -> list[dict[str, object]]:
    if not settings.team_roots:
        return []
    from extractor.commands.team import waiting

    return [each.as_dict() for each in waiting(archive, settings)]


def _why_waiting(summary: Summary, is_running: bool) -> str:
    """Why what waits was not learned yet; empty where nothing waits."""
    if not summary.waiting:
        return ""
    if summary.holding_up:
        return summary.holding_up[0]
    if not is_running:
        quiet = QUIET_WITHOUT_END // 1000
        return f"the service is not running: `extractor run`, or `extractor once` after {quiet} quiet seconds"
    if summary.under_way:
        return "a run is under way"
    return "its exchange is not finished, or its turn has not come yet"


def _spent(spent: Spent) -> dict[str, object]:
    return {
        "calls": spent.calls,
        "input_tokens": spent.input,
        "cached_tokens": spent.cached,
        "written_tokens": spent.written,
        "output_tokens": spent.output,
        "cost": spent.cost / MICROS,
        "calls_of_unknown_price": spent.unpriced,
    }


def _spent_line(when: str, spent: Mapping[str, object]) -> str:
    """One line: calls, tokens and money."""
    most = f" of {_int(spent['ceiling']):,}" if "ceiling" in spent else ""
    told = (
        f"{when}: {counted(_int(spent['calls']), 'call', 'calls')}, {_int(spent['input_tokens']):,}{most} input tokens"
        f" ({_int(spent['cached_tokens']):,} cached, {_int(spent['written_tokens']):,} written),"
        f" {_int(spent['output_tokens']):,} output tokens"
    )
    cost, unpriced = spent["cost"], spent["calls_of_unknown_price"]
    if isinstance(cost, float) and (cost or not unpriced):
        bound = spent.get("cost_ceiling")
        told += f", {dollars(round(cost * MICROS))}" + (
            f" of {dollars(round(bound * MICROS))}" if isinstance(bound, float) else ""
        )
    return told + (f", {counted(_int(unpriced), 'call', 'calls')} at an unknown price" if unpriced else "")


def _run(run: LastRun | None) -> dict[str, object] | None:
    if run is None:
        return None
    return {
        "at": iso(run.at),
        "session": run.session,
        "outcome": run.outcome,
        "detail": run.detail,
    }


_HELD_BACK = (
    (
        "headless_waiting",
        "prompt of headless runs waits behind learn_headless",
        "prompts of headless runs wait behind learn_headless",
    ),
    (
        "older_than_learn_since",
        "message is older than learn_since_days; name its transcript to `once` while the service is stopped",
        "messages are older than learn_since_days; name their transcripts to `once` while the service is stopped",
    ),
    (
        "agent_wrote_itself",
        "message stands in an exchange where the agent wrote memory itself",
        "messages stand in exchanges where the agent wrote memory itself",
    ),
)
"""What is told where there is any: of one, and of more."""


def status_lines(values: Mapping[str, object]) -> list[str]:
    """The values for a person."""
    told = [_who_runs(values)]
    if not values["started"]:
        return told + [str(problem) for problem in _list(values["problems"])]
    learned = values["last_learned"]
    told.append(
        f"last learned {_when(of_iso(str(learned['at'])))} from session {learned['session']}"
        if isinstance(learned, dict)
        else "nothing was learned yet"
    )
    is_as_set = values["model"] == values["model_in_settings"]
    other = "" if is_as_set else f"; the settings name {values['model_in_settings']}"
    told.append(
        f"transcripts: {values['transcripts']}, sessions: {values['sessions']}, messages: {values['messages']},"
        f" runs: {values['runs']} (model {values['model']}{other})"
    )
    waits = (
        f"{counted(_int(values['waiting']), 'message', 'messages')}"
        f" in {counted(_int(values['waiting_sessions']), 'session', 'sessions')}"
    )
    is_told_below = values["waiting_why"] in _list(values["problems"])
    why = "held up by what is told below" if is_told_below else values["waiting_why"]
    unread = _int(values["unread"])
    nothing = "waiting: nothing of what was read" if unread else "waiting: nothing"
    told.append(f"waiting: {waits}: {why}" if values["waiting"] else nothing)
    if unread:
        new = counted(unread, "transcript is new or has grown", "transcripts are new or have grown")
        told.append(f"{new} since it was last looked: `extractor run`, or `extractor once`")
    told += [counted(_int(values[name]), one, many) for name, one, many in _HELD_BACK if values[name]]
    told += strange_lines(values)
    told += _spending(values)
    return [*told, *held_lines(values), *parked_lines(values), *problem_lines(values)]


def _who_runs(values: Mapping[str, object]) -> str:
    if values["running"]:
        return f"running, pid {values['pid']}" if values["pid"] else "starting"
    command = values["command"]
    return f"not running; `extractor {command}` is at work, pid {values['pid']}" if command else "not running"


def _when(at: Milliseconds) -> str:
    return f"{local(at, local_zone())} ({ago(now_ms() - at)})"


def _spending(values: Mapping[str, object]) -> list[str]:
    """What was spent today, this week and for which project; nothing where no call was ever made."""
    today_, week = values["spent_today"], values["spent_week"]
    if not isinstance(today_, dict) or not isinstance(week, dict):
        return []
    told: list[str] = []
    if week["calls"] or "offline" not in str(values["model"]):
        told = [_spent_line("today", today_), _spent_line("last 7 days", week)]
    projects = [p for p in _list(values["spent_by_project"]) if isinstance(p, dict)]
    if len(projects) > 1:
        told += ["  " + _spent_line(str(p["project"]), p) for p in projects]
    return told


def problem_lines(values: Mapping[str, object]) -> list[str]:
    """Only what went wrong, for a person."""
    told = [*set_aside_lines(values), *unknown_lines(values)]
    outside = [entry["told"] for entry in _list(values.get("outside")) if isinstance(entry, dict)]
    problems = [*_list(values["problems"]), *(line for lines in outside for line in _list(lines))]
    for team in _list(values.get("team")):
        if isinstance(team, dict):
            told += map(str, _list(team["told"]))
            problems += _list(team["problems"])
    return told + [f"problem: {problem}" for problem in dict.fromkeys(problems)]


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, (list, tuple)) else []
