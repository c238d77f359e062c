"""What git makes of a file that a client's connection changes in a project.

Owns the line a person is told, so that a path of this machine is not sent to others. Only reads.
"""

from __future__ import annotations

from pathlib import Path

from extractor.extraction.git_index import is_shown_as_new, is_tracked


def told(client: str, root: Path, path: Path) -> tuple[str, ...]:
    """What a person should know where a change names this machine in a file others may get with the repository."""
    if is_tracked(root, path.name):
        return (
            f"{client}: git tracks {path}: leave the change out of your commits, the path is this machine's",
        )
    if is_shown_as_new(root, path.name):
        return (f"{client}: git will show {path} as new: `{path.name}` in .git/info/exclude hides it",)
    return ()
