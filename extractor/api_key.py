"""The key of a paid model.

Owns where it is looked for. Promises that a key others may read is refused, and that it stands in no message; the
place it came from does.
"""

from __future__ import annotations

import shlex
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from extractor import fs
from extractor.config.places import PREFIX, config_file
from extractor.config.settings import Settings
from extractor.errors import ConfigError

CREDENTIAL = "anthropic_key"
"""The systemd credential's name."""


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key, and where a person mends it."""

    value: str = field(repr=False)
    place: str
    """The file, the credential or the variable, as messages name it."""


def api_key(settings: Settings, env: Mapping[str, str]) -> ApiKey:
    """The key for a paid model: from `key_file`, a systemd credential or the environment.

    Raises ConfigError when there is none or others may read the file. The key appears in no message.
    """
    if settings.key_file is not None:
        return ApiKey(_key_from(settings.key_file), f"key_file {settings.key_file}")
    if env.get("CREDENTIALS_DIRECTORY"):
        credential = Path(env["CREDENTIALS_DIRECTORY"]) / CREDENTIAL
        if credential.exists():
            return ApiKey(_key_from(credential), f"the systemd credential {CREDENTIAL}")
    for name in (f"{PREFIX}API_KEY", "ANTHROPIC_API_KEY"):
        if key := env.get(name):
            return ApiKey(key, name)
    raise ConfigError(
        "model = anthropic needs a key: put it into a file of mode 0600 and name it as key_file in "
        f"{config_file(env)}, or set {PREFIX}API_KEY"
    )


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
        raise ConfigError(f"others may read the key file {file}: run `chmod 600 {shlex.quote(str(file))}`")
    if not key:
        raise ConfigError(f"the key file {file} is empty: put the API key into it")
    return key
