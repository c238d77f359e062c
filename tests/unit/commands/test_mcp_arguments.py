"""What is wrong with a tool's arguments is one line that says what to give."""

from __future__ import annotations

from typing import get_args

import pytest
from pydantic import ConfigDict, ValidationError, create_model

from extractor.commands.mcp_arguments import wrong_arguments

KINDS = {"query": str, "files": list[str], "limit": int, "everywhere": bool, "since": str | None}


def told(given: dict[str, object]) -> str:
    """What is told of these arguments to a tool that takes all kinds there are, the last not by need."""
    fields = {name: (kind, None) if get_args(kind)[1:] else kind for name, kind in KINDS.items()}
    model = create_model("Arguments", __config__=ConfigDict(extra="forbid"), **fields)  # type: ignore[call-overload]
    with pytest.raises(ValidationError) as failed:
        model.model_validate({"query": "x", "files": [], "limit": 1, "everywhere": False} | given)
    return wrong_arguments(failed.value.errors(include_url=False), model.model_json_schema()["properties"])


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"query": 5}, "query has to be a string"),
        ({"query": None}, "query has to be a string"),
        ({"files": "a.md"}, "files has to be a list of strings"),
        ({"files": ["a.md", 1, ["b"]]}, "files has to be a list of strings"),
        ({"limit": "many"}, "limit has to be a whole number"),
        ({"limit": float("nan")}, "limit has to be a whole number"),
        ({"everywhere": "perhaps"}, "everywhere has to be true or false"),
        ({"since": ["2026"]}, "since has to be a string"),
        ({"limit": [], "query": {}}, "query has to be a string; limit has to be a whole number"),
    ],
)  # fmt: skip
def test_of_another_kind_it_says_which_is_wanted(given: dict[str, object], line: str) -> None:
    assert told(given) == line


def test_of_a_name_that_is_unknown_it_says_which_there_are() -> None:
    line = "there is no argument qurey; there is no argument a\nb; the tool takes query, files, limit, everywhere, since"
    assert told({"qurey": "secret", "a\nb": 1}) == line
    assert wrong_arguments([{"type": "extra_forbidden", "loc": ("x",)}], {}) == (
        "there is no argument x; the tool takes none"
    )


def test_of_one_that_is_missing_it_says_what_to_give() -> None:
    missing = {"type": "missing", "loc": ("query",)}
    assert wrong_arguments([missing], {"query": {"type": "string"}}) == "query is missing: give a string"
