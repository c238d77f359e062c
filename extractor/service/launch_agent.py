"""The launch agent: what the user unit is on Linux, for launchd.

Owns where the agent stands and what launchctl is told. Promises to change nothing that a yes was not given
for, and that doing it twice changes nothing more. Never starts a process besides launchctl.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from extractor import fs
from extractor.service.unit import Ask, Call, call, written

LABEL = "local.extractor"
FILE = f"{LABEL}.plist"


@dataclass(frozen=True, slots=True)
class LaunchAgent:
    """The launch agent of one person."""

    path: Path
    """Where the agent stands, `~/Library/LaunchAgents/local.extractor.plist`."""
    text: str
    """What it says."""
    logs: Path
    """Folder of its log."""
    uid: int
    call: Call = call

    @classmethod
    def make(cls, template: str, executable: Path, home: Path, uid: int, call: Call = call) -> LaunchAgent:
        """The agent for an installed command."""
        library = home / "Library"
        logs = library / "Logs" / "extractor"
        values = {"{executable}": executable, "{logs}": logs}
        text = re.sub(r"\{\w+\}", lambda found: escape(str(values[found[0]])), template)
        return cls(library / "LaunchAgents" / FILE, text, logs, uid, call)

    @property
    def _domain(self) -> str:
        return f"gui/{self.uid}"

    @property
    def restart(self) -> str:
        """What a person types to start it again."""
        return f"launchctl kickstart -k {self._domain}/{LABEL}"

    def install(self, ask: Ask, say: Callable[[str], None]) -> dict[str, str]:
        """Show the agent, ask, write it and start it. Returns what was done."""
        current = written(self.path)
        if current == self.text:
            done = {"agent": f"{self.path} stands already"}
        else:
            say(f"# {self.path}\n{self.text}")
            if not ask(f"write {self.path} and start it?"):
                return {"agent": "nothing was written"}
            fs.make_private_dir(self.path.parent)
            # launchd makes the log with its own mode: the folder keeps others out.
            fs.make_private_dir(self.logs)
            fs.write_atomic(self.path, self.text.encode())
            done = {"agent": f"{self.path} written"}
            if current is not None:
                self.call(["launchctl", "bootout", f"{self._domain}/{LABEL}"])
        if self.call(["launchctl", "print", f"{self._domain}/{LABEL}"]).code == 0:
            return {**done, "start": "it is loaded"}
        command = ["launchctl", "bootstrap", self._domain, str(self.path)]
        answer = self.call(command)
        failed = f"failed ({answer.text}): run `{' '.join(command)}`"
        return {**done, "start": "done" if answer.code == 0 else failed}

    def uninstall(self, ask: Ask) -> dict[str, str]:
        """Stop the service and take the agent away, after a yes. Memory, state and log stay."""
        if written(self.path) is None:
            return {"agent": f"{self.path} does not exist: nothing to take away"}
        if not ask(f"stop the service and remove {self.path}?"):
            return {"agent": "nothing was changed"}
        stopped = self.call(["launchctl", "bootout", f"{self._domain}/{LABEL}"])
        fs.remove_private(self.path)
        return {
            "agent": f"{self.path} removed",
            "stop": "done" if stopped.code == 0 else f"failed ({stopped.text}): stop it by hand if it runs",
            "kept": f"memory files, the state folder and {self.logs} were not touched",
        }

    def status(self) -> dict[str, str]:
        """Whether the agent stands, is the one of this version, and is loaded."""
        current = written(self.path)
        if current is None:
            return {"agent": f"{self.path} does not exist: `extractor service install` makes it"}
        same = (
            "up to date"
            if current == self.text
            else "differs from this version's: install again to update it"
        )
        loaded = self.call(["launchctl", "print", f"{self._domain}/{LABEL}"]).code == 0
        return {"agent": f"{self.path} ({same})", "active": "active" if loaded else "inactive"}
