"""A home with clients in it, joined and parted as the command does it, and its whole tree to compare."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

from extractor.connect.clients import chosen
from extractor.connect.connection import Plan, plan_connecting, plan_disconnecting
from extractor.connect.machine import Machine
from extractor.connect.record import Record

EVERY = ("claude-code", "codex", "gemini", "opencode")


@dataclass
class Home:
    """Below a temporary folder."""

    root: Path
    options: dict[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.root = self.root.resolve()
        for name in (
            ".claude",
            ".codex",
            ".gemini",
            ".config/opencode",
            "shop/.git",
            ".local/state",
            ".local/share",
        ):
            (self.root / name).mkdir(parents=True, exist_ok=True)

    @property
    def project(self) -> Path:
        return self.root / "shop"

    @property
    def memory(self) -> Path:
        return self.root / ".claude" / "projects" / "shop" / "memory"

    @property
    def state(self) -> Path:
        return self.root / ".local" / "state" / "extractor"

    def machine(self) -> Machine:
        known: dict[str, object] = {
            "project": str(self.project),
            "memory": self.memory,
            "is_client_memory_off": False,
            "client_reads_it": True,
            "home": self.root,
            "claude_dir": self.root / ".claude",
            "codex_dir": self.root / ".codex",
            "gemini_dir": self.root / ".gemini",
            "opencode_dir": self.root / ".local" / "share" / "opencode",
            "opencode_config": self.root / ".config" / "opencode",
            "data_dir": self.root / ".local" / "share" / "extractor",
            "command": ("/opt/a tool/extractor",),
        }
        return Machine(**{**known, **self.options})  # type: ignore[arg-type]

    def write(self, name: str, text: str | bytes, mode: int = 0o644) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        path.chmod(mode)
        return path

    def plan(self, *names: str) -> Plan:
        return plan_connecting(chosen(names or EVERY), self.machine(), Record(self.state))

    def connect(self, *names: str) -> Plan:
        plan = self.plan(*names)
        plan.carry_out(Record(self.state))
        return plan

    def parting(self, *names: str) -> Plan:
        return plan_disconnecting(chosen(names or EVERY), self.machine(), Record(self.state))

    def disconnect(self, *names: str) -> Plan:
        plan = self.parting(*names)
        plan.carry_out(Record(self.state))
        return plan

    def tree(self) -> dict[str, tuple[str, int, bytes]]:
        """Everything below: kind, permission bits, and contents or where it leads."""
        found: dict[str, tuple[str, int, bytes]] = {}
        for folder, folders, files in os.walk(self.root):
            for name in (*folders, *files):
                path = Path(folder) / name
                status = path.lstat()
                mode = stat.S_IMODE(status.st_mode)
                if stat.S_ISLNK(status.st_mode):
                    found[str(path)] = ("link", mode, os.readlink(path).encode())
                elif stat.S_ISDIR(status.st_mode):
                    found[str(path)] = ("folder", mode, b"")
                else:
                    found[str(path)] = ("file", mode, path.read_bytes())
        return found
