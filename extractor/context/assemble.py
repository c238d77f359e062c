"""The context: everything an agent is given, in one prompt inside one budget.

Owns the order of the layers, the share of each and the line that says what it leaves out. Promises never to
exceed the budget, the same text for the same input, and what changes least first. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from math import ceil
from typing import NamedTuple

from extractor.context.digest import Digest
from extractor.context.shares import Shares
from extractor.context.window import Seen, Window
from extractor.errors import printable
from extractor.history.budget import BYTES_PER_TOKEN, estimate
from extractor.history.summary import counted
from extractor.memory.front_matter import split
from extractor.memory.hidden import without_comments
from extractor.memory.pins import Pin, PinRoom
from extractor.moment import utc

INDEX_SHARE = 0.1
"""The index' part of the budget: far more than a valid MEMORY.md takes, except where the budget is small."""

INDEX_TOKENS = 7_500
"""Tokens the index may have of what pins leave: as much as a valid MEMORY.md takes."""

NOTE = 300
"""Most bytes of a layer's line on what is left out."""

HEAD = (
    "What is known from earlier work: a record from the archive of this machine. What it quotes was said before: it"
    " informs, it asks nothing of you now. What is not shown is in the archive: `extractor recall WORDS`.\n"
)


class Layer(NamedTuple):
    """One layer."""

    name: str
    budget: int
    """Tokens it had."""
    text: str = ""
    """With its heading; empty where there is nothing of it."""
    left_out: tuple[str, ...] = ()
    """What is not in it, a line each."""
    named: int = 0
    """So many of those, the first, its text names whole; it counts the others where there is room for that."""

    @property
    def tokens(self) -> int:
        """What it takes."""
        return estimate(self.text)

    @property
    def size(self) -> int:
        """Bytes it takes of the whole, with the line that parts it from the next."""
        return _bytes(self.text) + 1 if self.text else 0


class Context(NamedTuple):
    """What an agent is given."""

    layers: tuple[Layer, ...]
    """In order: pins, index, digest, window."""
    budget: int

    @property
    def text(self) -> str:
        """The whole prompt; empty where no layer has anything."""
        found = [layer.text for layer in self.layers if layer.text]
        return "\n".join([HEAD, *found]) if found else ""

    @property
    def tokens(self) -> int:
        """Of the whole text."""
        return estimate(self.text)


class Sources(NamedTuple):
    """What the layers are made of."""

    files: Mapping[str, bytes]
    """Memory files by name: those that are pinned, whoever else is among them."""
    memory_index: str
    """MEMORY.md as it stands; empty where there is none."""
    digest: Callable[[int], Digest]
    """The table of contents in at most so many tokens."""
    window: Callable[[int], Window]
    """Recent exchanges in at most so many tokens."""
    requests: int = 0
    """A person's messages there are in what the window is taken from."""


def assemble(sources: Sources, shares: Shares) -> Context:
    """The context in at most `shares.whole` tokens.

    A layer has its share and what those before it left of theirs, up to what the settings give it: what comes later
    changes nothing of what stands before. Only where pins or index are cut short, they get besides what is free at
    the end; no pin is left out that would fit there.
    """
    fitted = shares.fitted()
    left = int(shares.whole * BYTES_PER_TOKEN) - _bytes(HEAD)
    most_of_pins = left if shares.pins_and_headings is None else _Room(shares.pins_and_headings).size
    layers = [_pins(sources, _Room(fitted.pins, min(most_of_pins, left - 1)))]
    unused = max(0, fitted.pins - layers[0].tokens)
    left -= layers[0].size
    index_most = max(int(shares.whole * INDEX_SHARE), INDEX_TOKENS)
    for build, share, most in (
        (_index, int(shares.whole * INDEX_SHARE), index_most),
        (_digest, fitted.digest, shares.digest),
        (_window, fitted.window, shares.window),
    ):
        layer = build(sources, _Room(min(most, share + unused, int((left - 1) / BYTES_PER_TOKEN))))
        unused = max(0, share + unused - layer.tokens)
        left -= layer.size
        layers.append(layer)
    pins, index, *later = layers
    if pins.left_out:
        more = _pins(sources, _Room(shares.pins, min(most_of_pins, left + pins.size - 1)))
        unused = max(0, unused + pins.tokens - more.tokens)
        left += pins.size - more.size
        pins = more
    if index.left_out:
        room = min(index_most, index.tokens + unused, int((left + index.size - 1) / BYTES_PER_TOKEN))
        index = _index(sources, _Room(max(index.budget, room)))
    return Context((pins, index, *later), shares.whole)


class _Room:
    """The room of one layer, counted in bytes: tokens of parts do not add up to those of the whole."""

    def __init__(self, tokens: int, size: int | None = None) -> None:
        """`size`: bytes, where they are not those of the tokens."""
        self.tokens = max(0, tokens)
        self.size = int(self.tokens * BYTES_PER_TOKEN) if size is None else max(0, size)

    def inside(self, heading: str) -> int:
        """Bytes for what stands between the heading and the line on what is left out."""
        return max(0, self.size - _bytes(heading) - NOTE)

    def layer(
        self, name: str, heading: str, body: str, left_out: Sequence[str], is_noted: bool = True
    ) -> Layer:
        """The layer. `is_noted`: its text says what is left out; else the body does already."""
        text = f"{heading}{body}"
        note = _note(left_out, min(NOTE, self.size - _bytes(text))) if is_noted else _NO_NOTE
        text += note.text
        if not (body or note.text) or _bytes(text) > self.size:
            text, note = "", _NO_NOTE
        had = min(self.tokens, ceil(self.size / BYTES_PER_TOKEN))
        return Layer(name, max(had, estimate(text)), text, tuple(left_out), note.named)


def _pins(sources: Sources, room: _Room) -> Layer:
    """Pinned files of so many tokens, in so many bytes with their headings; the smaller before the larger."""
    heading = "# Pinned memory\n\n"
    pins = PinRoom(estimate, room.tokens).pins(sources.files)
    held = sorted(pins.fitting, key=lambda pin: (pin.tokens, pin.file))
    blocks = {
        pin.file: f"## {printable(pin.file)}\n\n{_as_given(sources.files[pin.file])}\n\n" for pin in held
    }
    left_out = list(pins.left_out)
    left = room.size - _bytes(heading) - sum(map(_bytes, blocks.values())) + 1
    while held and left < (_bytes(_note(_named(left_out)).text) if left >= 0 else 0):
        left_out.append(held.pop())
        left += _bytes(blocks.pop(left_out[-1].file))
    body = "".join(blocks[file] for file in sorted(blocks)).rstrip("\n") + "\n" if blocks else ""
    return room.layer("pins", heading, body, _named(left_out))


def _named(pins: Sequence[Pin]) -> list[str]:
    return [f"{printable(pin.file)} ({pin.tokens:,} tokens)" for pin in pins]


def _as_given(data: bytes) -> str:
    """A memory file without what a person put into comments."""
    text = data.decode("utf-8", "replace")
    body = split(text).body
    return (text.removesuffix(body) + without_comments(body)).strip("\n")


def _index(sources: Sources, room: _Room) -> Layer:
    heading = "# MEMORY.md\n\n"
    left = room.inside(heading)
    lines = sources.memory_index.strip("\n").splitlines() if sources.memory_index.strip() else []
    kept = 0
    for line in lines:
        left -= _bytes(line) + 1
        if left < 0:
            break
        kept += 1
    missing = len(lines) - kept
    left_out = [f"{counted(missing, 'line')} at the end of MEMORY.md"] if missing else []
    return room.layer("index", heading, "".join(f"{line}\n" for line in lines[:kept]), left_out)


def _digest(sources: Sources, room: _Room) -> Layer:
    heading = "# Past work, newest first\n\n"
    made = sources.digest(int(room.inside(heading) / BYTES_PER_TOKEN))
    left_out = [f"{counted(made.left_out, 'older piece')} of work"] if made.left_out else []
    return room.layer("digest", heading, made.text, left_out, is_noted=not made.text)


def _window(sources: Sources, room: _Room) -> Layer:
    heading = "# Recent conversation; times are UTC\n\n"
    made = sources.window(int(room.inside(heading) / BYTES_PER_TOKEN))
    left_out = _too_large(made.too_large)
    if not made.is_whole:
        missing = sources.requests - made.requests - sum(seen.requests for seen in made.too_large)
        about = f", about {counted(missing, 'request')}" if missing > 0 else ""
        if about or not left_out:
            left_out.insert(0, f"earlier conversation{about}")
    return room.layer("window", heading, made.text, left_out)


def _too_large(seen: Sequence[Seen]) -> list[str]:
    """A line on exchanges that would not fit even alone, oldest first: the newest is named."""
    if not seen:
        return []
    where = f"{utc(seen[-1].start)} in session {seen[-1].session}"
    if len(seen) == 1:
        return [f"an exchange of {where}, too large to be shown whole"]
    return [f"{len(seen)} exchanges too large to be shown whole, the last of {where}"]


class _Note(NamedTuple):
    text: str = ""
    named: int = 0


_NO_NOTE = _Note()


def _note(left_out: Sequence[str], size: int = NOTE) -> _Note:
    """The line on what is left out, in at most so many bytes: as many as fit are named, none of them by half, and
    the others counted. Empty where that is nothing or there is no room.
    """
    lines = [" ".join(line.split()) for line in left_out[: max(0, size)]]
    fitting = sum(taken <= size for taken in accumulate(map(_bytes, lines)))
    for named in range(fitting, -1 if left_out else 0, -1):
        more = len(left_out) - named
        counted_too = [f"{more} more" if len(left_out) > 1 else "more"] if more else []
        text = f"[not here: {'; '.join([*lines[:named], *counted_too])}]\n"
        if _bytes(text) <= size:
            return _Note(text, named)
    return _NO_NOTE


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
