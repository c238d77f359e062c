"""A scratch machine whose model is a scripted service on loopback, and what hostile tests ask of the two."""

from __future__ import annotations

import itertools
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from unittest import mock

from pydantic import JsonValue

from extractor import cli
from extractor.config.settings import load
from extractor.domain import MessageKey
from extractor.models.anthropic import Anthropic
from extractor.service.memory_folder import MemoryFolder
from extractor.wiring.parts import Parts, build
from tests.support.machine import Scratch, Session
from tests.support.messages_server import Answer, Body, Fails, MessagesServer, Recorded, Says, Text, ToolUse
from tests.support.scripted import Clock

KEY = "-".join(["sk", "loopback", "4f1e2d3c" * 4])
OTHER_KEY = "-".join(["sk", "loopback", "a9b8c7d6" * 4])
Step = Answer | Callable[[Body], Answer]


@dataclass(frozen=True)
class Done:
    """What a command came to."""

    code: int
    out: str
    err: str

    @property
    def values(self) -> dict[str, int]:
        read: dict[str, int] = json.loads(self.out)
        return read

    @property
    def problem(self) -> str:
        """The one line it says on standard error."""
        (line,) = self.err.splitlines()
        assert line.startswith("extractor: ")
        return line


class Stage:
    """A scratch machine, a scripted service and the command between them.

    `steps` are played in order, one a request; the last one for ever. None left: the model ends its turn.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.scratch = Scratch(root / "home")
        self.server = MessagesServer(self._answer)
        self.steps: list[Step] = []
        self.accepted_key = KEY
        self._played = 0
        self.key_file = root / "home" / "key"
        self.set_key(KEY)
        self.scratch.settings |= {
            "EXTRACTOR_KEY_FILE": str(self.key_file),
            "EXTRACTOR_BASE_URL": self.server.url,
            "EXTRACTOR_MODEL": "anthropic",
            "EXTRACTOR_DAILY_INPUT_TOKENS": "100000000",
        }

    def _answer(self, body: Body, nth: int) -> Answer:
        if shown_key(self.server.messages[nth]) != self.accepted_key:
            return Fails(401, "authentication_error", "invalid x-api-key")
        if not self.steps:
            return says_nothing()
        step = self.steps[min(self._played, len(self.steps) - 1)]
        self._played += 1
        return step(body) if callable(step) else step

    def set_key(self, key: str) -> None:
        self.key_file.write_text(key + "\n", encoding="utf-8")
        self.key_file.chmod(0o600)

    def plays(self, *steps: Step) -> None:
        self.steps, self._played = list(steps), 0

    # ------------------------------------------------------------ the command

    def here(self, *words: str, **settings: str) -> Done:
        """The command in this process: the same way in, without the second an interpreter takes to start."""
        out, err = StringIO(), StringIO()
        env = {**self.scratch.env, **settings}
        with (
            mock.patch.dict(os.environ, env, clear=True),
            mock.patch.object(sys, "argv", ["extractor", *words]),
            redirect_stdout(out),
            redirect_stderr(err),
            closing(),
        ):
            try:
                cli.main()
                code: object = 0
            except SystemExit as end:
                code = end.code
        assert isinstance(code, int)
        return Done(code, out.getvalue(), err.getvalue())

    def process(self, *words: str) -> Done:
        """The command as a process of its own."""
        ended = self.scratch.command(*words)
        return Done(ended.returncode, ended.stdout, ended.stderr)

    def once(self, *sessions: Session, **settings: str) -> Done:
        """`once`, over these sessions, in this process; counts as JSON on standard output."""
        return self.here("once", *(str(s.path) for s in sessions), "--yes", "--json", **settings)

    def status(self) -> dict[str, JsonValue]:
        read: dict[str, JsonValue] = json.loads(self.here("status", "--json").out)
        return read

    @contextmanager
    def parts(self, clock: Clock, **settings: str) -> Iterator[Parts]:
        """The working parts behind the command, for a clock that a test moves."""
        env = {**self.scratch.env, **settings}
        with closing():
            with mock.patch.dict(os.environ, env, clear=True):
                built = build(load({}, env).settings, env, clock)
            try:
                yield built
            finally:
                built.folders.close()
                built.archive.close()

    # ------------------------------------------------------------ what came of it

    @property
    def runs(self) -> list[list[Recorded]]:
        """The requests, run by run: a run's first request carries no turn."""
        found: list[list[Recorded]] = []
        for request in self.server.messages:
            if len(conversation(request)) == 1:
                found.append([])
            found[-1].append(request)
        return found

    @property
    def answers(self) -> list[tuple[str, bool]]:
        """What the model was told about its calls in the last request that told it something."""
        for request in reversed(self.server.messages):
            found = outcomes(request)
            if found:
                return found
        return []

    @property
    def _own_folders(self) -> tuple[Path, ...]:
        """The folders that are made by the service: its state and the memory."""
        state = self.scratch.state
        return self.scratch.memory, state, state.parent, state.parent.parent

    def outside(self) -> dict[str, bytes | str]:
        """Everything on the machine but the state folder and the plain files in the memory folder."""
        seen: dict[str, bytes | str] = {}
        for folder, folders, files in os.walk(self.root):
            here = Path(folder)
            if here == self.scratch.state:
                folders.clear()
                continue
            for name in files:
                path = here / name
                if here == self.scratch.memory and path.is_file() and not path.is_symlink():
                    continue
                seen[str(path)] = f"-> {path.readlink()}" if path.is_symlink() else path.read_bytes()
            seen |= {str(here / name): "folder" for name in folders if here / name not in self._own_folders}
        return seen

    def memory(self) -> dict[str, str]:
        """Every file in the memory folder by name, hidden ones too, the index apart."""
        folder = self.scratch.memory
        if not folder.is_dir():
            return {}
        return {
            f.name: f.read_text(encoding="utf-8") for f in sorted(folder.iterdir()) if f.name != "MEMORY.md"
        }

    def index(self) -> str:
        file = self.scratch.memory / "MEMORY.md"
        return file.read_text(encoding="utf-8") if file.exists() else ""


@contextmanager
def closing() -> Iterator[None]:
    """Close behind a command what its process would let go of by ending."""
    opened: list[Anthropic | MemoryFolder] = []

    def kept(make: Callable[..., Anthropic | MemoryFolder]) -> mock.Mock:
        def made(*given: object, **named: object) -> Anthropic | MemoryFolder:
            opened.append(make(*given, **named))
            return opened[-1]

        return mock.Mock(side_effect=made)

    with (
        mock.patch("extractor.models.anthropic.Anthropic", kept(Anthropic)),
        mock.patch("extractor.wiring.folders.MemoryFolder", kept(MemoryFolder)),
    ):
        try:
            yield
        finally:
            for each in opened:
                each.close()


def now() -> Clock:
    """A clock that stands at this moment."""
    return Clock(int(time.time() * 1000))


# ---------------------------------------------------------------- requests


def conversation(request: Recorded) -> list[dict[str, JsonValue]]:
    messages = request.body["messages"]
    assert isinstance(messages, list)
    return messages


def shown_key(request: Recorded) -> str:
    """The key a request carries, in either of the two headers services read."""
    return request.headers.get("x-api-key") or request.headers.get("authorization", "").removeprefix(
        "Bearer "
    )


def outcomes(request: Recorded) -> list[tuple[str, bool]]:
    """The answers to the calls of the reply before this request: text and whether it was an error."""
    return [(str(block["content"]), block.get("is_error") is True) for block in results(request)]


def results(request: Recorded) -> list[dict[str, JsonValue]]:
    content = conversation(request)[-1]["content"]
    assert isinstance(content, list)
    return [block for block in content if isinstance(block, dict) and block.get("type") == "tool_result"]


def all_bytes(server: MessagesServer) -> bytes:
    return b"\n".join(request.raw for request in server.requests)


# ---------------------------------------------------------------- replies


def says_nothing() -> Says:
    return Says((Text("Nothing to keep."),))


_numbers = itertools.count(1)


def use(tool: str, /, **fields: object) -> ToolUse:
    """A call with these fields as its input."""
    return use_raw(tool, fields)


def use_raw(tool: str, given: object) -> ToolUse:
    """A call whose input is any value."""
    return ToolUse(tool, given, f"toolu_{next(_numbers):06}")


def calls(*made: ToolUse, text: str = "", stop: str | None = None) -> Says:
    """A reply of these calls, `text` before them."""
    words = (Text(text),) if text else ()
    return Says((*words, *made), stop)


def short(session: Session, number: int = -1) -> str:
    """The id a model is shown for the message written last (or `number`)."""
    return MessageKey("claude-code", session.uuids[number], 0).short


def quote(message: str, words: str) -> dict[str, JsonValue]:
    return {"message": message, "quote": words}


def written(
    message: str,
    words: str,
    *,
    file: str = "rule.md",
    text: str | None = None,
    replaces: str | None = None,
    evidence: object = None,
    **fields: object,
) -> dict[str, object]:
    """The input of an honest write of what was said, with any field of it replaced."""
    said = text if text is not None else words
    statement: dict[str, object] = {
        "text": said,
        "evidence": [quote(message, words)] if evidence is None else evidence,
    }
    if replaces is not None:
        statement["replaces"] = replaces
    return {
        "file": file,
        "type": "feedback",
        "name": "a-rule",
        "description": words[:150],
        "statements": [statement],
        **fields,
    }
