from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from extractor.domain import Kind, Message, Milliseconds, Speaker
from extractor.transcripts.plain import Plain
from extractor.transcripts.source import Boundary, Move, Parked, Reading, Said, Source

from .written import LATER

UUID = "0c5a9f6e-6d7e-4b53-9f0a-2f6b1d3e7a10"

LINE: dict[str, object] = {
    "uuid": UUID,
    "role": "user",
    "content": "Prices are cents",
    "timestamp": "2026-03-02T09:00:00.120Z",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "talks" / "a.jsonl"


def write(path: Path, *lines: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def read(path: Path, checkpoint: str | None = None, now: Milliseconds = LATER) -> Reading:
    source = Plain([path.parent])
    return source.read(source.named(path), checkpoint, 1 << 20, now)


def messages(path: Path) -> list[Message]:
    return [record.message for record in read(path).records if isinstance(record, Said)]


def test_a_line_is_a_message(path: Path) -> None:
    write(path, LINE)
    (said,) = messages(path)
    assert said.key == ("plain", UUID, 0)
    assert (said.speaker, said.kind, said.text, said.at) == (
        Speaker.HUMAN,
        Kind.TEXT,
        "Prices are cents",
        1772442000120,
    )


@pytest.mark.parametrize(
    ("fields", "speaker", "kind"),
    [
        ({"role": "human"}, Speaker.HUMAN, Kind.TEXT),
        ({"headless": True}, Speaker.HUMAN_HEADLESS, Kind.TEXT),
        ({"headless": "yes"}, Speaker.HUMAN, Kind.TEXT),
        ({"role": "assistant"}, Speaker.ASSISTANT, Kind.TEXT),
        ({"role": "assistant", "headless": True}, Speaker.ASSISTANT, Kind.TEXT),
        ({"role": "assistant", "tool": "Bash", "call": "c1"}, Speaker.ASSISTANT, Kind.CALL),
        ({"role": "tool", "call": "c1"}, Speaker.TOOL, Kind.RESULT),
        ({"role": "system"}, Speaker.SYSTEM, Kind.NOTICE),
    ],
)
def test_the_role_tells_who_speaks(
    path: Path, fields: dict[str, object], speaker: Speaker, kind: Kind
) -> None:
    write(path, {**LINE, **fields})
    (said,) = messages(path)
    assert (said.speaker, said.kind) == (speaker, kind)
    assert said.tool == ("Bash" if kind is Kind.CALL else None)
    assert said.call == ("c1" if kind in (Kind.CALL, Kind.RESULT) else None)


def test_a_reply_may_end_a_turn_and_a_result_may_fail(path: Path) -> None:
    write(
        path,
        {**LINE, "role": "assistant", "end_turn": True},
        {**LINE, "role": "tool", "failed": True, "end_turn": True},
        {**LINE, "end_turn": True, "failed": True},
    )
    assert [(m.ends_turn, m.failed) for m in messages(path)] == [(True, False), (False, True), (False, False)]


def test_content_may_be_blocks(path: Path) -> None:
    write(path, {**LINE, "content": [{"type": "text", "text": "a"}, {"type": "image"}, "b"]})
    assert [(m.text, m.key.block) for m in messages(path)] == [("a", 0), ("[image]", 1), ("b", 2)]


@pytest.mark.parametrize(
    ("stamp", "at"),
    [
        (1772442000.12, 1772442000120),
        (1772442000, 1772442000000),
        (0, 0),
        ("2026-03-02T09:00:00Z", 1772442000000),
        (-1, 5000),
        (True, 5000),
        (1e300, 5000),
        (10**400, 5000),
        (float("nan"), 5000),
        ("soon", 5000),
        (None, 5000),
    ],
)
def test_a_time_is_iso_or_seconds_and_else_that_of_the_line_before(
    path: Path, stamp: object, at: int
) -> None:
    write(path, {**LINE, "timestamp": 5}, {**LINE, "timestamp": stamp})
    assert messages(path)[1].at == at


def test_a_first_line_without_time_has_that_of_the_file(path: Path) -> None:
    write(path, {"role": "user", "content": "x"})
    os.utime(path, (1000, 1000))
    (said,) = messages(path)
    assert said.at == 1_000_000


def test_a_line_without_uuid_gets_one_that_stays(path: Path) -> None:
    write(path, {"role": "user", "content": "x"}, {"role": "user", "content": "x"})
    keys = [m.key for m in messages(path)]
    assert keys == [m.key for m in messages(path)]
    assert len(set(keys)) == 2


def test_a_file_that_is_begun_anew_without_ids_says_other_messages(path: Path) -> None:
    said = {"role": "user", "content": "Prices are cents"}
    keys = []
    for line in (said, {**said, "content": "Never mock the database"}, {**said, "timestamp": 5}):
        write(path, line)
        keys += [m.key for m in messages(path)]
    assert len(set(keys)) == 3


TIMED: dict[str, object] = {key: LINE[key] for key in ("role", "content", "timestamp")}


def test_a_line_with_its_time_is_the_same_message_once_the_log_was_cut_in_front_or_renamed(
    path: Path,
) -> None:
    later = {**TIMED, "content": "Never mock the database", "timestamp": "2026-03-02T09:05:01Z"}
    write(path, TIMED, later)
    before = messages(path)
    write(path, later)
    assert [m.key for m in messages(path)] == [before[1].key]
    write(path.with_name("b.jsonl"), TIMED, later)
    assert [m.key for m in messages(path.with_name("b.jsonl"))] == [m.key for m in before]


def test_the_same_words_at_one_time_are_as_many_messages(path: Path) -> None:
    dated = {**TIMED, "timestamp": "2026-03-02"}
    write(path, TIMED, TIMED, dated, {**dated, "content": "x"}, dated)
    keys = [m.key for m in messages(path)]
    assert len(set(keys)) == 5
    write(path.with_name("b.jsonl"), dated)
    assert messages(path.with_name("b.jsonl"))[0].key not in keys


def test_a_log_that_is_turned_over_or_cut_in_front_goes_on(path: Path) -> None:
    later = {**TIMED, "content": "Never mock the database", "timestamp": "2026-03-02T09:05:01Z"}
    write(path, TIMED, later)
    first = read(path)
    write(path, later)
    cut = read(path, first.checkpoint)
    assert [type(record) for record in cut.records] == [Said]
    path.write_text("")
    emptied = read(path, cut.checkpoint)
    assert emptied.records == []
    write(path, {**later, "content": "Use Postgres"})
    assert [type(record) for record in read(path, emptied.checkpoint).records] == [Said]


def test_a_log_with_the_same_beginning_was_taken_back_behind_it(path: Path) -> None:
    write(path, TIMED, {**TIMED, "content": "Never mock the database"})
    first = read(path)
    write(path, TIMED)
    assert [type(record) for record in read(path, first.checkpoint).records] == [Boundary, Said]


def test_a_file_that_was_begun_by_an_earlier_version_keeps_its_ids(path: Path) -> None:
    write(path, LINE)
    known = json.loads(read(path).checkpoint)
    for name in ("by_place", "first", "alike"):
        del known["state"][name]
    write(path, LINE, TIMED, TIMED)
    again = read(path, json.dumps(known))
    keys = [record.message.key for record in again.records if isinstance(record, Said)]
    assert len(set(keys)) == 2
    assert set(keys).isdisjoint(message.key for message in messages(path))


def test_a_count_that_begins_anew_names_other_messages(path: Path) -> None:
    monday = [{**LINE, "uuid": "1"}, {**LINE, "uuid": "2", "role": "assistant", "content": "Understood."}]
    yes = {**LINE, "uuid": "3", "content": "yes"}
    write(
        path, *monday, yes, {**LINE, "uuid": "1", "content": "Use Postgres"}, {**yes, "timestamp": 1772445600}
    )
    write(path.with_name("b.jsonl"), *({**line, "timestamp": 1772532000} for line in monday))
    keys = [m.key for each in (path, path.with_name("b.jsonl")) for m in messages(each)]
    assert len(set(keys)) == len(keys) == 7
    assert keys == [m.key for each in (path, path.with_name("b.jsonl")) for m in messages(each)]


def test_in_a_copy_of_the_file_a_line_with_its_time_is_the_same_message(path: Path) -> None:
    counted = [{**LINE, "uuid": "1"}, {**LINE, "uuid": "2", "content": "Use Postgres."}]
    timeless = {"uuid": "3", "role": "user", "content": "yes"}
    write(path, timeless, *counted)
    write(path.with_name("b.jsonl"), timeless, *counted)
    keys, again = ([m.key for m in messages(each)] for each in (path, path.with_name("b.jsonl")))
    assert keys[1:] == again[1:]
    assert keys[0] != again[0]


def test_a_line_that_stands_twice_is_one_message_whatever_its_id(path: Path) -> None:
    for uuid in ("1", UUID):
        write(path, {**LINE, "uuid": uuid}, {**LINE, "uuid": "2", "content": "x"}, {**LINE, "uuid": uuid})
        first, _, again = messages(path)
        assert first.key == again.key


def test_a_second_read_brings_what_is_new_and_a_shortened_file_begins_again(path: Path) -> None:
    write(path, LINE, {**LINE, "cwd": "/home/ann/shop"})
    first = read(path)
    with open(path, "a") as file:
        file.write(json.dumps({**LINE, "uuid": "u3"}) + "\n")
    second = read(path, first.checkpoint)
    assert len(second.records) == 1
    assert first.cwd == second.cwd == "/home/ann/shop"
    write(path, LINE)
    kinds = [type(record) for record in read(path, second.checkpoint).records]
    assert kinds == [Boundary, Said]


def test_a_checkpoint_that_cannot_be_understood_means_to_begin_again(path: Path) -> None:
    write(path, LINE)
    assert [type(record) for record in read(path, "half a {").records] == [Boundary, Said]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("5", "not a JSON object"),
        ("{}", "a line without a known role"),
        ('{"role":[],"content":"x"}', "a line without a known role"),
        ('{"role":"robot","content":"x"}', "a line without a known role"),
        ('{"role":"user"}', "a line without content"),
        ('{"role":"user","content":"x', "not a JSON object: torn or damaged"),
    ],
)
def test_a_line_that_cannot_be_used_is_parked(path: Path, line: str, reason: str) -> None:
    write(path, LINE)
    offset = path.stat().st_size
    with open(path, "a") as file:
        file.write(line + "\n" + json.dumps(LINE) + "\n")
    records = read(path).records
    assert records[1] == Parked(reason, offset, len(line))
    assert isinstance(records[2], Said)


def test_a_torn_line_does_not_take_its_neighbour_along(path: Path) -> None:
    write(path, LINE)
    path.write_text('{"uuid":"u0","role":"user","content":"cut' + path.read_text())
    assert [type(record) for record in read(path).records] == [Parked, Said]
    assert [m.key.uuid for m in messages(path)] == [UUID]


def test_no_shape_of_any_field_raises(path: Path) -> None:
    odd: list[object] = [None, 5, True, [], {}, [None], [{}], {"type": []}]
    fields = [*LINE, "headless", "tool", "call", "end_turn", "failed", "cwd"]
    roles = ["user", "assistant", "tool", "system"]
    write(
        path, *({**LINE, "role": role, field: value} for role in roles for field in fields for value in odd)
    )
    records = read(path).records
    assert len(records) >= len(roles) * len(fields) * len(odd) - 100
    assert all(isinstance(m.text, str) and m.at >= 0 for m in messages(path))


def test_random_bytes_never_raise(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(random.Random(5).randbytes(200_000))
    assert all(isinstance(record, Parked) for record in read(path).records)


def test_the_walk_finds_what_lies_below_the_folders(tmp_path: Path) -> None:
    for name in ("a.jsonl", "deep/er/b.jsonl", "c.txt"):
        write(tmp_path / "talks" / name, LINE)
    (tmp_path / "talks/link.jsonl").symlink_to("a.jsonl")
    source: Source = Plain([tmp_path / "talks", tmp_path / "missing"])
    found = list(source.transcripts())
    assert sorted(t.session for t in found) == ["a", "deep/er/b"]
    assert [source.owns(Path(t.path)) for t in found] == found
    assert source.owns(tmp_path / "elsewhere.jsonl") is None
    assert source.owns(tmp_path / "talks/c.txt") is None
    assert source.roots() == [tmp_path / "talks", tmp_path / "missing"]


def test_a_folder_that_cannot_be_listed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "talks" / "a.jsonl", LINE)
    listed = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("talks"):
            raise PermissionError(13, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(os, "scandir", scandir)
    source: Source = Plain([tmp_path / "talks", tmp_path / "missing"])
    assert list(source.transcripts()) == []
    assert source.unlisted == (f"{tmp_path}/talks: cannot be listed (Permission denied)",)


def test_a_file_named_by_hand_may_lie_anywhere(tmp_path: Path) -> None:
    write(tmp_path / "x.jsonl", LINE)
    (tmp_path / "link").symlink_to("x.jsonl")
    assert Plain([]).named(tmp_path / "link").path == f"{tmp_path}/x.jsonl"
    assert Plain([tmp_path]).named(tmp_path / "x.jsonl").session == "x"


def test_files_of_one_name_in_several_folders_are_several_sessions(tmp_path: Path) -> None:
    paths = [tmp_path / name / "talk.jsonl" for name in ("one", "two", "three", "four")]
    for path in paths:
        write(path, {"role": "user", "content": "yes"})
    sources = [Plain([path.parent for path in paths[:2]]), Plain([path.parent for path in paths[:3]])]
    named = [[source.named(path) for path in paths] for source in sources]
    assert [t.session for t in named[0]] == [t.session for t in named[1]]
    assert len({t.session for t in named[0]}) == 4
    assert {t.session for t in sources[1].transcripts()} == {t.session for t in named[0][:3]}
    keys = {
        r.message.key
        for t in named[0]
        for r in sources[0].read(t, None, 9999, LATER).records
        if isinstance(r, Said)
    }
    assert len(keys) == 4


def test_a_line_that_names_another_directory_moves_the_session_there(path: Path) -> None:
    write(path, {"role": "user", "content": "one"}, {"role": "user", "content": "two", "cwd": "/srv/vault"})
    first = read(path)
    assert first.moves == (Move(1, "/srv/vault"),)
    with open(path, "a") as file:
        file.write('{"role": "user", "content": "three"}\n')
    assert read(path, first.checkpoint).moves == (Move(0, "/srv/vault"),)
