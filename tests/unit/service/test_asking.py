"""The ledger as a model's thread uses it: what cannot be booked now is booked later."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

import pytest

from extractor.archive.ledger import Call, Ceilings
from extractor.domain import Usage
from extractor.errors import ConfigError, StoreFailed
from extractor.service.asking import AskingLedger
from tests.support.scripted import Desk

CALL = Call("2026-03-02", 1, "m", 1_000, 100, None)


class Held:
    """The state file's ledger while another process holds the file, for so many calls."""

    def __init__(self, desk: Desk, times: int) -> None:
        self.ledger = desk.archive.ledger
        self.left = times

    def _wait(self) -> None:
        self.left -= 1
        if self.left >= 0:
            raise StoreFailed("the state file is held by another process")

    def reserve(self, call: Call, ceilings: Ceilings) -> int:
        self._wait()
        made = self.ledger.reserve(call, ceilings)
        assert isinstance(made, int)
        return made

    def reconcile(self, reservation: int, usage: Usage, cost: int | None) -> None:
        self._wait()
        self.ledger.reconcile(reservation, usage, cost)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


def test_a_call_is_booked_once_the_state_file_can_be_written_again(desk: Desk) -> None:
    posted: SimpleQueue[Callable[[], None]] = SimpleQueue()
    asking = AskingLedger(Held(desk, 2), posted.put)
    with ThreadPoolExecutor() as model:
        reserved = model.submit(lambda: asking.reserve(CALL, Ceilings(5_000)))
        for _ in range(2):
            with pytest.raises(StoreFailed, match="held"):
                posted.get(timeout=5)()  # the loop hears of it each time, and waits
        posted.get(timeout=5)()
        assert reserved.result(timeout=5) == 1
        booked = model.submit(lambda: asking.reconcile(1, Usage(input=700, output=7), None))
        posted.get(timeout=5)()
        booked.result(timeout=5)
    assert desk.archive.ledger.spent("2026-03-02").input == 700


def test_any_other_failure_comes_back_to_who_asked(desk: Desk) -> None:
    def broken(_call: Call, _ceilings: Ceilings) -> int:
        raise ConfigError("the state file was moved")

    posted: SimpleQueue[Callable[[], None]] = SimpleQueue()
    ledger = Held(desk, 0)
    ledger.reserve = broken  # type: ignore[method-assign]
    with ThreadPoolExecutor() as model:
        answer = model.submit(lambda: AskingLedger(ledger, posted.put).reserve(CALL, Ceilings(5_000)))
        with pytest.raises(ConfigError):
            posted.get(timeout=5)()
        with pytest.raises(ConfigError, match="moved"):
            answer.result(timeout=5)
