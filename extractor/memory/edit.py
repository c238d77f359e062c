"""Surgical edits of a memory file's bytes.

Owns the change of single sentences, of the description and of `modified` in a file people also edit.
Promises that every other byte stays as it is. Never makes front matter where a person wrote none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from extractor.memory import front_matter
from extractor.memory.body import Part, take_apart
from extractor.memory.front_matter import Split, set_metadata, set_top
from extractor.memory.plain_front import moment, quoted, scalar
from extractor.memory.read_back import changes_only
from extractor.memory.sentences import EditRefused, add_sentence, change_sentences, one_line, set_how, set_why
from extractor.memory.title import name_of
from extractor.memory.unfinished import unfinished
from extractor.memory.wording.kinship import keeps_saying


def edit(
    data: bytes,
    *,
    add: Sequence[str] = (),
    replace: Sequence[tuple[str, str]] = (),
    remove: Sequence[str] = (),
    description: str | None = None,
    why: str | None = None,
    how_to_apply: str | None = None,
    file: str | None = None,
    is_recorded: Callable[[str], bool] = lambda _said: True,
    modified: str | None = None,
) -> bytes:
    """The file with these changes and no others.

    `replace` holds (exact sentence, new sentence); `remove` exact sentences; a None leaves its part alone. `file`: the
    name of a file of ours; where its first sentence goes, or gives way to one that says otherwise, the reason and the use
    that were kept with it go, and a `name` that was made of it is made of the new one. A reason and a use go and give way
    only as far as a run wrote them (`is_recorded`); where a person did, their first sentence gives way to none that says
    otherwise. `modified` (ISO 8601) is written only when something else changes,
    and only under a `metadata:` that is there. Raises EditRefused, told to the model, when an edit cannot be made
    exactly.
    """
    text = _text(data)
    if (add or replace) and (reason := unfinished(text)):
        raise EditRefused(reason)
    parts = front_matter.split(text)
    eol = "\r\n" if "\r\n" in _first_line(data) else "\n"
    why, how_to_apply = _given(parts.body, why, how_to_apply, is_recorded)
    turned = _turned(parts.body, replace) if file is not None else None
    if turned and (part := _typed_part(parts.body, is_recorded)):
        raise EditRefused(
            f"a person wrote the {part} of the sentence that is to go: add the new one in a file of its own"
        )
    is_headless = file is not None and _first_of(parts.body) in [each.strip() for each in remove]
    stale = _stale_parts(parts.body, why, how_to_apply, is_recorded) if turned or is_headless else ()
    kept = _without(parts.body, stale)
    body = _body(kept, eol, add, replace, remove, why, how_to_apply)
    if not parts.has_block and not parts.body:
        body = body.removeprefix(eol)
    block = parts.block
    if description is not None:
        block = _described(parts, one_line(description), eol)
    if file is not None and turned is not None:
        block = _named(block, file.removesuffix(".md"), *turned, eol)
    if (block, body) == (parts.block, parts.body):
        return data
    if modified is not None and parts.has_block:
        stamped = set_metadata(block, "modified", moment(modified), eol)
        block = stamped if changes_only(parts.block, block, stamped, "modified") else block
    closing = parts.closing
    if closing and body and not closing.endswith("\n"):
        closing += eol
    return f"{parts.mark}{parts.opening}{block}{closing}{body}".encode()


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise EditRefused("the file is not UTF-8, only a person can edit it") from error


def _first_line(data: bytes) -> str:
    return data.partition(b"\n")[0].decode("utf-8", "replace") + "\n"


def _body(
    text: str,
    eol: str,
    add: Sequence[str],
    replace: Sequence[tuple[str, str]],
    remove: Sequence[str],
    why: str | None,
    how: str | None,
) -> str:
    if replace or remove:
        text = change_sentences(text, replace, remove)
    for sentence in add:
        text = add_sentence(text, sentence, eol)
    for said, put in ((why, partial(set_why, eol=eol)), (how, partial(set_how, eol=eol))):
        if said is not None:
            if not said.strip():
                raise EditRefused("why and how to apply may not be empty: leave them out to keep them")
            text = put(text, said)
    return text


def _given(
    text: str, why: str | None, how: str | None, is_recorded: Callable[[str], bool]
) -> tuple[str | None, str | None]:
    """The reason and the use that may be put: none in the place of one a person wrote."""
    body = take_apart(text)
    return (
        None if body.why and not is_recorded(body.why) else why,
        None if body.how and not is_recorded(body.how) else how,
    )


def _turned(text: str, replace: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
    """The first sentence and the one in its place, where that says otherwise."""
    first = _first_of(text)
    over = ((old, new) for old, new in replace if first and old.strip().startswith(first))
    return next((pair for pair in over if not keeps_saying(pair[1], pair[0])), None)


def _first_of(text: str) -> str | None:
    return next(iter(take_apart(text).statements), None)


def _typed_part(text: str, is_recorded: Callable[[str], bool]) -> str | None:
    """The part a person wrote to the first sentence, which would stand under one that says otherwise."""
    body = take_apart(text)
    told = ((body.why, "reason"), (body.how, "use"))
    return next((part for stands, part in told if stands and not is_recorded(stands)), None)


def _stale_parts(
    text: str, why: str | None, how: str | None, is_recorded: Callable[[str], bool]
) -> tuple[Part, ...]:
    """Where the reason and the use stand that are not given anew, and that no person wrote there."""
    body = take_apart(text)
    parts = ((body.why_part, body.why, why), (body.how_part, body.how, how))
    return tuple(
        part for part, stands, said in parts if part and said is None and stands and is_recorded(stands)
    )


def _named(block: str, stem: str, old: str, new: str, eol: str) -> str:
    """The block with a name made of the new sentence, where the file's own or one made of the old tells it no more."""
    name = one_line(front_matter.read(block).top.get("name", ""))
    if name not in (stem, name_of(old)) or keeps_saying(new, name.replace("-", " ")):
        return block
    made = set_top(block, "name", scalar(name_of(new)), eol)
    return made if made is not None and changes_only(block, block, made, "name") else block


def _without(text: str, parts: Sequence[Part]) -> str:
    """The body without these parts; as it is where what stands behind them would become a sentence."""
    made = text
    for part in sorted(parts, key=lambda each: each.start, reverse=True):
        before, behind = made[: part.start], made[part.text_end :].lstrip(" \t")
        behind = behind.removeprefix("\r").removeprefix("\n")
        made = before + behind if behind.strip() else before.rstrip("\r\n") + text[len(text.rstrip("\r\n")) :]
    return made if take_apart(made).statements == take_apart(text).statements else text


def _described(parts: Split, description: str, eol: str) -> str:
    if not parts.has_block:
        raise EditRefused("the file has no front matter to hold a description; a person wrote it so")
    if not description:
        raise EditRefused("the description is empty: give one sentence")
    if one_line(front_matter.read(parts.block).top.get("description", "")) == description:
        return parts.block
    made = set_top(parts.block, "description", quoted(description), eol)
    if made is None:
        raise EditRefused("the front matter holds two descriptions, only a person can edit it")
    said = front_matter.read(made).top.get("description")
    if said != description or not changes_only(parts.block, parts.block, made, "description"):
        raise EditRefused("the front matter is written in a form that cannot be edited safely; a person can")
    return made
