"""Words that other tools have for what a command of ours does.

Owns which command is meant by them. Promises that none of them is a command. Runs nothing.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from extractor.errors import UsageError

MEANT = {
    **dict.fromkeys(("search", "find", "grep", "query"), "recall"),
    **dict.fromkeys(("add", "note", "save", "memorize", "memorise"), "remember"),
    **dict.fromkeys(("delete", "remove", "rm", "del", "erase", "purge"), "forget"),
    **dict.fromkeys(("ls", "memories", "files"), "list"),
    **dict.fromkeys(("cat", "view", "open", "edit"), "show"),
    **dict.fromkeys(("blame", "explain", "source"), "why"),
    **dict.fromkeys(("runs", "changes"), "log"),
    **dict.fromkeys(("revert", "rollback", "restore"), "undo"),
    **dict.fromkeys(("start", "watch", "follow", "daemon"), "run"),
    **dict.fromkeys(("learn", "scan", "sync", "import"), "once"),
    **dict.fromkeys(("check", "test", "health"), "doctor"),
    **dict.fromkeys(("settings", "configure"), "config"),
    **dict.fromkeys(("summary", "sessions", "toc"), "digest"),
    "session": "history",
    "setup": "connect",
    "install": "service install",
    "uninstall": "service uninstall",
    "help": "--help",
    "version": "--version",
}


def expect_a_command(argv: Sequence[str]) -> None:
    """Raise UsageError where the command is another tool's word for one of ours."""
    word = argv[1] if len(argv) > 1 else ""
    if word == "help" and len(argv) > 2:
        raise UsageError(f"there is no command help: write `extractor {shlex.quote(argv[2])} --help`")
    if word in MEANT:
        raise UsageError(f"there is no command {word}: did you mean `extractor {MEANT[word]}`?")
