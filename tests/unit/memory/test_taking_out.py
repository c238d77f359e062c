"""A sentence goes with what told of it, and what a person typed beside it stays."""

from __future__ import annotations

import pytest

from extractor.memory.proposal import Refused
from extractor.memory.taking_out import holds_typed, left_of

RULE, OTHER = "Always run the linter first.", "Use tabs in Go files."
FRONT = f'---\nname: run-linter-first\ndescription: "{RULE}"\nmetadata:\n  type: feedback\n---\n'


def left(body: str, front: str = FRONT, written: tuple[str, ...] = (RULE, OTHER)) -> str | None:
    made = left_of(
        "run-linter-first.md", f"{front}\n{body}".encode(), [RULE], written, lambda said: said == "so.", None
    )
    return None if made is None else made.decode()


def test_a_file_of_which_nothing_is_left_goes() -> None:
    assert left(f"{RULE}\n") is None
    assert left(f"{RULE}\n\n**Why:** so.\n") is None


@pytest.mark.parametrize(
    "mine",
    ["Ask Bob.\n", "# Mine\n", "<!-- mine -->\n", "| a |\n", f"{OTHER}\n", "**Why:** for reasons of mine.\n"],
)
def test_everything_else_stays_and_tells_no_more_of_what_went(mine: str) -> None:
    made = left(f"{RULE}\n\n{mine}")
    assert made is not None
    assert made.endswith(f"\n\n{mine}")
    assert RULE not in made


@pytest.mark.parametrize(
    "mine",
    ["tags: [lint]\n", "# ask Bob\n", "owner: Bob\n", "metadata: # ask Bob\n", "pinned: true # by Bob\n"],
)
def test_a_key_or_a_comment_a_person_put_into_the_front_matter_keeps_the_file(mine: str) -> None:
    front = FRONT.replace("metadata:", f"{mine}metadata:")
    made = left(f"{RULE}\n", front)
    assert made is not None
    assert mine in made
    assert holds_typed(f"{front}\n{RULE}\n".encode(), (RULE,), lambda _: True)


def test_what_no_run_wrote_is_not_taken_out() -> None:
    with pytest.raises(Refused, match="no run wrote this sentence"):
        left(f"{RULE}\n", written=(OTHER,))
    with pytest.raises(Refused, match="does not stand in the file"):
        left(f"{OTHER}\n")
    with pytest.raises(Refused, match="not UTF-8"):
        left_of("a.md", b"Caf\xe9. " + RULE.encode(), [RULE], [RULE], lambda _: True, None)


def test_a_key_below_metadata_and_a_description_in_words_of_their_own_are_a_person_s() -> None:
    nested = FRONT.replace("  type:", "  owner: Bob\n  type:")
    described = FRONT.replace(f'"{RULE}"', '"How Bob keeps the shop tidy, see the wiki"')
    for front in (nested, described):
        assert holds_typed(f"{front}\n{RULE}\n".encode(), (RULE,), lambda _: True)
    assert not holds_typed(f"{FRONT}\n{RULE}\n".encode(), (RULE,), lambda _: True)


def test_several_sentences_of_runs_may_be_named_as_one_and_one_twice() -> None:
    both = f"{RULE} {OTHER}"
    data = f"{FRONT}\n{both}\n\nAsk Bob.\n".encode()
    for gone in ([both], [RULE, OTHER, RULE]):
        made = left_of("a.md", data, gone, (RULE, OTHER), lambda _: True, None)
        assert made is not None
        assert made.endswith(b"---\n\nAsk Bob.\n")
