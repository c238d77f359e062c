"""The key of a paid model.

Owns where it is looked for. Promises that a key others may read is refused, and that it stands in no message.
"""

from __future__ import annotations

import stat
from collections.abc import Mapping
from pathlib import Path

from extractor import fs
from extractor.config import Settings
from extractor.config_places import PREFIX, config_file
from extractor.errors import ConfigError


def api_key(settings: Settings, env: Mapping[str, str]) -> str:
    """The key for a paid model: from `key_file`, a systemd credential or the environment.

    Raises ConfigError when there is none or others may read the file. The key appears in no message.
    """
    file = settings.key_file
    if file is None and env.get("CREDENTIALS_DIRECTORY"):
        credential = Path(env["CREDENTIALS_DIRECTORY"]) / "anthropic_key"
        file = credential if credential.exists() else None
    if file is not None:
        return _key_from(file)
    key = env.get(f"{PREFIX}API_KEY") or env.get("ANTHROPIC_API_KEY") or ""
    if not key:
        raise ConfigError(
            "model = anthropic needs a key: put it into a file of mode 0600 and name it as key_file in "
            f"{config_file(env)}, or set {PREFIX}API_KEY"
        )
    return key


def _key_from(file: Path) -> str:
    fs.own_file(file)
    try:
        mode = file.stat().st_mode
        if not stat.S_ISREG(mode):
            raise ConfigError(
                f"the key file {file} is no regular file: put the API key into one of mode 0600"
            )
        key = file.read_text(encoding="utf-8-sig").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read the key file {file}: check that it exists and is yours") from error
    if mode & 0o077:
        raise ConfigError(f"others may read the key file {file}: run `chmod 600 {file}`")
    if not key:
        raise ConfigError(f"the key file {file} is empty: put the API key into it")
    return key
