"""Calls that wait for words hold up no others."""

from __future__ import annotations

import time

import anyio
import pytest
from anyio.to_thread import run_sync

from extractor.actions.witness import NotSaid
from extractor.commands.mcp_hearing import Hearing


def not_said() -> str:
    raise NotSaid("nobody said that")


class SaidLater:
    """Words that are heard at the third look."""

    looks = 0

    def __call__(self) -> str:
        self.looks += 1
        return "kept" if self.looks == 3 else not_said()


def test_words_that_are_heard_meanwhile_are_kept() -> None:
    async def asked() -> str:
        return await Hearing(within=5).heard(SaidLater())

    assert anyio.run(asked) == "kept"


def test_words_that_nobody_says_are_waited_for_so_long_only() -> None:
    async def asked() -> str:
        return await Hearing(within=0.3).heard(not_said)

    begun = time.monotonic()
    with pytest.raises(NotSaid):
        anyio.run(asked)
    assert 0.3 <= time.monotonic() - begun < 3


def test_what_is_taken_back_is_looked_for_no_more() -> None:
    said = SaidLater()

    async def asked() -> None:
        with anyio.move_on_after(0.1):
            await Hearing(within=5).heard(said)
        await anyio.sleep(0.6)

    anyio.run(asked)
    assert said.looks == 1


def test_however_many_wait_another_call_is_answered_at_once() -> None:
    async def asked() -> float:
        hearing = Hearing(within=30)
        async with anyio.create_task_group() as waiting:
            for _ in range(200):
                waiting.start_soon(hearing.heard, not_said)
            await anyio.sleep(0.1)
            begun = time.monotonic()
            await run_sync(lambda: None)
            took = time.monotonic() - begun
            waiting.cancel_scope.cancel()
        return took

    assert anyio.run(asked) < 1
