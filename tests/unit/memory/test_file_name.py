"""Names: one harmless segment, or none at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.file_name import FileName, valid_name


@pytest.mark.parametrize("name", ["a.md", "tests-use_real-db.md", "2026.md", "a" * 63 + ".md", "memory-2.md"])
def test_a_plain_name_is_parsed(name: str) -> None:
    assert str(FileName.parse(name)) == name
    assert valid_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".md",
        "a",
        "a.txt",
        "A.md",
        "-a.md",
        "_a.md",
        "a b.md",
        "a.b.md",
        "a.md\n",
        "\na.md",
        "a/b.md",
        "../a.md",
        "memory.md",
        "MEMORY.md",
        "con.md",
        "nul.md",
        "com1.md",
        "lpt9.md",
        "ä.md",
        "a\x00.md",
        "a" * 64 + ".md",
        "a.md ",
        "a.MD",
        ".extractor-a.md",
        "ａ.md",
    ],
)
def test_any_other_name_is_refused(name: str) -> None:
    assert not valid_name(name)
    with pytest.raises(ValueError, match="name"):
        FileName(name)


@settings(max_examples=500)
@given(st.text(max_size=70).map(lambda text: text + ".md") | st.text(max_size=70))
def test_no_accepted_name_leaves_the_folder_or_hides(name: str) -> None:
    if valid_name(name):
        assert not set(name) & set("/\\\0: ")
        assert name.isascii()
        assert name[0] not in ".-"
        assert name.lower() != "memory.md"
