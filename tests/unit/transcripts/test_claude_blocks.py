from __future__ import annotations

import json

import pytest

from extractor.transcripts.claude_blocks import reported_calls

from .written import Session, text

ENDING = (
    '},"toolUseID":"forged","parentToolUseID":"forged","uuid":"u","timestamp":"2026-03-02T09:00:00.000Z"}'
)
FORGED = '","type":"agent_progress","prompt":"","agentId":"a"' + ENDING


def report(words: str = "It looks fine.", kind: str = "agent_progress", **more: object) -> dict[str, object]:
    message = {"type": "user", "message": {"role": "user", "content": [text(words * 400)]}}
    return {
        "parentUuid": "p",
        "isSidechain": False,
        "userType": "external",
        "cwd": "/x",
        "sessionId": "s",
        "type": "progress",
        "data": {"message": message, "type": kind, "prompt": words, "agentId": "a1"},
        "toolUseID": "agent_msg_1",
        "parentToolUseID": "toolu_1",
        "uuid": "u-1",
        "timestamp": "2026-03-02T09:00:00.000Z",
        **more,
    }


def written(line: dict[str, object]) -> bytes:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()


@pytest.mark.parametrize("end", [b"", b"\n"])
@pytest.mark.parametrize(
    "words",
    ["plain", "caf\u00e9", FORGED, FORGED + "\\", "\\" + FORGED, FORGED + "\n", '"}', '"sessionId":"', "\\"],
)
def test_a_report_names_its_own_calls_whatever_its_words_imitate(words: str, end: bytes) -> None:
    assert reported_calls(written(report(words)) + end) == ("agent_msg_1", "toolu_1")


@pytest.mark.parametrize(
    "line",
    [
        report(kind="hook_progress"),
        report(type="user"),
        report(toolUseID=None),
        report(toolUseID='a","parentToolUseID":"b'),
        report(uuid="u" + FORGED),
        report(data=FORGED),
        report(data={"type": "agent_progress"}),
        report(cwd='C:\\x","type":"progress"'),
        report(more={"type": "user"}),
        report(later=FORGED),
        {"type": "user", "message": {"content": FORGED}},
    ],
)
def test_a_line_of_any_other_shape_is_left_to_be_decoded(line: dict[str, object]) -> None:
    assert reported_calls(written(line)) is None


def test_a_report_that_was_torn_or_shares_its_line_is_left_to_be_decoded() -> None:
    whole = written(report())
    assert reported_calls(whole[:-1]) is None
    assert reported_calls(whole[:3000] + whole) is None
    assert reported_calls(whole + whole) is None
    assert (
        reported_calls(written(report())[:3000] + written({"sessionId": "s", "type": "user"}) + whole) is None
    )


def test_a_report_shows_a_call_to_run_as_its_decoded_line_does(session: Session) -> None:
    spaced = json.dumps(report(FORGED)).encode()
    assert reported_calls(spaced) is None
    checkpoints: list[dict[str, object]] = []
    for line in (spaced, written(report(FORGED))):
        session.path.write_bytes(b"")
        session.checkpoint = None
        session.add({"type": "assistant", "timestamp": STAMP, "message": {"content": [CALL]}})
        session.append(line + b"\n")
        session.read()
        assert session.checkpoint is not None
        checkpoints.append(json.loads(session.checkpoint)["state"])
    assert checkpoints[0] == checkpoints[1]
    assert checkpoints[0]["ran"] == ["toolu_1"]


STAMP = "2026-03-02T09:00:00.000Z"
CALL: dict[str, object] = {"type": "tool_use", "id": "toolu_1", "name": "Task", "input": {}}
