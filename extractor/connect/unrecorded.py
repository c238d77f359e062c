"""What of ours stands in a client's files though no record tells of it: the state folder was deleted.

Owns how it is known: a file whose every byte is ours, values under our own name as they would be put in, what
calls our command, our marks. Promises that nothing else is taken for ours. Only reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from extractor import fs
from extractor.connect import block
from extractor.connect.change import Block, Fragments, Link, Value, Whole, Wish
from extractor.connect.json_edit import Fragment, holds
from extractor.connect.json_text import Node, NotUnderstood, read
from extractor.connect.ours import as_it_stands, at, calls
from extractor.connect.record import Entry, PutIn, digest


def unrecorded(wish: Wish, client: str, project: str | None, real: Path, data_dir: Path) -> Entry | None:
    """What the record would say of a wish that is fulfilled at `real`; None where nothing there is surely ours.

    `data_dir`: our own folder, in which empty folders are ours too. Raises ConfigError or StoreFailed.
    """
    data = fs.look_at(real).data
    if data is None or isinstance(wish, Link):
        return None
    known = Entry(client=client, project=project, form="json", path=str(real))
    if isinstance(wish, Whole):
        ours = [folder for folder in real.parents if data_dir in (folder, *folder.parents)]
        whole = {
            "form": "whole",
            "created": True,
            "after": digest(data),
            "folders": tuple(map(str, ours[::-1])),
        }
        return known.model_copy(update=whole) if data in (wish.data, *wish.others) else None
    try:
        text = data.decode("utf-8")
        if isinstance(wish, Block):
            lines = (PutIn(path=(), value=wish.lines),)
            is_there = block.holds(text, wish.lines)
            return known.model_copy(update={"form": "block", "values": lines}) if is_there else None
        values = _values(wish, read(text, comments=wish.comments))
    except (UnicodeDecodeError, NotUnderstood):
        return None  # whoever would change the file says so
    return known.model_copy(update={"values": values, "comments": wish.comments}) if values else None


def may_be_ours(wish: Wish, real: Path) -> str:
    """Where what a wish is for leads, which a person may as well have put there themselves; empty where it is not so."""
    seen = fs.look_at(real)
    if isinstance(wish, Link):
        return seen.link or ""
    if not isinstance(wish, Fragments) or seen.data is None:
        return ""
    try:
        root = read(seen.data.decode("utf-8"), comments=wish.comments)
    except (UnicodeDecodeError, NotUnderstood):
        return ""
    return next((led for each in wish.values if each.in_array for led in _leading(root, each)), "")


def _leading(root: Node, wanted: Value) -> Iterator[str]:
    """The paths in an array that are called as the wanted one is, that one first."""
    array = at(root, wanted.path)
    own = wanted.value
    if array is None or array.kind != "array" or not isinstance(own, str):
        return
    told = [member.node.value for member in array.members]
    yield from (
        each
        for each in (own, *told)
        if isinstance(each, str) and each in told and Path(each).name == Path(own).name
    )


def _values(wish: Fragments, root: Node) -> tuple[PutIn, ...]:
    """The values that stand there, with what a person set beside what they call; under our name all or none."""
    has_own = all(holds(root, _fragment(each)) for each in wish.values if each.is_own)
    found: list[PutIn] = []
    for each in wish.values:
        if has_own if each.is_own else calls(each.value) and holds(root, as_it_stands(root, _fragment(each))):
            known = {"path": each.path, "value": each.value, "in_array": each.in_array, "is_own": each.is_own}
            # Which containers were made for it nobody knows: they go where nothing else is in them.
            made = len(each.path) - (0 if each.in_array else 1)
            found.append(PutIn.model_validate({**known, "made": made}))
    return tuple(found)


def _fragment(each: Value) -> Fragment:
    return Fragment(each.path, each.value, each.in_array)
