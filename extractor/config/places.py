"""Places the environment names: the home, the folders of clients, the settings file.

Owns where each stands where no setting says otherwise. Promises that a place never depends on the directory a command
is given in. Never looks into one.
"""

from __future__ import annotations

import os
import pwd
from collections.abc import Mapping
from pathlib import Path

from extractor.errors import ConfigError
from extractor.transcripts.paths import (
    claude_config_dir,
    codex_home,
    gemini_folder,
    opencode_folder,
    opencode_settings,
)

PREFIX = "EXTRACTOR_"


def _xdg(env: Mapping[str, str], name: str, fallback: str) -> Path:
    """An XDG base directory: the variable when it names an absolute path, else the usual place."""
    named = env.get(name, "")
    return Path(named) if named.startswith("/") else home(env) / fallback


def home(env: Mapping[str, str]) -> Path:
    """The person's home directory: `HOME`, else the one the system knows. Raises ConfigError where it knows none."""
    if named := env.get("HOME"):
        return Path(named)
    try:
        return Path(pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError as error:
        raise ConfigError("the system knows no home directory of yours: set HOME") from error


def absolute(path: Path) -> Path:
    """A path as it is meant, `~` read as the home. Raises ValueError where it is none from the root or home."""
    if "\0" in str(path):
        raise ValueError("no path holds a NUL")
    try:
        # expanduser(3) takes an empty HOME for the root.
        whole = home(os.environ).joinpath(*path.parts[1:]) if path.parts[:1] == ("~",) else path.expanduser()
    except RuntimeError as error:
        raise ValueError(str(error)) from error
    if not whole.is_absolute():
        what = (
            "it is empty or where you are"
            if path == Path()
            else f"the place {path} depends on the directory you are in"
        )
        raise ValueError(f"{what}: a place begins with / or ~")
    return whole


def usual_places(env: Mapping[str, str]) -> dict[str, Path]:
    """The places that depend on the environment, by the settings' names: where nothing else is set."""
    state = env.get("STATE_DIRECTORY", "").split(":")[0]
    return {
        "state_dir": Path(state) if state else _xdg(env, "XDG_STATE_HOME", ".local/state") / "extractor",
        "data_dir": _xdg(env, "XDG_DATA_HOME", ".local/share") / "extractor",
        "claude_dir": claude_config_dir(env, home(env)),
        "codex_dir": codex_home(env, home(env)),
        "gemini_dir": gemini_folder(env, home(env)),
        "opencode_dir": opencode_folder(env, home(env)),
        "opencode_config_dir": opencode_settings(env, home(env)),
    }


def config_file(env: Mapping[str, str]) -> Path:
    """Where the settings file is looked for. Raises ConfigError where EXTRACTOR_CONFIG names no place."""
    named = env.get(f"{PREFIX}CONFIG")
    if not named:
        return _xdg(env, "XDG_CONFIG_HOME", ".config") / "extractor" / "config.toml"
    try:
        return absolute(Path(named))
    except ValueError as error:
        raise ConfigError(f"{PREFIX}CONFIG is not usable ({error}): correct it") from error
