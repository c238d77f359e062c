"""The units as systemd itself judges them: sound, and closed as far as they can be."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from extractor.service.unit import filled_in
from extractor.templates import packaged
from tests.support.machine import Scratch

UNITS = packaged("systemd")
SYSTEM, USER = "extractor@.service", "extractor.service"
MODEL = "extractor@.service.d/model.conf"


def directives(name: str) -> list[tuple[str, str, str]]:
    """Every directive of a unit: the comment above it or above the block it stands in, its name and value."""
    found, comment = list[tuple[str, str, str]](), ""
    for line in (UNITS / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            comment = line
        elif not line or line.startswith("["):
            comment = ""
        else:
            key, _, value = line.partition("=")
            found.append((comment, key, value))
    return found


def tool() -> str:
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.skip("systemd-analyze is not on this machine")
    return found


def ask(place: Path, *words: str) -> str:
    env = {**os.environ, "XDG_RUNTIME_DIR": str(place), "SYSTEMD_COLORS": "0", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [tool(), *words], capture_output=True, text=True, timeout=50, check=False, cwd=place, env=env
    )
    if re.search(r"unrecognized option|Unknown (?:operation|command)", done.stderr):
        pytest.skip(f"this systemd-analyze is too old: {done.stderr.strip()}")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def put(place: Path, name: str, *more: str) -> str:
    """The unit with a program that exists, and its drop-ins, in a folder."""
    (place / name).write_text(filled_in((UNITS / name).read_text(encoding="utf-8"), Path("/bin/sh")))
    for drop_in in more:
        (place / drop_in).parent.mkdir(exist_ok=True)
        shutil.copy(UNITS / drop_in, place / drop_in)
    return f"./{name}"


def score(said: str) -> float:
    found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", said)
    assert found is not None, said
    return float(found[1])


def test_systemd_gives_the_system_unit_the_best_marks(tmp_path: Path) -> None:
    exposure = score(ask(tmp_path, "security", "--offline=true", put(tmp_path, SYSTEM)))
    print(f"exposure of the system unit: {exposure}")
    assert exposure <= 0.5


def test_with_the_network_open_for_a_model_it_stays_below_two(tmp_path: Path) -> None:
    exposure = score(ask(tmp_path, "security", "--offline=true", put(tmp_path, SYSTEM, MODEL)))
    print(f"exposure of the system unit with a model: {exposure}")
    assert 0.5 < exposure <= 2.0, "the drop-in was read, and opens no more than the network"


def test_the_user_unit_is_closed_as_far_as_filters_go(tmp_path: Path) -> None:
    exposure = score(ask(tmp_path, "security", "--offline=true", put(tmp_path, USER)))
    print(f"exposure of the user unit: {exposure}")
    assert exposure <= 6.5


@pytest.mark.parametrize("name", [SYSTEM, USER])
def test_systemd_finds_nothing_to_say_about_the_unit(tmp_path: Path, name: str) -> None:
    words = ("verify", "--man=no") if name == SYSTEM else ("--user", "verify", "--man=no")
    said = ask(tmp_path, *words, put(tmp_path, name))
    assert [line for line in said.splitlines() if "extractor" in line] == []


@pytest.mark.parametrize(
    "name", ["plain", "with space", "per%h cent", "dol$x", "quo'te", 'd"q', "back\\slash", "tab\tx"]
)
def test_systemd_takes_the_program_wherever_it_is_installed(tmp_path: Path, name: str) -> None:
    program = tmp_path / name / "extractor"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    search_path = f"{program.parent}:/usr/bin"
    (tmp_path / USER).write_text(filled_in((UNITS / USER).read_text(encoding="utf-8"), program, search_path))
    said = ask(tmp_path, "--user", "verify", "--man=no", f"./{USER}")
    assert [line for line in said.splitlines() if "extractor" in line] == []


def test_systemd_reads_every_place_as_it_was_in_the_shell(tmp_path: Path) -> None:
    odd = "a b/\"c\"/100%h/\\d/$e/'f'/\ng\th"
    places = [("XDG_STATE_HOME", f"{tmp_path}/{odd}"), ("CODEX_HOME", f"{tmp_path}/codex")]
    text = filled_in((UNITS / USER).read_text(encoding="utf-8"), Path("/bin/sh"), places=places)
    (tmp_path / USER).write_text(text)
    said = ask(tmp_path, "--user", "verify", "--man=no", f"./{USER}")
    assert [line for line in said.splitlines() if "extractor" in line] == []


def test_systemd_would_find_what_is_wrong(tmp_path: Path) -> None:
    name = put(tmp_path, SYSTEM)
    (tmp_path / SYSTEM).write_text((tmp_path / SYSTEM).read_text().replace("UMask=0077", "UMusk=0077"))
    assert "UMusk" in ask(tmp_path, "verify", "--man=no", name)


@pytest.mark.parametrize("name", [SYSTEM, USER, MODEL])
def test_every_directive_has_its_reason_above_it(name: str) -> None:
    plain = {"Description", "Documentation", "WantedBy", "ExecStart", "Restart", "RestartSec", "Type"}
    bare = [key for comment, key, _ in directives(name) if not comment and key not in plain]
    assert bare == []


@pytest.mark.parametrize("name", [SYSTEM, USER])
def test_a_service_whose_start_fails_is_started_again_every_minute_for_as_long_as_it_takes(name: str) -> None:
    told = {key: value for _, key, value in directives(name)}
    assert (told["Restart"], told["RestartSec"]) == ("on-failure", "60")
    assert told["StartLimitIntervalSec"] == "0"


@pytest.mark.parametrize("name", [SYSTEM, USER])
def test_a_first_start_may_read_for_as_long_as_it_takes(name: str) -> None:
    told = {key: value for _, key, value in directives(name)}
    assert told["TimeoutStartSec"] == "infinity"


def test_the_service_is_a_person_and_may_become_nobody_else() -> None:
    told = {key: value for _, key, value in directives(SYSTEM)}
    assert told["User"] == "%i"
    assert told["CapabilityBoundingSet"] == told["AmbientCapabilities"] == ""
    assert told["NoNewPrivileges"] == "yes"
    assert told["UMask"] == "0077"
    assert told["StateDirectoryMode"] == "0700"


def test_what_may_be_written_is_memory_alone() -> None:
    told = {key: value for _, key, value in directives(SYSTEM)}
    assert told["ProtectSystem"] == "strict"
    assert told["ProtectHome"] == "read-only"
    assert told["ReadWritePaths"].split() == [
        "-/home/%i/.claude/projects",
        "-/home/%i/.local/share/extractor",
    ]


def test_the_system_unit_is_printed_for_this_installation(tmp_path: Path) -> None:
    done = Scratch(tmp_path / "home").command("service", "show", "--system")
    assert done.returncode == 0, done.stderr
    (start,) = re.findall(r"^ExecStart=(.*)$", done.stdout, re.M)
    assert start.endswith("extractor run --quiet")
    assert start.startswith("/")


def test_the_drop_in_for_a_model_is_printed_as_it_is(tmp_path: Path) -> None:
    done = Scratch(tmp_path / "home").command("service", "show", "--network")
    assert done.stdout == (UNITS / MODEL).read_text(encoding="utf-8")
