"""Extraction by a fork of the session: the client's own model works on a copy of the memory files.

Owns the prompt of a fork and the way from its scratch folder back to the workspace. Promises that what it
wrote passes the same rules as any other model's edits. Never commits, and never touches a memory folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path
from string import Template

from extractor import fs
from extractor.domain import Message
from extractor.extraction.fork_edits import edits
from extractor.extraction.job import Batch, Job
from extractor.extraction.prompt import render_manifest
from extractor.extraction.subagent import MAX_REPLIES, Conversation
from extractor.memory.proposal import MAX_DESCRIPTION, Delete, Refused, Write
from extractor.memory.redaction.redact import redact
from extractor.memory.workspace import MAX_FILE, Workspace
from extractor.models.metered import MeteredFork
from extractor.models.model import Errand
from extractor.moment import with_weekday

CLIENT = "claude-code"
"""The client whose sessions can be forked."""

LARGEST = 2 * MAX_FILE
"""Bytes of a copy that is read back: a memory file and its quotes."""

FIRST_WORDS = 120
"""Characters of a message by which a fork finds it in its session."""

_INDEX = "MEMORY.md"
_PLAIN = re.compile(r"[^/\0]+\.md")


@dataclass(frozen=True, slots=True)
class Forks:
    """Holds runs by forking their sessions."""

    fork: MeteredFork
    template: str
    """The prompt, with its types already in place."""
    scratch: Path
    """The folder below which scratch folders are made."""
    tz: tzinfo
    new_id: Callable[[], str]
    """A uuid for each fork."""
    max_output: int
    """Tokens a reply is taken to have."""

    @property
    def name(self) -> str:
        """As the log names it."""
        return self.fork.name

    def takes(self, batch: Batch) -> bool:
        """Whether the session's client can take it up again: it finds a session where that worked, nowhere else."""
        info = batch.session
        return (
            info.client == CLIENT
            and os.path.isdir(info.cwd or "")
            and self.fork.context(info.session) is not None
        )

    def hold(self, job: Job, fork: str) -> Conversation:
        """Fork the session under this id, let it work on copies, and apply what it made of them.

        Runs in any thread. Raises what the fork raises, BudgetReached and StoreFailed.
        """
        copies = {
            file: redact(data.decode("utf-8", "replace")).encode()
            for file, data in job.seen.files.items()
            if _PLAIN.fullmatch(file) and file != _INDEX
        }
        with fs.scratch(self.scratch, fork, copies) as path:
            returned = self.fork.send(self._errand(job, fork, path), job.run, MAX_REPLIES, self.max_output)
            left = {} if returned.problem else fs.read_scratch(path, LARGEST)
        if returned.problem:
            problem, at_worst = returned.problem, returned.at_worst
            return Conversation(returned.replies, returned.usage, (), problem, at_worst=at_worst)
        found = edits(copies, left, job.workspace.witnesses)
        refusals = list(found.refusals)
        for change in found.changes:
            refusals += _applied(change, job.workspace)
        return Conversation(returned.replies, returned.usage, tuple(refusals))

    def _errand(self, job: Job, fork: str, scratch: Path) -> Errand:
        batch, briefing = job.batch, job.request.briefing
        said = [m for e in batch.exchanges for m in e.visible if m.is_human]
        prompt = Template(self.template).safe_substitute(
            folder=scratch,
            files=render_manifest([each for each in briefing.manifest if each.file != _INDEX]),
            today=f"{briefing.today.isoformat()}, {briefing.today:%A}",
            first=self._shown(said[0]),
            last=self._shown(said[-1]),
        )
        kept_out = (*((batch.session.cwd,) if batch.session.cwd else ()), *(f.path for f in batch.homes.all))
        return Errand(batch.session.session, fork, batch.session.cwd, prompt, scratch, kept_out)

    def _shown(self, message: Message) -> str:
        """How a fork finds a message in its session: when it was said, and its first words."""
        words = " ".join(redact(message.text).split())[:FIRST_WORDS]
        return f'{with_weekday(message.at, self.tz)}, "{words}"'


def _applied(change: Write | Delete, workspace: Workspace) -> list[str]:
    """Apply an edit; the line of what was refused of it.

    A fork is not there any more to mend it: a write is tried once more with nothing but its sentences.
    """
    try:
        workspace.apply(change)
    except Refused as reason:
        if isinstance(change, Write) and (plain := _plain(change)) != change:
            with suppress(Refused):  # the reason told is that of the whole edit
                workspace.apply(plain)
        return [f"{change.file}: {reason}"]
    return []


def _plain(change: Write) -> Write:
    told = change.statements[0].text[:MAX_DESCRIPTION]
    stem = change.file.removesuffix(".md")
    return replace(change, name=stem, description=told, why=None, how_to_apply=None)
