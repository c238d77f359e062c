"""Where the clients keep their files.

Owns the slug (Claude Code's folder name of a working directory) and each client's own folder.
Promises the client's own spelling, character for character. Never touches the disk.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_LONGEST = 200
_OTHER = re.compile("[^A-Za-z0-9]")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def slug(path: str) -> str:
    """The folder name the client gives a working directory (`path`: absolute, symbolic links resolved).

    Every UTF-16 unit that is no ASCII letter or digit becomes a hyphen. A name of more than 200 is cut
    there and gets a hash of the whole path. It cannot be turned back into the path.
    """
    units = _units(path)
    name = "".join(chr(unit) if unit < 128 else "-" for unit in units)
    name = _OTHER.sub("-", name)
    return name if len(name) <= _LONGEST else f"{name[:_LONGEST]}-{_base36(abs(_hash(units)))}"


def _units(path: str) -> list[int]:
    data = path.encode("utf-16-le", "surrogatepass")
    return [low | high << 8 for low, high in zip(data[::2], data[1::2], strict=True)]


def _hash(units: list[int]) -> int:
    """The 32-bit signed string hash of the client: h * 31 + unit."""
    value = 0
    for unit in units:
        value = (value * 31 + unit) & 0xFFFFFFFF
    return value - 0x100000000 if value >= 0x80000000 else value


def _base36(number: int) -> str:
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if not number:
            return digits


def claude_config_dir(env: Mapping[str, str], home: Path) -> Path:
    """The client's folder: `CLAUDE_CONFIG_DIR` where it is set, else `.claude` in the home folder."""
    named = env.get("CLAUDE_CONFIG_DIR")
    return Path(named) if named else home / ".claude"


def codex_home(env: Mapping[str, str], home: Path) -> Path:
    """Codex' folder: `CODEX_HOME` where it is set, else `.codex` in the home folder."""
    named = env.get("CODEX_HOME")
    return Path(named) if named else home / ".codex"


def gemini_folder(env: Mapping[str, str], home: Path) -> Path:
    """Gemini CLI's folder: `.gemini` in the folder `GEMINI_CLI_HOME` names, else in the home folder."""
    named = env.get("GEMINI_CLI_HOME")
    return (Path(named) if named else home) / ".gemini"


def opencode_folder(env: Mapping[str, str], home: Path) -> Path:
    """OpenCode's data folder: in the folder `XDG_DATA_HOME` names, else in `.local/share` of the home folder."""
    named = env.get("XDG_DATA_HOME", "")
    return (Path(named) if named.startswith("/") else home / ".local" / "share") / "opencode"


def opencode_settings(env: Mapping[str, str], home: Path) -> Path:
    """The folder of OpenCode's settings: in the folder `XDG_CONFIG_HOME` names, else in `.config` of the home folder."""
    named = env.get("XDG_CONFIG_HOME", "")
    return (Path(named) if named.startswith("/") else home / ".config") / "opencode"
