"""Changes of two folders are one: killed or failing anywhere, both folders are old or both become new."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from extractor.errors import StoreFailed
from extractor.memory.journal import IntentState
from extractor.memory.store import Part, commit_together
from tests.unit.memory.test_store import (
    BEFORE,
    CHANGES,
    DONE,
    LATER,
    NOW,
    KillNow,
    Steps,
    World,
    hook,
    kill,
)

Pair = tuple[World, World]


@pytest.fixture
def pairs(tmp_path: Path) -> Iterator[Callable[[], Pair]]:
    """Two folders over one journal."""
    made: list[World] = []

    def make() -> Pair:
        one, other = World(tmp_path / f"a{len(made)}"), World(tmp_path / f"b{len(made)}")
        other.journal = one.journal
        made.extend((one, other))
        return one, other

    yield make
    for world in made:
        world.close()


def together(pair: Pair, kernel: Steps) -> None:
    one, other = (world.store(kernel) for world in pair)
    commit_together([Part(one, 1, CHANGES), Part(other, 2, CHANGES)])
    one.sweep(NOW)
    other.sweep(NOW)


def recovered(pair: Pair) -> list[dict[str, bytes]]:
    for world in pair:
        assert world.store().recover().conflicts == ()
        world.store().sweep(LATER)
        assert world.temps() == []
    return [world.files() for world in pair]


def test_two_folders_are_changed_each_under_its_own_run(pairs: Callable[[], Pair]) -> None:
    pair = pairs()
    together(pair, Steps())
    assert [world.files() for world in pair] == [DONE, DONE]
    runs = {intent.folder: intent.run for intent in pair[0].journal.intents.values()}
    assert runs == {str(pair[0].path): 1, str(pair[1].path): 2}


def test_killed_at_any_step_both_are_old_or_both_become_new(pairs: Callable[[], Pair]) -> None:
    for number in count(1):
        pair = pairs()
        kernel = Steps(hook({number: kill}))
        try:
            together(pair, kernel)
        except KillNow:
            pass
        is_begun = bool(pair[0].journal.intents)
        assert recovered(pair) == ([DONE, DONE] if is_begun else [BEFORE, BEFORE]), f"step {number}"
        assert {i.state for i in pair[0].journal.intents.values()} <= {IntentState.CLOSED}
        for world in pair:
            world.close()
        if not kernel.is_dead:
            assert number > 60
            return


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_a_disk_that_fails_at_any_step_is_told_and_nothing_is_lost(
    pairs: Callable[[], Pair], code: int
) -> None:
    told = 0
    for number in range(1, 120, 2):
        pair = pairs()

        def fail(at: int, _call: str, failing: int = number) -> None:
            if at == failing:
                raise OSError(code, "the disk failed")

        try:
            together(pair, Steps(fail))
        except StoreFailed:
            told += 1
        except OSError:
            pass  # the journal's own call
        is_begun = bool(pair[0].journal.intents)
        assert recovered(pair) == ([DONE, DONE] if is_begun else [BEFORE, BEFORE]), f"step {number}"
        for world in pair:
            world.close()
    assert told > 20
