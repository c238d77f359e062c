"""When a run would take too much of a folder away."""

from __future__ import annotations

import pytest

from extractor.domain import Reach
from extractor.memory.large_removals import large_removals


def names(count: int, of: str = "f") -> list[str]:
    return [f"{of}{number}.md" for number in range(count)]


@pytest.mark.parametrize(("stood", "gone"), [(1, 1), (3, 3), (4, 1), (8, 2), (7, 1)])
def test_a_small_folder_and_up_to_a_quarter_of_a_larger_one_may_go(stood: int, gone: int) -> None:
    assert large_removals(names(stood), names(stood)[gone:], {}) == {}


@pytest.mark.parametrize(("stood", "gone"), [(4, 2), (7, 2), (8, 3), (20, 20)])
def test_beyond_a_quarter_each_file_that_is_gone_is_told(stood: int, gone: int) -> None:
    found = large_removals(names(stood), names(stood)[gone:], {})
    assert list(found) == sorted(names(stood)[:gone])
    assert set(found.values()) == {
        f"not removed: {gone} of {stood} files would be gone; at most a quarter may in one run"
    }


def test_each_home_is_counted_by_itself() -> None:
    own, persons = names(12), names(4, "p")
    elsewhere = dict.fromkeys(persons, Reach.PERSONAL)
    found = large_removals([*own, *persons], [*own[1:], *persons[2:]], elsewhere)
    assert list(found) == persons[:2]
    assert all("2 of 4 personal files" in told for told in found.values())


def test_a_new_file_makes_up_for_none_that_is_gone() -> None:
    assert large_removals(names(4), [*names(4)[2:], *names(9, "new")], {}) != {}
