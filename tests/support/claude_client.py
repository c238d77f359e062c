"""The real Claude Code client in a home of its own, talking to a scripted service.

Owns how it is run for its own tests. Promises that nothing of the user's is read or written.
Never lets a missing network fail a test.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.support import client_machine
from tests.support.client_installs import REPOSITORY, claude_code, installed
from tests.support.client_machine import daemon, set_up, slug, within
from tests.support.real_clients import ClaudeCode

__all__ = ["REPOSITORY", "Machine", "daemon", "machine", "need_client", "within"]


def need_client() -> Path:
    """The client's executable, installed where it is not yet; skips with a reason where it cannot be."""
    return installed(claude_code())


@dataclass(frozen=True, slots=True)
class Machine(client_machine.Machine):
    """A scratch home with one project in it. `url` is the service the client asks."""

    client: Path = Path("claude")
    url: str = ""

    @property
    def transcripts(self) -> Path:
        """The client's folder of the project."""
        return self.home / ".claude/projects" / slug(self.project)

    def prompt(self, text: str, session: str | None = None, *options: str) -> str:
        """Give the client a prompt, in a new session or in this one, and wait for the end of its turn.

        `options`: further words of its command line. Returns the session's id.
        """
        return ClaudeCode(self.client).asked(self, self.url, text, session, *options)


def machine(folder: Path, client: Path, url: str) -> Machine:
    """A new scratch machine below `folder`, with a small git repository as its project."""
    made = Machine(folder / "home", folder / "shop", client=client, url=url)
    set_up(made)
    return made
