"""The user unit: written, taken away and asked about.

Owns where the unit stands and what systemd is told. Promises to change nothing that a yes was not given
for, and that doing it twice changes nothing more. Never starts a process besides systemctl and loginctl.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from extractor import fs
from extractor.errors import ConfigError, is_text
from extractor.service.steps import failed, has_failed, is_state, likeness, reason, state

NAME = "extractor.service"

TIMED_OUT = 124
"""Exit code told of a program that did not answer, as timeout(1) tells it."""

SEARCH_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"
"""The PATH of a unit where neither it nor the manager has one: systemd.exec(5), `$PATH`."""

_PATH = re.compile(r'^Environment="PATH=.*\n', re.M)
"""The line of an installed unit that differs from shell to shell."""

PLACE = (
    r"HOME|XDG_(?:CONFIG|DATA|STATE)_HOME|STATE_DIRECTORY|CLAUDE_\w+|CODEX_HOME|GEMINI_CLI_HOME|EXTRACTOR_\w+"
)
"""Pattern of the variables by which a shell says where things lie: any other in a unit or agent is a person's own."""

_PLACE = re.compile(rf'^Environment="({PLACE})=.*\n', re.M)
"""A line by which a unit has a place of the shell it was installed from, and its name."""

_DENIED = re.compile(r"^MemoryDenyWriteExecute=(\w+)$", re.M)

Ask = Callable[[str], bool]
Call = Callable[[Sequence[str]], "Answer"]
Variables = Sequence[tuple[str, str]]
"""Variables of an environment and what they hold."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a program said."""

    code: int
    """Exit code; 127 where the program does not exist."""
    text: str


def call(command: Sequence[str], within: int = 30) -> Answer:
    """Run a program and keep what it said within so many seconds."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=within, check=False
        )
    except FileNotFoundError:
        return Answer(127, f"{command[0]} is not on this machine")
    except OSError as error:
        return Answer(126, f"{command[0]} cannot be run: {error.strerror}")
    except subprocess.TimeoutExpired:
        return Answer(TIMED_OUT, f"{command[0]} did not answer within {within} seconds")
    return Answer(done.returncode, (done.stdout + done.stderr).strip())


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the service finds around it when it starts a program."""

    search_path: str
    """Its PATH."""
    denies_made_code: bool = False
    """Whether it may not run memory it has written, as every program that node runs has to."""


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of one person."""

    path: Path
    """Where the unit stands, `…/systemd/user/extractor.service`."""
    text: str
    """What it says."""
    user: str
    call: Call = call

    @classmethod
    def make(
        cls,
        template: str,
        executable: Path,
        config_home: Path,
        user: str,
        search_path: str = "",
        call: Call = call,
        places: Variables = (),
    ) -> Unit:
        """The unit for an installed command, as `filled_in` makes it."""
        return cls(unit_file(config_home), filled_in(template, executable, search_path, places), user, call)

    @property
    def restart(self) -> str:
        """What a person types to start it again."""
        return "systemctl --user restart extractor"

    def install(self, ask: Ask, say: Callable[[str], None]) -> dict[str, str]:
        """Show the unit, ask, write it, enable and start it, anew where it changed; offer lingering. Returns what was done."""
        current = self._current()
        if current == self.text:
            done = {"unit": f"{self.path} stands already"}
        else:
            say(f"# {self.path}\n{self.text}")
            if not ask(f"write {self.path} and start it?"):
                return {"unit": "nothing was written"}
            fs.make_private_dir(self.path.parent)
            fs.write_atomic(self.path, self.text.encode())
            done = {"unit": f"{self.path} written"}
        for words, command in (
            ("reload", ["systemctl", "--user", "daemon-reload"]),
            ("start", ["systemctl", "--user", "enable", "--now", NAME]),
        ):
            done[words] = self._told(command)
        if current not in (None, self.text):
            done["restart"] = self._told(["systemctl", "--user", "restart", NAME])
        done["lingering"] = self._linger(ask)
        if has_failed(done["start"]):
            done["left"] = (
                f"{self.path} stays, with the link below {self.path.parent} by which it is started:"
                " `extractor service uninstall` takes both away"
            )
        return done

    def _told(self, command: Sequence[str]) -> str:
        """Have systemd do it; returns what came of it."""
        answer = self.call(command)
        if answer.code == 0:
            return "done"
        if answer.code == TIMED_OUT and self._active() == "activating":
            return "under way, a first start reads all there is: `extractor service status` says when it is active"
        return failed(reason(answer.text), f"run `{' '.join(command)}`")

    def _active(self) -> str:
        """What systemd calls the service: `active`, `activating`, `failed` and others."""
        return self.call(["systemctl", "--user", "is-active", NAME]).text

    def _linger(self, ask: Ask) -> str:
        answer = self.call(["loginctl", "show-user", self.user, "--property=Linger"])
        if answer.text == "Linger=yes":
            return "on: the service runs while you are logged out too"
        if answer.code == 127:
            return "loginctl is not on this machine"
        if not ask("let the service run while you are logged out too (loginctl enable-linger)?"):
            return "off: the service ends when you log out"
        enabled = self.call(["loginctl", "enable-linger", self.user])
        return (
            "on"
            if enabled.code == 0
            else failed(reason(enabled.text), f"run `loginctl enable-linger {self.user}`")
        )

    def uninstall(self, ask: Ask, is_idle: bool = False) -> dict[str, str]:
        """Stop the service and take the unit away, after a yes. Memory and state stay.

        `is_idle`: no process keeps the state folder, whatever systemd answers.
        """
        if self._current() is None:
            return {"unit": f"{self.path} does not exist: nothing to take away"}
        if not ask(f"stop the service and remove {self.path}?"):
            return {"unit": "nothing was changed"}
        stop = self._stop(is_idle)
        fs.remove_private(self.path)
        self.call(["systemctl", "--user", "daemon-reload"])
        return {
            "unit": f"{self.path} removed",
            "stop": stop,
            "kept": "memory files and the state folder were not touched",
        }

    def _stop(self, is_idle: bool) -> str:
        """Stop the service and take its link away; returns what came of it."""
        stopped = self.call(["systemctl", "--user", "disable", "--now", NAME])
        if stopped.code == 0:
            return "done"
        if is_idle and not is_state(self._active()):
            return f"it does not run; systemd does not answer ({reason(stopped.text)})"
        return failed(reason(stopped.text), "stop it by hand if it runs")

    def is_active(self) -> bool:
        """Whether systemd says that it runs; one question."""
        return self._active() == "active"

    def status(self) -> dict[str, str]:
        """Whether the unit stands, is this version's and has this shell's places, whatever its PATH, and runs.

        `failing`: where it fails at every start.
        """
        current = self._current()
        if current is None:
            return {"unit": f"{self.path} does not exist: `extractor service install` makes it"}
        same = likeness(_PATH.sub("", current), _PATH.sub("", self.text), _PLACE)
        enabled = self.call(["systemctl", "--user", "is-enabled", NAME])
        told = {
            "unit": f"{self.path} ({same})",
            "active": state(self._active()),
            "enabled": state(enabled.text),
        }
        failing = self._failing() if told["active"] == "activating" else ""
        return {**told, "failing": failing} if failing else told

    def surroundings(self) -> Surroundings | None:
        """What the service finds around it; None where no unit stands. Raises ConfigError as `written` does.

        The manager says it, a person's drop-ins and all; where none answers, the unit does.
        """
        current = self._current()
        if current is None:
            return None
        asked = ["systemctl", "--user", "show", NAME, "--property=Environment,MemoryDenyWriteExecute"]
        answer = self.call(asked)
        stands = current.replace("%%", "%")
        shown = answer.text if answer.code == 0 else ""
        found = _path_in(shown) or _path_in(stands) or _path_in(self._managers_environment()) or SEARCH_PATH
        told = _DENIED.search(shown) or _DENIED.search(stands)
        return Surroundings(found, told is not None and told[1] == "yes")

    def _managers_environment(self) -> str:
        """What systemd's own environment holds, as a unit would say it; empty where systemd does not say."""
        answer = self.call(["systemctl", "--user", "show-environment"])
        return (
            "\n".join(f"Environment={line}" for line in answer.text.splitlines()) if answer.code == 0 else ""
        )

    def _failing(self) -> str:
        """A line where systemd waits to start the service again because it failed; empty where it does not."""
        asked = ["systemctl", "--user", "show", NAME, "--property=SubState,NRestarts,Result"]
        shown = dict(line.partition("=")[::2] for line in self.call(asked).text.splitlines())
        if not shown.get("SubState", "").startswith("auto-restart"):
            return ""
        restarts = int(count) if (count := shown.get("NRestarts", "")).isdecimal() else 0
        often = f"{restarts + 1} times" if restarts else "once"
        why = shown.get("Result", "")
        return f"it failed {often} ({why}) and is started again: `journalctl --user -u extractor` says why"

    def _current(self) -> str | None:
        return written(self.path)


def written(path: Path) -> str | None:
    """What a unit's file says; None where there is none. Raises ConfigError where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read {path}: look what stands there") from error


def absolute(search_path: str) -> str:
    """The folders of a PATH that mean the same everywhere and that a unit's file can name, each once."""
    folders = dict.fromkeys(search_path.split(os.pathsep))
    return os.pathsep.join(f for f in folders if f.startswith("/") and f.isprintable())


def nameable(name: str, value: str) -> str:
    """What a variable holds. Raises ConfigError where neither systemd nor launchd takes it: they ignore such a one."""
    if not is_text(value) or any((c < " " and c not in "\t\n") or c == "\x7f" for c in value):
        raise ConfigError(f"no service can be given {name} as this shell has it: name another folder there")
    return value


def _assigned(name: str, value: str) -> str:
    """A variable as `Environment=` takes it: quoted, with systemd's own specials doubled (systemd.exec(5))."""
    text = value.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    text = text.replace("\n", "\\n").replace("\t", "\\t")
    return f'"{name}={text}"'


def _path_in(text: str) -> str | None:
    """The PATH that lines `Environment=…` set, as a unit has them and as systemd shows them; None where none does."""
    found = None
    for line in re.findall(r"^Environment=(.*)$", text, re.M):
        try:
            words = shlex.split(line)
        except ValueError:
            continue  # a value in a quoting of systemd's own: no PATH that was written here
        for word in words:
            if word.startswith("PATH="):
                found = word.removeprefix("PATH=")
    return found


def filled_in(template: str, executable: Path, search_path: str = "", places: Variables = ()) -> str:
    """The text of a unit for an installed command, which looks for others in the absolute folders of a PATH.

    `places` are the variables that say where its files lie. Raises ConfigError for what no unit can hold.
    """
    values = {
        "{executable}": _quoted(executable),
        "{path}": _assigned("PATH", absolute(search_path) or SEARCH_PATH),
        "{places}\n": "".join(
            f"Environment={_assigned(name, nameable(name, held))}\n" for name, held in places
        ),
    }
    return re.sub(r"\{(?:executable|path)\}|\{places\}\n", lambda found: values[found[0]], template)


def _quoted(executable: Path) -> str:
    """An ExecStart program: quoted, with systemd's own specials doubled (systemd.service(5), command lines).

    As a program systemd takes no quotes and no backslash, and leaves `$$` doubled: such a one is started by env(1).
    Raises ConfigError for a path that neither can name.
    """
    path = str(executable)
    is_for_env = any(c in path for c in "$'\"\\\t")
    if (
        any((c < " " and c != "\t") or c == "\x7f" for c in path)
        or not is_text(path)
        or (is_for_env and "=" in path)
    ):
        raise ConfigError(f"systemd cannot start {path}: install extractor below another folder")
    text = path.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    if is_for_env:
        return f'/usr/bin/env "{text}"'
    return f'"{text}"' if " " in text else text


def unit_file(config_home: Path) -> Path:
    """Where a person's unit stands."""
    return config_home / "systemd" / "user" / NAME


def config_home(env: Mapping[str, str], home: Path) -> Path:
    """Where this person's units stand."""
    named = env.get("XDG_CONFIG_HOME", "")
    return Path(named) if named.startswith("/") else home / ".config"
