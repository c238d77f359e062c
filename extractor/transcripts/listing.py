"""What lies in a client's folders, by name alone.

Owns the listing of one folder. Promises that a folder that is not there is empty and that one that cannot be
listed is told. Never opens a file, never follows a link.
"""

from __future__ import annotations

import os


def entries(path: str | os.PathLike[str], unlisted: list[str]) -> list[os.DirEntry[str]]:
    """The entries of a folder, in the order of their names.

    Appends one line with the reason to `unlisted` where it cannot be listed.
    """
    try:
        with os.scandir(path) as found:
            return sorted(found, key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):
        # Not there, or no longer: then nothing is in it.
        return []
    except OSError as error:
        unlisted.append(f"{os.fspath(path)}: cannot be listed ({error.strerror})")
        return []


def folders(path: str | os.PathLike[str], unlisted: list[str]) -> list[os.DirEntry[str]]:
    """The folders in a folder; links to folders are none."""
    return [entry for entry in entries(path, unlisted) if entry.is_dir(follow_symlinks=False)]


def files(path: str | os.PathLike[str], unlisted: list[str]) -> list[os.DirEntry[str]]:
    """The plain files in a folder; links to files are none."""
    return [entry for entry in entries(path, unlisted) if entry.is_file(follow_symlinks=False)]
