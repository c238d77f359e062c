"""What a shell's environment says of where things lie: handed to the service, which has no shell's environment.

Owns which variables those are. Promises that a service given them keeps its state where the commands of that shell
look for it. Never hands on a key, nor a setting of another kind: those are named.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from extractor.config.places import PREFIX, home
from extractor.config.settings import Settings
from extractor.errors import ConfigError
from extractor.service.unit import Variables

_NAMES = (
    *("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "STATE_DIRECTORY"),
    *("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME"),
    "CLAUDE_CODE_DISABLE_AUTO_MEMORY",  # with the client's own memory off, ours stands elsewhere
    f"{PREFIX}CONFIG",
    *(f"{PREFIX}{name.upper()}" for name in Settings.model_fields if name.endswith("_dir")),
    f"{PREFIX}PLAIN_FOLDERS",
)
_SETTINGS = frozenset(f"{PREFIX}{name.upper()}" for name in Settings.model_fields) - {*_NAMES}


def handed_over(env: Mapping[str, str]) -> Variables:
    """The variables that are set and say where things lie; `HOME` where it is not the account's own."""
    own, accounts = env.get("HOME"), _accounts_home()
    is_accounts = (
        own is not None and accounts is not None and os.path.realpath(own) == os.path.realpath(accounts)
    )
    names = _NAMES if is_accounts else ("HOME", *_NAMES)
    return [(name, held) for name in names if (held := env.get(name))]


def held_back(env: Mapping[str, str]) -> list[str]:
    """The names of variables that are set and hold a setting of another kind: the service does not see them."""
    return sorted(name for name in _SETTINGS if env.get(name))


def _accounts_home() -> str | None:
    """The home a service is given by the system."""
    try:
        return os.fspath(home({}))
    except ConfigError:
        return None  # the account has none: then the shell's is the only one
