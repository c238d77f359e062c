"""Files and folders whose text stays where it is.

Owns the question whether a path, or a tool call or output that names one, belongs to a private place. Promises that
a path counts however it is written: absolute, from home, from the working directory, in any form of Unicode, on
macOS in any letter case, and also by what it resolves to. Never opens a file: what resolves a path is handed in.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from fnmatch import translate
from functools import lru_cache
from itertools import islice

from extractor import fs
from extractor.memory.private.glob_words import may_name
from extractor.memory.private.listed_paths import listed
from extractor.memory.private.named_paths import (
    is_word,
    names_with_blanks,
    of_revisions,
    places,
    readings,
    words,
)
from extractor.memory.private.private_places import as_place, behind

_HOME = re.compile(r"""\$(?:HOME\b|\{HOME\})(?:\\?["'](?=/))?""")
"""How a text writes the home; a quotation mark that ends behind it ends no word."""
_SIGNS = re.compile(r"[*?]|\[[^]]+\]")
"""What a glob leaves open."""
_ESCAPED_BLANK = re.compile(r"\\{1,8} ")
_MOST_WORDS = 20_000
"""Words of one text that are looked at; what is longer counts as private."""


class PrivatePaths:
    """The places listed in the settings: folders and files, or globs (`*`, `?`, `[...]`, `**` for folders between).

    One without a slash is held to every part of a path, any other to the whole path and to its folders; one
    that begins with neither `/` nor `~` may stand anywhere. `real` tells what a whole path resolves to: a place
    that is a link when this is made is private with what is behind it. Raises ValueError for one that says no place.
    """

    def __init__(
        self,
        places: Sequence[str] = (),
        home: str = "~",
        platform: str = sys.platform,
        real: Callable[[str], str] = os.path.normpath,
    ) -> None:
        self._home = os.path.expanduser(home)
        self._platform = platform
        self._real = real
        written = [as_place(place, self._home) for place in places]
        meant = list(dict.fromkeys(each for place in written for each in (place, behind(place, real))))
        names = [fs.spelled(place, platform) for place in meant if "/" not in place]
        whole = [form for place in meant if "/" in place for way in _ways(place) for form in self._forms(way)]
        self._spelled = tuple(fs.spelled(place, platform) for place in meant)
        self._folders = tuple(place for place in whole if not _is_glob(place))
        self._parts = _one_of(names)
        self._paths = _one_of([place for place in whole if _is_glob(place)])
        self._of_words = tuple(pieces for place in (*names, *whole) if (pieces := _in_text(place)))
        """Of places that hold a blank or another sign that ends a word: what a text that names one holds, in order."""
        self._known = lru_cache(4096)(self._is_listed)

    def __bool__(self) -> bool:
        return bool(self._folders or self._parts or self._paths)

    def holds(self, path: str, cwd: str | None = None) -> bool:
        """Whether a path lies in a private place, as it is written or as it resolves. A relative one is taken from `cwd`."""
        if not self:
            return False
        joined = self._joined(path, cwd or "/")
        whole, real = _plain(os.path.normpath(joined)), self._real(joined)
        return any(map(self._known, self._forms(whole))) or (
            real != whole and any(map(self._known, self._forms(_plain(real))))
        )

    def named_in(self, text: str, cwd: str | None, root: str | None = None) -> bool:
        """Whether a text names a path in a private place: from `cwd`, or from a directory it says it goes to.

        Of a revision git tells a path from the `root` of the project.
        """
        if not self:
            return False
        text = _HOME.sub(lambda _: self._home, text)
        asked: dict[str, dict[str, None]] = {}
        for reading in readings(text):
            named = list(islice(words(reading), _MOST_WORDS + 1))
            if len(named) > _MOST_WORDS:
                return True
            all_named = dict.fromkeys((*named, *names_with_blanks(reading)))
            for base in self._from(reading, cwd or "/"):
                before = asked.setdefault(base, {})
                if any(self._is_meant(word, base) for word in all_named if word not in before):
                    return True
                before |= all_named
        if root is not None and any(self.holds(path, root) for path in of_revisions(text)):
            return True
        plain = fs.spelled(_ESCAPED_BLANK.sub(" ", text.replace("~/", f"{self._home}/")), self._platform)
        return any(_holds_in_order(plain, pieces) for pieces in self._of_words)

    def _is_meant(self, word: str, cwd: str) -> bool:
        """Whether a word of a call names a path in a private place, or may by a glob."""
        if self.holds(word, cwd):
            return True
        if "*" not in word and "?" not in word:
            return False
        whole = fs.spelled(_plain(os.path.normpath(self._joined(word, cwd))), self._platform)
        return any(may_name(whole, place) for place in self._spelled)

    def bases(self, text: str, cwd: str | None) -> list[str]:
        """The directories from which the paths of a call, and of what it returns, may be taken."""
        text = _HOME.sub(lambda _: self._home, text)
        return list(dict.fromkeys(base for way in readings(text) for base in self._from(way, cwd or "/")))

    def listed_in(self, output: str, bases: Sequence[str], root: str | None = None) -> bool:
        """Whether an output itself tells what is in a private file: it names one where a line or a difference begins.

        The names of a difference are taken from the `root` of the project too, and from the folders below it.
        """
        if not self:
            return False
        found = listed(output)
        if any(self.holds(name, base) for name in found.here for base in bases):
            return True
        tree = (
            list(dict.fromkeys(way for base in bases for way in _up_to(root, base))) if found.of_tree else []
        )
        return any(self.holds(name, base) for name in found.of_tree for base in tree)

    def _from(self, text: str, cwd: str) -> list[str]:
        """Each directory a text goes to from `cwd`, or from the one before."""
        bases, at = {cwd: None}, cwd
        for place in places(text):
            bases |= {self._joined(place, cwd): None, (at := self._joined(place, at)): None}
        return list(bases)

    def _joined(self, path: str, cwd: str) -> str:
        if path == "~" or path.startswith("~/"):
            path = self._home + path[1:]
        elif path.startswith("~"):
            path = _home_of(*path.partition("/"))
        path = _HOME.sub(lambda _: self._home, path)
        return os.path.join(cwd, path.removeprefix("file://"))

    def _forms(self, path: str) -> tuple[str, ...]:
        """A path as it is written, and without what macOS puts before it: either may lie in a private place."""
        forms = fs.spelled(path, self._platform), fs.compared(path, self._platform)
        return tuple(dict.fromkeys(forms))

    def _is_listed(self, path: str) -> bool:
        if any(path == folder or path.startswith(folder + "/") for folder in self._folders):
            return True
        parts = path.split("/")
        if self._parts is not None and any(self._parts.match(part) for part in parts if part):
            return True
        if self._paths is None:
            return False
        ways = ("/".join(parts[:number]) for number in range(2, len(parts) + 1))
        return any(self._paths.match(way) for way in ways)


def _plain(whole: str) -> str:
    # POSIX leaves two slashes at the beginning to each system: here they are one.
    return f"/{whole.lstrip('/')}" if whole.startswith("//") else whole


def _up_to(root: str | None, base: str) -> Iterator[str]:
    """A directory, and those above it up to the root of its project."""
    yield base
    if root is None:
        return
    while base.startswith(root + "/"):
        base = os.path.dirname(base)
        yield base
    yield root


def _ways(place: str) -> Iterator[str]:
    """The whole paths a place stands for: one from no root at the root and below any folder, `**` for none as well."""
    for whole in (place,) if place.startswith("/") else (f"/{place}", f"/*/{place}"):
        yield whole
        if (shorter := re.sub(r"/(\*\*/)+", "/", whole)) != whole:
            yield shorter


def _is_glob(place: str) -> bool:
    return any(sign in place for sign in "*?[")


def _in_text(place: str) -> tuple[str, ...]:
    """The pieces by which a place is found in a text whose words do not show it; none where they do."""
    pieces = tuple(piece for piece in _SIGNS.split(place) if piece)
    return () if all(map(is_word, pieces)) else pieces


def _holds_in_order(text: str, pieces: tuple[str, ...]) -> bool:
    at = 0
    for piece in pieces:
        found = text.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return True


@lru_cache(256)
def _home_of(user: str, slash: str, rest: str) -> str:
    return os.path.expanduser(user) + slash + rest


def _one_of(globs: Sequence[str]) -> re.Pattern[str] | None:
    return re.compile("|".join(translate(glob) for glob in globs)) if globs else None


NOWHERE = PrivatePaths()
"""No place is private."""
