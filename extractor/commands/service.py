"""`service`: the user unit or launch agent, installed and taken away with a yes.

Owns how the unit is found for this person and this installation. Promises to say where a key must lie.
Never writes without being told to.
"""

from __future__ import annotations

import getpass
import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from extractor import fs
from extractor.commands.shell_places import handed_over, held_back
from extractor.config.places import config_file, home
from extractor.config.settings import LOCK_FILE, Settings, load
from extractor.errors import ConfigError, StoreFailed
from extractor.service.launch_agent import FILE, LaunchAgent, agent_file, bound_log
from extractor.service.steps import has_failed
from extractor.service.unit import (
    Answer,
    Call,
    Unit,
    Variables,
    call,
    config_home,
    filled_in,
    unit_file,
)
from extractor.templates import packaged

Ask = Callable[[str], bool]


def install(env: Mapping[str, str], ask: Ask, say: Callable[[str], None]) -> dict[str, str]:
    """Show, ask, write, start. Raises ConfigError where the service would not start with this shell's places."""
    load({}, env)
    done = unit(env).install(ask, say)
    done["key"] = (
        f"a key for a paid model lies in a file of mode 0600 that key_file in {config_file(env)} names;"
        " of your shell's environment the service sees PATH and what says where things lie"
    )
    if names := held_back(env):
        done["not handed over"] = f"{', '.join(names)}: say it in {config_file(env)}"
    return done


def uninstall(env: Mapping[str, str], ask: Ask) -> dict[str, str]:
    """Stop and remove, after a yes."""
    return unit(env, with_places=False).uninstall(ask, _is_idle(env))


def _is_idle(env: Mapping[str, str]) -> bool:
    """Whether no process keeps the state folder; also where nobody can tell which that is, it is not said."""
    try:
        return fs.lock_holder(load({}, env).settings.state_dir / LOCK_FILE) is None
    except ConfigError:
        return False


def went_well(done: Mapping[str, str]) -> bool:
    """Whether no step of an installation, or of taking it away, was refused."""
    return not any(map(has_failed, done.values()))


def is_running(told: Mapping[str, str]) -> bool:
    """Whether the service runs, by what its status tells: also one that is on the way, but for its failing."""
    return told.get("active") in ("active", "activating") and "failing" not in told


def unit_status(env: Mapping[str, str]) -> dict[str, str]:
    """How the unit is."""
    return unit(env).status()


def shown(env: Mapping[str, str], is_system: bool, with_network: bool) -> str:
    """The text of what `install` writes, of the hardened unit an administrator installs, or of its drop-in."""
    if with_network:
        return (packaged("systemd") / "extractor@.service.d" / "model.conf").read_text(encoding="utf-8")
    if not is_system:
        return unit(env).text
    template = (packaged("systemd") / "extractor@.service").read_text(encoding="utf-8")
    return filled_in(template, executable(env))


def unit(
    env: Mapping[str, str],
    ask_manager: Call = call,
    platform: str = sys.platform,
    *,
    with_places: bool = True,
) -> Unit | LaunchAgent:
    """The unit of the person who gives the command, for the command they gave; on macOS a launch agent.

    `with_places`: with what their shell says of where things lie, which not everything done with it needs.
    """
    places = handed_over(env) if with_places else ()
    if platform == "darwin":
        return _agent(env, ask_manager, places)
    template = (packaged("systemd") / "extractor.service").read_text(encoding="utf-8")
    stands = config_home(env, home(env))
    search_path = env.get("PATH", "")
    return Unit.make(template, executable(env), stands, _user(), search_path, ask_manager, places)


def _user() -> str:
    """The person's name, or number where the machine knows no name."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # OSError since Python 3.13
        return str(os.getuid())


def _agent(env: Mapping[str, str], ask_manager: Call, places: Variables) -> LaunchAgent:
    template = (packaged("launchd") / FILE).read_text(encoding="utf-8")
    command, search_path = executable(env), env.get("PATH", "")
    return LaunchAgent.make(
        template, command, home(env), os.getuid(), search_path, ask_manager, places=places
    )


def astray(
    settings: Settings, env: Mapping[str, str], ask_manager: Call | None = None, platform: str = sys.platform
) -> str:
    """A line where the service runs and none keeps this state folder; empty where that is not so.

    Nor where an option names the folder: no service is meant by that.
    """
    if not _place(env, platform).exists() or fs.lock_holder(settings.state_dir / LOCK_FILE) is not None:
        return ""
    try:
        is_by_option = load({}, env).settings.state_dir != settings.state_dir
    except ConfigError:
        return ""  # then an option names what the environment does not: nothing else would have been loaded
    own = unit(env, ask_manager or _brief, platform, with_places=False)
    if is_by_option or not own.is_active():
        return ""
    helps = " and ".join(f"`{each}`" for each in dict.fromkeys(("extractor service install", own.restart)))
    return (
        f"{own.path} is running, but keeps its state in another folder than {settings.state_dir}: run {helps} in this"
        " shell, and look whether its manager sets another one for it"
    )


def _brief(command: Sequence[str]) -> Answer:
    """Asked beside other things: a manager that hangs holds nobody up."""
    return call(command, within=3)


def _place(env: Mapping[str, str], platform: str) -> Path:
    """Where the unit of this person stands, or would."""
    if platform == "darwin":
        return agent_file(home(env))
    return unit_file(config_home(env, home(env)))


def found_by_service(
    command: str, env: Mapping[str, str], ask_manager: Call = call, platform: str = sys.platform
) -> str:
    """Where the service finds Claude Code: in the PATH of its unit, or where none stands in this environment's.

    Raises ConfigError where it finds none, or may not run what it finds.
    """
    around = unit(env, ask_manager, platform).surroundings()
    here = shutil.which(command, path=env.get("PATH"))
    found = shutil.which(command, path=around.search_path) if around else here
    if found is None and here is None:
        raise ConfigError(f"{command} is not found: install Claude Code or set claude_command")
    if found is None:
        raise ConfigError(f"the service does not find {here}: run `extractor service install` in this shell")
    if around and around.denies_made_code and _is_run_by_node(found):
        raise ConfigError(
            f"the service may not run {found}, which is run by node: install Claude Code's own program, or set"
            " MemoryDenyWriteExecute=no with `systemctl --user edit extractor`"
        )
    return found


def _is_run_by_node(program: str) -> bool:
    """Whether a program's first line gives it to node, as older Claude Codes of npm do."""
    try:
        with Path(program).open("rb") as file:
            first = file.readline(200)
    except OSError:
        return False  # it may be run and not read: then nothing speaks against it
    return first.startswith(b"#!") and b"node" in first


def begin_log(env: Mapping[str, str], say: Callable[[str], None]) -> None:
    """At a start of the service: see to it that a launch agent's log is no larger than it may be, or say why it is."""
    try:
        bound_log(home(env))
    except StoreFailed as error:
        say(f"extractor: {error}")


def executable(env: Mapping[str, str]) -> Path:
    """The absolute path of this very command: the one beside the running Python before any on the PATH."""
    beside = Path(sys.executable).with_name("extractor")
    if beside.exists():
        return beside
    found = shutil.which("extractor", path=env.get("PATH"))
    return Path(found).resolve() if found else Path(sys.argv[0]).resolve()
