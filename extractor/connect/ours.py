"""What is ours in a file, though it does not stand there as it was put in.

Owns how a value of ours is known again: by a key called after us, by what it calls. Promises that what calls
anything else besides is never taken for ours alone. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence

from extractor.connect.json_edit import Fragment, same
from extractor.connect.json_text import Node


def at(root: Node, path: Sequence[str]) -> Node | None:
    """What the keys lead to; None where there is none."""
    node: Node | None = root
    for key in path:
        node = node.get(key) if node is not None else None
    return node


def as_it_stands(root: Node, own: Fragment, *, is_own: bool = False) -> Fragment:
    """A value of ours with what a person set beside what it calls; as it is where it does not stand there so.

    `is_own`: the key is called after us, whatever is set there is ours.
    """
    node = at(root, own.path)
    if node is None:
        return own
    if is_own:
        return own._replace(value=node.value)
    standing = [member.node.value for member in node.members] if own.in_array else [node.value]
    wanted = calls(own.value)
    if not wanted or any(same(each, own.value) for each in standing):
        return own
    found = [each for each in standing if set(calls(each)) >= set(wanted)]
    return own._replace(value=found[0]) if found else own


def calls(value: object) -> list[str]:
    """Every command a client would run for a value of its settings, in order."""
    if isinstance(value, dict):
        own = value.get("command")
        inner = [each for key, each in value.items() if key != "command"]
        return [*([own] if isinstance(own, str) else []), *(c for each in inner for c in calls(each))]
    return [c for each in value for c in calls(each)] if isinstance(value, list) else []
