"""A fact as the witness gate lets it pass: what is said of it, under which name, with which quotes.

Owns what is tried where the gate refuses: a wider quote, the answer without its question, the whole sentence.
Promises a fact of which every part passes, or none. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from extractor.domain import Evidence
from extractor.memory.gate import evidence as gate
from extractor.memory.gate.witnesses import Witnesses, folded, witness_texts
from extractor.memory.proposal import MAX_STATEMENT
from extractor.memory.sentences import EditRefused, plain_sentence
from extractor.memory.text.control_marks import holds_control_mark
from extractor.memory.text.unseen import unseen
from extractor.models.offline import wording
from extractor.models.offline.fact import Fact, Stated
from extractor.models.offline.sentences import MAX_SENTENCE

_STOP = re.compile(r"[.!?;:…]+(?:\s+|$)|,\s+")
_LINE = re.compile(r"(?<=\w)[ \t]*\n\s*(?=[^\W_a-z])")
"""The end of a line without a mark, before one that begins anew."""
_MOST_QUOTED = 600
"""Characters of a quote."""


def fit(fact: Fact, witnesses: Witnesses) -> Fact | None:
    """The fact as the gate lets it pass: its statements that do, under a plain name, or nothing."""
    stated = _once([made for one in fact.stated if (made := _fit_one(one, witnesses)) is not None])
    if not stated:
        return None
    cited = tuple(evidence for one in stated for evidence in one.evidence)

    described = _description(stated, witnesses)
    if described is None:
        return None
    # Where some of them stand already, the others are put down without them.
    stated = tuple(replace(one, described=_of_itself(one, stated, described, witnesses)) for one in stated)
    why = fact.why if fact.why and _is_reason(fact, cited, witnesses) else None
    if why:
        stated = (replace(stated[0], evidence=(*stated[0].evidence, *fact.why_evidence)), *stated[1:])
    text = stated[0].text
    names = (fact.name, *wording.plainer_names(text))
    fitting = (name for name in names if may_be_named(name, cited, witnesses))
    return replace(fact, stated=stated, described=described, why=why, name=next(fitting, names[-1]))


def may_be_named(name: str, cited: Sequence[Evidence], witnesses: Witnesses) -> bool:
    """Whether the gate lets a new file have the name, for what is cited."""
    return gate.check_literals(name, cited, witnesses) is None


def _once(stated: Sequence[Stated]) -> tuple[Stated, ...]:
    """The statements without those that another one holds: what the gate wants said whole may be wanted twice."""
    kept: list[Stated] = []
    for at, one in enumerate(stated):
        is_held = any(_holds(other, one) for other in stated[at + 1 :])
        if not is_held and not any(_key(one) == _key(other) or _holds(other, one) for other in kept):
            kept.append(one)
    return tuple(kept)


def _holds(other: Stated, one: Stated) -> bool:
    """Whether a statement says another one, and more, by the same words of the same message."""
    theirs, ours = other.evidence[-1], one.evidence[-1]
    if theirs.message != ours.message or len(_key(other)) <= len(_key(one)):
        return False
    return folded(ours.quote) in folded(theirs.quote) and _key(one) in _key(other)


def _key(one: Stated) -> str:
    return folded(one.text).casefold().rstrip(".?!…")


def _description(stated: Sequence[Stated], witnesses: Witnesses) -> str | None:
    """The first of their descriptions that the quotes of one of them bear, most of them those it was made of."""
    # What passed as a statement passes as the description of a file that holds it.
    passed = {one.text for one in stated}
    for one in stated:
        quotes = [one.evidence, *(other.evidence for other in stated if other is not one)]
        for text in wording.descriptions(one.text):
            if text in passed or _is_described(text, quotes, witnesses):
                return text
    return None


def _of_itself(one: Stated, stated: Sequence[Stated], described: str, witnesses: Witnesses) -> str:
    """What describes a statement where it is put down alone: where it is the only one, what describes them all."""
    return described if len(stated) == 1 else _description((one,), witnesses) or ""


def _is_described(text: str, quotes: Iterable[tuple[Evidence, ...]], witnesses: Witnesses) -> bool:
    return _is_clean(text) and any(gate.check_rule(text, cited, witnesses) is None for cited in quotes)


def _is_reason(fact: Fact, cited: tuple[Evidence, ...], witnesses: Witnesses) -> bool:
    why = fact.why or ""
    return _is_clean(why) and gate.check_text(why, (*cited, *fact.why_evidence), witnesses) is None


def _is_plain(text: str) -> bool:
    """Whether a memory file can hold the text as a sentence: Markdown would not read it as something else."""
    try:
        plain_sentence(text)
    except EditRefused:
        return False
    return True


def _is_clean(text: str) -> bool:
    return text.isprintable() and not unseen(text) and not holds_control_mark(text)


def _fit_one(stated: Stated, witnesses: Witnesses) -> Stated | None:
    """A statement as the gate lets it pass, without the question it answers where it must; or nothing."""
    cited, text = stated.evidence, stated.text
    stands = gate.check_evidence(cited, witnesses) is None
    if not stands:
        cited = tuple(_widened(one, witnesses) for one in cited)
    fits = _is_plain(text) and _is_clean(text) and len(text) <= MAX_STATEMENT
    check = gate.check_statement if stands else gate.check
    if fits and check(text, cited, witnesses) is None:
        return replace(stated, evidence=cited)
    return _fit_one(stated.alone, witnesses) if stated.alone else _fit_whole(stated, witnesses)


def _fit_whole(stated: Stated, witnesses: Witnesses) -> Stated | None:
    """The whole sentence a clause was taken from, where the gate asks for all of it."""
    *others, cited = stated.evidence
    whole = " ".join(witnesses.said([cited]))
    if others or not whole or len(whole) > MAX_SENTENCE or whole == cited.quote:
        return None
    evidence = (Evidence(cited.message, whole),)
    plain = Stated(wording.statement(whole), evidence)
    typed = _in_lines(whole, witnesses.messages[cited.message].text)
    return _fit_one(Stated(wording.statement(typed), evidence, plain), witnesses)


def _in_lines(whole: str, message: str) -> str:
    """Words that stand in lines of their own in a message, with a semicolon where a line ends without a mark."""
    found = re.search(r"\s+".join(map(re.escape, whole.split())), message)
    return " ".join(_LINE.sub("; ", found[0]).split()) if found else whole


def _widened(cited: Evidence, witnesses: Witnesses) -> Evidence:
    """The quote with what stands around it up to the next marks, for lines that end without one."""
    quote = folded(cited.quote)
    for piece in witness_texts(witnesses.messages[cited.message]):
        at = piece.find(quote)
        if at >= 0:
            before = [stop.end() for stop in _STOP.finditer(piece, max(0, at - _MOST_QUOTED), at)]
            after = _STOP.search(piece, at + len(quote) - 1)
            wide = piece[before[-1] if before else 0 : after.start() if after else len(piece)].strip()
            if len(wide) <= _MOST_QUOTED:
                return Evidence(cited.message, wide)
    return cited
