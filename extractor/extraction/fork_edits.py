"""What a fork made of its copies of the memory files, as edits with evidence.

Owns the way from two texts of a file to a write or a deletion. Promises that a quote counts only where
it stands in exactly one of a person's new messages. Never applies an edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from extractor.domain import Evidence, Statement
from extractor.memory.gate import evidence as gate
from extractor.memory.gate.witnesses import Witnesses, folded
from extractor.memory.memory_file import MemoryFile, parse
from extractor.memory.proposal import MAX_DESCRIPTION, Delete, Refused, Write

EVIDENCE = "evidence"
"""The key under `metadata` where a fork puts its quotes; it is never taken over."""

MAX_QUOTES = 40
"""Quotes of one file that are looked up."""


@dataclass(frozen=True, slots=True)
class Edits:
    """What is to be done, and what was refused before it was tried."""

    changes: tuple[Write | Delete, ...]
    refusals: tuple[str, ...]


def edits(before: Mapping[str, bytes], after: Mapping[str, bytes | None], witnesses: Witnesses) -> Edits:
    """The edits that lead from the copies to what the fork left. None: no plain file of a usable size."""
    changes: list[Write | Delete] = []
    refusals: list[str] = []
    for file, data in sorted(after.items()):
        if data is not None and data == before.get(file):
            continue
        try:
            if data is None:
                raise Refused("it is no plain file of a memory's size")
            change, refused = _edit(file, before.get(file), data, witnesses)
        except Refused as reason:
            refusals.append(f"{file[:60]!a}: {reason}")
            continue
        refusals += [f"{file[:60]!a}: {reason}" for reason in refused]
        changes += [change] if change else []
    return Edits(tuple(changes), tuple(refusals))


def _edit(
    file: str, before: bytes | None, after: bytes, witnesses: Witnesses
) -> tuple[Write | Delete | None, list[str]]:
    old, new = parse(before or b""), parse(after)
    quotes = [_witness(quote, witnesses) for quote in _quotes(new)]
    if before is not None and not new.statements:
        return Delete(file, tuple(quotes)), []
    statements, refused = _witnessed(_changed(old, new), quotes, witnesses)
    if not statements:
        return None, refused
    kind = new.type or old.type
    if kind is None:
        raise Refused("metadata.type must be user, feedback, project or reference")
    return Write(
        file=file,
        type=kind,
        name=new.name or file.removesuffix(".md"),
        description=new.description or statements[0].text[:MAX_DESCRIPTION],
        statements=tuple(statements),
        why=new.why if new.why != old.why else None,
        how_to_apply=new.how_to_apply if new.how_to_apply != old.how_to_apply else None,
    ), refused


def _quotes(new: MemoryFile) -> list[str]:
    given = new.metadata.get(EVIDENCE)
    quotes = [each for each in given if isinstance(each, str)] if isinstance(given, list) else []
    if not quotes:
        raise Refused("metadata.evidence holds no list of quotes")
    if len(quotes) > MAX_QUOTES:
        raise Refused(f"more than {MAX_QUOTES} quotes")
    return quotes


def _witness(quote: str, witnesses: Witnesses) -> Evidence:
    """The quote with the one message it stands in. Raises Refused where it stands in none or in several."""
    text = folded(quote)
    found = [
        short
        for short in witnesses.order
        if short in witnesses.newer
        and witnesses.messages[short].is_human
        and text
        and any(text in piece.text for piece in witnesses.pieces(short))
    ]
    if len(found) != 1:
        where = "several of" if found else "none of"
        raise Refused(f"a quote stands in {where} the person's new messages: {text[:60]!a}")
    return Evidence(found[0], quote)


def _changed(old: MemoryFile, new: MemoryFile) -> list[tuple[str, str | None]]:
    """New sentences, each with the old one it takes the place of."""
    changed: list[tuple[str, str | None]] = []
    matcher = SequenceMatcher(None, old.statements, new.statements, autojunk=False)
    for _, start, end, first, last in matcher.get_opcodes():
        gone, come = old.statements[start:end], new.statements[first:last]
        if gone == come:
            continue
        if len(gone) > len(come):
            raise Refused("a sentence was taken out with none in its place")
        changed += [(text, gone[n] if n < len(gone) else None) for n, text in enumerate(come)]
    if not changed:
        raise Refused("no sentence of it changed")
    return changed


def _witnessed(
    changed: Sequence[tuple[str, str | None]], quotes: Sequence[Evidence], witnesses: Witnesses
) -> tuple[list[Statement], list[str]]:
    """The sentences the quotes carry, each with the quotes it needs, and a line for each other one."""
    statements: list[Statement] = []
    refused: list[str] = []
    for text, replaces in changed:
        problem: str | None = None
        for some in (*((quote,) for quote in quotes), tuple(quotes)):
            problem = gate.check(text, some, witnesses)
            if problem is None and replaces is not None:
                problem = gate.check_replaced(replaces, text, some, witnesses)
            if problem is None:
                statements.append(Statement(text, some, replaces))
                break
        if problem is not None:
            refused.append(problem)
    return statements, refused
