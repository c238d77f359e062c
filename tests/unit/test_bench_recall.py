"""The recall bench counts what it says it counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.conversations import read
from bench.evidence import main, shares
from bench.recalling import measure

LOCOMO = [
    {
        "conversation": {
            "session_1_date_time": "1 May",
            "session_1": [
                {"speaker": "Ann", "dia_id": "D1:1", "text": "Which harbour do we sail from?"},
                {"speaker": "Ben", "dia_id": "D1:2", "text": "Look", "blip_caption": "a lighthouse"},
            ],
            "session_2": [{"speaker": "Ann", "dia_id": "D2:1", "text": "The mast broke."}],
        },
        "qa": [
            {"question": "What broke, the mast?", "category": 4, "evidence": ["D2:1"]},
            {
                "question": "Who saw the lighthouse and the harbour?",
                "category": 1,
                "evidence": ["D1:1; D1:2"],
            },
            {"question": "Xylophones?", "category": 5, "evidence": ["D1:1", "D9:9"]},
            {"question": "Nobody knows?", "category": 5, "evidence": ["D"]},
        ],
    }
]


@pytest.fixture
def locomo(tmp_path: Path) -> Path:
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps(LOCOMO))
    return path


def test_a_question_counts_by_the_share_of_its_evidence_that_was_found(locomo: Path) -> None:
    name, conversations = read(locomo)
    counted = list(shares(conversations))
    assert name == "LoCoMo"
    assert [(each.kind, each.shares[0]) for each in counted] == [
        ("single-hop", 1.0),
        ("multi-hop", 1.0),
        ("adversarial", 0.0),
    ]
    assert [sorted(q.evidence) for q in conversations[0].questions] == [["D2:1"], ["D1:1", "D1:2"], ["D1:1"]]


def test_a_chat_of_beam_is_read_with_the_ids_its_questions_name(tmp_path: Path) -> None:
    folder = tmp_path / "100K" / "1"
    (folder / "probing_questions").mkdir(parents=True)
    turns = [
        [
            {"id": 0, "role": "user", "content": "A sprint of two weeks ->-> 1,1"},
            {"id": 1, "role": "assistant", "content": "Fine."},
        ]
    ]
    (folder / "chat.json").write_text(json.dumps([{"batch_number": 1, "turns": turns}]))
    asked = {
        "abstention": [{"question": "None?"}],
        "update": [{"question": "How long is a sprint?", "source_chat_ids": {"a": [0, 7]}}],
    }
    (folder / "probing_questions" / "probing_questions.json").write_text(json.dumps(asked))
    _, (conversation,) = read(tmp_path / "100K")
    assert [line.text for line in conversation.lines] == ["A sprint of two weeks ", "Fine."]
    assert [(q.kind, q.evidence) for q in conversation.questions] == [("update", {"0"})]


def test_other_data_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_tables_name_every_kind(locomo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(locomo)]) == 0
    shown = capsys.readouterr().out
    assert "| all | 3 |" in shown
    assert "| single-hop | 1 | 100.0 | 100.0 | 100.0 |" in shown


def test_a_growing_archive_is_measured_at_each_size(tmp_path: Path) -> None:
    figures = measure(tmp_path / "grown", (300, 600), count=3, seed=1)
    assert len([figure for figure in figures if figure.value is not None]) == 8
