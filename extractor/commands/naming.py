"""Which project a name on the command line means.

Owns how a project is named. Promises that a name means one project, with those that share its memory, or none.
Only reads.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from extractor.errors import ConfigError, UsageError, is_text
from extractor.extraction.folders import Places, project_root

MOST_NAMED = 3
"""Projects that are named where a word fits several, or none."""


def named(name: str, known: Sequence[str], where: Places) -> list[str]:
    """The root of the project of this name, and behind it those that are joined with it.

    `name`: a project's directory, or the end of its path; `known`: the roots there are. Raises ConfigError where it
    fits projects that are not joined, or none, UsageError where it is empty.
    """
    check_name(name)
    groups: list[list[str]] = []
    for root in _fitting(name, known):
        if not any(root in group for group in groups):
            groups.append(where.alike(root, known))
    if len(groups) > 1:
        raise ConfigError(
            f"{name} names {len(groups)} projects: give the whole path of one: {_some([g[0] for g in groups])}"
        )
    return [recorded(groups[0][0]), *groups[0][1:]]


def check_name(name: str) -> None:
    """Raise UsageError for a name that is none."""
    if not name.strip():
        raise UsageError("--project is empty: give a project's directory, or leave it out")


def recorded(root: str) -> str:
    """A project's root as the archive holds it. Raises ConfigError where its name cannot be written down."""
    if not is_text(root):
        raise ConfigError(f"the folder {root} has a name that is not UTF-8: rename it")
    return root


def _fitting(name: str, known: Sequence[str]) -> list[str]:
    if name not in (".", "..") and not name.startswith(("./", "../", "/", "~")):
        found = [root for root in known if _ends(root, name)]
        if found:
            return found
    written = os.path.abspath(os.path.expanduser(name))
    path = os.path.realpath(written)
    for place in (written, path):  # a project's folder may lead to another one's since
        if place in known:
            return [place]
    if not os.path.isdir(path):
        there = (
            f"there are {_some(known)}: `extractor projects` tells of all"
            if known
            else "nothing is archived yet"
        )
        raise ConfigError(f"no session was held in a project {name}, and it is no directory: {there}")
    return [project_root(path)]


def _ends(root: str, name: str) -> bool:
    """Whether a path ends with a name; a session may have been held on Windows."""
    if not root.startswith("/"):
        root, name = root.replace("\\", "/"), name.replace("\\", "/")
    return f"/{root}".endswith(f"/{name.strip('/')}")


def _some(roots: Sequence[str]) -> str:
    return ", ".join(roots[:MOST_NAMED]) + (" and more" if len(roots) > MOST_NAMED else "")
