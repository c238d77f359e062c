"""Claude Code's own command line as a model: a session taken up again as a fork.

Owns the client's options, its environment, its process and what its output says it did. Promises that a fork
which read after it wrote, used another tool or named a path outside its scratch folder is told as a problem,
and that no process outlives its time. Never opens a file for writing.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterable, Mapping
from contextlib import suppress
from glob import escape
from pathlib import Path
from threading import Lock

from pydantic import BaseModel, JsonValue, ValidationError

from extractor.domain import NO_USAGE, Usage
from extractor.errors import ConfigError, ModelUnavailable
from extractor.memory.redaction.redact import redact
from extractor.models.metered import Unbilled, counted
from extractor.models.model import Errand, Returned
from extractor.models.talking import LARGEST_OUTPUT, TooMuchSaid, talk

NAME = "claude-code"

REPLIES = 5
"""Replies a fork has."""

READS, WRITES = "Read", ("Write", "Edit")

KEPT = frozenset(
    "HOME PATH USER LOGNAME SHELL LANG LANGUAGE TZ TERM TMPDIR DBUS_SESSION_BUS_ADDRESS SSL_CERT_FILE SSL_CERT_DIR"
    " NODE_EXTRA_CA_CERTS HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy CLAUDE_CONFIG_DIR"
    " CLAUDE_CODE_OAUTH_TOKEN".split()
)
"""Variables a fork starts with, beside LC_* and XDG_*: what a person's login, locale and proxy need."""

TAIL = 4_000_000
"""Bytes at a transcript's end in which its last count of tokens is looked for."""

_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_UNKNOWN = "No conversation found"
_UNREAD = "the output of Claude Code has a form that is not known"
_LOST = "Claude Code does not find the session any more"
_OWN_WORDS = "<synthetic>"
"""What the client names as the model of a line that it wrote itself."""
_TOO_LONG = ("prompt is too long", "input length", "context window", "context limit")


class _Count(BaseModel):
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_input_tokens: int | None = 0
    cache_creation_input_tokens: int | None = 0

    def usage(self) -> Usage:
        return Usage(
            self.input_tokens,
            self.cache_read_input_tokens or 0,
            self.cache_creation_input_tokens or 0,
            self.output_tokens,
        )


class _Block(BaseModel):
    type: str
    name: str = ""
    input: JsonValue = None


class _Said(BaseModel):
    id: str = ""
    model: str | None = None
    content: str | list[_Block] = ""
    usage: _Count = _Count()


class _Reply(BaseModel):
    message: _Said


class _End(BaseModel):
    subtype: str = ""
    is_error: bool = False
    result: str | None = None
    usage: _Count = _Count()


class ClaudeFork:
    """Forks sessions with the client's command. `env` is the environment it is started from."""

    name = NAME

    def __init__(self, command: str, claude_dir: Path, env: Mapping[str, str], seconds: float) -> None:
        """`seconds`: how long an errand may take."""
        self._command = command
        self._claude_dir = claude_dir
        self._env = environment(env)
        self._seconds = seconds
        self._lost: set[str] = set()
        """Sessions the client did not find."""
        self._under_way: set[int] = set()
        self._lock = Lock()

    def context(self, session: str) -> int | None:
        """Tokens the session held at its last reply; None where no transcript of it can be taken up again."""
        if not _UUID.fullmatch(session) or session in self._lost:
            return None
        found = list((self._claude_dir / "projects").glob(f"*/{escape(session)}.jsonl"))
        try:
            return _last_count(found[0]) if found else None
        except OSError:
            return None  # it went away, or may not be read: then the client cannot take it up either

    def send(self, errand: Errand) -> Returned:
        """Run the client until it ends. Raises ModelUnavailable, ConfigError."""
        cwd = errand.cwd if errand.cwd and os.path.isdir(errand.cwd) else str(errand.scratch)
        code, out, err = self._run(options(self._command, errand), cwd, errand.prompt)
        returned = judged(code, out, err, errand.scratch)
        if returned.problem == _LOST:
            self._lost.add(errand.session)
        return returned

    def close(self) -> None:
        """End the clients still under way, each with all it started."""
        with self._lock:
            for group in self._under_way:
                _end_group(group)

    def _run(self, command: list[str], cwd: str, prompt: str) -> tuple[int, str, str]:
        """Exit code, output and errors. The prompt goes in by a pipe: a command line is seen by every user."""
        try:
            # A close that comes while the client starts waits until it can be ended.
            with self._lock:
                process = subprocess.Popen(
                    command,
                    cwd=cwd,
                    env=self._env,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                )
                self._under_way.add(process.pid)
        except OSError as error:
            raise ConfigError(
                f"cannot start {self._command} ({error.strerror}): install Claude Code or name it as claude_command"
            ) from error
        try:
            out, err = talk(process, prompt.encode("utf-8", "replace"), self._seconds)
        except subprocess.TimeoutExpired as error:
            raise ModelUnavailable(f"Claude Code took longer than {self._seconds:g} seconds") from error
        except TooMuchSaid as error:
            raise ModelUnavailable(
                f"Claude Code wrote more than {LARGEST_OUTPUT >> 20} MB and was ended"
            ) from error
        finally:
            _end_group(process.pid)
            _let_go(process)
            with self._lock:
                self._under_way.discard(process.pid)
        return process.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace")


def _let_go(process: subprocess.Popen[bytes]) -> None:
    """Close our ends of the pipes and take in the end: what left the group may hold the others for ever."""
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
    process.wait()


def _end_group(group: int) -> None:
    # Of a group in which all have ended and one was not taken in yet, macOS says EPERM where Linux says nothing.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def environment(env: Mapping[str, str]) -> dict[str, str]:
    """What of an environment a fork starts with."""
    return {name: text for name, text in env.items() if name in KEPT or name.startswith(("LC_", "XDG_"))}


def options(command: str, errand: Errand) -> list[str]:
    """The command line of an errand.

    No settings file of a person or a project is read: a rule in it may allow more than the scratch folder.
    Rules of paths and settings leave the beginning of the request as it was, so it is read from the cache.
    """
    inside = f"/{errand.scratch}/**"
    # A rule that denies goes before one that allows: a folder above the scratch folder cannot be denied.
    denied = [f for f in errand.kept_out if not errand.scratch.is_relative_to(os.path.realpath(f))]
    settings = {
        "disableAllHooks": True,
        "autoMemoryEnabled": False,
        "permissions": {"deny": [f"{tool}(/{f}/**)" for f in denied for tool in ("Read", "Edit")]},
    }
    return [
        command, "-p",
        "--resume", errand.session, "--fork-session", "--session-id", errand.fork, "--no-session-persistence",
        "--max-turns", str(REPLIES),
        "--output-format", "stream-json", "--verbose",
        "--permission-mode", "dontAsk",
        "--tools", ",".join((READS, *WRITES)),
        "--allowedTools", f"Read({inside}),Edit({inside})",
        "--setting-sources", "",
        "--settings", json.dumps(settings),
        "--strict-mcp-config",
    ]  # fmt: skip


def judged(code: int, out: str, err: str, scratch: Path) -> Returned:
    """What the client's output says. Raises ModelUnavailable where it did not come to an end."""
    try:
        calls, replies, end = _read(out)
    except (ValidationError, RecursionError):
        return Returned(0, NO_USAGE, _UNREAD, at_worst=f"{_UNREAD}: upgrade extractor, or name another model")
    if end is None:
        said = redact(" ".join(err.split())[:300]) or f"it ended with {code}"
        if _UNKNOWN in err or _UNKNOWN in out:
            return Returned(0, NO_USAGE, _LOST, is_unbilled=True)
        raise ModelUnavailable(f"Claude Code failed: {said}")
    usage = counted(end.usage.usage())
    is_out_of_replies = end.subtype == "error_max_turns"
    if not is_out_of_replies and (end.is_error or end.subtype != "success" or code != 0):
        said = redact(" ".join((end.result or err or end.subtype).split())[:300])
        # Before its first reply nothing was counted.
        is_unbilled = end.usage.usage() == NO_USAGE and not replies
        if _UNKNOWN in f"{out}{err}":
            return Returned(replies, usage, _LOST, is_unbilled)
        if any(words in said.lower() for words in _TOO_LONG):
            return Returned(replies, usage, f"Claude Code: {said}", is_unbilled)
        raise (Unbilled if is_unbilled else ModelUnavailable)(f"Claude Code failed: {said}")
    return Returned(replies, usage, _misstep(calls, scratch))


def _read(out: str) -> tuple[list[_Block], int, _End | None]:
    """The tool calls in order, how many replies there were, and the end. Raises ValidationError."""
    calls: list[_Block] = []
    replies: list[str] = []
    end: _End | None = None
    # JSON Lines end at line feeds alone: U+0085 and U+2028 stand within strings.
    for line in out.split("\n"):
        value = _object(line)
        if value.get("type") == "assistant":
            said = _Reply.model_validate(value).message
            if said.model != _OWN_WORDS:
                replies.append(said.id)
            if not isinstance(said.content, str):
                calls += [block for block in said.content if block.type == "tool_use"]
        elif value.get("type") == "result":
            end = _End.model_validate(value)
    return calls, len(set(replies)), end


def _misstep(calls: Iterable[_Block], scratch: Path) -> str:
    """What a fork did that it may not; empty where it kept to its rules."""
    is_writing = False
    root = os.path.realpath(scratch)
    for call in calls:
        if call.name != READS and call.name not in WRITES:
            return f"the fork used another tool than its three: {redact(call.name[:40])!a}"
        path = call.input.get("file_path") if isinstance(call.input, dict) else None
        if not isinstance(path, str) or "\0" in path or not _is_inside(path, root):
            return "the fork named a path outside its scratch folder"
        if call.name == READS and is_writing:
            return "the fork read again after it had begun to write"
        is_writing = is_writing or call.name in WRITES
    return ""


def _is_inside(path: str, root: str) -> bool:
    return os.path.isabs(path) and os.path.realpath(path).startswith(f"{root}{os.sep}")


def _last_count(transcript: Path) -> int:
    with transcript.open("rb") as file:
        file.seek(max(0, transcript.stat().st_size - TAIL))
        lines = file.read().split(b"\n")
    for line in reversed(lines):
        if b'"assistant"' in line and b'"usage"' in line:
            try:
                said = _Reply.model_validate(_object(line)).message
            except ValidationError:
                continue
            if (usage := counted(said.usage.usage())) != NO_USAGE:
                return usage.total_input + usage.output
    return 0


def _object(line: str | bytes) -> dict[str, JsonValue]:
    """The object a line holds; an empty one where it is none."""
    try:
        value: JsonValue = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
