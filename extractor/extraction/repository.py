"""A git repository as its files tell it: where it keeps itself, and which work tree is the main one.

Owns the reading of git's `.git` files. Promises that git itself is not run, that nothing but small plain files is
opened, and that no folder passes for another repository's which that repository does not know. Only reads.
"""

from __future__ import annotations

import os
from pathlib import Path

from extractor import fs


def git_dir(root: Path) -> Path | None:
    """Where the repository of a work tree keeps itself; None where it is none, or does not say."""
    mark = root / ".git"
    if mark.is_dir():
        return mark
    line = _line(mark)
    if not line.startswith("gitdir:"):
        return None
    return (root / line.removeprefix("gitdir:").strip()).resolve()


def main_work_tree(root: Path) -> str | None:
    """The main work tree behind a linked one, of whose `.git` file git knows; None where it is none.

    The file alone proves nothing: an archive may bring any along. What git keeps of its work trees lies in the
    repository itself and names that very file.
    """
    own = git_dir(root)
    common = _line(own / "commondir") if own else ""
    if own is None or not common:
        return None
    shared = (own / common).resolve()
    if own.parent != (shared / "worktrees").resolve() or not _leads_back(own, root):
        return None
    return str(shared.parent) if shared.name == ".git" else str(shared)


def _leads_back(own: Path, root: Path) -> bool:
    named = own / _line(own / "gitdir")
    linked, real = os.path.realpath(named.parent), os.path.realpath(root)
    return named.name == ".git" and fs.compared(linked) == fs.compared(real)


def _line(file: Path) -> str:
    """What one of git's small files says; empty where it cannot be read."""
    return (fs.read_plain(file, file.parent) or b"").decode("utf-8", "surrogateescape").strip()
