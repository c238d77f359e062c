"""Large removals: when a run would take too much of a folder away.

Owns how much that is. Promises that each home is counted by itself, since each is a folder of its own. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from extractor.domain import Reach

GUARDED_FOLDER = 4
"""Files from which on a folder is kept from large removals."""
MAX_REMOVED_SHARE = 4
"""One in so many files of such a folder may go in one run."""


def large_removals(
    before: Collection[str], left: Collection[str], elsewhere: Mapping[str, Reach]
) -> dict[str, str]:
    """The files that are gone of a folder that loses too many, each with what to say of it.

    `before`, `left`: the names of the files. `elsewhere`: the homes of those that do not stand in the project's folder.
    """
    found: dict[str, str] = {}
    for home in {elsewhere.get(name) for name in before}:
        stood = [name for name in before if elsewhere.get(name) is home]
        gone = sorted(name for name in stood if name not in left)
        if len(stood) >= GUARDED_FOLDER and len(gone) * MAX_REMOVED_SHARE > len(stood):
            files = f"{home} files" if home else "files"
            share = f"{len(gone)} of {len(stood)} {files} would be gone; at most a quarter may in one run"
            found |= dict.fromkeys(gone, f"not removed: {share}")
    return found
