"""The user unit: shown, asked about, written, taken away."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from extractor.errors import ConfigError
from extractor.service.unit import TIMED_OUT, Answer, Surroundings, Unit, Variables
from extractor.templates import packaged


class Machine:
    """Answers for systemctl and loginctl, and remembers what was asked."""

    def __init__(self, active: str = "active", start: Answer | None = None) -> None:
        self.commands: list[str] = []
        self.linger = "Linger=no"
        self.active = active
        self.start = start
        self.shown = ""
        self.environment = Answer(1, "Failed to connect to bus: No medium found")

    def __call__(self, command: Sequence[str]) -> Answer:
        self.commands.append(" ".join(command))
        if "show-user" in command:
            return Answer(0, self.linger)
        if "show-environment" in command:
            return self.environment
        if "show" in command:
            return Answer(0, self.shown)
        return self.start if self.start and "--now" in command else Answer(0, self.active)


def unit(
    tmp_path: Path,
    machine: Machine,
    executable: str = "/opt/x/bin/extractor",
    search_path: str = "/usr/bin",
    places: Variables = (),
) -> Unit:
    template = (packaged("systemd") / "extractor.service").read_text(encoding="utf-8")
    return Unit.make(template, Path(executable), tmp_path, "dev", search_path, machine, places)


def test_the_unit_is_shown_before_it_is_written(tmp_path: Path) -> None:
    shown: list[str] = []
    made = unit(tmp_path, Machine())
    made.install(lambda _question: False, shown.append)
    assert "ExecStart=/opt/x/bin/extractor run --quiet" in shown[0]
    assert not made.path.exists()


def test_a_yes_writes_and_starts_it(tmp_path: Path) -> None:
    machine = Machine()
    made = unit(tmp_path, machine)
    done = made.install(lambda _question: True, lambda _line: None)
    assert made.path.read_text(encoding="utf-8") == made.text
    assert "systemctl --user enable --now extractor.service" in machine.commands
    assert "loginctl enable-linger dev" in machine.commands
    assert done["lingering"] == "on"


def test_a_first_start_that_takes_long_is_under_way_and_none_that_failed(tmp_path: Path) -> None:
    slow = Answer(TIMED_OUT, "systemctl did not answer within 30 seconds")
    done = unit(tmp_path, Machine("activating", slow)).install(lambda _question: True, lambda _line: None)
    assert done["start"].startswith("under way")
    assert "`extractor service status`" in done["start"]
    hung = unit(tmp_path, Machine("inactive", slow)).install(lambda _question: True, lambda _line: None)
    assert hung["start"].startswith("failed (systemctl did not answer within 30 seconds)")


def test_installing_twice_changes_nothing_and_asks_nothing_about_the_unit(tmp_path: Path) -> None:
    machine = Machine()
    machine.linger = "Linger=yes"
    made = unit(tmp_path, machine)
    made.install(lambda _question: True, lambda _line: None)
    before = made.path.stat().st_mtime_ns
    asked: list[str] = []
    made.install(lambda question: bool(asked.append(question)), lambda _line: None)
    assert asked == []
    assert made.path.stat().st_mtime_ns == before


def test_a_unit_of_an_earlier_version_is_replaced_and_the_service_restarted(tmp_path: Path) -> None:
    machine = Machine()
    made = unit(tmp_path, machine)
    made.install(lambda _question: True, lambda _line: None)
    assert [command for command in machine.commands if "restart" in command] == []
    made.path.write_text("[Service]\n", encoding="utf-8")
    machine.commands.clear()
    done = made.install(lambda _question: True, lambda _line: None)
    assert machine.commands.index("systemctl --user restart extractor.service") > machine.commands.index(
        "systemctl --user daemon-reload"
    )
    assert done["restart"] == "done"


def test_uninstalling_takes_the_unit_away_and_says_what_stays(tmp_path: Path) -> None:
    machine = Machine()
    made = unit(tmp_path, machine)
    made.install(lambda _question: True, lambda _line: None)
    done = made.uninstall(lambda _question: True)
    assert not made.path.exists()
    assert "not touched" in done["kept"]
    assert "does not exist" in made.uninstall(lambda _question: True)["unit"]


NO_BUS = "Failed to connect to bus: No medium found"


class NoManager(Machine):
    """A machine on which no systemd answers: systemctl makes links and takes them away all the same."""

    def __call__(self, command: Sequence[str]) -> Answer:
        self.commands.append(" ".join(command))
        did = {"enable": "Created symlink /a → /b.\n", "disable": "Removed /a.\n"}.get(command[2], "")
        return Answer(1, f"{did}{NO_BUS}")


def test_where_no_systemd_answers_an_install_says_what_stays_and_how_it_goes(tmp_path: Path) -> None:
    made = unit(tmp_path, NoManager())
    done = made.install(lambda _question: True, lambda _line: None)
    assert done["unit"] == f"{made.path} written"
    assert done["start"] == f"failed ({NO_BUS}): run `systemctl --user enable --now extractor.service`"
    assert str(made.path) in done["left"]
    assert "`extractor service uninstall` takes both away" in done["left"]
    assert "left" not in unit(tmp_path / "other", Machine()).install(lambda _: True, lambda _line: None)


def test_what_is_taken_away_where_no_systemd_answers_is_no_failure_unless_something_runs(
    tmp_path: Path,
) -> None:
    made = unit(tmp_path, NoManager())
    made.install(lambda _question: True, lambda _line: None)
    assert made.uninstall(lambda _question: True, is_idle=True)["stop"] == (
        f"it does not run; systemd does not answer ({NO_BUS})"
    )
    made.install(lambda _question: True, lambda _line: None)
    assert made.uninstall(lambda _question: True)["stop"] == f"failed ({NO_BUS}): stop it by hand if it runs"


def test_a_state_nobody_can_tell_is_told_as_not_known(tmp_path: Path) -> None:
    made = unit(tmp_path, NoManager())
    made.install(lambda _question: True, lambda _line: None)
    told = made.status()
    assert (told["active"], told["enabled"]) == (f"not known: {NO_BUS}", f"not known: {NO_BUS}")


def test_a_no_leaves_the_unit_where_it_is(tmp_path: Path) -> None:
    made = unit(tmp_path, Machine())
    made.install(lambda _question: True, lambda _line: None)
    made.uninstall(lambda _question: False)
    assert made.path.exists()


def test_the_status_tells_when_the_unit_is_not_this_versions(tmp_path: Path) -> None:
    made = unit(tmp_path, Machine())
    assert "does not exist" in made.status()["unit"]
    made.install(lambda _question: True, lambda _line: None)
    assert "up to date" in made.status()["unit"]
    made.path.write_text("changed", encoding="utf-8")
    assert "differs" in made.status()["unit"]


@pytest.mark.parametrize(("restarts", "often"), [("0", "once"), ("1", "2 times"), ("41", "42 times")])
def test_a_service_that_fails_at_every_start_is_told_as_failing(
    tmp_path: Path, restarts: str, often: str
) -> None:
    machine = Machine("activating")
    made = unit(tmp_path, machine)
    made.install(lambda _question: True, lambda _line: None)
    machine.shown = f"Result=exit-code\nNRestarts={restarts}\nSubState=auto-restart"
    failing = made.status()["failing"]
    assert f"failed {often}" in failing
    assert "exit-code" in failing
    assert "`journalctl --user -u extractor`" in failing


@pytest.mark.parametrize("shown", ["Result=success\nNRestarts=0\nSubState=start", "", "no such thing"])
def test_a_service_that_starts_is_not_told_as_failing(tmp_path: Path, shown: str) -> None:
    machine = Machine("activating")
    made = unit(tmp_path, machine)
    made.install(lambda _question: True, lambda _line: None)
    machine.shown = shown
    assert "failing" not in made.status()


def test_it_looks_for_commands_where_the_shell_did_that_installed_it(tmp_path: Path) -> None:
    shell = '/home/dev/.nvm/v 22/100%/a"b\\c/bin:./node_modules/.bin::/opt/bin:bin:/opt/bin:/a\x07b'
    made = unit(tmp_path, Machine(), search_path=shell)
    assert r'Environment="PATH=/home/dev/.nvm/v 22/100%%/a\"b\\c/bin:/opt/bin"' in made.text.splitlines()
    assert made.surroundings() is None
    made.install(lambda _question: True, lambda _line: None)
    around = made.surroundings()
    assert around is not None
    assert around.search_path == '/home/dev/.nvm/v 22/100%/a"b\\c/bin:/opt/bin'
    assert around.denies_made_code is True


def test_without_any_folder_it_looks_where_systemd_does(tmp_path: Path) -> None:
    made = unit(tmp_path, Machine(), search_path="bin:")
    assert 'Environment="PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"' in made.text


def test_another_shells_path_makes_no_other_version_and_is_taken_over_by_an_install(tmp_path: Path) -> None:
    machine = Machine()
    unit(tmp_path, machine).install(lambda _question: True, lambda _line: None)
    made = unit(tmp_path, machine, search_path="/opt/node/bin:/usr/bin")
    assert "up to date" in made.status()["unit"]
    made.install(lambda _question: True, lambda _line: None)
    assert 'Environment="PATH=/opt/node/bin:/usr/bin"' in made.path.read_text(encoding="utf-8")
    assert machine.commands.count("systemctl --user restart extractor.service") == 1


def test_it_has_the_places_of_the_shell_that_installed_it_as_systemd_reads_them(tmp_path: Path) -> None:
    odd = 'my "100%" \\ state\nfolder\there'
    told = unit(tmp_path, Machine(), places=[("XDG_STATE_HOME", odd), ("CODEX_HOME", "/opt/$codex")]).text
    assert r'Environment="XDG_STATE_HOME=my \"100%%\" \\ state\nfolder\there"' in told.splitlines()
    assert 'Environment="CODEX_HOME=/opt/$codex"' in told.splitlines()
    assert "{places}" not in unit(tmp_path, Machine()).text


@pytest.mark.parametrize("held", ["/a\x07b", "/a\rb", "/a\x7fb", "/a\udcffb"])
def test_a_place_no_unit_can_hold_is_refused_by_its_name(tmp_path: Path, held: str) -> None:
    with pytest.raises(ConfigError, match="no service can be given CODEX_HOME") as refused:
        unit(tmp_path, Machine(), places=[("CODEX_HOME", held)])
    assert len(str(refused.value).splitlines()) == 1


def test_another_shells_places_are_told_by_name_and_taken_over_by_an_install(tmp_path: Path) -> None:
    machine = Machine()
    unit(tmp_path, machine, places=[("CODEX_HOME", "/a"), ("XDG_DATA_HOME", "/d")]).install(
        lambda _question: True, lambda _line: None
    )
    made = unit(tmp_path, machine, places=[("XDG_STATE_HOME", "/s"), ("XDG_DATA_HOME", "/d")])
    told = made.status()["unit"]
    assert "not up to date, this shell has another CODEX_HOME and XDG_STATE_HOME: install again" in told
    made.install(lambda _question: True, lambda _line: None)
    assert machine.commands.count("systemctl --user restart extractor.service") == 1
    assert "(up to date)" in made.status()["unit"]


def test_what_the_manager_says_of_the_service_counts_before_its_file(tmp_path: Path) -> None:
    machine = Machine()
    made = unit(tmp_path, machine)
    made.install(lambda _question: True, lambda _line: None)
    machine.shown = 'Environment=A=b "PATH=/home/dev/my bin:/usr/bin"\nMemoryDenyWriteExecute=no'
    assert made.surroundings() == Surroundings("/home/dev/my bin:/usr/bin", denies_made_code=False)


def test_a_unit_without_a_path_has_the_managers(tmp_path: Path) -> None:
    machine = Machine()
    made = unit(tmp_path, machine)
    made.path.parent.mkdir(parents=True)
    made.path.write_text("[Service]\nExecStart=/opt/x/bin/extractor run\n", encoding="utf-8")
    assert made.surroundings() == Surroundings("/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin")
    machine.environment = Answer(0, "HOME=/home/dev\nPATH=/usr/bin:/snap/bin\nODD=$'it\\'s'")
    assert made.surroundings() == Surroundings("/usr/bin:/snap/bin")


def test_a_path_with_a_space_or_a_percent_sign_is_quoted_for_systemd(tmp_path: Path) -> None:
    made = unit(tmp_path, Machine(), "/opt/my 100%/extractor")
    assert 'ExecStart="/opt/my 100%%/extractor" run' in made.text


@pytest.mark.parametrize(
    ("path", "start"),
    [
        ("/opt/do$HOME llar/extractor", '/usr/bin/env "/opt/do$$HOME llar/extractor"'),
        ("/opt/quo'te/extractor", """/usr/bin/env "/opt/quo'te/extractor\""""),
        ('/opt/dq"uote 5%/extractor', '/usr/bin/env "/opt/dq\\"uote 5%%/extractor"'),
        ("/opt/back\\slash/extractor", '/usr/bin/env "/opt/back\\\\slash/extractor"'),
        ("/opt/tab\tbed/extractor", '/usr/bin/env "/opt/tab\tbed/extractor"'),
    ],
)
def test_a_path_systemd_takes_as_no_program_is_left_to_env(tmp_path: Path, path: str, start: str) -> None:
    assert f"ExecStart={start} run --quiet" in unit(tmp_path, Machine(), path).text


@pytest.mark.parametrize("name", ["new\nline", "a$b=c", "no utf-8 \udcff"])
def test_a_path_no_unit_can_name_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match="install extractor below another folder") as refused:
        unit(tmp_path, Machine(), f"/opt/{name}/extractor")
    assert len(str(refused.value).splitlines()) == 1
