"""Questions to the loop: how a model's thread uses the ledger without owning a database connection.

Owns the hand-over of one call and its answer. Promises that an answer or the failure comes back to the
thread that asked, and that one that waits for the state file loses nothing that was paid for. Never touches the
database itself.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from extractor.archive.ledger import Call, Ceilings, Refused
from extractor.domain import Usage
from extractor.errors import StoreFailed
from extractor.models.metered import Ledger

T = TypeVar("T")


class AskingLedger:
    """A ledger whose every call is carried out by the loop, which owns the database."""

    def __init__(self, ledger: Ledger, post: Callable[[Callable[[], None]], None]) -> None:
        self._ledger = ledger
        self._post = post

    def reserve(self, call: Call, ceilings: Ceilings) -> int | Refused:
        """Set aside the worst case of a call; what refuses it, when a ceiling would be passed."""
        return self._ask(lambda: self._ledger.reserve(call, ceilings))

    def reconcile(self, reservation: int, usage: Usage, cost: int | None) -> None:
        """Put what a call really used in place of what was reserved."""
        self._ask(lambda: self._ledger.reconcile(reservation, usage, cost))

    def _ask(self, what: Callable[[], T]) -> T:
        answer: Future[T] = Future()

        def carry_out() -> None:
            try:
                answer.set_result(what())
            except StoreFailed:
                # The loop waits until the state file can be written, and so does a run whose replies were paid for.
                self._post(carry_out)
                raise
            except BaseException as error:
                answer.set_exception(error)
                raise

        self._post(carry_out)
        return answer.result()
