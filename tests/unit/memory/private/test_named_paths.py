"""What may be a path in a call is found in one pass, however the call writes it."""

from __future__ import annotations

import json
import time

import pytest

from extractor.memory.private.named_paths import names_with_blanks, of_revisions, places, readings, words


@pytest.mark.parametrize(
    ("text", "named"),
    [
        *(
            ("curl -d @a/b x", "a/b"),
            ("grep -fa/b x", "a/b"),
            ("see a/b.", "a/b"),
            ("file:///a%20b", "///a b"),
        ),
        *(("cat {a,b}/c", "a"), ("x=a/b", "a/b"), ("[a/b]", "a/b")),
    ],
)
def test_a_word_counts_also_without_what_stands_around_a_path(text: str, named: str) -> None:
    assert named in list(words(text))


def test_a_text_is_read_as_it_is_meant() -> None:
    assert readings("cat a/b") == ("cat a/b",)
    assert 'cat "./a' in readings('cat "$PWD"/a')
    assert "cd a\ncat b" in readings(r"cd a\ncat b")
    assert "cat vault/x" in readings("cat vau''lt/x")
    assert "cat .en?" in readings("cat .en[v]")
    assert any("cat vault" in way for way in readings(json.dumps({"command": "cat v\\ault"})))


def test_what_a_quotation_mark_or_a_backslash_holds_together_is_one_name() -> None:
    assert "our keys/a" in list(names_with_blanks("cat 'our keys/a' b"))
    assert "our keys/a" in list(names_with_blanks(r"cat our\ keys/a b"))


def test_the_directories_a_text_goes_to_are_told_in_order() -> None:
    assert places('cd a && pushd "b c"; git -C d log; tar --directory=e x') == ["a", "b", "b c", "d", "e"]
    assert places('{"workdir":"a","path":"b"}') == ["a", "b"]
    assert places("abcd x; x-C; the path: y") == []
    assert len(places("cd a; " + "".join(f"cd d{number}; " for number in range(100)))) == 8


def test_a_path_of_a_revision_is_known_where_git_is_called() -> None:
    assert list(of_revisions("git show HEAD~2:a/b main:c")) == ["a/b", "c"]
    assert list(of_revisions("scp host:a/b .")) == []


@pytest.mark.parametrize(
    "text",
    [
        "a" * 60_000,
        "\\" * 60_000,
        "\"' " * 20_000,
        "[a" * 30_000,
        "cd x;" * 12_000,
        "-C" * 30_000,
        "\\ " * 30_000,
    ],
)
def test_a_long_text_costs_what_its_letters_do(text: str) -> None:
    began = time.process_time()
    for way in readings(text):
        assert sum(1 for _ in (*words(way), *names_with_blanks(way), *places(way), *of_revisions(way))) >= 0
    assert time.process_time() - began < 2
