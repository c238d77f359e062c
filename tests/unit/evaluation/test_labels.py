"""Label files: what loads, what is refused in one line, and which sessions share a folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from extractor.errors import ConfigError
from extractor.evaluation.labels import cases, load


def example() -> dict[str, object]:
    return {
        "source": {"file": "a.jsonl", "sha256": "0" * 64},
        "save": [
            {"id": "a", "type": "user", "fact": "F.", "evidence": ["1"], "match": ["f"], "weight": "must"}
        ],
        "must_not": [{"id": "b", "kind": "noise", "text": "T.", "evidence": ["1"], "forbid": ["t"]}],
    }


def refused(folder: Path, value: dict[str, object]) -> str:
    (folder / "a.json").write_text(json.dumps(value))
    with pytest.raises(ConfigError) as caught:
        load(folder)
    line = str(caught.value)
    assert "\n" not in line
    assert str(folder / "a.json") in line
    return line


def test_a_whole_label_file_loads(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(example()))
    [label] = load(tmp_path).values()
    assert label.save[0].matches("An F")
    assert not label.save[0].matches("An E")
    assert label.must_not[0].breaks("a tree")
    assert not label.must_not[0].breaks("a bee")


def test_an_expression_that_does_not_compile_is_refused(tmp_path: Path) -> None:
    broken = example() | {
        "must_not": [{"id": "b", "kind": "noise", "text": "T", "evidence": ["1"], "forbid": ["("]}]
    }
    assert "no regular expression" in refused(tmp_path, broken)


def test_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    broken = example() | {
        "must_not": [{"id": "b", "kind": "dull", "text": "T", "evidence": ["1"], "forbid": ["t"]}]
    }
    assert "kind" in refused(tmp_path, broken)


def test_a_label_without_evidence_is_refused(tmp_path: Path) -> None:
    broken = example() | {
        "must_not": [{"id": "b", "kind": "noise", "text": "T", "evidence": [], "forbid": ["t"]}]
    }
    assert "evidence" in refused(tmp_path, broken)


def test_a_transcript_is_named_by_its_file_name_alone(tmp_path: Path) -> None:
    for name in ("../a.jsonl", "/a.jsonl", "a/b.jsonl", "..", ""):
        broken = example() | {"source": {"file": name, "sha256": "0" * 64}}
        assert "source.file" in refused(tmp_path, broken)


def test_an_id_used_twice_is_refused(tmp_path: Path) -> None:
    broken = example() | {
        "must_not": [{"id": "a", "kind": "noise", "text": "T", "evidence": ["1"], "forbid": ["t"]}]
    }
    assert "ids used more than once: a" in refused(tmp_path, broken)


def test_a_key_nobody_knows_is_refused(tmp_path: Path) -> None:
    assert "extra" in refused(tmp_path, example() | {"extra": 1})


def test_a_file_that_is_no_json_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{")
    with pytest.raises(ConfigError, match=r"a\.json is no label file"):
        load(tmp_path)


def test_a_file_that_does_not_exist_and_a_folder_without_labels_are_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no label file at .*a\.json"):
        load(tmp_path / "a.json")
    with pytest.raises(ConfigError, match=r"no label file \(\*.json\) in"):
        load(tmp_path)


def test_one_label_file_can_be_named_alone(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.json").write_text(json.dumps(example()))
    assert list(load(tmp_path / "b.json")) == [tmp_path / "b.json"]


def test_numbered_sessions_are_one_case_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for name in ("move-10", "move-2", "move-1", "alone", "entire-63784323"):
        (tmp_path / f"{name}.json").write_text(json.dumps(example()))
    found = {case.name: [name for name, _ in case.sessions] for case in cases(load(tmp_path), tmp_path)}
    assert found == {
        "alone": ["alone"],
        "entire-63784323": ["entire-63784323"],
        "move": ["move-1", "move-2", "move-10"],
    }


def test_sessions_of_one_name_in_two_folders_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    for folder in ("", "codex", "gemini/old"):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / folder / "demo.json").write_text(json.dumps(example()))
    names = [name for case in cases(load(tmp_path), tmp_path) for name, _ in case.sessions]
    assert names == ["codex/demo", "demo", "gemini/old/demo"]
    (alone,) = cases(load(tmp_path / "demo.json"), tmp_path / "demo.json")
    assert [name for name, _ in alone.sessions] == ["demo"]
