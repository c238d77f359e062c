"""Summaries: a stretch of a session in fewer words, and what they stand for.

Owns the summary as a value, the rule-made one and the call of a summariser. Promises that a summary fits
its limit, names every message it stands for, and can always be had. Never calls a model itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from extractor.domain import Kind, Message, Milliseconds
from extractor.history.budget import BYTES_PER_TOKEN, estimate, size
from extractor.history.transitions import NAMED_TOOLS, tool_name
from extractor.moment import utc

QUOTED = 160
"""Characters of a request that are quoted."""

Summariser = Callable[[Sequence[Message], int], str]
"""Puts messages into words, at most so many tokens. May raise: then the rule-made summary stands."""


class Author(StrEnum):
    """Who wrote a summary."""

    RULES = "rules"
    MODEL = "model"
    CALLBACK = "callback"
    CLIENT = "client"
    """The agent's own client, when it compacted the conversation."""


@dataclass(frozen=True, slots=True)
class Summary:
    """Words that stand for messages."""

    id: str
    text: str
    author: Author
    ids: tuple[str, ...]
    """Ids of the messages it stands for, in order."""
    start: Milliseconds
    end: Milliseconds
    tokens_before: int
    tokens: int
    figures: str = ""
    """The rules' figures at its end, where they follow words somebody else wrote."""

    @property
    def words(self) -> str:
        """Its text without the figures the rules added."""
        return self.text.removesuffix(self.figures).rstrip("\n") if self.figures else self.text

    @property
    def count(self) -> int:
        """How many messages it stands for."""
        return len(self.ids)

    @property
    def ratio(self) -> float:
        """Its tokens ÷ the tokens of what it stands for."""
        return self.tokens / self.tokens_before if self.tokens_before else 1.0

    def shown(self) -> str:
        """As a model reads it: with its range, in UTC."""
        return f"[SUMMARY of {self.count} messages, {utc(self.start)} to {utc(self.end)}]\n{self.text}"


def summed_up(
    messages: Sequence[Message],
    ids: Sequence[str],
    limit: int,
    name: str,
    write: Summariser | None = None,
    author: Author = Author.CALLBACK,
) -> Summary:
    """Sum up messages in at most `limit` tokens. `write`: None for the rules.

    Raises what `write` raises, and ValueError where it wrote nothing.
    """
    if write is None:
        text, author = by_rules(messages, limit), Author.RULES
    else:
        text = clipped(write(messages, limit).strip(), limit)
        if not text:
            raise ValueError("the summary is empty")
    times = [m.at for m in messages] or [Milliseconds(0)]
    before = sum(size(m) for m in messages)
    return Summary(name, text, author, tuple(ids), min(times), max(times), before, estimate(text))


@dataclass(frozen=True, slots=True)
class Figures:
    """What the rules tell of messages; those of two stretches add up."""

    messages: int = 0
    requests: tuple[str, ...] = ()
    """The first and the last, quoted; one where there is only one."""
    asked: int = 0
    answers: int = 0
    failed: int = 0
    tools: Mapping[str, int] = field(default_factory=dict)
    """How often each was called."""

    @classmethod
    def of(cls, messages: Sequence[Message]) -> Figures:
        """Those of messages, in order."""
        humans = [m for m in messages if m.is_human]
        return cls(
            messages=len(messages),
            requests=tuple(quoted(m.text) for m in _ends(humans)),
            asked=len(humans),
            answers=sum(m.kind is Kind.TEXT and not m.is_human for m in messages),
            failed=sum(m.failed for m in messages),
            tools=Counter(tool_name(m) for m in messages if m.kind is Kind.CALL),
        )

    def __add__(self, later: Figures) -> Figures:
        return Figures(
            self.messages + later.messages,
            _ends((*self.requests, *later.requests)),
            self.asked + later.asked,
            self.answers + later.answers,
            self.failed + later.failed,
            Counter(self.tools) + Counter(later.tools),
        )

    def told(self, limit: int) -> str:
        """Counts, first and last request, tools used, errors; what fits the limit."""
        lines = [
            f"{counted(self.messages, 'message')}: {counted(self.asked, 'request')},"
            f" {counted(self.answers, 'answer')}, {counted(sum(self.tools.values()), 'tool call')}"
            + (f", {self.failed} failed" if self.failed else "")
            + "."
        ]
        lines += [
            f"{which} request: {said}" for which, said in zip(("First", "Last"), self.requests, strict=False)
        ]
        if self.tools:
            most = Counter(self.tools).most_common(NAMED_TOOLS)
            lines.append("Tools used: " + ", ".join(f"{name} {count}" for name, count in most) + ".")
        kept: list[str] = []
        for line in lines:
            if estimate("\n".join([*kept, line])) > limit:
                break
            kept.append(line)
        return unbroken("\n".join(kept)) or clipped(lines[0], limit)


_T = TypeVar("_T")


def _ends(said: Sequence[_T]) -> tuple[_T, ...]:
    """The first and the last; one where there is only one."""
    return (said[0], said[-1]) if len(said) > 1 else tuple(said)


def by_rules(messages: Sequence[Message], limit: int) -> str:
    """A summary without a model: counts, first and last request, tools used, errors; what fits the limit."""
    return Figures.of(messages).told(limit)


def counted(count: int, word: str) -> str:
    """A number of things."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def quoted(text: str, most: int = QUOTED) -> str:
    """The beginning of a text on one line."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def unbroken(text: str) -> str:
    """The text with a question mark for each half of a surrogate pair: no JSON body can carry one."""
    return text.encode("utf-8", "replace").decode()


def clipped(text: str, limit: int, share: float = 0.7) -> str:
    """A text of at most `limit` tokens: its head and tail, and between them how much was left out.

    `share`: the head's part of what is kept.
    """
    if estimate(text) <= limit:
        return text
    room = int(limit * BYTES_PER_TOKEN)
    note = f"\n[{len(text):,} characters, cut here]\n"
    left = room - len(note)
    if left <= 0:
        return _within("…", room)
    head = _within(text, int(left * share))
    tail = _within(text[::-1], left - int(left * share))[::-1]
    return head + f"\n[{len(text) - len(head) - len(tail):,} characters left out]\n" + tail


def _within(text: str, most: int) -> str:
    """The longest beginning of a text that is at most so many UTF-8 bytes."""
    cut = text[: max(0, most)].encode("utf-8", "replace")[: max(0, most)]
    return cut.decode("utf-8", "ignore")


def ident(message: Message) -> str:
    """The id a summary names a message by."""
    return f"{message.key.uuid}.{message.key.block}"


def still_standing(stored: Iterable[Summary], messages: Iterable[Message]) -> Summary | None:
    """The first of these summaries whose messages all stand; a rewind may have taken some back."""
    found = list(stored)
    here = {ident(m) for m in messages} if found else set[str]()
    return next((summary for summary in found if here.issuperset(summary.ids)), None)


def client_summary(messages: Sequence[Message]) -> Summary | None:
    """The client's newest own compaction summary among these messages, standing for all before it."""
    for number in range(len(messages) - 1, -1, -1):
        found = messages[number]
        if is_client_summary(found):
            before = messages[:number]
            times = [m.at for m in before] or [found.at]
            tokens = sum(size(m) for m in before)
            ids = tuple(ident(m) for m in messages[: number + 1])
            return Summary(
                ident(found), found.text, Author.CLIENT, ids, min(times), max(times), tokens,
                estimate(found.text),
            )  # fmt: skip
    return None


def is_client_summary(message: Message) -> bool:
    """Whether the client itself summed up what stands before."""
    return message.kind is Kind.SUMMARY and not message.sidechain and bool(message.text.strip())


def with_text(summary: Summary, text: str) -> Summary:
    """The summary in other words: it stands for the same messages."""
    return Summary(
        summary.id, text, summary.author, summary.ids, summary.start, summary.end, summary.tokens_before,
        estimate(text),
    )  # fmt: skip


def joined(earlier: Summary | None, later: Summary, name: str) -> Summary:
    """Two summaries as one, in order, under this name."""
    if earlier is None:
        return later
    text = f"{earlier.text}\n{later.text}"
    return Summary(
        name, text, later.author, (*earlier.ids, *later.ids), min(earlier.start, later.start),
        max(earlier.end, later.end), earlier.tokens_before + later.tokens_before, estimate(text),
    )  # fmt: skip
