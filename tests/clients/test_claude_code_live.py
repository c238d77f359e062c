"""A rule told to the real client stands in its memory, and in its next session's prompt."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.claude_client import REPOSITORY, Machine, daemon, machine, need_client, within
from tests.support.messages_server import Answer, Body, MessagesServer, says

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

LEARNED_WITHIN = 10.0
"""Seconds after the end of a turn."""

RULE = (
    "No, do not mock the database in tests. We got burned in March when a mocked test hid a broken migration."
)

RULES = (
    ("Please always run the linter before you tell me you are done, I keep cleaning up after you.", "linter"),
    (
        "From now on write commit messages in the imperative, the release notes are built from them.",
        "imperative",
    ),
    ("Don't push to the release branch yourself, Dana signs off on every release.", "release branch"),
    ("Stop adding a docstring to every private helper. They only repeat the name.", "docstring"),
    ("We decided to go with Postgres instead of MySQL because we need partial indexes.", "Postgres"),
    (
        "Never use floats for prices, always integer cents. Rounding cost us a refund last year.",
        "integer cents",
    ),
    ("I prefer short answers, a sentence or two, no bullet lists.", "short answers"),
    ("Remember that the staging credentials rotate every Monday, so ask Priya for new ones.", "Priya"),
    ("The latency dashboards live at https://grafana.example.org/d/latency, look there first.", "grafana"),
    ("Use pnpm in this repository, not npm. The lock file breaks otherwise.", "pnpm"),
)
"""Rules as people say them, each with words its memory cannot do without."""


def answers(_body: Body, _nth: int) -> Answer:
    return says("Understood.")


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    with MessagesServer(answers) as running:
        yield running


@pytest.fixture
def scratch(tmp_path: Path, server: MessagesServer) -> Machine:
    return machine(tmp_path, need_client(), server.url)


def memory_of(on: Machine, *words: str) -> Path | None:
    """The memory file that holds these words and has its line in the index."""
    index = on.memory / "MEMORY.md"
    listed = index.read_text() if index.is_file() else ""
    for file in sorted(on.memory.glob("*.md")):
        text = file.read_text().lower()
        if file != index and all(word.lower() in text for word in words) and f"({file.name})" in listed:
            return file
    return None


def index_line(on: Machine, file: Path) -> str:
    lines = (on.memory / "MEMORY.md").read_text().splitlines()
    return next(line for line in lines if f"({file.name})" in line)


def sent_by_a_new_session(on: Machine, server: MessagesServer) -> str:
    """All the texts a new session of the client sends."""
    before = len(server.messages)
    on.prompt("Which tests do we have?")
    bodies = [request.body for request in server.messages[before:]]
    assert bodies
    return "\n".join(text for body in bodies for text in texts(body))


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts(inner)


def test_the_client_writes_the_prompt_into_its_transcript(scratch: Machine, server: MessagesServer) -> None:
    session = scratch.prompt(RULE)
    assert scratch.prompt("And the fixtures?", session) == session
    lines = [json.loads(line) for line in (scratch.transcripts / f"{session}.jsonl").read_text().splitlines()]
    prompts = [line["message"]["content"] for line in lines if line["type"] == "user"]
    assert prompts == [RULE, "And the fixtures?"]
    assert sum(line["type"] == "assistant" for line in lines) == 2
    assert all(request.body["stream"] for request in server.messages)


def test_a_rule_is_remembered_and_told_to_the_next_session(scratch: Machine, server: MessagesServer) -> None:
    with daemon(scratch) as log:
        scratch.prompt(RULE)
        file = within(LEARNED_WITHIN, lambda: memory_of(scratch, "mock", "database"))
        assert file is not None, f"nothing learned: {log.read_text()[-2000:]}"
        assert index_line(scratch, file) in sent_by_a_new_session(scratch, server)


def test_without_the_daemon_nothing_is_remembered(scratch: Machine, server: MessagesServer) -> None:
    scratch.prompt(RULE)
    assert RULE in "\n".join(texts([request.body for request in server.messages]))
    assert within(LEARNED_WITHIN, lambda: memory_of(scratch, "database")) is None
    assert list(scratch.memory.glob("*")) == []
    sent = sent_by_a_new_session(scratch, server)
    assert "mock the database" not in sent
    assert "burned in March" not in sent


def test_rules_in_words_the_package_does_not_know_are_remembered(scratch: Machine) -> None:
    chosen = random.Random(20260302).sample(RULES, 5)
    session = None
    with daemon(scratch) as log:
        for rule, words in chosen:
            session = scratch.prompt(rule, session)
            found = within(LEARNED_WITHIN, lambda words=words: memory_of(scratch, words))
            assert found is not None, f"not learned: {rule!r}: {log.read_text()[-2000:]}"


def test_the_other_rules_stand_nowhere_in_the_package() -> None:
    files = [
        *REPOSITORY.glob("extractor/**/*.py"),
        *(path for path in REPOSITORY.glob("memory_templates/**/*") if path.is_file()),
    ]
    package = "\n".join(path.read_text() for path in files)
    assert "class Anthropic" in package
    assert [rule for rule, _ in RULES if rule in package] == []
