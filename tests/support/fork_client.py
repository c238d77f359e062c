"""A client's command that does in a fork what a plan says, without asking any model.

Owns its program and the form of what it writes. Promises that the prompt it was given and the files it found
stand beside it. Never writes outside the folder it was given and its own.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

_PROGRAM = """#!{python}
import json, pathlib, sys
words = sys.argv
assert words[words.index("--resume") + 1]
plan = json.loads(pathlib.Path({plan!r}).read_text())
scratch = pathlib.Path(words[words.index("--allowedTools") + 1].split("Read(/")[1].split("/**)")[0])
pathlib.Path({seen!r}).write_text(json.dumps([sys.stdin.read(), {{p.name: p.read_text() for p in scratch.iterdir()}}]))
def say(tool, path):
    block = {{"type": "tool_use", "name": tool, "input": {{"file_path": str(path)}}}}
    print(json.dumps({{"type": "assistant", "message": {{"id": tool, "content": [block]}}}}))
for name in plan.get("reads", []):
    say("Read", scratch / name)
for name, text in plan.get("writes", {{}}).items():
    say("Write", scratch / name)
    (scratch / name).write_text(text)
for name in plan.get("again", []):
    say("Read", scratch / name)
usage = plan.get("usage", {{"input_tokens": 100, "output_tokens": 10}})
print(json.dumps({{"type": "result", "subtype": "success", "is_error": False, "usage": usage}}))
"""


def fork_client(folder: Path) -> Path:
    """The command, in `folder`; `plan` beside it says what it does, `seen` what it was given."""
    command = folder / "claude"
    command.write_text(
        _PROGRAM.format(python=sys.executable, plan=str(folder / "plan"), seen=str(folder / "seen"))
    )
    command.chmod(0o700)
    return command


def memory_text(
    *sentences: str, quotes: object = None, description: str | None = None, kind: str = "feedback"
) -> str:
    """A memory file as a fork writes it; without quotes and description the first sentence is both."""
    first = sentences[0] if sentences else ""
    told = "\n\n".join(sentences)
    head = f"name: never-mock\ndescription: {json.dumps(description or first or 'gone')}\nmetadata:\n  type: {kind}"
    return f"---\n{head}\n  evidence: {json.dumps([first] if quotes is None else quotes)}\n---\n\n{told}\n"
