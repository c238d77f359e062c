"""Logs: one JSON line an event on standard error.

Owns the formatter. Promises ids, names and counts, never words of a conversation. Never writes a file.
"""

from __future__ import annotations

import logging
import sys
import warnings

from extractor.commands.json_text import json_text
from extractor.domain import Milliseconds
from extractor.moment import iso

FIELDS = ("event", "run", "session", "path", "outcome", "added", "changed", "due", "seconds", "settings")


class JsonLines(logging.Formatter):
    """Formats a record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Time (UTC), level, message and the known fields of the record."""
        line: dict[str, object] = {
            "at": iso(Milliseconds(int(record.created * 1000))),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        for name in FIELDS:
            value = getattr(record, name, None)
            if value is not None:
                line[name] = value
        return json_text(line)


def set_up_logs(is_on: bool) -> None:
    """Send the service's events to standard error, or only what is wrong."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name, level in (("extractor", logging.INFO if is_on else logging.ERROR), ("watchdog", logging.ERROR)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level)
    # watchdog calls it an error that a watch it was told to stop was just about to look once more.
    handler.addFilter(lambda record: "called when the thread is inactive" not in record.getMessage())
    # watchdog warns of its own bookkeeping when a folder appears while it is being added; nothing is lost,
    # and the timed scan is the truth anyway.
    warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"watchdog\.")
