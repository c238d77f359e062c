"""`service`: the user unit, installed and taken away with a yes.

Owns how the unit is found for this person and this installation. Promises to say where a key must lie.
Never writes without being told to.
"""

from __future__ import annotations

import getpass
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from extractor.config import config_file, home, packaged
from extractor.service.unit import Call, Unit, call, config_home

Ask = Callable[[str], bool]


def install(env: Mapping[str, str], ask: Ask, say: Callable[[str], None]) -> dict[str, str]:
    """Show, ask, write, start."""
    done = unit(env).install(ask, say)
    done["key"] = (
        f"a key for a paid model lies in a file of mode 0600 that key_file in {config_file(env)} names;"
        " the service does not see your shell's environment"
    )
    return done


def uninstall(env: Mapping[str, str], ask: Ask) -> dict[str, str]:
    """Stop and remove, after a yes."""
    return unit(env).uninstall(ask)


def unit_status(env: Mapping[str, str]) -> dict[str, str]:
    """How the unit is."""
    return unit(env).status()


def unit(env: Mapping[str, str], ask_systemd: Call = call) -> Unit:
    """The unit of the person who gives the command, for the command they gave."""
    template = (packaged("systemd") / "extractor.service").read_text(encoding="utf-8")
    return Unit.make(template, executable(env), config_home(env, home(env)), getpass.getuser(), ask_systemd)


def executable(env: Mapping[str, str]) -> Path:
    """The absolute path of this very command: the one beside the running Python before any on the PATH."""
    beside = Path(sys.executable).with_name("extractor")
    if beside.exists():
        return beside
    found = shutil.which("extractor", path=env.get("PATH"))
    return Path(found).resolve() if found else Path(sys.argv[0]).resolve()
