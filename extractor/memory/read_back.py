"""An edit of front matter, read back.

Owns the look at what else an edit may have changed. Promises that a block read before and after says the same
but for one key. Never edits.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from extractor.memory import front_matter


def changes_only(original: str, before: str, after: str, key: str) -> bool:
    """Whether, read back, `after` says the same as `before` but for `key`. Broken YAML may stay broken."""
    if front_matter.read(original).problem is not None:
        return True
    old, new = front_matter.read(before), front_matter.read(after)
    same_top = {**old.top, key: ""} == {**new.top, key: ""}
    return new.problem is None and same_top and _all_but(old.metadata, key) == _all_but(new.metadata, key)


def _all_but(mapping: Mapping[str, JsonValue], key: str) -> dict[str, JsonValue]:
    return {name: value for name, value in mapping.items() if name != key}
