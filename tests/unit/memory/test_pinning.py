from __future__ import annotations

import pytest

from extractor.memory.memory_file import EditRefused, parse
from extractor.memory.pinning import with_pin
from tests.support.memory_files import made_files

CANONICAL = (
    b'---\nname: x\ndescription: "A # b"\nmetadata:\n  type: user  # ours\n  own: 1.10\n---\n\nBody.\n'
)


def test_a_pin_is_a_line_under_metadata_and_nothing_else() -> None:
    made = with_pin(CANONICAL, True)
    assert made == CANONICAL.replace(b"  own: 1.10\n", b"  own: 1.10\n  pinned: true\n")
    assert with_pin(made, True) == made
    assert with_pin(CANONICAL, False) == CANONICAL


@pytest.mark.parametrize(
    "data",
    [
        CANONICAL,
        CANONICAL.replace(b"\n", b"\r\n"),
        b"---\nname: x\n---\nB.\n",
        b"Plain words.\n",
        b"\xef\xbb\xbf---\r\nname: x\r\n---\r\n  pinned: true\r\n",
        b"",
    ],
)
def test_a_file_that_was_pinned_and_unpinned_is_what_it_was(data: bytes) -> None:
    assert with_pin(with_pin(data, True), False) == data


def test_what_a_person_wrote_beside_a_pin_stays_there() -> None:
    data = CANONICAL.replace(b"  own: 1.10\n", b"  pinned: true  # the whole team\n  own: 1.10\n")
    assert with_pin(data, False) == data.replace(b"true", b"false")


@pytest.mark.parametrize("said", [b"yes  # always", b'"on"', b"True", b"1"])
def test_a_pin_in_a_persons_own_words_is_taken_away_where_it_stands(said: bytes) -> None:
    data = CANONICAL.replace(b"own: 1.10", b"pinned: " + said).replace(b"\n", b"\r\n")
    assert parse(data).pinned
    made = with_pin(data, False)
    assert not parse(made).pinned
    assert made == data.replace(said.split(b"  #")[0], b"false")


@pytest.mark.parametrize("said", ["true", "yes", '"on"', "1", "True"])
def test_a_pin_in_braces_is_read_and_left_to_its_person(said: str) -> None:
    data = f"---\nname: x\nmetadata: {{type: feedback, pinned: {said}}}\n---\nB.\n".encode()
    assert parse(data).pinned
    assert with_pin(data, True) == data
    with pytest.raises(EditRefused, match="by hand"):
        with_pin(data, False)


@pytest.mark.parametrize("said", ["false", "no", "0", "null", "[true]", "0x" + "f" * 9_000, "2026-03-01"])
def test_what_is_no_yes_in_braces_is_no_pin(said: str) -> None:
    assert not parse(f"---\nname: x\nmetadata: {{pinned: {said}}}\n---\nB.\n".encode()).pinned


def test_a_pin_at_the_top_is_changed_at_the_top() -> None:
    data = b"---\nname: x\npinned: true # mine\nmetadata:\n  type: user\n---\nB.\n"
    assert with_pin(data, False) == data.replace(b"true", b"false")
    assert with_pin(with_pin(data, False), True) == data


def test_front_matter_without_metadata_gets_it() -> None:
    assert with_pin(b"---\r\nname: x\r\n---\r\nB.\r\n", True) == (
        b"---\r\nname: x\r\nmetadata:\r\n  pinned: true\r\n---\r\nB.\r\n"
    )


@pytest.mark.parametrize(
    "body", [b"", b"Plain words.\n", b"\n\n# Title\n", b"---\n", b"* * *\n---\nx: y\n---\n"]
)
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_file_without_front_matter_gets_the_least_there_is(body: bytes, mark: bytes) -> None:
    made = with_pin(mark + body, True)
    assert made == mark + b"---\nmetadata:\n  pinned: true\n---\n" + body
    assert parse(made).pinned


@pytest.mark.parametrize(
    "data",
    [
        b"---\nname: x\nmetadata: {type: user}\n---\nB.\n",
        b"---\nname: x\nmetadata:\n---\nB.\n",
        b"---\npinned: no\npinned: no\n---\nB.\n",
        b"\xff\xfe not UTF-8",
    ],
)
def test_what_cannot_be_edited_safely_is_left_to_a_person(data: bytes) -> None:
    with pytest.raises(EditRefused):
        with_pin(data, True)


def test_every_file_keeps_all_its_other_bytes() -> None:
    for made in made_files(seed=20261121, count=300):
        try:
            pinned = with_pin(made.data, True)
        except EditRefused:
            continue
        assert parse(pinned).pinned, made.seed
        assert parse(pinned).body == parse(made.data).body, made.seed
        lines = [line for line in pinned.splitlines(keepends=True) if line.strip() != b"pinned: true"]
        rest = b"".join(lines)
        added = b"metadata:\r\n" if b"metadata:\r\n" in rest else b"metadata:\n"
        assert made.data in (rest, _without_front(rest, added), rest.replace(added, b"", 1)), made.seed
        unpinned = with_pin(pinned, False)
        assert not parse(unpinned).pinned, made.seed
        if parse(made.data).pinned:
            assert parse(unpinned).body == parse(made.data).body, made.seed
        elif b"pinned" not in made.data:
            assert unpinned == made.data, made.seed
        else:
            assert unpinned.replace(b"pinned: false", b"pinned: true") in (made.data, pinned), made.seed


def _without_front(data: bytes, added: bytes) -> bytes:
    end = added[len(b"metadata:") :]
    return data.replace(b"---" + end + added + b"---" + end, b"", 1)
