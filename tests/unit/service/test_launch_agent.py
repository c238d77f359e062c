"""The launch agent: a valid property list, shown, asked about, written, taken away."""

from __future__ import annotations

import os
import plistlib
import re
import shlex
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from extractor.commands.service import unit
from extractor.errors import ConfigError, StoreFailed
from extractor.service.launch_agent import FILE, LABEL, LARGEST_LOG, Job, LaunchAgent, bound_log, log_file
from extractor.service.unit import Answer, Surroundings, Variables
from extractor.templates import packaged


class Mac:
    """launchd as it answers: a job it has may not run, and one told to leave is there a while longer.

    Its time passes while somebody sleeps, and only then.
    """

    def __init__(
        self, leaves_after: float = 0.0, settles_after: float = 0.0, busy: int = 5, not_loaded: int = 3
    ) -> None:
        """Seconds until `print` finds a job told to leave no more, and seconds of `busy` after that; two codes."""
        self.commands: list[str] = []
        self.state: str | None = None
        """What the job does; None where launchd has none."""
        self.now = 0.0
        self._leaves_after, self._settles_after = leaves_after, settles_after
        self._busy, self._not_loaded = busy, not_loaded
        self._gone = self._settled = 0.0

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def __call__(self, command: Sequence[str]) -> Answer:
        self.commands.append(" ".join(command))
        if self.state == "SIGTERMed" and self.now >= self._gone:
            self.state = None
        answers = {
            "print": self._print,
            "bootout": self._bootout,
            "bootstrap": self._bootstrap,
            "kickstart": self._kickstart,
        }
        return answers[command[1]]()

    def _print(self) -> Answer:
        if self.state is None:
            return NO_SERVICE
        pid = "\tpid = 417\n" if self.state == "running" else ""
        return Answer(0, PRINTED.format(state=self.state, pid=pid))

    def _bootout(self) -> Answer:
        if self.state is None:
            return Answer(self._not_loaded, f"Boot-out failed: {self._not_loaded}: No such process")
        self.state = "SIGTERMed"
        self._gone = self.now + self._leaves_after
        self._settled = self._gone + self._settles_after
        return Answer(0, "")

    def _bootstrap(self) -> Answer:
        if self.state is not None or self.now < self._settled:
            advice = "Try re-running the command as root for richer errors."
            return Answer(self._busy, f"Bootstrap failed: {self._busy}: Input/output error\n{advice}")
        self.state = "running"
        return Answer(0, "")

    def _kickstart(self) -> Answer:
        if self.state is None:
            return NO_SERVICE
        self.state = "running"
        return Answer(0, "")


NO_SERVICE = Answer(113, 'Could not find service "local.extractor" in domain for user gui: 501')

PRINTED = """\
gui/501/local.extractor = {{
	active count = 1
	path = /Users/dev/Library/LaunchAgents/local.extractor.plist
	state = {state}

	program = /opt/x/bin/extractor
{pid}	last exit code = 0

	event channels = {{
		"com.apple.launchd.calendarinterval" = {{
			state = active
		}}
	}}
}}"""


def agent(
    home: Path,
    mac: Mac,
    executable: str = "/opt/x/bin/extractor",
    search_path: str = "/opt/homebrew/bin:/usr/bin",
    places: Variables = (),
) -> LaunchAgent:
    template = (packaged("launchd") / FILE).read_text(encoding="utf-8")
    return LaunchAgent.make(
        template, Path(executable), home, 501, search_path, mac, mac.clock, mac.sleep, places
    )


def yes(_question: str) -> bool:
    return True


def silent(_line: str) -> None:
    pass


def installed(home: Path, mac: Mac, executable: str = "/opt/x/bin/extractor") -> LaunchAgent:
    """An agent that was installed and runs."""
    made = agent(home, mac, executable)
    made.install(yes, silent)
    assert mac.state == "running"
    mac.commands.clear()
    return made


def test_it_is_a_property_list_with_what_launchd_asks_for(tmp_path: Path) -> None:
    told = plistlib.loads(agent(tmp_path, Mac()).text.encode())
    assert told["Label"] == LABEL
    assert f"{told['Label']}.plist" == FILE
    assert told["ProgramArguments"] == ["/opt/x/bin/extractor", "run", "--quiet"]
    assert told["RunAtLoad"] is True
    assert told["KeepAlive"] == {"SuccessfulExit": False}
    assert told["StandardErrorPath"] == str(log_file(tmp_path))
    assert told["ThrottleInterval"] >= 300, "a start that fails is not tried again all night"
    assert told["ExitTimeOut"] > 5, "more than the service needs to end"
    assert told["Umask"] == 0o077
    assert told["HardResourceLimits"]["Core"] == told["SoftResourceLimits"]["Core"] == 0
    known = {
        "Label", "ProgramArguments", "RunAtLoad", "KeepAlive", "ThrottleInterval", "ExitTimeOut", "Umask",
        "ProcessType", "LowPriorityIO", "Nice", "HardResourceLimits", "SoftResourceLimits", "StandardOutPath",
        "StandardErrorPath", "EnvironmentVariables",
    }  # fmt: skip
    assert set(told) <= known, "keys of launchd.plist(5) only"


def test_it_has_the_document_type_launchd_knows_and_nothing_left_to_fill_in(tmp_path: Path) -> None:
    text = agent(tmp_path, Mac()).text
    assert "-//Apple//DTD PLIST 1.0//EN" in text
    assert not re.search(r"\{\w+\}", text)


def test_a_path_of_markup_stays_a_path(tmp_path: Path) -> None:
    odd = "/opt/a & b/<x>/{logs}/extractor"
    told = plistlib.loads(agent(tmp_path / "R&D", Mac(), odd).text.encode())
    assert told["ProgramArguments"][0] == odd
    assert told["StandardErrorPath"].startswith(str(tmp_path / "R&D"))


def test_it_looks_for_commands_where_the_shell_did_that_installed_it(tmp_path: Path) -> None:
    shell = "/Users/dev/.nvm/<v22> & more/bin:./node_modules/.bin::/opt/homebrew/bin:bin:/opt/homebrew/bin:/a\x07b"
    made = agent(tmp_path, Mac(), search_path=shell)
    found = "/Users/dev/.nvm/<v22> & more/bin:/opt/homebrew/bin"
    assert plistlib.loads(made.text.encode())["EnvironmentVariables"] == {"PATH": found}
    assert made.surroundings() is None
    made.install(yes, silent)
    assert made.surroundings() == Surroundings(found)


def test_it_has_the_places_of_the_shell_that_installed_it_to_the_letter(tmp_path: Path) -> None:
    odd = 'a <b> & "c" {logs} 100% \\ state\nfolder\there'
    made = agent(tmp_path, Mac(), places=[("XDG_STATE_HOME", odd), ("CODEX_HOME", "/opt/codex")])
    told = plistlib.loads(made.text.encode())["EnvironmentVariables"]
    assert told == {"PATH": "/opt/homebrew/bin:/usr/bin", "XDG_STATE_HOME": odd, "CODEX_HOME": "/opt/codex"}
    with pytest.raises(ConfigError, match="no service can be given CODEX_HOME"):
        agent(tmp_path, Mac(), places=[("CODEX_HOME", "/a\x07b")])


def test_another_shell_s_places_are_told_by_name_and_taken_over_by_an_install(tmp_path: Path) -> None:
    mac = Mac()
    installed(tmp_path, mac)
    made = agent(tmp_path, mac, places=[("XDG_STATE_HOME", "/s & t")])
    told = made.status()["agent"]
    assert "not up to date, this shell has another XDG_STATE_HOME: install again" in told
    made.install(yes, silent)
    assert "(up to date)" in made.status()["agent"]


def test_without_any_folder_it_looks_where_launchd_does(tmp_path: Path) -> None:
    told = plistlib.loads(agent(tmp_path, Mac(), search_path="bin:").text.encode())
    assert told["EnvironmentVariables"] == {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}
    made = agent(tmp_path, Mac())
    made.path.parent.mkdir(parents=True)
    made.path.write_text("<plist><dict/></plist>", encoding="utf-8")
    assert made.surroundings() == Surroundings("/usr/bin:/bin:/usr/sbin:/sbin")


def test_another_shell_s_path_makes_no_other_version_and_is_taken_over_by_an_install(tmp_path: Path) -> None:
    mac = Mac()
    installed(tmp_path, mac)
    made = agent(tmp_path, mac, search_path="/opt/node/bin:/usr/bin")
    assert "up to date" in made.status()["agent"]
    made.install(yes, silent)
    assert made.surroundings() == Surroundings("/opt/node/bin:/usr/bin")
    assert mac.state == "running"


def test_a_yes_writes_and_starts_it_and_a_no_does_nothing(tmp_path: Path) -> None:
    mac, shown = Mac(), list[str]()
    made = agent(tmp_path, mac)
    assert made.install(lambda _question: False, shown.append) == {"agent": "nothing was written"}
    assert LABEL in shown[0]
    assert mac.commands == []
    assert not made.path.exists()
    done = made.install(lambda _question: True, shown.append)
    assert made.path.read_text(encoding="utf-8") == made.text
    assert made.path == tmp_path / "Library/LaunchAgents/local.extractor.plist"
    assert done["start"] == "done"
    assert f"launchctl bootstrap gui/501 {made.path}" in mac.commands
    assert stat.S_IMODE(made.logs.stat().st_mode) == 0o700


def test_installing_twice_changes_nothing_and_asks_nothing(tmp_path: Path) -> None:
    mac, asked = Mac(), list[str]()
    made = agent(tmp_path, mac)
    made.install(lambda _question: True, lambda _line: None)
    before = made.path.stat().st_mtime_ns
    made.install(lambda question: bool(asked.append(question)), lambda _line: None)
    assert asked == []
    assert made.path.stat().st_mtime_ns == before
    assert sum("bootstrap" in command for command in mac.commands) == 1


def test_another_version_s_agent_is_loaded_anew(tmp_path: Path) -> None:
    mac = Mac()
    made = agent(tmp_path, mac)
    made.install(lambda _question: True, lambda _line: None)
    made.path.write_text("earlier", encoding="utf-8")
    assert "differs" in made.status()["agent"]
    made.install(lambda _question: True, lambda _line: None)
    assert mac.commands[-3].startswith("launchctl bootout gui/501/local.extractor")
    assert mac.commands[-1].startswith("launchctl bootstrap")
    assert made.status() == {
        "agent": f"{made.path} (up to date)",
        "active": "active",
        "job": "running, pid 417",
    }


def test_a_service_that_was_ended_is_inactive_though_loaded_and_install_starts_it(tmp_path: Path) -> None:
    mac = Mac()
    made = installed(tmp_path, mac)
    assert made.install(yes, silent)["start"] == "it is running, pid 417"
    mac.state = "not running"
    ended = made.status()
    assert (ended["active"], ended["job"]) == ("inactive", "not running, last exit code 0")
    assert made.install(yes, silent)["start"] == "done"
    assert made.status()["active"] == "active"


def test_a_service_that_is_not_loaded_is_inactive_and_install_loads_it(tmp_path: Path) -> None:
    mac = Mac()
    made = installed(tmp_path, mac)
    mac.state = None
    away = made.status()
    assert (away["active"], away["job"]) == ("inactive", "not loaded")
    assert made.install(yes, silent)["start"] == "done"
    assert made.status()["active"] == "active"


def test_an_install_makes_a_folder_of_logs_that_was_cleaned_away_again(tmp_path: Path) -> None:
    made = installed(tmp_path, Mac())
    made.logs.rmdir()
    made.install(yes, silent)
    assert stat.S_IMODE(made.logs.stat().st_mode) == 0o700


def test_what_launchctl_says_in_another_form_is_no_running_service() -> None:
    assert Job.printed("local.extractor = {\n\t\tstate = running\n}") == Job(False, "loaded")


@pytest.mark.parametrize("busy", [5, 37])
def test_an_upgrade_over_a_service_that_takes_its_time_to_go_leaves_a_running_one(
    tmp_path: Path, busy: int
) -> None:
    mac = Mac(leaves_after=7.0, settles_after=1.0, busy=busy)
    installed(tmp_path, mac)
    made = agent(tmp_path, mac, "/opt/y/bin/extractor")
    assert made.install(yes, silent) == {"agent": f"{made.path} written", "start": "done"}
    mac.sleep(60)
    assert made.status()["active"] == "active"
    assert made.path.read_text(encoding="utf-8") == made.text


def test_a_service_that_does_not_go_is_told_and_the_next_install_finds_it_as_it_was(tmp_path: Path) -> None:
    mac = Mac(leaves_after=3600.0)
    earlier = installed(tmp_path, mac)
    made = agent(tmp_path, mac, "/opt/y/bin/extractor")
    done = made.install(yes, silent)
    assert done == {
        "agent": f"{made.path} was not written",
        "stop": "failed (it did not end within 20 seconds): run `extractor service install` again",
    }
    assert made.path.read_text(encoding="utf-8") == earlier.text
    mac.sleep(3600)
    assert made.install(yes, silent)["start"] == "done"


def test_an_agent_whose_file_was_removed_by_hand_is_loaded_anew(tmp_path: Path) -> None:
    mac = Mac(leaves_after=1.0)
    made = installed(tmp_path, mac)
    made.path.unlink()
    assert made.install(yes, silent)["start"] == "done"
    assert f"launchctl bootout gui/501/{LABEL}" in mac.commands


def test_a_start_that_fails_for_good_is_told_soon_with_a_command_that_can_be_typed(tmp_path: Path) -> None:
    home, mac = tmp_path / "Max M'üller", Mac(settles_after=3600.0)
    made = installed(home, mac)
    done = agent(home, mac, "/opt/y/bin/extractor").install(yes, silent)
    failed, _, command = done["start"].partition(": run ")
    assert failed == "failed (Bootstrap failed: 5: Input/output error)"
    assert shlex.split(command.strip("`")) == ["launchctl", "bootstrap", "gui/501", str(made.path)]
    assert mac.now < 10


@pytest.mark.parametrize("code", [3, 113])
def test_uninstalling_what_is_not_loaded_says_that_it_did_not_run(tmp_path: Path, code: int) -> None:
    mac = Mac(not_loaded=code)
    made = installed(tmp_path, mac)
    mac.state = None
    assert made.uninstall(yes)["stop"] == "it did not run"
    assert not made.path.exists()


def test_uninstalling_what_does_not_go_says_so(tmp_path: Path) -> None:
    made = installed(tmp_path, Mac(leaves_after=3600.0))
    assert made.uninstall(yes)["stop"] == (
        "failed (it did not end within 20 seconds): stop it by hand if it runs"
    )


def test_uninstalling_says_it_is_done_when_the_service_has_gone(tmp_path: Path) -> None:
    mac = Mac(leaves_after=7.0)
    assert installed(tmp_path, mac).uninstall(yes)["stop"] == "done"
    assert mac.state is None


def test_uninstalling_takes_it_away_and_says_what_stays(tmp_path: Path) -> None:
    mac = Mac()
    made = agent(tmp_path, mac)
    made.install(lambda _question: True, lambda _line: None)
    assert made.uninstall(lambda _question: False) == {"agent": "nothing was changed"}
    done = made.uninstall(lambda _question: True)
    assert not made.path.exists()
    assert "not touched" in done["kept"]
    assert mac.state is None
    assert "does not exist" in made.uninstall(lambda _question: True)["agent"]
    assert "does not exist" in made.status()["agent"]


def test_it_takes_the_unit_s_place_on_macos(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path)}
    assert isinstance(unit(env, platform="darwin"), LaunchAgent)
    assert not isinstance(unit(env, platform="linux"), LaunchAgent)


# ------------------------------------------------------------ the log


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of the launch agent that is above its size."""
    made = log_file(tmp_path)
    made.parent.mkdir(parents=True)
    made.write_bytes(b"{}\n" * (LARGEST_LOG // 3 + 1))
    return made


@pytest.fixture
def out(log: Path) -> Iterator[int]:
    """The output launchd gives the service."""
    fd = os.open(log, os.O_WRONLY | os.O_APPEND)
    yield fd
    os.close(fd)


def test_a_log_that_has_grown_too_large_is_set_aside_and_a_new_one_written(
    tmp_path: Path, log: Path, out: int
) -> None:
    aside = log.with_name("extractor.log.1")
    aside.write_text("older")
    bound_log(tmp_path, out)
    os.write(out, b"a new line\n")
    assert log.read_bytes() == b"a new line\n"
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    assert aside.stat().st_size > LARGEST_LOG
    bound_log(tmp_path, out)
    assert log.read_bytes() == b"a new line\n"


def test_output_that_goes_elsewhere_leaves_the_log_as_it_is(tmp_path: Path, log: Path) -> None:
    with (tmp_path / "mine.log").open("w") as mine:
        bound_log(tmp_path, mine.fileno())
        bound_log(tmp_path / "no such home", mine.fileno())
    assert log.stat().st_size > LARGEST_LOG


def test_a_log_that_cannot_be_set_aside_is_told(tmp_path: Path, log: Path, out: int) -> None:
    (log.parent / "extractor.log.1").mkdir()
    with pytest.raises(StoreFailed, match="cannot set aside"):
        bound_log(tmp_path, out)
