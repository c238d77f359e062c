"""Files that are gone through again and again are read once, as far as there is room."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from extractor.memory import memory_file
from extractor.memory.memory_file import MemoryFile, parse
from extractor.memory.readings import EACH, Readings


class Reader:
    """Counts what it reads."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, data: bytes) -> str:
        self.count += 1
        return data.decode()


def files(count: int) -> Iterator[bytes]:
    return (str(number).encode() for number in range(count))


def test_the_same_bytes_are_read_once() -> None:
    read = Reader()
    readings = Readings(read, 10 * EACH)
    assert [readings.of(b"a"), readings.of(bytes(bytearray(b"a"))), readings.of(b"b")] == ["a", "a", "b"]
    assert read.count == 2


def test_who_goes_through_more_files_than_there_is_room_for_finds_most_of_what_fits() -> None:
    read = Reader()
    readings = Readings(read, 1_100 * EACH)
    for data in files(1_500):
        readings.of(data)
    read.count = 0
    for _ in range(4):
        assert [readings.of(data) for data in files(1_500)] == [data.decode() for data in files(1_500)]
    assert read.count < 4 * 1_500 * 0.6


def test_no_more_is_held_than_there_is_room_for_however_large_a_file_is() -> None:
    read = Reader()
    readings = Readings(read, 100 * EACH)
    for data in files(1_000):
        readings.of(data)
    read.count = 0
    for data in files(1_000):
        readings.of(data)
    assert read.count >= 900
    large = b"x" * 100 * EACH
    assert readings.of(large) == readings.of(large) == large.decode()
    assert read.count >= 902


def test_what_went_out_of_use_makes_room_for_what_is_in_use() -> None:
    read = Reader()
    readings = Readings(read, 110 * EACH)
    for number in range(100):
        readings.of(f"old {number}".encode())
    for _ in range(10):
        for data in files(90):
            readings.of(data)
    read.count = 0
    for data in files(90):
        readings.of(data)
    assert read.count < 45


def test_a_folder_of_thousands_of_memory_files_is_parsed_once_by_who_walks_it_thrice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    take_apart: Callable[[str], object] = memory_file.take_apart
    bodies: list[str] = []

    def counted(text: str) -> object:
        bodies.append(text)
        return take_apart(text)

    monkeypatch.setattr(memory_file, "take_apart", counted)
    folder = [f"Walk number {number} is one of many.\n".encode() for number in range(3_000)]
    walks: list[list[MemoryFile]] = [[parse(bytes(bytearray(data))) for data in folder] for _ in range(3)]
    assert walks[0] == walks[1] == walks[2]
    assert len(bodies) == 3_000
