"""What the real Codex, Gemini and OpenCode wrote, every version there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from extractor.domain import Kind, Message, Speaker
from extractor.transcripts.clients import Named
from extractor.transcripts.codex import Codex
from extractor.transcripts.gemini import Gemini
from extractor.transcripts.opencode import OpenCode
from extractor.transcripts.source import Boundary, BoundaryKind, Parked, Record, Said, Withdrawn
from tests.support.shared import need_shared

from .written import LATER

HUMAN, HEADLESS = Speaker.HUMAN, Speaker.HUMAN_HEADLESS
LOOK, CENTS = "Have a look at the order code", "Right, prices are always integer cents, never floats."
MOCK, BREAK = "No, do not mock the database in tests.", "After the break, what is next?"

SHOP = "/home/dev/shop"


def folder(client: str, version: str) -> Path:
    return need_shared() / "transcripts" / "clients" / client / version


def told(source: Named, quota: int = 1 << 20) -> dict[str, tuple[list[Record], str | None, str | None]]:
    """The records, directory and version of each session."""
    found: dict[str, tuple[list[Record], str | None, str | None]] = {}
    for transcript in source.transcripts():
        records: list[Record] = []
        checkpoint: str | None = None
        while True:
            reading = source.read(transcript, checkpoint, quota, LATER)
            records += reading.records
            checkpoint = reading.checkpoint
            if not reading.more:
                break
        assert reading.held == 0
        assert source.read(transcript, checkpoint, quota, LATER).records == []
        found[transcript.session] = records, reading.cwd, reading.version
    return found


def standing(records: list[Record]) -> list[Message]:
    """The messages that stand at the end, each once."""
    live: dict[object, Message] = {}
    for record in records:
        if isinstance(record, Said):
            live.setdefault(record.message.key, record.message)
        elif isinstance(record, Withdrawn):
            live = {key: m for key, m in live.items() if m.key.uuid not in record.uuids}
    return list(live.values())


def marks(records: list[Record]) -> list[BoundaryKind]:
    return [record.kind for record in records if isinstance(record, Boundary)]


# Version, session (its end), who asks, and how each prompt begins.
CODEX = [
    ("0.47.0", "36918", HEADLESS, [LOOK]),
    ("0.98.0", "c2c8c", HEADLESS, [LOOK, CENTS]),
    ("0.169.0", "e8025", HEADLESS, [LOOK, CENTS, MOCK]),
    ("0.169.0", "5ae89", HUMAN, [LOOK, CENTS, BREAK]),
    ("0.169.0", "2e5f2", HEADLESS, [BREAK]),
    ("0.169.0", "18070", HEADLESS, ["hello again"]),
]


@pytest.mark.parametrize(("version", "session", "speaker", "prompts"), CODEX)
def test_the_prompts_of_every_codex_version_are_found_and_no_others(
    version: str, session: str, speaker: Speaker, prompts: list[str]
) -> None:
    sessions = told(Codex(folder("codex", version)))
    (name,) = [name for name in sessions if name.endswith(session)]
    records, cwd, wrote = sessions[name]
    assert wrote == version
    assert cwd == (SHOP if session != "18070" else "/home/dev/.codex/memories_v2")
    check(records, speaker, prompts)


def check(records: list[Record], speaker: Speaker, prompts: list[str]) -> None:
    """Every prompt once and in order, nothing else a person's, nothing parked, every call with its result."""
    messages = standing(records)
    humans = [m for m in messages if m.is_human]
    assert {m.speaker for m in humans} == {speaker}
    assert [m.text[: len(p)] for m, p in zip(humans, prompts, strict=True)] == prompts
    assert not [record for record in records if isinstance(record, Parked)]
    replies = [m.text for m in messages if m.speaker is Speaker.ASSISTANT and m.kind is Kind.TEXT]
    assert replies
    assert len(set(replies)) == len(replies)
    results = {m.call for m in messages if m.kind is Kind.RESULT}
    assert all(m.call in results for m in messages if m.kind is Kind.CALL)
    assert not [m for m in messages if m.kind is Kind.TEXT and m.text.startswith("<")]


def test_every_codex_session_is_checked() -> None:
    for version in ("0.47.0", "0.98.0", "0.169.0"):
        count = sum(each == version for each, *_ in CODEX)
        assert len(list(Codex(folder("codex", version)).transcripts())) == count


def test_a_codex_compaction_is_a_summary_between_turns() -> None:
    sessions = told(Codex(folder("codex", "0.169.0")))
    (records,) = [records for name, (records, _, _) in sessions.items() if name.endswith("5ae89")]
    assert marks(records) == [
        *(BoundaryKind.TURN_END, BoundaryKind.TURN_END, BoundaryKind.COMPACTION),
        *(BoundaryKind.TURN_END, BoundaryKind.TURN_END),
    ]
    assert [m.kind for m in standing(records)].count(Kind.SUMMARY) == 1


GEMINI = [
    ("c0bd1316", HEADLESS, [LOOK, CENTS, MOCK]),
    ("a678d1b7", HUMAN, [LOOK, CENTS, BREAK[:-1]]),
    ("658453b9", HEADLESS, [BREAK]),
    ("7d6eaae8", HEADLESS, [BREAK]),
]


@pytest.mark.parametrize(("session", "speaker", "prompts"), GEMINI)
@pytest.mark.parametrize("quota", [1, 1 << 20])
def test_the_prompts_of_gemini_are_found_and_no_others(
    session: str, speaker: Speaker, prompts: list[str], quota: int
) -> None:
    sessions = told(Gemini(folder("gemini", "0.61.0")), quota)
    assert len(sessions) == len(GEMINI)
    (name,) = [name for name in sessions if name.endswith(session)]
    records, cwd, _ = sessions[name]
    assert cwd == SHOP
    check(records, speaker, prompts)
    assert len({m.key for m in standing(records)}) == sum(isinstance(record, Said) for record in records)


AGENT = "Find out where totals are used, with an agent."
OPENCODE = [
    ("1.0.185", "3Vzt6CNt", [LOOK, CENTS]),
    ("1.18.33", "86JUkfuY", [CENTS, AGENT, MOCK]),
]


@pytest.mark.parametrize(("version", "session", "prompts"), OPENCODE)
@pytest.mark.parametrize("quota", [1, 1 << 20])
def test_the_prompts_of_every_opencode_version_are_found_and_no_others(
    version: str, session: str, prompts: list[str], quota: int
) -> None:
    source = OpenCode(folder("opencode", version))
    sessions = told(source, quota)
    (name,) = [name for name in sessions if name.endswith(session)]
    records, cwd, wrote = sessions[name]
    assert (cwd, wrote) == (SHOP, version)
    check(records, HEADLESS, prompts)
    assert marks(records) == [BoundaryKind.TURN_END] * len(prompts)
    assert source.unlisted == ()


def test_the_session_of_an_opencode_agent_is_nobodys() -> None:
    sessions = told(OpenCode(folder("opencode", "1.18.33")))
    assert len(sessions) == 2
    (records,) = [records for name, (records, _, _) in sessions.items() if not name.endswith("86JUkfuY")]
    assert not [m for m in standing(records) if m.is_human or m.is_visible or not m.sidechain]
