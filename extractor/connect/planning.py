"""From what a client wants, and what stands there, to what changes.

Owns how a wish becomes a change, and an entry of the record its undoing. Promises that what people wrote is in
the result byte for byte, and one line for a file that is left alone. Never writes.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from extractor import fs
from extractor.connect import block
from extractor.connect.change import Block, Change, Fragments, Link, Value, Whole, Wish
from extractor.connect.json_edit import (
    Fragment,
    Piece,
    holds,
    is_empty,
    opening,
    put,
    same,
    take_out,
    undo,
    with_pieces,
)
from extractor.connect.json_text import Node, NotUnderstood, read
from extractor.connect.machine import Trace
from extractor.connect.ours import as_it_stands, at, calls
from extractor.connect.record import Entry, PutIn, digest
from extractor.errors import ConfigError
from extractor.fs import Standing


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose wish it is."""

    client: str
    project: str | None


class LeftAlone(ConfigError):
    """A file is not changed; the message says which and why."""


def real_path(path: Path, within: Path | None) -> Path:
    """Where a file is, links followed. Raises LeftAlone where a link leads nowhere, or out of `within`."""
    real = Path(os.path.realpath(path))
    if path.is_symlink() and not real.is_file():
        raise LeftAlone(f"{path} is a link that leads to no file: it was left as it is")
    if within is not None:
        inside = Path(os.path.realpath(within))
        if inside not in real.parents:
            raise LeftAlone(f"{path} leads out of {inside}, to {real}: it was left as it is")
    return real


# ---------------------------------------------------------------- connecting


def connecting(wish: Wish, owner: Owner, old: Entry | None, real: Path) -> Change:
    """What changes so that the wish is fulfilled at `real`. Raises LeftAlone, ConfigError or StoreFailed."""
    seen = fs.look_at(real)
    if isinstance(wish, Link):
        return _linked(wish, owner, old, real, seen)
    if seen.is_folder or seen.link is not None:
        raise LeftAlone(f"{real} is no file: it was left as it is")
    if isinstance(wish, Whole):
        return _whole(wish, owner, old, real, seen)
    try:
        text = seen.data.decode("utf-8") if seen.data is not None else None
        if isinstance(wish, Fragments):
            return _with_values(wish, owner, old, real, seen, text)
        return _with_block(wish, owner, old, real, seen, text)
    except UnicodeError as error:
        raise LeftAlone(f"{real} or what it would name is not UTF-8: it was left as it is") from error
    except NotUnderstood as error:
        raise LeftAlone(f"{real}: {error}: it was left as it is") from error


def _entry(owner: Owner, real: Path, seen: Standing, **more: object) -> Entry:
    folders = tuple(map(str, fs.missing_folders(real.parent)))
    before = digest(seen.data) if seen.data is not None else None
    known = {"client": owner.client, "project": owner.project, "path": str(real), "folders": folders}
    return Entry.model_validate({**known, "before": before, **more})


def _with_values(
    wish: Fragments, owner: Owner, old: Entry | None, real: Path, seen: Standing, text: str | None
) -> Change:
    said = None if text is None or opening(text) else text
    values = _wanted(wish, said, old)
    if said is not None and _stand(values, old, read(said, comments=wish.comments)):
        return Change(real, seen, seen, old, old)
    base, created = _without_old(old, text)
    if created and wish.schema is not None:
        values = (Value(("$schema",), wish.schema), *values)
    pieces: list[Piece] = [] if created else list(opening(base))
    result = "{}\n" if created else with_pieces(base, pieces)
    put_in: list[PutIn] = []
    for each in values:
        done = put(result, _fragment(each), comments=wish.comments)
        if done.pieces:
            known = {"path": each.path, "value": each.value, "in_array": each.in_array}
            put_in.append(PutIn.model_validate({**known, "is_own": each.is_own, "made": done.made}))
        pieces += done.pieces
        result = done.text
    was = Standing() if created else replace(seen, data=base.encode())
    entry = _entry(
        owner, real, was, form="json", created=created, after=digest(result.encode()), pieces=pieces,
        values=put_in, comments=wish.comments,
    )  # fmt: skip
    return Change(real, seen, replace(seen, data=result.encode()), entry, old)


def _wanted(wish: Fragments, text: str | None, old: Entry | None) -> tuple[Value, ...]:
    """The values, with what a person set beside what they call.

    Without the optional ones in whose place the person has set something else.
    """
    if text is None:
        return wish.values
    root = read(text, comments=wish.comments)
    own = [(each.path, each.value) for each in old.values] if old else []
    values = (replace(each, value=as_it_stands(root, _fragment(each)).value) for each in wish.values)
    return tuple(
        each
        for each in values
        if not each.is_optional
        or (stands := at(root, each.path)) is None
        or same(stands.value, each.value)
        or any(path == each.path and same(value, stands.value) for path, value in own)
    )


def _stand(values: Sequence[Value], old: Entry | None, root: Node) -> bool:
    """Whether all of it stands there, and nothing that was put in before and is not wanted any more."""
    wanted = {(each.path, each.in_array) for each in values}
    known = {(each.path, each.in_array) for each in old.values} if old else set()
    known.discard((("$schema",), False))
    return known <= wanted and all(holds(root, _fragment(each)) for each in values)


def _fragment(each: Value | PutIn) -> Fragment:
    return Fragment(each.path, each.value, each.in_array)


def _without_old(old: Entry | None, text: str | None) -> tuple[str, bool]:
    """The text without what was put in before, and whether the file is ours alone."""
    if text is None:
        return "", True
    if old is None:
        return text, False
    without = _taken_out(old, text)
    if without is None:
        return "", True
    return without, False


def _with_block(
    wish: Block, owner: Owner, old: Entry | None, real: Path, seen: Standing, text: str | None
) -> Change:
    if text is not None and block.holds(text, wish.lines):
        return Change(real, seen, seen, old, old)
    base, created = _without_old(old, text)
    if block.BEGIN in base.splitlines():
        raise LeftAlone(
            f"{real} holds marks of ours that are not on record: take the lines out by hand, then try again"
        )
    pieces = block.put(base, wish.lines)
    result = with_pieces(base, pieces)
    was = Standing() if created else replace(seen, data=base.encode())
    lines = PutIn(path=(), value=wish.lines)
    entry = _entry(
        owner, real, was, form="block", created=created, after=digest(result.encode()), pieces=pieces,
        values=(lines,),
    )  # fmt: skip
    return Change(real, seen, replace(seen, data=result.encode()), entry, old)


def _whole(wish: Whole, owner: Owner, old: Entry | None, real: Path, seen: Standing) -> Change:
    if seen.data == wish.data and seen.mode == wish.mode and old is not None:
        return Change(real, seen, seen, old, old)
    fs.own_folder(real.parent)
    if seen.data is not None and (old is None or digest(seen.data) not in (old.after, digest(wish.data))):
        raise LeftAlone(f"{real} was made or changed by somebody else: move it away, then try again")
    entry = _entry(owner, real, Standing(), form="whole", created=True, after=digest(wish.data))
    return Change(real, seen, Standing(wish.data, wish.mode), entry, old)


def _linked(wish: Link, owner: Owner, old: Entry | None, real: Path, seen: Standing) -> Change:
    target = str(wish.target)
    if seen.link == target:
        return Change(real, seen, seen, old, old)
    if seen.link is not None and not (old and seen.link == old.target):
        raise LeftAlone(f"{real} is a link of your own, to {seen.link}: it was left as it is")
    if seen.data is not None or (seen.is_folder and not seen.is_empty):
        raise LeftAlone(
            f"{real} holds memory of its own: it was left as it is; move what you want to keep to {target}, remove"
            " the folder, then connect again"
        )
    mode = seen.mode if seen.is_folder else old.folder_mode if old else None
    folders = dict.fromkeys((*fs.missing_folders(real.parent), *fs.missing_folders(wish.target)))
    entry = _entry(
        owner, real, Standing(), form="link", target=target, folder_mode=mode, folders=tuple(map(str, folders)),
    )  # fmt: skip
    return Change(real, seen, Standing(link=target), entry, old)


# ---------------------------------------------------------------- disconnecting


def disconnecting(entry: Entry) -> Change:
    """What changes so that ours is gone from there. Raises LeftAlone, ConfigError or StoreFailed."""
    path = _standing_at(entry)
    seen = fs.look_at(path)
    if entry.form == "link":
        if seen.link != entry.target and not seen.is_absent:
            return Change(path, seen, seen, None, entry)
        had_folder = entry.folder_mode is not None and path.parent.is_dir()
        after = _empty_folder(entry.folder_mode or 0) if had_folder else Standing()
        return Change(path, seen, after, None, entry)
    if seen.data is None:
        return Change(path, seen, seen, None, entry)
    if entry.form == "whole":
        if digest(seen.data) != entry.after:
            raise LeftAlone(f"{path} was changed since: it was left as it is, remove it by hand")
        return Change(path, seen, Standing(), None, entry)
    try:
        without = _taken_out(entry, seen.data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise LeftAlone(f"{path} is not UTF-8 any more: it was left as it is") from error
    except NotUnderstood as error:
        raise LeftAlone(f"{path}: {error}: it was left as it is") from error
    if without is None and path != Path(entry.path):
        without = "{}\n" if entry.form == "json" else ""  # a link of the person's own leads here
    after = Standing() if without is None else replace(seen, data=without.encode())
    return Change(path, seen, after, None, entry)


def is_not_found(change: Change) -> bool:
    """Whether a file that stands there holds nothing of what was put in, and is not as it was before either."""
    data, old = change.before.data, change.old
    return change.is_none() and data is not None and old is not None and digest(data) != old.before


def _standing_at(entry: Entry) -> Path:
    """Where what was put in is: behind the link a person has made of the file since, for a project inside it.

    Raises LeftAlone where the link leads out of the project or to no file, or the file was all ours.
    """
    path = Path(entry.path)
    if entry.form == "link" or not path.is_symlink():
        return path
    if entry.form == "whole":
        raise LeftAlone(f"{path} was made a link since: it was left as it is, remove it by hand")
    return real_path(path, Path(entry.project) if entry.project is not None else None)


def is_standing(entry: Entry) -> bool:
    """Whether all that was put in still stands there. Raises ConfigError or StoreFailed."""
    try:
        seen = fs.look_at(_standing_at(entry))
    except LeftAlone:
        return False
    if entry.form == "link" or seen.data is None:
        return entry.target is not None and seen.link == entry.target
    if entry.form == "whole" or digest(seen.data) == entry.after:
        return digest(seen.data) == entry.after
    text = seen.data.decode("utf-8", "replace")
    if entry.form == "block":
        return block.holds(text, str(entry.values[0].value))
    try:
        root = read(text, comments=entry.comments)
    except NotUnderstood:
        return False
    return all(holds(root, as_it_stands(root, _fragment(own))) for own in entry.values)


def untraced(trace: Trace) -> Change | None:
    """What changes so that a client forgets what it noted of us; None where it did not, or nobody can tell."""
    path = Path(os.path.realpath(trace.path))
    try:
        seen = fs.look_at(path)
        text = (seen.data or b"").decode("utf-8")
        root = read(text, comments=False)
    except (ConfigError, UnicodeDecodeError):
        return None  # the client's own file, and none we could mend
    noted = root
    for key in trace.keys:
        inner = noted.get(key)
        if inner is None:
            return None
        noted = inner
    mark: Node | None = noted
    for key in trace.mark:
        if mark is not None and mark.kind == "array":
            mark = mark.members[int(key)].node if len(mark.members) > int(key) else None
        else:
            mark = mark.get(key) if mark is not None else None
    if mark is None or not str(mark.value).startswith(trace.begins):
        return None
    left = take_out(text, Fragment(trace.keys, noted.value), 0, comments=False)
    return None if left is None else Change(path, seen, replace(seen, data=left.encode()), None)


def _empty_folder(mode: int) -> Standing:
    return Standing(mode=mode, is_folder=True, is_empty=True)


def _taken_out(entry: Entry, text: str) -> str | None:
    """The text without ours; None: the file was ours alone, and nothing else is in it."""
    now = digest(text.encode())
    if now == entry.before:
        return text
    if now == entry.after:
        if entry.created:
            return None
        before = undo(text, [Piece(at, told) for at, told in entry.pieces])
        if before is not None and digest(before.encode()) == entry.before:
            return before
    if entry.form == "json" and opening(text):
        return None if entry.created else text
    if entry.form == "block":
        lead = entry.pieces[0][1].partition(block.BEGIN)[0] if entry.pieces else ""
        without = block.take_out(text, str(entry.values[0].value), lead)
        without = text if without is None else without
        return None if entry.created and not without.strip() else without
    for own in reversed(entry.values):
        fragment = as_it_stands(read(text, comments=entry.comments), _fragment(own), is_own=own.is_own)
        if len(calls(fragment.value)) > len(calls(own.value)) and not own.is_own:
            raise LeftAlone(
                f"{entry.path} calls something of yours in one hook with ours: take ours out by hand, then try again"
            )
        left = take_out(text, fragment, own.made, comments=entry.comments)
        text = text if left is None else left
    return None if entry.created and is_empty(text, comments=entry.comments) else text
