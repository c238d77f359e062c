from __future__ import annotations

import json
import re

import pytest

from extractor.transcripts.lines import TEXT_CAP, capped, compact, decode, directory, flat, moment, salvage

BEGINS = re.compile(rb'\{"type"')


@pytest.mark.parametrize(
    ("stamp", "milliseconds"),
    [
        ("2026-11-21T00:21:53.876Z", 1795220513876),
        ("2026-11-21T01:21:53.876+01:00", 1795220513876),
        ("2026-11-21T00:21:53Z", 1795220513000),
        ("2026-11-21T00:21:53", 1795220513000),
        ("1970-01-01T00:00:00.000Z", 0),
    ],
)
def test_a_stamp_is_read_to_the_millisecond(stamp: str, milliseconds: int) -> None:
    assert moment(stamp) == milliseconds


@pytest.mark.parametrize(
    "stamp",
    [
        *("", "yesterday", "2026-13-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "2026-11-21T00:21:53.87é"),
        *(None, 5, [], {}, True),
    ],
)
def test_what_is_no_stamp_is_no_moment(stamp: object) -> None:
    assert moment(stamp) is None


@pytest.mark.parametrize("told", [None, 5, [], {}, "", "/home/s\0hop", "\0", "/home/\ud800"])
def test_what_cannot_be_a_path_is_no_directory(told: object) -> None:
    assert directory(told) is None


def test_any_other_text_is_a_directory() -> None:
    assert [directory(path) for path in ("/home/ann/shop", "shop", "/a\nb")] == [
        "/home/ann/shop",
        "shop",
        "/a\nb",
    ]


def test_bytes_that_are_no_text_do_not_lose_the_line() -> None:
    assert decode(b'{"a":"caf\xe9"}') == {"a": "caf\ufffd"}


def test_a_lone_surrogate_becomes_a_replacement_character() -> None:
    value = decode(b'{"a":"cut \\ud83d","b":"\\ud83d\\ude42"}')
    assert value == {"a": "cut \ufffd", "b": "🙂"}
    json.dumps(value, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    "data", [b"", b"{", b"\x00\x00", b'{"a":\xff}', b"[" * 100_000, b'{"a":"\\u12"}', b'{"\\u0041":' * 5000]
)
def test_what_is_no_json_is_a_value_error(data: bytes) -> None:
    with pytest.raises(ValueError, match=r".*"):
        decode(data)


WHOLE = b'{"type":"user","n":1}'
OTHER = b'{"type":"user","n":2}'
TORN = b'{"type":"user","text":"cut in the mid'


@pytest.mark.parametrize(
    ("data", "values"),
    [
        (TORN + WHOLE, [None, {"type": "user", "n": 1}]),
        (WHOLE + OTHER, [{"type": "user", "n": 1}, {"type": "user", "n": 2}]),
        (WHOLE + TORN, [{"type": "user", "n": 1}, None]),
        (TORN + WHOLE + OTHER, [None, {"type": "user", "n": 1}, {"type": "user", "n": 2}]),
        (TORN, [None]),
        (b"garbage", [None]),
    ],
)
def test_whole_objects_on_a_broken_line_are_found(data: bytes, values: list[object]) -> None:
    pieces = salvage(data, BEGINS)
    assert [piece.value for piece in pieces] == values
    assert sum(piece.size for piece in pieces) == len(data)
    assert [piece.start for piece in pieces] == sorted(piece.start for piece in pieces)


def test_the_newline_of_a_broken_line_is_no_part_of_its_pieces() -> None:
    assert salvage(TORN + WHOLE + b"\n", BEGINS) == salvage(TORN + WHOLE, BEGINS)


def test_a_hostile_line_of_beginnings_takes_a_bounded_time() -> None:
    pieces = salvage(b'{"type":"' * 200_000, BEGINS)
    assert [piece.value for piece in pieces] == [None]


def test_a_long_text_keeps_its_head_and_tail() -> None:
    text = "a" * TEXT_CAP + "b" * 1000
    short = capped(text)
    assert short.startswith("aaa")
    assert short.endswith("bbb")
    assert "[1,000 characters left out]" in short
    assert len(short) < TEXT_CAP + 100
    assert capped("x" * TEXT_CAP) == "x" * TEXT_CAP


def test_a_value_is_told_as_compact_json() -> None:
    assert compact({"a": [1, "é"]}) == '{"a":[1,"é"]}'
    assert compact(None) == "null"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("plain", "plain"),
        (
            [{"type": "text", "text": "a"}, {"type": "image", "source": {}}, {"type": "document"}],
            "a\n[image]\n[document]",
        ),
        (["a", 5, {"type": 5}], "a\n\n"),
        (None, ""),
        ({"text": "x"}, ""),
    ],
)
def test_content_is_flattened_to_text(content: object, text: str) -> None:
    assert flat(content) == text
