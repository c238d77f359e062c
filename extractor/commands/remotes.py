"""Remotes: what a repository is a clone of.

Owns how an address is compared with another. Promises that what names or admits a person is no part of it, and
that git is not run. Only reads.
"""

from __future__ import annotations

import re
from pathlib import Path

from extractor import fs

_ORIGIN = re.compile(r'\[remote "origin"\][^\[]*?\n[ \t]*url[ \t]*=[ \t]*(?P<url>\S+)')
_HOST_AND_PATH = re.compile(
    r"(?:[a-z+]+://)?(?:[^@/]*@)?(?P<host>[^/:]+)(?::\d+(?=/))?[:/]+(?P<path>.+?)(?:\.git)?/?$"
)
_MOST_READ = 65_536
"""Bytes of a repository's configuration."""


def remote_of(root: str) -> str | None:
    """Host and path of a repository's `origin`, without what names or admits a person; None where it has none."""
    config = fs.read_plain(Path(root) / ".git" / "config", most=_MOST_READ)
    origin = _ORIGIN.search(config.decode("utf-8", "replace")) if config else None
    named = _HOST_AND_PATH.match(origin["url"]) if origin else None
    return f"{named['host'].lower()}/{named['path'].strip('/')}" if named else None
