"""Where settings are written: a file, and variables of the environment.

Owns how each is read. Promises that a typo is named with its place and what was probably meant. Never judges a value.
"""

from __future__ import annotations

import difflib
import json
import os
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path

from pydantic import JsonValue

from extractor import fs
from extractor.config.places import PREFIX
from extractor.errors import ConfigError


def written_in(file: Path, known: Collection[str], *, is_named: bool) -> dict[str, JsonValue]:
    """The settings in a file; none where there is none, unless somebody named it. Raises ConfigError.

    `known`: the names of all there are.
    """
    fs.own_file(file)
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError as error:
        if is_named:
            raise ConfigError(f"{PREFIX}CONFIG names {file}, which does not exist: correct it") from error
        if (link := fs.dead_link(file)) is not None:  # what it would say of private files must not go unheard
            raise ConfigError(f"{link} is a link that leads to nothing: mend it or remove it") from error
        return {}
    except IsADirectoryError as error:
        raise ConfigError(f"{file} is a folder where a file is wanted: move it elsewhere") from error
    except NotADirectoryError as error:
        raise ConfigError(
            f"{fs.in_the_way(file)} is a file where a folder is wanted: move it elsewhere"
        ) from error
    except OSError as error:
        raise ConfigError(f"cannot read {file} ({error.strerror}): check its permissions") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file} is not valid TOML ({error}): correct it") from error
    for name in read:
        if name not in known:
            raise ConfigError(f"{file}: there is no setting {name!r}{_meant(name, known)}")
    return read


def told_in(env: Mapping[str, str], known: Collection[str], lists: Collection[str]) -> dict[str, object]:
    """The settings in variables; an empty one counts as not set. Raises ConfigError.

    `known`: the names of all there are. `lists`: those of several values.
    """
    _check_names(env, known)
    told = {name: text for name in known if (text := env.get(f"{PREFIX}{name.upper()}"))}
    return {name: _parts(name, text) if name in lists else text for name, text in told.items()}


def _parts(name: str, text: str) -> list[str]:
    """A list as a variable holds it: like a PATH, or as in the settings file.

    Raises ConfigError where it looks like a list and is neither: as one name it would fit nothing, without a word.
    """
    try:
        read = json.loads(text) if text.lstrip().startswith("[") else None
    except ValueError:
        read = None
    if isinstance(read, list) and all(isinstance(part, str) for part in read):
        return read
    if text.lstrip().startswith(('["', "['")) or "," in text:
        raise ConfigError(
            f'{PREFIX}{name.upper()}: {name} is not usable (a list is one{os.pathsep}two or ["one", "two"]; a name that'
            " holds a comma is written in the second form): correct it"
        )
    return [part for part in text.split(os.pathsep) if part]


def _check_names(env: Mapping[str, str], settings: Collection[str]) -> None:
    known = {f"{PREFIX}{name.upper()}" for name in settings}
    known |= {f"{PREFIX}CONFIG", f"{PREFIX}API_KEY"}
    for name in env:
        if name.startswith(PREFIX) and name not in known:
            close = difflib.get_close_matches(name, known, n=1, cutoff=0.85)
            if close:
                raise ConfigError(f"the environment sets {name}: did you mean {close[0]}?")


def _meant(name: str, known: Collection[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f": did you mean {close[0]!r}?" if close else ": `extractor config` prints all there are"
