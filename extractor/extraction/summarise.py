"""Summaries by a model: what the lead-in had to leave out, put into words for the next run.

Owns the request for a summary. Promises that only what the project level shows is sent, through the same
meter as any call, that a secret stored under older rules is neither sent nor kept with it, and that a summary
that fails costs the run nothing. No I/O of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, tzinfo

from extractor.domain import Kind, Message, Speaker
from extractor.errors import ModelUnavailable
from extractor.extraction.prompt import render
from extractor.history.breaker import Breaker
from extractor.history.budget import size
from extractor.history.compaction import COMPRESSED
from extractor.history.exchanges import Exchange
from extractor.history.summary import Author, Summariser, Summary, ident, summed_up
from extractor.memory.redaction.redact import redact
from extractor.models.model import Briefing, Model, Request, Stop

LEAST = 60
"""Tokens a summary is always given."""

MOST = 1_500
"""Tokens a summary is given at most: it is sent with every later run of the session."""


def by_model(model: Model, template: str, tz: tzinfo = UTC) -> Summariser:
    """A summariser that asks this model, once, without tools. It raises what the model raises."""

    def write(messages: Sequence[Message], limit: int) -> str:
        request = Request(
            system=template,
            tools=(),
            stable=(),
            fresh=redact(f"At most {limit} tokens.\n\n{render(Exchange(tuple(messages)), tz)}"),
            briefing=Briefing((), (), (), date.min),
            max_output=max(LEAST, limit),
        )
        reply = model.reply(request)
        if reply.stop in (Stop.REFUSAL, Stop.REJECTED):
            raise ModelUnavailable(f"the model gave no summary ({reply.detail or reply.stop.value})")
        if not reply.text.strip():
            raise ModelUnavailable("the model gave no summary (its answer holds no words)")
        return redact(reply.text)

    return write


@dataclass(frozen=True, slots=True)
class SumUp:
    """The task of summing up what a lead-in left out, and what came of it."""

    gone: tuple[Message, ...]
    breaker: Breaker
    before: Summary | None = None
    """What was summed up earlier: the new summary takes it in."""

    @property
    def subject(self) -> str:
        """What is asked, for the breaker."""
        return f"{ident(self.gone[0])}..{ident(self.gone[-1])}" if self.gone else ""

    @property
    def is_due(self) -> bool:
        """Whether there is something to sum up and the breaker lets it through."""
        return bool(self.gone) and self.breaker.allows(self.subject)

    def carry_out(self, write: Summariser) -> Summary:
        """The summary. Raises what `write` raises, and ValueError where it wrote nothing."""
        ids = [ident(m) for m in self.gone]
        said = list(self.gone)
        if self.before is not None:
            ids = [*self.before.ids, *ids]
            said = [said[0]._replace(speaker=Speaker.SYSTEM, kind=Kind.SUMMARY, text=self.before.text), *said]
        limit = min(MOST, max(LEAST, int(sum(size(m) for m in said) * COMPRESSED)))
        return summed_up(said, ids, limit, self.subject, write, Author.MODEL)
