"""The launch agent: a valid property list, shown, asked about, written, taken away."""

from __future__ import annotations

import plistlib
import re
import stat
from collections.abc import Sequence
from pathlib import Path

from extractor.commands.service import unit
from extractor.service.launch_agent import FILE, LABEL, LaunchAgent
from extractor.service.unit import Answer
from extractor.templates import packaged


class Mac:
    """Answers for launchctl, and remembers what was asked."""

    def __init__(self) -> None:
        self.commands: list[str] = []
        self.is_loaded = False

    def __call__(self, command: Sequence[str]) -> Answer:
        self.commands.append(" ".join(command))
        if command[1] == "print":
            return Answer(0 if self.is_loaded else 113, "")
        self.is_loaded = command[1] == "bootstrap"
        return Answer(0, "")


def agent(home: Path, mac: Mac, executable: str = "/opt/x/bin/extractor") -> LaunchAgent:
    template = (packaged("launchd") / FILE).read_text(encoding="utf-8")
    return LaunchAgent.make(template, Path(executable), home, 501, mac)


def test_it_is_a_property_list_with_what_launchd_asks_for(tmp_path: Path) -> None:
    told = plistlib.loads(agent(tmp_path, Mac()).text.encode())
    assert told["Label"] == LABEL
    assert f"{told['Label']}.plist" == FILE
    assert told["ProgramArguments"] == ["/opt/x/bin/extractor", "run", "--quiet"]
    assert told["RunAtLoad"] is True
    assert told["KeepAlive"] == {"SuccessfulExit": False}
    assert told["StandardErrorPath"] == str(tmp_path / "Library/Logs/extractor/extractor.log")
    assert told["ExitTimeOut"] > 5, "more than the service needs to end"
    assert told["Umask"] == 0o077
    assert told["HardResourceLimits"]["Core"] == told["SoftResourceLimits"]["Core"] == 0
    known = {
        "Label", "ProgramArguments", "RunAtLoad", "KeepAlive", "ThrottleInterval", "ExitTimeOut", "Umask",
        "ProcessType", "LowPriorityIO", "Nice", "HardResourceLimits", "SoftResourceLimits", "StandardOutPath",
        "StandardErrorPath",
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
    assert made.status() == {"agent": f"{made.path} (up to date)", "active": "active"}


def test_uninstalling_takes_it_away_and_says_what_stays(tmp_path: Path) -> None:
    mac = Mac()
    made = agent(tmp_path, mac)
    made.install(lambda _question: True, lambda _line: None)
    assert made.uninstall(lambda _question: False) == {"agent": "nothing was changed"}
    done = made.uninstall(lambda _question: True)
    assert not made.path.exists()
    assert "not touched" in done["kept"]
    assert not mac.is_loaded
    assert "does not exist" in made.uninstall(lambda _question: True)["agent"]
    assert "does not exist" in made.status()["agent"]


def test_it_takes_the_unit_s_place_on_macos(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path)}
    assert isinstance(unit(env, platform="darwin"), LaunchAgent)
    assert not isinstance(unit(env, platform="linux"), LaunchAgent)
