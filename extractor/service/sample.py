"""The sample session: a short conversation, written as the Claude Code client writes one.

Owns its words. Promises that it is played line by line into a folder it is given. Never touches a
person's own sessions.
"""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from extractor import fs
from extractor.transcripts.paths import slug

DIALOGUE: tuple[tuple[str, str], ...] = (
    ("user", "Have a look at the order code and tell me what it does."),
    (
        "assistant",
        "It sums quantity times price for every line of an order. The prices look like whole cents.",
    ),
    ("user", "Right, prices are always integer cents, never floats. Write a discount module."),
    ("assistant", "Done: discount.py takes cents and a percentage and gives cents back."),
    (
        "user",
        "No, do not mock the database in tests. We got burned in March when a mocked test hid a broken migration.",
    ),
    ("assistant", "Understood, the tests now run against a real database file."),
    ("user", "By the way, deploys only happen on Tuesdays."),
    ("assistant", "I'll plan around that."),
    ("user", "I prefer short commits, one topic each."),
    ("assistant", "Noted."),
)

PAUSE = 0.4
"""Seconds between lines."""
PATIENCE = 30.0
"""Seconds after the last line within which everything is learned, on a machine that is busy with other things."""


def lines(cwd: Path, session: str, now: Callable[[], datetime]) -> Iterator[tuple[str, str, bytes]]:
    """The dialogue as (speaker, words, transcript lines)."""
    parent: str | None = None
    for role, text in DIALOGUE:
        own = str(uuid.uuid4())
        stamp = now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
        common = {
            "parentUuid": parent, "isSidechain": False, "userType": "external", "entrypoint": "cli",
            "cwd": str(cwd), "sessionId": session, "version": "sample", "timestamp": stamp, "uuid": own,
        }  # fmt: skip
        if role == "user":
            line = {**common, "type": "user", "origin": {"kind": "human"}, "promptSource": "typed",
                    "message": {"role": "user", "content": text}}  # fmt: skip
            written = json.dumps(line) + "\n"
        else:
            message = {"id": f"msg_{own[:8]}", "role": "assistant", "stop_reason": "end_turn",
                       "content": [{"type": "text", "text": text}]}  # fmt: skip
            end = {
                **common,
                "uuid": str(uuid.uuid4()),
                "parentUuid": own,
                "type": "system",
                "subtype": "turn_duration",
            }
            written = (
                json.dumps({**common, "type": "assistant", "message": message})
                + "\n"
                + json.dumps(end)
                + "\n"
            )
        parent = own
        yield role, text, written.encode()


def play(
    claude_dir: Path,
    cwd: Path,
    say: Callable[[str], None],
    is_learned: Callable[[], bool],
    is_over: threading.Event,
) -> Path:
    """Write the session, line by line, and wait until it is learned or `is_over`; returns the transcript's path."""
    session = str(uuid.uuid4())
    folder = claude_dir / "projects" / slug(str(cwd))
    fs.make_private_dir(folder)
    transcript = folder / f"{session}.jsonl"
    for role, text, written in lines(cwd, session, lambda: datetime.now(UTC)):
        if is_over.wait(PAUSE):
            return transcript
        say(f"{'you' if role == 'user' else 'agent'}> {text}")
        fs.append_private(transcript, written)
    until = time.monotonic() + PATIENCE
    while not is_over.wait(PAUSE) and not is_learned() and time.monotonic() < until:
        pass
    return transcript
