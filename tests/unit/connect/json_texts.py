"""Generated JSON texts in every dress people and programs give them: comments, indentation, line ends, a BOM."""

from __future__ import annotations

import json

from hypothesis import strategies as st

KEYS = st.sampled_from(
    ["hooks", "SessionStart", "instructions", "env", "a key", "ü", "enabledPlugins", "", "x"]
)
SCALARS = st.one_of(
    st.integers(-5, 5),
    st.booleans(),
    st.none(),
    st.text(max_size=6),
    st.floats(allow_nan=False, allow_infinity=False),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)
    ),
    max_leaves=8,
)  # fmt: skip
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=4)
COMMENTS = ["", "", "", ' // a note, {["\n', " /* here: } */ ", "/**/", "// x\n"]


@st.composite
def texts(draw: st.DrawFn, comments: bool) -> str:
    """A text that a reader of this form takes for an object."""
    value = draw(OBJECTS)
    newline = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    unit = draw(st.sampled_from(["", "  ", "    ", "\t", None]))
    if comments:
        told = _dressed(draw, value, unit)
    elif unit is None:
        told = json.dumps(value, ensure_ascii=draw(st.booleans()))
    else:
        told = json.dumps(value, ensure_ascii=False, indent=unit)
    told = draw(st.sampled_from(["", "", "\ufeff"])) + told + draw(st.sampled_from(["", "\n", "\n\n", " "]))
    return told.replace("\n", newline)


def _dressed(draw: st.DrawFn, value: object, unit: str | None) -> str:
    lead = draw(st.sampled_from(COMMENTS))
    return (
        lead
        + _value(draw, value, "\n" if unit is not None else "", unit or "")
        + draw(st.sampled_from(COMMENTS))
    )


def _value(draw: st.DrawFn, value: object, line: str, unit: str) -> str:
    if not isinstance(value, dict | list):
        return json.dumps(value)
    opening, closing = ("{", "}") if isinstance(value, dict) else ("[", "]")
    inner = line + unit if line else draw(st.sampled_from(["", " "]))
    parts = []
    entries = list(value.items()) if isinstance(value, dict) else [(None, each) for each in value]
    for nth, (key, each) in enumerate(entries):
        is_last = nth == len(entries) - 1
        comma = "," if not is_last or draw(st.booleans()) else ""
        name = "" if key is None else json.dumps(key) + draw(st.sampled_from([":", ": ", " : "]))
        told = _value(draw, each, inner if line else "", unit)
        comments = [draw(st.sampled_from(COMMENTS)) for _ in range(3)]
        parts.append(f"{inner}{comments[0]}{name}{told}{comments[1]}{comma}{comments[2]}")
    return opening + "".join(parts) + draw(st.sampled_from(COMMENTS)) + (line if line else "") + closing
