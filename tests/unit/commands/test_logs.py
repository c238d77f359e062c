"""Every line of the log is a JSON object, also what the library that watches folders says."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest

from extractor.commands.logs import set_up_logs


@pytest.fixture
def loggers() -> Iterator[list[logging.Logger]]:
    """The loggers that are set up, as they were before afterwards."""
    found = [logging.getLogger(name) for name in ("extractor", "watchdog")]
    before = [(each, each.handlers, each.propagate, each.level) for each in found]
    yield found
    for each, handlers, propagate, level in before:
        each.handlers, each.propagate = handlers, propagate
        each.setLevel(level)


def test_what_the_watching_library_says_is_a_line_like_any(
    loggers: list[logging.Logger], capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logs(is_on=True)
    inotify = logging.getLogger("watchdog.observers.inotify")
    inotify.error("no room left to watch")
    inotify.error("InotifyEmitter.queue_events() called when the thread is inactive")
    inotify.warning("of no account")
    loggers[0].info("begun")
    told = [json.loads(line)["message"] for line in capsys.readouterr().err.splitlines()]
    assert told == ["no room left to watch", "begun"]
