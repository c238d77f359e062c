"""Starts a command under what a unit asks of the kernel, as far as one process can ask for it.

`python -m tests.support.confine UNIT WRITABLE… -- COMMAND…`: no new privileges, no memory that is written and
then run, the unit's limits and umask, its address families and its system call filter (by libseccomp and
`systemd-analyze syscall-filter`); for a unit that closes the file system and takes capabilities, the root bound
read-only but for WRITABLE in namespaces of its own, and no capabilities. Prints to standard error what could not be
had, one `not exercised: …` line each.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import errno
import os
import re
import resource
import shutil
import socket
import subprocess
import sys
from pathlib import Path

_PR_SET_NO_NEW_PRIVS, _PR_SET_MDWE = 38, 65
_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_MS_RDONLY, _MS_REMOUNT, _MS_BIND, _MS_REC, _MS_PRIVATE = 1, 32, 4096, 16384, 1 << 18
_MS_NOSUID, _MS_NODEV, _MS_NOEXEC = 2, 4, 8
_CLONE_NEWNS, _CLONE_NEWNET, _CLONE_NEWIPC, _CLONE_NEWUSER = 0x20000, 0x40000000, 0x08000000, 0x10000000

_libc = ctypes.CDLL(None, use_errno=True)


def directives(unit: Path) -> list[tuple[str, str]]:
    """Every directive of a unit, in order."""
    lines = unit.read_text(encoding="utf-8").splitlines()
    return [(k, v) for k, _, v in (line.partition("=") for line in lines if re.match(r"[A-Z]\w*=", line))]


def filtered_calls(unit: Path) -> set[str]:
    """The system calls the unit's filter lets through, its groups taken apart by systemd itself."""
    allowed: set[str] = set()
    for key, value in directives(unit):
        if key == "SystemCallFilter":
            named = set[str]().union(*(_group(word) for word in value.removeprefix("~").split()))
            allowed = allowed - named if value.startswith("~") else allowed | named
    # What systemd adds to every list of allowed calls.
    return allowed | _group("@default")


def _group(name: str) -> set[str]:
    if not name.startswith("@"):
        return {name}
    said = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True
    )
    words = [line.strip() for line in said.stdout.splitlines()[1:]]
    return set[str]().union(*(_group(word) for word in words if word and not word.startswith("#")))


def say(what: str) -> None:
    print(f"not exercised: {what}", file=sys.stderr)


def _ok(code: int, what: str) -> bool:
    if code == 0:
        return True
    say(f"{what} ({os.strerror(ctypes.get_errno())})")
    return False


def _mount(source: str | None, target: str, flags: int) -> int:
    at = source.encode() if source else None
    return int(_libc.mount(at, target.encode(), None, ctypes.c_ulong(flags), None))


def read_only_root(writable: list[str]) -> None:
    """A view of the file system of its own: nothing but `writable` can be written, and no network."""
    flags = _CLONE_NEWNS | _CLONE_NEWNET | _CLONE_NEWIPC
    uid, gid = os.getuid(), os.getgid()
    if _libc.unshare(flags) != 0:
        if not _ok(_libc.unshare(flags | _CLONE_NEWUSER), "namespaces of its own"):
            return
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")
    _ok(_mount(None, "/", _MS_REC | _MS_PRIVATE), "mounts kept to itself")
    for place in writable:
        _ok(_mount(place, place, _MS_BIND | _MS_REC), f"a bind of {place}")
    points = [line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    for point in points:
        if any(point == place or point.startswith(f"{place}/") for place in writable):
            continue
        there = os.statvfs(point).f_flag
        kept = there & (_MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
        if point == "/":
            _ok(_mount(None, point, _MS_REMOUNT | _MS_BIND | _MS_RDONLY | kept), "a read-only root")
        elif _mount(None, point, _MS_REMOUNT | _MS_BIND | _MS_RDONLY | kept) != 0 and point == "/tmp":
            say(f"{point} read-only")


def limits(unit: Path) -> None:
    """The unit's umask and resource limits."""
    told = dict(directives(unit))
    os.umask(int(told["UMask"], 8))
    for name in ("NOFILE", "CORE"):
        if (value := told.get(f"Limit{name}")) is not None:
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (int(value), int(value)))


def drop_capabilities() -> None:
    """Nothing of root's is left but the name, and none can be regained."""
    for number in range(64):
        if _libc.prctl(24, number, 0, 0, 0) != 0:  # PR_CAPBSET_DROP
            break
    header, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    _ok(_libc.capset(header, data), "no capabilities")


class _Compared(ctypes.Structure):
    """`struct scmp_arg_cmp`."""

    _fields_ = (("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64))


_EQUAL = 4  # SCMP_CMP_EQ


class _Filter:
    """A filter of system calls: what no rule speaks of comes to `default`."""

    def __init__(self, default: int) -> None:
        """Raises OSError where there is no libseccomp."""
        if (name := ctypes.util.find_library("seccomp")) is None:
            raise OSError("no libseccomp")
        self._lib = ctypes.CDLL(name)
        self._lib.seccomp_init.restype = ctypes.c_void_p
        self._made = ctypes.c_void_p(self._lib.seccomp_init(ctypes.c_uint32(default)))

    def rule(self, action: int, call: str, *compared: _Compared) -> None:
        """Calls of this name whose arguments compare so come to `action`; a name the machine lacks is left out."""
        if (number := self._lib.seccomp_syscall_resolve_name(call.encode())) >= 0:
            given = (_Compared * len(compared))(*compared)
            self._lib.seccomp_rule_add_array(
                self._made, ctypes.c_uint32(action), number, len(compared), given
            )

    def load(self) -> None:
        """Hold this process and all it starts to it. Raises OSError where that cannot be."""
        if self._lib.seccomp_load(self._made) != 0:
            raise OSError("it could not be loaded")


def refuse_families(kept: set[str]) -> None:
    """A socket of another family than these answers EAFNOSUPPORT, as the manager has it answer."""
    try:
        made = _Filter(_ALLOW)
        for family in set(range(64)) - {int(getattr(socket, word)) for word in kept}:
            made.rule(_ERRNO | errno.EAFNOSUPPORT, "socket", _Compared(0, _EQUAL, family, 0))
        made.load()
    except OSError as error:
        say(f"the address families ({error})")


def refuse_calls(allowed: set[str]) -> None:
    """Every other system call answers EPERM."""
    try:
        made = _Filter(_ERRNO | errno.EPERM)
        for call in sorted(allowed):
            made.rule(_ALLOW, call)
        made.load()
    except OSError as error:
        say(f"the system call filter ({error})")


def main(words: list[str]) -> None:
    unit, split = Path(words[0]), words.index("--")
    writable, command = words[1:split], words[split + 1 :]
    calls = filtered_calls(unit) if shutil.which("systemd-analyze") else set[str]()
    told = dict(directives(unit))
    if "ProtectSystem" in told:
        read_only_root(writable)
    limits(unit)
    if "CapabilityBoundingSet" in told:
        drop_capabilities()
    _ok(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no new privileges")
    _ok(_libc.prctl(_PR_SET_MDWE, 1, 0, 0, 0), "no memory that is written and then run")
    refuse_families(set(told["RestrictAddressFamilies"].split()))
    if calls:
        refuse_calls(calls)
    else:
        say("the system call filter (no systemd-analyze to take it apart)")
    os.execvp(command[0], command)


if __name__ == "__main__":
    main(sys.argv[1:])
