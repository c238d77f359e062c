from __future__ import annotations

import json
from pathlib import Path

import pytest

from extractor.domain import Kind, Message, Speaker, Transcript
from extractor.transcripts.claude_code import ClaudeCode
from extractor.transcripts.sniff import sniff
from extractor.transcripts.source import Boundary, BoundaryKind, Parked, Record, Said, Withdrawn
from tests.support.shared import need_shared

from .written import LATER

VERSIONS = ("1.0.128", "2.0.76", "2.1.63", "2.1.197", "2.1.329")

HEADLESS, HUMAN = Speaker.HUMAN_HEADLESS, Speaker.HUMAN
LOOK, AGENT, CENTS = (
    "Have a look at the order code",
    "Find out where totals are used",
    "Right, prices are always",
)
BREAK = "After the break, what is next?"
TOUR = [LOOK, AGENT, CENTS, BREAK]
SHORT = [LOOK, BREAK]

# Session (its beginning), who typed it, and how each prompt of it begins.
PROMPTS: dict[str, list[tuple[str, Speaker, list[str]]]] = {
    "1.0.128": [("3333", HUMAN, TOUR)],
    "2.0.76": [
        ("3333", HUMAN, TOUR),
        ("4444", HUMAN, SHORT),
        ("7f1bc135", HUMAN, [*SHORT, "hello"]),
        *[(empty, HUMAN, []) for empty in ("2983b6fb", "3d23abba", "4941827d", "7b5ae3b0", "99578786")],
    ],
    "2.1.63": [("3333", HUMAN, TOUR), ("3f54b322", HUMAN, [*SHORT, "hello"]), ("4444", HUMAN, SHORT)],
    "2.1.197": [
        ("3333", HEADLESS, TOUR),
        ("4444", HEADLESS, SHORT),
        ("67ba2f66", HEADLESS, [*SHORT, "hello"]),
    ],
    "2.1.329": [
        (
            "10000000-0000-4000-8000-000000000001",
            HEADLESS,
            [
                LOOK,
                CENTS,
                "No, do not mock the database",
                AGENT,
                "Run the migration check.",
                "Show me the long build log.",
            ],
        ),
        (
            "10000000-0000-4000-8000-000000000002",
            HEADLESS,
            [
                *("This one breaks", "The API is flaky today", "Take your time", "Think about it slowly."),
                *("This one will be refused.", BREAK),
            ],
        ),
        ("10000000-0000-4000-8000-000000000003", HEADLESS, [CENTS, "keep the rules about money", BREAK]),
        ("10000000-0000-4000-8000-000000000004", HEADLESS, ["Remember that I prefer", "What do you know"]),
        (
            "10000000-0000-4000-8000-000000000005",
            HEADLESS,
            ["Remember that I prefer", "What do you know", "hello fork"],
        ),
        ("10000000-0000-4000-8000-000000000006", HEADLESS, ["Fill the window with this.", BREAK]),
        (
            "10000000-0000-4000-8000-000000000007",
            HEADLESS,
            ["Here is a screenshot", "Look at the logo file too.", BREAK],
        ),
        ("10000000-0000-4000-8000-000000000008", HEADLESS, [LOOK]),
        ("10000000-0000-4000-8000-000000000009", HEADLESS, [BREAK]),
        (
            "20000000-0000-4000-8000-000000000001",
            HUMAN,
            [
                "Take your time with the audit.",
                "By the way, deploys only happen",
                AGENT,
                "Think about it slowly.",
            ],
        ),
        ("20000000-0000-4000-8000-000000000002", HUMAN, ["hello, first question", CENTS, BREAK]),
        ("ba5c9b45", HUMAN, [BREAK]),
    ],
}

# A fork and its parent.
FORKS = [
    ("2.0.76", "7f1bc135", "4444", 1),
    ("2.1.63", "3f54b322", "4444", 1),
    ("2.1.197", "67ba2f66", "4444", 1),
    ("2.1.329", "10000000-0000-4000-8000-000000000005", "10000000-0000-4000-8000-000000000004", 1),
]

# Human messages and lines that are no JSON in each public session: prompts typed, and besides them those
# queued in mid-turn, reasons of denials, answers to questions, words beside results, arguments of commands.
PUBLIC = {
    "entire-03a1382e": (30 + 2 + 4 + 4, 0),
    "entire-0cf3db51": (29 + 3 + 2, 0),
    "entire-170cebcc": (10, 0),
    "entire-53ea19c1": (17 + 1, 0),
    "entire-6113e919": (42, 0),
    "entire-63784323": (25, 0),
    "entire-79e9becd": (34 + 9 + 7 + 1, 0),
    "entire-7f78a542": (24 + 2 + 4 + 4, 0),
    "entire-b42aaf1f": (21, 0),
    "entire-ce99376e": (8 + 2, 0),
    "entire-eb4bcc15": (10, 0),
    "entire-f022dad1": (32 + 3 + 8, 0),
    "mclaude-18240050": (6, 5),
    "mclaude-21037e11": (12, 28),
    "mclaude-343e3472": (7 + 5, 0),
    "mclaude-8914a511": (6, 1),
    "mclaude-95f81cf4": (5 + 5, 13),
    "mclaude-ff59cfd2": (14 + 1, 0),
}


def client(version: str) -> ClaudeCode:
    return ClaudeCode(need_shared() / "transcripts" / "clients" / "claude-code" / version)


def public() -> list[Path]:
    return sorted((need_shared() / "transcripts" / "public").glob("*.jsonl"))


def read(source: ClaudeCode, transcript: Transcript, quota: int = 1 << 20) -> list[Record]:
    records: list[Record] = []
    checkpoint: str | None = None
    while True:
        reading = source.read(transcript, checkpoint, quota, LATER)
        records += reading.records
        checkpoint = reading.checkpoint
        if not reading.more:
            assert reading.held == 0
            return records


def messages(records: list[Record]) -> list[Message]:
    return [record.message for record in records if isinstance(record, Said)]


def session(version: str, beginning: str) -> list[Record]:
    source = client(version)
    (found,) = [t for t in source.transcripts() if t.session.startswith(beginning) and not t.sidechain]
    return read(source, found)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_prompts_of_every_version_are_found_and_no_others(version: str) -> None:
    source = client(version)
    unexpected = {t.session for t in source.transcripts() if not t.sidechain}
    for beginning, speaker, begins in PROMPTS[version]:
        unexpected -= {name for name in unexpected if name.startswith(beginning)}
        humans = [m for m in messages(session(version, beginning)) if m.is_human]
        assert {m.speaker for m in humans} <= {speaker}
        assert len(humans) == len(begins), [m.text for m in humans]
        assert all(m.text.startswith(begin) for m, begin in zip(humans, begins, strict=True)), beginning
    assert unexpected == set()


@pytest.mark.parametrize("version", VERSIONS)
def test_no_line_of_any_version_is_parked(version: str) -> None:
    source = client(version)
    for transcript in source.transcripts():
        assert not [record for record in read(source, transcript) if isinstance(record, Parked)]


@pytest.mark.parametrize("version", ["2.0.76", "2.1.63", "2.1.197", "2.1.329"])
def test_a_sub_agent_says_nothing_human_and_nothing_visible(version: str) -> None:
    source = client(version)
    agents = [t for t in source.transcripts() if t.sidechain]
    assert agents
    for transcript in agents:
        said = messages(read(source, transcript))
        assert said
        assert not any(m.is_human or m.is_visible or not m.sidechain for m in said)
        assert (said[0].speaker, said[0].kind) == (Speaker.ASSISTANT, Kind.TEXT)


@pytest.mark.parametrize(("version", "fork", "parent", "own"), FORKS)
def test_what_a_fork_copied_is_known_from_its_parent(version: str, fork: str, parent: str, own: int) -> None:
    known = {m.key for m in messages(session(version, parent))}
    copied = messages(session(version, fork))
    prompts = [number for number, m in enumerate(copied) if m.is_human]
    own_from = prompts[-own]
    new = [m for m in copied[:own_from] if m.key not in known and m.kind is not Kind.NOTICE]
    assert new == []
    assert not {m.key for m in copied[own_from:]} & known


def test_going_back_withdraws_the_turn_that_was_left() -> None:
    records = session("2.1.329", "20000000-0000-4000-8000-000000000002")
    (gone,) = [record for record in records if isinstance(record, Withdrawn)]
    left = [m for m in messages(records) if m.key.uuid not in gone.uuids]
    assert [m.text for m in left if m.is_human] == ["hello, first question", BREAK]


def test_boundaries_are_where_the_client_put_them() -> None:
    kinds = {
        beginning: [r.kind for r in session("2.1.329", beginning) if isinstance(r, Boundary)]
        for beginning in ("20000000-0000-4000-8000-000000000001", "10000000-0000-4000-8000-000000000006")
    }
    ends = [BoundaryKind.TURN_END] * 3 + [BoundaryKind.CANCELLED, BoundaryKind.TURN_END]
    assert list(kinds.values()) == [ends, [BoundaryKind.COMPACTION]]


def test_a_written_memory_file_is_seen_as_a_writing_call() -> None:
    said = messages(session("2.1.329", "10000000-0000-4000-8000-000000000004"))
    paths = [m.path for m in said if m.kind is Kind.CALL and m.path]
    assert any(path.endswith("memory/MEMORY.md") for path in paths)
    results = {m.call: m.failed for m in said if m.kind is Kind.RESULT}
    assert all(m.call in results for m in said if m.kind is Kind.CALL)


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_the_people_of_the_public_sessions_are_heard_and_damage_is_counted(name: str) -> None:
    (path,) = [path for path in public() if path.stem == name]
    source = ClaudeCode(Path("/nowhere"))
    records = read(source, source.named(path), 200_000)
    humans, damaged = PUBLIC[name]
    said = messages(records)
    assert sum(m.is_human for m in said) == humans
    assert not [m for m in said if m.speaker is Speaker.HUMAN_HEADLESS]
    assert sum(isinstance(record, Parked) for record in records) == damaged == no_json(path)
    assert len({m.key for m in said}) == len(said)
    assert sniff(path) == "claude-code"


def no_json(path: Path) -> int:
    count = 0
    for line in path.read_bytes().splitlines():
        try:
            json.loads(line)
        except ValueError:
            count += 1
    return count


def test_small_reads_and_restarts_between_them_tell_the_same() -> None:
    path = next(path for path in public() if path.stem == "entire-79e9becd")
    source = ClaudeCode(Path("/nowhere"))
    whole = read(source, source.named(path), 1 << 30)
    assert read(source, source.named(path), 20_000) == whole
