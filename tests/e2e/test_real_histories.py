"""History over real sessions, where they are at hand."""

from __future__ import annotations

import json
import os
import random
from functools import cache
from pathlib import Path

import pytest

from extractor.commands.history import read, stats
from extractor.config.settings import Settings, load
from extractor.domain import Kind, Message
from extractor.history.levels import Level
from extractor.history.picture import picture
from extractor.history.turns import as_json, turns
from tests.support.messages_rules import broken_rules
from tests.support.shared import need_shared

SEED = int(os.environ.get("EXTRACTOR_SEED", "3"))
CUTS = int(os.environ.get("EXTRACTOR_CUTS", "10000"))
CLIENTS = ("1.0.128", "2.0.76", "2.1.63", "2.1.197", "2.1.329")


def settings() -> Settings:
    return load({}, {"HOME": "/nonexistent"}).settings


@cache
def public() -> dict[str, list[Message]]:
    files = sorted((need_shared() / "transcripts" / "public").glob("*.jsonl"))
    return {file.name: list(read(settings(), file).messages) for file in files}


def client_files(version: str) -> list[Path]:
    return sorted((need_shared() / "transcripts" / "clients" / "claude-code" / version).rglob("*.jsonl"))


def test_the_project_level_saves_at_least_eighty_five_percent_and_keeps_every_human_word() -> None:
    files = sorted((need_shared() / "transcripts" / "public").glob("*.jsonl"))
    *rows, every = stats(settings(), [str(f) for f in files], 20_000)
    print(*rows, every, sep="\n")
    assert every.saved >= 0.85
    assert all(row.verbatim == row.human for row in rows)
    assert every.human > 300
    assert all(row.compacted <= 20_000 for row in rows)


def test_any_cut_of_any_public_session_makes_a_request_the_api_takes() -> None:
    rng, sessions = random.Random(SEED), list(public().items())
    made = 0
    for _ in range(CUTS):
        name, said = sessions[rng.randrange(len(sessions))]
        start = rng.randrange(len(said))
        end = rng.randint(start, min(len(said), start + 150))
        spoken = as_json(turns(said[start:end]))
        made += bool(spoken)
        assert not spoken or broken_rules(spoken) == [], f"seed {SEED}: {name}[{start}:{end}]"
    assert made > CUTS * 0.9


def test_whatever_level_and_limit_a_session_is_shown_at_the_api_takes_it() -> None:
    rng = random.Random(SEED)
    for name, said in public().items():
        for level in (None, *Level):
            limit = rng.randint(500, 60_000)
            seen = picture(said, {}, limit, level=level)
            spoken = as_json(turns(seen.done.messages))
            assert not spoken or broken_rules(spoken) == [], f"seed {SEED}: {name} {level} {limit}"
            assert seen.done.tokens <= limit
        everything = picture(said, {}, 30_000, is_everything=True)
        assert broken_rules(as_json(turns(everything.done.messages))) == [], name


@pytest.mark.parametrize("version", CLIENTS)
def test_pictures_documents_and_thinking_of_real_clients_survive(version: str) -> None:
    markers = thoughts = 0
    for file in client_files(version):
        if not (lines := file.read_text(encoding="utf-8").splitlines()) or "hook_event_name" in lines[0]:
            continue
        said = read(settings(), file).messages
        shown = {i.message.key: i.message.text for i in picture(said, {}, 100_000).items}
        for message in said:
            if message.kind is Kind.NOTICE and message.text in ("[image]", "[document]"):
                markers += 1
                assert shown[message.key] == message.text
            thoughts += message.kind is Kind.THINKING
        spoken = as_json(turns(said))
        assert not spoken or broken_rules(spoken) == [], file.name
        assert "base64" not in json.dumps(spoken)
    assert (markers > 0) == (version == "2.1.329"), "the newest client's sessions hold a picture"
    assert thoughts > 0
