"""What is wrong with the arguments of a tool, as an agent is told it.

Owns that line. Promises one line that says what to give instead, and that repeats no value. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict


class Wrong(TypedDict):
    """One thing pydantic found wrong, of what it tells (`ValidationError.errors`)."""

    type: str
    loc: tuple[int | str, ...]


_WANTED = {
    "string": "a string",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list of strings",
}
"""What a type of JSON schema is called."""


def _wanted(schema: Mapping[str, object]) -> str:
    """What an argument may be; of one that may be left out what it is where it is given."""
    either = schema.get("anyOf")
    kinds = either if isinstance(either, list) else [schema]
    return next(_WANTED[kind["type"]] for kind in kinds if kind["type"] in _WANTED)


def wrong_arguments(found: Sequence[Wrong], taken: Mapping[str, Mapping[str, object]]) -> str:
    """The line.

    found: what is wrong, an entry each; taken: the arguments the tool takes by name, each a JSON schema.
    """
    told: dict[str, str] = {}
    for wrong in found:
        name = str(wrong["loc"][0])
        if wrong["type"] == "extra_forbidden":
            told[name] = f"there is no argument {name}"
        else:
            what = "is missing: give" if wrong["type"] == "missing" else "has to be"
            told[name] = f"{name} {what} {_wanted(taken[name])}"
    takes = f"the tool takes {', '.join(taken)}" if taken else "the tool takes none"
    is_unknown = any(name not in taken for name in told)
    return "; ".join([*told.values(), *([takes] if is_unknown else [])])
