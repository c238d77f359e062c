"""Workers: the threads in which a model is called.

Owns which calls are under way and which summaries wait for one to end. Promises at most two at a time, and that
what came of each is handed back once. Never decides what is called for.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from extractor.extraction.job import Job
from extractor.models.model import Model
from extractor.service.call import Result, SummedUp
from extractor.service.learning import Learning

WORKERS = 2
"""Model calls under way at the same time: runs, and summaries for the next ones."""


class Workers:
    """Calls models in threads of their own. Everything else is asked of it in the loop's thread."""

    def __init__(self, learning: Learning, hand_back: Callable[[Result | SummedUp], None]) -> None:
        """`hand_back` is called in the worker's thread."""
        self._learning = learning
        self._hand_back = hand_back
        self.runs: dict[int, Job] = {}
        """Those under way, by their number."""
        self._summing = 0
        self._to_sum_up: deque[Job] = deque()

    @property
    def is_any_free(self) -> bool:
        """Whether a call may begin."""
        return len(self.runs) + self._summing < WORKERS

    def hold(self, job: Job) -> None:
        """Let the model hold a run."""
        self.runs[job.run] = job
        self._begin(self._learning.call, job, f"run-{job.run}")

    def sum_up(self, job: Job) -> None:
        """Let the model sum up what a finished run's lead-in left out, once `begin_waiting` finds a worker free."""
        self._to_sum_up.append(job)

    def begin_waiting(self) -> None:
        """Begin the summaries that wait, as far as workers are free."""
        while self._to_sum_up and self.is_any_free:
            job = self._to_sum_up.popleft()
            self._summing += 1
            self._begin(self._learning.summaries.make, job, f"summary-{job.run}")

    def came_back(self, done: Result | SummedUp) -> None:
        """A call was handed back: its worker is free."""
        if isinstance(done, Result):
            self.runs.pop(done.job.run, None)
        else:
            self._summing -= 1

    def _begin(self, ask: Callable[[Job, Model], Result | SummedUp], job: Job, name: str) -> None:
        model = self._learning.model(job)

        def work() -> None:
            self._hand_back(ask(job, model))

        # Daemon threads: a call that hangs must not keep the process from ending.
        threading.Thread(target=work, name=name, daemon=True).start()
