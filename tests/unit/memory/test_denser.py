from __future__ import annotations

from datetime import UTC

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.denser import text_of, with_text
from extractor.memory.memory_file import EditRefused, parse
from tests.support.memory_files import made_files

HEAD = '\ufeff---\r\nname: "x" # mine\r\nmetadata:\r\n  pinned: true\r\n---\r\n\r\n'
LONG = "Deploys happen on Tuesday, every Tuesday.\r\n\r\nAs said, never deploy on Friday, port 8080.\r\n"
DENSE = "Deploys happen on Tuesday.\n\nNever on Friday, port 8080."
FILE = (HEAD + LONG).encode()


def denser(data: bytes, text: str) -> bytes:
    return with_text(data, text, len, UTC)


def test_the_text_changes_and_nothing_around_it() -> None:
    assert denser(FILE, f"\n{DENSE}\n\n") == (HEAD + DENSE.replace("\n", "\r\n") + "\r\n").encode()
    plain = b"Many many words.\n\n"
    assert denser(plain, "Many words.") == b"Many words.\n\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        (LONG, "no denser"),
        ("Deploys happen on Monday.", "Monday"),
        ("Deploys happen, port 9090.", "9090"),
        ("See https://evil.example/x.", "evil.example"),
        ("Deploys <!-- x -->", "comment"),
        ("Deploys hap\u200bpen.", "invisible"),
        ("token: " + "ghp_" + "Zk3vQ9xW7pLm2Rt8Ys4Nd6Bf1Hj5Gc0aXyUo", "key"),
        ("# Deploys", "no sentence"),
    ],
)
def test_a_text_that_may_not_take_its_place_is_refused(text: str, told: str) -> None:
    with pytest.raises(EditRefused, match=told):
        denser(FILE, text)


def test_a_text_cannot_become_front_matter() -> None:
    with pytest.raises(EditRefused, match="front matter"):
        denser(
            b"Pin it, pinned: true, pinned: true, and some more words.\n", "---\npinned: true\n---\nPin it."
        )


@pytest.mark.parametrize(
    "data", [b"---\nname: x\n---\n\n", b"\xff", b"password=" + b"hunter2Hunter2Hx9" + b" is it\n"]
)
def test_a_file_no_model_may_read_is_refused(data: bytes) -> None:
    with pytest.raises(EditRefused):
        text_of(data)


@settings(deadline=None, derandomize=True, max_examples=50)
@given(st.integers(0, 10_000))
def test_front_matter_keeps_its_bytes_whatever_the_file(seed: int) -> None:
    (made,) = made_files(seed, 1)
    try:
        after = denser(made.data, made.sentence.split(" is ")[0] + ".")
    except EditRefused:
        return
    before = parse(made.data)
    read = parse(after)
    assert (read.name, read.description, read.metadata, read.pinned) == (
        before.name, before.description, before.metadata, before.pinned,
    ), made.seed  # fmt: skip
    assert len(after) < len(made.data)
