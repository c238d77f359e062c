"""The four real clients: how each is given a prompt without a terminal, in a new session or an old one.

Owns their options and switches. Promises that each asks the scripted service for its replies and is told not
to look for updates or to report what it does. Never waits for a person.
"""

from __future__ import annotations

import json
import socket
import subprocess
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tests.support.client_installs import Package, claude_code, codex, gemini, opencode
from tests.support.client_machine import Machine, ended, within
from tests.support.model_service import Call

Prompt = Callable[[str, str | None], str]
"""Gives the client a text, in a new session (None) or in this one, waits for the end of its turn, and returns
the session's id as the client names it."""

_TRUSTED = "--dangerously-bypass-hook-trust"
"""Codex runs a hook once a person trusted it, at a terminal."""

_KEY = "-".join(["scratch", "machine"])


class Client(Protocol):
    """A client's program."""

    name: str
    """As the service names it."""

    def settle(self, on: Machine) -> None:
        """Write the settings a person would have, where the program does not start without."""
        ...

    def open(self, on: Machine, url: str) -> AbstractContextManager[Prompt]:
        """The client, ready to be asked; `url` is the scripted service."""
        ...

    def look(self, on: Machine) -> Call:
        """The tool call by which its model reads a file of the project."""
        ...


@dataclass(frozen=True, slots=True)
class ClaudeCode:
    """`claude -p`, a process a prompt."""

    program: Path
    name: str = "claude-code"

    def settle(self, on: Machine) -> None:
        """A person's own settings."""
        (on.home / ".claude").mkdir()
        (on.home / ".claude/settings.json").write_text('{\n    "cleanupPeriodDays": 90,\n    "env": {}\n}')

    @contextmanager
    def open(self, on: Machine, url: str) -> Iterator[Prompt]:
        """A process a prompt."""
        yield lambda text, session: self.asked(on, url, text, session)

    def look(self, on: Machine) -> Call:
        """Read."""
        return Call("Read", {"file_path": str(on.project / "orders.py")})

    def asked(self, on: Machine, url: str, text: str, session: str | None, *options: str) -> str:
        """One prompt; `options`: further words of its command line."""
        opened = session or str(uuid.uuid4())
        command = [str(self.program), "-p", text, "--resume" if session else "--session-id", opened]
        settings = {
            "ANTHROPIC_BASE_URL": url,
            "ANTHROPIC_API_KEY": _KEY,
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "IS_SANDBOX": "1",
        }
        on.run([*command, *options], settings)
        return opened


@dataclass(frozen=True, slots=True)
class Codex:
    """`codex exec`, a process a prompt."""

    program: Path
    is_old: bool = False
    """It knows no hooks."""
    name: str = "codex"

    def settle(self, on: Machine) -> None:
        """A hook of the person's own, and some settings."""
        own = {"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "true"}]}]}}
        (on.home / ".codex").mkdir()
        (on.home / ".codex/hooks.json").write_text(json.dumps(own, indent="\t"))
        (on.home / ".codex/config.toml").write_text("# mine\nhide_agent_reasoning = true\n")

    @contextmanager
    def open(self, on: Machine, url: str) -> Iterator[Prompt]:
        """A process a prompt."""
        yield lambda text, session: self.asked(on, url, text, session)

    def look(self, on: Machine) -> Call:
        """A command."""
        return Call("exec_command", {"cmd": "cat orders.py"})

    def asked(self, on: Machine, url: str, text: str, session: str | None) -> str:
        """One prompt."""
        asked = ["exec", *self.options(url), "--json", "--sandbox", "danger-full-access"]
        asked += [] if self.is_old else [_TRUSTED]
        resumed = ["resume", session] if session else []
        printed = on.run([str(self.program), *asked, *resumed, text], {"SCRIPTED_KEY": _KEY})
        events = [json.loads(line) for line in printed.splitlines() if line.startswith("{")]
        return next(str(event["thread_id"]) for event in events if event["type"] == "thread.started")

    def options(self, url: str) -> list[str]:
        """The words that lead it to the scripted service and keep it from the network."""
        provider = {"name": "scripted", "base_url": f"{url}/v1", "wire_api": "responses"}
        values = {
            "model": "scripted",
            "model_provider": "scripted",
            "analytics.enabled": False,
            "check_for_update_on_startup": False,
            # Both would fetch what is offered from GitHub and the vendor.
            "features.plugins": False,
            "features.apps": False,
            **{f"model_providers.scripted.{key}": value for key, value in provider.items()},
            "model_providers.scripted.env_key": "SCRIPTED_KEY",
        }
        return [word for key, value in values.items() for word in ("-c", f"{key}={json.dumps(value)}")]


@dataclass(frozen=True, slots=True)
class Gemini:
    """`gemini -p`, a process a prompt."""

    program: Path
    is_old: bool = False
    """It names its sessions itself, and opens the newest one again."""
    name: str = "gemini"

    def settle(self, on: Machine) -> None:
        """It takes the way to sign in from settings alone, and asks nobody about the folder."""
        settings = {
            "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
            "privacy": {"usageStatisticsEnabled": False},
            "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
        }
        (on.home / ".gemini").mkdir(exist_ok=True)
        (on.home / ".gemini/settings.json").write_text(json.dumps(settings, indent=2))

    @contextmanager
    def open(self, on: Machine, url: str) -> Iterator[Prompt]:
        """A process a prompt."""
        yield lambda text, session: self.asked(on, url, text, session)

    def look(self, on: Machine) -> Call:
        """A tool of its own."""
        return Call("read_file", {"file_path": "orders.py"})

    def asked(self, on: Machine, url: str, text: str, session: str | None) -> str:
        """One prompt."""
        opened = session or str(uuid.uuid4())
        chosen = ["--resume" if session else "--session-id", opened]
        if self.is_old:
            chosen = ["--resume", "latest"] if session else []
        options = ["--model", "gemini-2.5-flash", *chosen]
        settings = {
            "GEMINI_API_KEY": _KEY,
            "GOOGLE_GEMINI_BASE_URL": url,
            # It would start itself again for more memory.
            "GEMINI_CLI_NO_RELAUNCH": "true",
        }
        on.run([str(self.program), *options, "-p", text], settings)
        return opened


@dataclass(frozen=True, slots=True)
class OpenCode:
    """`opencode serve`, asked over HTTP as its own windows ask it: one start for several prompts."""

    program: Path
    version: str
    is_old: bool = False
    """It would fetch a search program at its start."""
    name: str = "opencode"

    def settle(self, on: Machine) -> None:
        """A person's own settings; what it would fetch from the registry at its first start stands there already,
        as far as it looks."""
        (on.project / "opencode.json").write_text(
            '{\n  // mine\n  "instructions": ["CONTRIBUTING.md"],\n  "username": "dev"\n}'
        )
        folder = on.home / ".config/opencode"
        (folder / "node_modules").mkdir(parents=True)
        fetched = {"packages": {"": {"dependencies": {"@opencode-ai/plugin": self.version}}}}
        (folder / "package-lock.json").write_text(json.dumps(fetched))
        if self.is_old:
            searches = on.home / ".local/share/opencode/bin/rg"
            searches.parent.mkdir(parents=True)
            searches.write_text("#!/bin/sh\nexit 1\n")
            searches.chmod(0o755)

    @contextmanager
    def open(self, on: Machine, url: str) -> Iterator[Prompt]:
        """One process for all prompts."""
        with self.serve(on, url) as at:
            yield lambda text, session: self.asked(at, text, session)

    @contextmanager
    def serve(self, on: Machine, url: str) -> Iterator[str]:
        """Its server, running until left; gives its address."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = [str(self.program), "serve", "--hostname", "127.0.0.1", "--port", str(port)]
        log = on.home / "opencode.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                cwd=on.project,
                env={**on.environment(), **self.settings(on, url)},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        try:
            at = f"http://127.0.0.1:{port}"
            up = within(60, lambda: True if at in log.read_text() or process.poll() is not None else None)
            assert up, f"the client does not serve: {log.read_text()[-2000:]}"
            assert process.poll() is None, f"the client ended: {log.read_text()[-2000:]}"
            yield at
        finally:
            ended(process)

    def look(self, on: Machine) -> Call:
        """A tool of its own."""
        return Call("read", {"filePath": str(on.project / "orders.py")})

    def asked(self, at: str, text: str, session: str | None) -> str:
        """One prompt."""
        opened = session or str(post(f"{at}/session", {})["id"])
        post(f"{at}/session/{opened}/message", {"parts": [{"type": "text", "text": text}]})
        return opened

    def settings(self, on: Machine, url: str) -> dict[str, str]:
        """The variables that lead it to the scripted service and keep it from the network."""
        model = {"name": "scripted", "tool_call": True, "limit": {"context": 100_000, "output": 1_000}}
        provider = {
            "npm": "@ai-sdk/openai-compatible",
            "name": "scripted",
            "options": {"baseURL": f"{url}/v1", "apiKey": _KEY},
            "models": {"scripted": model},
        }
        config = {
            "provider": {"scripted": provider},
            "enabled_providers": ["scripted"],
            "model": "scripted/scripted",
            "small_model": "scripted/scripted",
            "share": "disabled",
            "autoupdate": False,
            "snapshot": False,
            "formatter": False,
            "lsp": False,
        }
        models = on.home / "models.json"
        models.write_text("{}")
        switches = ("AUTOUPDATE", "MODELS_FETCH", "LSP_DOWNLOAD", "DEFAULT_PLUGINS")
        return {
            "OPENCODE_CONFIG_CONTENT": json.dumps(config),
            "OPENCODE_MODELS_PATH": str(models),
            "OPENCODE_PURE": "1",
            **{f"OPENCODE_DISABLE_{switch}": "1" for switch in switches},
        }


def post(address: str, body: dict[str, object]) -> dict[str, object]:
    """What a service on this machine answers, straight and through no proxy."""
    asked = urllib.request.Request(address, json.dumps(body).encode(), {"content-type": "application/json"})
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with straight.open(asked, timeout=120) as answer:
        given = json.loads(answer.read() or b"{}")
    assert isinstance(given, dict), given
    return given


def older() -> dict[str, tuple[Package, Callable[[Path], Client]]]:
    """Versions people still have, as far as they install, by client and version."""
    before = opencode("1.0.185")
    return {
        "claude-code-2.0.76": (claude_code("2.0.76"), ClaudeCode),
        "codex-0.98.0": (codex("0.98.0"), lambda program: Codex(program, is_old=True)),
        "codex-0.47.0": (codex("0.47.0"), lambda program: Codex(program, is_old=True)),
        "gemini-0.20.0": (gemini("0.20.0"), lambda program: Gemini(program, is_old=True)),
        "opencode-1.0.185": (before, lambda program: OpenCode(program, before.version, is_old=True)),
    }


def newest() -> list[tuple[Package, Callable[[Path], Client]]]:
    """The four, each of the version the project pins, by what installs and what runs it."""
    package = opencode()
    return [
        (claude_code(), ClaudeCode),
        (codex(), Codex),
        (gemini(), Gemini),
        (package, lambda program: OpenCode(program, package.version)),
    ]
