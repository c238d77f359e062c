"""What something costs, as others at work on the machine do not change it."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

TRIES = 3


def least_seconds(of: Callable[[], object]) -> float:
    """Seconds of processor time that a call takes in this process, the least of a few tries."""
    took: list[float] = []
    for _ in range(TRIES):
        begun = process_time()
        of()
        took.append(process_time() - begun)
    return min(took)


def grows_as_it_does(of: Callable[[str], object], unit: str, times: int, before: str = "") -> bool:
    """Whether four times as much text costs about four times as much: less than eight, but for a tenth of a second.

    `before`: what stands once at its beginning.
    """
    small, large = before + unit * times, before + unit * (4 * times)
    return least_seconds(lambda: of(large)) < 8 * least_seconds(lambda: of(small)) + 0.1
