"""The labels are whole: they keep their form, do not contradict themselves and point at what exists."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from bench.eval import LABELS as FOLDER
from bench.eval import PUBLISHED, REAL
from bench.eval import WRITTEN as SESSIONS
from bench.gathering import published
from extractor.evaluation.labels import Ground, Label, load
from extractor.transcripts.claude_code import ClaudeCode
from extractor.transcripts.source import Said, Source
from tests.support.shared import need_shared

EVERYTHING = 1 << 40
LATER = 1 << 42
SEALED = 4
AFTERWARDS = {f"mclaude-{session}.json" for session in ("18240050", "343e3472", "8914a511", "95f81cf4")}
"""Labelled when the sealed ones were chosen already: tuned, whatever their hash."""


@cache
def labels() -> dict[Path, Label]:
    return load(FOLDER)


def real() -> dict[Path, Label]:
    return {path: label for path, label in labels().items() if path.parent.name in REAL}


def of_published() -> dict[Path, Label]:
    return {path: label for path, label in labels().items() if path.parent.name in PUBLISHED}


def synthetic() -> dict[Path, Label]:
    return {path: label for path, label in labels().items() if path.parent.name == "synthetic"}


def uuids(source: Source, path: Path) -> set[str]:
    reading = source.read(source.named(path), None, EVERYTHING, LATER)
    return {record.message.key.uuid for record in reading.records if isinstance(record, Said)}


def written(session: Path) -> set[str]:
    """The ids in a session of ours."""
    return {str(json.loads(line)["uuid"]) for line in session.read_text(encoding="utf-8").splitlines()}


def cited(label: Label) -> set[str]:
    return {uuid for entry in (*label.save, *label.must_not) for uuid in entry.evidence}


def test_every_match_fits_its_own_fact() -> None:
    assert not [
        (path.name, save.id)
        for path, label in labels().items()
        for save in label.save
        if not save.matches(save.fact)
    ]


def test_nothing_forbidden_stands_in_a_fact_of_the_same_session() -> None:
    assert not [
        (path.name, must_not.id, save.id)
        for path, label in labels().items()
        for must_not in label.must_not
        for save in label.save
        if must_not.breaks(save.fact)
    ]


def test_facts_of_one_session_seldom_fit_the_labels_of_another() -> None:
    chances = hits = 0
    for path, label in labels().items():
        others = (one for other, one in labels().items() if other.name != path.name)
        facts = [save.fact for one in others for save in one.save]
        chances += len(label.save) * len(facts)
        hits += sum(save.matches(fact) for save in label.save for fact in facts)
    assert chances > 10_000
    assert hits / chances < 0.01


def test_there_are_enough_labels_of_real_sessions() -> None:
    assert len(real()) >= 12
    assert sum(len(label.save) for label in real().values()) >= 60
    assert sum(len(label.must_not) for label in real().values()) >= 60


def test_written_sessions_hold_eight_negatives_for_every_ten_positives() -> None:
    facts = sum(len(label.save) for label in synthetic().values())
    must_nots = sum(len(label.must_not) for label in synthetic().values())
    assert len(synthetic()) >= 14
    assert must_nots >= 0.8 * facts


def test_every_kind_of_must_not_occurs() -> None:
    found = Counter(entry.kind for label in labels().values() for entry in label.must_not)
    assert set(found) == set(Ground)


def test_the_four_smallest_hashes_of_those_labelled_first_are_sealed() -> None:
    first = [path for path in real() if path.name not in AFTERWARDS and path.parent.name != "reread"]
    by_hash = sorted(first, key=lambda path: real()[path].source.sha256)
    assert {path.name for path in by_hash[:SEALED]} == {
        path.name for path in real() if path.parent.name == "sealed"
    }


def test_every_sealed_session_was_labelled_by_two_readers() -> None:
    sealed, reread = (
        {label.source.sha256 for path, label in real().items() if path.parent.name == group}
        for group in ("sealed", "reread")
    )
    assert sealed == reread


def test_sessions_labelled_afterwards_are_tuned() -> None:
    assert {path.name for path in real() if path.parent.name == "tuned"} >= AFTERWARDS


def test_every_label_file_bears_the_name_of_its_session() -> None:
    assert all(path.stem == Path(label.source.file).stem for path, label in labels().items())


def test_every_published_session_is_labelled_once_and_is_the_one_of_the_table() -> None:
    table = {session.file: session.sha256 for session in published()}
    assert table == {label.source.file: label.source.sha256 for label in of_published().values()}
    assert len(of_published()) == len(table)


def test_every_written_session_is_labelled() -> None:
    named = {label.source.file for label in synthetic().values()}
    assert named == {path.name for path in SESSIONS.glob("*.jsonl")}


@pytest.mark.parametrize("path", synthetic(), ids=lambda path: path.stem)
def test_labels_of_a_written_session_cite_what_stands_in_it(path: Path) -> None:
    label = synthetic()[path]
    session = SESSIONS / label.source.file
    assert hashlib.sha256(session.read_bytes()).hexdigest() == label.source.sha256
    assert cited(label) <= written(session)


def test_messages_of_written_sessions_are_told_apart_by_their_uuid() -> None:
    found = Counter(
        json.loads(line)["uuid"]
        for session in SESSIONS.glob("*.jsonl")
        for line in session.read_text(encoding="utf-8").splitlines()
    )
    assert [uuid for uuid, times in found.items() if times > 1] == []


@pytest.mark.parametrize("path", real(), ids=lambda path: path.stem)
def test_labels_of_a_real_session_cite_what_stands_in_it(path: Path) -> None:
    label = real()[path]
    public = need_shared() / "transcripts" / "public"
    session = public / label.source.file
    assert hashlib.sha256(session.read_bytes()).hexdigest() == label.source.sha256
    assert cited(label) <= uuids(ClaudeCode(public), session)
