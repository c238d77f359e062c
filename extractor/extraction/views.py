"""Views of a session's exchanges, made once and kept as long as the exchanges are in sight.

Owns what was shown of an exchange before. Promises to tell exactly what making it anew would. Never keeps
a view of an exchange it does not hold itself. No I/O.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from extractor.domain import Message
from extractor.extraction.shown import LeadIn, compacted, lead_in, project_view, shown, tokens
from extractor.history.exchanges import Exchange
from extractor.history.summary import Summary
from extractor.history.timeline import Folding

SPARE = 1_000
"""Views of exchanges that are no longer in sight, before all are let go."""


class View(NamedTuple):
    """What is shown of an exchange."""

    of: Exchange
    """Held, so that no other exchange can take its place in memory while its view is known by that."""
    shown: Exchange
    tokens: int


class Views:
    """The views of one session's exchanges."""

    def __init__(self) -> None:
        self._views: dict[int, View] = {}
        """By the identity of the exchange: two that are alike cost more to compare than to view."""
        self._cited: dict[int, tuple[Exchange, list[Message]]] = {}
        self._folding: Folding | None = None
        self._last: tuple[list[Exchange], int, Summary | None, LeadIn] | None = None
        """What was compacted last, to what, with which summary, and what came of it."""

    def of(self, exchange: Exchange, folding: Folding) -> View:
        """What an extraction shows of the exchange."""
        if folding != self._folding:
            self._views.clear()
            self._folding = folding
        known = self._views.get(id(exchange))
        if known is None:
            view = project_view(exchange, folding)
            known = self._views[id(exchange)] = View(exchange, view, tokens(view))
        return known

    def cited(self, exchange: Exchange) -> list[Message]:
        """Its messages that can be cited, as far as they are shown."""
        known = self._cited.get(id(exchange))
        if known is None:
            said = [m._replace(text=shown(m)) for m in exchange.visible]
            known = self._cited[id(exchange)] = exchange, said
        return known[1]

    def lead_in(
        self, older: Sequence[Exchange], limit: int, stored: Summary | None, folding: Folding
    ) -> LeadIn:
        """`shown.lead_in` of the views of these exchanges."""
        views = [self.of(exchange, folding) for exchange in older]
        return lead_in([v.shown for v in views], limit, stored, [v.tokens for v in views], self._compacted)

    def _compacted(self, exchanges: Sequence[Exchange], limit: int, stored: Summary | None) -> LeadIn:
        said = list(exchanges)
        if self._last is None or self._last[:3] != (said, limit, stored):
            self._last = said, limit, stored, compacted(said, limit, stored)
        return self._last[3]

    def keep(self, count: int) -> None:
        """Let go of views that can no longer be asked for. `count`: exchanges in sight."""
        for views in (self._views, self._cited):
            if len(views) > 2 * count + SPARE:
                views.clear()
