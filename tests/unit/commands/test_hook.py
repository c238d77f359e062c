from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import pytest

from extractor.commands.called import WITHIN, enter
from extractor.commands.hook import MOST_CHARACTERS, SHARES, HookClient, session_start
from extractor.config.settings import Settings, load
from extractor.memory.index import MAX_BYTES
from extractor.wiring.folders import open_archive
from tests.support.machine import Scratch

PIN = "---\nname: {name}\ndescription: A fact.\nmetadata:\n  type: project\n  pinned: true\n---\n\n{text}\n"


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scratch:
    made = Scratch(tmp_path / "home")
    monkeypatch.chdir(made.project)
    return made


@contextmanager
def said(words: str, *, is_closed: bool = True) -> Iterator[TextIO]:
    """The end of a pipe on which a client said these words, and which it may have closed."""
    theirs, ours = os.pipe()
    with open(theirs, encoding="utf-8") as told_hook, open(ours, "w", encoding="utf-8") as client:
        client.write(words)
        client.flush()
        if is_closed:
            client.close()
        yield told_hook


def settings(scratch: Scratch, **changes: object) -> Settings:
    return load(changes, scratch.env).settings


def filled(folder: Path) -> None:
    """Far more than any client takes."""
    folder.mkdir(parents=True, exist_ok=True)
    for nth in range(20):
        (folder / f"fact-{nth}.md").write_text(PIN.format(name=f"fact-{nth}", text="Ünder way. " * 100 * nth))
    (folder / "MEMORY.md").write_text(
        "".join(f"- [Fact {n}](fact-{n}.md) — {'é' * 100}\n" for n in range(108))
    )


def told(scratch: Scratch, client: HookClient, source: str = "startup", **changes: object) -> str:
    answer = session_start(settings(scratch, **changes), scratch.env, client, source)
    return json.loads(answer)["hookSpecificOutput"]["additionalContext"] if answer else ""


def test_claude_code_takes_all_that_its_hook_says(scratch: Scratch) -> None:
    filled(scratch.memory)
    text = told(scratch, "claude-code")
    assert "# Pinned memory" in text
    assert "# MEMORY.md" not in text
    assert len(text) < MOST_CHARACTERS


def test_claude_code_takes_all_where_there_are_more_headings_than_words(scratch: Scratch) -> None:
    scratch.memory.mkdir(parents=True)
    for nth in range(100):
        name = f"{nth}-{'long-' * 20}"
        (scratch.memory / f"{name}.md").write_text("---\nmetadata:\n  pinned: true\n---\n\nx\n")
    text = told(scratch, "claude-code")
    assert "# Pinned memory" in text
    assert len(text) < MOST_CHARACTERS


def test_where_the_client_reads_no_index_it_is_told_within_what_it_takes(
    scratch: Scratch, tmp_path: Path
) -> None:
    filled(tmp_path / "elsewhere")
    text = told(scratch, "claude-code", memory_dir=tmp_path / "elsewhere")
    assert "# MEMORY.md" in text
    assert "lines at the end of MEMORY.md" in text
    assert len(text) < MOST_CHARACTERS


def test_codex_is_told_any_valid_index_whole(scratch: Scratch) -> None:
    filled(scratch.memory)
    index = (scratch.memory / "MEMORY.md").read_text()
    assert MAX_BYTES - 1_000 < len(index.encode()) <= MAX_BYTES
    text = told(scratch, "codex")
    assert index in text
    assert "# Pinned memory" in text


@pytest.mark.parametrize("source", ["resume", "fork"])
def test_a_session_that_goes_on_is_not_told_twice(scratch: Scratch, source: str) -> None:
    filled(scratch.memory)
    assert told(scratch, "claude-code", source) == ""
    assert told(scratch, "codex", source) != ""


@pytest.mark.parametrize("client", sorted(SHARES))
def test_where_nothing_is_known_nothing_is_said(scratch: Scratch, client: HookClient) -> None:
    assert session_start(settings(scratch), scratch.env, client, "startup") == ""


def test_what_a_client_tells_its_hook(scratch: Scratch, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    with said(json.dumps({"cwd": str(other), "source": "clear"}, indent=1)) as told_hook:
        assert enter(told_hook) == "clear"
    assert Path.cwd() == other
    for strange in ("", "{", "3", "{}}", '{"cwd": "relative", "source": 3}'):
        with said(strange) as told_hook:
            assert enter(told_hook) == ""
    assert Path.cwd() == other


@pytest.mark.parametrize("words", ['{"source": "clear"}\n', '{"source": "clear"', ""])
def test_a_client_that_leaves_the_pipe_open_is_not_waited_for(scratch: Scratch, words: str) -> None:
    begun = time.monotonic()
    with said(words, is_closed=False) as told_hook:
        assert enter(told_hook) == ("clear" if words.endswith("\n") else "")
    assert time.monotonic() - begun < WITHIN * (0.9 if words.endswith("\n") else 3)


@pytest.mark.parametrize("stands", ["a pinned file", "MEMORY.md"])
def test_letters_that_only_a_model_sees_are_left_out(scratch: Scratch, stands: str, tmp_path: Path) -> None:
    unseen = "".join(map(chr, (0xE0001, 0xE0041, 0xE007F, 0xE0100, 0xE01EF)))
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    if stands == "MEMORY.md":
        (folder / "MEMORY.md").write_text(f"- [Tests](tests.md) — Tests{unseen} run on 葛.\n")
    else:
        (folder / "tests.md").write_text(PIN.format(name="tests", text=f"Tests{unseen} run on 葛."))
    answer = session_start(settings(scratch, memory_dir=folder), scratch.env, "claude-code", "startup")
    text = json.loads(answer)["hookSpecificOutput"]["additionalContext"]
    assert "Tests run on 葛." in text
    assert not set(unseen) & set(text)


@pytest.mark.parametrize("client", SHARES)
@pytest.mark.parametrize("state", ["damaged", "of an earlier version"])
def test_pins_stand_in_a_session_whose_archive_cannot_be_read(
    scratch: Scratch, client: HookClient, state: str
) -> None:
    filled(scratch.memory)
    made = open_archive(settings(scratch))
    if state == "of an earlier version":
        made.db.run("DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations)")
    made.close()
    if state == "damaged":
        (scratch.state / "state.db").write_bytes(b"no database at all\n" * 1_000)
    text = told(scratch, client)
    assert "# Pinned memory\n\n## fact-0.md" in text
    assert "# Past work" not in text
    assert ("# MEMORY.md" in text) == (client == "codex")
