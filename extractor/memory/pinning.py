"""The pin in a memory file's front matter: read, set and taken away.

Owns the one key that says a file is pinned. Promises that setting it changes no other byte of the file.
Never decides what is pinned: a person does.
"""

from __future__ import annotations

import re

from extractor.memory import front_matter
from extractor.memory.front_matter import Facts, Split, set_metadata, set_top
from extractor.memory.read_back import changes_only
from extractor.memory.sentences import EditRefused
from extractor.memory.unfinished import unfinished

KEY = "pinned"
_YES = frozenset({"true", "yes", "on", "1"})
_LINE = re.compile(rb"^[ \t]+pinned: true\r?\n", re.MULTILINE)
_MAPPING = re.compile(rb"^metadata:\r?\n  pinned: true\r?\n", re.MULTILINE)
_FRONT = re.compile(rb"(\xef\xbb\xbf)?---\r?\nmetadata:\r?\n  pinned: true\r?\n---\r?\n")
"""What a pin adds: a line, with the mapping it stands in, with the front matter around that."""
_METADATA = re.compile(r"^[ \t]*[\"']?metadata[\"']?[ \t]*:", re.MULTILINE)


def is_pinned(facts: Facts) -> bool:
    """Whether front matter says that its file is pinned."""
    return facts.text(KEY).strip().lower() in _YES


def with_pin(data: bytes, wanted: bool) -> bytes:
    """The file pinned, or not, and otherwise byte for byte as it is.

    A file without front matter gets the least that can hold a pin. Raises EditRefused where a person has to do
    it: the file is not UTF-8, or it was left unfinished or its front matter has a form that cannot be edited safely.
    A pin that stands as it is set here goes without a trace; one that a person wrote otherwise is set to `false`.
    """
    if not wanted and (before := _before(data)) is not None:
        return before
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise EditRefused("it is not UTF-8: save it as UTF-8 first") from error
    parts = front_matter.split(text)
    facts = front_matter.read(parts.block)
    if is_pinned(facts) is wanted:
        return data
    if reason := unfinished(text):
        raise EditRefused(reason)
    eol = "\r\n" if data.partition(b"\n")[0].endswith(b"\r") else "\n"
    if not parts.has_block:
        return f"{parts.mark}---{eol}{_mapping(eol)}---{eol}{parts.body}".encode()
    block = _set(parts, facts, "true" if wanted else "false", eol)
    made = front_matter.read(block)
    if is_pinned(made) is not wanted or not changes_only(parts.block, parts.block, block, KEY):
        raise EditRefused(f"its front matter has a form that cannot be edited safely: {by_hand(wanted)}")
    return f"{parts.mark}{parts.opening}{block}{parts.closing}{parts.body}".encode()


def _before(data: bytes) -> bytes | None:
    """The file that a pin makes these bytes of; None where a pin does not look like that in it."""
    line = _LINE.search(data)
    if line is None:
        return None
    mapping = _MAPPING.search(data)
    front = _FRONT.match(data)
    found = [data[: each.start()] + data[each.end() :] for each in (mapping, line) if each]
    if front:
        found.insert(0, (front[1] or b"") + data[front.end() :])
    return next((each for each in found if _is_pinned_as(each, data)), None)


def _is_pinned_as(before: bytes, data: bytes) -> bool:
    try:
        return with_pin(before, True) == data
    except EditRefused:
        return False


def _set(parts: Split, facts: Facts, value: str, eol: str) -> str:
    """The block with the key where it stands, else under `metadata`, which is added where there is none."""
    if KEY in facts.top and KEY not in facts.under:
        return set_top(parts.block, KEY, value, eol) or parts.block
    if _METADATA.search(parts.block):
        return set_metadata(parts.block, KEY, value, eol)
    ended = parts.block if not parts.block or parts.block.endswith("\n") else parts.block + eol
    return ended + _mapping(eol)


def _mapping(eol: str) -> str:
    return f"metadata:{eol}  {KEY}: true{eol}"


def by_hand(wanted: bool) -> str:
    """What a person does in place of a command."""
    return f"write `{KEY}: {str(wanted).lower()}` under `metadata:` by hand"
