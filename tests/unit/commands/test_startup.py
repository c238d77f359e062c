"""What a command that a person or an agent waits for must not load."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable

import pytest

LEARNING = frozenset(
    {
        "extractor.wiring.parts",
        "extractor.wiring.actions",
        "extractor.wiring.clients",
        "extractor.wiring.folders",
        "extractor.archive.archive",
        "extractor.extraction.run",
        "extractor.models.model",
        "extractor.models.metered",
        "extractor.models.offline",
        "extractor.transcripts.clients",
        "extractor.service.memory_folder",
        "extractor.memory.dates.dates",
        "extractor.memory.edit",
        "extractor.memory.store",
        "extractor.memory.gate.witnesses",
        "extractor.memory.team.team",
        "extractor.commands.team",
    }
)
"""What is needed to learn, to write memory or to tell of a team's."""

ARCHIVE = frozenset({"extractor.archive.messages", "extractor.archive.forgetting", "extractor.archive.runs"})
SEARCH = frozenset({"extractor.archive.search", "extractor.archive.closeup"})
HISTORY = frozenset({"extractor.history.stretches", "extractor.history.compaction"})
ACTIONS = frozenset(
    {
        "extractor.actions.undo",
        "extractor.actions.forget",
        "extractor.actions.remember",
        "extractor.actions.pin",
    }
)

CLIENTS = frozenset({"extractor.wiring.clients", "extractor.transcripts.clients"})
"""What lists the transcripts there are."""

READING = LEARNING | ARCHIVE | SEARCH | HISTORY | ACTIONS

NEVER: dict[str, frozenset[str]] = {
    "list": READING | {"sqlite3", "extractor.archive.database"},
    "list --all": READING,
    "show staging-port": READING,
    "why staging-port": READING,
    "log": READING,
    "pin": READING - {"extractor.actions.pin"} | {"sqlite3"},
    "status": READING - CLIENTS | {"extractor.memory.front_matter", "extractor.memory.redaction.redact"},
    "recall port": (LEARNING | ARCHIVE | HISTORY | ACTIONS) | {"extractor.recall.when"},
    "history SESSION": (LEARNING | SEARCH | ACTIONS | {"extractor.archive.forgetting"}),
    "pin staging-port": frozenset(
        {
            "extractor.wiring.parts",
            "extractor.wiring.actions",
            "extractor.wiring.clients",
            "extractor.extraction.run",
            "extractor.models.offline",
            "extractor.memory.gate.witnesses",
            "extractor.actions.forget",
            "extractor.actions.remember",
        }
    ),
}
"""By command."""

PROGRAM = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
from extractor.cli import main
main()
"""

Give = Callable[[str], tuple[str, frozenset[str]]]


@pytest.fixture(scope="module")
def give(tmp_path_factory: pytest.TempPathFactory) -> Give:
    """Gives a command where one thing is remembered; returns what was printed and the modules it loaded."""
    home = tmp_path_factory.mktemp("home")
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    (home / "shop").mkdir()

    def given(command: str) -> tuple[str, frozenset[str]]:
        words = [sys.executable, "-c", PROGRAM, *shlex.split(command)]
        env = {**kept, "HOME": str(home)}
        done = subprocess.run(words, env=env, cwd=home / "shop", capture_output=True, text=True, check=True)
        return done.stdout, frozenset(done.stderr.split())

    given("remember 'The staging port is 8080.'")
    return given


@pytest.mark.parametrize("command", NEVER)
def test_a_command_loads_only_what_it_needs(give: Give, command: str) -> None:
    printed, loaded = give(command.replace("SESSION", "command-line"))
    assert printed.strip(), "it told what there is"
    assert "extractor.config.settings" in loaded
    assert not loaded & NEVER[command]


def test_every_module_a_command_must_not_load_is_one(give: Give) -> None:
    named = frozenset().union(*NEVER.values())
    program = f"import importlib\nfor name in {sorted(named)}: importlib.import_module(name)"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_keys_are_looked_for_with_expressions_made_when_first_used() -> None:
    program = (
        "import re; made = []; compile = re.compile;"
        "re.compile = lambda pattern, flags=0: made.append(len(pattern)) or compile(pattern, flags);"
        "from extractor.memory.redaction.redact import redact; before = max(made);"
        "redact('x' * 40 + '1'); print(before < 2000 < max(made))"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True"]
