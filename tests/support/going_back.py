"""Codex and OpenCode asked as their own windows ask them: a person goes back in a session, and forks it.

Owns the few requests that takes. Promises that each is answered before the next is sent. Never opens a window.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Protocol

from tests.support.client_machine import Machine, ended
from tests.support.real_clients import Codex, OpenCode, post


class Window(Protocol):
    """A session a person sees on a screen. What identifies a turn is the client's own."""

    def turn(self, text: str) -> str:
        """Say something; returns what identifies the turn."""
        ...

    def back(self, turn: str) -> None:
        """Go back before a turn."""
        ...

    def fork(self) -> Window:
        """A session of its own that goes on from here."""
        ...


class CodexWindow:
    """A thread of Codex' app server."""

    def __init__(self, server: CodexServer, thread: str) -> None:
        self._server, self._thread = server, thread

    def turn(self, text: str) -> str:
        asked = {"threadId": self._thread, "input": [{"type": "text", "text": text}]}
        return self._server.call("turn/start", asked, "turn", then="turn/completed")

    def back(self, turn: str) -> None:
        self._server.call("thread/revert", {"threadId": self._thread, "beforeTurnId": turn}, "thread")

    def fork(self) -> CodexWindow:
        return CodexWindow(
            self._server, self._server.call("thread/fork", {"threadId": self._thread}, "thread")
        )


class CodexServer:
    """Codex' app server, by its standard input and output."""

    def __init__(self, told: IO[bytes], heard: IO[bytes]) -> None:
        self._told, self._heard, self._asked = told, heard, 0

    def send(self, **message: object) -> None:
        self._told.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self._told.flush()

    def call(self, method: str, params: dict[str, object], made: str, then: str = "") -> str:
        """Ask, and wait for the answer and for what is told after it; the id of what was made."""
        self._asked += 1
        self.send(id=self._asked, method=method, params=params)
        found, seen = "", not then
        while not (found and seen):
            line = self._heard.readline()
            assert line, f"the client ended at {method}"
            message = json.loads(line)
            if message.get("id") == self._asked and "method" not in message:
                assert "error" not in message, message["error"]
                found = str(message["result"].get(made, {}).get("id", made))
            seen = seen or message.get("method") == then
        return found


@contextmanager
def codex(client: Codex, on: Machine, url: str) -> Iterator[Window]:
    """A new thread of Codex."""
    with (on.home / "codex.log").open("wb") as log:
        process = subprocess.Popen(
            [str(client.program), "app-server", *client.options(url)],
            cwd=on.project,
            env={**on.environment(), "SCRIPTED_KEY": "-"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
        )
    assert process.stdin
    assert process.stdout
    with process.stdin, process.stdout:
        try:
            server = CodexServer(process.stdin, process.stdout)
            server.call("initialize", {"clientInfo": {"name": "window", "title": "", "version": "1"}}, "-")
            server.send(method="initialized")
            asked = {"cwd": str(on.project), "approvalPolicy": "never", "sandbox": "danger-full-access"}
            yield CodexWindow(server, server.call("thread/start", asked, "thread"))
        finally:
            ended(process)


class OpenCodeWindow:
    """A session of OpenCode's server."""

    def __init__(self, at: str, session: str) -> None:
        self._at, self._session = at, session

    def _post(self, word: str, body: dict[str, object]) -> dict[str, object]:
        return post(f"{self._at}/session/{self._session}/{word}", body)

    def turn(self, text: str) -> str:
        info = self._post("message", {"parts": [{"type": "text", "text": text}]})["info"]
        assert isinstance(info, dict)
        return str(info["parentID"])

    def back(self, turn: str) -> None:
        self._post("revert", {"messageID": turn})

    def fork(self) -> OpenCodeWindow:
        return OpenCodeWindow(self._at, str(self._post("fork", {})["id"]))


@contextmanager
def opencode(client: OpenCode, on: Machine, url: str) -> Iterator[Window]:
    """A new session of OpenCode."""
    with client.serve(on, url) as at:
        yield OpenCodeWindow(at, str(post(f"{at}/session", {})["id"]))
