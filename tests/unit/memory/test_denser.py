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
        *((f"Deploys{mark}happen.", "invisible") for mark in ("\u2028", "\u2029", "\x85", "\x1c", "\x0b")),
        ("token: " + "ghp_" + "Zk3vQ9xW7pLm2Rt8Ys4Nd6Bf1Hj5Gc0aXyUo", "key"),
        ("# Deploys", "no sentence"),
    ],
)
def test_a_text_that_may_not_take_its_place_is_refused(text: str, told: str) -> None:
    with pytest.raises(EditRefused, match=told):
        denser(FILE, text)


PLAIN = "Every service is told of in a paragraph of its own, as people do it.\n\n" * 40
"""More than is judged at once."""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The port is 8080, as was said.", "The port is 9090."),
        ("It was decided on 3 May 2026.", "Decided on 4 May 2026."),
        ("It is `make all`, as was said.", "It is `all make`."),
        ("Run `make all`, then `make it`.", "Run `make all\n\nthen make it`."),
        ('Say "one two", as was said.', 'Say "two\n\none".'),
    ],
)
def test_a_later_paragraph_is_judged_like_the_first(old: str, new: str) -> None:
    for before, after in (("", PLAIN), (PLAIN, ""), (PLAIN, PLAIN)):
        kept = f"{before}{old} {old}\n\n{after}More."
        assert denser(kept.encode(), f"{before}{old}\n\n{after}More.")
        with pytest.raises(EditRefused, match="what the old one does not"):
            denser(kept.encode(), f"{before}{new}\n\n{after}More.")


def test_what_is_said_in_one_place_may_be_told_in_another() -> None:
    old = f"The port is 8080, since 3 May 2026.\n\n{PLAIN}Bob owns `svc.py`.\n"
    assert denser(old.encode(), f"Bob owns `svc.py`.\n\n{PLAIN}Port 8080, since 3 May 2026.")


@pytest.mark.timeout(20)  # in the square of its length it takes half a minute
def test_no_long_file_holds_the_judgement_up() -> None:
    said = "".join(
        f"Service {n} listens on port {8000 + n} and is owned by Team{n % 7}; see https://wiki.example.com/s/{n} and"
        f" `svc_{n}.py`, due by 2026-03-{1 + n % 28:02d}. It was decided on Friday 3 May that it stays.\n\n"
        for n in range(800)
    )
    assert denser(f"{said}As said.".encode(), said)


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


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"---\nname: port\ndescription: The port is 8080.\n\nThe port is 8080.\n", "not closed"),
        (b"<<<<<<< HEAD\nThe port is 8080.\n=======\nThe port is 9090.\n>>>>>>> b\n", "merge conflict"),
    ],
)
def test_a_file_somebody_left_unfinished_is_sent_to_no_model(data: bytes, told: str) -> None:
    with pytest.raises(EditRefused, match=told):
        text_of(data)


ABOVE, INSIDE, BELOW = "<!-- Ann's file -->", "<!-- ask Bob -->", "<!-- until\n\n- May -->"
COMMENTED = f"{ABOVE}\n\nDeploys happen on {INSIDE} Tuesday, every Tuesday.\n{BELOW}\nNever on Friday.\n"


def test_a_persons_comments_are_not_sent_and_stay_whatever_the_model_makes_of_the_rest() -> None:
    commented = (HEAD + COMMENTED.replace("\n", "\r\n")).encode()
    sent = text_of(commented)
    assert not any(mark in sent for mark in ("Ann", "Bob", "May", "<!--"))
    dense = "Deploys happen on Tuesday.\n\n**Why:** never on Friday."
    made = denser(commented, dense).decode()
    stands = f"{ABOVE}\n\n{dense}\n\n{INSIDE}\n\n{BELOW}\n"
    assert made == HEAD + stands.replace("\n", "\r\n")
    assert parse(made.encode()).why == "never on Friday."


def test_a_comment_that_would_become_text_is_no_comment_any_more() -> None:
    with pytest.raises(EditRefused, match="comment"):
        denser(COMMENTED.encode(), "Deploys happen on Tuesday.\n\n```\nTuesday")


def test_a_file_of_comments_alone_holds_nothing_to_make_denser() -> None:
    with pytest.raises(EditRefused, match="no text"):
        text_of(f"{HEAD}{ABOVE}\n{BELOW}\n".encode())


@settings(max_examples=50)
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
