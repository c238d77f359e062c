from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from extractor.domain import Message, Milliseconds, Speaker
from extractor.errors import TranscriptError
from extractor.transcripts import claude_code
from extractor.transcripts.claude_code import ClaudeCode
from extractor.transcripts.source import Boundary, BoundaryKind, Move, Parked, Said, Source, Withdrawn

from .written import CWD, FOLDER, LATER, SESSION, Session, text


def test_the_client_is_a_source(tmp_path: Path) -> None:
    source: Source = ClaudeCode(tmp_path)
    assert source.client == "claude-code"
    assert source.roots() == [tmp_path / "projects"]
    assert list(source.transcripts()) == []


def touch(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_the_walk_finds_sessions_and_sub_agents_and_nothing_else(tmp_path: Path) -> None:
    touch(
        tmp_path / "projects",
        *("-a/s1.jsonl", "-a/agent-old.jsonl", "-a/s1/subagents/agent-new.jsonl", "-b/s2.jsonl"),
        *("-a/memory/MEMORY.md", "-a/memory/x.jsonl", "-a/s1/subagents/agent-new.meta.json"),
        *("-a/s1/subagents/other.jsonl", "-a/s1/tool-results/x.jsonl", "stray.jsonl", "-a/notes.txt"),
    )
    (tmp_path / "projects/-a/folder.jsonl").mkdir()
    (tmp_path / "projects/-a/link.jsonl").symlink_to("s1.jsonl")
    found = {(t.folder, t.session, t.sidechain) for t in ClaudeCode(tmp_path).transcripts()}
    assert found == {
        ("-a", "s1", False),
        ("-a", "agent-old", True),
        ("-a", "s1/agent-new", True),
        ("-b", "s2", False),
    }


def test_what_the_walk_finds_is_what_the_shape_of_its_path_says(tmp_path: Path) -> None:
    touch(tmp_path / "projects", "-a/s1.jsonl", "-a/agent-old.jsonl", "-a/s1/subagents/agent-new.jsonl")
    source = ClaudeCode(tmp_path)
    found = list(source.transcripts())
    assert len(found) == 3
    assert [source.owns(Path(t.path)) for t in found] == found


@pytest.mark.parametrize(
    "name",
    [
        *("projects/s.jsonl", "projects/-a/s.txt", "projects/-a/s1/s.jsonl", "projects/-a/memory/MEMORY.md"),
        *(
            "projects/-a/s1/subagents/other.jsonl",
            "projects/-a/s1/x/agent-a.jsonl",
            "other/-a/s.jsonl",
            "projects",
        ),
        "projects/-a/s1/subagents/deep/agent-a.jsonl",
    ],
)
def test_other_paths_are_not_the_clients(tmp_path: Path, name: str) -> None:
    assert ClaudeCode(tmp_path).owns(tmp_path / name) is None


def test_a_folder_that_cannot_be_listed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    touch(tmp_path / "projects", "-a/s1.jsonl", "-b/s2.jsonl")
    listed = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("-a"):
            raise PermissionError(13, "Permission denied")
        return listed(path)

    monkeypatch.setattr(claude_code.os, "scandir", scandir)
    source = ClaudeCode(tmp_path)
    assert [t.session for t in source.transcripts()] == ["s2"]
    assert source.unlisted == (f"{tmp_path}/projects/-a: cannot be listed (Permission denied)",)
    monkeypatch.undo()
    assert len(list(source.transcripts())) == 2
    assert source.unlisted == ()


def test_two_thousand_files_are_walked_without_looking_at_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in range(20):
        touch(tmp_path / "projects", *(f"-p{folder}/{number}.jsonl" for number in range(100)))

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a file was looked at")

    with monkeypatch.context() as patch:
        for name in ("stat", "lstat", "open", "fstat"):
            patch.setattr(claude_code.os, name, refuse)
        count = sum(1 for _ in ClaudeCode(tmp_path).transcripts())
    assert count == 2_000


def test_a_file_named_by_hand_may_lie_anywhere(tmp_path: Path) -> None:
    touch(tmp_path, "elsewhere/abc.jsonl", "elsewhere/agent-1.jsonl", "c/projects/-a/s1.jsonl")
    source = ClaudeCode(tmp_path / "c")
    plain = source.named(tmp_path / "elsewhere/abc.jsonl")
    assert (plain.session, plain.sidechain, plain.path) == ("abc", False, f"{tmp_path}/elsewhere/abc.jsonl")
    assert source.named(tmp_path / "elsewhere/agent-1.jsonl").sidechain
    own = tmp_path / "c/projects/-a/s1.jsonl"
    assert source.named(own) == source.owns(own)
    link = tmp_path / "link.jsonl"
    link.symlink_to(own)
    assert source.named(link) == source.owns(own)


def test_a_file_named_relative_to_here_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    touch(tmp_path, "abc.jsonl")
    monkeypatch.chdir(tmp_path)
    assert ClaudeCode(tmp_path / "c").named(Path("abc.jsonl")).path == f"{tmp_path}/abc.jsonl"


def test_a_transcript_that_went_is_an_error_that_names_it(session: Session) -> None:
    session.path.unlink()
    with pytest.raises(TranscriptError, match=SESSION):
        session.source.read(session.owned(), None, 1000, LATER)


def test_an_empty_transcript_has_nothing_to_say(session: Session) -> None:
    reading = session.read()
    assert (reading.records, reading.more, reading.held, reading.cwd) == ([], False, 0, None)
    assert session.read().records == []


def test_each_record_is_read_once(session: Session) -> None:
    session.user("one")
    first = session.humans()
    session.user("two")
    assert (first, session.humans(), session.humans()) == (["one"], ["two"], [])


def test_a_quota_divides_a_read_and_loses_nothing(session: Session) -> None:
    for number in range(30):
        session.user(f"prompt {number}")
    said: list[str] = []
    rounds = 0
    while True:
        reading = session.read(1500)
        said += [record.message.text for record in reading.records if isinstance(record, Said)]
        rounds += 1
        if not reading.more:
            break
    assert said == [f"prompt {number}" for number in range(30)]
    assert 5 < rounds < 30


def test_a_last_line_without_newline_waits_until_the_file_is_quiet(session: Session) -> None:
    session.user("one")
    session.path.write_bytes(session.path.read_bytes().rstrip(b"\n"))
    os.utime(session.path, (1000, 1000))
    early = session.read(now=Milliseconds(1_059_999))
    assert (early.records, early.held) == ([], session.path.stat().st_size)
    late = session.read(now=Milliseconds(1_060_000))
    assert [type(record) for record in late.records] == [Said]
    assert late.held == 0
    assert late.modified == 1_000_000


def test_a_shortened_transcript_says_so_and_is_told_again(session: Session) -> None:
    session.user("one")
    whole = session.path.read_bytes()
    session.user("two")
    session.read()
    session.path.write_bytes(whole)
    records = session.records()
    assert isinstance(records[0], Boundary)
    assert records[0].kind is BoundaryKind.RESTART
    assert [record.message.text for record in records[1:] if isinstance(record, Said)] == ["one"]


@pytest.mark.parametrize("checkpoint", ["", "{}", "null", "half a {", '{"mark":{},"state":{}}'])
def test_a_checkpoint_that_cannot_be_understood_means_to_begin_again(
    session: Session, checkpoint: str
) -> None:
    session.user("one")
    session.checkpoint = checkpoint
    records = session.records()
    assert [type(record) for record in records] == [Boundary, Said]


def test_a_first_read_is_no_restart(session: Session) -> None:
    session.user("one")
    assert [type(record) for record in session.records()] == [Said]


def test_a_checkpoint_of_an_older_build_may_lack_parts_of_the_state(session: Session) -> None:
    session.user("one")
    checkpoint = json.loads(session.read().checkpoint)
    checkpoint["state"] = {"cwd": "/kept", "unknown": 1}
    session.checkpoint = json.dumps(checkpoint)
    session.user("two", cwd="/other")
    reading = session.read()
    assert [type(record) for record in reading.records] == [Said]
    assert reading.cwd == "/kept"


def test_a_checkpoint_names_no_tool_of_a_server(session: Session) -> None:
    session.call("mcp__zanzibar__deploy")
    session.call("Bash", "toolu_2")
    checkpoint = session.read().checkpoint
    assert "zanzibar" not in checkpoint
    assert list(json.loads(checkpoint)["state"]["calls"].values()) == ["mcp__", "Bash"]


def test_an_over_long_line_is_parked_and_its_neighbours_are_kept(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claude_code.tail.read, "__kwdefaults__", {"final": False, "cap": 2000})
    session.user("before")
    offset = session.path.stat().st_size
    session.user("x" * 5000)
    size = session.path.stat().st_size - offset - 1
    session.user("after")
    records = session.records()
    assert [record.message.text for record in records if isinstance(record, Said)] == ["before", "after"]
    parked = [record for record in records if isinstance(record, Parked)]
    assert [(record.offset, record.size) for record in parked] == [(offset, size)]


def test_a_sub_agents_transcript_is_all_sidechain(session: Session) -> None:
    path = session.path.with_suffix("") / "subagents" / "agent-1.jsonl"
    session.user("SEARCH: every place", parentUuid="something")
    session.assistant({"type": "text", "text": "Found."})
    session.user("again")
    touch(path.parent, path.name)
    path.write_bytes(session.path.read_bytes())
    transcript = session.source.owns(path)
    assert transcript is not None
    assert transcript.session == f"{SESSION}/agent-1"
    messages = said(session.source.read(transcript, None, 1 << 20, LATER).records)
    assert [(m.speaker, m.sidechain) for m in messages] == [
        (Speaker.ASSISTANT, True),
        (Speaker.ASSISTANT, True),
        (Speaker.SYSTEM, True),
    ]


def said(records: object) -> list[Message]:
    assert isinstance(records, list)
    return [record.message for record in records if isinstance(record, Said)]


def test_the_session_comes_from_the_file_and_the_key_from_the_line(session: Session) -> None:
    uuid = session.user("one")
    fork = session.path.with_name("22222222-0000-4000-8000-000000000002.jsonl")
    fork.write_bytes(session.path.read_bytes())
    transcript = session.source.owns(fork)
    assert transcript is not None
    assert transcript.session == fork.stem
    assert transcript.folder == FOLDER
    keys = [m.key for m in said(session.source.read(transcript, None, 1 << 20, LATER).records)]
    assert keys == [m.key for m in session.messages()] == [("claude-code", uuid, 0)]


def test_going_back_is_found_in_a_transcript_of_many_megabytes(session: Session) -> None:
    kept = session.user("first")
    filler = session.path.read_bytes()
    gone = [session.user("second"), session.assistant({"type": "text", "text": "x" * 6_000_000})]
    session.user("third", parentUuid=kept)
    session.add({"type": "last-prompt", "leafUuid": None, "explicit": True})
    while True:
        reading = session.read(1 << 20)
        marks = [record for record in reading.records if isinstance(record, Withdrawn)]
        if not reading.more:
            break
    assert marks == [Withdrawn(tuple(gone), in_session=True)]
    assert filler


def test_a_read_walks_back_a_bounded_number_of_times(session: Session) -> None:
    kept = session.user("first")
    gone = session.user("second"), session.assistant({"type": "text", "text": "two"})
    for _ in range(100):
        session.add({"type": "last-prompt", "leafUuid": kept, "explicit": True})
    assert session.records()[3:] == [Withdrawn(gone, in_session=True)] * 64


def mutated(line: bytes, rng: random.Random) -> bytes:
    """The line after an accident: no newline in it, and not the line itself."""
    at, other = sorted((rng.randrange(len(line)), rng.randrange(len(line))))
    kind = rng.randrange(7)
    if kind == 0:
        line = line[:at]
    elif kind == 1:
        line = line[at:]
    elif kind == 2:
        line = line[:at] + line[other:]
    elif kind == 3:
        line = line[:at] + bytes(rng.randrange(256) for _ in range(rng.randrange(1, 9))) + line[at:]
    elif kind == 4:
        line = line[:at] + b"\x00" * (other - at) + line[other:]
    elif kind == 5:
        line = line[:at] + line
    else:
        tokens = [b"null", b"[]", b"{}", b"5", b'"x"', b"true", b"1e999", b"-0"]
        line = line[:at] + rng.choice(tokens) + line[other:]
    return line.replace(b"\n", b" ").replace(b"\r", b" ")


def test_no_accident_to_a_line_raises_or_takes_a_neighbour_along(session: Session) -> None:
    session.user([{"type": "text", "text": "a prompt"}])
    session.call("Edit", file_path="/a", old_string="x")
    session.result("Edited", {"filePath": "/a", "structuredPatch": [{"lines": ["+x"]}]})
    session.said("attachment", attachment={"type": "queued_command", "prompt": "x", "commandMode": "prompt"})
    session.queue("enqueue", "later")
    session.said("system", subtype="turn_duration")
    session.add({"type": "last-prompt", "leafUuid": "x", "explicit": True})
    lines = session.path.read_bytes().splitlines()
    rng = random.Random(20260302)
    count = 4000
    with open(session.path, "wb") as file:
        for number in range(count):
            neighbour = {"type": "user", "uuid": f"n{number}", "message": {"content": "neighbour"}}
            file.write(mutated(rng.choice(lines), rng) + b"\n" + json.dumps(neighbour).encode() + b"\n")
    found: set[str] = set()
    while True:
        reading = session.read(1 << 20)
        found |= {m.key.uuid for m in said(reading.records)}
        if not reading.more:
            break
    assert {f"n{number}" for number in range(count)} <= found


def test_a_torn_line_glued_to_any_neighbour_gives_the_neighbour(session: Session) -> None:
    session.user('a prompt of some length with a brace { and a quote " in it')
    session.assistant({"type": "text", "text": 'said: {"type":"user"'}, {"type": "thinking", "thinking": "x"})
    session.result("Edited", {"filePath": "/a", "message": {"uuid": "x"}})
    lines = session.path.read_bytes().splitlines()
    rng = random.Random(7)
    count = 600
    with open(session.path, "wb") as file:
        for number in range(count):
            line = rng.choice(lines)
            torn = line[: rng.randrange(1, len(line))]
            neighbour = {
                "parentUuid": None,
                "type": "user",
                "uuid": f"n{number}",
                "message": {"content": "here"},
            }
            file.write(torn + json.dumps(neighbour, separators=(",", ":")).encode() + b"\n")
    records = session.records()
    assert [m.key.uuid for m in said(records) if m.key.uuid.startswith("n")] == [
        f"n{n}" for n in range(count)
    ]
    assert sum(isinstance(record, Parked) for record in records) == count


def test_a_reading_tells_from_which_record_on_the_session_went_on_in_another_directory(
    session: Session,
) -> None:
    session.user("one")
    session.user("two", cwd="/home/ann/shop/vault")
    session.assistant(text("three"), cwd=...)
    first = session.read()
    assert first.moves == (Move(0, CWD), Move(1, "/home/ann/shop/vault"))
    assert first.cwd == CWD
    session.user("four", cwd="/home/ann/shop/vault")
    session.user("five")
    assert session.read().moves == (Move(0, "/home/ann/shop/vault"), Move(1, CWD))


@pytest.mark.parametrize("cwd", [None, 7, "", "vault"])
def test_what_is_no_directory_moves_no_session(session: Session, cwd: object) -> None:
    session.user("one")
    session.user("two", cwd=cwd)
    assert session.read().moves == (Move(0, CWD),)
