"""The real daemon under what the system unit asks of the kernel: it works, and the walls are there."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from extractor.templates import packaged
from tests.support.machine import Scratch, stop, within

RULE = "Never mock the database in tests."
ROOT = Path(__file__).resolve().parents[2]
UNIT = packaged("systemd") / "extractor@.service"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="namespaces and seccomp are Linux's")


@dataclass
class Confined:
    scratch: Scratch
    state: Path

    def command(self, *words: str) -> list[str]:
        writable = [str(self.scratch.home / ".claude" / "projects"), str(self.state)]
        return [sys.executable, "-m", "tests.support.confine", str(UNIT), *writable, "--", *words]

    @property
    def env(self) -> dict[str, str]:
        return {**self.scratch.env, "STATE_DIRECTORY": str(self.state), "PYTHONPATH": str(ROOT)}

    def log(self) -> str:
        return (self.scratch.home / "daemon.log").read_text(encoding="utf-8")

    def start(self) -> subprocess.Popen[bytes]:
        with (self.scratch.home / "daemon.log").open("ab") as log:
            return subprocess.Popen(
                self.command(sys.executable, "-m", "extractor", "run", "--quiet"),
                env=self.env, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=ROOT,
            )  # fmt: skip

    def run(self, code: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(sys.executable, "-c", code),
            env=self.env, capture_output=True, text=True, timeout=50, check=False, cwd=ROOT,
        )  # fmt: skip


@pytest.fixture
def confined(tmp_path: Path) -> Confined:
    state = tmp_path / "var" / "extractor"
    state.mkdir(parents=True, mode=0o700)
    return Confined(Scratch(tmp_path / "home"), state.resolve())


def not_exercised(said: str) -> list[str]:
    return [line for line in said.splitlines() if line.startswith("not exercised")]


def test_the_daemon_learns_reloads_and_ends_behind_the_units_walls(confined: Confined) -> None:
    process = confined.start()
    try:
        assert within(25, lambda: '"event": "ready"' in confined.log()), confined.log()
        status = Path(f"/proc/{process.pid}/status").read_text()
        confined.scratch.session().turn(RULE)
        assert within(15, lambda: RULE in confined.scratch.files().get("MEMORY.md", "")), confined.log()
        process.send_signal(signal.SIGHUP)
        assert within(10, lambda: '"event": "settings"' in confined.log()), confined.log()
    finally:
        code = stop(process)
    assert code == 0, confined.log()
    print("\n".join(not_exercised(confined.log())) or "every wall was exercised")
    values = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert values["NoNewPrivs"] == "1"
    assert int(values["CapEff"], 16) == int(values["CapBnd"], 16) == 0
    if not any("system call filter" in line for line in not_exercised(confined.log())):
        assert values["Seccomp"] == "2"
    assert {p.stat().st_mode & 0o077 for p in confined.state.iterdir()} == {0}
    assert not (confined.scratch.home / ".local").exists(), "state went where the unit said"
    problems = [json.loads(line) for line in confined.log().splitlines() if line.startswith("{")]
    assert [line for line in problems if line["level"] in ("error", "warning")] == []


def test_the_walls_are_there(confined: Confined) -> None:
    outside = confined.scratch.home / "outside"
    code = f"""
import ctypes, errno, json, mmap, os, resource, socket
def tried(act):
    try:
        act()
    except OSError as error:
        return errno.errorcode[error.errno]
    return "done"
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *words):
    if getattr(libc, name)(*words) != 0:
        raise OSError(ctypes.get_errno(), name)
print(json.dumps({{
    "write outside": tried(lambda: open({str(outside)!r}, "w")),
    "write inside": tried(lambda: open({str(confined.state / "a")!r}, "w")),
    "write and run": tried(lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)),
    "mount": tried(lambda: call("mount", None, b"/", None, 0, None)),
    "chroot": tried(lambda: os.chroot("/")),
    "unshare": tried(lambda: call("unshare", 0x10000000)),
    "trace": tried(lambda: call("ptrace", 0, 0, 0, 0)),
    "a core file": resource.getrlimit(resource.RLIMIT_CORE),
    "umask": os.umask(0),
    "interfaces": [line.split(":")[0].strip() for line in open("/proc/net/dev") if ":" in line],
    "a socket of the network": tried(lambda: socket.socket(socket.AF_INET)),
    "a socket of this machine": tried(lambda: socket.socket(socket.AF_UNIX)),
}}))
"""
    done = confined.run(code)
    assert done.returncode == 0, done.stderr
    told, missing = json.loads(done.stdout), " ".join(not_exercised(done.stderr))
    print(missing or "every wall was exercised")
    assert told["umask"] == 0o077
    assert told["write inside"] == "done"
    assert told["a core file"] == [0, 0]
    assert told["mount"] in ("EPERM", "EACCES")
    assert told["chroot"] == "EPERM"
    if "read-only root" not in missing and "namespaces" not in missing:
        assert told["write outside"] == "EROFS"
        assert told["interfaces"] in (["lo"], [])
    if "written and then run" not in missing:
        assert told["write and run"] == "EACCES"
    assert told["a socket of this machine"] == "done"
    if "address families" not in missing:
        assert told["a socket of the network"] == "EAFNOSUPPORT"
    if "system call filter" not in missing:
        assert told["trace"] == "EPERM"
    assert not outside.exists()


def test_without_the_walls_the_same_would_be_done(confined: Confined) -> None:
    outside = confined.scratch.home / "outside"
    done = subprocess.run(
        [sys.executable, "-c", f"open({str(outside)!r}, 'w')"], env=confined.env, timeout=50, check=False
    )
    assert done.returncode == 0
    assert outside.exists()
    assert os.access(outside, os.W_OK)
