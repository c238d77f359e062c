"""What was left out is told with what helps, and names no more than the first of many."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.commands.left_out import strange_lines
from extractor.commands.stages import Broken, World, client
from extractor.commands.status import problem_lines, status_lines, status_values
from extractor.config.settings import Settings
from extractor.domain import Milliseconds
from extractor.transcripts.source import UNKNOWN_FORM, Parked
from tests.support.scripted import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


def values(home: Path) -> dict[str, object]:
    settings = Settings(state_dir=home / "state", data_dir=home, claude_dir=home)
    return status_values(settings, {"HOME": str(home)})


def lines(home: Path) -> list[str]:
    return status_lines(values(home))


def set_aside(desk: Desk, name: str, exchanges: int, reason: str = "rejected: 400") -> None:
    session = desk.said(name)
    for number in range(exchanges):
        desk.archive.runs.set_aside(session, f"{name} {number}", reason, Milliseconds(1))


def test_what_is_set_aside_is_one_line_a_session_and_says_what_helps(desk: Desk, tmp_path: Path) -> None:
    set_aside(desk, "one", 1_000)
    set_aside(desk, "two", 1, "refusal")
    told = problem_lines(values(tmp_path))
    assert told == [
        "set aside: 1001 exchanges; `extractor once --set-aside`, while the service is stopped, tries again",
        "  1000 exchanges of session one: rejected: 400",
        "  1 exchange of session two: refusal",
    ]
    assert values(tmp_path)["set_aside"] == [
        {"session": "one", "reason": "rejected: 400", "exchanges": 1_000},
        {"session": "two", "reason": "refusal", "exchanges": 1},
    ]


def test_of_many_sessions_the_first_are_named_and_the_rest_counted(desk: Desk, tmp_path: Path) -> None:
    for number in range(20):
        set_aside(desk, f"s{number}", 2)
    told = problem_lines(values(tmp_path))
    assert told[0].startswith("set aside: 40 exchanges; ")
    assert told[4:] == ["  34 exchanges of 17 other sessions"]


def test_where_nothing_is_set_aside_nothing_is_told_of_it(desk: Desk, tmp_path: Path) -> None:
    assert "set aside" not in "".join(lines(tmp_path))


def test_parked_lines_are_told_with_the_files_they_stand_in(desk: Desk, tmp_path: Path) -> None:
    for number in range(5):
        parked = [Parked("not a JSON object", 120 + offset, 9) for offset in range(number + 1)]
        desk.said(f"s{number}", *parked)
    told = lines(tmp_path)
    start = told.index("parked: 15 × not a JSON object")
    assert told[start + 1 :] == [
        "  1 line in /home/dev/s0.jsonl, the first at byte 120",
        "  2 lines in /home/dev/s1.jsonl, the first at byte 120",
        "  3 lines in /home/dev/s2.jsonl, the first at byte 120",
        "  9 lines in 2 other transcripts",
    ]
    (entry,) = values(tmp_path)["parked_in"]  # type: ignore[misc, union-attr]
    assert (entry["reason"], entry["transcripts"], len(entry["first"])) == ("not a JSON object", 5, 3)
    assert entry["first"][0] == {"path": "/home/dev/s0.jsonl", "lines": 1, "byte": 120}


def test_a_last_line_that_is_not_finished_is_told_with_its_file(desk: Desk, tmp_path: Path) -> None:
    assert "held back" not in "".join(lines(tmp_path))
    for number in range(5):
        desk.said(f"s{number}")
        desk.archive.db.run("UPDATE transcripts SET held = ? WHERE id = ?", (number + 1, number + 1))
    told = lines(tmp_path)
    start = told.index("held back until their lines are finished: 15 bytes")
    assert told[start + 1 :] == [
        "  1 byte in /home/dev/s0.jsonl",
        "  2 bytes in /home/dev/s1.jsonl",
        "  3 bytes in /home/dev/s2.jsonl",
        "  9 bytes in 2 other transcripts",
    ]
    assert values(tmp_path)["held_bytes"] == 15
    assert values(tmp_path)["held_in"] == {
        "transcripts": 5,
        "first": [{"path": f"/home/dev/s{number}.jsonl", "bytes": number + 1} for number in range(3)],
    }


@pytest.mark.parametrize(("count", "rest"), [(1, ""), (5, ", /home/dev/s2.jsonl and 2 others")])
def test_transcripts_of_an_unknown_form_are_named(desk: Desk, tmp_path: Path, count: int, rest: str) -> None:
    for number in range(count):
        desk.said(f"s{number}", Parked(UNKNOWN_FORM, 0, 9))
    (told,) = (line for line in problem_lines(values(tmp_path)) if "a form this version" in line)
    assert "/home/dev/s0.jsonl" in told
    assert told.endswith(rest)
    (entry,) = values(tmp_path)["unknown_forms"]  # type: ignore[misc, union-attr]
    assert (entry["transcripts"], entry["first"][0]) == (count, "/home/dev/s0.jsonl")
    settings = Settings(state_dir=tmp_path / "state", data_dir=tmp_path, claude_dir=tmp_path)
    with pytest.raises(Broken, match=r"/home/dev/s0\.jsonl"):
        client(World(settings, {"HOME": str(tmp_path)}))


def test_of_memory_files_of_unknown_hand_the_first_are_named_and_the_rest_counted() -> None:
    where = [{"folder": f"/m{n}", "files": [f"{each}.md" for each in range(5)]} for n in range(4)]
    told = strange_lines({"unknown_memory_files": 20, "unknown_memory_files_in": where})
    first, *others = told
    assert first.startswith("20 memory files were written neither by the service nor by the client: ")
    assert others == [
        *(f'  in /m{n}: "0.md", "1.md", "2.md" and 2 more' for n in range(3)),
        "  5 files in 1 other folder",
    ]
    assert list(strange_lines({"unknown_memory_files": 0, "unknown_memory_files_in": []})) == []
