"""Comments and code in a memory file are no text to be told."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.body import take_apart
from extractor.memory.described import is_stale
from extractor.memory.hidden import comments, has_comment, without_comments
from extractor.memory.memory_file import parse
from extractor.memory.sentences import add_sentence, change_sentences, set_why

OURS = "Never mock the database."


@pytest.mark.parametrize(
    "body",
    [
        f"<!-- {OURS} -->\n\nUse tabs.\n",
        f"Use tabs. <!-- {OURS} -->\n",
        f"<!-- {OURS} --> Use tabs.\n",
        f"<!--\n{OURS}\n-->\nUse tabs.\n",
        f"<!-- not now:\n\n- {OURS}\n\n-->\n\nUse tabs.\n",
        f"<!--\n```\n{OURS}\n```\n-->\nUse tabs.\n",
        f"```\n{OURS}\n```\n\nUse tabs.\n",
        f"~~~text\n{OURS}\n~~~\n\nUse tabs.\n",
        f"    {OURS}\n\nUse tabs.\n",
        f"Use tabs.\n\n\t{OURS}\n",
    ],
)
def test_a_sentence_a_person_put_into_a_comment_or_into_code_stands_no_more(body: str) -> None:
    assert take_apart(body).statements == ("Use tabs.",)
    memory = parse(f'---\ndescription: "{OURS}"\nmetadata:\n  type: feedback\n---\n\n{body}'.encode())
    assert is_stale(memory, [OURS])


@pytest.mark.parametrize(
    ("body", "statements"),
    [
        ("Use `<!--` to open one. And `-->` to close it.\n", 2),
        ("<!-- never closed\nUse tabs.\n", 1),
        ("Use <!-- always --> tabs.\n", 1),
        ("- Use tabs.\n\n    And spaces in tables.\n", 2),
        ("Use tabs\n    in Go.\n", 1),
        ("```\n<!--\n```\nUse tabs.\n\n-->\n", 2),
    ],
)
def test_what_hides_nothing_leaves_the_sentences_standing(body: str, statements: int) -> None:
    assert len(take_apart(body).statements) == statements


def test_words_around_a_comment_are_one_sentence() -> None:
    assert take_apart("Use <!-- always --> tabs.\n").statements == ("Use tabs.",)


def test_a_reason_in_a_comment_is_none() -> None:
    assert take_apart("Use tabs.\n\n<!--\n**Why:** they are narrow.\n-->\n").why is None


COMMENT = "<!-- keep: my own note,\n  with Never mock the database. in it -->"


@pytest.mark.parametrize(
    "body",
    [
        f"Use tabs. {COMMENT} Ship on Tuesdays.\n",
        f"{COMMENT}\n\nUse tabs. Ship on Tuesdays.\n",
        f"Use tabs.\n{COMMENT}\nShip on Tuesdays.\n",
        f"Use tabs.\n\nShip on Tuesdays.\n\n{COMMENT}",
        f"Use tabs.\n\nShip on Tuesdays.\n\n**Why:** we said so. {COMMENT}\n",
    ],
)
def test_a_persons_comment_keeps_every_byte_whatever_is_done_to_the_sentences_beside_it(body: str) -> None:
    made = [
        change_sentences(body, [("Use tabs.", "Use spaces.")], []),
        change_sentences(body, [], ["Use tabs."]),
        change_sentences(body, [], ["Ship on Tuesdays."]),
        add_sentence(body, OURS, "\n"),
        set_why(body, "they are narrow", "\n"),
    ]
    assert all(COMMENT in each for each in made)
    assert OURS in take_apart(made[3]).statements
    assert "Ship on Tuesdays." not in take_apart(made[2]).statements


def test_an_agent_is_given_the_text_without_comments() -> None:
    text = "Use tabs. <!-- or not -->\n<!-- gone -->\n```\nmake fmt\n```\n"
    assert without_comments(text) == "Use tabs.\n```\nmake fmt\n```\n"
    assert has_comment(text)
    assert not has_comment("Use `<!-- x -->` there.\n")


@pytest.mark.parametrize(
    ("body", "above", "below"),
    [
        ("Use tabs.\n", (), ()),
        ("<!-- a -->\n\n  <!-- b -->\nUse tabs. <!-- c --> Or <!-- d\n\n- e -->\n", ("<!-- a -->", "<!-- b -->"),
         ("<!-- c -->", "<!-- d\n\n- e -->")),
        ("<!-- a --><!-- b --> Use tabs.\n", ("<!-- a -->", "<!-- b -->"), ()),
        ("```\n<!-- a -->\n```\n<!-- b -->", (), ("<!-- b -->",)),
        ("<!-- a\r\nb -->\r\nUse `<!-- c -->`.\r\n<!-- never closed", ("<!-- a\r\nb -->",), ()),
    ],
)  # fmt: skip
def test_comments_stand_above_the_text_or_in_and_below_it(
    body: str, above: tuple[str, ...], below: tuple[str, ...]
) -> None:
    assert comments(body) == (above, below)


@settings(max_examples=300)
@given(st.text(alphabet="aB. \n`~<!->\t*-", max_size=80))
def test_any_text_is_taken_apart_and_no_byte_of_it_is_lost(text: str) -> None:
    body = take_apart(text)
    ends = [line.end for line in body.lines]
    assert ends == sorted(ends)
    assert "".join(text[line.start : line.end] for line in body.lines) == text[: ends[-1] if ends else 0]
    said = without_comments(text)
    above, below = comments(text)
    assert bool(above + below) == has_comment(text)
    assert all((each in text and each not in said) or text.count(each) > 1 for each in above + below), text
