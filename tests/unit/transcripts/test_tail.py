from __future__ import annotations

import json
import os
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Milliseconds
from extractor.errors import TranscriptError
from extractor.transcripts import tail
from extractor.transcripts.tail import Haul, Mark


def read(path: Path, mark: Mark | None = None, quota: int = 1 << 20, **options: int) -> Haul:
    with tail.opened(path) as fd:
        return tail.read(fd, mark, quota, **options)


def texts(haul: Haul) -> list[bytes | None]:
    return [bare(line.data) for line in haul.lines]


def bare(data: bytes | None) -> bytes | None:
    """A line without the newline it may still have."""
    return data and data.removesuffix(b"\n")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.jsonl"


def test_an_empty_file_has_no_lines(path: Path) -> None:
    path.touch()
    haul = read(path)
    assert (haul.lines, haul.mark.offset, haul.more, haul.held, haul.restarted) == ([], 0, False, 0, None)


def test_a_line_keeps_its_newline_but_does_not_count_it(path: Path) -> None:
    path.write_bytes(b'one\n{"a":1}')
    lines = read(path, final=True).lines
    assert [(line.size, line.data) for line in lines] == [(3, b"one\n"), (7, b'{"a":1}')]


def test_a_line_exactly_at_the_cap_is_given_out(path: Path) -> None:
    path.write_bytes(b"x" * 100 + b"\n" + b"y" * 101 + b"\nz\n")
    assert texts(read(path, cap=100)) == [b"x" * 100, None, b"z"]


def test_a_line_exactly_at_the_cap_is_held_until_it_ends(path: Path) -> None:
    path.write_bytes(b"x" * 100)
    haul = read(path, cap=100)
    assert (texts(haul), haul.held) == ([], 100)
    path.write_bytes(b"x" * 100 + b"\n")
    assert texts(read(path, haul.mark, cap=100)) == [b"x" * 100]


def test_a_second_read_brings_only_what_is_new(path: Path) -> None:
    path.write_bytes(b"one\ntwo\n")
    first = read(path)
    with open(path, "ab") as file:
        file.write(b"three\n")
    second = read(path, first.mark)
    assert texts(first) == [b"one", b"two"]
    assert [(line.offset, line.size, bare(line.data)) for line in second.lines] == [(8, 5, b"three")]
    assert read(path, second.mark).lines == []


def test_an_unfinished_last_line_is_held_back_until_its_newline(path: Path) -> None:
    path.write_bytes(b'{"a":1}\n{"b":')
    first = read(path)
    assert (texts(first), first.held, first.more) == ([b'{"a":1}'], 5, False)
    with open(path, "ab") as file:
        file.write(b"2}\n")
    second = read(path, first.mark)
    assert (texts(second), second.held) == ([b'{"b":2}'], 0)


def test_a_finished_last_line_without_newline_is_given_out_once_the_file_is_quiet(path: Path) -> None:
    path.write_bytes(b'{"a":1}\n{"b":2}')
    held = read(path)
    assert held.held == 7
    final = read(path, held.mark, final=True)
    assert (texts(final), final.held) == ([b'{"b":2}'], 0)
    with open(path, "ab") as file:
        file.write(b'\n{"c":3}\n')
    assert texts(read(path, final.mark)) == [b'{"c":3}']


@pytest.mark.parametrize("rest", [b'{"b":', b"5", b'"text"', b"[1]", b"\xff"])
def test_a_last_line_that_is_no_whole_object_stays_held_even_then(path: Path, rest: bytes) -> None:
    path.write_bytes(b'{"a":1}\n' + rest)
    haul = read(path, final=True)
    assert (texts(haul), haul.held) == ([b'{"a":1}'], len(rest))


def test_blank_lines_are_passed_over(path: Path) -> None:
    path.write_bytes(b"\n\r\n  \n{}\n\n")
    haul = read(path)
    assert [(line.offset, bare(line.data)) for line in haul.lines] == [(6, b"{}")]
    assert haul.mark.offset == 10


def test_a_shrunk_file_is_read_again_from_its_start(path: Path) -> None:
    path.write_bytes(b"one\ntwo\nthree\n")
    mark = read(path).mark
    os.truncate(path, 4)
    haul = read(path, mark)
    assert haul.restarted == "shorter than what was read of it"
    assert texts(haul) == [b"one"]


def test_a_file_emptied_and_not_yet_refilled_says_so_once(path: Path) -> None:
    path.write_bytes(b"one\n")
    mark = read(path).mark
    os.truncate(path, 0)
    haul = read(path, mark)
    assert haul.restarted is not None
    again = read(path, haul.mark)
    assert again.restarted is None
    assert again.lines == []


def test_a_replaced_file_is_read_again_even_when_its_words_are_the_same(path: Path) -> None:
    path.write_bytes(b"one\n")
    mark = read(path).mark
    other = path.with_name("b")
    other.write_bytes(b"one\n")
    other.replace(path)
    haul = read(path, mark)
    assert haul.restarted == "replaced by another file"
    assert texts(haul) == [b"one"]


@pytest.mark.parametrize("at", [0, 500, 5000])
def test_a_file_rewritten_in_place_is_read_again(path: Path, at: int) -> None:
    content = b"".join(b"line %04d\n" % number for number in range(501))
    path.write_bytes(content)
    mark = read(path).mark
    with open(path, "r+b") as file:
        file.seek(at)
        file.write(b"LINE")
    haul = read(path, mark)
    assert haul.restarted == "rewritten in place"
    assert len(haul.lines) == 501


def test_another_device_number_alone_is_no_other_file(path: Path) -> None:
    path.write_bytes(b"one\n")
    mark = read(path).mark
    haul = read(path, replace(mark, device=mark.device + 1))
    assert haul.restarted is None
    assert haul.lines == []


def test_a_mark_survives_being_written_down(path: Path) -> None:
    path.write_bytes(b"one\ntwo")
    mark = read(path).mark
    text = mark.dump()
    assert Mark.load(text) == mark
    assert len(text) < 300


@pytest.mark.parametrize("text", ["", "null", "{}", "[]", "half a {", '{"version":2}'])
def test_what_is_no_mark_is_none(text: str) -> None:
    assert Mark.load(text) is None


def test_a_mark_of_another_version_or_below_zero_is_none(path: Path) -> None:
    path.write_bytes(b"one\n")
    mark = json.loads(read(path).mark.dump())
    assert Mark.load(json.dumps({**mark, "version": 2})) is None
    assert Mark.load(json.dumps({**mark, "offset": -1})) is None


def test_a_quota_bounds_a_read_and_says_that_there_is_more(path: Path) -> None:
    path.write_bytes(b"".join(b"line %04d\n" % number for number in range(100)))
    mark, counts, seen = None, [], []
    while True:
        haul = read(path, mark, 95)
        mark = haul.mark
        counts.append(len(haul.lines))
        seen += texts(haul)
        if not haul.more:
            break
    assert max(counts) == 10
    assert seen == [b"line %04d" % number for number in range(100)]


def test_a_line_longer_than_the_quota_is_still_read_whole(path: Path) -> None:
    path.write_bytes(b"x" * 1000 + b"\n" + b"y\n")
    first = read(path, None, 10)
    assert (texts(first), first.more) == ([b"x" * 1000], True)
    assert texts(read(path, first.mark, 10)) == [b"y"]


def test_a_line_that_begins_where_the_quota_ends_waits_for_the_next_read(path: Path) -> None:
    path.write_bytes(b"one\ntwo\n")
    first = read(path, None, 4)
    assert (texts(first), first.more) == ([b"one"], True)
    assert texts(read(path, first.mark, 4)) == [b"two"]


def test_a_file_that_ends_where_the_quota_ends_has_no_more(path: Path) -> None:
    path.write_bytes(b"one\ntwo\n")
    haul = read(path, None, 8)
    assert (texts(haul), haul.more, haul.held) == ([b"one", b"two"], False, 0)


def test_an_endless_line_that_is_read_up_to_the_quota_is_held_where_the_file_ends_there(path: Path) -> None:
    path.write_bytes(b"a\n" + b"x" * 1000)
    haul = read(path, None, 1002, cap=100)
    assert (texts(haul), haul.more, haul.held) == ([b"a"], False, 1000)
    with open(path, "ab") as file:
        file.write(b"x")
    cut = read(path, None, 1002, cap=100)
    assert (texts(cut), cut.more, cut.held) == ([b"a"], True, 0)


def test_even_a_quota_of_nothing_brings_a_line(path: Path) -> None:
    path.write_bytes(b"\none\ntwo\n")
    first = read(path, None, 0)
    assert (first.mark.offset, first.more) == (1, True)
    assert texts(read(path, first.mark, 0)) == [b"one"]


def test_a_mark_holds_the_first_1024_bytes_however_they_were_read(path: Path) -> None:
    whole = path.with_name("whole")
    for piece in (b"x" * 999 + b"\n", b"y" * 999 + b"\n", b"z" * 999 + b"\n"):
        with open(path, "ab") as file:
            file.write(piece)
        with open(whole, "ab") as file:
            file.write(piece)
    in_pieces = read(path, read(path, read(path, None, 1).mark, 1).mark, 1).mark
    at_once = read(whole).mark
    assert (in_pieces.head_size, in_pieces.head) == (1024, at_once.head)
    assert (at_once.head_size, at_once.before) == (1024, in_pieces.before)


def test_a_line_above_the_cap_is_passed_over_and_reported(path: Path) -> None:
    path.write_bytes(b"a\n" + b"x" * 1000 + b"\nb\n")
    haul = read(path, cap=100)
    assert [(line.offset, line.size, bare(line.data)) for line in haul.lines] == [
        (0, 1, b"a"),
        (2, 1000, None),
        (1003, 1, b"b"),
    ]


def test_a_line_above_the_cap_is_passed_over_across_reads(path: Path) -> None:
    path.write_bytes(b"a\n" + b"x" * 1000 + b"\nb\n")
    mark, lines, rounds = None, [], 0
    while True:
        haul = read(path, mark and Mark.load(mark.dump()), 50, cap=100)
        mark = haul.mark
        lines += [(line.offset, line.size, bare(line.data)) for line in haul.lines]
        rounds += 1
        if not haul.more:
            break
    assert lines == [(0, 1, b"a"), (2, 1000, None), (1003, 1, b"b")]
    assert rounds > 5


def test_an_endless_line_counts_as_held_until_it_ends(path: Path) -> None:
    path.write_bytes(b"a\n" + b"x" * 1000)
    haul = read(path, cap=100, final=True)
    assert (texts(haul), haul.held, haul.more) == ([b"a"], 1000, False)
    haul = read(path, haul.mark, cap=100)
    assert (haul.lines, haul.held, haul.mark.skipping) == ([], 1000, 2)
    with open(path, "ab") as file:
        file.write(b"x" * 500)
    longer = read(path, haul.mark, cap=100)
    assert (longer.lines, longer.held) == ([], 1500)
    with open(path, "ab") as file:
        file.write(b"\nb\n")
    ended = read(path, longer.mark, cap=100)
    assert [(line.offset, line.size, bare(line.data)) for line in ended.lines] == [
        (2, 1500, None),
        (1503, 1, b"b"),
    ]


def test_a_finished_line_above_the_cap_without_its_newline_is_told_once_the_file_is_quiet(path: Path) -> None:
    path.write_bytes(b'{"a": "' + b"x" * 1000 + b'"}')
    waiting = read(path, cap=100)
    assert (waiting.lines, waiting.held) == ([], 1009)
    quiet = read(path, waiting.mark, cap=100, final=True)
    assert [(line.offset, line.size, line.data) for line in quiet.lines] == [(0, 1009, None)]
    assert (quiet.held, quiet.mark.offset, quiet.mark.skipping) == (0, 1009, None)


@pytest.mark.parametrize("size", [0, 300, 3000])
def test_what_is_rewritten_while_it_is_read_is_read_again(path: Path, size: int) -> None:
    before = json.dumps({"a": "x" * size}).encode() + b"\n"
    path.write_bytes(before * 2)
    with tail.opened(path) as fd:
        pread = os.pread

        def rewriting(fd: int, count: int, offset: int) -> bytes:
            path.write_bytes(before.replace(b"a", b"b") * 2)
            return pread(fd, count, offset)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "pread", rewriting)
            first = tail.read(fd, None, 1 << 20)
    path.write_bytes(before.replace(b"a", b"b") * 2)
    again = read(path, first.mark)
    assert again.restarted == tail.REWRITTEN
    assert len(again.lines) == 2


def test_a_file_from_the_future_is_quiet_like_one_of_long_ago() -> None:
    assert tail.is_quiet(Milliseconds(10**12 + tail.QUIET), Milliseconds(10**12))
    assert tail.is_quiet(Milliseconds(10**12 - tail.QUIET), Milliseconds(10**12))
    assert not tail.is_quiet(Milliseconds(10**12 + 2000), Milliseconds(10**12))


def test_a_line_of_64_megabytes_is_passed_over_in_bounded_memory(path: Path) -> None:
    size = 64 * 1024 * 1024
    with open(path, "wb") as file:
        file.write(b'{"a":1}\n')
        file.seek(size, os.SEEK_CUR)
        file.write(b'\n{"b":2}\n')
    tracemalloc.start()
    try:
        mark, lines = None, []
        while True:
            haul = read(path, mark, 4 << 20)
            mark = haul.mark
            lines += haul.lines
            if not haul.more:
                break
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [(line.size, line.data is None) for line in lines] == [(7, False), (size, True), (7, False)]
    assert peak < 40 * 1024 * 1024


def test_a_missing_file_is_an_error_that_names_it(path: Path) -> None:
    with pytest.raises(TranscriptError, match=rf"{path.name}.*gone"):
        read(path)


def test_a_symbolic_link_is_not_followed(path: Path) -> None:
    path.with_name("real").write_bytes(b"x\n")
    path.symlink_to("real")
    with pytest.raises(TranscriptError, match="name the file it points to"):
        read(path)


def test_a_folder_that_is_a_link_is_followed_on_the_way_to_the_root_and_not_below_it(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (real / "a.jsonl").write_bytes(b"x\n")
    link = tmp_path / "link"
    link.symlink_to("real")
    with tail.opened(link / "a.jsonl", link) as fd:
        assert texts(tail.read(fd, None, 10)) == [b"x"]
    with (
        pytest.raises(TranscriptError, match="name the file it points to"),
        tail.opened(link / "a.jsonl", tmp_path),
    ):
        pass


def test_nothing_stays_open_of_a_transcript_that_was_read_or_refused(path: Path) -> None:
    path.write_bytes(b"x\n")
    folder = path.with_name("folder")
    folder.mkdir()
    before = os.listdir("/dev/fd")
    read(path)
    with pytest.raises(TranscriptError):
        read(folder)
    assert os.listdir("/dev/fd") == before


def test_a_folder_and_a_pipe_are_left_alone(path: Path) -> None:
    path.mkdir()
    pipe = path.with_name("pipe")
    os.mkfifo(pipe)
    for odd in (path, pipe):
        with pytest.raises(TranscriptError, match="not a regular file"):
            read(odd)


def test_an_impossible_name_is_an_error_of_one_line(path: Path) -> None:
    with pytest.raises(TranscriptError) as caught:
        read(Path("/x\0y"))
    assert "\n" not in str(caught.value)
    with pytest.raises(TranscriptError, match="cannot be read"):
        read(Path("/" + "x" * 5000))


def test_an_error_while_reading_names_the_file(path: Path) -> None:
    path.write_bytes(b"x\n")
    with pytest.raises(TranscriptError, match=path.name), tail.opened(path):
        raise OSError(5, "Input/output error")


# A tiny model: what was given out since the last restart is exactly the whole lines of the file.

PIECES = st.text(st.characters(codec="utf-8", exclude_characters="\n\r"), max_size=8)
ACTIONS = st.one_of(
    st.tuples(st.just("append"), PIECES),
    st.tuples(st.just("end"), PIECES),
    st.tuples(st.just("half"), st.integers(1, 3)),
    st.tuples(st.just("read"), st.integers(1, 60)),
    st.tuples(st.just("drain"), st.integers(1, 200)),
    st.tuples(st.just("restart"), st.just(0)),
    st.tuples(st.just("truncate"), st.integers(0, 80)),
    st.tuples(st.just("rename over"), PIECES),
    st.tuples(st.just("recreate"), PIECES),
    st.tuples(st.just("rewrite"), st.integers(0, 40)),
)


class World:
    """A file under a writer's hands, and a reader that follows it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.path.write_bytes(b"")
        self.mark: Mark | None = None
        self.given: list[bytes] = []
        self.clean = True
        self.written = 0

    def act(self, action: str, value: str | int) -> None:
        if isinstance(value, str):
            self.written += 1
            text = f"{self.written}:{value}".encode()
        if action == "append":
            self.add(text)
        elif action == "end":
            self.add(text + b"\n")
        elif action == "half":
            self.add("🙂".encode()[: int(value)])
        elif action == "restart":
            self.mark = self.mark and Mark.load(self.mark.dump())
        elif action == "truncate":
            if int(value) < self.path.stat().st_size:
                self.disturb()
                os.truncate(self.path, int(value))
        elif action in ("rename over", "recreate"):
            self.disturb()
            if action == "recreate":
                self.path.unlink()
            other = self.path.with_name("other")
            other.write_bytes(text + b"\n")
            other.replace(self.path)
        elif action == "rewrite":
            self.rewrite(int(value))
        else:
            self.read(int(value), action == "drain")

    def add(self, data: bytes) -> None:
        with open(self.path, "ab") as file:
            file.write(data)

    def disturb(self) -> None:
        """The reader looks between two writes: what happens to the file after is a restart to it."""
        self.read(1 << 20, True)
        self.clean = False

    def rewrite(self, at: int) -> None:
        if at >= self.path.stat().st_size:
            return
        self.disturb()
        with open(self.path, "r+b") as file:
            file.seek(at)
            old = file.read(1)
            file.seek(at)
            file.write(b"#" if old != b"#" else b"%")

    def read(self, quota: int, drain: bool) -> None:
        while True:
            haul = read(self.path, self.mark, quota)
            self.mark = haul.mark
            if haul.restarted is not None:
                assert not self.clean, haul.restarted
                self.given = []
            self.given += [bare(line.data) or b"" for line in haul.lines]
            if not (drain and haul.more):
                break
        if not haul.more:
            content = self.path.read_bytes()
            whole, _, rest = content.rpartition(b"\n")
            lines = [line for line in whole.split(b"\n") if line.strip()]
            assert self.given == lines
            assert haul.held == len(rest)
            self.clean = True


@settings(max_examples=300)
@given(st.lists(ACTIONS, max_size=25))
def test_what_is_given_out_is_what_stands_in_the_file(
    tmp_path_factory: pytest.TempPathFactory, program: list[tuple[str, str | int]]
) -> None:
    world = World(tmp_path_factory.mktemp("world", numbered=True) / "a.jsonl")
    for action, value in program:
        world.act(action, value)
    world.read(37, True)


ENCODED = "iVBORw0KGgo+/=-_" * 16_384
"""256 KiB, as a picture stands in a line."""


@pytest.mark.parametrize("shift", [*range(8), 65_530, 65_535])
@pytest.mark.parametrize("quota", [1 << 30, 40_000])
def test_a_line_above_the_cap_is_given_out_without_its_pictures(path: Path, shift: int, quota: int) -> None:
    """`shift` moves the escapes around the picture over the edges of what is read at once."""
    said = {
        "pad": "." * shift,
        "before": "Prices are cents\n",
        "data": "\u00e9\n" + ENCODED,
        "after": "never \u00e9",
    }
    line = json.dumps(said).encode()
    path.write_bytes(b'{"a":1}\n' + line + b'\n{"b":2}\n')
    lines, mark = [], None
    more = True
    while more:
        haul = read(path, mark and Mark.load(mark.dump()), quota, cap=200_000)
        lines, mark, more = [*lines, *haul.lines], haul.mark, haul.more
    assert [(each.offset, each.size) for each in lines] == [(0, 7), (8, len(line)), (9 + len(line), 7)]
    assert lines[1].data is not None
    assert len(lines[1].data) < 200_000
    given = json.loads(lines[1].data)
    assert {**given, "data": ""} == {**said, "data": ""}
    assert given["data"].startswith("\u00e9\n")


def test_a_long_line_of_words_stays_above_the_cap(path: Path) -> None:
    path.write_bytes(json.dumps({"said": "Prices are cents. " * 20_000}).encode() + b"\n")
    assert [line.data for line in read(path, cap=200_000).lines] == [None]


def test_a_line_of_many_pictures_is_held_no_longer_than_the_cap(path: Path) -> None:
    with path.open("w") as file:
        file.write('{"data":["')
        for _ in range(200):
            file.write(f'{ENCODED}","')
        file.write('"],"said":"Prices are cents"}\n')
    tracemalloc.start()
    try:
        (line,) = read(path, quota=1 << 30, cap=1_000_000).lines
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert line.data is None
    assert peak < 4_000_000
